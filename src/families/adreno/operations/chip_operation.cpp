// SPDX-License-Identifier: MIT
#include "families/adreno/operations/chip_operation.h"

namespace cyclorama::adreno {

Execution executionOn(Pipeline& pipeline, mem::AddressSpace& memory) {
    const GmemRange gmem{.base = pipeline.chip.gmemBase, .bytes = pipeline.chip.gmemBytes};
    return {.pipeline = pipeline,
            .state = pipeline.state,
            .memory = GpuMemory(memory, gmem, pipeline.reporter, &pipeline.checks)};
}

void ChipOperation::apply(machine::OperationContext& context) const {
    pipeline_.reporter.setPlace(place_);
    Execution execution = executionOn(pipeline_, context.memory());
    execution.context = &context;
    run(execution);
    context.memoryWritten();
}

}  // namespace cyclorama::adreno
