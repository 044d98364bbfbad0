// SPDX-License-Identifier: MIT
#pragma once
// The statistics that the GDDR controller counts.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mem/memory_controller.h"
#include "sim/statistics.h"
#include "sim/time.h"

namespace cyclorama::mem::gddr {

/// A unit, or all units of a kind that has several.
struct UnitStatistics {
    /// `client`: the client whose traffic this is all of; else empty.
    UnitStatistics(sim::StatisticsRegistry& registry, const std::string& unit, std::string_view client);
    sim::Counter transactions, readTransactions, writeTransactions;
    sim::Counter readBytes, writeBytes;
    sim::Counter acceptReadCycles, acceptWriteCycles;
    sim::Counter serviceCycles, completedReads;
    sim::Average serviceTime;
};

/// A unit's traffic with one channel.
struct UnitChannelStatistics {
    UnitChannelStatistics(sim::StatisticsRegistry& registry, const std::string& unit, uint32_t channel);
    sim::Counter readBytes, writeBytes;
    sim::Counter readCycles, completedReads;
};

/// How many entries of a buffer are in use, summed over cycles: worked out from the cycles in which that changes.
class Occupancy {
  public:
    Occupancy(sim::Counter& sum, sim::Average& mean) : sum_(&sum), mean_(&mean) {}
    /// From this cycle on one more is in use, or one less.
    void enter(sim::Cycle cycle) { ++entries_, offset_ -= cycle; }
    void leave(sim::Cycle cycle) { --entries_, offset_ += cycle; }
    /// Brings the statistics up to all cycles before `end`.
    void settle(sim::Cycle end) {
        if (end == settled_) return;
        const uint64_t sum = entries_ * end + offset_;
        sum_->add(sum - settledSum_);
        mean_->sample(sum - settledSum_);
        mean_->sample(0, end - settled_ - 1);
        settledSum_ = sum;
        settled_ = end;
    }

  private:
    sim::Counter* sum_;
    sim::Average* mean_;
    uint64_t entries_ = 0;
    uint64_t offset_ = 0;  // modulo 2^64: the sum itself is never negative
    uint64_t settledSum_ = 0;
    sim::Cycle settled_ = 0;
};

class ControllerStatistics {
  public:
    ControllerStatistics(sim::StatisticsRegistry& registry, const Clients& clients, uint32_t channels);

    /// Applies `change` to the statistics of a unit and, if its kind has several, to their sum.
    template <typename Change>
    void forUnit(Client client, uint32_t unit, Change&& change) {
        std::vector<std::unique_ptr<UnitStatistics>>& group = units_[client];
        change(*group[unit]);
        if (group.size() > 1) change(*group.back());
    }
    UnitStatistics& unit(Client client, uint32_t unit) { return *units_[client][unit]; }
    UnitChannelStatistics& channel(Client client, uint32_t unit, uint32_t channel) {
        return *channels_[client][unit * channelCount_ + channel];
    }

    sim::Counter transactions, readTransactions, writeTransactions, preloads;
    sim::Counter readPieces, writePieces;
    sim::Counter readStallCycles, writeStallCycles;
    sim::Counter systemReadBytes, systemWriteBytes;
    sim::Counter requestEntries, serviceEntries;
    sim::Average meanRequestEntries, meanServiceEntries;

  private:
    uint32_t channelCount_;
    PerClient<std::vector<std::unique_ptr<UnitStatistics>>> units_;  // the sum of several last
    PerClient<std::vector<std::unique_ptr<UnitChannelStatistics>>> channels_;
};

}  // namespace cyclorama::mem::gddr
