// SPDX-License-Identifier: MIT
#pragma once
// Follows what blocks write to memory until other blocks may see it (Mesa: vulkan/tu_cmd_buffer.h, TU_ACCESS_*;
// tu_cmd_buffer.cc, tu6_emit_flushes). Results are in memory at once in the simulator; on a chip
//
//   writes of the command processor       are there for its own reads behind CP_WAIT_MEM_WRITES;
//   colours, blits and stores of GMEM     lie in the colour cache until PC_CCU_FLUSH_COLOR_TS,
//   depths                                in the depth cache until PC_CCU_FLUSH_DEPTH_TS,
//   visibility streams                    in UCHE until CACHE_FLUSH_TS.
//
// A flush is over behind the next CP_WAIT_FOR_IDLE; for the other of the colour and depth caches at once, but on chips
// from a650 on (Mesa 22.3: common/freedreno_dev_info.h, has_ccu_flush_bug). A reader with a cache of its own (UCHE:
// CACHE_INVALIDATE) has to invalidate that, too, after the write.

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "families/adreno/checks/remark.h"
#include "families/adreno/generation.h"

namespace cyclorama::adreno {

/// Caches, and the command processor, which has none for data.
enum class MemoryDomain : uint8_t { Color, Depth, Uche, Processor };

class MemoryOrder {
  public:
    explicit MemoryOrder(GpuGeneration generation = GpuGeneration::A6xxGen1)
        : waitsBetweenCaches_(generation >= GpuGeneration::A6xxGen3) {}

    void beginSubmission();
    void event(uint32_t number);
    void waitForIdle() { waited_ = ++now_; }
    void waitForProcessorWrites() { processorWrites_.clear(); }

    void write(MemoryDomain domain, uint64_t address, uint64_t bytes);
    /// Cheap where nothing lies in caches.
    bool anyCached() const { return !cached_.empty(); }
    /// The first reason why the reader may not see what was written.
    Remarks read(MemoryDomain domain, uint64_t address, uint64_t bytes) const;

  private:
    static constexpr size_t kCaches = 3;
    /// Ranges that are followed; beyond, the oldest is forgotten.
    static constexpr size_t kMostRanges = 256;

    struct Range {
        uint64_t first = 0;
        uint64_t end = 0;
        MemoryDomain domain = MemoryDomain::Color;
        uint64_t written = 0;
    };

    Remarks readProcessorWrites(uint64_t address, uint64_t bytes) const;
    /// The reader of `range` needs this; null where it sees all.
    const sim::FindingKind* missing(const Range& range, MemoryDomain reader) const;
    void forgetVisible();

    bool waitsBetweenCaches_;
    uint64_t now_ = 0;
    uint64_t waited_ = 0;
    uint64_t flushed_[kCaches]{};
    uint64_t invalidated_[kCaches]{};
    std::vector<Range> cached_;
    /// First address and end of writes of the command processor.
    std::map<uint64_t, uint64_t> processorWrites_;
};

}  // namespace cyclorama::adreno
