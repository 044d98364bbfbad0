// SPDX-License-Identifier: MIT
#pragma once
// Commands of the command processor to the units of the draw pipeline, and the status that they show it.

#include <cstdint>
#include <string>
#include <string_view>

#include "machine/timing/core/unit_box.h"

namespace cyclorama::machine::timing {

struct DrawRecord;

/// Register writes are not among them: state reaches a unit with the draw, clear or flush that uses it, complete. The
/// command processor still takes its cycle for each write.
enum class UnitOperation : uint8_t {
    Reset,
    Draw,   // work of `draw` will follow
    End,    // acknowledges UnitStatus::End: the unit is ready for the next batch
    Clear,  // the buffer of the unit, fast: its block states (ROPs)
    Flush,  // dirty lines of the caches to memory (ROPs)
    SaveBlockState,
    RestoreBlockState,
    ResetBlockState,
    Present,  // ROPs flush and send the DAC their block states; the DAC reads the frame
    Blit,     // of the DAC alone: the ROPs have flushed before
    DumpColor,
    DumpDepth,
    DumpStencil
};
std::string_view nameOf(UnitOperation operation);

/// One command, on a signal of width 1 and latency 1.
struct UnitCommand {
    UnitOperation operation = UnitOperation::Reset;
    /// The state that goes with the operation, and for Draw its work. Valid until every unit has got the next
    /// End.
    DrawRecord* draw = nullptr;
};
std::string describe(const UnitCommand& command);

/// A unit's state, which it shows the command processor every cycle on a level.
enum class UnitStatus : uint8_t {
    Reset,
    Ready,
    Drawing,
    End,  // the batch, or the other operation, is done
    Present,
    Dump,
    Flush,
    SaveBlockState,
    RestoreBlockState,
    ResetBlockState,
    Blit,
    Clear,
    ClearEnd
};
std::string describe(UnitStatus status);

/// The draw pipeline's states and commands, for UnitBox. Its work is a draw.
struct DrawProtocol {
    using Status = UnitStatus;
    using Command = UnitCommand;
    using Work = DrawRecord;

    static constexpr UnitStatus kReset = UnitStatus::Reset;
    static constexpr UnitStatus kReady = UnitStatus::Ready;
    static constexpr UnitStatus kWorking = UnitStatus::Drawing;
    static constexpr UnitStatus kEnded = UnitStatus::End;

    static constexpr bool takesCommands(UnitStatus status) {
        return status == UnitStatus::Ready || status == UnitStatus::End || status == UnitStatus::ClearEnd;
    }
    static constexpr UnitRequest requestOf(const UnitCommand& command) {
        switch (command.operation) {
            case UnitOperation::Reset:
                return UnitRequest::Reset;
            case UnitOperation::Draw:
                return UnitRequest::Start;
            case UnitOperation::End:
                return UnitRequest::End;
            default:
                return UnitRequest::Other;
        }
    }
    static constexpr DrawRecord* workOf(const UnitCommand& command) { return command.draw; }
    static std::string_view nameOf(const UnitCommand& command) { return timing::nameOf(command.operation); }
};

}  // namespace cyclorama::machine::timing
