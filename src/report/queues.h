// SPDX-License-Identifier: MIT
#pragma once
// How full the queues of a machine are: the tables of queues, and what they held in a stretch of time.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "machine/values/observed_machine.h"
#include "report/insert.h"

namespace cyclorama::report {

/// Levels of all queues in a stretch of time.
class QueueAmounts {
  public:
    using Queue = machine::RunSample::Queue;

    void add(std::span<const Queue> queues);
    /// All since the last time.
    std::vector<Queue> take();

  private:
    std::vector<Queue> queues_;
};

class QueueTables {
  public:
    explicit QueueTables(const ReportFile& file);

    // In the background; empty if no queue held anything.
    void describe(const machine::ObservedMachine& machine) const;
    void writeOperation(uint32_t operation, std::span<const QueueAmounts::Queue> queues) const;
    void writeSlice(uint64_t slice, std::span<const QueueAmounts::Queue> queues) const;

  private:
    Insert queue_, operation_, slice_;
};

}  // namespace cyclorama::report
