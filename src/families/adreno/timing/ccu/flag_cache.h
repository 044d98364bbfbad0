// SPDX-License-Identifier: MIT
#pragma once
// Lines of flags of compressed blocks (UBWC) that a cache of a CCU keeps. Written flags stay in a line until it is
// replaced or the cache is cleaned; a line that is new is read before.

#include <cstdint>
#include <vector>

#include "families/adreno/timing/lines/line_memory.h"

namespace cyclorama::adreno {

class FlagCache {
  public:
    /// `firstId`: the first number of its reads of memory, of which it has as many as lines.
    FlagCache(uint32_t lines, LineMemory& memory, uint32_t firstId);

    enum class Found : uint8_t { There, Coming, NoRoom };
    /// Uses the flags at an address. Coming: they are on their way, now or since another use; a write need not wait for
    /// them. NoRoom: nothing was done.
    Found use(uint64_t address, bool write);
    /// The line with that number, counted from zero, has come.
    void fill(uint32_t number) { lines_[number].pending = false; }
    /// Writes a line that has written flags; false if there was none, or no room on the bus.
    bool writeBack();
    /// No line has written flags.
    bool isClean() const;
    /// Forgets all lines that are not on their way.
    void invalidate();
    /// Lines that are on their way.
    uint32_t pending() const;
    /// Lines that were read so far.
    uint64_t misses() const { return misses_; }

  private:
    struct Line {
        uint64_t address = 0;
        uint64_t written = 0;  ///< a bit for each byte
        uint64_t used = 0;     ///< the number of its last use, among all; 0: it has no flags
        bool pending = false;
    };

    /// The line that was used longest ago and is not on its way; null if all are.
    Line* victim();

    LineMemory& memory_;
    uint32_t firstId_;
    uint64_t uses_ = 0;
    uint64_t misses_ = 0;
    std::vector<Line> lines_;
};

}  // namespace cyclorama::adreno
