// SPDX-License-Identifier: MIT
#pragma once
// Use of time and memory by frame, by activity and by client, from statistics with such a role (sim::StatisticRole).

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "machine/values/frame_sink.h"
#include "sim/statistics.h"

namespace cyclorama::machine::timing {

class FrameMeter {
  public:
    /// The registry, complete, must outlive it.
    explicit FrameMeter(const sim::StatisticsRegistry& registry);

    /// Since the last restart(). To be followed by it.
    FrameUse measure();
    /// A frame begins. After its statistics were sampled, which may restart them.
    void restart();

    /// A counter's column since the first cycle; none if no column has the name.
    std::optional<uint64_t> sinceStart(std::string_view column) const;

  private:
    using Column = const std::vector<std::unique_ptr<sim::Statistic>>*;

    /// Increase of a column since the frame began.
    struct Amount {
        Column column = nullptr;  // null counts nothing
        uint64_t start = 0;

        uint64_t sinceStart() const { return column == nullptr ? 0 : total(column) - start; }
        void restart() { start = column == nullptr ? 0 : total(column); }
    };
    struct Activity {
        std::string_view name;
        Amount cycles;
    };
    struct Traffic {
        std::string_view client;
        Amount read;  // bytes
        Amount written;
    };

    static uint64_t total(Column column);
    Traffic& trafficOf(std::string_view client);

    std::vector<Activity> activities_;
    std::vector<Traffic> traffic_;

    /// Every column by name, with what was counted before the column's last restart.
    struct Tracked {
        std::string_view name;
        Column column = nullptr;
        uint64_t measured = 0;  // by the last measure()
        uint64_t before = 0;    // from before its last restart
    };
    std::vector<Tracked> tracked_;
};

}  // namespace cyclorama::machine::timing
