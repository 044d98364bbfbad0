// SPDX-License-Identifier: MIT
#include "families/adreno/geometry/vertex_stage.h"

#include <algorithm>

namespace cyclorama::adreno {

VertexWaves::VertexWaves(const StageBinding& binding, const VertexInputState& inputs, const GpuMemory& memory,
                         const WaveSlot& slot)
    : binding_(binding), fetch_(inputs, memory), units_(binding_.resources, slot) {}

const ir3::Wave& VertexWaves::run(const VertexLanes& lanes, uint32_t view, Reporter& reporter) {
    ir3::Wave& wave = binding_.startWave(wave_, isa::WaveMask::first(static_cast<unsigned>(lanes.indices.size())));
    fetch_.fill(lanes, view, wave);
    reportStatus(ir3::run(binding_.program(), wave, binding_.context(units_)), binding_.stage, reporter);
    return wave;
}

VertexStage::VertexStage(StageBinding& binding, const VertexInputState& inputs, const VertexOutputs& outputs,
                         Execution& execution)
    : binding_(binding), inputs_(inputs), outputs_(outputs), execution_(execution) {
    binding.shape.registers = std::max({binding.shape.registers, inputs.registersUsed(), outputs.registersUsed()});
}

uint32_t VertexStage::workersFor(size_t waves) const {
    if (waves < kSharedWaves || binding_.cached->writesMemory) return 1;
    return execution_.pipeline.workers.workers();
}

std::span<const uint32_t> VertexStage::run(const InputBatch& batch, uint32_t view) {
    const size_t vertices = batch.indices().size();
    records_.assign(vertices * outputs_.layout.stride, 0);
    execution_.pipeline.counters.count(Statistic::VertexInvocations, vertices);
    const size_t width = binding_.shape.width;
    const uint32_t workers = workersFor((vertices + width - 1) / width);
    while (workers_.size() < workers)
        workers_.push_back(
            std::make_unique<VertexWaves>(binding_, inputs_, execution_.memory,
                                          WaveSlot{.processor = 0, .wave = static_cast<unsigned>(workers_.size())}));
    std::atomic<size_t> next = 0;
    if (workers == 1)
        runWaves(batch, view, next, *workers_[0]);
    else
        execution_.pipeline.workers.run([&](uint32_t worker) { runWaves(batch, view, next, *workers_[worker]); });
    return records_;
}

void VertexStage::runWaves(const InputBatch& batch, uint32_t view, std::atomic<size_t>& next, VertexWaves& worker) {
    const size_t vertices = batch.indices().size();
    const size_t width = binding_.shape.width;
    while (!execution_.reporter().hung()) {
        const size_t first = next.fetch_add(width, std::memory_order_relaxed);
        if (first >= vertices) return;
        const size_t count = std::min(width, vertices - first);
        const VertexLanes lanes{batch.indices().subspan(first, count), batch.instances().subspan(first, count)};
        outputs_.store(worker.run(lanes, view, execution_.reporter()), static_cast<unsigned>(count),
                       records_.data() + first * outputs_.layout.stride);
    }
}

}  // namespace cyclorama::adreno
