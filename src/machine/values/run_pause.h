// SPDX-License-Identifier: MIT
#pragma once
// Progress of a run, and its next stop: after a frame, after a draw, before a cycle, or at a command. The machine
// counts here and asks once a frame, a draw and a command; cycles cost nothing, as the machine learns the limit before.

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "gpu/command.h"
#include "gpu/draw_state.h"
#include "machine/values/state_rows.h"

namespace cyclorama::machine {

/// A draw, as the machine executed it.
struct EndedDraw {
    /// Frames that were presented before it.
    uint64_t frame = 0;
    /// From 0 on in its frame, in the order in which draws end.
    uint64_t number = 0;
    gpu::Operation operation;
    /// Nothing for draws that are operations of a family, whose state is the family's own.
    std::optional<gpu::DrawState> state;
};

/// The first command that is not before a place, as findings name places: of the frame, or of any after it.
struct CommandStop {
    /// By the workload's numbers.
    uint64_t frame = 0;
    /// A draw of that number in its frame, or a later one; without a draw, any command.
    std::optional<uint64_t> draw{};
    /// At that place of its stream, or after it.
    std::optional<uint64_t> ordinal{};
};

/// A command at which a run stands still, as the machine takes it.
struct StoppedCommand {
    uint64_t frame = 0;
    /// Draws of the frame that were taken before it.
    uint64_t draw = 0;
    gpu::StreamPosition position;
    /// The operation and its operands.
    std::string title;
    /// The state that a draw finds; empty for other commands, and for draws that are operations of a family.
    std::vector<StateRow> state;
};

class RunPause {
  public:
    static constexpr uint64_t kNever = std::numeric_limits<uint64_t>::max();

    /// Amounts since the start of a run.
    struct Place {
        uint64_t frames = 0;  // presented
        uint64_t draws = 0;   // ended
        uint64_t cycles = 0;  // of the main clock; none pass in a machine without time
    };

    /// The run pauses as soon as any of the amounts is reached; kNever: no limit.
    void set(const Place& next) {
        next_ = next;
        stopped_.reset();
    }
    /// The run also pauses once at a command: a functional machine before it, a timing machine after the cycle in which
    /// the command processor takes it.
    void setCommand(const CommandStop& stop) { command_ = stop; }
    const Place& place() const { return place_; }
    bool due() const {
        return place_.frames >= next_.frames || place_.draws >= next_.draws || place_.cycles >= next_.cycles ||
               stopped_;
    }
    /// The command of setCommand(), where the run stands still because of it.
    const std::optional<StoppedCommand>& stopped() const { return stopped_; }
    /// The number of the frame under way.
    uint64_t frame() const { return frame_; }
    /// The draw that ended last; nothing before the first.
    const std::optional<EndedDraw>& lastDraw() const { return lastDraw_; }

    // For machines.
    uint64_t nextCycle() const { return next_.cycles; }
    /// The number of the frame that comes first.
    void startAt(uint64_t frame) { frame_ = frame; }
    void endFrame() {
        ++place_.frames;
        passFrame();
    }
    /// A frame ends that is not presented.
    void passFrame() {
        ++frame_;
        drawOfFrame_ = 0;
        takenOfFrame_ = 0;
    }
    /// A command is taken. True where the run stands still because of it.
    bool take(const gpu::Command& command, const gpu::DrawState& state);
    /// A draw, perhaps an operation of a family, ends that found this state.
    void endDraw(const gpu::Operation& operation, const gpu::DrawState& state);
    void reachCycle(uint64_t cycles) { place_.cycles = cycles; }

  private:
    Place place_;
    Place next_{.frames = kNever, .draws = kNever, .cycles = kNever};
    uint64_t frame_ = 0;         // under way
    uint64_t drawOfFrame_ = 0;   // ended
    uint64_t takenOfFrame_ = 0;  // draws
    std::optional<EndedDraw> lastDraw_;
    std::optional<CommandStop> command_;
    std::optional<StoppedCommand> stopped_;
};

}  // namespace cyclorama::machine
