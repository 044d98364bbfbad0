// SPDX-License-Identifier: MIT
#pragma once
// The packets that the command processor executes: rows of opcode, words at least, and what is done.

#include <cstdint>
#include <optional>
#include <span>

#include "families/adreno/cp/processor_state.h"

namespace cyclorama::adreno {

struct PacketRow {
    Opcode opcode = Opcode::Nop;
    /// Words after the header that there have to be.
    uint32_t words = 0;
    /// Gives the machine's part of the packet; empty if the processor does all of it.
    std::optional<gpu::Operation> (*run)(ProcessorState& state) = nullptr;
};

/// Memory and registers.
std::span<const PacketRow> memoryPackets();
/// Waits, conditions and calls.
std::span<const PacketRow> flowPackets();
/// Constants and descriptors for programs.
std::span<const PacketRow> loadPackets();
/// Events, blits, passes and bins.
std::span<const PacketRow> eventPackets();
/// State, and work for the rest of the chip.
std::span<const PacketRow> workPackets();

/// Draws, their state and their predicate.
std::span<const PacketRow> drawPackets();

/// Null where the packet is not executed.
const PacketRow* findRow(uint32_t opcode);

}  // namespace cyclorama::adreno
