// SPDX-License-Identifier: MIT
#include "families/adreno/pc/linked_vertex_stage.h"

#include <algorithm>

namespace cyclorama::adreno {

LinkedVertexStage::LinkedVertexStage(StageBinding& binding, const VertexInputState& inputs, const LinkRegisters& links,
                                     QueryCounters& counters, StageMemory& memory)
    : binding_(binding),
      links_(links),
      counters_(counters),
      memory_(memory),
      fetch_(inputs, *binding.resources.memory),
      units_(binding.resources) {
    binding_.shape.registers = std::max({binding_.shape.registers, inputs.registersUsed(), links.registersUsed()});
}

void LinkedVertexStage::run(const InputBatch& batch, size_t first, size_t primitives) {
    const size_t corners = primitives * batch.verticesPerPrimitive();
    counters_.count(PipelineStatistic::VertexInvocations, corners);
    const size_t width = binding_.shape.width;
    for (size_t corner = 0; corner < corners && !binding_.hung(); corner += width)
        runWave(batch, first, corner, std::min(width, corners - corner));
}

void LinkedVertexStage::runWave(const InputBatch& batch, size_t firstPrimitive, size_t firstCorner, size_t count) {
    std::array<uint32_t, isa::kWaveLanes> indices;
    std::array<uint32_t, isa::kWaveLanes> instances;
    ir3::Wave wave = binding_.makeWave(isa::WaveMask::first(static_cast<unsigned>(count)));
    auto* const header = laneRegister(wave, links_.header);
    auto* const relative = laneRegister(wave, links_.relativePatch);
    auto* const id = laneRegister(wave, links_.primitiveId);
    const size_t vertices = batch.verticesPerPrimitive();
    for (size_t lane = 0; lane < count; ++lane) {
        const auto primitive = static_cast<uint32_t>((firstCorner + lane) / vertices);
        const auto vertex = static_cast<uint32_t>((firstCorner + lane) % vertices);
        const uint32_t corner = batch.corners(firstPrimitive + primitive)[vertex];
        indices[lane] = batch.indices()[corner];
        instances[lane] = batch.instances()[corner];
        if (header != nullptr)
            header->lane[lane] = StageHeader{.primitive = primitive, .vertex = vertex, .last = primitive}.word();
        if (relative != nullptr) relative->lane[lane] = primitive;
        if (id != nullptr) id->lane[lane] = batch.ids()[firstPrimitive + primitive];
    }
    fetch_.fill({std::span(indices).first(count), std::span(instances).first(count)}, 0, wave);
    ir3::WaveContext context = binding_.context(units_);
    memory_.give(context);
    binding_.report(ir3::run(binding_.program(), wave, context));
}

}  // namespace cyclorama::adreno
