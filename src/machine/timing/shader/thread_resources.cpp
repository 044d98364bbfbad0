// SPDX-License-Identifier: MIT
#include "machine/timing/shader/thread_resources.h"

namespace cyclorama::machine::timing {

namespace {

constexpr uint32_t kTriangleOutputs = 4;

}  // namespace

uint32_t mostOf(const std::array<ThreadResources, kShaderTargets>& targets) {
    uint32_t most = kTriangleOutputs;
    for (const ThreadResources& each : targets) most = std::max(most, each.perThread());
    return most;
}

ThreadResources resourcesOf(ShaderTarget target, const gpu::DrawState& state) {
    ThreadResources resources;
    const auto count = [](const auto& values, auto active) {
        return static_cast<uint32_t>(std::count_if(values.begin(), values.end(), active));
    };
    const auto isSet = [](bool value) { return value; };
    if (target == ShaderTarget::Vertex) {
        resources.inputs =
            count(state.input->attributeStream, [](uint32_t stream) { return stream != gpu::kNoStream; });
        resources.outputs = count(state.vertexOutputs, isSet);
        resources.registers = state.stages[gpu::Stage::Vertex].threadResources;
    } else {
        resources.inputs = count(state.fragmentInputs, isSet);
        resources.outputs = count(state.color->targets, [](const gpu::RenderTarget& each) { return each.enabled; });
        // The first colour output counts even if no target was ever named.
        resources.outputs = std::max(resources.outputs, 1u);
        resources.registers = state.stages[gpu::Stage::Fragment].threadResources;
    }
    // Registers count as one before a driver says otherwise.
    resources.registers = std::max(resources.registers, 1u);
    return resources;
}

}  // namespace cyclorama::machine::timing
