// SPDX-License-Identifier: MIT
#include "machine/timing/distributor/work_distributor_fragments.h"

#include <fmt/format.h>

#include <algorithm>

#include "func/layout/morton_blocks.h"
#include "machine/timing/raster/interpolator.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

namespace {

/// The pipe of the scan tile at (x, y): in Morton order, a chessboard for two.
uint32_t unitOfTile(uint32_t x, uint32_t y, uint32_t units) {
    if (units == 2) return (x + y) & 1;
    return func::mortonOrder(x, y) % units;
}

ShaderElements wholeQuad(QuadId id, bool padding) {
    return {.target = ShaderTarget::Fragment, .padding = padding, .count = func::kQuadFragments, .id = id};
}

}  // namespace

FragmentPath::Pipe::Pipe(sim::Box& owner, uint32_t number, const WorkDistributorSettings& settings)
    : toDepthTest(owner, fmt::format("pipe{}.toDepthTest", number)),
      fromDepthTest(
          owner, {.name = fmt::format("pipe{}.fromDepthTest", number), .width = settings.quadsPerPipe(), .latency = 1}),
      depthTestReady(owner, fmt::format("pipe{}.depthTestReady", number), true),
      testedReady(owner, fmt::format("pipe{}.testedReady", number)),
      toColorWrite(owner, fmt::format("pipe{}.toColorWrite", number)),
      colorWriteReady(owner, fmt::format("pipe{}.colorWriteReady", number), true) {}

FragmentPath::Statistics::Statistics(sim::StatisticsRegistry& registry)
    : inputs(registry, {"InputFragments_FFU", "fragments", "Fragments from hierarchical Z."}),
      outputs(registry, {"OutputFragments_FFU", "fragments",
                         "Fragments sent to colour write, and to the depth test after shading."}),
      interpolated(registry, {"InterpolatedFragments_FFU", "fragments", "Fragments from the interpolator."}),
      shaded(registry, {"ShadedFragments_FFU", "fragments", "Fragments from the shader processors, padding included."}),
      generatedOccupation(registry, {"RastStampQueuesOccupation_FFU", "quads x cycles",
                                     "Quads from hierarchical Z that wait, summed over pipes and cycles."}),
      testedOccupation(registry, {"TestStampQueuesOccupation_FFU", "quads x cycles",
                                  "Quads from the depth test that wait, summed over pipes and cycles."}),
      interpolatedOccupation(registry, {"IntStampQueuesOccupation_FFU", "quads x cycles",
                                        "Interpolated quads that wait to be shaded, summed over pipes and cycles."}),
      shadedOccupation(registry, {"ShadedStampQueuesOccupation_FFU", "quads x cycles",
                                  "Quads being shaded or waiting after it, summed over pipes and cycles."}) {}

FragmentPath::FragmentPath(sim::Box& owner, QuadPool& quads, const WorkDistributorSettings& settings)
    : generated(owner, {.name = "generated", .width = settings.generatedQuadsPerCycle, .latency = 1}),
      generatedReady(owner, "generatedReady"),
      toInterpolator(owner, "toInterpolator"),
      fromInterpolator(owner, {.name = "fromInterpolator", .width = settings.quadsPerCycle, .latency = 1}),
      quads_(&quads),
      settings_(settings),
      quadsPerPipe_(settings.quadsPerPipe()),
      quadsPerGroup_(settings.quadsPerGroup()),
      generated_(settings.pipes, settings.generatedQueueSize),
      tested_(settings.pipes, settings.testedQueueSize),
      interpolated_(settings.pipes, settings.interpolatedQueueSize),
      shaded_(settings.pipes, settings.shadedQueueSize),
      reserved_(settings.pipes),
      coverage_(quads),
      statistics_(owner.simulation().statistics()) {
    for (uint32_t pipe = 0; pipe < settings.pipes; ++pipe)
        pipes.push_back(std::make_unique<Pipe>(owner, pipe, settings));
}

void FragmentPath::reset() {
    for (PipeQueues* queues : {&generated_, &tested_, &interpolated_, &shaded_}) queues->clear();
    std::ranges::fill(reserved_, Reserved{});
    lastInterpolated_ = groups_ = shadedFronts_ = 0;
    lingeringLasts_ = 0;
    shading_ = 0;
}

void FragmentPath::startDraw(const gpu::DrawState& state) {
    reset();
    early_ = state.earlyZ && !state.fragmentWritesDepth;
    coverage_.startDraw(state);
    pixelPipes_.reset();
    if (!state.buffersInHierarchy()) pixelPipes_.emplace(state, settings_.pipes);
    feed_ = {.queues = early_ ? &tested_ : &generated_, .cycles = interpolationCycles(state, settings_.interpolators)};
    nextGroup_ = 0;
    pipesToEnd_ = settings_.pipes;
}

bool FragmentPath::sendOn(sim::Cycle cycle) {
    if (early_) return sendShaded(cycle);
    bool moved = sendTested(cycle);
    moved |= endDepthTest(cycle);
    moved |= sendShaded(cycle);
    return moved;
}

bool FragmentPath::interpolateAndTest(sim::Cycle cycle) {
    bool moved = endInterpolation(cycle);
    moved |= startInterpolation(cycle);
    if (early_) {
        moved |= endDepthTest(cycle);
        moved |= startDepthTest(cycle);
    }
    moved |= receive(cycle);
    return moved;
}

bool FragmentPath::sendShaded(sim::Cycle cycle) {
    bool moved = false;
    forEachMember(shadedFronts_, [&](uint32_t pipe) {
        Pipe& ports = *pipes[pipe];
        if (!(early_ ? ports.colorWriteReady : ports.depthTestReady).read(cycle)) return;
        for (uint32_t sent = 0; sent < quadsPerPipe_ && isMember(shadedFronts_, pipe); ++sent) {
            const bool last = (*quads_)[shaded_.front(pipe)].last;
            if (last && shading_ != 0) break;
            --reserved_[pipe].shaded;
            if (last && early_) {
                ++lingeringLasts_;
                --pipesToEnd_;
            }
            (early_ ? ports.toColorWrite : ports.toDepthTest).write(cycle, shaded_.pop(pipe));
            recordShadedFront(pipe);
            statistics_.outputs.add(func::kQuadFragments);
            moved = true;
        }
        recordGroup(pipe);
    });
    return moved;
}

void FragmentPath::recordShadedFront(uint32_t pipe) {
    setMember(shadedFronts_, pipe, !shaded_.empty(pipe) && (*quads_)[shaded_.front(pipe)].shaded);
}

bool FragmentPath::sendTested(sim::Cycle cycle) {
    bool moved = false;
    forEachMember(tested_.waiting(), [&](uint32_t pipe) {
        if (!pipes[pipe]->colorWriteReady.read(cycle)) return;
        for (uint32_t sent = 0; sent < quadsPerPipe_ && !tested_.empty(pipe); ++sent) {
            const QuadId id = tested_.pop(pipe);
            if ((*quads_)[id].last) --pipesToEnd_;
            pipes[pipe]->toColorWrite.write(cycle, id);
            statistics_.outputs.add(func::kQuadFragments);
        }
        moved = true;
    });
    return moved;
}

bool FragmentPath::startDepthTest(sim::Cycle cycle) {
    bool moved = false;
    forEachMember(generated_.waiting(), [&](uint32_t pipe) {
        if (!pipes[pipe]->depthTestReady.read(cycle)) return;
        for (uint32_t sent = 0; sent < quadsPerPipe_ && !generated_.empty(pipe); ++sent)
            pipes[pipe]->toDepthTest.write(cycle, generated_.pop(pipe));
        moved = true;
    });
    return moved;
}

bool FragmentPath::endDepthTest(sim::Cycle cycle) {
    bool moved = false;
    for (uint32_t pipe = 0; pipe < settings_.pipes; ++pipe) {
        if (pipes[pipe]->fromDepthTest.inFlight() == 0) continue;
        for (const QuadId id : pipes[pipe]->fromDepthTest.take(cycle)) {
            const QuadInFlight& quad = (*quads_)[id];
            if (!quad.last && quad.culled == func::kAllFragments)
                quads_->drop(id);
            else
                tested_.push(pipe, id);
            moved = true;
        }
    }
    return moved;
}

FragmentPath::Tile FragmentPath::tileOf(QuadId id) const {
    const func::Quad& quad = (*quads_)[id].quad;
    return {.x = static_cast<uint32_t>(quad.x) / settings_.tiles.scanWidth,
            .y = static_cast<uint32_t>(quad.y) / settings_.tiles.scanHeight};
}

bool FragmentPath::canFeed(uint32_t pipe) const { return !feed_.queues->empty(pipe) && freeInterpolated(pipe) > 0; }

void FragmentPath::findFeed(uint32_t& visited) {
    for (; visited < settings_.pipes && !canFeed(feed_.next); ++visited) feed_.next = after(feed_.next);
}

bool FragmentPath::startInterpolation(sim::Cycle cycle) {
    if (cycle < feed_.free) return false;
    const uint32_t waiting = feed_.queues->quads();
    if (waiting == 0) return false;

    uint32_t visited = 0;
    findFeed(visited);
    uint32_t sent = 0;
    while (sent < settings_.quadsPerCycle && canFeed(feed_.next)) {
        const uint32_t pipe = feed_.next;
        ++reserved_[pipe].interpolated;
        const QuadId id = feed_.queues->pop(pipe);
        toInterpolator.write(cycle, id);
        ++sent;
        if (!feed_.queues->empty(pipe) && tileOf(feed_.queues->front(pipe)) != tileOf(id)) {
            feed_.next = after(feed_.next);
            ++visited;
        }
        if (sent < waiting) findFeed(visited);
    }
    if (sent == 0) return false;
    feed_.free = cycle + feed_.cycles;
    return true;
}

bool FragmentPath::endInterpolation(sim::Cycle cycle) {
    const std::span<const QuadId> arrived = fromInterpolator.take(cycle);
    for (const QuadId id : arrived) {
        QuadInFlight& quad = (*quads_)[id];
        const Tile tile = tileOf(id);
        quad.shaderUnit = unitOfTile(tile.x, tile.y, settings_.shaders);
        interpolated_.push(quad.ropUnit, id);
        if (quad.last) setMember(lastInterpolated_, quad.ropUnit, true);
        recordGroup(quad.ropUnit);
        statistics_.interpolated.add(func::kQuadFragments);
    }
    return !arrived.empty();
}

bool FragmentPath::receive(sim::Cycle cycle) {
    const std::span<const QuadId> arrived = generated.take(cycle);
    for (const QuadId id : arrived) {
        statistics_.inputs.add(func::kQuadFragments);
        if ((*quads_)[id].last)
            receiveLast(id);
        else if (!admit((*quads_)[id]))
            quads_->drop(id);
        else
            generated_.push((*quads_)[id].ropUnit, id);
    }
    return !arrived.empty();
}

bool FragmentPath::admit(QuadInFlight& quad) const {
    if (pixelPipes_) quad.ropUnit = pixelPipes_->of(static_cast<uint32_t>(quad.quad.y));
    return coverage_.admit(quad);
}

void FragmentPath::receiveLast(QuadId id) {
    for (uint32_t pipe = 0; pipe < settings_.pipes; ++pipe) {
        const QuadId own = pipe == 0 ? id : quads_->acquire();
        QuadInFlight& quad = (*quads_)[own];
        quad.draw = (*quads_)[id].draw;
        quad.created = (*quads_)[id].created;
        quad.last = true;
        quad.ropUnit = pipe;
        generated_.push(pipe, own);
    }
}

void FragmentPath::recordGroup(uint32_t pipe) {
    const uint32_t waiting = interpolated_.size(pipe);
    const bool complete = waiting >= quadsPerGroup_ || (isMember(lastInterpolated_, pipe) && waiting > 0);
    setMember(groups_, pipe, complete && freeShaded(pipe) >= quadsPerGroup_);
}

void FragmentPath::findGroup(uint32_t& visited) {
    for (; visited < settings_.pipes && !isMember(groups_, nextGroup_); ++visited) nextGroup_ = after(nextGroup_);
}

bool FragmentPath::chooseShader(ShaderQueues& shaders) const {
    if (!settings_.tiledDistribution || interpolated_.empty(nextGroup_)) return false;
    shaders.choose((*quads_)[interpolated_.front(nextGroup_)].shaderUnit);
    return true;
}

bool FragmentPath::shade(ShaderQueues& shaders) {
    uint32_t visited = 0;
    findGroup(visited);
    chooseShader(shaders);
    bool moved = false;
    while (visited < settings_.pipes && shaders.roomForGroup()) {
        sendGroup(shaders, nextGroup_);
        moved = true;
        if (settings_.tiledDistribution) {
            nextGroup_ = after(nextGroup_);
            ++visited;
        }
        findGroup(visited);
        if (!chooseShader(shaders)) shaders.passTurnAfterBatch();
    }
    return moved;
}

void FragmentPath::sendGroup(ShaderQueues& shaders, uint32_t pipe) {
    QuadId id = kNoQuad;
    uint32_t quads = 0;
    const auto move = [&] {
        id = interpolated_.pop(pipe);
        --reserved_[pipe].interpolated;
        shaded_.push(pipe, id);
        ++reserved_[pipe].shaded;
    };
    for (; quads < quadsPerGroup_ && !(*quads_)[interpolated_.front(pipe)].last; ++quads) {
        move();
        coverage_.shade((*quads_)[id]);
        shaders.push(wholeQuad(id, false));
    }
    if (quads > 0) {
        for (uint32_t padding = quads; padding < quadsPerGroup_; ++padding) shaders.push(wholeQuad(id, true));
        shaders.endGroup();
        shading_ += settings_.group;
    }
    if (quads < quadsPerGroup_) {
        move();
        (*quads_)[id].shaded = true;
    }
    recordShadedFront(pipe);
    recordGroup(pipe);
}

void FragmentPath::takeShaded(const ShaderElements& output, bool complete, sim::Cycle cycle) {
    shading_ -= output.count;
    statistics_.shaded.add(output.count);
    if (output.padding) return;
    QuadInFlight& quad = (*quads_)[output.id];
    quad.shaderEnd = cycle;
    quad.shaded = complete;
    if (complete) recordShadedFront(quad.ropUnit);
    coverage_.takeShaded(output.id, output.killed, complete);
}

void FragmentPath::showStatus(sim::Cycle cycle) {
    forEachMember(tested_.takeChanges(), [&](uint32_t pipe) {
        pipes[pipe]->testedReady.write(cycle, tested_.free(pipe) > 2 * quadsPerPipe_);
    });
    const UnitSet changed = generated_.takeChanges();
    if (changed == 0) return;
    forEachMember(changed, [&](uint32_t pipe) {
        setMember(generatedFull_, pipe, generated_.free(pipe) < 2 * settings_.generatedQuadsPerCycle);
    });
    generatedReady.write(cycle, generatedFull_ == 0);
}

void FragmentPath::account(uint64_t cycles) {
    statistics_.generatedOccupation.add(generated_.quads() * cycles);
    statistics_.testedOccupation.add(tested_.quads() * cycles);
    statistics_.interpolatedOccupation.add(interpolated_.quads() * cycles);
    statistics_.shadedOccupation.add((shaded_.quads() + lingeringLasts_) * cycles);
}

sim::Cycle FragmentPath::alarm(sim::Cycle cycle) const { return feed_.free > cycle ? feed_.free : sim::kNever; }

void FragmentPath::appendQueues(std::vector<sim::QueueLevel>& queues) const {
    queues.push_back(generated_.level("generated"));
    queues.push_back(tested_.level("tested"));
    queues.push_back(interpolated_.level("interpolated"));
    queues.push_back(shaded_.level("at the shaders and after"));
}

std::string FragmentPath::describeWait(sim::Cycle cycle) const {
    for (uint32_t pipe = 0; pipe < settings_.pipes; ++pipe) {
        const bool toDepthTest = !(early_ ? generated_ : shaded_).empty(pipe);
        const bool toColorWrite = !(early_ ? shaded_ : tested_).empty(pipe);
        if (toColorWrite && !pipes[pipe]->colorWriteReady.read(cycle))
            return fmt::format("waits for colour write {}", pipe);
        if (toDepthTest && !pipes[pipe]->depthTestReady.read(cycle))
            return fmt::format("waits for depth test {}", pipe);
    }
    if (shading_ != 0) return fmt::format("waits for {} fragments from the shader processors", shading_);
    return pipesToEnd_ > 0 ? "waits for quads of the batch" : "";
}

}  // namespace cyclorama::machine::timing
