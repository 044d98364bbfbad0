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
      writebacks(registry, {"WRITEBACKS_CCU", "blocks", "Blocks with written bytes that left the caches."}),
      flagLines(registry, {"FLAG_FETCH_CCU", "lines", "Lines of flags of compressed blocks (UBWC) that were read."}),
      reads(registry, target, BlockMove::Read, "CCU"),
      writes(registry, target, BlockMove::Write, "CCU") {}

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
      blockFlags_(tags_.slots()),
      misses_(settings.misses),
      freeMisses_(settings.misses),
      flags_(settings.flagLines, memory, firstId + settings.misses + settings.writebacks),
      writebacks_(settings.writebacks, memory, flags_, firstId + settings.misses) {
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
    counters.add("CMPDECMP_FLAG_FETCH_SAMPLES"_counter, statistics_.flagLines);
    statistics_.reads.addTo(counters);
    statistics_.writes.addTo(counters);
}

uint32_t CcuCache::mostReads(const CcuSettings& settings) {
    return (settings.misses + settings.writebacks) * (kCcuBlockBytes / kLineBytes) + settings.flagLines;
}

bool CcuCache::clock(sim::Cycle cycle) {
    for (Client& client : clients_)
        for (const auto& access : client.port->access.take(cycle)) client.queue.push(access);
    stalls_ = false;
    if (idles()) return false;
    bool active = continueMisses(cycle);
    active = continueCleaning() || active;
    active = serve(cycle) || active;
    active = writebacks_.clock() || active;
    countLines();
    // An access of another size may have begun to empty the cache; a block may get its size after this cycle.
    return active || cleaning_ || waitsForSize();
}

bool CcuCache::idles() const {
    const bool waits = std::ranges::any_of(clients_, [](const Client& client) { return !client.queue.empty(); });
    return !waits && compressed_.empty() && !commanded_ && !cleaning_ && writebacks_.empty();
}

bool CcuCache::waitsForSize() const {
    return std::ranges::any_of(compressed_, [this](uint32_t number) { return misses_[number].step != Step::Flags; });
}

bool CcuCache::waitsForFlags() const {
    return std::ranges::any_of(compressed_, [this](uint32_t number) { return misses_[number].step == Step::Flags; });
}

void CcuCache::countLines() {
    statistics_.flagLines.add(flags_.misses() - statistics_.flagLines.total());
    statistics_.partialReads.add(writebacks_.linesRead() - statistics_.partialReads.total());
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
    blockFlags_[tags_.index(slot)] = request.access.flags;
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
        const auto known =
            std::ranges::find_if(misses_, [&slot](const Miss& miss) { return miss.used && miss.slot == slot; });
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
    miss.address = blockOf(request.access);
    miss.used = true;
    miss.waiting.assign(1, request);
    if (request.access.flags.compressed()) {
        blockFlags_[tags_.index(slot)] = request.access.flags;
        miss.step = Step::Flags;
        compressed_.push_back(number);
        findFlags(miss);
        return;
    }
    for (uint32_t lines = linesToFill(present_[tags_.index(slot)]); lines != 0; lines &= lines - 1) {
        memory_.read(miss.address + static_cast<uint64_t>(std::countr_zero(lines)) * kLineBytes, firstId_ + number);
        ++miss.linesLeft;
    }
}

/// True if they are there, or have no room.
bool CcuCache::findFlags(Miss& miss) {
    const FlagCache::Found found = flags_.use(blockFlags_[tags_.index(miss.slot)].address, false);
    if (found == FlagCache::Found::There) miss.step = Step::Size;
    return found != FlagCache::Found::Coming;
}

bool CcuCache::continueMisses(sim::Cycle cycle) {
    bool any = false;
    for (const uint32_t number : compressed_) {
        Miss& miss = misses_[number];
        if (miss.step == Step::Flags) any = findFlags(miss) || any;
        if (miss.step != Step::Lines || miss.linesLeft != 0) continue;
        // One colour that the flags have.
        endMiss(number, cycle);
        any = true;
    }
    std::erase_if(compressed_, [this](uint32_t number) { return misses_[number].step == Step::Lines; });
    return any;
}

void CcuCache::betweenCycles(const BlockSizes& sizes) {
    for (const uint32_t number : compressed_) {
        Miss& miss = misses_[number];
        if (miss.step != Step::Size) continue;
        const uint32_t sectors = sizes.sectorsOf(miss.address, *blockFlags_[tags_.index(miss.slot)].format);
        statistics_.reads.count(sectors);
        miss.step = Step::Lines;
        miss.linesLeft = linesOfSectors(sectors);
        for (uint32_t i = 0; i < miss.linesLeft; ++i)
            memory_.read(lineOfBlock(miss.address, sectors, i).address, firstId_ + number);
    }
    writebacks_.betweenCycles(sizes, statistics_.writes);
}

void CcuCache::fill(uint32_t id, sim::Cycle cycle) {
    const uint32_t number = id - firstId_;
    const auto misses = static_cast<uint32_t>(misses_.size());
    if (number < misses) {
        if (--misses_[number].linesLeft == 0) endMiss(number, cycle);
    } else if (number - misses < settings_.writebacks) {
        writebacks_.fill(number - misses);
    } else {
        flags_.fill(number - misses - settings_.writebacks);
    }
}

void CcuCache::endMiss(uint32_t number, sim::Cycle cycle) {
    Miss& miss = misses_[number];
    miss.used = false;
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
    blockFlags_[tags_.index(slot)] = {};
    return true;
}

bool CcuCache::cleanSlot(mem::CacheSlot slot) {
    CcuBlockBytes& written = written_[tags_.index(slot)];
    if (std::ranges::all_of(written, [](uint64_t bytes) { return bytes == 0; })) return true;
    // A block that is being filled is written once its data has arrived.
    if (writebacks_.full() || tags_[slot].pending) return false;
    writebacks_.start({.address = tags_.addressOf(slot),
                       .written = written,
                       .present = present_[tags_.index(slot)],
                       .flags = blockFlags_[tags_.index(slot)]});
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
    if (waits || cleaning_->cleaned < tags_.slots() || !writebacks_.empty()) return true;
    if (flags_.writeBack() || !flags_.isClean() || !memory_.written()) return true;
    if (cleaning_->invalidates) flags_.invalidate();
    if (cleaning_->halvings) {
        halvings_ = *cleaning_->halvings;
        tags_ = mem::CacheTags(geometryOf(settings_, halvings_));
        written_.assign(tags_.slots(), {});
        present_.assign(tags_.slots(), {});
        blockFlags_.assign(tags_.slots(), {});
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
