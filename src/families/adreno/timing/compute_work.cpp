// SPDX-License-Identifier: MIT
#include "families/adreno/timing/compute_work.h"

#include <algorithm>

#include "families/adreno/hlsq/compute_findings.h"
#include "families/adreno/hlsq/group_runner.h"

namespace cyclorama::adreno {
namespace {

/// Instructions of a wave after which it is its program that does not end, and not the dispatch that is large.
constexpr uint64_t kStepsOfEndlessWave = uint64_t{1} << 20;

}  // namespace

bool ComputeWork::bind(machine::OperationContext& context, const OccupancySettings& occupancy, bool scalarUnit) {
    claimFindings();
    bound_ = operation_->bind(memory_, context);
    if (!bound_) return false;
    StageBinding& bound = bound_->binding;
    waves_.emplace(bound_->grid, bound);
    plans_.emplace(bound.program(), bound.shape.mergedRegisters, scalarUnit);
    views_ = std::make_shared<TextureViews>(bound.resources);
    wavesPerUnit_ =
        adreno::wavesPerUnit(computeDemand(operation_->registers(), bound_->grid, bound.shape.width), occupancy);
    return true;
}

void ComputeWork::report(ir3::WaveStatus status) {
    claimFindings();
    binding().report(status);
    if (!operation_->reporter().hung()) return;
    hangs_ = true;
    commandUnit_.wake();
}

void ComputeWork::hang(const sim::FindingKind& kind) {
    claimFindings();
    operation_->reporter().hang(kind);
    hangs_ = true;
    commandUnit_.wake();
}

void ComputeWork::giveUp() {
    if (mostOfWave_ >= kStepsOfEndlessWave)
        report(ir3::WaveStatus::StepLimit);
    else
        hang(findings::kEndlessDispatch);
}

void ComputeWork::countStep(uint64_t ofWave) {
    mostOfWave_ = std::max(mostOfWave_, ofWave);
    if (++steps_ > kMostDispatchSteps && !hangs_) hang(findings::kEndlessDispatch);
}

}  // namespace cyclorama::adreno
