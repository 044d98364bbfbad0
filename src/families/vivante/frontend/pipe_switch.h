// SPDX-License-Identifier: MIT
#pragma once
// The choice between the 2D and the 3D pipe, and whether work is under way when it changes (GCxxx hardware notes,
// Synchronization and Hangs; etna_viv: state.xml, PIPE_SELECT).

#include <cstdint>
#include <string_view>

#include "families/vivante/chip/chip.h"
#include "families/vivante/frontend/front_end.h"
#include "families/vivante/frontend/reporter.h"

namespace cyclorama::vivante {

class PipeSwitch {
  public:
    explicit PipeSwitch(const Chip& chip);

    /// As the kernel does, which waits before.
    void select(Pipe pipe);
    /// GL.PIPE_SELECT was written.
    void select(Pipe pipe, const Reporter& report);
    /// False where a command for a pipe would hang the chip, which is reported; else the pipe has work under way.
    bool accepts(Pipe pipe, std::string_view command, const Reporter& report);
    /// A semaphore from the front end to the pixel engine.
    void semaphore() { armed_ = true; }
    /// A stall of the front end until the pixel engine is done; without a semaphore before it, it waits for nothing.
    void stall();
    /// A submission begins: the kernel stalls at the end of each (Linux: etnaviv_buffer.c, etnaviv_buffer_queue).
    void waited() { working_ = false; }

  private:
    bool has2d_;
    bool has3d_;
    Pipe selected_;
    bool working_ = false;
    bool armed_ = false;
};

}  // namespace cyclorama::vivante
