// SPDX-License-Identifier: MIT
#include "families/adreno/timing/sp/shader_wave.h"

#include <fmt/format.h>

#include <utility>

namespace cyclorama::adreno {
namespace {

ir3::WaveContext contextOf(WaveGroup& group, unsigned index, unsigned processor, StageUnits& units) {
    ir3::WaveContext context = group.program().binding().context(units);
    context.constants = group.constants;
    context.local = context.stage = group.memory();
    context.waveId = index;
    context.processorId = processor;
    return context;
}

}  // namespace

ShaderWave::ShaderWave(WaveGroup& group, unsigned index, const WaveSlot& place,
                       std::unique_ptr<ir3::WaveStepper> stepper, sim::Cycle now)
    : nextIssue(now),
      started(now),
      group_(&group),
      address_(group.program().binding().address),
      wave_(group.takeWave(index)),
      units_(group.takeUnits(place)),
      context_(contextOf(group, index, place.processor, *units_)),
      stepper_(std::move(stepper)) {
    stepper_->start(group.program().binding().program(), wave_, context_);
    look();
}

void ShaderWave::look() {
    const auto next = stepper_->next();
    if (const auto* const step = std::get_if<ir3::NextStep>(&next)) {
        next_ = *step;
        plan_ = &group_->program().plans().of(step->instruction);
        return;
    }
    plan_ = nullptr;
    if (std::get<ir3::WaveStatus>(next) == ir3::WaveStatus::Finished) return;
    group_->program().report(std::get<ir3::WaveStatus>(next));
}

bool ShaderWave::step() {
    group_->work().countStep(wave_.steps);
    const std::optional<ir3::WaveStatus> status = stepper_->step();
    if (status && *status != ir3::WaveStatus::AtBarrier) {
        // A jump out of the program, or what only other stages have.
        group_->program().report(*status);
        plan_ = nullptr;
        return false;
    }
    look();
    return status.has_value();
}

void ShaderWave::skip() {
    group_->work().countStep(wave_.steps);
    stepper_->skip();
    look();
}

void ShaderWave::finish(const ir3::NextStep& skipped, uint32_t address1, LineAccesses& lines) {
    group_->work().claimFindings();
    units_->report(&lines);
    stepper_->finish(skipped, address1);
    units_->report(nullptr);
}

void ShaderWave::sample(const ir3::NextStep& skipped, uint32_t address1, TexelListener& texels) {
    group_->work().claimFindings();
    units_->reportTextures(&texels);
    stepper_->finish(skipped, address1);
    units_->reportTextures(nullptr);
}

std::unique_ptr<ir3::WaveStepper> ShaderWave::end() {
    stepper_->end();
    group_->keepResults(wave_);
    return std::move(stepper_);
}

std::string describe(const AccessMessage& message) {
    return fmt::format("instruction {} of {}", message.access->step.instruction,
                       message.access->wave->group().describe());
}

std::string describe(const AccessAnswer& answer) {
    return fmt::format("instruction {} {}", answer.access->step.instruction, answer.done ? "is done" : "is taken");
}

}  // namespace cyclorama::adreno
