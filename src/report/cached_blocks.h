// SPDX-License-Identifier: MIT
#pragma once
// The table of the parts of memory that caches were used for in each frame.

#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include "mem/cache_blocks.h"
#include "report/insert.h"

namespace cyclorama::report {

class CachedBlocks {
  public:
    explicit CachedBlocks(const ReportFile& file);

    /// The name of the kind of caches lives as long as the program.
    void add(std::string_view kind, std::span<const mem::CacheBlocks::Block> blocks);
    /// Writes what was added since the last frame.
    void writeFrame(uint32_t frame);

  private:
    struct Uses {
        uint64_t hits = 0;
        uint64_t misses = 0;
    };

    Insert row_;
    std::map<std::pair<uint64_t, std::string_view>, Uses> blocks_;  // by address and kind
};

}  // namespace cyclorama::report
