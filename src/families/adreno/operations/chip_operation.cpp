// SPDX-License-Identifier: MIT
#include "families/adreno/operations/chip_operation.h"

namespace cyclorama::adreno {

void ChipOperation::apply(machine::OperationContext& context) const {
    origin_.reporter.setPlace(origin_.place);
    run(memoryIn(context.memory()), context);
    context.memoryWritten();
}

}  // namespace cyclorama::adreno
