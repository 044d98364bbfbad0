// SPDX-License-Identifier: MIT
#include "machine/functional/fragment_stage.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "func/raster/raster_scan_line.h"
#include "machine/values/fragment_tests.h"

namespace cyclorama::machine {

namespace {

isa::LaneMask coveredLanes(const func::QuadBatch& batch) {
    isa::LaneMask covered = 0;
    for (uint32_t q = 0; q < batch.quads; ++q)
        covered |= isa::LaneMask{batch.coverage[q]} << (q * func::kQuadFragments);
    return covered;
}

/// Before quads with live samples are read or written: quads one after the other are mostly in the same tile.
void openTiles(const MappedSurface& surface, std::span<const uint32_t> offsets, std::span<const uint32_t> samples) {
    if (!surface.status.enabled()) return;
    const uint32_t extent = surface.layout->quad().extent;
    const auto shift = static_cast<uint32_t>(std::countr_zero(surface.status.tileBytes()));
    constexpr uint32_t kNone = ~0u;
    uint32_t opened = kNone;
    for (size_t q = 0; q < offsets.size(); ++q) {
        if (samples[q] == 0) continue;
        const uint32_t first = offsets[q] >> shift;
        const bool within = (offsets[q] + extent - 1) >> shift == first;
        if (within && first == opened) continue;
        const bool written = surface.status.open(surface.bytes, offsets[q], extent);
        opened = within && written ? first : kNone;
    }
}

void copyLanes(const func::LaneVec4& from, isa::VectorRegister& to) {
    for (size_t c = 0; c < isa::kComponents; ++c)
        std::memcpy(to[c].lane.data(), from.component[c].data(), sizeof to[c].lane);
}

}  // namespace

void FragmentStage::startDraw(const DrawContext& context, bool memoryChanged) {
    context_ = &context;
    samplesPerPixel_ = context.state->multisampling.samplesPerPixel();
    sampleMask_ = quadSampleMask(context.state->multisampling);
    inputs_ = neededInputs(*context.state->stages[gpu::Stage::Fragment].program);
    givenUp_ = false;
    ends_ = FragmentEnds(context.state->pixels);
    units_.startDraw(*context.state, memoryChanged);
}

/// Inputs on which a used output depends. With general registers this omits a position that is only passed through
/// where a depth is expected.
uint32_t FragmentStage::neededInputs(const isa::Program& program) const {
    const isa::ProgramInterface& linkage = program.linkage;
    uint32_t needed = program.resources.inputsRead;
    if (!program.unified()) return needed;
    const auto taken = [&](unsigned reg) {
        const auto leaves = [&](uint32_t output) { return linkage.outputs[output] == reg; };
        return program.resources.general.test(reg) || leaves(func::kColorAttribute) ||
               (context_->state->fragmentWritesDepth && leaves(func::kPositionAttribute)) ||
               std::ranges::any_of(context_->outputs, [&](const ColorOutput& output) {
                   return leaves(func::kColorAttribute + output.target);
               });
    };
    for (uint32_t rest = needed; rest != 0; rest &= rest - 1) {
        const auto input = static_cast<uint32_t>(std::countr_zero(rest));
        if (!taken(linkage.inputs[input])) needed &= ~(1u << input);
    }
    return needed;
}

void FragmentStage::resetCounts() {
    counters_ = {};
    brokenPrograms_ = 0;
    units_.resetCounts();
    programMemory_.resetCounts();
}

void FragmentStage::draw(const TriangleList& list, const func::RowBands& bands) {
    start(list);
    const func::RasterState& raster = *context_->state->raster;
    func::QuadSource source(raster, context_->tiles, func::QuadParts::All,
                            {.minX = 0,
                             .minY = 0,
                             .maxX = static_cast<int32_t>((raster.surfaceWidth + 1) & ~1u),
                             .maxY = static_cast<int32_t>(raster.surfaceHeight)});
    source.start({.triangles = list.triangles, .group = context_->groupTriangles}, bands);
    while (!givenUp_ && source.next(*raster_)) test();
    shade();
}

void FragmentStage::drawScanLines(const TriangleList& list) {
    start(list);
    const func::RasterState& raster = *context_->state->raster;
    const func::PixelRectangle rectangle = func::fragmentRectangle(raster);
    func::ScanLineTraversal traversal(context_->tiles);
    for (uint32_t t = 0; t < list.triangles.size() && !givenUp_; ++t) {
        traversal.start(raster, {&list.triangles[t], 1});
        while (!givenUp_ && func::fillFromTraversal(traversal, rectangle, samplesPerPixel_, t, *raster_)) test();
        if (raster_->full()) test();
    }
    test();
    shade();
}

void FragmentStage::start(const TriangleList& list) {
    list_ = &list;
    raster_->quads = 0;
    live_.batch->quads = 0;
}

void FragmentStage::test() {
    QuadSamples samples = raster_->sampleCoverage;
    counters_.fragments += static_cast<uint64_t>(std::popcount(coveredLanes(*raster_)));
    if (samplesPerPixel_ > 1)
        for (uint32_t q = 0; q < raster_->quads; ++q) samples[q] &= sampleMask_;
    ends_.begin(std::span(raster_->sampleCoverage).first(raster_->quads));
    if (context_->state->trace != nullptr) traceCoverage();
    if (context_->earlyTest && context_->depthStencil.enabled())
        testDepthStencil(*raster_, std::span(samples).first(raster_->quads), false);
    const FragmentQuads tested = quadsOf(*raster_, samples);
    ends_.ended(gpu::FragmentEnd::Early, tested);
    if (context_->state->trace != nullptr) finishEnded(*context_->state->trace, tested, raster_->sampleCoverage);
    if (!keepAll(samples))
        for (uint32_t q = 0; q < raster_->quads && !givenUp_; ++q)
            if (samples[q] != 0) keep(q, samples[q]);
    raster_->quads = 0;
}

/// Hands the whole tested batch on to shading, without copies: only where no earlier quad waits there, and every quad
/// of the batch has a sample left. False where it did nothing.
bool FragmentStage::keepAll(const QuadSamples& samples) {
    const auto left = std::span(samples).first(raster_->quads);
    if (live_.batch->quads != 0 || left.empty() || std::ranges::find(left, 0u) != left.end()) return false;
    std::swap(raster_, live_.batch);
    live_.samples = samples;
    for (uint32_t q = 0; q < live_.batch->quads; ++q)
        live_.batch->coverage[q] = liveFragments(samples[q], samplesPerPixel_);
    if (live_.batch->full()) shade();
    return true;
}

void FragmentStage::keep(uint32_t quad, uint32_t samples) {
    func::QuadBatch& to = *live_.batch;
    const uint32_t at = to.quads++;
    to.x[at] = raster_->x[quad];
    to.y[at] = raster_->y[quad];
    to.triangle[at] = raster_->triangle[quad];
    to.coverage[at] = liveFragments(samples, samplesPerPixel_);
    live_.samples[at] = samples;
    const size_t from = size_t{quad} * func::kQuadFragments;
    const size_t lane = size_t{at} * func::kQuadFragments;
    for (size_t e = 0; e < 3; ++e) std::copy_n(&raster_->edge[e][from], func::kQuadFragments, &to.edge[e][lane]);
    std::copy_n(&raster_->depth[from], func::kQuadFragments, &to.depth[lane]);
    if (samplesPerPixel_ > 1)
        std::copy_n(&raster_->sampleDepth[from * samplesPerPixel_], func::kQuadFragments * samplesPerPixel_,
                    &to.sampleDepth[lane * samplesPerPixel_]);
    if (to.full()) shade();
}

void FragmentStage::testDepthStencil(const func::QuadBatch& batch, std::span<uint32_t> samples, bool shaderDepth) {
    std::array<uint32_t, func::kBatchQuads> offsets;
    std::array<uint8_t, func::kBatchQuads> backFacing;
    const gpu::DrawState& state = *context_->state;
    for (uint32_t q = 0; q < batch.quads; ++q) {
        offsets[q] =
            context_->depthSurface.layout->offset(static_cast<uint32_t>(batch.x[q]), static_cast<uint32_t>(batch.y[q]));
        backFacing[q] = list_->triangles[batch.triangle[q]].area < 0.0 ? 1 : 0;
    }
    std::span<const uint32_t> depths = batch.testDepths(samplesPerPixel_);
    std::array<uint32_t, size_t{func::kBatchLanes} * func::kMaxSamples> shaded;
    if (shaderDepth) {
        const func::ProgramDepthConversion convert(*state.raster);
        const isa::LaneValues& written = group_.outputOf(*state.stages[gpu::Stage::Fragment].program,
                                                         func::kPositionAttribute)[context_->dialect.depthComponent];
        for (uint32_t lane = 0; lane < batch.quads * func::kQuadFragments; ++lane)
            std::fill_n(&shaded[size_t{lane} * samplesPerPixel_], samplesPerPixel_, convert(written.lane[lane]));
        depths = std::span(shaded).first(depths.size());
    }
    const MappedSurface& surface = context_->depthSurface;
    openTiles(surface, std::span(offsets).first(batch.quads), samples);
    const std::vector<TracedTarget> traced = traceTargets(batch, surface, offsets, samples);
    context_->depthStencil.test(surface.bytes, {.offsets = std::span(offsets).first(batch.quads),
                                                .depths = depths,
                                                .coverage = samples,
                                                .backFacing = std::span(backFacing).first(batch.quads)});
    if (!traced.empty()) traceTest(*state.trace, quadsOf(batch, samples), traced);
}

void FragmentStage::shade() {
    if (live_.batch->quads == 0 || givenUp_) return;
    const gpu::DrawState& state = *context_->state;
    const isa::Program& program = *state.stages[gpu::Stage::Fragment].program;
    group_.start(program, static_cast<int>(live_.batch->quads * func::kQuadFragments));
    loadInputs(program);
    isa::ExecutionContext execution =
        makeContext(state.stages[gpu::Stage::Fragment], context_->dialect.denormals, *context_->constants, units_);
    execution.active = coveredLanes(*live_.batch);
    execution.quads = true;
    execution.memory = &programMemory_;
    execution.branchGranularity = context_->dialect.branches == gpu::BranchGranularity::Lane ? 1 : isa::kQuadLanes;
    LaneTrace traced(state.trace);
    if (state.trace != nullptr) traceProgram(program, traced);
    execution.tracer = traced ? &traced : nullptr;
    const isa::ExecutionResult result = isa::execute(program, group_, execution);
    if (result.status != isa::ExecutionStatus::Finished) ++brokenPrograms_;
    counters_.fragmentsShaded += static_cast<uint64_t>(std::popcount(execution.active));
    counters_.shaderInstructions += result.laneInstructions;
    givenUp_ = result.status == isa::ExecutionStatus::StepLimit ||
               counters_.shaderInstructions > context_->fragmentInstructions;
    if (givenUp_) return;

    ends_.begin(std::span(live_.samples).first(live_.batch->quads));
    ends_.shaded(liveQuads());
    const QuadSamples before = live_.samples;
    isa::LaneMask removed = program.resources.kills ? group_.killed() : 0;
    if (state.alphaTest.enabled) removed |= alphaFailed(program);
    if (removed != 0) removeFragments(removed);
    if (state.multisampling.coversByAlpha()) coverByAlpha(program);
    if (state.trace != nullptr) traceKilled(*state.trace, liveQuads(), before);
    ends_.ended(gpu::FragmentEnd::Killed, liveQuads());
    if (!context_->earlyTest && context_->depthStencil.enabled())
        testDepthStencil(*live_.batch, std::span(live_.samples).first(live_.batch->quads), state.fragmentWritesDepth);
    ends_.ended(gpu::FragmentEnd::Late, liveQuads());
    ends_.written(liveQuads());
    counters_.samplesPassed += countSamples(std::span(live_.samples).first(live_.batch->quads), samplesPerPixel_);
    writeColor();
    if (state.trace != nullptr) finishAll(*state.trace, liveQuads());
    live_.batch->quads = 0;
}

isa::LaneMask FragmentStage::alphaFailed(const isa::Program& program) const {
    const gpu::AlphaTest& test = context_->state->alphaTest;
    const isa::LaneValues& alpha = group_.outputOf(program, func::kColorAttribute)[3];
    isa::LaneMask failed = 0;
    for (uint32_t lane = 0; lane < live_.batch->quads * func::kQuadFragments; ++lane)
        if (!passesAlphaTest(test, alpha.lane[lane])) failed |= isa::LaneMask{1} << lane;
    return failed;
}

void FragmentStage::coverByAlpha(const isa::Program& program) {
    const isa::LaneValues& alpha = group_.outputOf(program, func::kColorAttribute)[3];
    keepSamples(std::span(live_.samples).first(live_.batch->quads), samplesPerPixel_,
                [&](uint32_t lane) { return samplesOfAlpha(alpha.lane[lane], samplesPerPixel_); });
}

void FragmentStage::loadInputs(const isa::Program& program) {
    const gpu::DrawState& state = *context_->state;
    const func::QuadBatch& batch = *live_.batch;
    const bool window = state.raster->rules.coordinates == func::SetupCoordinates::Window;
    if (inputs_ != 0 && window)
        func::windowWeights(batch, list_->triangles, weights_);
    else if (inputs_ != 0)
        func::interpolationWeights(batch, weights_);
    if (std::ranges::find(state.linear, true) != state.linear.end()) func::interpolationWeights(batch, linearWeights_);
    if (program.resources.internals) {
        for (uint32_t lane = 0; lane < batch.quads * func::kQuadFragments; ++lane)
            group_.internal[0].lane[lane] =
                list_->triangles[batch.triangle[lane / func::kQuadFragments]].area < 0.0 ? 0.0f : 1.0f;
        group_.internal[1].lane.fill(1.0f);
    }
    for (uint32_t rest = inputs_; rest != 0; rest &= rest - 1) {
        const auto a = static_cast<uint32_t>(std::countr_zero(rest));
        if (a == func::kPositionAttribute) {
            if (window)
                func::windowPositions(batch, list_->triangles, state.raster->depthBits, attribute_);
            else
                func::fragmentPositions(batch, state.raster->depthBits, attribute_);
        } else {
            loadAttribute(a);
        }
        copyLanes(attribute_, group_.inputOf(program, a));
    }
}

void FragmentStage::loadAttribute(uint32_t attribute) {
    const gpu::DrawState& state = *context_->state;
    const func::QuadBatch& batch = *live_.batch;
    const bool given = state.fragmentInputs[attribute];
    if (!given) attribute_ = {};
    for (uint32_t first = 0; first < batch.quads;) {
        const uint32_t last = func::triangleEnd(batch, first);
        const uint32_t triangle = batch.triangle[first];
        const func::TriangleVertices& vertices = list_->vertices[triangle];
        if (given && state.interpolated[attribute])
            func::interpolate(state.linear[attribute] ? linearWeights_ : weights_, vertices, attribute, first, last,
                              attribute_);
        else if (given)
            func::copyFlat({nullptr, nullptr, list_->provoking[triangle]}, attribute, first, last, attribute_);
        if (attribute == func::kFaceAttribute && context_->dialect.facing == gpu::FacingSource::Attribute)
            func::setFace(list_->triangles[triangle].area, first, last, attribute_);
        first = last;
    }
}

void FragmentStage::removeFragments(isa::LaneMask removed) {
    const bool wholeQuads = samplesPerPixel_ > 1 && context_->state->raster->rules.multisampleCullsWholeQuads;
    for (uint32_t q = 0; q < live_.batch->quads; ++q) {
        const auto dead = static_cast<uint32_t>(removed >> (q * func::kQuadFragments)) & func::kAllFragments;
        const bool remain = (live_.batch->coverage[q] & ~dead) != 0;
        if (!wholeQuads)
            live_.samples[q] &= ~samplesOfFragments(dead, samplesPerPixel_);
        else if (!remain)
            live_.samples[q] = 0;
    }
}

void FragmentStage::writeColor() {
    const func::QuadBatch& batch = *live_.batch;
    std::array<uint32_t, func::kBatchQuads> offsets;
    for (const ColorOutput& output : context_->outputs) {
        for (uint32_t q = 0; q < batch.quads; ++q)
            offsets[q] =
                output.surface.layout->offset(static_cast<uint32_t>(batch.x[q]), static_cast<uint32_t>(batch.y[q]));
        const MappedSurface& surface = output.surface;
        openTiles(surface, std::span(offsets).first(batch.quads), live_.samples);
        std::array<uint8_t, func::kBatchQuads> quadrants;
        if (output.writer.dithers())
            for (uint32_t q = 0; q < batch.quads; ++q)
                quadrants[q] =
                    func::ditherQuadrant(static_cast<uint32_t>(batch.x[q]), static_cast<uint32_t>(batch.y[q]));
        const isa::VectorRegister& color = group_.outputOf(*context_->state->stages[gpu::Stage::Fragment].program,
                                                           func::kColorAttribute + output.target);
        const std::vector<TracedTarget> traced = traceTargets(batch, surface, offsets, live_.samples);
        output.writer.write(surface.bytes, {.offsets = std::span(offsets).first(batch.quads),
                                            .coverage = std::span(live_.samples).first(batch.quads),
                                            .color = {color[0].lane.data(), color[1].lane.data(), color[2].lane.data(),
                                                      color[3].lane.data()},
                                            .quadrants = std::span(quadrants).first(batch.quads)});
        if (traced.empty()) continue;
        traceWrite(*context_->state->trace, liveQuads(), traced, output.target,
                   [&](uint32_t lane) { return isa::ThreadGroup::get(color, static_cast<int>(lane)); });
    }
}

FragmentQuads FragmentStage::quadsOf(const func::QuadBatch& batch, std::span<const uint32_t> samples) const {
    return {.x = std::span(batch.x).first(batch.quads),
            .y = std::span(batch.y).first(batch.quads),
            .triangle = std::span(batch.triangle).first(batch.quads),
            .samples = samples.first(batch.quads),
            .samplesPerPixel = samplesPerPixel_};
}

std::vector<TracedTarget> FragmentStage::traceTargets(const func::QuadBatch& batch, const MappedSurface& surface,
                                                      std::span<const uint32_t> offsets,
                                                      std::span<const uint32_t> samples) const {
    std::vector<TracedTarget> targets;
    if (context_->state->trace == nullptr) return targets;
    for (const TracedFragment& one : tracedFragments(*context_->state->trace, quadsOf(batch, samples))) {
        const TracedSamples::Place place{
            .quad = offsets[one.quad], .fragment = one.fragment, .samplesPerPixel = samplesPerPixel_};
        targets.push_back({one, TracedSamples(surface.bytes, surface.layout->quad(), place)});
    }
    return targets;
}

void FragmentStage::traceCoverage() const {
    gpu::WorkTrace& trace = *context_->state->trace;
    const std::span<const uint32_t> depths = raster_->testDepths(samplesPerPixel_);
    for (const TracedFragment& one : tracedFragments(trace, quadsOf(*raster_, raster_->sampleCoverage))) {
        const uint32_t triangle = raster_->triangle[one.quad];
        const size_t first = size_t{one.lane()} * samplesPerPixel_;
        reportCovered(trace, triangle, list_->triangles[triangle], one.samples,
                      depths[first + static_cast<size_t>(std::countr_zero(one.samples))]);
    }
}

void FragmentStage::traceProgram(const isa::Program& program, LaneTrace& traced) {
    for (const TracedFragment& one : tracedFragments(*context_->state->trace, liveQuads()))
        traced.followFragment(static_cast<int>(one.lane()), live_.batch->triangle[one.quad]);
    if (traced) traced.begin(program, group_);
}

}  // namespace cyclorama::machine
