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

/// All samples of some fragments of a quad.
uint32_t samplesOf(uint32_t fragments, uint32_t samplesPerPixel) {
    uint32_t samples = 0;
    for (uint32_t f = 0; f < func::kQuadFragments; ++f)
        if ((fragments >> f & 1) != 0) samples |= ((1u << samplesPerPixel) - 1) << (f * samplesPerPixel);
    return samples;
}

/// The first and the last row that a group of triangles may have fragments in.
std::pair<int32_t, int32_t> rowsOf(std::span<const func::SetupTriangle> group) {
    std::pair<int32_t, int32_t> rows{group[0].bounds.minY, group[0].bounds.maxY};
    for (const func::SetupTriangle& triangle : group)
        rows = {std::min(rows.first, triangle.bounds.minY), std::max(rows.second, triangle.bounds.maxY)};
    return rows;
}

isa::LaneMask coveredLanes(const func::QuadBatch& batch) {
    isa::LaneMask covered = 0;
    for (uint32_t q = 0; q < batch.quads; ++q)
        covered |= isa::LaneMask{batch.coverage[q]} << (q * func::kQuadFragments);
    return covered;
}

/// Before quads with live samples are read or written: quads one after the other are mostly in the same tile.
void openTiles(const Surface& surface, std::span<const uint32_t> offsets, std::span<const uint32_t> samples) {
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
    units_.startDraw(*context.state, memoryChanged);
}

/// Without those that would only pass through to an output that nobody takes: with general registers, a position that
/// stays where a depth is expected.
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

void FragmentStage::draw(const TriangleList& list, const RowBands& bands) {
    start(list);
    const func::RasterState& raster = *context_->state->raster;
    func::QuadFiller filler(raster, context_->tiles);
    const auto width = static_cast<int32_t>((raster.surfaceWidth + 1) & ~1u);
    const auto bandHeight = static_cast<int32_t>(bands.height);
    const auto count = static_cast<uint32_t>(list.triangles.size());
    for (uint32_t t = 0; t < count && !givenUp_; t += context_->groupTriangles) {
        const auto group = std::span(list.triangles).subspan(t, std::min(context_->groupTriangles, count - t));
        const auto [firstRow, endRow] = rowsOf(group);
        const int32_t lastRow = std::min(endRow, static_cast<int32_t>(raster.surfaceHeight) - 1);
        for (uint32_t band = bands.firstFrom(firstRow); static_cast<int64_t>(band) * bandHeight <= lastRow;
             band += bands.step) {
            const int32_t minY = static_cast<int32_t>(band) * bandHeight;
            filler.start(group, t, {.minX = 0, .minY = minY, .maxX = width, .maxY = minY + bandHeight});
            while (!givenUp_ && filler.fill(*raster_)) test();
            if (raster_->full()) test();
        }
    }
    test();
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
    if (context_->state->trace != nullptr) tellCoverage();
    if (context_->earlyTest && context_->depthStencil.enabled())
        testDepthStencil(*raster_, std::span(samples).first(raster_->quads), false);
    countEnded(gpu::FragmentEnd::Early, *raster_, raster_->sampleCoverage, samples);
    if (context_->state->trace != nullptr) finishFollowed(*raster_, samples);
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
    const Surface& surface = context_->depthSurface;
    openTiles(surface, std::span(offsets).first(batch.quads), samples);
    const std::vector<Look> looks = look(batch, surface, offsets, samples);
    context_->depthStencil.test(surface.bytes, {.offsets = std::span(offsets).first(batch.quads),
                                                .depths = depths,
                                                .coverage = samples,
                                                .backFacing = std::span(backFacing).first(batch.quads)});
    for (const Look& look : looks)
        state.trace->tell(
            batch.triangle[look.quad],
            depthTestText(look.covered, samplesOfFragment(samples[look.quad], look.fragment), look.samples));
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
    if (state.trace != nullptr) follow(program, traced);
    execution.tracer = traced ? &traced : nullptr;
    const isa::ExecutionResult result = isa::execute(program, group_, execution);
    if (result.status != isa::ExecutionStatus::Finished) ++brokenPrograms_;
    counters_.fragmentsShaded += static_cast<uint64_t>(std::popcount(execution.active));
    counters_.shaderInstructions += result.laneInstructions;
    givenUp_ = result.status == isa::ExecutionStatus::StepLimit ||
               counters_.shaderInstructions > context_->fragmentInstructions;
    if (givenUp_) return;

    countHelpers();
    QuadSamples before = live_.samples;
    if (program.resources.kills) removeKilled(group_.killed());
    if (state.alphaTest.enabled) removeKilled(alphaFailed(program));
    if (state.multisampling.coversByAlpha()) coverByAlpha(program);
    if (state.trace != nullptr) tellKilled(before);
    countEnded(gpu::FragmentEnd::Killed, *live_.batch, before, live_.samples);
    before = live_.samples;
    if (!context_->earlyTest && context_->depthStencil.enabled())
        testDepthStencil(*live_.batch, std::span(live_.samples).first(live_.batch->quads), state.fragmentWritesDepth);
    countEnded(gpu::FragmentEnd::Late, *live_.batch, before, live_.samples);
    countEnded(gpu::FragmentEnd::Written, *live_.batch, live_.samples, {});
    for (uint32_t q = 0; q < live_.batch->quads; ++q)
        counters_.samplesPassed += static_cast<uint64_t>(std::popcount(live_.samples[q]));
    writeColor();
    if (state.trace != nullptr) finishFollowed(*live_.batch, {});
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
    for (uint32_t q = 0; q < live_.batch->quads; ++q)
        for (uint32_t f = 0; f < func::kQuadFragments; ++f) {
            const uint32_t all = (1u << samplesPerPixel_) - 1;
            const uint32_t covered = samplesOfAlpha(alpha.lane[q * func::kQuadFragments + f], samplesPerPixel_);
            live_.samples[q] &= ~((all & ~covered) << (f * samplesPerPixel_));
        }
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

void FragmentStage::removeKilled(isa::LaneMask killed) {
    for (uint32_t q = 0; q < live_.batch->quads; ++q) {
        const auto dead = static_cast<uint32_t>(killed >> (q * func::kQuadFragments)) & 0xf;
        const uint32_t left = live_.batch->coverage[q] & ~dead;
        if (samplesPerPixel_ == 1)
            live_.samples[q] = left;
        else if (left == 0)
            live_.samples[q] = 0;
        else if (!context_->state->raster->rules.multisampleCullsWholeQuads)
            live_.samples[q] &= samplesOf(left, samplesPerPixel_);
    }
}

void FragmentStage::countEnded(gpu::FragmentEnd end, const func::QuadBatch& batch, const QuadSamples& before,
                               const QuadSamples& after) const {
    gpu::PixelCounts* const pixels = context_->state->pixels;
    if (pixels == nullptr) return;
    for (uint32_t q = 0; q < batch.quads; ++q)
        if (before[q] != after[q])
            pixels->add(end, batch.x[q], batch.y[q],
                        liveFragments(before[q], samplesPerPixel_) & ~liveFragments(after[q], samplesPerPixel_));
}

void FragmentStage::countHelpers() const {
    gpu::PixelCounts* const pixels = context_->state->pixels;
    if (pixels == nullptr) return;
    const func::QuadBatch& batch = *live_.batch;
    for (uint32_t q = 0; q < batch.quads; ++q)
        pixels->add(gpu::FragmentEnd::Helper, batch.x[q], batch.y[q], ~batch.coverage[q] & func::kAllFragments);
}

void FragmentStage::writeColor() {
    const func::QuadBatch& batch = *live_.batch;
    std::array<uint32_t, func::kBatchQuads> offsets;
    for (const ColorOutput& output : context_->outputs) {
        for (uint32_t q = 0; q < batch.quads; ++q)
            offsets[q] =
                output.surface.layout->offset(static_cast<uint32_t>(batch.x[q]), static_cast<uint32_t>(batch.y[q]));
        const Surface& surface = output.surface;
        openTiles(surface, std::span(offsets).first(batch.quads), live_.samples);
        std::array<uint8_t, func::kBatchQuads> quadrants;
        if (output.writer.dithers())
            for (uint32_t q = 0; q < batch.quads; ++q)
                quadrants[q] =
                    func::ditherQuadrant(static_cast<uint32_t>(batch.x[q]), static_cast<uint32_t>(batch.y[q]));
        const isa::VectorRegister& color = group_.outputOf(*context_->state->stages[gpu::Stage::Fragment].program,
                                                           func::kColorAttribute + output.target);
        const std::vector<Look> looks = look(batch, surface, offsets, live_.samples);
        output.writer.write(surface.bytes, {.offsets = std::span(offsets).first(batch.quads),
                                            .coverage = std::span(live_.samples).first(batch.quads),
                                            .color = {color[0].lane.data(), color[1].lane.data(), color[2].lane.data(),
                                                      color[3].lane.data()},
                                            .quadrants = std::span(quadrants).first(batch.quads)});
        for (const Look& look : looks) {
            const size_t lane = size_t{look.quad} * func::kQuadFragments + look.fragment;
            context_->state->trace->tell(
                batch.triangle[look.quad],
                colorWriteText(output.target, isa::ThreadGroup::get(color, static_cast<int>(lane)), look.covered,
                               look.samples));
        }
    }
}

uint32_t FragmentStage::samplesOfFragment(uint32_t samples, uint32_t fragment) const {
    return samples >> (fragment * samplesPerPixel_) & ((1u << samplesPerPixel_) - 1);
}

std::vector<FragmentStage::Look> FragmentStage::look(const func::QuadBatch& batch, const Surface& surface,
                                                     std::span<const uint32_t> offsets,
                                                     std::span<const uint32_t> samples) const {
    std::vector<Look> looks;
    const gpu::WorkTrace* const trace = context_->state->trace;
    for (uint32_t q = 0; trace != nullptr && q < batch.quads; ++q) {
        const auto fragment = trace->fragmentOf(batch.x[q], batch.y[q]);
        const uint32_t covered = fragment ? samplesOfFragment(samples[q], *fragment) : 0;
        if (covered == 0) continue;
        const TracedSamples::Place place{
            .quad = offsets[q], .fragment = *fragment, .samplesPerPixel = samplesPerPixel_};
        looks.push_back({q, *fragment, covered, TracedSamples(surface.bytes, surface.layout->quad(), place)});
    }
    return looks;
}

void FragmentStage::tellCoverage() const {
    gpu::WorkTrace& trace = *context_->state->trace;
    const std::span<const uint32_t> depths = raster_->testDepths(samplesPerPixel_);
    for (uint32_t q = 0; q < raster_->quads; ++q) {
        const auto fragment = trace.fragmentOf(raster_->x[q], raster_->y[q]);
        const uint32_t covered = fragment ? samplesOfFragment(raster_->sampleCoverage[q], *fragment) : 0;
        if (covered == 0) continue;
        const size_t first = (size_t{q} * func::kQuadFragments + *fragment) * samplesPerPixel_;
        tellCovered(trace, raster_->triangle[q], list_->triangles[raster_->triangle[q]], covered,
                    depths[first + static_cast<size_t>(std::countr_zero(covered))]);
    }
}

void FragmentStage::follow(const isa::Program& program, LaneTrace& traced) {
    for (uint32_t q = 0; q < live_.batch->quads; ++q)
        if (const auto fragment = context_->state->trace->fragmentOf(live_.batch->x[q], live_.batch->y[q]);
            fragment && samplesOfFragment(live_.samples[q], *fragment) != 0)
            traced.followFragment(static_cast<int>(q * func::kQuadFragments + *fragment), live_.batch->triangle[q]);
    if (traced) traced.begin(program, group_);
}

void FragmentStage::tellKilled(const QuadSamples& before) const {
    for (uint32_t q = 0; q < live_.batch->quads; ++q) {
        const auto fragment = context_->state->trace->fragmentOf(live_.batch->x[q], live_.batch->y[q]);
        if (!fragment) continue;
        const uint32_t left = samplesOfFragment(live_.samples[q], *fragment);
        if (left != samplesOfFragment(before[q], *fragment))
            context_->state->trace->tell(live_.batch->triangle[q], killedText(left));
    }
}

void FragmentStage::finishFollowed(const func::QuadBatch& batch, const QuadSamples& left) const {
    gpu::WorkTrace& trace = *context_->state->trace;
    for (uint32_t q = 0; q < batch.quads; ++q)
        if (const auto fragment = trace.fragmentOf(batch.x[q], batch.y[q]);
            fragment && (batch.coverage[q] >> *fragment & 1) != 0 && samplesOfFragment(left[q], *fragment) == 0)
            trace.finish(batch.triangle[q]);
}

}  // namespace cyclorama::machine
