// SPDX-License-Identifier: MIT
#pragma once
// Commands of the command processor to the units, and the status that they show it.

#include <cstdint>
#include <string>
#include <string_view>

#include "sim/fault.h"

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
    Present,  // ROPs flush and tell the DAC their block states; the DAC reads the frame
    Blit,     // the same for the blitter
    DumpColor,
    DumpDepth,
    DumpStencil
};
std::string_view nameOf(UnitOperation operation);

/// One command, on a signal of width 1 and latency 1.
struct UnitCommand {
    UnitOperation operation = UnitOperation::Reset;
    /// The state that goes with the operation, and for Draw its work. Valid until every unit has been told the next
    /// End.
    DrawRecord* draw = nullptr;
};
std::string describe(const UnitCommand& command);

/// The state that a unit shows the command processor, every cycle, on a level.
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

/// For a command that the unit cannot take in its state.
[[noreturn]] inline void refuse(const UnitCommand& command, std::string_view unit) {
    throw sim::Fault(std::string(unit) + " cannot take the operation " + std::string(nameOf(command.operation)) +
                     " in its state");
}

}  // namespace cyclorama::machine::timing
