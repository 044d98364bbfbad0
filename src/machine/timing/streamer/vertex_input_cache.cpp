// SPDX-License-Identifier: MIT
#include "machine/timing/streamer/vertex_input_cache.h"

#include <algorithm>

#include "machine/timing/core/memory_tickets.h"
#include "sim/divide_up.h"

namespace cyclorama::machine::timing {

namespace {

mem::FetchCacheSettings cacheSettings(const VertexInputCacheSettings& settings) {
    return {.geometry = {.ways = settings.lines, .lines = 1, .lineBytes = settings.lineBytes},
            .requestQueueSize = settings.requestQueueSize,
            .statisticsKind = "FC",
            .statisticsSuffix = "InC"};
}

}  // namespace

VertexInputCache::VertexInputCache(sim::StatisticsRegistry& registry, const VertexInputCacheSettings& settings)
    : lineBytes_(settings.lineBytes),
      portWidth_(settings.portWidth),
      writeCyclesOfLine_(sim::divideUp(settings.lineBytes, settings.ports * settings.portWidth)),
      cache_(registry, cacheSettings(settings)),
      portCycles_(settings.ports),
      fills_(settings.fillQueueSize) {}

void VertexInputCache::applyReset() {
    resetPending_ = false;
    cache_.reset();
    std::fill(portCycles_.begin(), portCycles_.end(), 0);
    nextFree_ = nextRequest_ = nextWrite_ = 0;
    freeFills_ = static_cast<uint32_t>(fills_.size());
    waitingRequests_ = received_ = 0;
    writeCycles_ = transferCycles_ = 0;
    tickets_ = kMemoryTickets;
}

void VertexInputCache::receive(const mem::MemoryTransaction& data, const mem::MemoryPort& port) {
    transfer_ = data;
    transferCycles_ = port.cyclesFor(data.bytes);
}

bool VertexInputCache::update(bool memoryReads, mem::MemoryTransaction& request) {
    if (resetPending_) applyReset();
    for (uint32_t& cycles : portCycles_)
        if (cycles > 0) --cycles;
    nextPort_ = 0;
    if (writeCycles_ > 0 && --writeCycles_ == 0) finishWrite();
    takeMiss();
    if (transferCycles_ > 0 && --transferCycles_ == 0) finishTransfer();
    const bool requested = waitingRequests_ > 0 && requestLine(memoryReads, request);
    if (received_ > 0 && writeCycles_ == 0) startWrite();
    return requested;
}

void VertexInputCache::finishWrite() {
    cache_.fillDone(fills_[nextWrite_].request);
    nextWrite_ = nextPlace(nextWrite_);
    ++freeFills_;
}

void VertexInputCache::takeMiss() {
    uint32_t id = 0;
    if (freeFills_ == 0 || !cache_.takeRequest(id)) return;
    const mem::CacheRequest& miss = cache_.request(id);
    fills_[nextFree_] = {.address = func::Address::fromBits(miss.fillAddress), .request = id, .slot = miss.slot};
    nextFree_ = nextPlace(nextFree_);
    --freeFills_;
    ++waitingRequests_;
}

void VertexInputCache::finishTransfer() {
    Fill& fill = fills_[transfer_.id];
    fill.received += transfer_.bytes;
    if (fill.received == lineBytes_) ++received_;
    ++tickets_;
}

bool VertexInputCache::requestLine(bool memoryReads, mem::MemoryTransaction& request) {
    if (!memoryReads || transferCycles_ > 0 || tickets_ == 0) return false;
    Fill& fill = fills_[nextRequest_];
    const uint32_t bytes = std::min(mem::kTransactionBytes, lineBytes_ - fill.requested);
    request = {.address = fill.address + fill.requested, .bytes = bytes, .id = nextRequest_};
    --tickets_;
    fill.requested += bytes;
    if (fill.requested == lineBytes_) {
        nextRequest_ = nextPlace(nextRequest_);
        --waitingRequests_;
    }
    return true;
}

void VertexInputCache::startWrite() {
    const Fill& fill = fills_[nextWrite_];
    if (fill.received != lineBytes_) return;
    cache_.writeLine(fill.slot);
    --received_;
    writeCycles_ = writeCyclesOfLine_;
}

bool VertexInputCache::read(mem::CacheSlot slot, uint32_t bytes) {
    while (nextPort_ < portCycles_.size() && portCycles_[nextPort_] > 0) ++nextPort_;
    if (nextPort_ == portCycles_.size() || !cache_.read(slot, bytes)) return false;
    portCycles_[nextPort_] = sim::divideUp(bytes, portWidth_);
    ++nextPort_;
    return true;
}

sim::Cycle VertexInputCache::nextEvent(sim::Cycle cycle, bool memoryReads) const {
    const bool writable = received_ > 0 && writeCycles_ == 0 && fills_[nextWrite_].received == lineBytes_;
    const bool misses = cache_.waitingRequests() > 0 && freeFills_ > 0;
    const bool requests = waitingRequests_ > 0 && transferCycles_ == 0 && tickets_ > 0 && memoryReads;
    const bool portsUsedUp = nextPort_ == portCycles_.size();
    if (resetPending_ || writable || misses || requests || portsUsedUp) return cycle + 1;
    sim::Cycle event = sim::kNever;
    if (writeCycles_ > 0) event = std::min(event, cycle + writeCycles_);
    if (transferCycles_ > 0) event = std::min(event, cycle + transferCycles_);
    return event;
}

void VertexInputCache::countDown(uint64_t cycles) {
    const auto down = [cycles](uint32_t& left) { left -= static_cast<uint32_t>(std::min<uint64_t>(left, cycles)); };
    std::ranges::for_each(portCycles_, down);
    down(writeCycles_);
    down(transferCycles_);
}

}  // namespace cyclorama::machine::timing
