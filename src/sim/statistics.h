// SPDX-License-Identifier: MIT
#pragma once
// Statistics: declared once, where they are counted, with a name, a unit and a sentence; sampled by windows of cycles,
// by frame and by batch; written as tables with a semicolon between columns.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/statistic_info.h"
#include "sim/time.h"

namespace cyclorama::sim {

class StatisticsRegistry;

/// Periods by which statistics are sampled. Each sampling starts the next interval of its own kind at zero.
enum class Interval : uint8_t { Window, Frame, Batch };
inline constexpr size_t kIntervals = 3;

/// One column of the tables, as it is sampled: kept by the registry, apart from what is counted in every cycle. Those
/// with the same name are one column: their values add up.
class Statistic {
  public:
    explicit Statistic(StatisticInfo info) : info_(std::move(info)) {}
    Statistic(const Statistic&) = delete;
    Statistic& operator=(const Statistic&) = delete;
    virtual ~Statistic() = default;

    const StatisticInfo& info() const { return info_; }

    /// Sum over the running interval, and the number of samples that it is of: zero where it is no average.
    struct Value {
        uint64_t sum = 0;
        uint64_t samples = 0;
    };
    virtual Value value(Interval interval) const = 0;
    virtual void restart(Interval interval) = 0;
    /// Places of the running totals since the start of the simulation, which restart() leaves alone.
    struct Total {
        const uint64_t* sum = nullptr;
        const uint64_t* samples = nullptr;  ///< null unless it is an average
    };
    /// None if values do not add up: extrema.
    virtual std::optional<Total> total() const = 0;
    /// True for the mean of samples.
    virtual bool isAverage() const { return false; }

  private:
    StatisticInfo info_;
};

/// Counts up. A column holds 32 bits: a larger sum is cut. A counter is nothing but its number, so that those of a box
/// are neighbours in memory.
class Counter {
  public:
    Counter(StatisticsRegistry& registry, StatisticInfo info);
    Counter(const Counter&) = delete;
    Counter& operator=(const Counter&) = delete;

    void add(uint64_t amount) { total_ += amount; }
    Counter& operator++() {
        ++total_;
        return *this;
    }
    /// Since the simulation started; its column refers to the place.
    const uint64_t& total() const { return total_; }

  private:
    uint64_t total_ = 0;
};

/// The mean of its samples; 0 without samples.
class Average {
  public:
    Average(StatisticsRegistry& registry, StatisticInfo info);
    Average(const Average&) = delete;
    Average& operator=(const Average&) = delete;

    /// `times` samples of the same value.
    void sample(uint64_t amount, uint64_t times = 1) {
        total_.sum += amount * times;
        total_.samples += times;
    }

  private:
    Statistic::Value total_;
};

/// The largest or smallest of zero and what it was shown in the interval; in the first interval `initial` stands in
/// place of zero.
template <typename Better>
class Extremum {
  public:
    Extremum(StatisticsRegistry& registry, StatisticInfo info, uint32_t initial = 0);
    Extremum(const Extremum&) = delete;
    Extremum& operator=(const Extremum&) = delete;

    void show(uint32_t amount) {
        for (uint32_t& value : values_)
            if (Better{}(amount, value)) value = amount;
    }

  private:
    std::array<uint32_t, kIntervals> values_{};
};
using Maximum = Extremum<std::greater<>>;
using Minimum = Extremum<std::less<>>;

/// All statistics of a simulation, and where their samples are written. What is counted must live as long as it is
/// sampled.
class StatisticsRegistry {
  public:
    StatisticsRegistry() = default;
    StatisticsRegistry(const StatisticsRegistry&) = delete;
    StatisticsRegistry& operator=(const StatisticsRegistry&) = delete;

    void add(std::unique_ptr<Statistic> statistic);

    /// Streams must outlive the registry. Without a stream an interval is not sampled and never restarts.
    void writeFrames(std::ostream& out) { frames_.out = &out; }
    void writeBatches(std::ostream& out) { batches_.out = &out; }
    /// One sample every `cycles` cycles of the first clock domain.
    void writeWindows(std::ostream& out, uint64_t cycles);

    void sampleFrame(uint64_t frame) { sample(frames_, "Frame", Interval::Frame, std::to_string(frame)); }
    void sampleBatch() { sample(batches_, "Batch", Interval::Batch, std::to_string(batch_++)); }

    /// The cycle after which the running window is full; kNever if windows are not written.
    Cycle windowEnd() const { return windowEnd_; }
    void sampleWindow(Cycle cycle);
    /// Writes the rest of the last window, which ends with `cycle`.
    void finish(Cycle cycle);

    /// By name, as in the tables.
    using Columns = std::map<std::string_view, std::vector<std::unique_ptr<Statistic>>>;
    const Columns& columns() const { return columns_; }
    /// Infos of the columns with a role, in the order in which they were declared.
    std::span<const StatisticInfo* const> parts() const { return parts_; }
    /// The value of one column as the tables show it; empty if no column has the name.
    std::string text(std::string_view name, Interval interval) const;

    /// The whole tables' list of columns: `name;unit;sentence`, a line each.
    void writeDescriptions(std::ostream& out) const;

  private:
    struct Table {
        std::ostream* out = nullptr;
        bool named = false;
    };
    void sample(Table& table, std::string_view firstColumn, Interval interval, const std::string& label);

    Columns columns_;  // the name is that of the first
    std::vector<const StatisticInfo*> parts_;
    Table frames_;
    Table batches_;
    Table windows_;
    uint64_t batch_ = 0;
    uint64_t windowCycles_ = 0;
    Cycle windowStart_ = 0;
    Cycle windowEnd_ = kNever;
};

}  // namespace cyclorama::sim
