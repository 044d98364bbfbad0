#pragma once
// What a frame took, by what the machine was at and by who used memory: from the statistics, from frame to frame.

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "machine/frame_sink.h"
#include "sim/statistics.h"

namespace cyclorama::machine::timing {

class FrameMeter {
  public:
    /// The registry, complete, must outlive it.
    explicit FrameMeter(const sim::StatisticsRegistry& registry);

    /// Since the last restart().
    FrameUse measure() const;
    /// A frame begins. After its statistics were sampled, which may restart them.
    void restart();

  private:
    using Column = const std::vector<std::unique_ptr<sim::Statistic>>*;

    static uint64_t total(Column column);
    std::vector<uint64_t> totals() const;

    std::vector<std::string_view> activities_;
    std::vector<std::string_view> units_;
    std::vector<Column> columns_;  // of each activity, then of each unit: read and written bytes
    std::vector<uint64_t> start_;
};

}  // namespace cyclorama::machine::timing
