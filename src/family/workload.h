// SPDX-License-Identifier: MIT
#pragma once
// A workload file as the command line sees it, whichever family's driver wrote it.

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>

#include "gpu/command.h"
#include "gpu/dialect.h"
#include "machine/configuration/configuration.h"
#include "machine/timing/timing_machine.h"
#include "machine/timing/topology/topology.h"
#include "machine/values/frame_sink.h"
#include "machine/values/run_observer.h"
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
    /// Told what is executed; null for none.
    machine::RunObserver* observer = nullptr;

    /// The limit of a timed run in GPU cycles, 0 for none: SimFrames takes precedence over SimCycles.
    uint64_t cycleLimit() const {
        const machine::SimulatorParameters& limits = configuration.simulator;
        return limits.frames != 0 ? 0 : limits.cycles.get();
    }
};

/// A family's part in the machines: its choices, and its blocks.
struct MachineFamily {
    gpu::Dialect dialect;
    machine::timing::TopologyFactory topology;
};

/// Executes the commands of a workload in the machine that a request asks for, from their start to their end or a
/// limit. `firstFrame` is the number of the first frame that the source presents. Returns as Workload::run() does, and
/// throws what the source throws.
std::optional<uint64_t> runCommands(gpu::CommandSource& source, const MachineFamily& family, const RunRequest& request,
                                    uint32_t firstFrame);

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

    /// Executes the workload from its start to its end or a limit. Returns the GPU cycles of the whole run; nothing
    /// from the functional machine. Throws sim::Error where the workload is malformed or was made for another chip than
    /// the configuration's, sim::Deadlock where the machine stands still. May be called once.
    virtual std::optional<uint64_t> run(const RunRequest& request) = 0;

    /// Writes the decoded command stream and the listings of its shader programs as text. Throws sim::Error where the
    /// workload is malformed. May be called once, instead of run().
    virtual void dump(std::ostream& out) = 0;

    /// Writes some frames with the state and the memory that they need. Throws sim::Error where that cannot be done,
    /// the file cannot be written, or the workload is malformed. May be called once, instead of run().
    virtual void cut(const CutRequest& request);

    /// The workload says that it was recorded on the chip that a configuration describes.
    virtual bool isOf(const machine::Configuration& /*chip*/) const { return false; }
};

}  // namespace cyclorama::family
