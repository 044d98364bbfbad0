// SPDX-License-Identifier: MIT
#include "families/adreno/a2d/blit_engine.h"

#include <fmt/format.h>

#include <bit>
#include <vector>

#include "families/adreno/a2d/decoded_source.h"
#include "families/adreno/a2d/transfer_findings.h"
#include "func/formats/float_formats.h"
#include "machine/functional/shared_rows.h"

namespace cyclorama::adreno {
namespace {

bool isExecuted(const BlitState& state, const RegisterValues& registers, Reporter& reporter) {
    if (state.rotation > BlitRotation::MirrorY) {
        reporter.report(findings::kBlitOperation, fmt::format("rotation {}", static_cast<int>(state.rotation)));
        return false;
    }
    if (!knowsKeptComponents(registers)) {
        reporter.report(findings::kBlitOperation, "RB_2D_UNKNOWN_8C01");
        return false;
    }
    return true;
}

}  // namespace

/// Common to all rows of a blit.
struct BlitEngine::Blit {
    const BlitState& state;
    ImageBytes target;
    ImageBytes source;

    uint32_t columns() const { return static_cast<uint32_t>(state.clipped.right - state.clipped.left + 1); }
    uint32_t rows() const { return static_cast<uint32_t>(state.clipped.bottom - state.clipped.top + 1); }
    /// Components that are written.
    unsigned mask() const { return ~state.kept & 0xf; }
    TexelPlace firstOf(uint32_t row) const {
        return {.x = static_cast<uint32_t>(state.clipped.left), .y = static_cast<uint32_t>(state.clipped.top) + row};
    }
    /// Texels of the same bits, one to one: nothing is converted, so that each bit stays.
    bool movesBits(const BlitMapping& mapping) const {
        return mapping.isShift() && source.view.packed() == target.view.packed() && mask() == 0xf &&
               state.components == 0xf && state.source.samples == 1;
    }
};

template <typename Work>
void BlitEngine::forRows(const Blit& blit, Work work) const {
    machine::forSharedRows(
        workers_, {.rows = blit.rows(), .texelsPerRow = blit.columns(), .apart = blit.target.view.hasRowsApart()},
        work);
}

void BlitEngine::fill(const Blit& blit) const {
    // The converted colour is in the order of a row of one texel.
    const func::PackedFormat& format = blit.target.view.packed();
    const std::array<uint32_t, 4> words = solidWords(blit.state, format);
    std::array<std::byte, func::kMaxPackedTexelBytes> texel{};
    func::packTexels(format, {&words[0], &words[1], &words[2], &words[3]}, 1, texel.data());
    std::array<std::byte, func::kMaxPackedTexelBytes> mask = func::packedBits(format, blit.mask());
    if (mask == func::packedBits(format, 0xf)) mask.fill(std::byte{0xff});
    const uint32_t bytes = blit.target.view.texelBytes();
    forRows(blit, [&](uint32_t first, uint32_t end) {
        std::vector<uint64_t> offsets(blit.columns());
        for (uint32_t row = first; row < end; ++row) {
            blit.target.view.offsetsOfRow(blit.firstOf(row), offsets);
            fillTexels(blit.target, offsets, std::span(texel).first(bytes), std::span(mask).first(bytes));
        }
    });
}

void BlitEngine::move(const Blit& blit, const BlitMapping& mapping) const {
    const TexelCopy copy(blit.source, blit.target);
    const bool linear = blit.source.view.parameters().tileMode == TileMode::Linear &&
                        blit.target.view.parameters().tileMode == TileMode::Linear;
    forRows(blit, [&](uint32_t first, uint32_t end) {
        std::vector<uint64_t> from(blit.columns());
        std::vector<uint64_t> to(blit.columns());
        for (uint32_t row = first; row < end; ++row) {
            const TexelPlace target = blit.firstOf(row);
            mapping.nearestOffsets(blit.source.view, target, from);
            if (linear && mapping.isWithin(target, blit.columns())) {
                copy.copyRun(from.front(), blit.target.view.offset(target), blit.columns());
                continue;
            }
            blit.target.view.offsetsOfRow(target, to);
            copy.copy(from, to);
        }
    });
}

void BlitEngine::scale(const Blit& blit, const BlitMapping& mapping) const {
    forRows(blit, [&](uint32_t first, uint32_t end) {
        BlitSampler sampler(blit.state, blit.source, mapping, blit.columns());
        for (uint32_t row = first; row < end; ++row) {
            const TexelPlace target = blit.firstOf(row);
            blit.target.view.storeRow(blit.target.bytes, target, blit.columns(), sampler.row(target).constColumns(),
                                      blit.mask());
        }
    });
}

void BlitEngine::blitFrom(Blit& blit) const {
    const BlitState& state = blit.state;
    const BlitMapping mapping(state);
    const BlitRectangle needed = mapping.needed();
    const auto width = static_cast<uint32_t>(needed.right + 1);
    const auto height = static_cast<uint32_t>(needed.bottom + 1);
    std::optional<DecodedSource> decoded;
    if (const auto view = viewOf(state.source, width, height, chip_)) {
        blit.source = ImageBytes::find(*view, memory_, MemoryClient::Blit);
        // The texels nearest to those of the target: they are read whatever the filter is.
        observer_.read(*view, blit.rows(), blit.columns(), [&](uint32_t row, std::span<uint64_t> offsets) {
            mapping.nearestOffsets(*view, blit.firstOf(row), offsets);
        });
        observer_.imageRead(*view, MemoryClient::Blit);
    } else {
        decoded = DecodedSource::read(state.source, width, height, memory_, banksOf(chip_));
        if (!decoded)
            return reporter_.report(findings::kBlitFormat, fmt::format("source of format {:#x}", state.source.format));
        blit.source = decoded->image();
    }
    if (blit.movesBits(mapping))
        move(blit, mapping);
    else
        scale(blit, mapping);
}

std::optional<SurfaceView> viewOf(const BlitImage& image, uint32_t width, uint32_t height, const Chip& chip) {
    const SurfaceFormat* const format = findSurfaceFormat(image.format);
    if (format == nullptr || format->codec != TexelCodec::Packed) return std::nullopt;
    return SurfaceView({.address = image.address,
                        .format = format,
                        .swap = static_cast<ColorSwap>(image.swap),
                        .srgb = image.srgb,
                        .tileMode = static_cast<TileMode>(image.tileMode),
                        .width = width,
                        .height = height,
                        .samples = image.samples,
                        .pitch = image.pitch,
                        .flags = image.compressed,
                        .flagAddress = image.flags,
                        .banks = banksOf(chip)});
}

std::array<uint32_t, 4> solidWords(const BlitState& state, const func::PackedFormat& format) {
    std::array<uint32_t, 4> words = state.color;
    for (uint32_t i = 0; i < words.size(); ++i) {
        uint32_t& word = words[i];
        const func::PackedComponent& component = format.component[i];
        if ((state.components >> i & 1) == 0) word = 0;
        switch (state.form) {
            case BlitForm::Float16:
                word = std::bit_cast<uint32_t>(func::exactFloatFromHalf(static_cast<uint16_t>(word)));
                break;
            case BlitForm::Unorm8:
            case BlitForm::Srgb8:
            case BlitForm::Int8:
                // Bytes, whose meaning is that of the format. Integers are taken as they are.
                if (component.kind == func::NumberKind::Snorm)
                    word = std::bit_cast<uint32_t>(static_cast<float>(static_cast<int8_t>(word)) / 127.0f);
                else if (!func::isInteger(component.kind))
                    word = std::bit_cast<uint32_t>(static_cast<float>(word & 0xff) / 255.0f);
                break;
            default:
                break;
        }
    }
    return words;
}

void BlitEngine::run(const RegisterValues& registers) const {
    BlitState state = decodeBlit(registers);
    if (!isExecuted(state, registers, reporter_) || state.clipped.empty()) return;
    // A solid colour is not converted to sRGB (Mesa: convert_color in fd6_blitter.cc).
    if (state.solid) state.target.srgb = false;
    const auto view = viewOf(state.target, static_cast<uint32_t>(state.clipped.right + 1),
                             static_cast<uint32_t>(state.clipped.bottom + 1), chip_);
    if (!view)
        return reporter_.report(findings::kBlitFormat, fmt::format("target of format {:#x}", state.target.format));
    Blit blit{.state = state, .target = ImageBytes::find(*view, memory_, MemoryClient::Blit), .source = {}};
    if (state.solid)
        fill(blit);
    else
        blitFrom(blit);
    if (blit.target.bytes.empty()) return;
    observer_.written(*view, state.clipped);
    observer_.imageWritten(*view, MemoryClient::Blit);
}

}  // namespace cyclorama::adreno
