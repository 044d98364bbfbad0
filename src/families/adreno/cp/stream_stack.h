// SPDX-License-Identifier: MIT
#pragma once
// The buffers that the command processor reads, one within the other.

#include <cstdint>
#include <vector>

#include "families/adreno/cp/fetched_packet.h"
#include "gpu/command.h"

namespace cyclorama::adreno {

class StreamStack {
  public:
    /// Levels below the ring: the kernel's calls, those of command buffers, groups of draw state.
    static constexpr size_t kMostLevels = 3;

    enum class Fetch : uint8_t {
        Packet,
        End,        // all buffers are read
        Unmapped,   // nothing is mapped to a word
        Malformed,  // a word is no packet
    };
    /// The next packet. Where there is none, `packet` has the place of the word at fault, and the fault in its header.
    Fetch next(const gpu::MemoryReader& memory, FetchedPacket& packet);

    /// Continues in a buffer of `words` words, and then where it was; false if no level is left for it.
    bool call(uint64_t address, uint32_t words);
    /// Continues in a group of draw state, which has a level of its own.
    void callGroup(uint64_t address, uint32_t words);
    bool inGroup() const { return !levels_.empty() && levels_.back().isGroup; }
    /// The buffers that are within each other.
    size_t depth() const { return levels_.size(); }
    /// True if all buffers beyond a depth are read.
    bool returnedTo(size_t depth);
    /// Continues in a buffer in place of the present one.
    void chain(uint64_t address, uint32_t words);
    /// Leaves words of the present buffer out; false where it has fewer.
    bool skip(uint32_t words);

  private:
    struct Level {
        uint64_t next = 0;
        uint64_t end = 0;
        bool isGroup = false;
    };
    std::vector<Level> levels_;
};

}  // namespace cyclorama::adreno
