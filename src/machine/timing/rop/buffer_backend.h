// SPDX-License-Identifier: MIT
#pragma once
// The part of a render output unit's cache that knows how the lines of a buffer are stored: which of them are cleared
// and need no read, how many bytes the others take in memory, and the traffic of this knowledge itself. A unit has one
// backend for each kind of metadata that its surfaces may have:
//
//   BlockStateBackend  clear, plain or compressed, for each block, on chip     (block_state_backend.h)
//   TileStatusBackend  a few bits for each tile, in memory, with a cache       (tile_status_backend.h)
//
// and uses the one of the surfaces of the draw. Functions are called once or twice for each line, not for each quad,
// unless they say otherwise.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "machine/timing/rop/line_queues.h"
#include "mem/fetch_cache.h"

namespace cyclorama::machine::timing {

/// Way of a line into the cache for a quad that reads no destination.
enum class LineAllocation : uint8_t {
    Empty,    // without a read from memory
    Fetched,  // as if the quad read it
    Later     // not known yet: to be tried again
};

/// Size and form of a line as it goes to memory.
struct StoredLine {
    uint32_t bytes = 0;
    bool compressed = false;
    /// The whole line is written, bytes that no quad wrote too.
    bool whole = false;
};

class BufferBackend {
  public:
    virtual ~BufferBackend() = default;

    /// All blocks become clear, or else plain.
    virtual void reset(bool cleared) = 0;

    /// For each try of a quad; `leaving` are the lines on their way out.
    virtual LineAllocation allocation(func::Address address, const LineRing<LineWriteback>& leaving) const = 0;

    // A miss was taken, or a flush's request: metadata of the line that leaves the slot, then of the one that comes.
    virtual LineMetadata leavingLine(func::Address address, uint32_t slot) = 0;
    virtual LineMetadata comingLine(func::Address address, uint32_t slot) = 0;

    // Look up metadata that is pending; false while it is not there.
    virtual bool lookUpFill(const LineMetadata& line) = 0;
    virtual bool lookUpWriteback(const LineMetadata& line) = 0;

    /// Bytes to read for a line; 0 where it is cleared.
    virtual uint32_t bytesInMemory(const LineMetadata& line) const = 0;

    /// A line reaches the compressor. `bytes` is empty if the line is not wholly in memory.
    virtual StoredLine store(const LineMetadata& line, std::span<const std::byte> bytes) = 0;

    /// Number in the buffer of the block at an address, where the depth of leaving lines is reported.
    virtual std::optional<uint32_t> reportedBlock(func::Address address) const = 0;

    // Transfers of metadata; next() is called in every cycle while busy() and has an access until it is sent.
    virtual bool busy() const = 0;
    virtual std::optional<MetadataAccess> next() = 0;
    virtual void sent() = 0;
    virtual void arrived(uint32_t bytes) = 0;

    /// Called in every cycle of a flush until it returns true: requests writebacks, then writes the backend's own data.
    virtual bool flush(mem::FetchCache& cache) = 0;
};

}  // namespace cyclorama::machine::timing
