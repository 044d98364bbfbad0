// SPDX-License-Identifier: MIT
#include "families/adreno/fragment/fragment_pipe.h"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <vector>

#include "func/compare.h"
#include "func/lanes/host_versions.h"
#include "machine/values/fragment_tests.h"

namespace cyclorama::adreno {
namespace {

constexpr uint32_t kOpaque = 0x3f800000;

/// Bits set in masks of `bits` bits each, up to 32: many masks at once, as few hosts are sure to count by themselves.
[[gnu::always_inline]] inline uint64_t countBitsKernel(std::span<const uint32_t> masks, uint32_t bits) {
    constexpr uint32_t kWordBits = 64;
    uint64_t count = 0;
    uint64_t word = 0;
    uint32_t used = 0;
    for (const uint32_t mask : masks) {
        word |= uint64_t{mask} << used;
        used += bits;
        if (used + bits <= kWordBits) continue;
        count += static_cast<uint64_t>(std::popcount(word));
        word = used = 0;
    }
    return count + static_cast<uint64_t>(std::popcount(word));
}

uint64_t countBits(std::span<const uint32_t> masks, uint32_t bits) {
    return func::runOnHost<countBitsKernel>(masks, bits);
}

/// True if colours, in the same half registers for all targets, are all that is read of waves that have ended.
/// Integers, and results of other kinds that might share their registers, are bits.
bool wantsHalves(const RenderContext& context) {
    const FragmentResults& results = context.fragment.results;
    const ColorResult& first = results.colors[0];
    const bool onlyColors =
        results.depth == kNoRegister && results.stencil == kNoRegister && results.sampleMask == kNoRegister;
    return onlyColors && first.half && !results.dualSource &&
           std::ranges::all_of(context.targets.colors, [&](const ColorTarget& target) {
               const ColorResult& color = results.colors[target.number];
               return color.half && color.reg == first.reg && !target.isInteger();
           });
}

/// False where the program does nothing and no result of it is used.
bool needsProgram(const RenderContext& context) {
    const FragmentResults& results = context.fragment.results;
    const bool writesColors = std::ranges::any_of(context.targets.colors, [&](const ColorTarget& target) {
        return results.colors[target.number].reg != kNoRegister;
    });
    const bool asksForColor = context.targets.alphaTest.enabled || context.targets.alphaToCoverage;
    return !context.binding->cached->isEmpty || context.fragment.prefetchCount != 0 || writesColors || asksForColor ||
           results.depth != kNoRegister || results.stencil != kNoRegister || results.sampleMask != kNoRegister;
}

/// Nothing for a draw that does not test low resolution depth.
std::optional<LrzStage> makeLrz(const RenderContext& context) {
    if (!context.lrz || !context.lrz->control.tests) return std::nullopt;
    return std::optional<LrzStage>(std::in_place, *context.lrz);
}

std::optional<WaveRun> makeRun(const RenderContext& context, const WaveSlot& slot) {
    if (!context.binding) return std::nullopt;
    const FragmentShading shading{.binding = *context.binding,
                                  .control = context.fragment,
                                  .geometry = *context.geometry,
                                  .list = context.list,
                                  .draw = *context.draw,
                                  .drawsPoints = context.drawsPoints,
                                  .samples = context.samples()};
    const bool halves = wantsHalves(context) && context.trace == nullptr;
    return std::optional<WaveRun>(std::in_place, shading, slot, halves);
}

PackingRules packingRules(const RenderContext& context, const std::optional<WaveRun>& run) {
    return {.waveQuads = run ? run->quads() : FragmentBatch::kQuads,
            .samplesPerPixel = context.samples(),
            .perSample = context.perSample(),
            .separatesOverlaps = context.readsTargets};
}

}  // namespace

FragmentPipe::FragmentPipe(const RenderContext& context, const WaveSlot& slot)
    : context_(context),
      lrz_(makeLrz(context)),
      run_(makeRun(context, slot)),
      ends_(context.pixels),
      follower_(context.trace, context.list, context.samples()),
      source_(context.raster, context.list, lrz_ ? &*lrz_ : nullptr, ends_ || follower_ ? this : nullptr),
      packer_(context.list, packingRules(context, run_)),
      needsProgram_(context.binding && needsProgram(context)) {}

void FragmentPipe::draw(const func::RowBands& bands) {
    func::QuadBatch quads;
    source_.start(bands);
    while (!givenUp_ && source_.next(quads)) process(quads);
    shade();
}

void FragmentPipe::rejected(uint32_t triangle, int32_t x, int32_t y, uint32_t samples) {
    if (ends_) ends_.rejected(x, y, samples, context_.samples());
    if (follower_) follower_.rejected(triangle, x, y, samples);
}

void FragmentPipe::takeQuads(const func::QuadBatch& quads) {
    const uint32_t samples = context_.samples();
    const uint32_t wanted = machine::samplesOfQuad(context_.targets.sampleMask & ((1u << samples) - 1), samples);
    const uint32_t number = quads.quads;
    raster_.quads = number;
    std::copy_n(quads.x.begin(), number, raster_.x.begin());
    std::copy_n(quads.y.begin(), number, raster_.y.begin());
    std::copy_n(quads.triangle.begin(), number, raster_.triangle.begin());
    std::fill_n(raster_.sample.begin(), number, uint8_t{0});
    for (uint32_t q = 0; q < number; ++q) raster_.covered[q] = quads.sampleCoverage[q] & wanted;
    std::copy_n(raster_.covered.begin(), number, raster_.live.begin());
}

void FragmentPipe::process(const func::QuadBatch& quads) {
    takeQuads(quads);
    ends_.begin(std::span(quads.sampleCoverage).first(quads.quads));
    if (follower_) follower_.covered(raster_);
    if (context_.targets.testsEarly) test(raster_, {});
    if (follower_) machine::finishEnded(follower_.trace(), observed(raster_), raster_.covered);
    ends_.ended(gpu::FragmentEnd::Early, observed(raster_));
    if (context_.targets.testsEarly) {
        const uint64_t passed = count(raster_);
        if (!needsProgram_) return passProgram(passed);
    }
    packer_.take(raster_);
    while (!givenUp_ && packer_.pack()) shade();
}

void FragmentPipe::passProgram(uint64_t passed) {
    ends_.written(observed(raster_));
    if (follower_) machine::finishAll(follower_.trace(), observed(raster_));
    if (!run_) return;
    ends_.shaded(observed(raster_));
    const uint32_t samples = context_.samples();
    if (samples == 1 || context_.perSample()) {
        passedProgram_ += passed;
        return;
    }
    const std::span<const uint32_t> live = std::span(raster_.live).first(raster_.quads);
    std::array<uint32_t, FragmentBatch::kQuads> shaded;
    std::ranges::transform(live, shaded.begin(),
                           [samples](uint32_t bits) { return machine::liveFragments(bits, samples); });
    passedProgram_ += countBits(std::span(shaded).first(live.size()), func::kQuadFragments);
}

void FragmentPipe::shade() {
    FragmentBatch& batch = packer_.wave();
    if (batch.quads == 0 || givenUp_) return;
    ends_.begin(std::span(batch.live).first(batch.quads));
    if (run_) {
        ends_.shaded(observed(batch));
        if (follower_) beforeProgram_ = batch.live;
        const ir3::Wave* const wave = run_->run(batch, follower_);
        givenUp_ = wave == nullptr;
        if (givenUp_) return;
        finish(*wave, batch);
    } else {
        if (!context_.targets.testsEarly) {
            test(batch, {});
            count(batch);
        }
        ends_.ended(gpu::FragmentEnd::Early, observed(batch));
        ends_.written(observed(batch));
    }
    if (follower_) machine::finishAll(follower_.trace(), observed(batch));
    batch.quads = 0;
}

/// The depth and stencil test.
void FragmentPipe::test(FragmentBatch& batch, const ShadedDepth& shaded) {
    if (!follower_ || !context_.targets.depth.tests()) return testDepthStencil(context_, batch, shaded);
    const auto traced = follower_.targets(batch, context_.targets.depth.depth, context_.targets);
    testDepthStencil(context_, batch, shaded);
    machine::traceTest(follower_.trace(), observed(batch), traced);
}

void FragmentPipe::finish(const ir3::Wave& wave, FragmentBatch& batch) {
    const RenderTargets& targets = context_.targets;
    const ColorResult& color = context_.fragment.results.colors[0];
    if ((targets.alphaTest.enabled || targets.alphaToCoverage) && color.reg != kNoRegister) {
        readColor(wave, run_->halves(), batch.quads * func::kQuadFragments, color, false, color_);
        testAlpha(batch);
    }
    ends_.ended(gpu::FragmentEnd::Killed, observed(batch));
    if (follower_) machine::traceKilled(follower_.trace(), observed(batch), beforeProgram_);
    if (!targets.testsEarly) {
        testLate(wave, batch);
        count(batch);
    }
    ends_.ended(gpu::FragmentEnd::Late, observed(batch));
    ends_.written(observed(batch));
    writeColors(wave, batch);
}

/// The alpha test, and alpha to coverage, of the first colour.
void FragmentPipe::testAlpha(FragmentBatch& batch) const {
    const auto alphaOf = [&](uint32_t lane) { return std::bit_cast<float>(color_.component[3]->lane[lane]); };
    const AlphaComparison& test = context_.targets.alphaTest;
    if (test.enabled) {
        isa::WaveMask failed{};
        for (uint32_t lane = 0; lane < batch.quads * func::kQuadFragments; ++lane)
            if (!func::compare(test.function, alphaOf(lane), test.reference)) failed |= isa::WaveMask::only(lane);
        removeFragments(batch, failed, context_.samples());
    }
    if (context_.targets.alphaToCoverage)
        machine::keepSamples(std::span(batch.live).first(batch.quads), context_.samples(),
                             [&](uint32_t lane) { return machine::samplesOfAlpha(alphaOf(lane), context_.samples()); });
}

void FragmentPipe::testLate(const ir3::Wave& wave, FragmentBatch& batch) {
    const FragmentResults& results = context_.fragment.results;
    const auto result = [&](uint32_t number) {
        return number < wave.registers.size() ? &wave.registers[number] : nullptr;
    };
    test(batch, {.depth = result(results.depth), .stencil = result(results.stencil)});
}

void FragmentPipe::writeColors(const ir3::Wave& wave, const FragmentBatch& batch) {
    const FragmentResults& results = context_.fragment.results;
    const auto read = [&](uint32_t number, const ColorTarget& target, ShadedColor& color) {
        if (results.colors[number].reg == kNoRegister) return false;
        readColor(wave, run_->halves(), batch.quads * func::kQuadFragments, results.colors[number], target.isInteger(),
                  color);
        if (context_.targets.alphaToOne && !target.isInteger()) {
            color.own[3].lane.fill(kOpaque);
            color.component[3] = &color.own[3];
        }
        return true;
    };
    for (const ColorTarget& target : context_.targets.colors) {
        if (!read(target.number, target, color_)) continue;
        const bool hasSecond = results.dualSource && target.usesSecondColor && read(1, target, second_);
        const auto traced = follower_ ? follower_.targets(batch, target.surface, context_.targets)
                                      : std::vector<machine::TracedTarget>{};
        writeColor(context_, target, batch, color_, hasSecond ? &second_ : nullptr);
        if (traced.empty()) continue;
        machine::traceWrite(follower_.trace(), observed(batch), traced, target.number, [&](uint32_t lane) {
            func::Vec4 value;
            for (size_t c = 0; c < value.size(); ++c) value[c] = std::bit_cast<float>(color_.component[c]->lane[lane]);
            return value;
        });
    }
}

/// Samples are counted where they are tested: before the program, whatever it does with them, or after it.
uint64_t FragmentPipe::count(const FragmentBatch& batch) {
    const uint32_t samples = context_.samples();
    const uint64_t passed = countBits(std::span(batch.live).first(batch.quads), samples * func::kQuadFragments);
    samplesPassed_ += passed;
    return passed;
}

}  // namespace cyclorama::adreno
