// SPDX-License-Identifier: MIT
#pragma once
// Counters of the units of a render output pipe and of their caches.

#include <string>

#include "sim/statistics.h"

namespace cyclorama::machine::timing {

struct RopStatistics {
    /// `suffix` as in the names: CW-SU0, ZST-SU0.
    RopStatistics(sim::StatisticsRegistry& registry, const std::string& suffix);

    sim::Counter inputs, operated, outside, culled;
    sim::Counter readTransactions, writeTransactions, readBytes, writeBytes;
    sim::Counter fetchOk, fetchFailed, allocateOk, allocateFailed;
    sim::Counter readOk, readFailed, writeOk, writeFailed;
    sim::Counter readAfterWrite, operatorBusy, consumerBusy;
    sim::Counter inputEmpty, fetchEmpty, readEmpty, operatedEmpty, writeEmpty;
    sim::Counter fetchFull, readFull, operatedFull, writeFull;
};

struct RopCacheStatistics {
    RopCacheStatistics(sim::StatisticsRegistry& registry, const std::string& suffix);

    sim::Counter noRequests, writeQueueFull, readQueueFull, anyQueueFull, waitWrite;
    sim::Counter writesQueued, readsQueued;
    sim::Counter readInputEmpty, decompressorBusy, waitRead;
    sim::Counter writeOutputEmpty, compressorBusy, memoryStall, lineWait, busBusy;
    sim::Counter writePortStall, readPortStall;
    sim::Counter blocks64, blocks128, blocks192, blocks256;
};

}  // namespace cyclorama::machine::timing
