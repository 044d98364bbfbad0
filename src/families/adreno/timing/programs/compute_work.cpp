// SPDX-License-Identifier: MIT
#include "families/adreno/timing/programs/compute_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "families/adreno/hlsq/compute_findings.h"
#include "families/adreno/hlsq/group_runner.h"

namespace cyclorama::adreno {
namespace {

/// Instructions of a wave after which it is its program that does not end, and not the dispatch that is large.
constexpr uint64_t kStepsOfEndlessWave = uint64_t{1} << 20;

class Workgroup final : public WaveGroup {
  public:
    Workgroup(ComputeWork& work, uint64_t number)
        : WaveGroup(Kind::Workgroup, work.program(), work.waves().count(), work.grid().localBytes),
          compute_(work),
          number_(number) {}

    std::string describe() const override { return fmt::format("workgroup {}", number_); }
    ir3::Wave takeWave(unsigned index) override {
        ir3::Wave wave = compute_.waves().wave(index);
        compute_.waves().setGroup(wave, groupNumbers(compute_.grid(), number_));
        return wave;
    }
    std::unique_ptr<StageUnits> takeUnits(const WaveSlot& place) override {
        return std::make_unique<StageUnits>(compute_.binding().resources, place, compute_.program().views());
    }

  private:
    ComputeWork& compute_;
    uint64_t number_;
};

}  // namespace

bool ComputeWork::bind(machine::OperationContext& context, const ProgramSettings& settings) {
    claimFindings();
    bound_ = compute_->bind(memory_, context);
    if (!bound_) return false;
    StageBinding& bound = bound_->binding;
    waves_.emplace(bound_->grid, bound);
    program_.emplace(*this, bound, computeDemand(compute_->registers(), bound_->grid, bound.shape.width), settings);
    return true;
}

WaveGroup& ComputeWork::makeGroup(uint64_t place) {
    return *groups_.emplace_back(std::make_unique<Workgroup>(*this, place));
}

void ComputeWork::forgetGroup(const WaveGroup& group) {
    std::erase_if(groups_, [&group](const auto& each) { return each.get() == &group; });
}

void ComputeWork::giveUp() {
    if (mostOfWave_ >= kStepsOfEndlessWave)
        program_->report(ir3::WaveStatus::StepLimit);
    else
        hang(findings::kEndlessDispatch);
}

void ComputeWork::countStep(uint64_t ofWave) {
    mostOfWave_ = std::max(mostOfWave_, ofWave);
    if (++steps_ > kMostDispatchSteps && !hangs()) hang(findings::kEndlessDispatch);
}

}  // namespace cyclorama::adreno
