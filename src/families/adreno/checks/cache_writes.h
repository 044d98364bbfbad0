// SPDX-License-Identifier: MIT
#pragma once
// Follows what is in a cache until other blocks may see it (Mesa: vulkan/tu_cmd_buffer.h,
// TU_ACCESS_*; tu_cmd_buffer.cc, tu6_emit_flushes). Results are in memory at once in the simulator; on a chip the 2D
// engine and stores of GMEM leave theirs in the colour cache until the event PC_CCU_FLUSH_COLOR_TS, and binning leaves
// visibility streams in UCHE until CACHE_FLUSH_TS; a flush is over after the next CP_WAIT_FOR_IDLE. A reader through
// UCHE needs CACHE_INVALIDATE after a write through the colour cache, too; the command processor needs CP_WAIT_FOR_ME
// after the wait for packets that it reads ahead.

#include <cstdint>
#include <memory>
#include <vector>

#include "families/adreno/checks/issue.h"
#include "families/adreno/memory/write_listener.h"

namespace cyclorama::adreno {

/// Ways to memory: through UCHE, or the command processor's own, which has no cache for data, in the order of its
/// packets or ahead of it.
enum class ReadPath : uint8_t { Uche, Processor, ProcessorAhead };

enum class WriterCache : uint8_t { Color, Uche };

class CacheWrites final : public WriteListener {
  public:
    explicit CacheWrites(WriterCache cache = WriterCache::Color) : cache_(cache) {}

    /// Nothing of a submission before is followed: the kernel empties caches between them, and memory may have got
    /// another use.
    void beginSubmission() { writes_.clear(); }
    void event(uint32_t number);
    void waitForIdle();
    void waitForProcessor();

    /// `runs` is called only if a later read is between the addresses.
    void write(uint64_t first, uint64_t end, ByteRuns runs) override;
    bool any() const { return !writes_.empty(); }
    /// True where a read of these bytes might see old content, if each were written.
    bool mayMiss(ReadPath path, uint64_t address, uint64_t bytes) const;
    /// The first reason why a reader may not see what was written. Any thread may ask.
    OptionalIssue read(ReadPath path, uint64_t address, uint64_t bytes) const;

  private:
    /// Writes that are followed; beyond, the oldest is forgotten.
    static constexpr size_t kMostWrites = 256;

    class ExactBytes;
    struct Write {
        uint64_t first = 0;
        uint64_t end = 0;
        std::shared_ptr<ExactBytes> bytes;
        bool flushed = false;
        bool settled = false;  ///< and waited for
        bool invalidated = false;
        bool processorWaited = false;  ///< CP_WAIT_FOR_ME, when it was settled

        bool meets(uint64_t address, uint64_t count) const { return first < address + count && address < end; }
    };

    /// The finding of a read by `path` that may not see the write yet; null where it does.
    static const sim::FindingKind* missing(const Write& write, ReadPath path);
    void forgetVisible();

    WriterCache cache_;
    std::vector<Write> writes_;
};

}  // namespace cyclorama::adreno
