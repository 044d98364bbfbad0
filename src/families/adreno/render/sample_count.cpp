// SPDX-License-Identifier: MIT
#include "families/adreno/render/sample_count.h"

namespace cyclorama::adreno {

void SampleCountEvent::run(Execution& execution) const {
    const RegisterValues& registers = execution.state.registers;
    if (!registers.flag("RB_SAMPLE_COUNT_CONTROL/COPY"_field)) return;
    execution.memory.store(registers.address("RB_SAMPLE_COUNT_ADDR"_reg), execution.pipeline.samplesPassed,
                           MemoryClient::Counters);
}

}  // namespace cyclorama::adreno
