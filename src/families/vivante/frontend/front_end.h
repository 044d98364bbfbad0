// SPDX-License-Identifier: MIT
#pragma once
// A Vivante chip's command stream as the commands of the vocabulary: the FE fetches packets from GPU memory, state
// loads change the state file, and what starts work (draws, resolves, blits) is translated from the state as it is then
// (GCxxx hardware notes, Command stream; etna_viv: cmdstream.xml).

#include <cstdint>
#include <memory>
#include <optional>

#include "families/vivante/chip/chip.h"
#include "gpu/command.h"
#include "gpu/draw_state.h"
#include "sim/finding.h"

namespace cyclorama::vivante {

class StateFile;

/// The pipes that GL_PIPE_SELECT chooses between.
enum class Pipe : uint8_t { Pipe3d = 0, Pipe2d = 1 };

/// Besides what gpu::CommandSource says:
/// - next() gives nothing once all submitted buffers are executed, and continues after another submit(). State
/// persists.
/// - state() is complete at each draw; the reference is valid as long as the front end.
/// - What a chip would choke on is a finding, never an exception; where it would hang, the rest of the command buffer
///   is left out, as if the kernel had reset the chip, and hangs() counts it.
/// - The place of a finding is the ordinal of the command buffer, from 0, and the offset in it.
class VivanteFrontEnd final : public gpu::CommandSource {
  public:
    /// `findings` has to outlive the front end.
    VivanteFrontEnd(const Chip& chip, sim::Findings& findings);
    ~VivanteFrontEnd() override;

    /// Queues a command buffer of `bytes` (a multiple of 8) at `address` in GPU memory. It ends after its last packet,
    /// at END, or where it links back to a WAIT that nothing follows (the kernel's idle loop).
    void submit(uint32_t address, uint32_t bytes);
    /// Switches the pipe as the kernel does between submissions of different pipes. The 3D pipe at power-on where the
    /// chip has it.
    void selectPipe(Pipe pipe);
    /// Back to power-on: what the kernel does when a chip hangs. Queued buffers are dropped.
    void reset();

    std::optional<gpu::Command> next(const gpu::MemoryReader& memory) override;
    const gpu::DrawState& state() const override;

    const Chip& chip() const;
    const StateFile& stateFile() const;
    /// Command buffers that ended in a hang so far.
    uint64_t hangs() const;

  private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace cyclorama::vivante
