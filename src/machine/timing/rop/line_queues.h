// SPDX-License-Identifier: MIT
#pragma once
// Lines of a render output unit's cache on their way in and out, and the ports that they share with quads.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "mem/transaction.h"
#include "sim/time.h"

namespace cyclorama::machine::timing {

/// In place of the id of a request of the cache.
inline constexpr uint32_t kNoCacheRequest = ~0u;

/// Knowledge of a line that is not in the line itself; a buffer backend fills it in and reads it.
struct LineMetadata {
    /// Key of the line in the backend: number of its block, or address of its tile status (Address::bits()).
    uint64_t key = 0;
    /// The metadata has to be looked up in memory before the line continues.
    bool pending = false;
    /// The whole line holds the clear value, whatever memory holds.
    bool cleared = false;
};

/// A transfer of metadata between a backend and memory.
struct MetadataAccess {
    func::Address address{};
    uint32_t bytes = 0;
    mem::Access access = mem::Access::Read;
};

/// A line that comes in.
struct LineFill {
    func::Address address{};
    uint32_t size = 0;  // bytes in memory; 0 until known
    uint32_t requested = 0;
    uint32_t received = 0;
    uint32_t request = kNoCacheRequest;
    /// The line that leaves the same slot has not been read out yet.
    bool waitsForReadOut = false;
    /// The line itself has to be written to memory first.
    bool waitsForMemory = false;
    LineMetadata metadata;
};

/// A line that leaves.
struct LineWriteback {
    func::Address address{};
    uint32_t size = 0;  // bytes in memory
    uint32_t written = 0;
    uint32_t request = kNoCacheRequest;
    /// The fill of the same slot.
    std::optional<uint32_t> fill;
    /// Only pieces with written bytes go to memory.
    bool masked = false;
    LineMetadata metadata;
    /// Pieces of a transaction's size with written bytes, one bit each.
    uint64_t pieces = 0;
};

/// A ring whose entries stay in place while they pass from stage to stage.
template <typename T>
struct LineRing {
    explicit LineRing(uint32_t size) : items(size), free(size) {}
    std::vector<T> items;
    uint32_t free;
    uint32_t nextFree = 0;
    uint32_t size() const { return static_cast<uint32_t>(items.size()); }
    uint32_t after(uint32_t index) const { return index + 1 == size() ? 0 : index + 1; }
    uint32_t used() const { return size() - free; }
    uint32_t oldest() const { return (nextFree + free) % size(); }
    void push(const T& item) {
        items[nextFree] = item;
        nextFree = after(nextFree);
        --free;
    }
    void reset() {
        free = size();
        nextFree = 0;
    }
};

/// The lines of a ring that wait for one of its stages: how many, and the first.
struct LineStage {
    uint32_t count = 0;
    uint32_t next = 0;

    template <typename T>
    void leave(const LineRing<T>& ring) {
        next = ring.after(next);
        --count;
    }
};

/// Ports, each of which is taken for some cycles; the next use gets the first that is free.
struct CachePorts {
    static constexpr uint32_t kMost = 2;

    CachePorts(uint32_t ports, uint32_t portWidth) : count(ports), width(portWidth) {}
    uint32_t count;
    uint32_t width;  // bytes a cycle
    std::array<sim::Cycle, kMost> freeFrom{};

    uint32_t cyclesFor(uint32_t bytes) const { return bytes <= width ? 1 : (bytes + width - 1) / width; }
    bool ready(sim::Cycle cycle) const { return freeFrom[0] <= cycle || (count > 1 && freeFrom[1] <= cycle); }
    /// Requires ready(). Returns the cycle in which the port is free again.
    sim::Cycle use(sim::Cycle cycle, uint32_t bytes) {
        sim::Cycle& port = freeFrom[0] <= cycle ? freeFrom[0] : freeFrom[1];
        return port = cycle + cyclesFor(bytes);
    }
    void reset() { freeFrom.fill(0); }
};

}  // namespace cyclorama::machine::timing
