// SPDX-License-Identifier: MIT
#pragma once
// The table of which parts of memory each frame read and wrote.

#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include "mem/memory_footprint.h"
#include "report/insert.h"

namespace cyclorama::report {

class Footprints {
  public:
    explicit Footprints(const ReportFile& file);

    void add(std::span<const mem::MemoryFootprint::Block> blocks);
    /// Writes what was added since the last frame.
    void writeFrame(uint32_t frame);

  private:
    struct Bytes {
        std::string_view client;
        uint64_t read = 0;
        uint64_t written = 0;
    };

    Insert row_;
    std::map<std::pair<uint64_t, mem::Client>, Bytes> blocks_;  // by address and client
};

}  // namespace cyclorama::report
