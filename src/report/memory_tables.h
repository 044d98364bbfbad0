// SPDX-License-Identifier: MIT
#pragma once
// The tables of what frames did with memory.

#include <cstdint>

#include "report/cached_blocks.h"
#include "report/dram_banks.h"
#include "report/footprints.h"
#include "report/insert.h"

namespace cyclorama::report {

struct MemoryTables {
    explicit MemoryTables(const ReportFile& file) : footprints(file), banks(file), caches(file) {}

    /// Writes what was added since the last frame.
    void writeFrame(uint32_t frame) {
        footprints.writeFrame(frame);
        banks.writeFrame(frame);
        caches.writeFrame(frame);
    }

    Footprints footprints;
    DramBanks banks;
    CachedBlocks caches;
};

}  // namespace cyclorama::report
