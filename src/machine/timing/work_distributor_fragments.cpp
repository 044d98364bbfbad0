#include "machine/timing/work_distributor_fragments.h"

#include <fmt/format.h>

#include <algorithm>

#include "machine/fragment_tests.h"
#include "machine/timing/interpolator.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

namespace {

constexpr uint32_t kAllFragments = (1u << func::kQuadFragments) - 1;

/// Of the scan tiles (ATTILA: TileIdentifier::assignMorton, for 1, 2, 4, 8 and 16 units).
uint32_t unitOfTile(uint32_t x, uint32_t y, uint32_t units) {
    if (units == 2) return (x + y) & 1;
    return func::mortonOrder(x, y) % units;
}

ShaderElements wholeQuad(QuadId id, bool padding) {
    return {.target = ShaderTarget::Fragment, .padding = padding, .count = func::kQuadFragments, .id = id};
}

}  // namespace

FragmentPath::Pipe::Pipe(sim::Box& owner, uint32_t number, const WorkDistributorSettings& settings)
    : toDepthTest(owner, fmt::format("ZStencilInput{}", number)),
      fromDepthTest(owner,
                    {.name = fmt::format("ZStencilOutput{}", number), .width = settings.quadsPerPipe(), .latency = 1}),
      depthTestReady(owner, fmt::format("ZStencilState{}", number), true),
      testedReady(owner, fmt::format("FFIFOZStencilState{}", number)),
      toColorWrite(owner, fmt::format("ColorWriteInput{}", number)),
      colorWriteReady(owner, fmt::format("ColorWriteFFIFOState{}", number), true) {}

FragmentPath::Queues::Queues(const WorkDistributorSettings& settings)
    : generated(settings.generatedQueueSize),
      tested(settings.testedQueueSize),
      interpolated(settings.interpolatedQueueSize),
      shaded(settings.shadedQueueSize) {}

void FragmentPath::Queues::reset() {
    generated.clear();
    tested.clear();
    interpolated.clear();
    shaded.clear();
    interpolatedReserved = 0;
    shadedReserved = 0;
    lastInterpolated = false;
    lastLingers = false;
}

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

FragmentPath::FragmentPath(sim::Box& owner, WorkPools& pools, const WorkDistributorSettings& settings)
    : generated(owner, {.name = "HZOutput", .width = settings.generatedQuadsPerCycle, .latency = 1}),
      generatedReady(owner, "FFIFOStateHZ"),
      toInterpolator(owner, "InterpolatorInput"),
      fromInterpolator(owner, {.name = "InterpolatorOutput", .width = settings.quadsPerCycle, .latency = 1}),
      pools_(&pools),
      settings_(settings),
      statistics_(owner.simulation().statistics()) {
    for (uint32_t pipe = 0; pipe < settings.pipes; ++pipe) {
        pipes.push_back(std::make_unique<Pipe>(owner, pipe, settings));
        queues_.emplace_back(settings);
    }
}

void FragmentPath::reset() {
    for (Queues& queues : queues_) queues.reset();
    sentToShaders_ = backFromShaders_ = 0;
}

void FragmentPath::startDraw(const gpu::DrawState& state) {
    reset();
    window_ = state.raster.viewportTransform.has_value();
    early_ = state.earlyZ && !state.fragmentWritesDepth;
    alphaTest_ = window_ ? state.alphaTest : gpu::AlphaTest{};
    if (window_) {
        pixelPipes_ = PixelPipes(state, settings_.pipes);
        samplesPerPixel_ = state.multisampling.samplesPerPixel();
        sampleMask_ = quadSampleMask(state.multisampling);
        coversByAlpha_ = state.multisampling.coversByAlpha();
    }
    feed_ = {.queue = early_ ? &Queues::tested : &Queues::generated, .next = 0};
    nextGroup_ = 0;
    interpolationCycles_ = interpolationCycles(state, settings_.interpolators);
    interpolatorFree_ = 0;
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
    for (uint32_t pipe = 0; pipe < settings_.pipes; ++pipe) {
        Queues& queues = queues_[pipe];
        if (queues.shaded.empty()) continue;
        Pipe& ports = *pipes[pipe];
        if (!(early_ ? ports.colorWriteReady : ports.depthTestReady).read(cycle)) continue;
        for (uint32_t sent = 0; sent < settings_.quadsPerPipe() && !queues.shaded.empty(); ++sent) {
            const QuadInFlight& quad = pools_->quads[queues.shaded.front()];
            if (!quad.shaded || (quad.last && sentToShaders_ != backFromShaders_)) break;
            --queues.shadedReserved;
            if (quad.last && early_) {
                queues.lastLingers = true;
                --pipesToEnd_;
            }
            (early_ ? ports.toColorWrite : ports.toDepthTest).write(cycle, queues.shaded.pop());
            statistics_.outputs.add(func::kQuadFragments);
            moved = true;
        }
    }
    return moved;
}

bool FragmentPath::sendTested(sim::Cycle cycle) {
    bool moved = false;
    for (uint32_t pipe = 0; pipe < settings_.pipes; ++pipe) {
        Queue& tested = queues_[pipe].tested;
        if (tested.empty() || !pipes[pipe]->colorWriteReady.read(cycle)) continue;
        for (uint32_t sent = 0; sent < settings_.quadsPerPipe() && !tested.empty(); ++sent) {
            const QuadId id = tested.pop();
            if (pools_->quads[id].last) --pipesToEnd_;
            pipes[pipe]->toColorWrite.write(cycle, id);
            statistics_.outputs.add(func::kQuadFragments);
            moved = true;
        }
    }
    return moved;
}

bool FragmentPath::startDepthTest(sim::Cycle cycle) {
    bool moved = false;
    for (uint32_t pipe = 0; pipe < settings_.pipes; ++pipe) {
        Queue& waiting = queues_[pipe].generated;
        if (waiting.empty() || !pipes[pipe]->depthTestReady.read(cycle)) continue;
        for (uint32_t sent = 0; sent < settings_.quadsPerPipe() && !waiting.empty(); ++sent) {
            pipes[pipe]->toDepthTest.write(cycle, waiting.pop());
            moved = true;
        }
    }
    return moved;
}

bool FragmentPath::endDepthTest(sim::Cycle cycle) {
    bool moved = false;
    for (uint32_t pipe = 0; pipe < settings_.pipes; ++pipe)
        for (const QuadId id : pipes[pipe]->fromDepthTest.take(cycle)) {
            const QuadInFlight& quad = pools_->quads[id];
            if (!quad.last && quad.culled == kAllFragments)
                pools_->dropQuad(id);
            else
                queues_[pipe].tested.push(id);
            moved = true;
        }
    return moved;
}

FragmentPath::Tile FragmentPath::tileOf(QuadId id) const {
    const func::Quad& quad = pools_->quads[id].quad;
    return {.x = static_cast<uint32_t>(quad.x) / settings_.tiles.scanWidth,
            .y = static_cast<uint32_t>(quad.y) / settings_.tiles.scanHeight};
}

bool FragmentPath::canFeed(uint32_t pipe) const {
    return !(queues_[pipe].*feed_.queue).empty() && queues_[pipe].freeInterpolated() > 0;
}

void FragmentPath::findFeed(uint32_t& visited) {
    for (; visited < settings_.pipes && !canFeed(feed_.next); ++visited) feed_.next = after(feed_.next);
}

bool FragmentPath::startInterpolation(sim::Cycle cycle) {
    if (cycle < interpolatorFree_) return false;
    uint32_t waiting = 0;
    for (const Queues& queues : queues_) waiting += (queues.*feed_.queue).size();
    if (waiting == 0) return false;

    uint32_t visited = 0;
    findFeed(visited);
    uint32_t sent = 0;
    while (sent < settings_.quadsPerCycle && canFeed(feed_.next)) {
        Queue& queue = queues_[feed_.next].*feed_.queue;
        ++queues_[feed_.next].interpolatedReserved;
        const QuadId id = queue.pop();
        toInterpolator.write(cycle, id);
        ++sent;
        if (!queue.empty() && tileOf(queue.front()) != tileOf(id)) {
            feed_.next = after(feed_.next);
            ++visited;
        }
        if (sent < waiting) findFeed(visited);
    }
    if (sent == 0) return false;
    interpolatorFree_ = cycle + interpolationCycles_;
    return true;
}

bool FragmentPath::endInterpolation(sim::Cycle cycle) {
    const std::span<const QuadId> arrived = fromInterpolator.take(cycle);
    for (const QuadId id : arrived) {
        QuadInFlight& quad = pools_->quads[id];
        const Tile tile = tileOf(id);
        quad.shaderUnit = unitOfTile(tile.x, tile.y, settings_.shaders);
        Queues& queues = queues_[quad.ropUnit];
        queues.interpolated.push(id);
        queues.lastInterpolated |= quad.last;
        statistics_.interpolated.add(func::kQuadFragments);
    }
    return !arrived.empty();
}

bool FragmentPath::receive(sim::Cycle cycle) {
    const std::span<const QuadId> arrived = generated.take(cycle);
    for (const QuadId id : arrived) {
        statistics_.inputs.add(func::kQuadFragments);
        if (pools_->quads[id].last)
            receiveLast(id);
        else if (window_ && !admit(pools_->quads[id]))
            pools_->dropQuad(id);
        else
            queues_[pools_->quads[id].ropUnit].generated.push(id);
    }
    return !arrived.empty();
}

bool FragmentPath::admit(QuadInFlight& quad) const {
    quad.ropUnit = pixelPipes_.of(static_cast<uint32_t>(quad.quad.y));
    if (samplesPerPixel_ > 1) {
        quad.samples &= sampleMask_;
        quad.culled |= ~liveFragments(quad.samples, samplesPerPixel_) & kAllFragments;
    }
    return quad.culled != kAllFragments;
}

void FragmentPath::testAlpha(QuadId id) const {
    QuadInFlight& quad = pools_->quads[id];
    const QuadVectors& colors = pools_->quadColors[0][id];
    for (uint32_t f = 0; f < func::kQuadFragments; ++f)
        if ((quad.culled >> f & 1) == 0 && !passesAlphaTest(alphaTest_, colors[f][3])) quad.culled |= 1u << f;
}

void FragmentPath::coverByAlpha(QuadId id) const {
    QuadInFlight& quad = pools_->quads[id];
    const QuadVectors& colors = pools_->quadColors[0][id];
    for (uint32_t f = 0; f < func::kQuadFragments; ++f) {
        const uint32_t all = (1u << samplesPerPixel_) - 1;
        const uint32_t covered = samplesOfAlpha(colors[f][3], samplesPerPixel_);
        quad.samples &= ~((all & ~covered) << (f * samplesPerPixel_));
    }
    quad.culled |= ~liveFragments(quad.samples, samplesPerPixel_) & kAllFragments;
}

void FragmentPath::receiveLast(QuadId id) {
    for (uint32_t pipe = 0; pipe < settings_.pipes; ++pipe) {
        const QuadId own = pipe == 0 ? id : pools_->quads.acquire();
        QuadInFlight& quad = pools_->quads[own];
        quad.draw = pools_->quads[id].draw;
        quad.created = pools_->quads[id].created;
        quad.last = true;
        quad.ropUnit = pipe;
        queues_[pipe].generated.push(own);
    }
}

bool FragmentPath::groupReady(const Queues& queues) const {
    const uint32_t waiting = queues.interpolated.size();
    return (waiting >= settings_.quadsPerGroup() || (queues.lastInterpolated && waiting > 0)) &&
           queues.freeShaded() >= settings_.quadsPerGroup();
}

void FragmentPath::findGroup(uint32_t& visited) {
    for (; visited < settings_.pipes && !groupReady(queues_[nextGroup_]); ++visited) nextGroup_ = after(nextGroup_);
}

bool FragmentPath::chooseShader(ShaderQueues& shaders) const {
    const Queue& waiting = queues_[nextGroup_].interpolated;
    if (!settings_.tiledDistribution || waiting.empty()) return false;
    shaders.choose(pools_->quads[waiting.front()].shaderUnit);
    return true;
}

bool FragmentPath::shade(ShaderQueues& shaders) {
    uint32_t visited = 0;
    findGroup(visited);
    chooseShader(shaders);
    bool moved = false;
    while (visited < settings_.pipes && shaders.roomForGroup()) {
        sendGroup(shaders, queues_[nextGroup_]);
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

void FragmentPath::sendGroup(ShaderQueues& shaders, Queues& queues) {
    QuadId id = kNoQuad;
    uint32_t quads = 0;
    const auto move = [&] {
        id = queues.interpolated.pop();
        --queues.interpolatedReserved;
        queues.shaded.push(id);
        ++queues.shadedReserved;
    };
    for (; quads < settings_.quadsPerGroup() && !pools_->quads[queues.interpolated.front()].last; ++quads) {
        move();
        shaders.push(wholeQuad(id, false));
    }
    if (quads > 0) {
        for (uint32_t padding = quads; padding < settings_.quadsPerGroup(); ++padding)
            shaders.push(wholeQuad(id, true));
        shaders.endGroup();
        sentToShaders_ += settings_.group;
    }
    if (quads < settings_.quadsPerGroup()) {
        move();
        pools_->quads[id].shaded = true;
    }
}

void FragmentPath::takeShaded(const ShaderElements& output, bool complete, sim::Cycle cycle) {
    backFromShaders_ += output.count;
    statistics_.shaded.add(output.count);
    if (output.padding) return;
    QuadInFlight& quad = pools_->quads[output.id];
    quad.culled |= output.killed;
    quad.shaderEnd = cycle;
    quad.shaded = complete;
    if (complete && alphaTest_.enabled) testAlpha(output.id);
    if (complete && window_ && coversByAlpha_) coverByAlpha(output.id);
}

void FragmentPath::showStatus(sim::Cycle cycle) {
    bool room = true;
    for (uint32_t pipe = 0; pipe < settings_.pipes; ++pipe) {
        room = room && queues_[pipe].generated.free() >= 2 * settings_.generatedQuadsPerCycle;
        pipes[pipe]->testedReady.write(cycle, queues_[pipe].tested.free() > 2 * settings_.quadsPerPipe());
    }
    generatedReady.write(cycle, room);
}

void FragmentPath::account(uint64_t cycles) {
    for (const Queues& queues : queues_) {
        statistics_.generatedOccupation.add(queues.generated.size() * cycles);
        statistics_.testedOccupation.add(queues.tested.size() * cycles);
        statistics_.interpolatedOccupation.add(queues.interpolated.size() * cycles);
        statistics_.shadedOccupation.add((queues.shaded.size() + (queues.lastLingers ? 1u : 0u)) * cycles);
    }
}

sim::Cycle FragmentPath::alarm(sim::Cycle cycle) const {
    return interpolatorFree_ > cycle ? interpolatorFree_ : sim::kNever;
}

std::string FragmentPath::describeWait(sim::Cycle cycle) const {
    for (uint32_t pipe = 0; pipe < settings_.pipes; ++pipe) {
        const Queues& queues = queues_[pipe];
        const bool toDepthTest = early_ ? !queues.generated.empty() : !queues.shaded.empty();
        const bool toColorWrite = early_ ? !queues.shaded.empty() : !queues.tested.empty();
        if (toColorWrite && !pipes[pipe]->colorWriteReady.read(cycle))
            return fmt::format("waits for colour write {}", pipe);
        if (toDepthTest && !pipes[pipe]->depthTestReady.read(cycle))
            return fmt::format("waits for depth test {}", pipe);
    }
    if (sentToShaders_ != backFromShaders_)
        return fmt::format("waits for {} fragments from the shader processors", sentToShaders_ - backFromShaders_);
    return pipesToEnd_ > 0 ? "waits for quads of the batch" : "";
}

}  // namespace cyclorama::machine::timing
