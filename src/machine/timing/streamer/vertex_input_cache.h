// SPDX-License-Identifier: MIT
#pragma once
// The cache of a streamer loader: fully associative, read through ports, filled from memory line by line in order. It
// belongs to the loader's box and is advanced by it once a cycle.
//
// A line is requested from memory 64 bytes at a time, one request a cycle, none while data arrives. When all of it is
// there, and those before it are in the cache, it is written through all ports at once; it can be read from the cycle
// after its last bytes were written.

#include <cstdint>
#include <vector>

#include "mem/memory_controller.h"
#include "mem/retried_cache.h"
#include "sim/queue.h"

namespace cyclorama::machine::timing {

struct VertexInputCacheSettings {
    uint32_t lines = 32;
    uint32_t lineBytes = 256;
    uint32_t ports = 8;
    uint32_t portWidth = 16;
    uint32_t requestQueueSize = 32;
    uint32_t fillQueueSize = 32;
};

class VertexInputCache {
  public:
    VertexInputCache(sim::StatisticsRegistry& registry, const VertexInputCacheSettings& settings);

    /// Everything invalid, from the next update() on.
    void reset() { resetPending_ = true; }

    /// A read's data begins to arrive.
    void receive(const mem::MemoryTransaction& data, const mem::MemoryPort& port);

    /// A cycle, before its fetches and reads. Returns true if `request` is to be sent.
    bool update(bool memoryReads, mem::MemoryTransaction& request);

    /// Reserves the line of an address. False: try again.
    bool fetch(func::Address address, mem::CacheSlot& slot) { return cache_.fetch(address.bits(), slot); }
    /// A fetch that failed fails until update() has something to do.
    bool refusesMisses() const { return !cache_.hasFreeRequest(); }
    /// Counts `times` fetches that failed so.
    void countRefusedFetches(func::Address address, uint64_t times) {
        cache_.countRefusedFetches(address.bits(), times);
    }
    /// Reads from a reserved line. False where no port is free or the line is not there yet.
    bool read(mem::CacheSlot slot, uint32_t bytes);
    void unreserve(mem::CacheSlot slot) { cache_.unreserve(slot); }

    bool ready(mem::CacheSlot slot) const { return cache_.ready(slot); }
    /// Counts `times` reads like one that just failed.
    void countFailedReads(uint64_t times) {
        if (nextPort_ < portCycles_.size()) cache_.countFailedReads(times);
    }

    /// The next cycle in which update() does more than count down, or a read that fails now may succeed: kNever where
    /// that takes data, another fetch, or memory that accepts reads, which it does now if `memoryReads`.
    sim::Cycle nextEvent(sim::Cycle cycle, bool memoryReads) const;
    /// `cycles` updates before that.
    void countDown(uint64_t cycles);

  private:
    struct Fill {
        func::Address address{};
        uint32_t requested = 0;
        uint32_t received = 0;
        uint32_t request = 0;  // of cache_
        mem::CacheSlot slot;
    };

    void applyReset();
    void finishWrite();
    void takeMiss();
    void finishTransfer();
    bool requestLine(bool memoryReads, mem::MemoryTransaction& request);
    void startWrite();
    uint32_t nextPlace(uint32_t place) const { return place + 1 == fills_.size() ? 0 : place + 1; }

    uint32_t lineBytes_;
    uint32_t portWidth_;
    uint32_t writeCyclesOfLine_;
    mem::RetriedCache cache_;
    bool resetPending_ = true;

    std::vector<uint32_t> portCycles_;  // until a port is free again
    uint32_t nextPort_ = 0;

    // A ring of fills, each requested, received and written in this order.
    std::vector<Fill> fills_;
    uint32_t nextFree_ = 0;
    uint32_t freeFills_ = 0;
    uint32_t nextRequest_ = 0;
    uint32_t waitingRequests_ = 0;
    uint32_t nextWrite_ = 0;
    uint32_t received_ = 0;  // complete and not being written
    uint32_t writeCycles_ = 0;

    uint32_t tickets_ = 0;  // memory requests that may be under way
    mem::MemoryTransaction transfer_;
    uint32_t transferCycles_ = 0;
};

}  // namespace cyclorama::machine::timing
