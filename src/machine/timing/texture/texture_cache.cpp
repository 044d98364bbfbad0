// SPDX-License-Identifier: MIT
#include "machine/timing/texture/texture_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "func/texture/texture_compression.h"
#include "func/texture/texture_layout.h"

namespace cyclorama::machine::timing {

namespace {

/// Size of an address's decompressed texels over that of their data in memory, as a power of two.
uint32_t ratioLog2(uint64_t address) {
    const func::TextureCompression compression = func::addressCompression(address);
    return compression == func::TextureCompression::None ? 0 : func::compressionInfo(compression).ratioLog2;
}

/// Place in memory of the data of an address, which are 2^`ratioLog2` times smaller.
func::Address inMemory(uint64_t address, uint32_t ratio) {
    return func::Address::fromBits((address & ((uint64_t{1} << func::kCompressionShift) - 1)) >> ratio);
}

mem::FetchCacheSettings levelSettings(const mem::CacheGeometry& geometry, uint32_t requests, const char* kind,
                                      const std::string& suffix) {
    return {.geometry = geometry, .requestQueueSize = requests, .statisticsKind = kind, .statisticsSuffix = suffix};
}

}  // namespace

TextureCache::Statistics::Statistics(sim::StatisticsRegistry& r, const std::string& s)
    : fetchConflicts(r, {"FetchBankConflicts_" + s, "fetches", "Fetches for which a bank had no access left."}),
      readConflicts(r, {"ReadBankConflicts_" + s, "reads", "Reads for which a bank had no access left."}) {}

TextureCache::SecondLevel::SecondLevel(sim::StatisticsRegistry& registry, const TextureCacheSettings& settings,
                                       const std::string& suffix)
    : lines(registry, levelSettings(settings.secondLevel, settings.requestQueueSize, "FC", suffix)),
      fills(settings.secondInputQueueSize),
      pendingRequests(registry,
                      {"PendingMemoryRequests_" + suffix, "transactions", "Reads under way, summed over cycles."}),
      pendingRequestsAverage(registry,
                             {"PendingMemoryRequestsAvg_" + suffix, "transactions", "Reads under way, on average."}) {}

TextureCache::TextureCache(sim::StatisticsRegistry& registry, const TextureCacheSettings& settings,
                           const std::string& suffix)
    : settings_(settings),
      banks_(settings.portWidth),
      lines_(registry, levelSettings(settings.geometry, settings.requestQueueSize, "FC64", suffix)),
      lineShift_(static_cast<uint32_t>(std::countr_zero(settings.geometry.lineBytes))),
      fills_(settings.inputQueueSize),
      second_(settings.twoLevels ? std::make_unique<SecondLevel>(registry, settings, suffix) : nullptr),
      memory_(registry, suffix, settings.twoLevels ? settings.secondInputQueueSize : settings.inputQueueSize),
      statistics_(registry, suffix) {}

std::optional<mem::CacheSlot> TextureCache::clock(Cycle cycle, mem::MemoryPort& port) {
    for (const mem::MemoryTransaction& data : port.data.take(cycle))
        memory_.announce(data, cycle, port.cyclesFor(data.bytes));
    banks_.startCycle(cycle);
    missesLeft_ = settings_.missesPerCycle;
    lastLine_ = kNoLine;
    const std::optional<mem::CacheSlot> filled = finishWrite(cycle);
    acceptMiss();
    if (second_) acceptSecondLevelMiss();
    memory_.receive(cycle);
    if (second_) fetchFromSecondLevel();
    memory_.request(cycle, port);
    if (second_) readFromSecondLevel();
    decompress(cycle);
    startWrite(cycle);
    if (second_) {
        writeSecondLevel();
        second_->pendingRequests.add(memory_.transactionsUnderWay());
        second_->pendingRequestsAverage.sample(memory_.transactionsUnderWay());
    }
    return filled;
}

void TextureCache::flush() {
    lines_.reset();
    recentSlot_.fill({});
    lastLine_ = kNoLine;
    if (second_) second_->lines.reset();
}

TextureCache::Fetch TextureCache::fetch(uint64_t address, mem::CacheSlot& slot) {
    const uint64_t line = address >> lineShift_;
    if (!banks_.openLine(address, line)) {
        ++statistics_.fetchConflicts;
        return Fetch::Conflict;
    }
    if (line == lastLine_) {
        lines_.fetchHeld(lastSlot_);
        slot = lastSlot_;
        return lastFetch_;
    }
    bool missed = missesLeft_ == 0;
    const bool fetched = lines_.fetch(address, slot, missed);
    if (missed && missesLeft_ > 0) --missesLeft_;
    if (!fetched) return Fetch::Refused;
    lastLine_ = line;
    lastSlot_ = slot;
    lastFetch_ = lines_.ready(slot) ? Fetch::Ready : Fetch::Pending;
    return lastFetch_;
}

uint32_t TextureCache::fetchRun(uint64_t line, uint32_t times, mem::CacheSlot& slot) {
    mem::CacheSlot& recent = recentSlot_[(line >> lineShift_) % kRecentSlots];
    if (holds(recent, line)) {
        slot = recent;
        lines_.fetchHeld(slot, times);
        return times;
    }
    bool missed = missesLeft_ == 0;
    bool fetched = lines_.fetch(line, slot, missed);
    if (missed && missesLeft_ > 0) --missesLeft_;
    uint32_t left = times;
    while (!fetched && --left > 0) {
        if (missesLeft_ == 0 || lines_.refuses(line)) {
            countRefusals(line, left);
            return 0;
        }
        missed = false;
        fetched = lines_.fetch(line, slot, missed);
        --missesLeft_;
    }
    if (!fetched) return 0;
    recent = slot;
    lines_.fetchHeld(slot, left - 1);
    return left;
}

void TextureCache::countRefusals(uint64_t line, uint32_t times) {
    const uint32_t tried = std::min(missesLeft_, times);
    missesLeft_ -= tried;
    lines_.countRefusedFetches(line, tried);
    lines_.countLaterMisses(times - tried);
}

void TextureCache::countFailures(uint64_t line, uint64_t refused, uint64_t laterMisses, uint64_t conflicts) {
    lines_.countRefusedFetches(line, refused);
    lines_.countLaterMisses(laterMisses);
    statistics_.fetchConflicts.add(conflicts);
}

bool TextureCache::read(uint64_t address, mem::CacheSlot slot, uint32_t bytes) {
    uint32_t port = 0;
    switch (banks_.openWord(address, port)) {
        case CacheBanks::Read::Conflict:
            ++statistics_.readConflicts;
            return false;
        case CacheBanks::Read::Busy:
            return false;
        case CacheBanks::Read::Bypass:
            return lines_.read(slot, bytes);
        case CacheBanks::Read::Port:
            break;
    }
    if (!lines_.read(slot, bytes)) return false;
    banks_.occupy(port, bytes);
    return true;
}

std::optional<mem::CacheSlot> TextureCache::finishWrite(Cycle cycle) {
    if (!writing_ || cycle < writeDone_) return std::nullopt;
    writing_ = false;
    const Fill fill = fills_.pop();
    lines_.fillDone(fill.request);
    return fill.slot;
}

void TextureCache::acceptMiss() {
    if (!miss_.held) miss_.held = lines_.takeRequest(miss_.request);
    if (!miss_.held || fills_.full()) return;
    miss_.held = false;
    const mem::CacheRequest& request = lines_.request(miss_.request);
    const uint32_t ratio = ratioLog2(request.fillAddress);
    const Fill fill{.request = miss_.request,
                    .slot = request.slot,
                    .address = inMemory(request.fillAddress, ratio),
                    .bytes = settings_.geometry.lineBytes >> ratio,
                    .secondSlot = {}};
    fills_.push(fill);
    if (second_) {
        ++toFetch_;
    } else {
        memory_.push(fill.address, fill.bytes);
        ++toDecompress_;
    }
}

void TextureCache::acceptSecondLevelMiss() {
    SecondLevel& second = *second_;
    if (!second.miss.held) second.miss.held = second.lines.takeRequest(second.miss.request);
    if (!second.miss.held || second.fills.full()) return;
    second.miss.held = false;
    second.fills.push(second.miss.request);
    memory_.push(func::Address::fromBits(second.lines.request(second.miss.request).fillAddress),
                 settings_.secondLevel.lineBytes);
}

void TextureCache::fetchFromSecondLevel() {
    if (toFetch_ == 0) return;
    Fill& fill = firstToFetch();
    if (!second_->lines.fetch(fill.address.bits(), fill.secondSlot)) return;
    --toFetch_;
    ++toRead_;
}

void TextureCache::readFromSecondLevel() {
    if (toRead_ == 0) return;
    const Fill& fill = firstToRead();
    if (!second_->lines.read(fill.secondSlot, fill.bytes)) return;
    second_->lines.unreserve(fill.secondSlot);
    --toRead_;
    ++toDecompress_;
}

bool TextureCache::lineToDecompress() const { return toDecompress_ > 0 && (second_ || memory_.headComplete()); }

void TextureCache::decompress(Cycle cycle) {
    if (decompressing_ && cycle >= decompressDone_) {
        decompressing_ = false;
        ++decompressed_;
    }
    if (decompressing_ || !lineToDecompress()) return;
    if (!second_) memory_.popHead();
    --toDecompress_;
    decompressing_ = true;
    decompressDone_ = cycle + settings_.decompressLatency;
}

void TextureCache::startWrite(Cycle cycle) {
    if (writing_ || decompressed_ == 0) return;
    lines_.writeLine(fills_.front().slot);
    --decompressed_;
    writing_ = true;
    writeDone_ = cycle + banks_.cyclesForLine(settings_.geometry.lineBytes);
}

void TextureCache::writeSecondLevel() {
    if (!memory_.headComplete()) return;
    memory_.popHead();
    const uint32_t request = second_->fills.pop();
    second_->lines.writeLine(second_->lines.request(request).slot);
    second_->lines.fillDone(request);
}

TextureCache::Cycle TextureCache::nextEvent(Cycle cycle, mem::AcceptState accepts) const {
    const Cycle next = cycle + 1;
    // Misses wait where no more fills can be under way.
    if ((miss_.held || lines_.waitingRequests() > 0) && !fills_.full()) return next;
    if (second_) {
        if ((second_->miss.held || second_->lines.waitingRequests() > 0) && !second_->fills.full()) return next;
        if (toFetch_ > 0 && !secondLevelBlocks()) return next;
        if (toRead_ > 0 && second_->lines.ready(firstToRead().secondSlot)) return next;
        if (memory_.headComplete()) return next;
    }
    if (!decompressing_ && lineToDecompress()) return next;
    Cycle event = memory_.nextEvent(cycle, accepts);
    if (decompressing_) event = std::min(event, decompressDone_);
    if (writing_) event = std::min(event, writeDone_);
    return event;
}

void TextureCache::accountSleep(uint64_t cycles) {
    if (!second_) return;
    second_->pendingRequests.add(memory_.transactionsUnderWay() * cycles);
    second_->pendingRequestsAverage.sample(memory_.transactionsUnderWay(), cycles);
    if (toFetch_ > 0) second_->lines.countRefusedFetches(firstToFetch().address.bits(), cycles);
    if (toRead_ != 0) second_->lines.countFailedReads(cycles);
}

void TextureCache::compareWithLarger(bool compare) {
    lines_.compareWithLarger(compare);
    if (second_) second_->lines.compareWithLarger(compare);
}

void TextureCache::countUses(mem::CacheBlocks* uses) {
    lines_.countUses(uses, [](uint64_t address) { return inMemory(address, ratioLog2(address)).bits(); });
}

void TextureCache::countSecondLevelUses(mem::CacheBlocks* uses) {
    if (second_) second_->lines.countUses(uses);
}

uint8_t TextureCache::inLarger() const {
    uint8_t levels = 0;
    if (!fills_.empty() && lines_.request(fills_.front().request).inLarger) levels |= 1;
    if (second_ && !second_->fills.empty() && second_->lines.request(second_->fills.front()).inLarger) levels |= 2;
    return levels;
}

std::string TextureCache::describeWait() const {
    if (fills_.empty()) return {};
    return fmt::format("{} lines on their way, {} reads under way in memory{}", fills_.size(),
                       memory_.transactionsUnderWay(), memory_.wantsMemory() ? ", more to be sent" : "");
}

}  // namespace cyclorama::machine::timing
