// SPDX-License-Identifier: MIT
#include "families/adreno/fragment/fragment_pipe.h"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <vector>

#include "families/adreno/fragment/fragment_inputs.h"
#include "families/adreno/gras/batch_runs.h"
#include "func/compare.h"
#include "func/lanes/host_versions.h"
#include "machine/values/fragment_tests.h"

namespace cyclorama::adreno {
namespace {

constexpr int32_t kMostColumns = 16384;
constexpr uint32_t kOpaque = 0x3f800000;

/// The bits of a wave's lanes for one quad.
uint32_t ofQuad(isa::WaveMask mask, uint32_t quad) {
    const uint32_t lane = quad * func::kQuadFragments;
    return static_cast<uint32_t>((lane < 64 ? mask.low >> lane : mask.high >> (lane - 64)) & func::kAllFragments);
}

isa::WaveMask atQuad(uint32_t fragments, uint32_t quad) {
    const uint32_t lane = quad * func::kQuadFragments;
    return lane < 64 ? isa::WaveMask{uint64_t{fragments} << lane, 0}
                     : isa::WaveMask{0, uint64_t{fragments} << (lane - 64)};
}

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

/// All samples of some fragments.
uint32_t allSamples(uint32_t fragments, uint32_t samples) {
    const uint32_t all = (1u << samples) - 1;
    uint32_t bits = 0;
    for (uint32_t f = 0; f < func::kQuadFragments; ++f)
        if ((fragments >> f & 1) != 0) bits |= all << (f * samples);
    return bits;
}

}  // namespace

FragmentPipe::FragmentPipe(const RenderContext& context, const WaveSlot& slot)
    : context_(context),
      binding_(context.binding),
      ends_(context),
      follower_(context),
      waveQuads_(FragmentBatch::kQuads) {
    raster_.quads = live_.quads = 0;
    if (context_.lrz && context_.lrz->control.tests) lrz_.emplace(*context_.lrz);
    if (!binding_) return;
    binding_->shape.registers =
        std::max(binding_->shape.registers, registersOf(context_.fragment, binding_->shape.mergedRegisters));
    waveQuads_ = binding_->shape.width / func::kQuadFragments;
    units_.emplace(context_);
    units_->setSlot(slot);
    needsProgram_ = needsProgram();
    wantsHalves_ = wantsHalves() && !follower_;
    halves_.first = context_.fragment.results.colors[0].reg;
}

/// Integers, and results of other kinds that might share their registers, are bits.
bool FragmentPipe::wantsHalves() const {
    const FragmentResults& results = context_.fragment.results;
    const ColorResult& first = results.colors[0];
    const bool onlyColors =
        results.depth == kNoRegister && results.stencil == kNoRegister && results.sampleMask == kNoRegister;
    return onlyColors && first.half && !results.dualSource &&
           std::ranges::all_of(context_.targets.colors, [&](const ColorTarget& target) {
               const ColorResult& color = results.colors[target.number];
               return color.half && color.reg == first.reg && !target.isInteger();
           });
}

bool FragmentPipe::needsProgram() const {
    const FragmentResults& results = context_.fragment.results;
    const bool writesColors = std::ranges::any_of(context_.targets.colors, [&](const ColorTarget& target) {
        return results.colors[target.number].reg != kNoRegister;
    });
    const bool asksForColor = context_.targets.alphaTest.enabled || context_.targets.alphaToCoverage;
    return !binding_->cached->isEmpty || context_.fragment.prefetchCount != 0 || writesColors || asksForColor ||
           results.depth != kNoRegister || results.stencil != kNoRegister || results.sampleMask != kNoRegister;
}

void FragmentPipe::draw(const RowBands& bands) {
    const std::vector<RasterTriangle>& triangles = context_.list.triangles;
    const auto count = static_cast<uint32_t>(triangles.size());
    for (uint32_t first = 0; first < count;) {
        uint32_t end = first + 1;
        while (end < count && triangles[end].viewport == triangles[first].viewport) ++end;
        drawTriangles(first, end, bands);
        first = end;
    }
    shade();
}

/// Triangles through one viewport.
void FragmentPipe::drawTriangles(uint32_t first, uint32_t end, const RowBands& bands) {
    const func::RasterState state = rasterState(context_.raster, context_.list.triangles[first].viewport);
    func::QuadFiller filler(state, func::TileSizes{}, func::QuadParts::Coverage);
    func::QuadBatch quads;
    quads.quads = 0;
    for (uint32_t t = first; t < end && !givenUp_; ++t) {
        const func::PixelRectangle& bounds = context_.list.setups[t].bounds;
        for (int32_t band = bands.firstFrom(bounds.minY); band * bands.height <= bounds.maxY; band += bands.step)
            drawTriangle(t, band * bands.height, (band + 1) * bands.height, filler, quads);
    }
    take(quads);
}

void FragmentPipe::drawTriangle(uint32_t number, int32_t minY, int32_t maxY, func::QuadFiller& filler,
                                func::QuadBatch& quads) {
    const auto triangle = std::span(context_.list.setups).subspan(number, 1);
    auto left = LrzStage::Verdict::All;
    if (lrz_) left = lrz_->take(triangle[0], context_.list.triangles[number], minY, maxY);
    if (left == LrzStage::Verdict::None && !ends_ && !follower_) return;
    filler.start(triangle, number, {.minX = 0, .minY = minY, .maxX = kMostColumns, .maxY = maxY});
    for (bool more = true; more && !givenUp_;) {
        const uint32_t before = quads.quads;
        more = filler.fill(quads);
        if (left != LrzStage::Verdict::All) dropRejected(quads, before, left);
        if (more || quads.full()) take(quads);
    }
}

void FragmentPipe::dropRejected(func::QuadBatch& quads, uint32_t first, LrzStage::Verdict left) const {
    uint32_t kept = first;
    for (uint32_t q = first; q < quads.quads; ++q) {
        if (left == LrzStage::Verdict::None || lrz_->rejects(quads.x[q], quads.y[q])) {
            if (ends_) ends_.rejected(quads.x[q], quads.y[q], quads.sampleCoverage[q]);
            if (follower_) follower_.rejected(quads.triangle[q], quads.x[q], quads.y[q], quads.sampleCoverage[q]);
            continue;
        }
        quads.x[kept] = quads.x[q];
        quads.y[kept] = quads.y[q];
        quads.triangle[kept] = quads.triangle[q];
        quads.sampleCoverage[kept] = quads.sampleCoverage[q];
        ++kept;
    }
    quads.quads = kept;
}

void FragmentPipe::take(func::QuadBatch& quads) {
    const uint32_t samples = context_.samples();
    const uint32_t mask = context_.targets.sampleMask & ((1u << samples) - 1);
    uint32_t wanted = 0;
    for (uint32_t f = 0; f < func::kQuadFragments; ++f) wanted |= mask << (f * samples);
    const uint32_t number = quads.quads;
    raster_.quads = number;
    std::copy_n(quads.x.begin(), number, raster_.x.begin());
    std::copy_n(quads.y.begin(), number, raster_.y.begin());
    std::copy_n(quads.triangle.begin(), number, raster_.triangle.begin());
    std::fill_n(raster_.sample.begin(), number, uint8_t{0});
    for (uint32_t q = 0; q < number; ++q) raster_.covered[q] = quads.sampleCoverage[q] & wanted;
    std::copy_n(raster_.covered.begin(), number, raster_.live.begin());
    quads.quads = 0;
    ends_.begin(std::span(quads.sampleCoverage).first(number));
    if (follower_) follower_.covered(raster_);
    if (context_.targets.testsEarly) test(raster_, {});
    if (follower_) follower_.finish(raster_, false);
    ends_.ended(gpu::FragmentEnd::Early, raster_);
    if (context_.targets.testsEarly) {
        const uint64_t passed = count(raster_);
        if (!needsProgram_) return passProgram(passed);
    }
    for (uint32_t q = 0; q < raster_.quads && !givenUp_; ++q)
        if (raster_.live[q] != 0) expand(q);
}

void FragmentPipe::passProgram(uint64_t passed) {
    ends_.written(raster_);
    if (follower_) follower_.finish(raster_, true);
    if (!binding_) return;
    ends_.shaded(raster_);
    const uint32_t samples = context_.samples();
    if (samples == 1 || context_.perSample()) {
        fragmentsShaded_ += passed;
        return;
    }
    const std::span<const uint32_t> live = std::span(raster_.live).first(raster_.quads);
    std::array<uint32_t, FragmentBatch::kQuads> shaded;
    std::ranges::transform(live, shaded.begin(),
                           [samples](uint32_t bits) { return machine::liveFragments(bits, samples); });
    fragmentsShaded_ += countBits(std::span(shaded).first(live.size()), func::kQuadFragments);
}

/// A quad becomes one for each of its samples, if these are shaded one by one.
void FragmentPipe::expand(uint32_t quad) {
    if (!context_.perSample()) return keep(quad);
    const uint32_t live = raster_.live[quad];
    for (uint32_t s = 0; s < context_.samples(); ++s) {
        raster_.live[quad] = live & sampleOfAll(s, context_.samples());
        raster_.sample[quad] = static_cast<uint8_t>(s);
        if (raster_.live[quad] != 0) keep(quad);
    }
}

void FragmentPipe::keep(uint32_t quad) {
    if (context_.readsTargets) shadeBelow(quad);
    live_.append(raster_, quad);
    if (live_.quads == waveQuads_) shade();
}

/// Shades what waits, if the quad lies on a part of it.
void FragmentPipe::shadeBelow(uint32_t quad) {
    for (uint32_t q = 0; q < live_.quads; ++q)
        if (overlap(live_, q, raster_, quad, context_.list)) return shade();
}

void FragmentPipe::shade() {
    if (live_.quads == 0 || givenUp_) return;
    if (binding_) {
        const isa::WaveMask lanes = isa::WaveMask::first(live_.quads * func::kQuadFragments);
        ir3::Wave& wave = binding_->startWave(wave_, lanes);
        const isa::WaveMask shaded = fragments();
        fragmentsShaded_ += shaded.count();
        wave.helpers = lanes & ~shaded;
        ends_.begin(std::span(live_.live).first(live_.quads));
        ends_.shaded(live_);
        units_->setBatch(live_);
        loadFragmentInputs(context_, live_, *units_, wave);
        if (!runWave(wave)) return;
        if (follower_) followed_ = live_;
        removeFragments(wave.killed);
        finish(wave);
    } else {
        ends_.begin(std::span(live_.live).first(live_.quads));
        if (!context_.targets.testsEarly) {
            test(live_, {});
            count(live_);
        }
        ends_.ended(gpu::FragmentEnd::Early, live_);
        ends_.written(live_);
    }
    if (follower_) follower_.finish(live_, true);
    live_.quads = 0;
}

/// The depth and stencil test.
void FragmentPipe::test(FragmentBatch& batch, const ShadedDepth& shaded) {
    if (!follower_ || !context_.targets.depth.tests()) return testDepthStencil(context_, batch, shaded);
    const auto looks = follower_.look(batch, context_.targets.depth.depth);
    testDepthStencil(context_, batch, shaded);
    follower_.tested(batch, looks);
}

bool FragmentPipe::runWave(ir3::Wave& wave) {
    ir3::ExecutionContext context = binding_->context(*units_);
    if (follower_) {
        follower_.begin(live_);
        context.tracer = &follower_;
    }
    const ir3::WaveStatus status = wantsHalves_ ? ir3::run(binding_->program(), wave, context, halves_)
                                                : ir3::run(binding_->program(), wave, context);
    givenUp_ = status == ir3::WaveStatus::StepLimit || status == ir3::WaveStatus::NoInstruction ||
               status == ir3::WaveStatus::LeftTheProgram;
    if (givenUp_) binding_->report(status);
    return !givenUp_;
}

isa::WaveMask FragmentPipe::fragments() const {
    isa::WaveMask mask{};
    for (uint32_t q = 0; q < live_.quads; ++q)
        mask |= atQuad(machine::liveFragments(live_.live[q], context_.samples()), q);
    return mask;
}

void FragmentPipe::removeFragments(isa::WaveMask killed) {
    if (killed.none()) return;
    for (uint32_t q = 0; q < live_.quads; ++q)
        if (const uint32_t dead = ofQuad(killed, q); dead != 0) live_.live[q] &= ~allSamples(dead, context_.samples());
}

/// The stages behind the program.
void FragmentPipe::finish(const ir3::Wave& wave) {
    const FragmentResults& results = context_.fragment.results;
    const RenderTargets& targets = context_.targets;
    if (results.sampleMask != kNoRegister) takeSampleMask(wave);
    const ColorResult& color = results.colors[0];
    if ((targets.alphaTest.enabled || targets.alphaToCoverage) && color.reg != kNoRegister) {
        readColor(wave, halves_, live_.quads * func::kQuadFragments, color, false, color_);
        if (targets.alphaTest.enabled) testAlpha();
        if (targets.alphaToCoverage) coverByAlpha();
    }
    ends_.ended(gpu::FragmentEnd::Killed, live_);
    if (follower_) follower_.killed(live_, followed_);
    if (!targets.testsEarly) {
        testLate(wave);
        count(live_);
    }
    ends_.ended(gpu::FragmentEnd::Late, live_);
    ends_.written(live_);
    writeColors(wave);
}

void FragmentPipe::takeSampleMask(const ir3::Wave& wave) {
    const uint32_t samples = context_.samples();
    const uint32_t all = (1u << samples) - 1;
    for (uint32_t q = 0; q < live_.quads; ++q)
        for (uint32_t f = 0; f < func::kQuadFragments; ++f) {
            const uint32_t mask =
                wave.registerValue(context_.fragment.results.sampleMask, q * func::kQuadFragments + f);
            live_.live[q] &= ~((all & ~mask) << (f * samples));
        }
}

void FragmentPipe::testAlpha() {
    const AlphaComparison& test = context_.targets.alphaTest;
    isa::WaveMask failed{};
    for (uint32_t lane = 0; lane < live_.quads * func::kQuadFragments; ++lane) {
        const auto alpha = std::bit_cast<float>(color_.component[3]->lane[lane]);
        if (!func::compare(test.function, alpha, test.reference)) failed |= isa::WaveMask::only(lane);
    }
    removeFragments(failed);
}

void FragmentPipe::coverByAlpha() {
    const uint32_t samples = context_.samples();
    const uint32_t all = (1u << samples) - 1;
    for (uint32_t q = 0; q < live_.quads; ++q)
        for (uint32_t f = 0; f < func::kQuadFragments; ++f) {
            const auto alpha = std::bit_cast<float>(color_.component[3]->lane[q * func::kQuadFragments + f]);
            live_.live[q] &= ~((all & ~machine::samplesOfAlpha(alpha, samples)) << (f * samples));
        }
}

void FragmentPipe::testLate(const ir3::Wave& wave) {
    const FragmentResults& results = context_.fragment.results;
    const auto result = [&](uint32_t number) {
        return number < wave.registers.size() ? &wave.registers[number] : nullptr;
    };
    test(live_, {.depth = result(results.depth), .stencil = result(results.stencil)});
}

void FragmentPipe::writeColors(const ir3::Wave& wave) {
    const FragmentResults& results = context_.fragment.results;
    const auto read = [&](uint32_t number, const ColorTarget& target, ShadedColor& color) {
        if (results.colors[number].reg == kNoRegister) return false;
        readColor(wave, halves_, live_.quads * func::kQuadFragments, results.colors[number], target.isInteger(), color);
        if (context_.targets.alphaToOne && !target.isInteger()) {
            color.own[3].lane.fill(kOpaque);
            color.component[3] = &color.own[3];
        }
        return true;
    };
    for (const ColorTarget& target : context_.targets.colors) {
        if (!read(target.number, target, color_)) continue;
        const bool hasSecond = results.dualSource && target.usesSecondColor && read(1, target, second_);
        const auto looks = follower_ ? follower_.look(live_, target.surface) : std::vector<FragmentFollower::Look>{};
        writeColor(context_, target, live_, color_, hasSecond ? &second_ : nullptr);
        if (follower_) follower_.written(live_, looks, target.number, color_);
    }
}

/// Samples are counted where they are tested: before the program, whatever it does with them, or behind it.
uint64_t FragmentPipe::count(const FragmentBatch& batch) {
    const uint32_t samples = context_.samples();
    const uint64_t passed = countBits(std::span(batch.live).first(batch.quads), samples * func::kQuadFragments);
    samplesPassed_ += passed;
    return passed;
}

}  // namespace cyclorama::adreno
