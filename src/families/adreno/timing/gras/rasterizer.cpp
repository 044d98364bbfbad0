// SPDX-License-Identifier: MIT
#include "families/adreno/timing/gras/rasterizer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "families/adreno/timing/gras/lrz_unit.h"
#include "families/adreno/timing/vsc/vsc.h"
#include "sim/divide_up.h"
#include "sim/simulation.h"

namespace cyclorama::adreno {
namespace {

/// Waves that wait in HLSQ.
constexpr uint32_t kMostLaunched = 4;

}  // namespace

Rasterizer::Statistics::Statistics(sim::StatisticsRegistry& registry)
    : settingUp(registry, {"BUSY_CYCLES_TSE", "cycles", "Cycles in which primitives were there to be set up."}),
      waitForPrimitives(registry, {"STARVE_CYCLES_PC_TSE", "cycles",
                                   "Cycles of a draw in which no primitives were there to be set up."}),
      waitForRaster(registry, {"STALL_CYCLES_RAS_TSE", "cycles",
                               "Cycles in which no primitive was set up as triangles waited for their quads."}),
      primitives(registry, {"INPUT_PRIM_TSE", "primitives", "Primitives that were set up."}),
      visible(registry, {"OUTPUT_VISIBLE_PRIM_TSE", "primitives", "Primitives that became triangles."}),
      triangles(registry, {"OUTPUT_TRIANGLES_TSE", "triangles", "Triangles that they became."}),
      clipped(registry, {"CLIPPED_PRIM_TSE", "primitives", "Primitives that planes cut."}),
      clipCycles(registry, {"CLIPPING_CYCLES_TSE", "cycles", "Cycles in which primitives were cut."}),
      busy(registry, {"BUSY_CYCLES_RAS", "cycles", "Cycles in which a draw's primitives were under way."}),
      waitForTriangles(registry,
                       {"STARVE_CYCLES_TSE_RAS", "cycles", "Cycles of a draw without a triangle to rasterize."}),
      tiles(registry, {"8X4_TILES_RAS", "tiles", "Tiles of 8x4 pixels that quads were in."}),
      waves(registry, {"FRAGMENT_WAVES_RAS", "waves", "Waves of fragments that were packed."}),
      quads(registry, {"FRAGMENT_QUADS_RAS", "quads", "Quads of these waves."}),
      waitForTests(registry, {"STALL_CYCLES_LRZ_RAS", "cycles", "Cycles in which waves waited for early tests."}),
      waitForUnits(registry,
                   {"STALL_CYCLES_SP_RAS", "cycles", "Cycles in which no quads were made as waves waited for units."}),
      waitForRender(registry, {"STALL_CYCLES_RB_RAS", "cycles",
                               "Cycles in which no quads were made as the render backend had no room."}),
      shadedQuads(registry, {"QUADS_HLSQ", "quads", "Quads that were given to programs."}),
      shaded(registry, {"PIXELS_HLSQ", "fragments",
                        "Fragments, or samples where each is shaded, that programs were started for."}) {}

Rasterizer::Rasterizer(sim::Simulation& simulation, sim::DomainId domain, const RasterSettings& settings)
    : Box(simulation, domain, "GRAS"),
      primitives(*this, {.name = "primitives", .width = 1, .latency = 1}),
      room(*this, "room"),
      launch(*this, "launch"),
      started(*this, {.name = "started", .width = 1, .latency = 1}),
      render(*this, "render"),
      tests(*this, "tests"),
      bins(*this, "bins"),
      lrz(*this, "lrz"),
      movesDone(*this, "movesDone", 0),
      settings_(settings),
      statistics_(simulation.statistics()),
      queue_(GeometryFront::kMostSent) {}

Rasterizer::~Rasterizer() = default;

void Rasterizer::addCounters(ChipCounters& counters) const {
    counters.add("RAS_BUSY_CYCLES"_counter, statistics_.busy);
    counters.add("RBBM_RAS_BUSY"_counter, statistics_.busy);
    counters.add("RAS_STARVE_CYCLES_TSE"_counter, statistics_.waitForTriangles);
    counters.add("HLSQ_QUADS"_counter, statistics_.shadedQuads);
    counters.add("HLSQ_PIXELS"_counter, statistics_.shaded);
    counters.add("RB_PS_INVOCATIONS"_counter, statistics_.shaded);
    counters.add("TSE_BUSY_CYCLES"_counter, statistics_.settingUp);
    counters.add("RBBM_TSE_BUSY"_counter, statistics_.settingUp);
    counters.add("TSE_STARVE_CYCLES_PC"_counter, statistics_.waitForPrimitives);
    counters.add("TSE_STALL_CYCLES_RAS"_counter, statistics_.waitForRaster);
    counters.add("TSE_OUTPUT_VISIBLE_PRIM"_counter, statistics_.visible);
    counters.add("TSE_CINVOCATION"_counter, statistics_.primitives);
    counters.add("TSE_CPRIMITIVES"_counter, statistics_.triangles);
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
    accountSetUp(count);
    if (trianglesDone_ == triangles_) statistics_.waitForTriangles.add(count);
    if (waveWaitsForTests()) statistics_.waitForTests.add(count);
    if (trianglesDone_ == triangles_ || rasterFree_ > first || work_->dropped()) return;
    if (out_.waves.size() >= settings_.waveQueue) statistics_.waitForUnits.add(count);
    if (render.open() >= kMostRendered) statistics_.waitForRender.add(count);
}

void Rasterizer::accountSetUp(uint64_t count) {
    if (vertices_ == nullptr && queue_.empty()) return statistics_.waitForPrimitives.add(count);
    if (vertices_ == nullptr && queue_.front().wave == nullptr) return;
    statistics_.settingUp.add(count);
    if (triangles_ - trianglesDone_ >= settings_.triangleQueue) statistics_.waitForRaster.add(count);
}

void Rasterizer::receive(sim::Cycle cycle) {
    if (const auto message = primitives.read(cycle)) queue_.push(*message);
    if (started.read(cycle)) --out_.launched;
    render.receive(cycle);
    tests.receive(cycle);
    bins.receive(cycle);
    lrz.receive(cycle);
    movesDone_ = movesDone.read(cycle);
}

void Rasterizer::send(sim::Cycle cycle) {
    if (!out_.room.empty()) {
        room.write(cycle, VaryingRoom{.bytes = out_.room.front()});
        out_.room.pop_front();
    }
    if (sends(render)) render.send(cycle);
    if (sends(tests)) tests.send(cycle);
    if (sends(bins)) bins.send(cycle);
    lrz.send(cycle);
    if (out_.waves.empty() || waveWaitsForTests() || out_.launched == kMostLaunched) return;
    FragmentGroup& group = *out_.waves.front()->group;
    launch.write(cycle, GroupLaunch{.group = &group});
    statistics_.shadedQuads.add(group.wave().batch.quads);
    statistics_.shaded.add(group.shaded());
    out_.waves.pop_front();
    ++out_.launched;
}

bool Rasterizer::mayBegin() const {
    return render.done() >= lateUntil_ && movesDone_ >= queue_.front().work->movesBefore();
}

bool Rasterizer::setsUp(sim::Cycle cycle) const {
    if (work_ == nullptr || cycle < setUpFree_) return false;
    if (work_->dropped()) return vertices_ != nullptr || (!queue_.empty() && queue_.front().wave != nullptr);
    if (triangles_ - trianglesDone_ >= settings_.triangleQueue) return false;
    if (bins.open() >= Vsc::kMostSent || lrz.open() >= LrzUnit::kMostSent) return false;
    if (vertices_ != nullptr) return true;
    if (queue_.empty() || queue_.front().wave == nullptr) return false;
    // A full list is emptied when all of it is drawn.
    const DrawRaster* const raster = work_->raster();
    const bool full = raster != nullptr && raster->listIsFull() && queue_.front().wave->beginsBatch();
    return !full || (triangles_ == trianglesDone_ && render.open() == 0);
}

bool Rasterizer::rasterizes(sim::Cycle cycle) const {
    return work_ != nullptr && cycle >= rasterFree_ && triangles_ != trianglesDone_ &&
           (work_->dropped() || (out_.waves.size() < settings_.waveQueue && render.open() < kMostRendered &&
                                 tests.open() < kMostTests && lrz.open() < LrzUnit::kMostSent));
}

bool Rasterizer::ends() const {
    if (work_ == nullptr || vertices_ != nullptr || triangles_ != trianglesDone_) return false;
    if (queue_.empty() || queue_.front().wave != nullptr) return false;
    // A draw whose bins are noted ends when VSC has taken the last.
    return work_->bins() != nullptr ? bins.open() < Vsc::kMostSent : bins.open() == 0;
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
    if (work_->isBinned()) work_->beginBins();
    render.push({.work = work_, .kind = RenderMessage::Kind::Begin});
}

void Rasterizer::dropWork() {
    if (vertices_ != nullptr) setUp_.push_back({.lastTriangle = triangles_, .wave = vertices_});
    vertices_ = nullptr;
    while (!queue_.empty() && queue_.front().wave != nullptr && queue_.front().work == work_)
        setUp_.push_back({.lastTriangle = triangles_, .wave = queue_.pop().wave});
    trianglesDone_ = triangles_;
    freeVertices();
}

void Rasterizer::takeVertices() {
    vertices_ = queue_.pop().wave;
    if (DrawBins* const noted = work_->bins()) noted->take(*vertices_);
    DrawRaster* const raster = work_->raster();
    if (raster == nullptr) return;
    if (raster->listIsFull() && vertices_->beginsBatch()) raster->endList();
    raster->take(*vertices_);
}

void Rasterizer::setUp(sim::Cycle cycle) {
    work_->claimFindings();
    if (vertices_ == nullptr) takeVertices();
    if (work_->bins() != nullptr) return setUpBinned(cycle);
    DrawRaster* const raster = work_->raster();
    const std::optional<DrawRaster::SetUp> made = raster == nullptr ? std::nullopt : raster->setUpNext();
    if (!made) return leaveVertices(cycle);
    statistics_.triangles.add(made->triangles);
    if (made->triangles != 0) ++statistics_.visible;
    triangles_ += made->triangles;
    countSetUp(cycle, made->clipped);
}

void Rasterizer::setUpBinned(sim::Cycle cycle) {
    const std::optional<BinnedPrimitive> made = work_->bins()->setUpNext();
    if (!made) return leaveVertices(cycle);
    sendLrz(work_->bins()->takeLrz());
    if (made->bins != 0) bins.push({.bins = made->bins, .lrz = lrz.count()});
    countSetUp(cycle, made->clipped);
}

void Rasterizer::sendLrz(LrzMessage message) {
    if (!message.empty()) lrz.push(std::move(message));
}

void Rasterizer::leaveVertices(sim::Cycle cycle) {
    setUp_.push_back({.lastTriangle = triangles_, .wave = vertices_});
    vertices_ = nullptr;
    setUpFree_ = cycle + 1;
    freeVertices();
}

void Rasterizer::countSetUp(sim::Cycle cycle, bool clipped) {
    ++statistics_.primitives;
    setUpFree_ = cycle + settings_.primitiveCycles;
    if (!clipped) return;
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
    sendLrz(std::move(step.lrz));
    rasterFree_ = cycle + std::max(sim::divideUp(step.tiles, settings_.tilesPerCycle), 1u);
    statistics_.tiles.add(step.tiles);
    if (step.tested != 0)
        tests.push({.ticket = tests.count() + 1,
                    .samples = step.tested,
                    .passed = step.passed,
                    .reads = std::move(step.depthReads),
                    .writes = std::move(step.depthWrites),
                    .caching = work_->caching(CcuTarget::Depth),
                    .lrz = lrz.count()});
    for (auto& wave : step.waves) keep(std::move(wave));
    if (trianglesDone_ == triangles_ && raster.listIsFull())
        if (auto last = raster.lastWave()) keep(std::move(last));
    freeVertices();
}

void Rasterizer::keep(std::unique_ptr<RenderWave> wave) {
    ++statistics_.waves;
    statistics_.quads.add(wave->batch.quads);
    wave->ticket = tests.count();
    wave->lrz = lrz.count();
    RenderWave& kept = work_->keep(std::move(wave));
    render.push({.work = work_, .wave = &kept, .ticket = tests.count(), .lrz = lrz.count()});
    if (kept.group != nullptr) out_.waves.push_back(&kept);
}

void Rasterizer::freeVertices() {
    while (!setUp_.empty() && setUp_.front().lastTriangle <= trianglesDone_) {
        const VertexWave& wave = *setUp_.front().wave;
        out_.room.push_back(wave.recordBytes);
        setUp_.pop_front();
        work_->forget(wave);
    }
}

void Rasterizer::end() {
    if (work_->bins() != nullptr)
        return bins.push({.streams = std::make_shared<const StreamState>(work_->endBins()), .lrz = lrz.count()});
    DrawRaster* const raster = work_->raster();
    if (raster != nullptr && !work_->dropped())
        if (auto last = raster->lastWave()) keep(std::move(last));
    render.push({.work = work_, .kind = RenderMessage::Kind::End, .ticket = tests.count(), .lrz = lrz.count()});
    if (work_->testsLate()) lateUntil_ = render.count();
    queue_.pop();
    // The end takes no room for varyings.
    out_.room.push_back(0);
    work_ = nullptr;
}

void Rasterizer::sleepUntilNext(sim::Cycle cycle) {
    const bool anything = !out_.room.empty() || sends(render) || sends(tests) || sends(bins) || lrz.next() != nullptr ||
                          (!out_.waves.empty() && !waveWaitsForTests() && out_.launched < kMostLaunched);
    if (stepping_ || anything) return;
    sim::Cycle next = sim::kNever;
    if (work_ != nullptr)
        for (const sim::Cycle free : {setUpFree_, rasterFree_})
            if (free > cycle) next = std::min(next, free);
    sleepUntil(next);
}

std::string Rasterizer::describeWait() const {
    if (work_ == nullptr)
        return queue_.empty() ? std::string() : "waits for late tests of the draw before, or a bin's move";
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
