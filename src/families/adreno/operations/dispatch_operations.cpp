// SPDX-License-Identifier: MIT
#include "families/adreno/operations/dispatch_operations.h"

#include "families/adreno/hlsq/group_runner.h"
#include "families/adreno/operations/recorded_work.h"

namespace cyclorama::adreno {

std::optional<ComputeOperation::BoundGrid> ComputeOperation::bind(const GpuMemory& memory,
                                                                  machine::OperationContext& context) const {
    const RecordedWork recorded(state_.registers, listeners_.work);
    Grid grid = Grid::decode(state_.registers);
    if (!complete(memory, grid)) return std::nullopt;
    if (listeners_.work != nullptr) {
        const ReadRecording unrecorded(state_.registers, nullptr);
        listeners_.work->dispatchBegins(state_.registers);
    }
    StageBinder binder(state_.stages(), memory, chip_, programs_, reporter());
    binder.setListeners(listeners_.programs, listeners_.images);
    binder.observe(&context, nullptr);
    std::optional<StageBinding> binding = bindGrid(grid, binder, reporter());
    if (!binding) return std::nullopt;
    return BoundGrid{.grid = grid, .binding = std::move(*binding)};
}

void ComputeOperation::run(const GpuMemory& memory, machine::OperationContext& context) const {
    const std::optional<BoundGrid> bound = bind(memory, context);
    if (!bound) return;
    runGroups(bound->grid, bound->binding, chip_, workers_);
    countFibers(bound->grid);
}

void ComputeOperation::countFibers(const Grid& grid) const {
    counters_.count(PipelineStatistic::ComputeInvocations, grid.count() * grid.fibers());
}

bool IndirectDispatch::complete(const GpuMemory& memory, Grid& grid) const {
    if (!memory.read(address_, grid.groups, MemoryClient::Indirect)) return false;
    grid.localSize = localSize_;
    return true;
}

}  // namespace cyclorama::adreno
