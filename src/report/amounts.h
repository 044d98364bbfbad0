// SPDX-License-Identifier: MIT
#pragma once
// Counts and cycles of units in a stretch of time: an operation's share, a slice, a frame.

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "machine/values/run_observer.h"
#include "report/insert.h"
#include "report/numbered_sums.h"
#include "report/queues.h"

namespace cyclorama::report {

/// Numbers in the tables of the reasons of a sample's waits, and of the causes of its limits, each in its order.
struct SampleNumbers {
    std::vector<uint32_t> reasons;
    std::vector<uint32_t> causes;
};

/// Count of one counter in a stretch of time.
struct CountedAmount {
    uint64_t sum = 0;
    uint64_t samples = 0;
};

/// All that was counted in a stretch of time.
struct Amounts {
    using Unit = machine::RunSample::Unit;

    /// Counters that changed, by their number.
    NumberedSums<CountedAmount>::Rows counters;
    std::vector<Unit> units;
    /// Cycles by the number of the reason.
    NumberedSums<uint64_t>::Rows waits;
    /// Cycles of the main clock by the number of what set the pace.
    NumberedSums<uint64_t>::Rows limits;
    std::vector<QueueAmounts::Queue> queues;
};

/// Adds up what is counted in a stretch of time.
class GrowingAmounts {
  public:
    void add(const machine::RunSample& sample, const SampleNumbers& numbers);
    void add(const Amounts& amounts);
    /// All since the last time.
    Amounts take();

  private:
    void addUnits(std::span<const Amounts::Unit> units);

    NumberedSums<CountedAmount> counters_;
    std::vector<Amounts::Unit> units_;
    NumberedSums<uint64_t> waits_;
    NumberedSums<uint64_t> limits_;
    QueueAmounts queues_;
};

/// The tables of counters, units, reasons and causes, and the rows of amounts.
class AmountTables {
  public:
    explicit AmountTables(const ReportFile& file);

    /// Writes what a machine counts, the first time.
    void describe(const machine::ObservedMachine& machine);
    SampleNumbers numbersOf(const machine::RunSample& sample);

    void writeOperation(uint32_t operation, Amounts amounts);
    void writeSlice(uint64_t slice, Amounts amounts);
    void writeFrame(uint32_t frame, Amounts amounts);

  private:
    /// Columns of units, of waits and of limits.
    struct Work {
        std::string units;
        std::string waits;
        std::string limits;
    };
    // In the background.
    void writeDescription(const machine::ObservedMachine& machine);
    void writeChanges(const std::vector<machine::ObservedChange>& changes) const;
    void writeRow(const Insert& table, uint64_t number, const Amounts& amounts) const;
    uint32_t reasonOf(const machine::RunSample::Wait& wait);
    uint32_t causeOf(const machine::LimitCause& cause);
    std::string countersIn(const Amounts& amounts) const;
    Work workIn(const Amounts& amounts) const;

    ReportFile file_;
    bool described_ = false;
    std::map<std::pair<uint32_t, std::string>, uint32_t> reasons_;
    std::map<machine::LimitCause, uint32_t> causes_;
    std::vector<machine::ObservedChange> changes_;
    Insert operation_, slice_, frame_, reason_, cause_, effect_;
    QueueTables queues_;
    // State of the background's thread.
    std::vector<bool> averages_;  // by counter
    std::vector<uint32_t> unitOfReason_;
};

}  // namespace cyclorama::report
