// SPDX-License-Identifier: MIT
#include "families/adreno/pc/linked_vertex_stage.h"

#include <algorithm>

namespace cyclorama::adreno {

LinkRegisters LinkRegisters::beforeHull(const RegisterValues& registers) {
    return {.header = registers.field("VFD_CONTROL_2/REGID_INVOCATIONID"_field),
            .relativePatch = registers.field("VFD_CONTROL_2/REGID_HSRELPATCHID"_field),
            .primitiveId = registers.field("VFD_CONTROL_1/REGID4PRIMID"_field)};
}

LinkRegisters LinkRegisters::beforeGeometry(const RegisterValues& registers) {
    return {.header = registers.field("VFD_CONTROL_5/REGID_GSHEADER"_field),
            .relativePatch = ir3::kNoRegister,
            .primitiveId = registers.field("VFD_CONTROL_1/REGID4PRIMID"_field)};
}

LinkedVertexStage::LinkedVertexStage(StageBinding& binding, const VertexInputState& inputs, const LinkRegisters& links,
                                     QueryCounters& counters)
    : binding_(binding),
      links_(links),
      counters_(counters),
      fetch_(inputs, *binding.resources.memory),
      units_(binding.resources) {
    binding_.shape.registers = std::max({binding_.shape.registers, inputs.registersUsed(), links.registersUsed()});
}

void LinkedVertexStage::run(const InputPart& part, uint32_t firstPatch, StageMemory& memory) {
    const size_t corners = part.corners();
    counters_.count(PipelineStatistic::VertexInvocations, corners);
    const size_t width = binding_.shape.width;
    for (size_t corner = 0; corner < corners && !binding_.hung(); corner += width) {
        ir3::Wave wave = start(part, firstPatch, corner, std::min(width, corners - corner));
        ir3::WaveContext context = binding_.context(units_);
        memory.give(context);
        binding_.report(ir3::run(binding_.program(), wave, context));
    }
}

ir3::Wave LinkedVertexStage::start(const InputPart& part, uint32_t firstPatch, size_t firstCorner, size_t count) {
    std::array<uint32_t, isa::kWaveLanes> indices;
    std::array<uint32_t, isa::kWaveLanes> instances;
    const InputBatch& batch = *part.batch;
    ir3::Wave wave = binding_.makeWave(isa::WaveMask::first(static_cast<unsigned>(count)));
    auto* const header = laneRegister(wave, links_.header);
    auto* const relative = laneRegister(wave, links_.relativePatch);
    auto* const id = laneRegister(wave, links_.primitiveId);
    const size_t vertices = batch.verticesPerPrimitive();
    for (size_t lane = 0; lane < count; ++lane) {
        const auto primitive = static_cast<uint32_t>((firstCorner + lane) / vertices);
        const auto vertex = static_cast<uint32_t>((firstCorner + lane) % vertices);
        const uint32_t corner = batch.corners(part.first + primitive)[vertex];
        indices[lane] = batch.indices()[corner];
        instances[lane] = batch.instances()[corner];
        if (header != nullptr)
            header->lane[lane] = StageHeader{.primitive = primitive, .vertex = vertex, .last = primitive}.word();
        if (relative != nullptr) relative->lane[lane] = firstPatch + primitive;
        if (id != nullptr) id->lane[lane] = part.ids()[primitive];
    }
    fetch_.fill({std::span(indices).first(count), std::span(instances).first(count)}, 0, wave);
    return wave;
}

}  // namespace cyclorama::adreno
