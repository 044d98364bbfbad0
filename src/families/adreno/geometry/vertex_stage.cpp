// SPDX-License-Identifier: MIT
#include "families/adreno/geometry/vertex_stage.h"

#include <algorithm>

namespace cyclorama::adreno {
namespace {

/// Registers up to the last that an attribute comes to, a number is put in, or an output is read from: programs need
/// not name them.
unsigned registersUsed(const VertexInputState& inputs, const VertexOutputs& outputs) {
    uint32_t used = 0;
    const auto reach = [&used](ProgramRegister reg) {
        if (reg < kFirstNoRegister) used = std::max(used, reg + 1);
    };
    for (const VertexAttribute& attribute : inputs.attributes) reach(attribute.destination + 3);
    for (const OutputWord& word : outputs.words) reach(word.source);
    for (const ProgramRegister reg : {inputs.vertexId, inputs.instanceId, inputs.primitiveId, inputs.viewId})
        reach(reg);
    return used;
}

}  // namespace

VertexStage::VertexStage(StageBinding& binding, const VertexInputState& inputs, const VertexOutputs& outputs,
                         Execution& execution)
    : binding_(binding),
      outputs_(outputs),
      execution_(execution),
      fetch_(inputs, execution.memory),
      units_(binding.resources) {
    binding_.shape.registers = std::max(binding_.shape.registers, registersUsed(inputs, outputs));
}

std::span<const uint32_t> VertexStage::run(const InputBatch& batch, uint32_t view) {
    const size_t vertices = batch.indices().size();
    const size_t stride = outputs_.layout.stride;
    records_.assign(vertices * stride, 0);
    const size_t width = binding_.shape.width;
    for (size_t first = 0; first < vertices && !execution_.reporter().hung(); first += width) {
        const size_t count = std::min(width, vertices - first);
        const auto lanes = isa::WaveMask::first(static_cast<unsigned>(count));
        ir3::Wave wave = binding_.makeWave(lanes);
        fetch_.fill({batch.indices().subspan(first, count), batch.instances().subspan(first, count)}, view, wave);
        reportStatus(ir3::run(binding_.program(), wave, binding_.context(units_)), binding_.stage,
                     execution_.reporter());
        outputs_.store(wave, static_cast<unsigned>(count), records_.data() + first * stride);
    }
    return records_;
}

}  // namespace cyclorama::adreno
