// SPDX-License-Identifier: MIT
#pragma once
// The use of a frame's time and memory, by activity and by client: from the statistics, from frame to frame.

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

    /// A counter's column since the first cycle; nothing where there is none of that name.
    std::optional<uint64_t> sinceStart(std::string_view column) const;

  private:
    using Column = const std::vector<std::unique_ptr<sim::Statistic>>*;

    static uint64_t total(Column column);
    std::vector<uint64_t> totals() const;

    std::vector<std::string_view> activities_;
    std::vector<std::string_view> units_;
    std::vector<Column> columns_;  // of each activity, then of each unit: read and written bytes
    std::vector<uint64_t> start_;

    /// Every column by name: sampling may restart it, which is made up for.
    struct Tracked {
        std::string_view name;
        Column column = nullptr;
        uint64_t measured = 0;  // by the last measure()
        uint64_t before = 0;    // from before its last restart
    };
    std::vector<Tracked> tracked_;
};

}  // namespace cyclorama::machine::timing
