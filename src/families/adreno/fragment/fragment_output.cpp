// SPDX-License-Identifier: MIT
#include "families/adreno/fragment/fragment_output.h"

#include <bit>
#include <span>
#include <vector>

#include "func/compare.h"
#include "machine/values/fragment_quads.h"
#include "machine/values/fragment_tests.h"

namespace cyclorama::adreno {
namespace {

constexpr uint32_t kOpaque = 0x3f800000;

std::span<uint32_t> liveOf(FragmentBatch& batch) { return std::span(batch.live).first(batch.quads); }

}  // namespace

void FragmentOutput::testAlpha(const WaveResults& wave, FragmentBatch& batch) {
    const ColorResult& color = results_.colors[0];
    if ((!targets_.alphaTest.enabled && !targets_.alphaToCoverage) || color.reg == ir3::kNoRegister) return;
    readColor(wave.wave, wave.halves, batch.quads * func::kQuadFragments, color, false, color_);
    removeByAlpha(batch);
}

void FragmentOutput::removeByAlpha(FragmentBatch& batch) const {
    const uint32_t samples = depth_.places.samplesPerPixel;
    const auto alphaOf = [&](uint32_t lane) { return std::bit_cast<float>(color_.component[3]->lane[lane]); };
    const AlphaComparison& test = targets_.alphaTest;
    if (test.enabled)
        machine::keepSamples(liveOf(batch), samples, [&](uint32_t lane) {
            return func::compare(test.function, alphaOf(lane), test.reference) ? ~0u : 0u;
        });
    if (targets_.alphaToCoverage)
        machine::keepSamples(liveOf(batch), samples,
                             [&](uint32_t lane) { return machine::samplesOfAlpha(alphaOf(lane), samples); });
}

uint64_t FragmentOutput::testDepth(FragmentBatch& batch, const ShadedDepth& shaded) {
    const bool traced = tracer_ && depth_.target.tests();
    const auto before =
        traced ? tracer_.targets(batch, depth_.target.depth, depth_.places) : std::vector<machine::TracedTarget>{};
    testDepthStencil(depth_, batch, shaded);
    const uint32_t samples = depth_.places.samplesPerPixel;
    if (traced) machine::traceTest(tracer_.trace(), quadsOf(batch, samples), before);
    const uint64_t passed = machine::countSamples(liveOf(batch), samples);
    samplesPassed_ += passed;
    return passed;
}

void FragmentOutput::testDepth(const WaveResults& wave, FragmentBatch& batch) {
    const std::vector<ir3::LaneWords>& registers = wave.wave.registers;
    const auto result = [&](uint32_t number) { return number < registers.size() ? &registers[number] : nullptr; };
    testDepth(batch, {.depth = result(results_.depth), .stencil = result(results_.stencil)});
}

bool FragmentOutput::read(const WaveResults& wave, const FragmentBatch& batch, uint32_t number,
                          const ColorTarget& target, ShadedColor& color) const {
    if (results_.colors[number].reg == ir3::kNoRegister) return false;
    const uint32_t lanes = batch.quads * func::kQuadFragments;
    readColor(wave.wave, wave.halves, lanes, results_.colors[number], target.isInteger(), color);
    if (targets_.alphaToOne && !target.isInteger()) {
        color.own[3].lane.fill(kOpaque);
        color.component[3] = &color.own[3];
    }
    return true;
}

void FragmentOutput::writeColors(const WaveResults& wave, const FragmentBatch& batch) {
    const QuadPlaces& places = depth_.places;
    for (const ColorTarget& target : targets_.colors) {
        if (!read(wave, batch, target.number, target, color_)) continue;
        const bool hasSecond = results_.dualSource && target.usesSecondColor && read(wave, batch, 1, target, second_);
        const auto before =
            tracer_ ? tracer_.targets(batch, target.surface, places) : std::vector<machine::TracedTarget>{};
        writeColor(places, target, batch, color_, hasSecond ? &second_ : nullptr);
        if (before.empty()) continue;
        const auto colorOf = [&](uint32_t lane) {
            func::Vec4 value;
            for (size_t c = 0; c < value.size(); ++c) value[c] = std::bit_cast<float>(color_.component[c]->lane[lane]);
            return value;
        };
        machine::traceWrite(tracer_.trace(), quadsOf(batch, places.samplesPerPixel), before, target.number, colorOf);
    }
}

}  // namespace cyclorama::adreno
