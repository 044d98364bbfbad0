// SPDX-License-Identifier: MIT
#include "families/adreno/pc/vertex_shader_stage.h"

#include <algorithm>

namespace cyclorama::adreno {
VertexShaderStage::VertexShaderStage(StageBinding& binding, const VertexInputState& inputs,
                                     const VertexOutputs& outputs, QueryCounters& counters)
    : binding_(binding),
      outputs_(outputs),
      counters_(counters),
      fetch_(inputs, *binding.resources.memory),
      units_(binding.resources) {
    binding_.shape.registers = std::max({binding_.shape.registers, inputs.registersUsed(), outputs.registersUsed()});
}

std::span<const uint32_t> VertexShaderStage::run(const InputBatch& batch, uint32_t view) {
    const size_t vertices = batch.indices().size();
    const size_t stride = outputs_.layout.stride;
    records_.assign(vertices * stride, 0);
    counters_.count(PipelineStatistic::VertexInvocations, vertices);
    const size_t width = binding_.shape.width;
    for (size_t first = 0; first < vertices && !binding_.hung(); first += width) {
        const size_t count = std::min(width, vertices - first);
        const auto lanes = isa::WaveMask::first(static_cast<unsigned>(count));
        ir3::Wave& wave = binding_.startWave(wave_, lanes);
        fetch_.fill({batch.indices().subspan(first, count), batch.instances().subspan(first, count)}, view, wave);
        binding_.report(ir3::run(binding_.program(), wave, binding_.context(units_)));
        outputs_.store(wave, static_cast<unsigned>(count), records_.data() + first * stride);
    }
    return records_;
}

}  // namespace cyclorama::adreno
