// SPDX-License-Identifier: MIT
#pragma once
// The packets of command streams that a file holds, for `cyclorama reduce`. They stand in the contents of buffers,
// whose other packets must not move: what is taken out becomes a CP_NOP over the same words.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "families/adreno/stream/stream_walk.h"
#include "reduce/capture.h"

namespace cyclorama::adreno {

/// A byte of a content of a file: the number of the record or section, and an offset in its data.
struct ContentPlace {
    size_t content = 0;
    uint64_t offset = 0;
};

/// Memory whose bytes come from the contents of a file.
class ContentMemory : public StreamMemory {
  public:
    /// Place in the file of a range of memory; no value if its bytes come from several contents or from none.
    virtual std::optional<ContentPlace> place(uint64_t address, uint64_t bytes) const = 0;
};

class CommandPackets {
  public:
    /// A word to write over another.
    struct Patch {
        ContentPlace place;
        uint32_t word = 0;
    };

    /// Finds the packets of a stream, and of all that it calls, in memory as it is when the stream starts.
    void add(const ContentMemory& memory, uint64_t address, uint32_t words);

    uint64_t draws() const { return units(reduce::Level::Draws); }
    /// Packets that start work (Draws) and others that are no CP_NOP (State); 0 for other levels.
    size_t units(reduce::Level level) const;
    /// Words that overwrite the units whose flags are not set. Neighbouring units become one CP_NOP.
    std::vector<Patch> patches(reduce::Level level, const std::vector<bool>& kept) const;

  private:
    class Finder;
    static constexpr size_t kNone = ~size_t{0};

    struct Found {
        ContentPlace place;
        /// With the header.
        uint32_t words = 0;
        bool isNop = false;
        bool draws = false;
        /// The number of the packet right before it in the same buffer; kNone for the first.
        size_t before = kNone;

        bool isOn(reduce::Level level) const {
            return !isNop && level == (draws ? reduce::Level::Draws : reduce::Level::State);
        }
    };

    std::vector<Found> packets_;
    /// The numbers of packets by their places.
    std::map<std::pair<size_t, uint64_t>, size_t> numbers_;
};

}  // namespace cyclorama::adreno
