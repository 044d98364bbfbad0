#pragma once
// What the cache of a ROP is made of: its ports, and the lines on their way in and out.

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

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
/// Each port is busy for some cycles; the next use takes the first free one from `next` on.
struct CachePorts {
    static constexpr uint32_t kMost = 2;

    explicit CachePorts(uint32_t ports) : count(ports) {}
    uint32_t count;
    std::array<uint32_t, kMost> busy{};
    uint32_t next = 0;
    uint32_t used = 0;  // ports that are busy

    bool ready() const { return next < count && busy[next] == 0; }
    /// Whether `next` changes.
    bool skipBusy() {
        const uint32_t before = next;
        while (next < count && busy[next] > 0) ++next;
        return next != before;
    }
    /// A use of whose end nobody is told: one of a single cycle only keeps others out of the port in this cycle.
    void useBriefly(uint32_t cycles) {
        if (cycles == 1)
            ++next;
        else
            use(cycles);
    }
    uint32_t use(uint32_t cycles) {
        busy[next] = cycles;
        ++used;
        return next++;
    }
    /// A cycle passes; `ended(port)` for each port that becomes free.
    template <typename Ended>
    void tick(Ended&& ended) {
        if (used == 0) {
            next = 0;
            return;
        }
        for (uint32_t p = 0; p < count; ++p) {
            const bool ends = busy[p] == 1;
            if (busy[p] > 0) --busy[p];
            if (busy[p] == 0) next = std::min(next, p);
            if (!ends) continue;
            --used;
            ended(p);
        }
    }
    void reset() {
        busy.fill(0);
        used = 0;
    }
};

}  // namespace cyclorama::machine::timing
