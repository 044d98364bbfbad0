// SPDX-License-Identifier: MIT
#include "family/workload.h"

#include "machine/functional/functional_machine.h"
#include "sim/error.h"

namespace cyclorama::family {

void Workload::cut(const CutRequest& request) {
    throw sim::Error(request.file, "", "frames cannot be cut out of workloads of this kind");
}

std::optional<uint64_t> runCommands(gpu::CommandSource& source, const MachineFamily& family, const RunRequest& request,
                                    uint32_t firstFrame) {
    const machine::Configuration& configuration = request.configuration;
    const machine::RunLimits limits{.firstFrame = firstFrame, .frames = configuration.simulator.frames};
    if (!request.timing) {
        machine::FunctionalMachine machine(
            configuration, {.threads = 0, .dialect = family.dialect, .limits = limits, .observer = request.observer},
            request.frames, request.findings);
        machine.run(source);
        return std::nullopt;
    }
    machine::TimingMachine::Options options = *request.timing;
    options.limits = limits;
    options.cycles = request.cycleLimit();
    options.observer = request.observer;
    machine::TimingMachine machine(family.topology, configuration, options, request.frames, request.findings);
    machine.run(source);
    return machine.cycles();
}

}  // namespace cyclorama::family
