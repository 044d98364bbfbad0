// SPDX-License-Identifier: MIT
#include "machine/values/run_pause.h"

#include <variant>

#include "gpu/work_kind.h"
#include "machine/values/draw_state_rows.h"
#include "machine/values/operation_log.h"

namespace cyclorama::machine {

void RunPause::endDraw(const gpu::Operation& operation, const gpu::DrawState& state) {
    ++place_.draws;
    lastDraw_ = EndedDraw{.frame = place_.frames, .number = drawOfFrame_++, .operation = operation, .state = {}};
    if (std::holds_alternative<gpu::Draw>(operation)) lastDraw_->state = state;
}

bool RunPause::take(const gpu::Command& command, const gpu::DrawState& state) {
    const bool isDraw = kindOf(command.operation) == gpu::WorkKind::Draw;
    const uint64_t draw = takenOfFrame_;
    if (isDraw) ++takenOfFrame_;
    if (!command_ || frame_ < command_->frame) return false;
    if (frame_ == command_->frame) {
        if (command_->draw && (!isDraw || draw < *command_->draw)) return false;
        if (command_->ordinal && command.position.ordinal < *command_->ordinal) return false;
    }
    command_.reset();
    stopped_ = StoppedCommand{.frame = frame_,
                              .draw = draw,
                              .position = command.position,
                              .title = titleOf(command.operation, state),
                              .state = {}};
    if (std::holds_alternative<gpu::Draw>(command.operation)) stopped_->state = rowsOf(state);
    return true;
}

}  // namespace cyclorama::machine
