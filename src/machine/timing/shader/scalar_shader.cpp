// SPDX-License-Identifier: MIT
#include "machine/timing/shader/scalar_shader.h"

#include <fmt/format.h>

#include "machine/timing/shader/shader_ports.h"
#include "machine/timing/shader/shading.h"

namespace cyclorama::machine::timing {

ScalarShader::ScalarShader(sim::Simulation& simulation, sim::DomainId domain, uint32_t index,
                           const ShaderSettings& settings, Shading& shading)
    : ShaderProcessor(simulation, domain, fmt::format("ScalarShader{}", index), settings),
      threads_(settings.scalarModel.threads + settings.scalarModel.inputBuffers),
      groups_(threads_.size() / settings.scalarModel.threadGroup),
      fetch_(*this, settings, shading, index, threads_, groups_),
      execute_(*this, settings, index, threads_, groups_) {
    inputs.describeBy(shading.elementNames());
}

void ScalarShader::clock(sim::Cycle cycle) {
    fetch_.takeInputs(cycle);
    fetch_.takeCommands(cycle);
    for (const DecodeCommand& command : execute_.commands()) fetch_.obey(command);
    execute_.commands().clear();
    arrived_.swap(fetched_);
    fetched_.clear();
    fetch_.fetch(cycle, execute_.ready(), fetched_);
    fetch_.sendOutputs(cycle);
    fetch_.showStatus(cycle);
    fetch_.account(1);

    execute_.takeTickets(cycle);
    execute_.step(cycle, arrived_);
    execute_.sendRequests(cycle);
    execute_.takeResults(cycle);
    if (fetch_.idle() && execute_.idle() && fetched_.empty()) sleepUntil(execute_.nextResult(cycle));
}

void ScalarShader::accountSleep(sim::Cycle, uint64_t count) { fetch_.account(count); }

std::string ScalarShader::describeWait() const {
    const std::string fetch = fetch_.describeWait();
    const std::string execute = execute_.describeWait();
    return fetch.empty() || execute.empty() ? fetch + execute : fetch + "; " + execute;
}

sim::Backlog ScalarShader::backlog() const { return fetch_.backlog(); }

const sim::Box* ScalarShader::holdup() const {
    // Threads pile up in front of what is slower: the ALU, or the texture units.
    const uint32_t waiting = execute_.threadsWaitingForTextures();
    const bool waits = waiting > 0 && waiting >= fetch_.readyThreads();
    return waits ? textures[execute_.textureUnit()]->results.writer() : nullptr;
}

void ScalarShader::appendQueues(std::vector<sim::QueueLevel>& queues) const { fetch_.appendQueues(queues); }

}  // namespace cyclorama::machine::timing
