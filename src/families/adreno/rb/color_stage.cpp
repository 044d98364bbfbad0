// SPDX-License-Identifier: MIT
#include "families/adreno/rb/color_stage.h"

#include <cstring>

#include "families/adreno/gras/batch_runs.h"
#include "func/formats/packed_format.h"
#include "isa/half_lanes.h"

namespace cyclorama::adreno {
namespace {

/// Quads that are written together.
constexpr uint32_t kColorQuads = func::kColorLanes / func::kQuadFragments;
constexpr uint32_t kSignBit = 0x8000;

/// Thresholds of 4x4 pixels, as rows of a Bayer matrix: an estimate, as no source gives the chip's.
constexpr func::DitherMatrix kDitherThresholds = {0x6e4ca280, 0x5d7f91b3};

void widen(const ir3::Wave& wave, uint32_t reg, uint32_t lanes, const ColorResult& from, bool integers,
           ir3::LaneWords& to) {
    const bool merged = wave.shape.mergedRegisters;
    const uint32_t number = merged ? reg / 2 : reg;
    const std::vector<ir3::LaneWords>& registers = merged ? wave.registers : wave.halves;
    if (number >= registers.size()) {
        to = {};
        return;
    }
    const uint32_t shift = merged ? reg % 2 * 16 : 0;
    const ir3::LaneWords& words = registers[number];
    if (!integers) return isa::valuesOfHalves(wave.shape.width, to.lane.data(), words.lane.data(), shift);
    const auto each = [&](auto convert) {
        for (uint32_t lane = 0; lane < lanes; ++lane)
            to.lane[lane] = convert(words.lane[lane] >> shift & ir3::kHalfMask);
    };
    if (!from.isSigned) return each([](uint32_t half) { return half; });
    each([](uint32_t half) { return (half ^ kSignBit) - kSignBit; });
}

/// Not-a-number becomes the least.
void limit(ColorLimits limits, func::ColorLanes& colors, uint32_t lanes) {
    if (limits == ColorLimits::None) return;
    const float least = limits == ColorLimits::Unit ? 0.0f : -1.0f;
    for (auto& component : colors.component)
        for (uint32_t i = 0; i < lanes; ++i) {
            const float value = component[i];
            component[i] = value > least ? (value < 1.0f ? value : 1.0f) : least;
        }
}

func::TexelColumns columns(func::ColorLanes& colors) {
    func::TexelColumns words;
    for (size_t c = 0; c < words.size(); ++c) words[c] = reinterpret_cast<uint32_t*>(colors.component[c].data());
    return words;
}
func::ConstTexelColumns columns(const func::ColorLanes& colors) {
    func::ConstTexelColumns words;
    for (size_t c = 0; c < words.size(); ++c) words[c] = reinterpret_cast<const uint32_t*>(colors.component[c].data());
    return words;
}

/// A run of quads of which no two overlap.
class ColorRun {
  public:
    ColorRun(const QuadPlaces& places, const ColorTarget& target, const FragmentBatch& batch, uint32_t first,
             uint32_t end)
        : places_(places), target_(target), batch_(batch), first_(first), end_(end) {}

    void write(const ShadedColor& color, const ShadedColor* second) {
        const uint32_t lanes = (end_ - first_) * func::kQuadFragments;
        take(color, shaded_, lanes);
        if (!target_.isInteger()) limit(target_.limits, shaded_, lanes);
        if (second != nullptr) {
            take(*second, second_, lanes);
            limit(target_.limits, second_, lanes);
        }
        for (uint32_t sample = 0; sample < places_.samplesPerPixel; ++sample)
            if (locate(sample)) writeSample(lanes, second != nullptr);
    }

  private:
    void take(const ShadedColor& from, func::ColorLanes& to, uint32_t lanes) const {
        for (size_t c = 0; c < 4; ++c)
            std::memcpy(to.component[c].data(), &from.component[c]->lane[size_t{first_} * func::kQuadFragments],
                        lanes * sizeof(uint32_t));
    }

    /// The places of a sample of all fragments that have it; false where none has.
    bool locate(uint32_t sample) {
        const uint32_t samples = places_.samplesPerPixel;
        const SurfaceView& view = target_.surface.view;
        const uint64_t inPixel = uint64_t{sample} * view.texelBytes();
        uint32_t lane = 0;
        uint32_t any = 0;
        for (uint32_t q = first_; q < end_; ++q) {
            const std::array<uint64_t, 4> pixels = places_.offsets(view, batch_, q);
            for (uint32_t f = 0; f < func::kQuadFragments; ++f, ++lane) {
                const uint32_t live = batch_.live[q] >> (f * samples + sample) & 1;
                any |= live;
                offsets_[lane] = live == 0 ? SurfaceView::kNowhere : pixels[f] + inPixel;
            }
        }
        return any != 0;
    }

    void writeSample(uint32_t lanes, bool hasSecond) {
        const std::span<const uint64_t> offsets = std::span(offsets_).first(lanes);
        const func::ColorLanes* result = &shaded_;
        if (target_.blender.enabled()) {
            target_.surface.view.load(target_.surface.bytes, offsets, columns(stored_));
            blended_ = shaded_;
            target_.blender.blend(blended_, hasSecond ? second_ : shaded_, stored_, lanes);
            result = &blended_;
        }
        if (target_.logic != nullptr) return writeLogic(offsets);
        if (target_.ditheredBits != std::array<uint8_t, 3>{}) {
            if (result == &shaded_) blended_ = shaded_;
            dither();
            result = &blended_;
        }
        target_.surface.view.store(target_.surface.bytes, offsets, columns(*result), target_.writeMask);
    }

    void dither() {
        for (uint32_t q = first_; q < end_; ++q)
            for (uint32_t f = 0; f < func::kQuadFragments; ++f) {
                const uint32_t lane = (q - first_) * func::kQuadFragments + f;
                const uint32_t x = static_cast<uint32_t>(batch_.x[q]) + (f & 1);
                const uint32_t y = static_cast<uint32_t>(batch_.y[q]) + (f >> 1);
                for (size_t c = 0; c < target_.ditheredBits.size(); ++c)
                    if (const uint32_t bits = target_.ditheredBits[c]; bits != 0)
                        blended_.component[c][lane] =
                            func::dither(kDitherThresholds, x, y, bits, blended_.component[c][lane]);
            }
    }

    /// Combines texels' bits.
    void writeLogic(std::span<const uint64_t> offsets) const {
        using Texels = std::array<std::byte, func::kColorLanes * size_t{16}>;
        alignas(64) Texels source{};
        alignas(64) Texels stored{};
        const SurfaceView& view = target_.surface.view;
        const size_t size = view.texelBytes();
        const std::span<std::byte> bytes = target_.surface.bytes;
        const auto isThere = [&](uint64_t offset) { return offset <= bytes.size() && bytes.size() - offset >= size; };
        func::packTexels(view.packed(), columns(shaded_), offsets.size(), source.data());
        for (size_t i = 0; i < offsets.size(); ++i)
            if (isThere(offsets[i])) std::memcpy(&stored[i * size], &bytes[offsets[i]], size);
        target_.logic(source, stored);
        const auto written = func::packedBits(view.packed(), target_.writeMask);
        for (size_t i = 0; i < offsets.size(); ++i) {
            if (!isThere(offsets[i])) continue;
            for (size_t b = 0; b < size; ++b) {
                std::byte& to = bytes[offsets[i] + b];
                to = (to & ~written[b]) | (source[i * size + b] & written[b]);
            }
        }
    }

    const QuadPlaces& places_;
    const ColorTarget& target_;
    const FragmentBatch& batch_;
    uint32_t first_;
    uint32_t end_;
    func::ColorLanes shaded_;
    func::ColorLanes second_;
    func::ColorLanes stored_;
    func::ColorLanes blended_;
    std::array<uint64_t, func::kColorLanes> offsets_;
};

}  // namespace

void readColor(const ir3::Wave& wave, const ir3::HalfResults& halves, uint32_t lanes, const ColorResult& from,
               bool integers, ShadedColor& color) {
    for (uint32_t c = 0; c < 4; ++c) {
        const uint32_t reg = from.reg + c;
        ir3::LaneWords& own = color.own[c];
        color.component[c] = &own;
        if (const ir3::LaneWords* const given = from.half ? halves.find(reg) : nullptr) {
            color.component[c] = given;
        } else if (from.half) {
            widen(wave, reg, lanes, from, integers, own);
        } else if (reg < wave.registers.size()) {
            color.component[c] = &wave.registers[reg];
        } else {
            own = {};
        }
    }
}

void writeColor(const QuadPlaces& places, const ColorTarget& target, const FragmentBatch& batch,
                const ShadedColor& color, const ShadedColor* second) {
    for (uint32_t first = 0; first < batch.quads;) {
        const uint32_t end = endOfRun(batch, first, kColorQuads, places.list);
        ColorRun(places, target, batch, first, end).write(color, second);
        first = end;
    }
}

}  // namespace cyclorama::adreno
