// SPDX-License-Identifier: MIT
#include "families/adreno/timing/geometry/geometry_front.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "sim/divide_up.h"
#include "sim/simulation.h"

namespace cyclorama::adreno {
namespace {

/// Waves that end in one cycle.
constexpr uint32_t kMostWaveEnds = 256;
/// Waves that wait in HLSQ.
constexpr uint32_t kMostInHlsq = 4;

}  // namespace

std::string describe(const VaryingRoom& room) { return fmt::format("{} bytes", room.bytes); }

GeometryFront::Statistics::Statistics(sim::StatisticsRegistry& registry)
    : busy(registry, {"BUSY_CYCLES_PC", "cycles", "Cycles in which a draw's vertices were under way."}),
      working(registry, {"WORKING_CYCLES_PC", "cycles",
                         "Cycles in which indices were walked over, attributes decoded or patches tessellated."}),
      draws(registry, {"3D_DRAWCALLS_PC", "draws", "Draws that were begun."}),
      indices(registry, {"IA_VERTICES_PC", "indices", "Indices that were walked over."}),
      hits(registry, {"VERTEX_HITS_PC", "indices", "Those among them whose vertex was shaded already."}),
      vertices(registry, {"VS_INVOCATIONS_PC", "vertices", "Vertices that were given to vertex programs."}),
      waves(registry, {"VS_STAGE_WAVES_VFD", "waves", "Waves of vertices that were made."}),
      primitives(registry, {"IA_PRIMITIVES_PC", "primitives", "Primitives that the indices made, for each view."}),
      skipped(registry, {"DEAD_PRIM_PC", "primitives", "Primitives that visibility streams had the walk leave out."}),
      sent(registry, {"VPC_PRIMITIVES_PC", "primitives", "Primitives that went to the rasterizer."}),
      fetching(registry, {"BUSY_CYCLES_VFD", "cycles",
                          "Cycles in which indices or attributes of a wave were fetched or decoded."}),
      attributes(registry, {"NUM_ATTRIBUTES_VFD", "attributes", "Attributes that were decoded."}),
      lines(registry, {"READ_LINES_VFD", "lines", "Lines that were fetched for indices and attributes."}),
      waitForIndices(registry, {"STARVE_CYCLES_FOR_INDEX_PC", "cycles",
                                "Cycles in which the oldest vertices waited for indices."}),
      waitForAttributes(
          registry, {"STALL_CYCLES_UCHE_VFD", "cycles", "Cycles in which the oldest vertices waited for attributes."}),
      storageUsed(registry, {"BUSY_CYCLES_VPC", "cycles", "Cycles in which the storage for varyings held records."}),
      storageFull(registry, {"VPCRAM_FULL_CYCLES_VPC", "cycles",
                             "Cycles in which vertices waited for room for what their programs leave."}),
      storage(registry, {"VARYING_BYTES_VPC", "bytes", "Bytes of records that vertex programs left."}) {}

GeometryFront::GeometryFront(sim::Simulation& simulation, sim::DomainId domain, const GeometrySettings& settings,
                             uint32_t answerLatency)
    : Box(simulation, domain, "PC"),
      start(*this, {.name = "start", .width = 1, .latency = 1}),
      fetch(*this, "fetch"),
      fetched(*this, {.name = "fetched", .width = LinePort::kAnswers, .latency = answerLatency}),
      launch(*this, "launch"),
      started(*this, {.name = "started", .width = 1, .latency = 1}),
      ended(*this, {.name = "ended", .width = kMostWaveEnds, .latency = 1}),
      output(*this, simulation.statistics(), settings, answerLatency),
      primitives(*this, "primitives"),
      room(*this, {.name = "room", .width = kMostSent, .latency = 1}),
      settings_(settings),
      statistics_(simulation.statistics()),
      stages_(simulation.statistics()),
      draws_(settings.draws) {}

GeometryFront::~GeometryFront() = default;

void GeometryFront::addCounters(ChipCounters& counters) const {
    counters.add("PC_BUSY_CYCLES"_counter, statistics_.busy);
    counters.add("RBBM_PC_DCALL_BUSY"_counter, statistics_.busy);
    counters.add("PC_WORKING_CYCLES"_counter, statistics_.working);
    counters.add("PC_3D_DRAWCALLS"_counter, statistics_.draws);
    counters.add("PC_IA_VERTICES"_counter, statistics_.indices);
    counters.add("PC_IA_PRIMITIVES"_counter, statistics_.primitives);
    counters.add("PC_DEAD_PRIM"_counter, statistics_.skipped);
    counters.add("PC_LIVE_PRIM"_counter, statistics_.primitives);
    counters.add("PC_VERTEX_HITS"_counter, statistics_.hits);
    counters.add("PC_VPC_PRIMITIVES"_counter, statistics_.sent);
    counters.add("PC_VS_INVOCATIONS"_counter, statistics_.vertices);
    counters.add("PC_STARVE_CYCLES_FOR_INDEX"_counter, statistics_.waitForIndices);
    counters.add("PC_STALL_CYCLES_UCHE"_counter, statistics_.waitForIndices);
    counters.add("VFD_BUSY_CYCLES"_counter, statistics_.fetching);
    counters.add("VFD_TOTAL_VERTICES"_counter, statistics_.vertices);
    counters.add("VFDP_VS_STAGE_WAVES"_counter, statistics_.waves);
    counters.add("VFD_NUM_ATTRIBUTES"_counter, statistics_.attributes);
    counters.add("VFD_STALL_CYCLES_UCHE"_counter, statistics_.waitForAttributes);
    counters.add("VFD_STARVE_CYCLES_UCHE"_counter, statistics_.waitForAttributes);
    counters.add("VPC_BUSY_CYCLES"_counter, statistics_.storageUsed);
    counters.add("VPC_PC_PRIMITIVES"_counter, statistics_.sent);
    counters.add("VPC_VPCRAM_FULL_CYCLES"_counter, statistics_.storageFull);
    stages_.addCounters(counters);
    output.addCounters(counters);
}

void GeometryFront::clock(sim::Cycle cycle) {
    receive(cycle);
    ways_.fetchUsed = ways_.launchUsed = busy_ = false;
    for (Item& item : items_) advance(item, cycle);
    send(cycle);
    preparing_ = nextPreparation(cycle);
    accountSleep(cycle, 1);
    sleepUntilNext(cycle);
}

void GeometryFront::accountSleep(sim::Cycle first, uint64_t count) {
    output.accountSleep(count);
    if (!items_.empty()) {
        statistics_.busy.add(count);
        const Stage stage = items_.front().stage;
        if (stage == Stage::IndexLines) statistics_.waitForIndices.add(count);
        if (stage == Stage::AttributeLines) statistics_.waitForAttributes.add(count);
        if (stage == Stage::FactorLines) stages_.waitForFactors.add(count);
    }
    if (std::ranges::any_of(items_, &Item::waitsForCycle)) statistics_.working.add(count);
    if (used_ != 0) statistics_.storageUsed.add(count);
    const uint32_t fetching = inFetch();
    if (fetching != 0) statistics_.fetching.add(count);
    if (ways_.tessellatorFree > first)
        stages_.tessellator.add(std::min<uint64_t>(count, ways_.tessellatorFree - first));
    if (!draws_.empty() && draws_.front().at <= first && fetching < settings_.wavesInFetch && !hasRoom())
        statistics_.storageFull.add(count);
}

void GeometryFront::receive(sim::Cycle cycle) {
    if (const auto message = start.read(cycle)) {
        const uint64_t preambles = message->work->preambleSteps() * settings_.preambleStepCycles;
        draws_.push({.work = message->work, .at = cycle + settings_.drawStartCycles + preambles});
        ++statistics_.draws;
    }
    output.receive(cycle);
    if (started.read(cycle)) --launched_;
    while (const auto message = room.read(cycle)) {
        used_ -= std::min(used_, message->bytes);
        --sent_;
    }
    while (const auto answer = fetched.read(cycle)) takeLine(answer->id);
    while (const auto message = ended.read(cycle)) end(message->group);
}

void GeometryFront::end(const WaveGroup* group) {
    const auto item = std::ranges::find_if(items_, [group](const Item& each) { return each.wave == group; });
    item->stage = Stage::Done;
    DrawWork& work = *item->work;
    const VertexWave& wave = *item->wave;
    if (const std::shared_ptr<GeometryPart>& part = wave.part) {
        --part->running;
        if (part->running == 0 && part->read) used_ -= std::min(used_, work.release(*part));
    }
    if (wave.leaves()) return;
    items_.erase(item);
    work.forget(wave);
}

void GeometryFront::takeLine(uint32_t id) {
    --unanswered_;
    const auto item = std::ranges::find_if(
        items_, [id](const Item& each) { return each.id == id && (each.wave != nullptr || each.maker != nullptr); });
    ++item->come;
    if (item->come < item->asked) return;
    if (item->stage == Stage::IndexLines) item->begin(Stage::IndexWalk);
    if (item->stage == Stage::AttributeLines) item->begin(Stage::Decode);
    if (item->stage == Stage::FactorLines) item->begin(Stage::Makes);
}

void GeometryFront::ask(Item& item, Stage next, sim::Cycle cycle) {
    const std::vector<LineAccess>& all = item.lines().lines();
    if (item.asked < all.size() && !ways_.fetchUsed && unanswered_ < LinePort::kMost) {
        fetch.write(cycle, LineRequest{.line = all[item.asked++], .id = item.id});
        ++(item.maker != nullptr ? stages_.factorLines : statistics_.lines);
        ++unanswered_;
        ways_.fetchUsed = true;
    }
    if (item.asked == all.size()) item.stage = next;
}

bool GeometryFront::passes(Item& item, sim::Cycle& free, uint64_t cycles, sim::Cycle cycle) {
    if (item.until == sim::kNever) {
        item.until = std::max(free, cycle) + cycles;
        free = item.until;
    }
    busy_ = true;
    return cycle >= item.until;
}

void GeometryFront::advance(Item& item, sim::Cycle cycle) {
    if (item.maker != nullptr) return advanceMaker(item, cycle);
    if (item.stage == Stage::Indices) {
        if (item.lines().lines().empty())
            item.begin(Stage::IndexWalk);
        else
            ask(item, Stage::IndexLines, cycle);
    }
    if (item.stage == Stage::IndexWalk && passes(item, ways_.indexFree, walkCycles(*item.wave), cycle))
        item.stage = Stage::Attributes;
    if (item.stage == Stage::Attributes) {
        if (item.lines().lines().empty())
            item.begin(Stage::Decode);
        else
            ask(item, Stage::AttributeLines, cycle);
    }
    if (item.stage == Stage::Decode)
        launchWhenPassed(item, passes(item, ways_.decodeFree, decodeCycles(item), cycle), cycle);
    else if (item.stage == Stage::Tessellation)
        launchWhenPassed(item, passes(item, ways_.tessellatorFree, tessellationCycles(*item.wave), cycle), cycle);
}

void GeometryFront::advanceMaker(Item& item, sim::Cycle cycle) {
    if (item.stage == Stage::Waits) {
        const GeometryPart* const part = item.maker->waitsFor();
        if ((part != nullptr && part->running != 0) || !pieceIsFree(item)) return;
        item.begin(item.maker->lines() != nullptr ? Stage::Factors : Stage::Makes);
    }
    if (item.stage == Stage::Factors) ask(item, Stage::FactorLines, cycle);
}

/// Those of the same piece use other places in the buffers of patches.
bool GeometryFront::pieceIsFree(const Item& maker) const {
    const TessellationPiece* const piece = maker.piece();
    if (piece == nullptr) return true;
    for (const Item& item : items_) {
        if (&item == &maker) return true;
        if (item.piece() != nullptr && item.piece() != piece) return false;
    }
    return true;
}

void GeometryFront::launchWhenPassed(Item& item, bool passed, sim::Cycle cycle) {
    if (!passed || ways_.launchUsed || launched_ == kMostInHlsq) return;
    launch.write(cycle, GroupLaunch{.group = item.wave});
    ways_.launchUsed = true;
    ++launched_;
    item.stage = Stage::Program;
}

/// Indices of primitives that are skipped take no cycles of their own.
uint32_t GeometryFront::walkCycles(const VertexWave& wave) const {
    const uint64_t all = wave.primitives.size() + wave.skipped;
    const uint64_t seen = wave.skipped == 0 ? wave.indices : wave.indices * wave.primitives.size() / all;
    return static_cast<uint32_t>(sim::divideUp(seen, uint64_t{settings_.indicesPerCycle})) +
           sim::divideUp(wave.skipped, settings_.skippedPerCycle);
}

uint64_t GeometryFront::decodeCycles(const Item& item) const {
    const uint64_t attributes = item.wave->fibers() * std::max(item.work->attributes(), 1u);
    return sim::divideUp(attributes, uint64_t{settings_.attributesPerCycle});
}

/// The tessellator has nothing to do with waves of hull and geometry programs.
uint64_t GeometryFront::tessellationCycles(const VertexWave& wave) const {
    if (wave.stage() != ShaderStage::Domain) return 0;
    return uint64_t{wave.patches} * settings_.patchCycles +
           sim::divideUp(wave.fibers(), uint64_t{settings_.tessellatorPoints});
}

void GeometryFront::send(sim::Cycle cycle) {
    if (items_.empty() || items_.front().stage != Stage::Done || sent_ == kMostSent) return;
    const Item& item = items_.front();
    if (!output.passes(*item.work, item.wave, cycle)) return;
    if (item.wave != nullptr) {
        stages_.countEnd(*item.wave);
        statistics_.sent.add(item.wave->primitives.size());
    } else {
        used_ -= std::min(used_, item.work->releaseAll());
    }
    primitives.write(cycle, PrimitiveMessage{.work = item.work, .wave = item.wave});
    ++sent_;
    items_.pop_front();
}

uint32_t GeometryFront::inFetch() const { return static_cast<uint32_t>(std::ranges::count_if(items_, &Item::inFetch)); }

bool GeometryFront::fits(uint32_t bytes) const {
    return used_ == 0 || bytes == 0 || used_ + bytes <= settings_.varyingBytes;
}

bool GeometryFront::hasRoom() const { return fits(draws_.front().work->roomForNext(nullptr)); }

GeometryFront::Preparation GeometryFront::nextPreparation(sim::Cycle cycle) {
    if (inFetch() >= settings_.wavesInFetch) return std::nullopt;
    // The oldest goes first: others do not take its room.
    const auto maker = std::ranges::find(items_, Stage::Makes, &Item::stage);
    if (maker != items_.end()) {
        const bool hasIts = maker == items_.begin() || fits(maker->work->roomForNext(maker->maker));
        return hasIts ? Preparation(maker) : std::nullopt;
    }
    const bool draws = !draws_.empty() && draws_.front().at <= cycle && hasRoom();
    return draws ? Preparation(items_.end()) : std::nullopt;
}

void GeometryFront::betweenCycles(sim::Cycle cycle) {
    output.betweenCycles(cycle);
    if (preparing_) prepare();
}

void GeometryFront::prepare() {
    const Items::iterator place = *std::exchange(preparing_, std::nullopt);
    const bool ofDraw = place == items_.end();
    DrawWork& work = ofDraw ? *draws_.front().work : *place->work;
    WaveMaker* const maker = ofDraw ? nullptr : place->maker;
    const DrawWork::Made made = work.make(maker);
    if (made.wave != nullptr || made.maker != nullptr)
        countMade(*items_.insert(place, Item::of(work, made, nextId_++)));
    if (!ofDraw && work.atEnd(maker)) {
        items_.erase(place);
        work.forget(*maker);
    } else if (ofDraw && made.wave == nullptr && made.maker == nullptr) {
        items_.push_back({.work = &work});
        draws_.pop();
    }
}

void GeometryFront::countMade(const Item& item) {
    if (item.wave == nullptr) return;
    const VertexWave& wave = *item.wave;
    used_ += wave.recordBytes;
    statistics_.storage.add(wave.recordBytes);
    if (wave.stage() != ShaderStage::Vertex) return stages_.count(wave);
    statistics_.indices.add(wave.indices);
    statistics_.hits.add(wave.indices - std::min<uint64_t>(wave.indices, wave.fibers()));
    statistics_.vertices.add(wave.fibers());
    ++statistics_.waves;
    statistics_.primitives.add(wave.primitives.size());
    statistics_.skipped.add(wave.skipped);
    statistics_.attributes.add(wave.fibers() * item.work->attributes());
}

void GeometryFront::sleepUntilNext(sim::Cycle cycle) {
    if (preparing_) return;
    sim::Cycle next = sim::kNever;
    if (!draws_.empty() && draws_.front().at > cycle) next = draws_.front().at;
    for (const Item& item : items_) {
        const bool waits = item.waitsForCycle();
        if (waits && item.until > cycle) next = std::min(next, item.until);
        // More than one wave may want the way to UCHE or HLSQ in one cycle.
        if ((waits && item.until <= cycle && launched_ < kMostInHlsq) ||
            (item.asksForLines() && unanswered_ < LinePort::kMost))
            next = cycle + 1;
    }
    if (!items_.empty() && items_.front().stage == Stage::Done && sent_ < kMostSent)
        next = std::min(next, output.nextCycle(cycle));
    if (next > cycle + 1) sleepUntil(next);
}

bool GeometryFront::waitsForMemory() const { return !items_.empty() && items_.front().waitsForLines(); }

std::string GeometryFront::describeWait() const {
    if (items_.empty()) return draws_.empty() ? std::string() : "starts a draw";
    return fmt::format("has {} waves of vertices, {} bytes of records", items_.size(), used_);
}

sim::Backlog GeometryFront::backlog() const {
    if (items_.empty() && draws_.empty()) return sim::Backlog::None;
    return draws_.full() ? sim::Backlog::Full : sim::Backlog::Some;
}

void GeometryFront::appendQueues(std::vector<sim::QueueLevel>& queues) const {
    queues.push_back({.name = "draws", .unit = "draws", .used = draws_.size(), .capacity = draws_.capacity()});
    queues.push_back(
        {.name = "varyings", .unit = "bytes", .used = used_, .capacity = std::max(settings_.varyingBytes, used_)});
}

}  // namespace cyclorama::adreno
