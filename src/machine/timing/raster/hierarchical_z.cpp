// SPDX-License-Identifier: MIT
#include "machine/timing/raster/hierarchical_z.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "func/raster/raster_quad.h"
#include "gpu/pixel_counts.h"
#include "machine/configuration/settings.h"
#include "machine/timing/draw/work_names.h"
#include "machine/timing/raster/triangle_traversal.h"
#include "machine/values/fragment_tests.h"
#include "machine/values/fragment_trace.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

namespace {

sim::StatisticInfo hierarchicalZStatistic(const char* name, const char* unit, const char* sentence) {
    return sim::statisticOf(name, "HZ", unit, sentence);
}

/// Samples to test and write: those covered, less those of culled fragments unless only whole quads are culled.
uint32_t liveSamples(const func::Quad& quad, uint32_t fragments, const func::RasterState& state) {
    if (state.samples <= 1) return fragments;
    uint32_t samples = 0;
    for (uint32_t f = 0; f < func::kQuadFragments; ++f)
        if (state.rules.multisampleCullsWholeQuads || (fragments >> f & 1) != 0)
            samples |= quad.sampleCoverage[f] << (f * state.samples);
    return samples;
}

}  // namespace

HierarchicalZ::Statistics::Statistics(sim::StatisticsRegistry& r)
    : inputs(r, hierarchicalZStatistic("InputFragments", "fragments",
                                       "Fragments of quads received, the last of a batch included.")),
      outputs(r, hierarchicalZStatistic("OutputFragments", "fragments",
                                        "Fragments of quads sent, the last of a batch included.")),
      outsideTriangle(
          r, hierarchicalZStatistic("OutsideTriangleFragments", "fragments", "Fragments that are not covered.")),
      outsideViewport(r, hierarchicalZStatistic("OutsideViewportFragments", "fragments",
                                                "Covered fragments outside of viewport or scissor.")),
      culled(r, hierarchicalZStatistic("CulledFragments", "fragments", "Fragments of quads that are dropped.")),
      culledOutside(r, hierarchicalZStatistic("CulledOutsideFragments", "fragments",
                                              "Fragments of quads with none left to draw.")),
      culledByDepth(r, hierarchicalZStatistic("CulledHZFragments", "stamps", "Quads that fail the depth test.")),
      misses(r, hierarchicalZStatistic("MissesHZCache", "searches",
                                       "Searches of the cache in vain, once each time it is tried.")),
      hits(r, hierarchicalZStatistic("HitsHZCache", "searches", "Searches of the cache that find their block.")),
      reads(r, hierarchicalZStatistic("ReadsHZBuffer", "accesses", "Cache lines read from the buffer.")),
      writes(r, hierarchicalZStatistic("WritesHZBuffer", "accesses", "Blocks written to the buffer.")) {}

std::string describe(const HierarchicalZAccess& access) {
    if (access.write) return fmt::format("write block {}, depth {:#08x}", access.block, access.depth);
    return fmt::format("read block {}, line {}", access.block, access.line);
}

HierarchicalZ::HierarchicalZ(sim::Simulation& simulation, sim::DomainId domain, QuadPool& quads,
                             const RasterizationParameters& rasterization, const HierarchicalZParameters& parameters,
                             uint32_t ropUnits)
    : UnitBox(simulation, domain, "HierarchicalZ"),
      input(*this, {.name = "input", .width = generatedQuadsPerCycle(rasterization), .latency = 1}),
      ready(*this, "ready"),
      output(*this, "output"),
      outputReady(*this, "outputReady", true),
      quads_(&quads),
      quadsPerCycle_(generatedQuadsPerCycle(rasterization)),
      tiles_(tileSizes(rasterization)),
      disabled_(parameters.disable),
      blockSize_(parameters.stampsPerBlock * func::kQuadFragments),
      blocksClearedPerCycle_(parameters.blocksClearedPerCycle),
      ropUnits_(ropUnits),
      statistics_(simulation.statistics()),
      accesses_(*this, {.name = "accesses", .width = ropUnits + 1, .latency = parameters.accessLatency}),
      buffer_(parameters.bufferSize),
      cache_(parameters.cacheLines, parameters.cacheLineSize),
      queue_(parameters.earlyZQueueSize) {
    accesses_.driveFromOutside();
    input.describeBy(traversedNames(quads));
    for (uint32_t unit = 0; unit < ropUnits; ++unit)
        updates.push_back(std::make_unique<sim::Signal<HierarchicalZUpdate>>(
            *this, sim::SignalInfo{
                       .name = "updates" + std::to_string(unit), .width = 1, .latency = parameters.updateLatency}));
}

bool HierarchicalZ::receive(sim::Cycle cycle) {
    takeUpdates(cycle);
    finishAccesses(cycle);
    return false;
}

void HierarchicalZ::show(sim::Cycle cycle) {
    ready.write(cycle, queue_.free() > 2 * quadsPerCycle_);
    UnitBox::show(cycle);
}

void HierarchicalZ::takeUpdates(sim::Cycle cycle) {
    bufferBusy_ = false;
    for (const auto& signal : updates) {
        if (signal->inFlight() == 0) continue;
        const auto update = signal->read(cycle);
        if (!update || disabled_) continue;
        accesses_.write(cycle, {.write = true, .block = update->block, .line = 0, .depth = update->depth});
        bufferBusy_ = true;
    }
}

void HierarchicalZ::finishAccesses(sim::Cycle cycle) {
    for (const HierarchicalZAccess& access : accesses_.take(cycle)) {
        if (access.write) {
            buffer_.write(access.block, access.depth);
            ++statistics_.writes;
        } else {
            buffer_.read(access.block, cache_.fill(access.line));
            ++statistics_.reads;
        }
    }
}

void HierarchicalZ::reset(sim::Cycle) { cache_.invalidate(); }

bool HierarchicalZ::takeOther(sim::Cycle cycle, const UnitCommand& received) {
    if (received.operation == UnitOperation::Clear && state() == UnitStatus::Ready) {
        draw_ = received.draw;
        startClear(cycle);
        return true;
    }
    if (received.operation != UnitOperation::End || state() != UnitStatus::ClearEnd) return false;
    enter(UnitStatus::Ready);
    return true;
}

bool HierarchicalZ::workInOtherState(sim::Cycle cycle) {
    if (cycle < clearEnd_) return false;
    buffer_.fill(draw_->state.depthBuffer->clearDepth & func::kHierarchicalZMask);
    cache_.invalidate();
    enter(UnitStatus::ClearEnd);
    return true;
}

void HierarchicalZ::start(sim::Cycle, DrawRecord& draw) {
    draw_ = &draw;
    queue_.clear();
    toSend_ = 0;
    toTest_ = 0;
    toRead_ = 0;
    last_ = kNoQuad;
    const gpu::DrawState& state = draw_->state;
    rectangle_ = func::fragmentRectangle(*state.raster);
    testing_ = !disabled_ && state.hierarchicalZ && !state.fragmentWritesDepth;

    func::PixelLayoutParameters parameters{.width = state.raster->surfaceWidth,
                                           .height = state.raster->surfaceHeight,
                                           .tiles = tiles_,
                                           .samples = state.raster->samples,
                                           .bytesPerSample = kLayoutBytes};
    if (!state.buffersInHierarchy()) {
        // The work distributor assigns the quads of other layouts to pipes.
        return;
    }
    if (!func::layoutProblem(parameters).empty()) {
        // Nothing can be drawn to such a buffer; quads still belong to some pipe.
        parameters.samples = 1;
        testing_ = false;
    }
    if (parameters != layout_.parameters()) layout_ = func::PixelLayout(parameters);
}

void HierarchicalZ::startClear(sim::Cycle cycle) {
    const func::RasterState& raster = *draw_->state.raster;
    const float blocks =
        static_cast<float>(raster.surfaceWidth * raster.surfaceHeight) / static_cast<float>(blockSize_);
    const float cycles = std::ceil(blocks / static_cast<float>(blocksClearedPerCycle_));
    clearEnd_ = cycle + 1 + static_cast<sim::Cycle>(cycles);
    enter(UnitStatus::Clear);
}

bool HierarchicalZ::work(sim::Cycle cycle) {
    if (last_ != kNoQuad && queue_.empty() && outputReady.read(cycle)) sendLast(cycle);
    if (queue_.free() >= quadsPerCycle_) takeQuads(cycle);
    readBlocks(cycle);
    if (outputReady.read(cycle)) send(cycle);
    test();
    return !working() || canMove(cycle);
}

void HierarchicalZ::sendLast(sim::Cycle cycle) {
    output.write(cycle, last_);
    statistics_.outputs.add(func::kQuadFragments);
    last_ = kNoQuad;
    enter(UnitStatus::End);
}

void HierarchicalZ::takeQuads(sim::Cycle cycle) {
    for (const TraversedQuads& quads : input.take(cycle)) {
        if (quads.empty != 0) dropEmpty(quads.empty);
        if (quads.quad != kNoQuad) admit(quads.quad);
    }
}

void HierarchicalZ::dropEmpty(uint32_t quads) {
    const uint32_t fragments = quads * func::kQuadFragments;
    statistics_.inputs.add(fragments);
    statistics_.outsideTriangle.add(fragments);
    statistics_.culledOutside.add(fragments);
    statistics_.culled.add(fragments);
}

void HierarchicalZ::admit(QuadId id) {
    statistics_.inputs.add(func::kQuadFragments);
    QuadInFlight& quad = (*quads_)[id];
    if (quad.last) {
        last_ = id;
        return;
    }
    const uint32_t kept = func::coverageWithin(quad.quad, rectangle_);
    const uint32_t covered = func::countFragments(quad.quad.coverage);
    statistics_.outsideTriangle.add(func::kQuadFragments - covered);
    statistics_.outsideViewport.add(covered - func::countFragments(kept));
    if (kept == 0) {
        statistics_.culledOutside.add(func::kQuadFragments);
        statistics_.culled.add(func::kQuadFragments);
        quads_->drop(id);
        return;
    }
    const func::RasterState& raster = *draw_->state.raster;
    const auto x = static_cast<uint32_t>(quad.quad.x);
    const auto y = static_cast<uint32_t>(quad.quad.y);
    quad.culled = func::kAllFragments & ~kept;
    quad.samples = liveSamples(quad.quad, kept, raster);
    quad.ropUnit = draw_->state.buffersInHierarchy() ? layout_.unitOfPixel(x, y, ropUnits_) : 0;
    if (draw_->state.trace != nullptr) reportCoverage(quad);
    Entry entry;
    entry.quad = id;
    if (testing_) {
        entry.blocks = func::hierarchicalZBlocks(layout_.offset(x, y) / kLayoutBytes,
                                                 func::kQuadFragments * raster.samples, blockSize_);
        entry.nearest = func::minimumDepth(quad.quad, kept, raster.samples);
    }
    queue_.push(entry);
    ++(testing_ ? toRead_ : toSend_);
}

void HierarchicalZ::readBlocks(sim::Cycle cycle) {
    for (uint32_t i = 0; i < quadsPerCycle_ && toRead_ > 0; ++i) {
        Entry& entry = queue_[toSend_ + toTest_];
        const uint32_t block = entry.blocks.first + entry.nextBlock;
        std::optional<uint32_t> line = cache_.find(block);
        if (line) {
            ++statistics_.hits;
        } else {
            line = reserveLine(cycle, block);
            if (!line) {
                statistics_.misses.add(quadsPerCycle_ - i);
                return;
            }
            ++statistics_.misses;
        }
        entry.line[entry.nextBlock] = *line;
        if (++entry.nextBlock < entry.blocks.count) continue;
        entry.nextBlock = 0;
        --toRead_;
        ++toTest_;
    }
}

std::optional<uint32_t> HierarchicalZ::reserveLine(sim::Cycle cycle, uint32_t block) {
    if (bufferBusy_) return std::nullopt;
    const std::optional<uint32_t> line = cache_.allocate(block);
    if (!line) return std::nullopt;
    accesses_.write(cycle, {.write = false, .block = cache_.firstBlock(block), .line = *line, .depth = 0});
    bufferBusy_ = true;
    return line;
}

void HierarchicalZ::send(sim::Cycle cycle) {
    for (uint32_t sent = 0; sent < quadsPerCycle_ && toSend_ > 0; --toSend_) {
        const Entry entry = queue_.pop();
        if (entry.culled) {
            statistics_.culled.add(func::kQuadFragments);
            countRejected((*quads_)[entry.quad]);
            quads_->drop(entry.quad);
            continue;
        }
        output.write(cycle, entry.quad);
        statistics_.outputs.add(func::kQuadFragments);
        ++sent;
    }
}

void HierarchicalZ::reportCoverage(const QuadInFlight& quad) const {
    gpu::WorkTrace& trace = *draw_->state.trace;
    const auto fragment = trace.fragmentOf(quad.quad.x, quad.quad.y);
    const uint32_t perPixel = draw_->state.raster->samples;
    const uint32_t covered = fragment ? quad.samples >> (*fragment * perPixel) & ((1u << perPixel) - 1) : 0;
    if (covered == 0) return;
    const uint32_t depth = perPixel == 1
                               ? quad.quad.depth[*fragment]
                               : quad.quad.sampleDepth[*fragment][static_cast<size_t>(std::countr_zero(covered))];
    reportCovered(trace, quad.triangle, quads_->triangleOf(quad).setup, covered, depth);
}

void HierarchicalZ::countRejected(const QuadInFlight& quad) const {
    gpu::WorkTrace* const trace = draw_->state.trace;
    if (trace != nullptr && trace->fragmentOf(quad.quad.x, quad.quad.y)) {
        trace->report(quad.triangle, "rejected by Hierarchical Z: its block holds nothing as far away");
        trace->finish(quad.triangle);
    }
    gpu::PixelCounts* const pixels = draw_->state.pixels;
    if (pixels == nullptr) return;
    pixels->add(gpu::FragmentEnd::Early, quad.quad.x, quad.quad.y,
                liveFragments(quad.samples, draw_->state.raster->samples));
}

void HierarchicalZ::test() {
    for (uint32_t i = 0; i < quadsPerCycle_ && toTest_ > 0; ++i) {
        Entry& entry = queue_[toSend_];
        const uint32_t line = entry.line[entry.nextBlock];
        if (!cache_.filled(line)) return;
        entry.farthest = std::max(entry.farthest, cache_.depth(line, entry.blocks.first + entry.nextBlock));
        cache_.release(line);
        if (++entry.nextBlock < entry.blocks.count) continue;
        entry.culled = !func::mayPassDepthTest(draw_->state.depthStencil->depthFunction, entry.nearest, entry.farthest)
                            .value_or(true);
        if (entry.culled) ++statistics_.culledByDepth;
        --toTest_;
        ++toSend_;
    }
}

bool HierarchicalZ::canMove(sim::Cycle cycle) const {
    if (toRead_ > 0) return true;
    if (toTest_ > 0 && cache_.filled(queue_[toSend_].line[queue_[toSend_].nextBlock])) return true;
    return outputReady.read(cycle) && (toSend_ > 0 || (last_ != kNoQuad && queue_.empty()));
}

std::string HierarchicalZ::describeWait() const {
    if (state() == UnitStatus::End || state() == UnitStatus::ClearEnd)
        return "waits for the rasterizer to end the batch";
    if (state() == UnitStatus::Clear) return "clears its buffer";
    if (!working()) return {};
    if (toSend_ > 0 || last_ != kNoQuad) return "waits for room in the work distributor";
    if (!queue_.empty()) return "waits for depths of its buffer";
    return "waits for quads of traversal";
}

sim::Backlog HierarchicalZ::backlog() const {
    if (queue_.free() <= 2 * quadsPerCycle_) return sim::Backlog::Full;
    return queue_.empty() && toSend_ == 0 ? sim::Backlog::None : sim::Backlog::Some;
}

void HierarchicalZ::appendQueues(std::vector<sim::QueueLevel>& queues) const {
    queues.push_back({.name = "input",
                      .unit = "quads",
                      .used = queue_.size(),
                      .capacity = queue_.capacity(),
                      .needed = 2 * quadsPerCycle_ + 1});
}

template class UnitBox<HierarchicalZ, DrawProtocol>;

}  // namespace cyclorama::machine::timing
