#include "func/color_write.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "func/quad_batch.h"
#include "func/srgb.h"

namespace cyclorama::func {
namespace {

/// Conversion between colour spaces works on red, green and blue alone.
constexpr uint32_t kColorComponents = 3;

void decodeSrgb(ColorLanes& colors, uint32_t lanes) {
    for (uint32_t c = 0; c < kColorComponents; ++c) {
        for (uint32_t i = 0; i < lanes; ++i) colors.component[c][i] = linearFromSrgb(colors.component[c][i]);
    }
}

void encodeSrgb(ColorLanes& colors, uint32_t lanes) {
    for (uint32_t c = 0; c < kColorComponents; ++c) {
        for (uint32_t i = 0; i < lanes; ++i) colors.component[c][i] = unifyNan(srgbFromLinear(colors.component[c][i]));
    }
}

/// Replaces the bits of `stored` that coverage and write mask let through.
template <typename Word>
void mergeCovered(uint32_t coverage, Word writeBits, uint32_t samples, const std::byte* result, std::byte* stored) {
    for (uint32_t i = 0; i < samples; ++i) {
        Word previous;
        Word next;
        std::memcpy(&previous, stored + i * sizeof(Word), sizeof(Word));
        std::memcpy(&next, result + i * sizeof(Word), sizeof(Word));
        const Word mask = (coverage >> i & 1u) != 0 ? writeBits : Word{0};
        next = (previous & ~mask) | (next & mask);
        std::memcpy(stored + i * sizeof(Word), &next, sizeof(Word));
    }
}

}  // namespace

ColorWriter::ColorWriter(const ColorTargetState& state)
    : format_(findColorFormat(state.format)), samples_(state.samples), srgb_(state.srgb), blender_(state.blend) {
    assert(format_ != nullptr);
    writeBits_ = format_->writeBits(state.writeMask);
    if (state.logicOperationEnabled && format_->normalized) logic_ = selectLogicFunction(state.logicOperation);
}

void ColorWriter::write(std::span<std::byte> buffer, const ColorRun& run) const {
    assert(run.coverage.size() == run.offsets.size());
    if (masked()) return;
    const uint32_t largestBatch = kColorLanes / (kQuadFragments * samples_);
    for (uint32_t first = 0; first < run.offsets.size();) {
        const uint32_t quads = independentQuads(run.offsets, first, largestBatch, quadBytes());
        writeBatch(buffer, run, first, quads);
        first += quads;
    }
}

void ColorWriter::loadSource(const ColorRun& run, uint32_t firstQuad, uint32_t quads, ColorLanes& source) const {
    const uint32_t fragments = quads * kQuadFragments;
    for (uint32_t c = 0; c < 4; ++c) {
        const float* shaded = run.color[c] + size_t{firstQuad} * kQuadFragments;
        float* lane = source.component[c].data();
        if (samples_ == 1) {
            std::copy_n(shaded, fragments, lane);
        } else {
            for (uint32_t f = 0; f < fragments; ++f) std::fill_n(lane + size_t{f} * samples_, samples_, shaded[f]);
        }
        if (format_->clampsInput) {
            for (uint32_t i = 0; i < fragments * samples_; ++i) lane[i] = clampToUnit(lane[i]);
        }
    }
}

void ColorWriter::writeBatch(std::span<std::byte> buffer, const ColorRun& run, uint32_t firstQuad,
                             uint32_t quads) const {
    const uint32_t quadLanes = kQuadFragments * samples_;
    const uint32_t lanes = quads * quadLanes;
    const size_t bytes = quadBytes();
    ColorLanes source;
    loadSource(run, firstQuad, quads, source);

    SampleBytes stored;
    if (readsDestination()) {
        for (uint32_t q = 0; q < quads; ++q) {
            std::memcpy(stored.data.data() + q * bytes, buffer.data() + run.offsets[firstQuad + q], bytes);
        }
    }
    if (blender_.enabled()) {
        ColorLanes destination;
        format_->unpack(stored, lanes, destination);
        if (srgb_) decodeSrgb(destination, lanes);
        blender_.blend(source, destination, lanes);
    }
    if (srgb_) encodeSrgb(source, lanes);
    SampleBytes result;
    format_->pack(source, lanes, result);
    if (logic_ != nullptr) logic_({result.data.data(), quads * bytes}, {stored.data.data(), quads * bytes});

    for (uint32_t q = 0; q < quads; ++q) {
        assert(run.offsets[firstQuad + q] + bytes <= buffer.size());
        std::byte* target = buffer.data() + run.offsets[firstQuad + q];
        const std::byte* values = result.data.data() + q * bytes;
        const uint32_t coverage = run.coverage[firstQuad + q];
        if (format_->bytesPerSample == 4) {
            mergeCovered(coverage, static_cast<uint32_t>(writeBits_), quadLanes, values, target);
        } else {
            mergeCovered(coverage, writeBits_, quadLanes, values, target);
        }
    }
}

void fillColor(std::span<std::byte> buffer, Format format, const Vec4& color) {
    const std::array<std::byte, kMaxSampleBytes> bytes = packClearColor(format, color);
    const uint32_t size = findColorFormat(format)->bytesPerSample;
    assert(buffer.size() % size == 0);
    for (size_t i = 0; i < buffer.size(); i += size) std::memcpy(buffer.data() + i, bytes.data(), size);
}

}  // namespace cyclorama::func
