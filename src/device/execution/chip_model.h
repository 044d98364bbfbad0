// SPDX-License-Identifier: MIT
#pragma once
// A GPU family's part in the execution of jobs: its front end, the memory of its driver, its performance counters.

#include <cstdint>
#include <memory>
#include <optional>

#include "device/objects/executor.h"
#include "gpu/command.h"
#include "gpu/dialect.h"
#include "machine/functional/worker_pool.h"
#include "machine/timing/timing_machine.h"
#include "machine/values/frame_sink.h"
#include "mem/address_space.h"
#include "sim/finding.h"

namespace cyclorama::device {

/// The front end of one context: the registers of the GPU as those who share the context see them.
class JobFrontEnd {
  public:
    virtual ~JobFrontEnd() = default;
    /// Stores the streams that the driver copied and gives the commands of all streams of the job. Valid until the next
    /// call; the job need not outlive this one. Throws sim::Error where a stream does not fit in memory.
    virtual gpu::CommandSource& begin(const GpuJob& job, mem::AddressSpace& memory) = 0;
    /// True if the source that begin() gave ended because the GPU made no more progress.
    virtual bool hung() const { return false; }
};

/// A range of every address space that belongs to the driver.
struct DriverAddressRange {
    uint64_t address = 0;
    uint64_t bytes = 0;
};

/// The counters of the machine that performance counters are made of.
struct CounterReadings {
    /// Sums over all contexts, where machines without time execute the jobs.
    const machine::WorkCounters& work;
    /// Null where machines without time execute them.
    const machine::TimingMachine* timing = nullptr;
};

class ChipModel {
  public:
    virtual ~ChipModel() = default;
    /// `findings` and the workers, which all contexts share, outlive the front end.
    virtual std::unique_ptr<JobFrontEnd> makeFrontEnd(sim::Findings& findings, machine::WorkerPool& workers) const = 0;
    /// Empty if the driver needs none.
    virtual std::optional<DriverAddressRange> driverMemory() const { return std::nullopt; }
    /// Bytes of memory on the chip, which each context sees content of its own in.
    virtual uint64_t onChipMemoryBytes() const { return 0; }
    virtual gpu::Dialect dialect() const = 0;
    /// Builds the blocks of the timing machine.
    virtual machine::timing::TopologyFactory topology() const = 0;
    /// The value of a performance counter, as the driver groups and numbers them; zero, with a finding, where the
    /// machine does not count it.
    virtual uint32_t counter(uint32_t group, uint32_t number, const CounterReadings& readings,
                             sim::Findings& findings) const = 0;
};

}  // namespace cyclorama::device
