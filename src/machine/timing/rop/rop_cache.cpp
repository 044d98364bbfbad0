// SPDX-License-Identifier: MIT
#include "machine/timing/rop/rop_cache.h"

#include <fmt/format.h>

#include <algorithm>

namespace cyclorama::machine::timing {

namespace {

/// In place of the fill that a read belongs to, where it is the backend's.
constexpr uint32_t kMetadataRead = ~0u;

}  // namespace

RopCache::RopCache(sim::StatisticsRegistry& registry, const std::string& statisticsSuffix,
                   const RopCacheSettings& settings, uint32_t unit, uint32_t units, mem::AddressSpace& space,
                   mem::MemoryPort& port)
    : settings_(settings),
      cache_(registry, {.geometry = settings.geometry,
                        .requestQueueSize = settings.requestQueueSize,
                        .statisticsSuffix = statisticsSuffix}),
      statistics_(registry, statisticsSuffix),
      memory_(port),
      readPorts_(settings.readPorts, settings.portWidth),
      writePorts_(settings.writePorts, settings.portWidth),
      blockStates_(settings, unit, units, space),
      tileStatus_(registry, statisticsSuffix, settings.tileStatus, cache_.tags().slots(), settings.geometry.lineBytes),
      backend_(settings.tileStatus ? static_cast<BufferBackend*>(&tileStatus_) : &blockStates_),
      fills_({.settings = settings_,
              .cache = cache_,
              .statistics = statistics_,
              .cycle = idle_.last(),
              .memory = memory_,
              .readPorts = readPorts_,
              .writePorts = writePorts_,
              .backend = backend_}),
      writebacks_({.settings = settings_,
                   .cache = cache_,
                   .statistics = statistics_,
                   .cycle = idle_.last(),
                   .memory = memory_,
                   .readPorts = readPorts_,
                   .writePorts = writePorts_,
                   .backend = backend_},
                  space, fills_) {
    performReset();
    resetPending_ = true;
}

void RopCache::reset(bool clear) {
    idle_.invalidate();
    resetPending_ = true;
    resetToClear_ = clear;
}

void RopCache::performReset() {
    cache_.reset();
    blockStates_.reset(resetToClear_);
    tileStatus_.reset(resetToClear_);
    fills_.reset();
    writebacks_.reset();
    readPorts_.reset();
    writePorts_.reset();
    memory_.reset();
    request_ = kNoCacheRequest;
    progress_ = Progress::None;
    statesResetEnds_ = sim::kNever;
    resetPending_ = false;
}

bool RopCache::fetch(func::Address address, mem::CacheSlot& slot, uint32_t reserves, const SurfaceStatus* status) {
    mem::CacheSlot before;
    const bool comes = status != nullptr && !cache_.tags().find(address.bits(), before);
    if (!cache_.fetch(address.bits(), slot, reserves)) return false;
    endFetch(slot, comes ? status : nullptr);
    return true;
}

bool RopCache::allocate(func::Address address, mem::CacheSlot& slot, uint32_t reserves, const SurfaceStatus* status) {
    switch (backend_->allocation(address, writebacks_.lines())) {
        case LineAllocation::Fetched:
            return fetch(address, slot, reserves, status);
        case LineAllocation::Later:
            return cache_.noteOther(true);
        case LineAllocation::Empty:
            break;
    }
    mem::CacheSlot before;
    const bool comes = status != nullptr && !cache_.tags().find(address.bits(), before);
    if (!cache_.allocate(address.bits(), slot, reserves)) return false;
    endFetch(slot, comes ? status : nullptr);
    return true;
}

void RopCache::endFetch(mem::CacheSlot slot, const SurfaceStatus* status) {
    if (request_ == kNoCacheRequest && cache_.waitingRequests() != 0) idle_.wake();
    if (status != nullptr)
        tileStatus_.assign(cache_.tags().index(slot), status->of(func::Address::fromBits(cache_.addressOf(slot))));
}

void RopCache::endPortUses(sim::Cycle cycle) {
    if (cycle == writebacks_.readOutEnds()) {
        idle_.recordMove();
        writebacks_.endReadOut();
    }
    if (cycle == fills_.writeInEnds()) {
        idle_.recordMove();
        fills_.endWriteIn();
    }
}

void RopCache::takeRequest() {
    if (request_ == kNoCacheRequest) cache_.takeRequest(request_);
    if (writebacks_.full() || fills_.full()) {
        // Both columns count where both are full, and the sum twice.
        const auto countFull = [this](sim::Counter& queue) {
            idle_.last().count(queue);
            idle_.last().count(statistics_.anyQueueFull);
        };
        if (writebacks_.full()) countFull(statistics_.writeQueueFull);
        if (fills_.full()) countFull(statistics_.readQueueFull);
        return;
    }
    const mem::CacheRequest& request = cache_.request(request_);
    if (request.fill && writebacks_.holds(func::Address::fromBits(request.fillAddress))) {
        idle_.last().count(statistics_.waitWrite);
        return;
    }
    idle_.last().move();
    startLines(request);
    request_ = kNoCacheRequest;
}

void RopCache::startLines(const mem::CacheRequest& request) {
    const uint32_t slot = cache_.tags().index(request.slot);
    const auto fillAddress = func::Address::fromBits(request.fillAddress);
    const auto writebackAddress = func::Address::fromBits(request.writebackAddress);
    if (request.writeback) {
        writebacks_.add({.address = writebackAddress,
                         .request = request_,
                         .fill = request.fill ? std::optional(fills_.nextPlace()) : std::nullopt,
                         .masked = request.masked,
                         .metadata = backend_->leavingLine(writebackAddress, slot)});
        ++statistics_.writesQueued;
    }
    if (request.fill) {
        fills_.add({.address = fillAddress,
                    .request = request_,
                    .waitsForReadOut = request.writeback,
                    .waitsForMemory = request.writeback && fillAddress == writebackAddress,
                    .metadata = backend_->comingLine(fillAddress, slot)});
        ++statistics_.readsQueued;
    }
}

void RopCache::endTransfer() {
    idle_.last().count(statistics_.busBusy);
    if (!memory_.advance()) return;
    idle_.last().move();
    const EndedTransfer ended = memory_.end();
    if (ended.read) {
        if (ended.owner == kMetadataRead)
            backend_->arrived(ended.bytes);
        else
            fills_.arrived(ended.owner, ended.bytes);
    }
    if (ended.write) writebacks_.endWrite();
}

std::optional<mem::MemoryTransaction> RopCache::moveLines(sim::Cycle cycle) {
    std::optional<mem::MemoryTransaction> transaction = fills_.request();
    writebacks_.readOut(cycle);
    fills_.decompress();
    writebacks_.compress();
    if (writebacks_.toWrite()) {
        if (transaction)
            idle_.last().count(statistics_.memoryStall);
        else
            transaction = writebacks_.write();
    }
    fills_.writeIn(cycle);
    return transaction;
}

std::optional<mem::MemoryTransaction> RopCache::moveMetadata(bool linesMove) {
    idle_.last().move();
    const auto access = backend_->next();
    if (!access || linesMove) return std::nullopt;
    const bool reads = access->access == mem::Access::Read;
    if (reads ? !memory_.canRead() : !memory_.canWrite()) return std::nullopt;
    backend_->sent();
    return reads ? memory_.read(access->address, access->bytes, kMetadataRead)
                 : memory_.write(access->address, access->bytes);
}

std::optional<mem::MemoryTransaction> RopCache::updateLines(sim::Cycle cycle) {
    sim::RepeatedCycle& now = idle_.last();
    if (request_ != kNoCacheRequest || cache_.waitingRequests() != 0)
        takeRequest();
    else
        now.count(statistics_.noRequests);
    if (memory_.active()) endTransfer();
    std::optional<mem::MemoryTransaction> transaction;
    if (fills_.used() + writebacks_.used() != 0) {
        transaction = moveLines(cycle);
    } else {
        now.count(statistics_.readInputEmpty);
        now.count(statistics_.writeOutputEmpty);
    }
    if (backend_->busy())
        if (const auto metadata = moveMetadata(transaction.has_value())) transaction = metadata;
    if (transaction) now.move();
    return transaction;
}

std::optional<mem::MemoryTransaction> RopCache::update(sim::Cycle cycle, mem::AcceptState accepts) {
    memory_.setAccepts(accepts);
    idle_.begin(cycle);
    if (runs(Operation::Flush)) advanceFlush();
    if (resetPending_) performReset();
    endPortUses(cycle);
    idle_.start();
    const auto transaction = updateLines(cycle);
    if (progress_ == Progress::Running) advanceStates(cycle);
    if (idle_.finish(cycle, backend_->busy())) {
        sim::RepeatedCycle& now = idle_.last();
        for (uint32_t* timer : {&memory_.cyclesLeft(), &writebacks_.compressCycles(), &fills_.decompressCycles()})
            now.runs(*timer);
        idle_.wakeAt(std::min({now.end(cycle), writebacks_.readOutEnds(), fills_.writeInEnds(), statesResetEnds_}));
    }
    return transaction;
}

void RopCache::advanceFlush() {
    const uint32_t before = cache_.waitingRequests();
    const bool done = backend_->flush(cache_);
    if (done) progress_ = Progress::Done;
    if (done || cache_.waitingRequests() != before) idle_.recordMove();
}

void RopCache::advanceStates(sim::Cycle cycle) {
    switch (operation_) {
        case Operation::Flush:
            return;
        case Operation::SaveStates:
        case Operation::RestoreStates:
            if (!blockStates_.busy()) progress_ = Progress::Done;
            return;
        case Operation::ResetStates:
            if (cycle < statesResetEnds_) return;
            idle_.last().move();
            blockStates_.resetStates();
            statesResetEnds_ = sim::kNever;
            progress_ = Progress::Done;
            return;
    }
}

bool RopCache::perform(Operation operation) {
    if (progress_ == Progress::Running) return true;
    idle_.invalidate();
    if (progress_ == Progress::Done) {
        progress_ = Progress::None;
        return false;
    }
    progress_ = Progress::Running;
    operation_ = operation;
    switch (operation) {
        case Operation::Flush:
            break;
        case Operation::SaveStates:
            blockStates_.startSave();
            break;
        case Operation::RestoreStates:
            blockStates_.startRestore();
            break;
        case Operation::ResetStates:
            statesResetEnds_ = idle_.passed() + blockStates_.cyclesToReset() - 1;
            break;
    }
    return true;
}

std::string RopCache::describeWait() const {
    if (fills_.used() == 0 && writebacks_.used() == 0 && request_ == kNoCacheRequest) return {};
    return "cache: " + fills_.describe() + ", " + writebacks_.describe();
}

}  // namespace cyclorama::machine::timing
