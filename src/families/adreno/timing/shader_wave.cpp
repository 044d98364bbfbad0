// SPDX-License-Identifier: MIT
#include "families/adreno/timing/shader_wave.h"

#include <fmt/format.h>

namespace cyclorama::adreno {
namespace {

ir3::Wave startedWave(const ResidentGroup& group, unsigned index) {
    const ComputeWork& work = group.work;
    ir3::Wave wave = work.waves().wave(index);
    work.waves().setGroup(wave, groupNumbers(work.grid(), group.number));
    return wave;
}

ir3::WaveContext contextOf(ResidentGroup& group, unsigned index, unsigned processor, StageUnits& units) {
    ir3::WaveContext context = group.work.binding().context(units);
    context.constants = group.constants;
    context.local = context.stage = group.local;
    context.waveId = index;
    context.processorId = processor;
    return context;
}

}  // namespace

ResidentGroup::ResidentGroup(ComputeWork& itsWork, uint64_t itsNumber)
    : work(itsWork),
      number(itsNumber),
      local(work.grid().localBytes),
      constants(work.binding().constants),
      waves(work.waves().count()) {}

ShaderWave::ShaderWave(ResidentGroup& group, unsigned index, const WaveSlot& place, sim::Cycle now)
    : nextIssue(now),
      lastIssue(now),
      group_(&group),
      wave_(startedWave(group, index)),
      units_(group.work.binding().resources, place, group.work.views()),
      context_(contextOf(group, index, place.processor, units_)),
      stepper_(group.work.binding().program(), wave_, context_) {
    look();
}

void ShaderWave::look() {
    const auto next = stepper_.next();
    if (const auto* const step = std::get_if<ir3::NextStep>(&next)) {
        next_ = *step;
        plan_ = &group_->work.plans().of(step->instruction);
        return;
    }
    plan_ = nullptr;
    if (std::get<ir3::WaveStatus>(next) == ir3::WaveStatus::Finished) return;
    group_->work.report(std::get<ir3::WaveStatus>(next));
}

bool ShaderWave::step() {
    group_->work.countStep(wave_.steps);
    const std::optional<ir3::WaveStatus> status = stepper_.step();
    if (status && *status != ir3::WaveStatus::AtBarrier) {
        // A jump out of the program, or what only other stages have.
        group_->work.report(*status);
        plan_ = nullptr;
        return false;
    }
    look();
    return status.has_value();
}

void ShaderWave::skip() {
    group_->work.countStep(wave_.steps);
    stepper_.skip();
    look();
}

void ShaderWave::finish(const ir3::NextStep& skipped, uint32_t address1, LineAccesses& lines) {
    group_->work.claimFindings();
    units_.report(&lines);
    stepper_.finish(skipped, address1);
    units_.report(nullptr);
}

std::string describe(const AccessMessage& message) {
    return fmt::format("instruction {} of group {}", message.access->step.instruction,
                       message.access->wave->group().number);
}

std::string describe(const AccessAnswer& answer) {
    return fmt::format("instruction {} {}", answer.access->step.instruction, answer.done ? "is done" : "is taken");
}

}  // namespace cyclorama::adreno
