// SPDX-License-Identifier: MIT
#include "families/adreno/operations/dispatch_operations.h"

namespace cyclorama::adreno {

void ComputeOperation::run(const GpuMemory& memory, machine::OperationContext& context) const {
    Grid grid = Grid::decode(state_.registers);
    if (!complete(memory, grid)) return;
    if (listeners_.work != nullptr) listeners_.work->dispatchBegins(state_.registers);
    StageBinder binder(state_.stages(), memory, chip_, programs_, reporter());
    binder.setListeners(listeners_.programs, listeners_.images);
    binder.observe(&context, nullptr);
    GridRunner(chip_, binder, workers_, counters_, reporter()).run(grid);
}

bool IndirectDispatch::complete(const GpuMemory& memory, Grid& grid) const {
    if (!memory.read(address_, grid.groups, MemoryClient::Indirect)) return false;
    grid.localSize = localSize_;
    return true;
}

}  // namespace cyclorama::adreno
