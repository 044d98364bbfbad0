// SPDX-License-Identifier: MIT
#include "families/adreno/timing/ccu/ccu_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "families/adreno/timing/chip/turns.h"
#include "sim/divide_up.h"
#include "sim/simulation.h"

namespace cyclorama::adreno {
namespace {

constexpr uint64_t kAllBytes = ~uint64_t{0};
/// Room for answers that would arrive together.
constexpr uint32_t kDelayedAnswers = 2 * CcuPort::kMost;
/// Slots that a flush looks at in a cycle; an estimate.
constexpr uint32_t kSlotsPerCycle = 16;

mem::CacheGeometry geometryOf(const CcuSettings& settings, uint8_t halvings) {
    const uint32_t lines = settings.bytes / kCcuBlockBytes / settings.ways >> halvings;
    return {.ways = settings.ways, .lines = std::max(lines, 1u), .lineBytes = kCcuBlockBytes};
}

/// The lines that are not whole, a bit each.
uint32_t linesToFill(const CcuBlockBytes& present) {
    uint32_t lines = 0;
    for (uint32_t i = 0; i < present.size(); ++i)
        if (present[i] != kAllBytes) lines |= 1u << i;
    return lines;
}

size_t lineOf(const CcuAccess& access) { return access.address % kCcuBlockBytes / kLineBytes; }
uint64_t blockOf(const CcuAccess& access) { return access.address / kCcuBlockBytes * kCcuBlockBytes; }

}  // namespace

std::string describe(const CcuAccess& access) {
    return fmt::format("{} {} bytes of {:#x}", access.write ? "write" : "read", std::popcount(access.bytes),
                       access.address);
}

std::string describe(const CcuAnswer& answer) { return fmt::format("access {}", answer.id); }

CcuPort::CcuPort(sim::Box& owner, const std::string& name)
    : access(owner, {.name = name + ".access", .width = kWidth, .latency = 1}), answers(owner, name + ".answers") {}

uint32_t CcuPort::answerLatency(const CcuSettings& settings) {
    return settings.latency + sim::divideUp(kLineBytes, settings.bytesPerCycle) + kDelayedAnswers;
}

CcuCache::Statistics::Statistics(sim::StatisticsRegistry& registry, CcuTarget target)
    : accesses(registry, target == CcuTarget::Color
                             ? sim::StatisticInfo{.name = "COLOR_BLOCKS_CCU",
                                                  .unit = "accesses",
                                                  .sentence = "Accesses of lines through the caches of colours."}
                             : sim::StatisticInfo{.name = "DEPTH_BLOCKS_CCU",
                                                  .unit = "accesses",
                                                  .sentence = "Accesses of lines through the caches of depth and "
                                                              "stencil."}),
      hits(registry, {.name = target == CcuTarget::Color ? "COLOR_BLOCK_HIT_CCU" : "DEPTH_BLOCK_HIT_CCU",
                      .unit = "accesses",
                      .sentence = "Those whose block the cache has."}),
      partialReads(registry, {"PARTIAL_BLOCK_READ_CCU", "lines",
                              "Lines that were read because a part of a sector was written, and the block left."}),
      writebacks(registry, {"WRITEBACKS_CCU", "blocks", "Blocks with written bytes that left the caches."}) {}

CcuCache::CcuCache(sim::Box& owner, const CcuSettings& settings, const GmemRange& gmem, CcuTarget target,
                   LineMemory& memory, uint32_t firstId)
    : settings_(settings),
      gmem_(gmem),
      memory_(memory),
      firstId_(firstId),
      statistics_(owner.simulation().statistics(), target),
      tags_(geometryOf(settings, 0)),
      written_(tags_.slots()),
      present_(tags_.slots()),
      misses_(settings.misses),
      freeMisses_(settings.misses),
      writebacks_(settings.writebacks, memory, firstId + settings.misses) {
    std::iota(freeMisses_.rbegin(), freeMisses_.rend(), 0u);
}

CcuPort& CcuCache::addPort(sim::Box& owner, const std::string& name) {
    return *clients_.emplace_back(Client{.port = std::make_unique<CcuPort>(owner, name)}).port;
}

void CcuCache::addCounters(ChipCounters& counters, CcuTarget target) const {
    const bool color = target == CcuTarget::Color;
    counters.add(color ? "CCU_COLOR_BLOCKS"_counter : "CCU_DEPTH_BLOCKS"_counter, statistics_.accesses);
    counters.add(color ? "CCU_COLOR_BLOCK_HIT"_counter : "CCU_DEPTH_BLOCK_HIT"_counter, statistics_.hits);
    counters.add("CCU_PARTIAL_BLOCK_READ"_counter, statistics_.partialReads);
}

uint32_t CcuCache::mostReads(const CcuSettings& settings) {
    return (settings.misses + settings.writebacks) * (kCcuBlockBytes / kLineBytes);
}

bool CcuCache::clock(sim::Cycle cycle) {
    for (Client& client : clients_)
        for (const auto& access : client.port->access.take(cycle)) client.queue.push(access);
    stalls_ = false;
    bool active = continueCleaning();
    active = serve(cycle) || active;
    // An access of another size may have begun to empty the cache.
    return writebacks_.clock() || active || cleaning_;
}

bool CcuCache::serve(sim::Cycle cycle) {
    bool any = false;
    takeTurns(static_cast<uint32_t>(clients_.size()), turn_, [&](uint32_t number) {
        const bool served = serveClient(clients_[number], cycle);
        any = any || served;
        return served;
    });
    return any;
}

bool CcuCache::serveClient(Client& client, sim::Cycle cycle) {
    bool any = false;
    while (!client.queue.empty() && free_[client.queue.front().write ? 1 : 0] <= cycle) {
        const Request request{.access = client.queue.front(), .port = client.port.get()};
        if (!serveOne(request, cycle)) {
            stalls_ = true;
            break;
        }
        free_[request.access.write ? 1 : 0] = cycle + cyclesOf(request.access);
        client.queue.pop();
        ++statistics_.accesses;
        any = true;
    }
    return any;
}

bool CcuCache::serveOne(const Request& request, sim::Cycle cycle) {
    const CcuAccess& access = request.access;
    if (access.address - gmem_.base < gmem_.bytes) {
        ++statistics_.hits;
        answer(request, cycle, cyclesOf(access) + (access.write ? 0 : settings_.latency - 1));
        return true;
    }
    if (access.halvings != halvings_) {
        if (!cleaning_) cleaning_ = Cleaning{.invalidates = true, .halvings = access.halvings};
        return false;
    }
    // A cache that is about to have another size takes nothing new.
    if (cleaning_ && cleaning_->halvings) return false;
    return access.write ? write(request, cycle) : read(request, cycle);
}

bool CcuCache::write(const Request& request, sim::Cycle cycle) {
    const uint64_t address = blockOf(request.access);
    mem::CacheSlot slot;
    if (tags_.find(address, slot))
        ++statistics_.hits;
    else if (!replace(slot, address))
        return false;
    tags_.touch(slot);
    written_[tags_.index(slot)][lineOf(request.access)] |= request.access.bytes;
    present_[tags_.index(slot)][lineOf(request.access)] |= request.access.bytes;
    answer(request, cycle, cyclesOf(request.access));
    return true;
}

bool CcuCache::read(const Request& request, sim::Cycle cycle) {
    const uint64_t address = blockOf(request.access);
    mem::CacheSlot slot;
    const bool present = tags_.find(address, slot);
    if (present && (request.access.bytes & ~present_[tags_.index(slot)][lineOf(request.access)]) == 0) {
        tags_.touch(slot);
        ++statistics_.hits;
        answer(request, cycle, cyclesOf(request.access) - 1 + settings_.latency);
        return true;
    }
    if (present && tags_[slot].pending) {
        const auto known = std::ranges::find_if(
            misses_, [&slot](const Miss& miss) { return miss.linesLeft != 0 && miss.slot == slot; });
        known->waiting.push_back(request);
        ++statistics_.hits;
        return true;
    }
    if (freeMisses_.empty() || (!present && (writebacks_.has(address) || !replace(slot, address)))) return false;
    startMiss(request, slot);
    return true;
}

void CcuCache::startMiss(const Request& request, mem::CacheSlot slot) {
    const uint32_t number = freeMisses_.back();
    freeMisses_.pop_back();
    tags_[slot].pending = true;
    tags_.reserve(slot, 1);
    Miss& miss = misses_[number];
    miss.slot = slot;
    miss.waiting.assign(1, request);
    for (uint32_t lines = linesToFill(present_[tags_.index(slot)]); lines != 0; lines &= lines - 1) {
        memory_.read(blockOf(request.access) + static_cast<uint64_t>(std::countr_zero(lines)) * kLineBytes,
                     firstId_ + number);
        ++miss.linesLeft;
    }
}

void CcuCache::fill(uint32_t id, sim::Cycle cycle) {
    const uint32_t number = id - firstId_;
    if (number >= misses_.size()) return writebacks_.fill(number - static_cast<uint32_t>(misses_.size()));
    Miss& miss = misses_[number];
    if (--miss.linesLeft != 0) return;
    tags_[miss.slot].pending = false;
    tags_.release(miss.slot, 1);
    tags_.touch(miss.slot);
    present_[tags_.index(miss.slot)].fill(kAllBytes);
    for (const Request& request : miss.waiting) answer(request, cycle, settings_.latency);
    miss.waiting.clear();
    freeMisses_.push_back(number);
}

bool CcuCache::replace(mem::CacheSlot& slot, uint64_t address) {
    const uint32_t line = tags_.lineOf(address);
    if (tags_.allReserved(line) || writebacks_.full()) return false;
    slot = {.way = tags_.chooseVictim(line), .line = line};
    cleanSlot(slot);
    tags_[slot] = {.tag = tags_.tagOf(address), .valid = true};
    present_[tags_.index(slot)] = {};
    return true;
}

bool CcuCache::cleanSlot(mem::CacheSlot slot) {
    CcuBlockBytes& written = written_[tags_.index(slot)];
    if (std::ranges::all_of(written, [](uint64_t bytes) { return bytes == 0; })) return true;
    // A block that is being filled is written once its data has arrived.
    if (writebacks_.full() || tags_[slot].pending) return false;
    statistics_.partialReads.add(writebacks_.start(tags_.addressOf(slot), written, present_[tags_.index(slot)]));
    ++statistics_.writebacks;
    written = {};
    return true;
}

void CcuCache::startCleaning() {
    if (cleaning_ || !commanded_) return;
    cleaning_ = std::exchange(commanded_, std::nullopt);
}

bool CcuCache::continueCleaning() {
    startCleaning();
    if (!cleaning_) return false;
    for (uint32_t i = 0; i < kSlotsPerCycle && cleaning_->cleaned < tags_.slots(); ++i) {
        const mem::CacheSlot slot{.way = cleaning_->cleaned % settings_.ways,
                                  .line = cleaning_->cleaned / settings_.ways};
        if (!cleanSlot(slot)) return true;
        if (cleaning_->invalidates && !tags_[slot].pending) tags_[slot].valid = false;
        ++cleaning_->cleaned;
    }
    const bool waits = cleaning_->halvings && freeMisses_.size() != misses_.size();
    if (waits || cleaning_->cleaned < tags_.slots() || !writebacks_.empty() || !memory_.written()) return true;
    if (cleaning_->halvings) {
        halvings_ = *cleaning_->halvings;
        tags_ = mem::CacheTags(geometryOf(settings_, halvings_));
        written_.assign(tags_.slots(), {});
        present_.assign(tags_.slots(), {});
    }
    cleaning_.reset();
    return true;
}

void CcuCache::answer(const Request& request, sim::Cycle cycle, uint32_t latency) {
    while (!request.port->answers.wire().hasRoom(cycle, latency)) ++latency;
    request.port->answers.write(cycle, CcuAnswer{.id = request.access.id}, latency);
}

uint32_t CcuCache::cyclesOf(const CcuAccess& access) const {
    return std::max(sim::divideUp(static_cast<uint32_t>(std::popcount(access.bytes)), settings_.bytesPerCycle), 1u);
}

sim::Cycle CcuCache::nextService(sim::Cycle cycle) const {
    sim::Cycle next = sim::kNever;
    for (const Client& client : clients_) {
        if (client.queue.empty()) continue;
        const sim::Cycle free = free_[client.queue.front().write ? 1 : 0];
        if (free > cycle) next = std::min(next, free);
    }
    return next;
}

sim::Backlog CcuCache::backlog() const {
    if (freeMisses_.empty() || writebacks_.full()) return sim::Backlog::Full;
    const bool waits = std::ranges::any_of(clients_, [](const Client& client) { return !client.queue.empty(); });
    return waits || freeMisses_.size() != misses_.size() || !writebacks_.empty() ? sim::Backlog::Some
                                                                                 : sim::Backlog::None;
}

void CcuCache::appendQueues(std::vector<sim::QueueLevel>& queues) const {
    queues.push_back(
        {.name = "misses", .unit = "blocks", .used = misses_.size() - freeMisses_.size(), .capacity = misses_.size()});
    queues.push_back(
        {.name = "writebacks", .unit = "blocks", .used = writebacks_.size(), .capacity = writebacks_.capacity()});
}

}  // namespace cyclorama::adreno
