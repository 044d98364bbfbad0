// SPDX-License-Identifier: MIT
#include "machine/timing/shader/vector_shader.h"

#include <fmt/format.h>

#include "machine/timing/draw/work_names.h"
#include "machine/timing/shader/shader_ports.h"
#include "machine/timing/shader/shading.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

/// Clocks fetch and decode where the shaders have a clock of their own. What one side does the other sees at its next
/// tick, the shaders' after the main clock's where both coincide.
class VectorShader::Core final : public sim::Box {
  public:
    Core(VectorShader& shader, sim::DomainId domain)
        : Box(shader.simulation(), domain, shader.name() + ".core"), shader_(&shader) {}

    void clock(sim::Cycle cycle) override {
        shader_->fetchAndExecute(cycle);
        // It has no signals: shaders with much to do would look as if they had stalled.
        if (shader_->execute_.executing()) recordActivity(cycle);
        if (!shader_->outsideIdle()) shader_->wake();
        if (shader_->insideIdle()) sleepUntil(shader_->execute_.nextResult(cycle));
    }
    void accountSleep(sim::Cycle, uint64_t count) override { shader_->fetch_.accountIdle(count); }
    void settleStatistics(sim::Cycle) override { shader_->fetch_.settle(); }
    std::string describeWait() const override { return {}; }

  private:
    VectorShader* shader_;
};

VectorShader::VectorShader(sim::Simulation& simulation, sim::DomainId domain, sim::DomainId shaderDomain,
                           uint32_t index, const ShaderSettings& settings, Shading& shading)
    : ShaderProcessor(simulation, domain, fmt::format("VectorShader{}", index), settings),
      threads_(settings.vectorModel.threads),
      fetch_(*this, settings, shading, index, threads_),
      execute_(*this, settings, index, threads_),
      fetches_(*this, "instructions"),
      control_(*this, "control") {
    inputs.describeBy(shading.elementNames());
    if (shaderDomain != domain) core_ = std::make_unique<Core>(*this, shaderDomain);
}

VectorShader::~VectorShader() = default;

void VectorShader::clock(sim::Cycle cycle) {
    if (core_) {
        clockOwnDomain(cycle);
        return;
    }
    fetch_.takeInputs(cycle);
    fetch_.takeCommands(cycle);
    obeyDecode(cycle);
    fetch_.sendOutputs(cycle);
    fetch(cycle);
    fetch_.showStatus(cycle);
    fetch_.account();

    execute_.takeTickets(cycle);
    execute_.step(cycle, arrived_);
    execute_.sendRequests(cycle);
    execute_.takeResults(cycle);
    if (execute_.executing()) recordActivity(cycle);
    if (outsideIdle() && insideIdle()) sleepUntil(execute_.nextResult(cycle));
}

void VectorShader::clockOwnDomain(sim::Cycle cycle) {
    fetch_.takeInputs(cycle);
    fetch_.takeCommands(cycle);
    fetch_.sendOutputs(cycle);
    fetch_.showStatus(cycle);
    execute_.takeTickets(cycle);
    execute_.sendRequests(cycle);
    execute_.takeResults(cycle);
    if (!insideIdle() || fetch_.changedSinceAccount()) core_->wake();
    if (outsideIdle()) sleep();
}

void VectorShader::fetchAndExecute(sim::Cycle cycle) {
    obeyDecode(cycle);
    fetch(cycle);
    fetch_.account();
    execute_.step(cycle, arrived_);
}

void VectorShader::obeyDecode(sim::Cycle cycle) {
    for (const DecodeCommand& command : execute_.commands()) {
        control_.passed(cycle - 1, cycle, [&] {
            return fmt::format("{}: {}", nameOf(command.kind), nameOfInstruction(threads_, command.thread, command.pc));
        });
        fetch_.obey(command);
    }
    execute_.commands().clear();
}

void VectorShader::fetch(sim::Cycle cycle) {
    arrived_ = fetched_;
    FetchedVector& next = arrived_ == fetchedVectors_.data() ? fetchedVectors_.back() : fetchedVectors_.front();
    fetched_ = fetch_.fetch(execute_.ready(), next) ? &next : nullptr;
    if (fetched_ != nullptr)
        fetches_.passed(cycle, cycle + 1,
                        [&] { return nameOfInstruction(threads_, fetched_->thread, fetched_->pc[0]); });
}

void VectorShader::accountSleep(sim::Cycle, uint64_t count) {
    if (!core_) fetch_.accountIdle(count);
}

void VectorShader::settleStatistics(sim::Cycle) {
    if (!core_) fetch_.settle();
}

void VectorShader::describeState(std::vector<std::string>& lines) const {
    for (uint32_t id = 0; id < threads_.size(); ++id) {
        const VectorThread& thread = threads_[id];
        if (thread.free) continue;
        const char* const state = thread.ended ? "sends its outputs" : thread.blocked ? "blocked" : "ready";
        const bool runs = thread.ended || thread.blocked || fetch_.isReady(id);
        lines.push_back(
            fmt::format("{}: {}", nameOfInstruction(threads_, id, thread.pc), runs ? state : "gathers its elements"));
    }
}

std::string VectorShader::describeWait() const {
    const std::string fetch = fetch_.describeWait();
    const std::string execute = execute_.describeWait();
    return fetch.empty() || execute.empty() ? fetch + execute : fetch + "; " + execute;
}

sim::Backlog VectorShader::backlog() const { return fetch_.backlog(); }

const sim::Box* VectorShader::holdup() const {
    // Threads pile up in front of what is slower: the ALU, or the texture units.
    const uint32_t waiting = execute_.threadsWaitingForTextures();
    const bool waits = waiting > 0 && waiting >= fetch_.readyThreads();
    return waits ? textures[execute_.textureUnit()]->results.writer() : nullptr;
}

void VectorShader::appendQueues(std::vector<sim::QueueLevel>& queues) const { fetch_.appendQueues(queues); }

void VectorShader::reportStalls(uint64_t cycles, RunObserver& observer) const {
    for (uint32_t id = 0; id < threads_.size(); ++id) {
        const VectorThread& thread = threads_[id];
        const bool runs = fetch_.isReady(id) || thread.blocked || thread.ended;
        if (thread.free || !runs || thread.replay.draw == nullptr) continue;
        const auto stage = thread.target == ShaderTarget::Vertex ? gpu::Stage::Vertex : gpu::Stage::Fragment;
        const isa::IssueCounts* const counts = thread.replay.draw->state.stages[stage].issues;
        if (counts == nullptr) continue;
        // A blocked thread continues after the instruction that blocked it.
        const bool waitsAfter = (thread.blocked || thread.ended) && thread.pc > 0;
        const uint32_t instruction = waitsAfter ? thread.pc - 1 : thread.pc;
        const auto reason = thread.ended ? InstructionWait::Outputs : execute_.waitOf(id, instruction);
        observer.wait(*counts, instruction, reason, cycles);
    }
}

}  // namespace cyclorama::machine::timing
