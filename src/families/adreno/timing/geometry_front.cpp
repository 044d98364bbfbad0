// SPDX-License-Identifier: MIT
#include "families/adreno/timing/geometry_front.h"

#include <fmt/format.h>

#include <algorithm>

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
      draws(registry, {"3D_DRAWCALLS_PC", "draws", "Draws that were begun."}),
      indices(registry, {"VERTEX_HITS_PC", "indices", "Indices that were walked over."}),
      vertices(registry, {"VS_INVOCATIONS_PC", "vertices", "Vertices that were given to vertex programs."}),
      primitives(registry, {"IA_PRIMITIVES_PC", "primitives", "Primitives that the indices made."}),
      skipped(registry, {"DEAD_PRIM_PC", "primitives", "Primitives that visibility streams had the walk leave out."}),
      attributes(registry, {"NUM_ATTRIBUTES_VFD", "attributes", "Attributes that were decoded."}),
      lines(registry, {"READ_LINES_VFD", "lines", "Lines that were fetched for indices and attributes."}),
      waitForLines(registry, {"STALL_CYCLES_UCHE_VFD", "cycles",
                              "Cycles in which the oldest vertices waited for indices or attributes."}),
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
      primitives(*this, "primitives"),
      room(*this, {.name = "room", .width = kMostSent, .latency = 1}),
      settings_(settings),
      statistics_(simulation.statistics()),
      draws_(settings.draws) {}

GeometryFront::~GeometryFront() = default;

void GeometryFront::addCounters(ChipCounters& counters) const {
    counters.add("PC_BUSY_CYCLES"_counter, statistics_.busy);
    counters.add("PC_3D_DRAWCALLS"_counter, statistics_.draws);
    counters.add("PC_IA_VERTICES"_counter, statistics_.indices);
    counters.add("PC_IA_PRIMITIVES"_counter, statistics_.primitives);
    counters.add("PC_DEAD_PRIM"_counter, statistics_.skipped);
    counters.add("PC_VS_INVOCATIONS"_counter, statistics_.vertices);
    counters.add("VFD_NUM_ATTRIBUTES"_counter, statistics_.attributes);
    counters.add("VFD_STALL_CYCLES_UCHE"_counter, statistics_.waitForLines);
    counters.add("VPC_VPCRAM_FULL_CYCLES"_counter, statistics_.storageFull);
}

void GeometryFront::clock(sim::Cycle cycle) {
    receive(cycle);
    fetchUsed_ = launchUsed_ = busy_ = false;
    for (Item& item : items_) advance(item, cycle);
    send(cycle);
    preparing_ = prepares(cycle);
    accountSleep(cycle, 1);
    sleepUntilNext(cycle);
}

void GeometryFront::accountSleep(sim::Cycle first, uint64_t count) {
    if (!items_.empty()) {
        statistics_.busy.add(count);
        const Stage stage = items_.front().stage;
        if (stage == Stage::IndexLines || stage == Stage::AttributeLines) statistics_.waitForLines.add(count);
    }
    if (!draws_.empty() && draws_.front().at <= first && inFetch() < settings_.wavesInFetch && !hasRoom())
        statistics_.storageFull.add(count);
}

void GeometryFront::receive(sim::Cycle cycle) {
    if (const auto message = start.read(cycle)) {
        const uint64_t preambles = message->work->preambleSteps() * settings_.preambleStepCycles;
        draws_.push({.work = message->work, .at = cycle + settings_.drawStartCycles + preambles});
        ++statistics_.draws;
    }
    if (started.read(cycle)) --launched_;
    while (const auto message = room.read(cycle)) {
        used_ -= std::min(used_, message->bytes);
        --sent_;
    }
    while (const auto answer = fetched.read(cycle)) takeLine(answer->id);
    while (const auto message = ended.read(cycle)) {
        const auto item =
            std::ranges::find_if(items_, [&message](const Item& each) { return each.wave == message->group; });
        item->stage = Stage::Done;
    }
}

void GeometryFront::wait(Item& item, Stage stage) {
    item.stage = stage;
    item.until = sim::kNever;
    item.asked = item.come = 0;
}

void GeometryFront::takeLine(uint32_t id) {
    --unanswered_;
    const auto item =
        std::ranges::find_if(items_, [id](const Item& each) { return each.id == id && each.wave != nullptr; });
    ++item->come;
    if (item->come < item->asked) return;
    if (item->stage == Stage::IndexLines) wait(*item, Stage::IndexWalk);
    if (item->stage == Stage::AttributeLines) wait(*item, Stage::Decode);
}

void GeometryFront::ask(Item& item, const LineAccesses& lines, Stage next, sim::Cycle cycle) {
    const std::vector<LineAccess>& all = lines.lines();
    if (item.asked < all.size() && !fetchUsed_ && unanswered_ < LinePort::kMost) {
        fetch.write(cycle, LineRequest{.line = all[item.asked++], .id = item.id});
        ++statistics_.lines;
        ++unanswered_;
        fetchUsed_ = true;
    }
    if (item.asked == all.size()) item.stage = next;
}

void GeometryFront::advance(Item& item, sim::Cycle cycle) {
    if (item.stage == Stage::Indices) {
        if (item.wave->indexLines.lines().empty())
            wait(item, Stage::IndexWalk);
        else
            ask(item, item.wave->indexLines, Stage::IndexLines, cycle);
    }
    if (item.stage == Stage::IndexWalk) {
        if (item.until == sim::kNever) {
            item.until = std::max(indexFree_, cycle) + walkCycles(*item.wave);
            indexFree_ = item.until;
        }
        if (cycle >= item.until) item.stage = Stage::Attributes;
        busy_ = true;
    }
    if (item.stage == Stage::Attributes) {
        if (item.wave->attributeLines.lines().empty())
            wait(item, Stage::Decode);
        else
            ask(item, item.wave->attributeLines, Stage::AttributeLines, cycle);
    }
    if (item.stage == Stage::Decode) {
        if (item.until == sim::kNever) {
            const auto attributes = static_cast<uint32_t>(item.wave->vertices()) * std::max(item.attributes, 1u);
            item.until = std::max(decodeFree_, cycle) + sim::divideUp(attributes, settings_.attributesPerCycle);
            decodeFree_ = item.until;
        }
        busy_ = true;
        if (cycle < item.until || launchUsed_ || launched_ == kMostInHlsq) return;
        launch.write(cycle, GroupLaunch{.group = item.wave});
        launchUsed_ = true;
        ++launched_;
        item.stage = Stage::Program;
    }
}

/// Indices of primitives that are skipped take no cycles of their own.
uint32_t GeometryFront::walkCycles(const VertexWave& wave) const {
    const uint64_t all = wave.primitives.size() + wave.skipped;
    const uint64_t seen = wave.skipped == 0 ? wave.indices : wave.indices * wave.primitives.size() / all;
    return static_cast<uint32_t>(sim::divideUp(seen, uint64_t{settings_.indicesPerCycle})) +
           sim::divideUp(wave.skipped, settings_.skippedPerCycle);
}

void GeometryFront::send(sim::Cycle cycle) {
    if (items_.empty() || items_.front().stage != Stage::Done || sent_ == kMostSent) return;
    const Item& item = items_.front();
    primitives.write(cycle, PrimitiveMessage{.work = item.work, .wave = item.wave});
    ++sent_;
    items_.pop_front();
}

uint32_t GeometryFront::inFetch() const {
    return static_cast<uint32_t>(
        std::ranges::count_if(items_, [](const Item& item) { return item.stage < Stage::Program; }));
}

bool GeometryFront::hasRoom() {
    const DrawWork& work = *draws_.front().work;
    return used_ == 0 || work.verticesEnded() || used_ + work.waveBytes() <= settings_.varyingBytes;
}

bool GeometryFront::prepares(sim::Cycle cycle) {
    return !draws_.empty() && draws_.front().at <= cycle && inFetch() < settings_.wavesInFetch && hasRoom();
}

void GeometryFront::betweenCycles() {
    if (!preparing_) return;
    preparing_ = false;
    DrawWork& work = *draws_.front().work;
    VertexWave* const wave = work.nextVertices();
    if (wave == nullptr) {
        items_.push_back({.work = &work});
        draws_.pop();
        return;
    }
    items_.push_back({.work = &work,
                      .wave = wave,
                      .attributes = work.vertices().attributes(),
                      .stage = Stage::Indices,
                      .id = nextId_++});
    used_ += work.waveBytes();
    statistics_.indices.add(wave->indices);
    statistics_.vertices.add(wave->vertices());
    statistics_.primitives.add(wave->primitives.size());
    statistics_.skipped.add(wave->skipped);
    statistics_.attributes.add(wave->vertices() * work.vertices().attributes());
    statistics_.storage.add(work.waveBytes());
}

void GeometryFront::sleepUntilNext(sim::Cycle cycle) {
    if (preparing_) return;
    sim::Cycle next = sim::kNever;
    if (!draws_.empty() && draws_.front().at > cycle) next = draws_.front().at;
    for (const Item& item : items_) {
        const bool waits = item.stage == Stage::IndexWalk || item.stage == Stage::Decode;
        const bool asks = item.stage == Stage::Indices || item.stage == Stage::Attributes;
        if (waits && item.until > cycle) next = std::min(next, item.until);
        // More than one wave may want the way to UCHE or HLSQ in one cycle.
        if ((waits && item.until <= cycle && launched_ < kMostInHlsq) || (asks && unanswered_ < LinePort::kMost))
            next = cycle + 1;
    }
    if (!items_.empty() && items_.front().stage == Stage::Done && sent_ < kMostSent) next = cycle + 1;
    if (next > cycle + 1) sleepUntil(next);
}

bool GeometryFront::waitsForMemory() const {
    return !items_.empty() &&
           (items_.front().stage == Stage::IndexLines || items_.front().stage == Stage::AttributeLines);
}

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
