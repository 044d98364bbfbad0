#pragma once
// What the cache of a ROP is made of: its ports, and the lines on their way in and out.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/time.h"

namespace cyclorama::machine::timing {

/// In place of the id of a request of the cache.
inline constexpr uint32_t kNoCacheRequest = ~0u;

/// In place of the fill that a read belongs to, where it is of tile status.
inline constexpr uint32_t kTileStatusTicket = ~0u;

/// A line that comes in.
struct LineFill {
    uint32_t address = 0;
    uint32_t block = 0;
    uint32_t size = 0;
    uint32_t requested = 0;
    uint32_t received = 0;
    uint32_t request = kNoCacheRequest;
    /// The line that leaves the same slot has not been read out yet.
    bool waitsForSpill = false;
    /// The line itself has to be written to memory first.
    bool waitsForMemory = false;
    /// Its tile status has to be looked up first.
    bool asksStatus = false;
    bool cleared = false;
    uint32_t statusAddress = 0;
};
/// A line that leaves.
struct LineSpill {
    uint32_t address = 0;
    uint32_t block = 0;
    uint32_t size = 0;
    uint32_t written = 0;
    uint32_t request = kNoCacheRequest;
    std::optional<uint32_t> fill;
    bool masked = false;
    /// Its tile status has to be looked up first, and changes where it was cleared.
    bool asksStatus = false;
    bool cleared = false;
    uint32_t statusAddress = 0;
    /// Pieces of a transaction's size that have anything to write.
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
    uint32_t before(uint32_t index) const { return index == 0 ? size() - 1 : index - 1; }
    uint32_t used() const { return size() - free; }
    uint32_t oldest() const { return (nextFree + free) % size(); }
    void reset() {
        free = size();
        nextFree = 0;
    }
};
/// Ports, each of which is taken for some cycles; the next use gets the first that is free.
struct CachePorts {
    static constexpr uint32_t kMost = 2;

    explicit CachePorts(uint32_t ports) : count(ports) {}
    uint32_t count;
    std::array<sim::Cycle, kMost> freeFrom{};

    bool ready(sim::Cycle cycle) const { return freeFrom[0] <= cycle || (count > 1 && freeFrom[1] <= cycle); }
    /// Requires ready(). The cycle in which the port is free again.
    sim::Cycle use(sim::Cycle cycle, uint32_t cycles) {
        sim::Cycle& port = freeFrom[0] <= cycle ? freeFrom[0] : freeFrom[1];
        return port = cycle + cycles;
    }
    void reset() { freeFrom.fill(0); }
};

}  // namespace cyclorama::machine::timing
