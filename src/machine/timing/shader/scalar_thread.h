// SPDX-License-Identifier: MIT
#pragma once
// Threads and groups of the scalar shader, and what its two halves say to each other.

#include <cstdint>

#include "machine/timing/shader/shader_ports.h"
#include "machine/timing/shader/thread_replay.h"

namespace cyclorama::machine::timing {

/// One element.
struct ScalarThread {
    bool ready = false;
    bool free = true;
    ShaderElements element;
    uint32_t nextLoad = 0;
};

/// Threads that execute in lock step, so with one program counter.
struct ScalarGroup {
    uint32_t loaded = 0;    // threads whose inputs came
    uint32_t ready = 0;     // threads
    uint32_t finished = 0;  // threads
    /// In no queue: it joins the ready ones when all its threads are ready.
    bool outside = true;
    /// The next instruction to fetch was refused before: decode waits for it.
    bool repeat = false;
    uint32_t pc = 0;
    sim::Cycle nextFetch = 0;
    ThreadReplay replay;
};

/// An instruction of one thread on its way to decode.
struct ThreadInstruction {
    /// Null: an empty slot.
    const isa::Instruction* instruction = nullptr;
    uint32_t thread = 0;
    uint32_t pc = 0;
    bool filler = false;
    bool repeated = false;
};

}  // namespace cyclorama::machine::timing
