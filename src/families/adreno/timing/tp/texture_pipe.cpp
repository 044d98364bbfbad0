// SPDX-License-Identifier: MIT
#include "families/adreno/timing/tp/texture_pipe.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "families/adreno/surface/compressed_size.h"
#include "families/adreno/timing/uche/uche.h"
#include "sim/divide_up.h"
#include "sim/simulation.h"

namespace cyclorama::adreno {
namespace {

/// Cycles from an instruction's issue to the tags, and from there through the filter, for a group of lanes that hits.
constexpr uint32_t kCyclesToFilterEnd = 5;
/// Cycles that lanes may be looked up in before they come.
constexpr uint32_t kAhead = 32;
/// Cycles of lanes that may wait for the filter, their lines being there.
constexpr uint32_t kFilterQueue = 256;
/// Texels that a lane reads at most: eight for each of 16 samples in two levels; and bytes of the largest.
constexpr uint32_t kMostTexels = 256;
constexpr uint32_t kMostTexelBytes = 16;
/// Lines of UCHE that were asked for and not sent, after which no lanes are looked up.
constexpr uint32_t kUnsent = 64;
/// Lines of the cache that are in the same set, side by side: ArchProbe's chase of an a640 misses as if 32 bytes were.
constexpr uint32_t kSetBytes = 32;

/// The most cycles of one group of lanes.
uint32_t longestGroup(const TexturePipeSettings& settings) {
    const uint32_t texels = settings.lanes * kMostTexels;
    return std::max(sim::divideUp(2 * texels, settings.linesPerCycle),
                    sim::divideUp(texels * kMostTexelBytes, settings.filterBytes));
}

/// The most requests for lines that wait to leave: a group's texels are each in two lines, with a line of flags.
uint32_t mostUnsent(const TexturePipeSettings& settings) { return kUnsent + 3 * settings.lanes * kMostTexels; }

uint64_t bytesOfLine(uint64_t address, uint32_t lineBytes) {
    const uint64_t ones = lineBytes == kLineBytes ? ~uint64_t{0} : (uint64_t{1} << lineBytes) - 1;
    return ones << address % kLineBytes;
}

}  // namespace

TexturePipe::Statistics::Statistics(sim::StatisticsRegistry& registry)
    : busy(registry, {"BUSY_CYCLES_TP", "cycles", "Cycles in which lanes of texture instructions were looked up."}),
      waitForLines(registry, {"STALL_CYCLES_UCHE_TP", "cycles", "Cycles in which the filter waited for lines."}),
      latency(registry, {"LATENCY_CYCLES_TP", "cycles", "Cycles from texture instructions' issue to their results."}),
      instructions(registry, {"LATENCY_TRANS_TP", "instructions", "Texture instructions that those cycles are of."}),
      lines(registry, {"L1_CACHELINE_REQUESTS_TP", "lines", "Lines that groups of lanes looked up in the cache."}),
      misses(registry, {"L1_CACHELINE_MISSES_TP", "lines", "Lines of these that were not in the cache."}),
      pixels(registry, {"OUTPUT_PIXELS_TP", "lanes", "Lanes of texture instructions."}),
      points(registry, {"OUTPUT_PIXELS_POINT_TP", "lanes", "Lanes of these with one texel each."}),
      linear(registry, {"OUTPUT_PIXELS_BILINEAR_TP", "lanes", "Lanes of these with the texels around a place."}),
      levels(registry, {"OUTPUT_PIXELS_MIP_TP", "lanes", "Lanes of these with texels of two levels."}),
      anisotropic(registry, {"OUTPUT_PIXELS_ANISO_TP", "lanes", "Lanes of these with anisotropic filters."}),
      flags(registry, {"FLAG_CACHE_REQUESTS_TP", "lines", "Lines of flags (UBWC) that groups of lanes looked up."}),
      flagMisses(registry, {"FLAG_CACHE_MISSES_TP", "lines", "Lines of these that were not in their cache."}),
      filterBusy(registry, {"BACKEND_WORKING_CYCLES_TP", "cycles", "Cycles of filters at work."}) {}

TexturePipe::TexturePipe(sim::Simulation& simulation, sim::DomainId domain, const TexturePipeSettings& settings,
                         uint32_t number, const mem::AddressSpace& space)
    : Box(simulation, domain, fmt::format("TexturePipe{}", number)),
      access(*this, {.name = "access", .width = 1, .latency = 1}),
      answers(*this, "answers"),
      reads(*this, "reads"),
      lines(*this, {.name = "lines", .width = LinePort::kAnswers, .latency = settings.lineLatency}),
      settings_(settings),
      statistics_(simulation.statistics()),
      sizes_(space),
      tags_(settings.cacheBytes / settings.lineBytes, settings.ways, std::max(kSetBytes / settings.lineBytes, 1u)),
      flagTags_(settings.flagLines, settings.flagLines, 1),
      queue_(AccessQueue::kMostSent),
      grouping_({.lanes = settings.lanes, .lineBytes = settings.lineBytes}),
      waiting_(settings.queue),
      requests_(mostUnsent(settings)) {}

uint32_t TexturePipe::answerLatency(const TexturePipeSettings& settings) {
    return settings.latency + kAhead + kFilterQueue + 2 * longestGroup(settings);
}

void TexturePipe::addCounters(ChipCounters& counters) const {
    counters.add("TP_BUSY_CYCLES"_counter, statistics_.busy);
    counters.add("TP_STALL_CYCLES_UCHE"_counter, statistics_.waitForLines);
    counters.add("TP_LATENCY_CYCLES"_counter, statistics_.latency);
    counters.add("TP_LATENCY_TRANS"_counter, statistics_.instructions);
    counters.add("TP_L1_CACHELINE_REQUESTS"_counter, statistics_.lines);
    counters.add("TP_L1_CACHELINE_MISSES"_counter, statistics_.misses);
    counters.add("TP_OUTPUT_PIXELS"_counter, statistics_.pixels);
    counters.add("TP_OUTPUT_PIXELS_POINT"_counter, statistics_.points);
    counters.add("TP_OUTPUT_PIXELS_BILINEAR"_counter, statistics_.linear);
    counters.add("TP_OUTPUT_PIXELS_MIP"_counter, statistics_.levels);
    counters.add("TP_OUTPUT_PIXELS_ANISO"_counter, statistics_.anisotropic);
    counters.add("TP_FLAG_CACHE_REQUESTS"_counter, statistics_.flags);
    counters.add("TP_FLAG_CACHE_MISSES"_counter, statistics_.flagMisses);
    counters.add("TP_BACKEND_WORKING_CYCLES"_counter, statistics_.filterBusy);
}

void TexturePipe::Statistics::countFilters(const TexelGroups::Group& group) {
    const auto lanesBy = [&group](TexelFilterKind kind) { return group.lanesBy[static_cast<size_t>(kind)]; };
    const uint32_t ofLinear = lanesBy(TexelFilterKind::Linear);
    const uint32_t ofLevels = lanesBy(TexelFilterKind::Levels);
    const uint32_t ofAnisotropic = lanesBy(TexelFilterKind::Anisotropic);
    linear.add(ofLinear);
    levels.add(ofLevels);
    anisotropic.add(ofAnisotropic);
    points.add(group.lanes - ofLinear - ofLevels - ofAnisotropic);
}

void TexturePipe::clock(sim::Cycle cycle) {
    receive(cycle);
    drain(cycle);
    if (std::exchange(accepts_, false)) {
        uint32_t latency = 1;
        while (!answers.wire().hasRoom(cycle, latency)) ++latency;
        answers.write(cycle, AccessAnswer{.access = current_, .done = false}, latency);
        if (texels_.groups.empty()) answer(*std::exchange(current_, nullptr), cycle);
    }
    lookUp(cycle);
    send(cycle);
    taking_ = takes(cycle);
    sleepUntilNext(cycle);
}

void TexturePipe::receive(sim::Cycle cycle) {
    for (const LineAnswer& line : lines.take(cycle)) requests_.receive(line.id);
    for (const AccessMessage& message : access.take(cycle)) queue_.push(message.access);
}

void TexturePipe::drain(sim::Cycle cycle) {
    while (mayFilter() && filterFree_ <= cycle + kFilterQueue) {
        filter(waiting_.front(), cycle);
        waiting_.pop();
    }
}

void TexturePipe::filter(const Waiting& lanes, sim::Cycle cycle) {
    const sim::Cycle ready = std::max(filterFree_, lanes.earliest);
    if (cycle > ready) statistics_.waitForLines.add(cycle - ready);
    filterFree_ = std::max(ready, cycle) + lanes.cycles;
    statistics_.filterBusy.add(lanes.cycles);
    if (lanes.answers != nullptr) answer(*lanes.answers, cycle);
}

void TexturePipe::answer(MemoryAccess& done, sim::Cycle cycle) {
    const sim::Cycle end = std::max(filterFree_, cycle);
    uint32_t latency = static_cast<uint32_t>(end - cycle) + settings_.latency - kCyclesToFilterEnd;
    while (!answers.wire().hasRoom(cycle, latency)) ++latency;
    answers.write(cycle, AccessAnswer{.access = &done, .done = true}, latency);
    statistics_.latency.add(cycle + latency - done.issued);
    ++statistics_.instructions;
}

void TexturePipe::betweenCycles() {
    if (!std::exchange(taking_, false)) return;
    current_ = queue_.pop();
    nextGroup_ = nextLine_ = 0;
    requests_.startInstruction();
    accepts_ = true;
    if (current_->prefetched != nullptr) {
        texels_ = *current_->prefetched;
    } else {
        grouping_.collectIn(texels_);
        ShaderWave& wave = *current_->wave;
        if (!wave.group().work().dropped()) wave.sample(current_->step, current_->address1, grouping_);
        grouping_.finish();
    }
    const uint32_t work = current_->wave->group().work().number;
    if (work > newestWork_) {
        newestWork_ = work;
        tags_.invalidate();
        flagTags_.invalidate();
        blocks_.clear();
    }
    for (const TexelGroups::Block& block : texels_.blocks) blocks_.measure(block, sizes_);
}

bool TexturePipe::hasRoom() const { return waiting_.size() < settings_.queue && requests_.unsent() < kUnsent; }

void TexturePipe::lookUp(sim::Cycle cycle) {
    if (current_ == nullptr) return;
    tagsFree_ = std::max(tagsFree_, cycle);
    while (current_ != nullptr && hasRoom() && tagsFree_ < cycle + kAhead) {
        // Groups that wait for the filter keep later ones from the tags.
        if (filterFree_ > tagsFree_ + kFilterQueue) {
            tagsFree_ = filterFree_ - kFilterQueue;
            continue;
        }
        const bool last = nextGroup_ + 1 == texels_.groups.size();
        lookUpGroup(texels_.groups[nextGroup_++], last, cycle);
        if (last) current_ = nullptr;
    }
}

void TexturePipe::lookUpGroup(const TexelGroups::Group& group, bool last, sim::Cycle cycle) {
    lookUpLines(group, tagsFree_);
    const uint32_t tagCycles = std::max(sim::divideUp(group.lines, settings_.linesPerCycle), 1u);
    const Waiting lanes{.requests = requests_.asked(),
                        .earliest = tagsFree_ + 1,
                        .cycles = std::max(sim::divideUp(group.filterBytes, settings_.filterBytes), 1u),
                        .answers = last ? current_ : nullptr};
    tagsFree_ += tagCycles;
    statistics_.busy.add(tagCycles);
    statistics_.pixels.add(group.lanes);
    statistics_.countFilters(group);
    if (waiting_.empty() && lanes.requests <= requests_.arrived())
        filter(lanes, cycle);
    else
        waiting_.push(lanes);
}

void TexturePipe::lookUpLines(const TexelGroups::Group& group, sim::Cycle cycle) {
    for (uint32_t i = 0; i < group.lines; ++i) {
        const uint64_t line = texels_.lines[nextLine_++];
        if (tags_.use(line)) continue;
        ++statistics_.misses;
        const uint64_t address = line * settings_.lineBytes;
        ask(address, bytesOfLine(address, settings_.lineBytes), cycle);
    }
    statistics_.lines.add(group.lines);
    for (uint32_t i = 0; i < group.flags; ++i) {
        const uint64_t line = texels_.lines[nextLine_++];
        if (flagTags_.use(line)) continue;
        ++statistics_.flagMisses;
        ask(line * kLineBytes, ~uint64_t{0}, cycle);
    }
    statistics_.flags.add(group.flags);
}

void TexturePipe::ask(uint64_t address, uint64_t bytes, sim::Cycle cycle) {
    uint64_t line = address - address % kLineBytes;
    if (const auto sectors = blocks_.sectorsOf(address / kCompressedBlockBytes)) {
        const LineAccess stands = compressedLine(address, *sectors);
        if (stands.bytes == 0) return;
        line = stands.address;
        bytes = stands.bytes;
    }
    requests_.ask(line, bytes, cycle);
}

void TexturePipe::send(sim::Cycle cycle) {
    if (requests_.nextSend(settings_.misses) <= cycle) reads.write(cycle, requests_.send());
}

bool TexturePipe::takes(sim::Cycle cycle) const {
    return current_ == nullptr && !queue_.empty() && tagsFree_ <= cycle + 1;
}

void TexturePipe::sleepUntilNext(sim::Cycle cycle) {
    if (taking_) return;
    sim::Cycle next = requests_.nextSend(settings_.misses);
    if (mayFilter()) next = std::min(next, filterFree_ - kFilterQueue);
    if (current_ != nullptr) {
        if (hasRoom()) next = std::min(next, tagsFree_ - kAhead + 1);
    } else if (!queue_.empty()) {
        next = std::min(next, tagsFree_ - 1);
    }
    if (next > cycle + 1) sleepUntil(next);
}

std::string TexturePipe::describeWait() const {
    if (waitsForLines()) return fmt::format("waits for {} lines", requests_.asked() - requests_.arrived());
    return current_ != nullptr ? "looks texels up" : std::string();
}

sim::Backlog TexturePipe::backlog() const {
    if (queue_.full()) return sim::Backlog::Full;
    const bool any = !queue_.empty() || current_ != nullptr || !waiting_.empty();
    return any ? sim::Backlog::Some : sim::Backlog::None;
}

void TexturePipe::appendQueues(std::vector<sim::QueueLevel>& queues) const {
    queues.push_back(
        {.name = "instructions", .unit = "instructions", .used = queue_.size(), .capacity = queue_.capacity()});
    queues.push_back({.name = "lanes", .unit = "groups", .used = waiting_.size(), .capacity = settings_.queue});
}

}  // namespace cyclorama::adreno
