// SPDX-License-Identifier: MIT
#include "families/vivante/frontend/pipe_switch.h"

#include "families/vivante/frontend/findings.h"

namespace cyclorama::vivante {

PipeSwitch::PipeSwitch(const Chip& chip)
    : has2d_(chip.has(features::kPipe2d)),
      has3d_(chip.has(features::kPipe3d)),
      selected_(has3d_ ? Pipe::Pipe3d : Pipe::Pipe2d) {}

void PipeSwitch::select(Pipe pipe) {
    selected_ = pipe;
    working_ = false;
}

void PipeSwitch::select(Pipe pipe, const Reporter& report) {
    if (pipe == selected_) return;
    if (working_) report(findings::kPipeChange, pipe == Pipe::Pipe2d ? "from 3D to 2D" : "from 2D to 3D");
    select(pipe);
}

bool PipeSwitch::accepts(Pipe pipe, std::string_view command, const Reporter& report) {
    if (pipe != selected_) {
        report(pipe == Pipe::Pipe2d ? findings::k2dInWrongPipe : findings::kWrongPipe, command);
        return false;
    }
    if (pipe == Pipe::Pipe2d ? !has2d_ : !has3d_) {
        report(findings::kPipeMissing, command);
        return false;
    }
    working_ = true;
    return true;
}

void PipeSwitch::stall() {
    if (armed_) working_ = false;
    armed_ = false;
}

}  // namespace cyclorama::vivante
