#pragma once
// A workload file as the command line sees it, whichever family's driver wrote it.

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>

#include "machine/configuration/configuration.h"
#include "machine/timing/timing_machine.h"
#include "machine/values/frame_sink.h"
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

    /// The name of the preset, among those in a folder (machine::Configuration::presets), of the chip that the workload
    /// was recorded on; empty where the workload does not say, or no preset is that chip's.
    virtual std::string preset(const std::string& /*chipsFolder*/) const { return {}; }
};

}  // namespace cyclorama::family
