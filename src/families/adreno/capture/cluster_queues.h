// SPDX-License-Identifier: MIT
#pragma once
// Register writes that waited for the clusters of the pipeline when a chip hung, from the dump of their common memory,
// CP_MEMPOOL (Mesa: crashdec-mempool.c, which found out how it is laid out).
//
//   words   0x0000..0x0fff   128 blocks of 8 chunks, a chunk of 4 words: one or two writes
//           0x1000..0x107f   for each block, the next of its queue
//           0x1800..         for each queue, the places of its reader and its writer

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace cyclorama::adreno {

struct QueuedWrite {
    uint32_t offset = 0;
    uint32_t value = 0;
    uint32_t context = 0;
    /// A register of the fixed functions after the firmware.
    bool pipe = false;
};

struct ClusterQueue {
    std::string_view cluster;
    /// The next one that the cluster would take comes first.
    std::vector<QueuedWrite> writes;
};

/// Empty where the memory is smaller than that of these chips. A queue ends where it leads out of the memory, or comes
/// back to where it was.
std::vector<ClusterQueue> readClusterQueues(std::span<const uint32_t> memory);

}  // namespace cyclorama::adreno
