// SPDX-License-Identifier: MIT
#pragma once
// A workload file as the command line sees it, whichever family's driver wrote it.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "gpu/command.h"
#include "gpu/dialect.h"
#include "machine/configuration/configuration.h"
#include "machine/timing/timing_machine.h"
#include "machine/timing/topology/topology.h"
#include "machine/values/counted.h"
#include "machine/values/frame_sink.h"
#include "machine/values/run_observer.h"
#include "machine/values/run_pause.h"
#include "mem/address_space.h"
#include "reduce/capture.h"
#include "sim/finding.h"

namespace cyclorama::family {

/// A run of a workload, as the user asked for it. Everything that it names outlives the run.
struct RunRequest {
    /// Has passed machine::check(). SimFrames, StartFrame and SimCycles of its section SIMULATOR limit the run.
    const machine::Configuration& configuration;
    /// Outputs and switches of the timing machine, without limits; none: the functional machine computes the frames.
    std::optional<machine::TimingMachine::Options> timing;
    machine::FrameSink& frames;
    sim::Findings& findings;
    /// Observes what is executed; null for none.
    machine::RunObserver* observer = nullptr;
    /// Places where the run stands still, and its progress; null for a run in one step.
    machine::RunPause* pause = nullptr;
    /// Hashes the buffers of a capture, for WorkloadRun::buffers(): up to 4 % of a run's time.
    bool hashesBuffers = false;

    /// The limit of a timed run in GPU cycles, 0 for none: SimFrames takes precedence over SimCycles.
    uint64_t cycleLimit() const {
        const machine::SimulatorParameters& limits = configuration.simulator;
        return limits.frames != 0 ? 0 : limits.cycles.get();
    }
};

/// A buffer of a capture as a replay left it. Hashes are XXH3 of 64 bits.
struct BufferHash {
    /// As the capture numbers it.
    uint64_t buffer = 0;
    uint64_t bytes = 0;
    /// Hash of the bytes in it at the end of the run.
    uint64_t content = 0;
    /// Hash over all bytes that the program has overwritten in it, in the order of its writes, each read just before
    /// the write; a buffer that is created again counts as overwritten. 0 without such a write.
    uint64_t overwritten = 0;
};

/// A workload on its way through a machine, in steps.
class WorkloadRun {
  public:
    virtual ~WorkloadRun() = default;

    /// Continues to the end of the workload or a limit (true), or until the request's pause is due (false). Throws
    /// sim::Error where the workload is malformed, sim::Deadlock where the machine stands still.
    virtual bool advance() = 0;
    /// Once, after the last step: ends the tables of the statistics. GPU cycles of the whole run; nothing from the
    /// functional machine.
    virtual std::optional<uint64_t> finish() = 0;

    /// The memory that was drawn in last, between two steps and after the last one; null before the first draw.
    virtual mem::AddressSpace* memory() = 0;
    /// All that the machine has counted.
    virtual std::vector<machine::Counted> counted() const = 0;
    /// The buffers of a capture after the last step, by their numbers. Empty where the request does not ask for them,
    /// and of other workloads.
    virtual std::vector<BufferHash> buffers() const { return {}; }
    /// The units of a timed run between two steps, with their states, waits, queues and inputs, for people; empty of
    /// the functional machine, which has none.
    virtual std::string describeUnits() const = 0;
};

/// A family's part in the machines: its choices, and its blocks.
struct MachineFamily {
    gpu::Dialect dialect;
    machine::timing::TopologyFactory topology;
};

/// Executes the commands of a workload in the machine that a request asks for. `firstFrame` is the number of the first
/// frame that the source presents.
std::unique_ptr<WorkloadRun> runCommands(std::unique_ptr<gpu::CommandSource> source, const MachineFamily& family,
                                         const RunRequest& request, uint32_t firstFrame);

/// Frames that a workload of their own is to be made of.
struct CutRequest {
    /// Has passed machine::check(): the chip that they are drawn on to find the memory that they begin with.
    const machine::Configuration& configuration;
    /// From the first one to before the end. Requires first < end.
    uint32_t first = 0;
    uint32_t end = 0;
    std::string file;
};

class Workload {
  public:
    virtual ~Workload() = default;

    /// Prepares the execution of the workload from its start. The workload must outlive the run. Throws sim::Error
    /// where it was made for another chip than the configuration's. May be called once.
    virtual std::unique_ptr<WorkloadRun> start(const RunRequest& request) = 0;

    /// Writes the decoded command stream and the listings of its shader programs as text. Throws sim::Error where the
    /// workload is malformed. May be called once, instead of start().
    virtual void dump(std::ostream& out) = 0;

    /// Writes some frames with the state and the memory that they need. Throws sim::Error where that cannot be done,
    /// the file cannot be written, or the workload is malformed. May be called once, instead of start().
    virtual void cut(const CutRequest& request);

    /// Takes a workload of the same kind apart, whose bytes, uncompressed, stay valid; its parts may outlive it.
    /// Throws sim::Error where that cannot be done, or the bytes are malformed.
    virtual std::unique_ptr<reduce::Capture> takeApart(std::span<const std::byte> bytes) const;

    /// The workload says that it was recorded on the chip that a configuration describes.
    virtual bool isOf(const machine::Configuration& /*chip*/) const { return false; }
};

}  // namespace cyclorama::family
