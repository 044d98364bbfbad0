// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "families/adreno/timing/chip/chip_counters.h"
#include "families/adreno/timing/cp/awaited.h"
#include "families/adreno/timing/cp/packet_cost.h"
#include "sim/statistics.h"

namespace cyclorama::adreno {

/// Counters of the command processor. Each cycle counts in exactly one activity.
struct ProcessorStatistics {
    explicit ProcessorStatistics(sim::StatisticsRegistry& registry);

    void addCounters(ChipCounters& counters);
    /// Counts a packet that is executed.
    void count(const FetchedPacket& packet, const PacketCost& cost);

    /// Those of all boxes, after addCounters().
    ChipCounters* chip = nullptr;

    sim::Counter cycles, flushes, packets, registerPackets, statePackets, dataWords, registers, groups, streamBytes;
    sim::Counter draws, bytesWritten, polls;
    /// Reasons of waits for work that is under way; what is waited for is the activity.
    sim::Counter full, waitForIdle, ending;
    // Activities.
    sim::Counter commands, streamWait, polling, noWork;
    std::array<sim::Counter, kAwaited> awaited;
};

}  // namespace cyclorama::adreno
