// SPDX-License-Identifier: MIT
#include "families/adreno/timing/rasterizer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/divide_up.h"
#include "sim/simulation.h"

namespace cyclorama::adreno {
namespace {

/// Waves that wait in HLSQ.
constexpr uint32_t kMostLaunched = 4;

}  // namespace

Rasterizer::Statistics::Statistics(sim::StatisticsRegistry& registry)
    : busy(registry, {"BUSY_CYCLES_RAS", "cycles", "Cycles in which a draw's primitives were under way."}),
      primitives(registry, {"INPUT_PRIM_TSE", "primitives", "Primitives that were set up."}),
      triangles(registry, {"OUTPUT_TRIANGLES_TSE", "triangles", "Triangles that they became."}),
      clipped(registry, {"CLIPPED_PRIM_TSE", "primitives", "Primitives that planes cut."}),
      clipCycles(registry, {"CLIPPING_CYCLES_TSE", "cycles", "Cycles in which primitives were cut."}),
      tiles(registry, {"8X4_TILES_RAS", "tiles", "Tiles of 8x4 pixels that quads were in."}),
      waves(registry, {"FRAGMENT_WAVES_RAS", "waves", "Waves of fragments that were packed."}),
      quads(registry, {"FRAGMENT_QUADS_RAS", "quads", "Quads of these waves."}),
      waitForTests(registry, {"STALL_CYCLES_LRZ_RAS", "cycles", "Cycles in which waves waited for early tests."}),
      waitForUnits(registry,
                   {"STALL_CYCLES_SP_RAS", "cycles", "Cycles in which no quads were made as waves waited for units."}),
      waitForRender(registry, {"STALL_CYCLES_RB_RAS", "cycles",
                               "Cycles in which no quads were made as the render backend had no room."}) {}

Rasterizer::Rasterizer(sim::Simulation& simulation, sim::DomainId domain, const RasterSettings& settings)
    : Box(simulation, domain, "GRAS"),
      primitives(*this, {.name = "primitives", .width = 1, .latency = 1}),
      room(*this, "room"),
      launch(*this, "launch"),
      started(*this, {.name = "started", .width = 1, .latency = 1}),
      render(*this, "render"),
      rendered(*this, "rendered", 0),
      tests(*this, "tests"),
      tested(*this, "tested", 0),
      settings_(settings),
      statistics_(simulation.statistics()),
      queue_(GeometryFront::kMostSent) {}

Rasterizer::~Rasterizer() = default;

void Rasterizer::addCounters(ChipCounters& counters) const {
    counters.add("RAS_BUSY_CYCLES"_counter, statistics_.busy);
    counters.add("RAS_8X4_TILES"_counter, statistics_.tiles);
    counters.add("RAS_STALL_CYCLES_LRZ"_counter, statistics_.waitForTests);
    counters.add("TSE_INPUT_PRIM"_counter, statistics_.primitives);
    counters.add("TSE_CLIPPED_PRIM"_counter, statistics_.clipped);
    counters.add("TSE_CLIPPING_CYCLES"_counter, statistics_.clipCycles);
}

void Rasterizer::clock(sim::Cycle cycle) {
    receive(cycle);
    send(cycle);
    const bool begins = work_ == nullptr && !queue_.empty() && mayBegin();
    working_ = begins || setsUp(cycle) || rasterizes(cycle);
    stepping_ = working_ || ends();
    accountSleep(cycle, 1);
    sleepUntilNext(cycle);
}

void Rasterizer::accountSleep(sim::Cycle first, uint64_t count) {
    if (work_ == nullptr) return;
    statistics_.busy.add(count);
    if (waveWaitsForTests()) statistics_.waitForTests.add(count);
    if (trianglesDone_ == triangles_ || rasterFree_ > first || work_->dropped()) return;
    if (out_.waves.size() >= settings_.waveQueue) statistics_.waitForUnits.add(count);
    if (progress_.renders - progress_.rendersTaken >= kMostRendered) statistics_.waitForRender.add(count);
}

void Rasterizer::receive(sim::Cycle cycle) {
    if (const auto message = primitives.read(cycle)) queue_.push(*message);
    if (started.read(cycle)) --out_.launched;
    progress_.rendersTaken = rendered.read(cycle);
    progress_.testsDone = tested.read(cycle);
}

void Rasterizer::send(sim::Cycle cycle) {
    if (!out_.room.empty()) {
        room.write(cycle, VaryingRoom{.bytes = out_.room.front()});
        out_.room.pop_front();
    }
    if (!out_.renders.empty()) {
        render.write(cycle, out_.renders.front());
        out_.renders.pop_front();
    }
    if (!out_.tests.empty()) {
        tests.write(cycle, out_.tests.front());
        out_.tests.pop_front();
    }
    if (out_.waves.empty() || waveWaitsForTests() || out_.launched == kMostLaunched) return;
    launch.write(cycle, GroupLaunch{.group = out_.waves.front()->group.get()});
    out_.waves.pop_front();
    ++out_.launched;
}

bool Rasterizer::mayBegin() const { return progress_.rendersTaken >= progress_.lateUntil; }

bool Rasterizer::setsUp(sim::Cycle cycle) const {
    if (work_ == nullptr || cycle < setUpFree_) return false;
    if (work_->dropped()) return vertices_ != nullptr || (!queue_.empty() && queue_.front().wave != nullptr);
    if (triangles_ - trianglesDone_ >= settings_.triangleQueue) return false;
    if (vertices_ != nullptr) return true;
    if (queue_.empty() || queue_.front().wave == nullptr) return false;
    // A full list is emptied when all of it is drawn.
    const DrawRaster* const raster = work_->raster();
    const bool full = raster != nullptr && raster->listIsFull() && queue_.front().wave->beginsBatch();
    return !full || (triangles_ == trianglesDone_ && progress_.renders == progress_.rendersTaken);
}

bool Rasterizer::rasterizes(sim::Cycle cycle) const {
    return work_ != nullptr && cycle >= rasterFree_ && triangles_ != trianglesDone_ &&
           (work_->dropped() ||
            (out_.waves.size() < settings_.waveQueue && progress_.renders - progress_.rendersTaken < kMostRendered &&
             progress_.tests - progress_.testsDone < kMostTests));
}

bool Rasterizer::ends() const {
    return work_ != nullptr && vertices_ == nullptr && triangles_ == trianglesDone_ && !queue_.empty() &&
           queue_.front().wave == nullptr;
}

void Rasterizer::betweenCycles(sim::Cycle cycle) {
    if (!stepping_) return;
    stepping_ = false;
    if (work_ == nullptr) return begin();
    if (work_->dropped()) dropWork();
    if (rasterizes(cycle)) rasterize(cycle);
    if (setsUp(cycle)) setUp(cycle);
    if (ends()) end();
}

void Rasterizer::begin() {
    work_ = queue_.front().work;
    triangles_ = trianglesDone_ = 0;
    out_.renders.push_back({.work = work_, .kind = RenderMessage::Kind::Begin});
    ++progress_.renders;
}

void Rasterizer::dropWork() {
    if (vertices_ != nullptr) setUp_.push_back({.lastTriangle = triangles_, .bytes = work_->waveBytes()});
    vertices_ = nullptr;
    while (!queue_.empty() && queue_.front().wave != nullptr && queue_.front().work == work_) {
        queue_.pop();
        setUp_.push_back({.lastTriangle = triangles_, .bytes = work_->waveBytes()});
    }
    trianglesDone_ = triangles_;
    freeVertices();
}

void Rasterizer::takeVertices() {
    vertices_ = queue_.pop().wave;
    DrawRaster* const raster = work_->raster();
    if (raster == nullptr) return;
    if (raster->listIsFull() && vertices_->beginsBatch()) raster->endList();
    raster->take(*vertices_);
}

void Rasterizer::setUp(sim::Cycle cycle) {
    work_->claimFindings();
    if (vertices_ == nullptr) takeVertices();
    DrawRaster* const raster = work_->raster();
    const std::optional<DrawRaster::SetUp> made = raster == nullptr ? std::nullopt : raster->setUpNext();
    if (!made) {
        setUp_.push_back({.lastTriangle = triangles_, .bytes = work_->waveBytes()});
        vertices_ = nullptr;
        setUpFree_ = cycle + 1;
        return freeVertices();
    }
    ++statistics_.primitives;
    statistics_.triangles.add(made->triangles);
    triangles_ += made->triangles;
    setUpFree_ = cycle + settings_.primitiveCycles;
    if (!made->clipped) return;
    setUpFree_ += settings_.clipCycles;
    ++statistics_.clipped;
    statistics_.clipCycles.add(settings_.clipCycles);
}

/// Tiles of triangles that follow each other in the same cycle are not joined.
void Rasterizer::rasterize(sim::Cycle cycle) {
    work_->claimFindings();
    DrawRaster& raster = *work_->raster();
    DrawRaster::Step step = raster.rasterizeNext();
    trianglesDone_ += step.triangles;
    rasterFree_ = cycle + std::max(sim::divideUp(step.tiles, settings_.tilesPerCycle), 1u);
    statistics_.tiles.add(step.tiles);
    if (step.tested != 0)
        out_.tests.push_back({.ticket = ++progress_.tests,
                              .samples = step.tested,
                              .reads = std::move(step.depthReads),
                              .writes = std::move(step.depthWrites),
                              .halvings = work_->halvings(CcuTarget::Depth)});
    for (auto& wave : step.waves) keep(std::move(wave));
    if (trianglesDone_ == triangles_ && raster.listIsFull())
        if (auto last = raster.lastWave()) keep(std::move(last));
    freeVertices();
}

void Rasterizer::keep(std::unique_ptr<RenderWave> wave) {
    ++statistics_.waves;
    statistics_.quads.add(wave->batch.quads);
    wave->ticket = progress_.tests;
    RenderWave& kept = work_->keep(std::move(wave));
    out_.renders.push_back({.work = work_, .wave = &kept, .ticket = progress_.tests});
    ++progress_.renders;
    if (kept.group != nullptr) out_.waves.push_back(&kept);
}

void Rasterizer::freeVertices() {
    while (!setUp_.empty() && setUp_.front().lastTriangle <= trianglesDone_) {
        out_.room.push_back(setUp_.front().bytes);
        setUp_.pop_front();
        work_->forgetVertices();
    }
}

void Rasterizer::end() {
    DrawRaster* const raster = work_->raster();
    if (raster != nullptr && !work_->dropped())
        if (auto last = raster->lastWave()) keep(std::move(last));
    out_.renders.push_back({.work = work_, .kind = RenderMessage::Kind::End, .ticket = progress_.tests});
    ++progress_.renders;
    if (work_->testsLate()) progress_.lateUntil = progress_.renders;
    queue_.pop();
    // The end takes no room for varyings.
    out_.room.push_back(0);
    work_ = nullptr;
}

void Rasterizer::sleepUntilNext(sim::Cycle cycle) {
    const bool sends = !out_.room.empty() || !out_.renders.empty() || !out_.tests.empty() ||
                       (!out_.waves.empty() && !waveWaitsForTests() && out_.launched < kMostLaunched);
    if (stepping_ || sends) return;
    sim::Cycle next = sim::kNever;
    if (work_ != nullptr)
        for (const sim::Cycle free : {setUpFree_, rasterFree_})
            if (free > cycle) next = std::min(next, free);
    sleepUntil(next);
}

std::string Rasterizer::describeWait() const {
    if (work_ == nullptr) return queue_.empty() ? std::string() : "waits for late tests of the draw before";
    return fmt::format("has {} triangles, {} waves of fragments wait for a unit", triangles_ - trianglesDone_,
                       out_.waves.size());
}

sim::Backlog Rasterizer::backlog() const {
    if (work_ == nullptr && queue_.empty()) return sim::Backlog::None;
    return queue_.full() ? sim::Backlog::Full : sim::Backlog::Some;
}

void Rasterizer::appendQueues(std::vector<sim::QueueLevel>& queues) const {
    queues.push_back({.name = "vertices", .unit = "waves", .used = queue_.size(), .capacity = queue_.capacity()});
    queues.push_back({.name = "waves",
                      .unit = "waves",
                      .used = out_.waves.size(),
                      .capacity = std::max<size_t>(settings_.waveQueue, out_.waves.size())});
}

}  // namespace cyclorama::adreno
