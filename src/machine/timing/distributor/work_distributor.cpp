// SPDX-License-Identifier: MIT
#include "machine/timing/distributor/work_distributor.h"

#include <algorithm>

#include "machine/timing/draw/work_names.h"
#include "machine/timing/shader/shader_ports.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

WorkDistributor::TriangleStatistics::TriangleStatistics(sim::StatisticsRegistry& registry)
    : inputs(registry, {"InputTriangles_FFU", "triangles", "Triangles from setup, to be shaded."}),
      outputs(registry, {"OutputTriangles_FFU", "triangles", "Shaded triangles sent to setup."}),
      shaded(registry, {"ShadedTriangles_FFU", "triangles", "Triangles from the shader processors."}),
      inputOccupation(registry, {"TriangleInputQueueOccupation_FFU", "triangles x cycles",
                                 "Triangles waiting for a shader processor, summed over cycles."}),
      outputOccupation(registry, {"TriangleOutputQueueOccupation_FFU", "triangles x cycles",
                                  "Shaded triangles waiting for setup, summed over cycles."}) {}

WorkDistributor::WorkDistributor(sim::Simulation& simulation, sim::DomainId domain, VertexPool& vertexPool,
                                 QuadPool& quadPool, const WorkDistributorSettings& settings)
    : UnitBox(simulation, domain, "WorkDistributor"),
      shaders(*this, settings),
      vertices(*this, settings),
      fragments(*this, quadPool, settings),
      vertexPool_(&vertexPool),
      quadPool_(&quadPool),
      triangleStatistics_(simulation.statistics()) {
    for (const auto& channel : vertices.channels) channel->input.describeBy(vertexNames(vertexPool));
    for (const auto& processor : shaders.processors) processor->outputs.describeBy(elementNames(vertexPool, quadPool));
    for (const auto& pipe : fragments.pipes) pipe->fromDepthTest.describeBy(quadNames(quadPool));
    fragments.generated.describeBy(quadNames(quadPool));
    fragments.fromInterpolator.describeBy(quadNames(quadPool));
}

void WorkDistributor::reset(sim::Cycle) {
    shaders.reset();
    vertices.reset();
    fragments.reset();
}

void WorkDistributor::start(sim::Cycle, DrawRecord& draw) {
    fragments.startDraw(draw.state);
    vertices.startBatch();
}

void WorkDistributor::show(sim::Cycle cycle) {
    UnitBox::show(cycle);
    vertices.showStatus(cycle);
    fragments.showStatus(cycle);
    accountSleep(cycle, 1);
    clocked_ = cycle;
}

sim::Cycle WorkDistributor::alarm(sim::Cycle cycle) const { return std::min(vertices.alarm(), fragments.alarm(cycle)); }

bool WorkDistributor::work(sim::Cycle cycle) {
    bool moved = fragments.sendOn(cycle);
    if (fragments.ended()) enter(UnitStatus::End);
    moved |= shade(cycle, true);
    moved |= fragments.interpolateAndTest(cycle);
    return moved;
}

bool WorkDistributor::shade(sim::Cycle cycle, bool drawing) {
    bool moved = vertices.send(cycle);
    moved |= shaders.receive(cycle);
    moved |= sortOutputs(cycle);
    moved |= vertices.receive(cycle, *vertexPool_);
    if (vertices.groupDue(cycle))
        moved |= vertices.shade(cycle, shaders);
    else if (drawing)
        moved |= fragments.shade(shaders);
    moved |= shaders.send(cycle, *quadPool_);
    return moved;
}

bool WorkDistributor::sortOutputs(sim::Cycle cycle) {
    bool moved = false;
    forEachMember(shaders.withOutputs(), [&](uint32_t processor) {
        ElementQueue& outputs = shaders.outputs(processor);
        if (outputs.front().target == ShaderTarget::Fragment)
            moved |= sortFragments(outputs, cycle);
        else
            moved |= sortVertices(outputs);
        shaders.outputsTaken(processor);
    });
    return moved;
}

bool WorkDistributor::sortVertices(ElementQueue& outputs) {
    while (!outputs.empty() && outputs.front().target == ShaderTarget::Vertex) vertices.takeShaded(outputs.pop());
    return true;
}

bool WorkDistributor::sortFragments(ElementQueue& outputs, sim::Cycle cycle) {
    bool moved = false;
    while (outputs.elements() >= func::kQuadFragments && outputs.front().target == ShaderTarget::Fragment) {
        for (uint32_t taken = 0; taken < func::kQuadFragments;) {
            const ShaderElements output = outputs.pop();
            taken += output.count;
            fragments.takeShaded(output, taken == func::kQuadFragments, cycle);
        }
        moved = true;
    }
    return moved;
}

void WorkDistributor::accountSleep(sim::Cycle, uint64_t count) {
    vertices.account(count);
    fragments.account(count);
}

std::string WorkDistributor::describeWait() const {
    if (std::string wait = shaders.describeWait(clocked_); !wait.empty()) return wait;
    if (working())
        if (std::string wait = fragments.describeWait(clocked_); !wait.empty()) return wait;
    return vertices.describeWait();
}

sim::Backlog WorkDistributor::backlog() const {
    // Quads and vertices in its other queues are on their way through other units.
    return fragments.isFull() || vertices.isFull() ? sim::Backlog::Full : sim::Backlog::None;
}

void WorkDistributor::appendQueues(std::vector<sim::QueueLevel>& queues) const {
    vertices.appendQueues(queues);
    fragments.appendQueues(queues);
}

const sim::Box* WorkDistributor::holdup() const {
    if (!fragments.isFull()) return nullptr;
    if (fragments.waitsForInterpolator()) return fragments.fromInterpolator.writer();
    return fragments.waitsForShaders() ? shaders.firstBusy(clocked_) : nullptr;
}

template class UnitBox<WorkDistributor, DrawProtocol>;

}  // namespace cyclorama::machine::timing
