// SPDX-License-Identifier: MIT
#include "func/output/color_write.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

#include "func/formats/any_color_format.h"
#include "func/formats/srgb.h"
#include "func/lanes/vectors.h"
#include "func/memory/load_value.h"
#include "func/raster/quad_batch.h"

namespace cyclorama::func {
namespace {

void decodeSrgb(bool exact, ColorLanes& colors, uint32_t lanes) {
    for (uint32_t c = 0; c < kColorComponents; ++c) {
        for (float& value : std::span(colors.component[c]).first(lanes))
            value = exact ? exactLinearFromSrgb(value) : linearFromSrgb(value);
    }
}

void encodeSrgb(bool exact, ColorLanes& colors, uint32_t lanes) {
    for (uint32_t c = 0; c < kColorComponents; ++c) {
        for (float& value : std::span(colors.component[c]).first(lanes))
            value = exact ? exactSrgbFromLinear(value) : unifyNan(srgbFromLinear(value));
    }
}

/// Replaces the bits of `stored` that coverage and write mask let through; samples by fours, which the compiler takes
/// at once.
template <typename Word>
void mergeCovered(uint32_t coverage, Word writeBits, uint32_t samples, const std::byte* result, std::byte* stored) {
    using Words = std::array<Word, kQuadFragments>;
    for (uint32_t first = 0; first < samples; first += kQuadFragments) {
        Words previous;
        Words next;
        std::memcpy(&previous, stored + first * sizeof(Word), sizeof(Words));
        std::memcpy(&next, result + first * sizeof(Word), sizeof(Words));
        for (uint32_t i = 0; i < kQuadFragments; ++i) {
            const Word mask = (coverage >> first & 1u << i) != 0 ? writeBits : Word{0};
            next[i] = (previous[i] & ~mask) | (next[i] & mask);
        }
        std::memcpy(stored + first * sizeof(Word), &next, sizeof(Words));
    }
}

/// The same for samples at offsets of their own; those that are not covered are left alone.
template <typename Word>
void scatterCovered(uint32_t coverage, Word writeBits, const QuadShape& shape, const std::byte* result,
                    std::byte* quad) {
    for (uint32_t rest = coverage; rest != 0; rest &= rest - 1) {
        const auto i = static_cast<uint32_t>(std::countr_zero(rest));
        std::byte* stored = quad + shape.offset[i];
        Word next;
        std::memcpy(&next, result + i * sizeof(Word), sizeof(Word));
        if (writeBits != static_cast<Word>(~Word{0})) {
            Word previous;
            std::memcpy(&previous, stored, sizeof(Word));
            next = static_cast<Word>((previous & ~writeBits) | (next & writeBits));
        }
        std::memcpy(stored, &next, sizeof(Word));
    }
}

template <typename Word>
void gatherSamples(const QuadShape& shape, uint32_t count, const std::byte* quad, std::byte* samples) {
    for (uint32_t i = 0; i < count; ++i) std::memcpy(samples + i * sizeof(Word), quad + shape.offset[i], sizeof(Word));
}

/// Gives every sample of a fragment the fragment's value, in place: from the last fragment on.
template <typename Word, uint32_t kSamples>
void spreadFragments(std::byte* values, uint32_t fragments) {
    for (uint32_t f = fragments; f-- > 0;) {
        const Word value = loadValue<Word>(values + f * sizeof(Word));
        std::array<Word, kSamples> copies;
        copies.fill(value);
        std::memcpy(values + f * sizeof copies, &copies, sizeof copies);
    }
}

template <typename Word>
void spreadFragments(std::byte* values, uint32_t fragments, uint32_t samples) {
    switch (samples) {
        case 2:
            return spreadFragments<Word, 2>(values, fragments);
        case 4:
            return spreadFragments<Word, 4>(values, fragments);
        case 8:
            return spreadFragments<Word, 8>(values, fragments);
        default:
            return;
    }
}

BlendState blendingOf(const ColorTargetState& state, const ColorFormat& format) {
    return format.integer ? BlendState{} : state.blend;
}

}  // namespace

ColorWriter::ColorWriter(const ColorTargetState& state, const QuadShape& shape)
    : format_(findColorFormat(state.format, state.conversion)),
      samples_(state.samples),
      srgb_(state.srgb),
      exact_(state.conversion == ColorConversion::Exact),
      shape_(shape),
      blender_(blendingOf(state, *format_)),
      dithers_(state.ditherMatrix != kNoDithering && format_->ditherable()),
      ditherMatrix_(state.ditherMatrix) {
    assert(format_ != nullptr);
    writeBits_ = format_->writeBits(state.writeMask);
    if (state.logicOperationEnabled && (format_->normalized || format_->integer))
        logic_ = selectLogicFunction(state.logicOperation);
    // Quads of a tile share its rows: they differ in a row's share alone.
    collisionBytes_ = shape_.contiguous ? quadBytes() : quadBytes() / (kQuadFragments / kQuadWidth);
}

void ColorWriter::write(std::span<std::byte> buffer, const ColorRun& run) const {
    assert(run.coverage.size() == run.offsets.size());
    if (masked()) return;
    if (run.offsets.size() == 1) return writeBatch(buffer, run, 0, 1);
    const uint32_t largestBatch = kColorLanes / (kQuadFragments * samples_);
    for (uint32_t first = 0; first < run.offsets.size();) {
        const uint32_t quads = independentQuads(run.offsets, first, largestBatch, collisionBytes_);
        writeBatch(buffer, run, first, quads);
        first += quads;
    }
}

void ColorWriter::loadSource(const ColorRun& run, uint32_t firstQuad, uint32_t quads, uint32_t copies,
                             ColorLanes& source) const {
    const uint32_t fragments = quads * kQuadFragments;
    const bool clamps = format_->clampsInput;
    for (uint32_t c = 0; c < 4; ++c) {
        const float* shaded = run.color[c] + size_t{firstQuad} * kQuadFragments;
        float* lane = source.component[c].data();
        if (copies == 1) {
            for (uint32_t f = 0; f < fragments; f += kQuadFragments) {
                const Float4 values = loadFloats(shaded + f);
                storeFloats(lane + f, clamps ? clampToUnit(values) : values);
            }
            continue;
        }
        for (uint32_t f = 0; f < fragments; ++f)
            lane = std::fill_n(lane, copies, clamps ? clampToUnit(shaded[f]) : shaded[f]);
    }
}

void ColorWriter::writeBatch(std::span<std::byte> buffer, const ColorRun& run, uint32_t firstQuad,
                             uint32_t quads) const {
    // If nothing depends on the sample, all those of a fragment become the same.
    const uint32_t copies = readsDestination() || dithers_ ? samples_ : 1;
    const uint32_t lanes = quads * kQuadFragments * copies;
    const size_t bytes = quadBytes();
    ColorLanes source;
    loadSource(run, firstQuad, quads, copies, source);

    SampleBytes stored;
    if (readsDestination()) {
        for (uint32_t q = 0; q < quads; ++q)
            gather(buffer.data() + run.offsets[firstQuad + q], stored.data.data() + q * bytes);
    }
    if (blender_.enabled()) {
        ColorLanes destination;
        format_->unpack(stored, lanes, destination);
        if (srgb_) decodeSrgb(exact_, destination, lanes);
        blender_.blend(source, destination, lanes);
    }
    if (srgb_) encodeSrgb(exact_, source, lanes);
    if (dithers_) ditherBatch(run, firstQuad, quads, source);
    SampleBytes result;
    format_->pack(source, lanes, result);
    if (copies != samples_) spread(result.data.data(), quads * kQuadFragments);
    if (logic_ != nullptr) {
        const size_t words = (quads * bytes + 7) / 8 * 8;
        logic_({result.data.data(), words}, {stored.data.data(), words});
    }

    for (uint32_t q = 0; q < quads; ++q) {
        assert(run.offsets[firstQuad + q] + std::max<size_t>(shape_.extent, shape_.contiguous ? bytes : 0) <=
               buffer.size());
        merge(run.coverage[firstQuad + q], result.data.data() + q * bytes, buffer.data() + run.offsets[firstQuad + q]);
    }
}

void ColorWriter::ditherBatch(const ColorRun& run, uint32_t firstQuad, uint32_t quads, ColorLanes& source) const {
    assert(run.quadrants.size() == run.offsets.size());
    uint32_t lane = 0;
    for (uint32_t q = 0; q < quads; ++q) {
        const uint32_t quadrant = run.quadrants[firstQuad + q];
        for (uint32_t fragment = 0; fragment < kQuadFragments; ++fragment) {
            const uint32_t x = (quadrant & 1) * kQuadWidth + fragment % kQuadWidth;
            const uint32_t y = (quadrant >> 1) * kQuadWidth + fragment / kQuadWidth;
            for (uint32_t sample = 0; sample < samples_; ++sample, ++lane)
                for (size_t c = 0; c < format_->ditheredBits.size(); ++c)
                    if (const uint32_t bits = format_->ditheredBits[c]; bits != 0)
                        source.component[c][lane] = dither(ditherMatrix_, x, y, bits, source.component[c][lane]);
        }
    }
}

void ColorWriter::spread(std::byte* values, uint32_t fragments) const {
    switch (format_->bytesPerSample) {
        case 1:
            return spreadFragments<uint8_t>(values, fragments, samples_);
        case 2:
            return spreadFragments<uint16_t>(values, fragments, samples_);
        case 4:
            return spreadFragments<uint32_t>(values, fragments, samples_);
        default:
            return spreadFragments<uint64_t>(values, fragments, samples_);
    }
}

void ColorWriter::gather(const std::byte* quad, std::byte* samples) const {
    const uint32_t count = kQuadFragments * samples_;
    if (shape_.contiguous) {
        std::memcpy(samples, quad, quadBytes());
        return;
    }
    switch (format_->bytesPerSample) {
        case 1:
            return gatherSamples<uint8_t>(shape_, count, quad, samples);
        case 2:
            return gatherSamples<uint16_t>(shape_, count, quad, samples);
        case 4:
            return gatherSamples<uint32_t>(shape_, count, quad, samples);
        default:
            return gatherSamples<uint64_t>(shape_, count, quad, samples);
    }
}

void ColorWriter::merge(uint32_t coverage, const std::byte* result, std::byte* quad) const {
    const uint32_t count = kQuadFragments * samples_;
    if (shape_.contiguous) {
        if (format_->bytesPerSample == 4)
            mergeCovered(coverage, static_cast<uint32_t>(writeBits_), count, result, quad);
        else
            mergeCovered(coverage, writeBits_, count, result, quad);
        return;
    }
    switch (format_->bytesPerSample) {
        case 1:
            return scatterCovered(coverage, static_cast<uint8_t>(writeBits_), shape_, result, quad);
        case 2:
            return scatterCovered(coverage, static_cast<uint16_t>(writeBits_), shape_, result, quad);
        case 4:
            return scatterCovered(coverage, static_cast<uint32_t>(writeBits_), shape_, result, quad);
        default:
            return scatterCovered(coverage, writeBits_, shape_, result, quad);
    }
}

void fillColor(std::span<std::byte> buffer, Format format, const Vec4& color) {
    const std::array<std::byte, kMaxSampleBytes> bytes = packClearColor(format, color);
    const uint32_t size = findAnyColorFormat(format)->bytesPerSample;
    assert(buffer.size() % size == 0);
    if (buffer.empty()) return;
    std::memcpy(buffer.data(), bytes.data(), size);
    for (size_t done = size; done < buffer.size(); done *= 2)
        std::memcpy(buffer.data() + done, buffer.data(), std::min(done, buffer.size() - done));
}

}  // namespace cyclorama::func
