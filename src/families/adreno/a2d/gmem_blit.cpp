// SPDX-License-Identifier: MIT
#include "families/adreno/a2d/gmem_blit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include "families/adreno/a2d/blit_engine.h"
#include "families/adreno/a2d/transfer_findings.h"
#include "machine/functional/shared_rows.h"

namespace cyclorama::adreno {
namespace {

/// Rows of a bin between GMEM and memory; one worker's.
class BinMove {
  public:
    BinMove(const GmemBlitState& state, const ImageBytes& gmem, const ImageBytes& image)
        : state_(state),
          gmem_(gmem),
          image_(image),
          columns_(static_cast<uint32_t>(state.area.right - state.area.left + 1)),
          from_(columns_),
          to_(columns_),
          row_(columns_) {}

    /// Rows of the image from `first` up to `end`.
    void load(uint32_t first, uint32_t end) {
        for (uint32_t y = first; y < end; ++y) loadRow(y);
    }
    void store(uint32_t first, uint32_t end) {
        intoTiles_ = RowsIntoTiles::between(gmem_, image_, static_cast<uint32_t>(state_.area.left), columns_);
        for (uint32_t y = first; y < end; ++y) storeRow(y);
    }

  private:
    TexelPlace inGmem(uint32_t y, uint32_t sample) const {
        return {.x = static_cast<uint32_t>(state_.area.left) - state_.bin.x, .y = y - state_.bin.y, .sample = sample};
    }
    TexelPlace inImage(uint32_t y, uint32_t sample) const {
        return {.x = static_cast<uint32_t>(state_.area.left), .y = y, .sample = sample};
    }
    /// Texels of one image to the other, where nothing changes but the order of components.
    void copyRow(const ImageBytes& source, const TexelPlace& from, const ImageBytes& target, const TexelPlace& to);
    void loadRow(uint32_t y);
    void storeRow(uint32_t y);
    void resolveRow(uint32_t y);

    const GmemBlitState& state_;
    const ImageBytes& gmem_;
    const ImageBytes& image_;
    uint32_t columns_;
    std::vector<uint64_t> from_;
    std::vector<uint64_t> to_;
    /// Present for stores to images whose layout allows it.
    std::optional<RowsIntoTiles> intoTiles_;
    TexelRow row_;
    std::vector<TexelRow> samples_;
};

void BinMove::copyRow(const ImageBytes& source, const TexelPlace& from, const ImageBytes& target,
                      const TexelPlace& to) {
    const bool same = source.view.packed() == target.view.packed();
    const auto order = ByteOrder::between(source.view.packed(), target.view.packed());
    if (!same && !order) {
        source.view.loadRow(source.bytes, from, columns_, row_.columns());
        target.view.storeRow(target.bytes, to, columns_, row_.constColumns());
        return;
    }
    const TexelCopy texels(source, target);
    const uint64_t first = source.view.offset(from);
    if (intoTiles_ && intoTiles_->copy(first, to)) return;
    const uint64_t place = target.view.offset(to);
    if (source.view.hasPlainRows() && target.view.hasPlainRows() && texels.hasRun(first, place, columns_)) {
        if (same) return texels.copyRun(first, place, columns_);
        return texels.copyRun(first, place, columns_, *order);
    }
    source.view.offsetsOfRow(from, from_);
    target.view.offsetsOfRow(to, to_);
    if (same) return texels.copy(from_, to_);
    texels.copy(from_, to_, *order);
}

void BinMove::loadRow(uint32_t y) {
    // An image of one sample fills all samples of GMEM's.
    for (uint32_t sample = 0; sample < state_.gmemSamples; ++sample)
        copyRow(image_, inImage(y, std::min(sample, state_.image.samples - 1)), gmem_, inGmem(y, sample));
}

void BinMove::storeRow(uint32_t y) {
    const bool fractions = !gmem_.view.format()->isInteger();
    if (state_.image.samples < state_.gmemSamples && !state_.firstSample && fractions) {
        resolveRow(y);
        return;
    }
    for (uint32_t sample = 0; sample < state_.image.samples; ++sample)
        copyRow(gmem_, inGmem(y, std::min(sample, state_.gmemSamples - 1)), image_, inImage(y, sample));
}

void BinMove::resolveRow(uint32_t y) {
    samples_.resize(state_.gmemSamples, TexelRow(columns_));
    for (uint32_t sample = 0; sample < state_.gmemSamples; ++sample)
        gmem_.view.loadRow(gmem_.bytes, inGmem(y, sample), columns_, samples_[sample].columns());
    averageSamples(samples_, row_);
    image_.view.storeRow(image_.bytes, inImage(y, 0), columns_, row_.constColumns());
}

}  // namespace

template <typename Work>
void GmemBlit::forRows(const GmemBlitState& state, const SurfaceView& target, Work work) const {
    const auto top = static_cast<uint32_t>(state.area.top);
    const auto rows = static_cast<uint32_t>(state.area.bottom - state.area.top + 1);
    const auto columns = static_cast<uint32_t>(state.area.right - state.area.left + 1);
    machine::forSharedRows(
        workers_, {.rows = rows, .texelsPerRow = uint64_t{columns} * state.gmemSamples, .apart = target.hasRowsApart()},
        [&](uint32_t first, uint32_t end) { work(top + first, top + end); });
}

void GmemBlit::clear(const GmemBlitState& state, const ImageBytes& gmem) const {
    const uint32_t bytes = gmem.view.texelBytes();
    std::array<std::byte, func::kMaxPackedTexelBytes> texel{};
    std::memcpy(texel.data(), state.clearValue.data(), texel.size());
    std::array<std::byte, func::kMaxPackedTexelBytes> mask = func::packedBits(gmem.view.packed(), state.clearMask);
    if (mask == func::packedBits(gmem.view.packed(), 0xf)) mask.fill(std::byte{0xff});
    const int32_t columns = state.area.right - state.area.left + 1;
    if (columns <= 0) return;
    // The samples of a row's pixels are one after the other.
    const TexelFill run{std::span(texel).first(bytes), std::span(mask).first(bytes),
                        static_cast<size_t>(columns) * state.gmemSamples};
    forRows(state, gmem.view, [&](uint32_t first, uint32_t end) {
        for (uint32_t y = first; y < end; ++y) {
            std::array<uint64_t, 1> offset{};
            gmem.view.offsetsOfRow({.x = static_cast<uint32_t>(state.area.left) - state.bin.x, .y = y - state.bin.y},
                                   offset);
            run.fill(gmem, offset[0]);
        }
    });
}

ImageBytes GmemBlit::gmemBytes(const GmemBlitState& state) const {
    const SurfaceView view = gmemView(
        gmemRangeOf(chip_), state.bin,
        {.offset = state.gmemOffset, .format = findSurfaceFormat(state.image.format), .samples = state.gmemSamples});
    // Rows below the last that is moved need not fit.
    const auto rows = static_cast<uint64_t>(state.area.bottom + 1) - state.bin.y;
    const uint64_t bytes = rows * view.parameters().pitch;
    std::byte* const place = memory_.gmem(state.gmemOffset, bytes);
    if (place == nullptr) {
        reporter_.report(findings::kBinBeyondGmem, fmt::format("{} bytes from {:#x}", bytes, state.gmemOffset));
        return {.view = view, .bytes = {}};
    }
    return {.view = view, .bytes = std::span(place, bytes)};
}

void GmemBlit::reportMove(const GmemBlitState& state) const {
    const GmemPart part{.offset = state.gmemOffset,
                        .left = state.area.left,
                        .top = state.area.top,
                        .right = state.area.right,
                        .bottom = state.area.bottom};
    if (state.kind == GmemBlitKind::Load) return observer_.gmemMoved(GmemMove::Load, part);
    if (state.kind != GmemBlitKind::Clear) observer_.gmemMoved(GmemMove::Store, part);
    const bool wholly = state.clearMask == (state.depth ? 3u : 0xfu);
    if (state.kind == GmemBlitKind::Clear && wholly) observer_.gmemMoved(GmemMove::Clear, part);
}

/// The image that is read or written, which the observer hears of.
ImageBytes GmemBlit::imageBytes(const GmemBlitState& state, const SurfaceView& view) const {
    const ImageBytes image = ImageBytes::find(view, memory_, MemoryClient::Resolve);
    if (state.kind == GmemBlitKind::Load) {
        observer_.imageRead(view, MemoryClient::Resolve);
    } else if (!image.bytes.empty()) {
        observer_.written(view, state.area);
        observer_.imageWritten(view, MemoryClient::Resolve);
    }
    return image;
}

std::optional<OpenGmemBlit> GmemBlit::open(const RegisterValues& registers) const {
    const GmemBlitState state = decodeGmemBlit(registers);
    if (state.bin.width == 0 || state.bin.height == 0) {
        reporter_.report(findings::kNoBin);
        return std::nullopt;
    }
    if (state.area.empty()) return std::nullopt;
    const auto view = viewOf(state.image, static_cast<uint32_t>(state.area.right + 1),
                             static_cast<uint32_t>(state.area.bottom + 1), chip_);
    if (!view) {
        reporter_.report(findings::kBlitFormat, fmt::format("format {:#x}", state.image.format));
        return std::nullopt;
    }
    const ImageBytes gmem = gmemBytes(state);
    if (gmem.bytes.empty()) return std::nullopt;
    reportMove(state);
    const bool clears = state.kind == GmemBlitKind::Clear;
    return OpenGmemBlit{.state = state,
                        .gmem = gmem,
                        .image = clears ? ImageBytes{.view = *view, .bytes = {}} : imageBytes(state, *view)};
}

void GmemBlit::move(const OpenGmemBlit& blit) const {
    const GmemBlitState& state = blit.state;
    const auto rows = [&](const SurfaceView& target, auto moveRows) {
        forRows(state, target, [&](uint32_t first, uint32_t end) {
            BinMove part(state, blit.gmem, blit.image);
            (part.*moveRows)(first, end);
        });
    };
    if (state.kind == GmemBlitKind::Load) return rows(blit.gmem.view, &BinMove::load);
    if (state.kind != GmemBlitKind::Clear) rows(blit.image.view, &BinMove::store);
    if (state.kind != GmemBlitKind::Store) clear(state, blit.gmem);
}

}  // namespace cyclorama::adreno
