// SPDX-License-Identifier: MIT
#pragma once
// A family's part of the command processor: the fetching of its command stream, its own operations, and the engines
// that it has beside the draw pipeline. The command processor calls it; it works through the command processor.

#include <cstdint>
#include <string>
#include <variant>

#include "gpu/command.h"
#include "mem/memory_controller.h"
#include "sim/time.h"

namespace cyclorama::machine::timing {

/// An operation of a copy engine. Never null.
using EngineOperation =
    std::variant<const gpu::Resolve*, const gpu::Fill*, const gpu::ResolveTileStatus*, const gpu::CopyMemory*>;

class CommandFront {
  public:
    virtual ~CommandFront() = default;

    // Execution. False: not in this state of the command processor; to be tried again in the next cycle.
    virtual bool execute(sim::Cycle cycle, const gpu::FamilyOperation& operation) = 0;
    virtual bool execute(sim::Cycle cycle, const EngineOperation& operation) = 0;
    /// The GPU returns to its power-on state.
    virtual void reset() {}
    /// Work kept back that goes before the next command, in the command processor's state; true if it took the cycle.
    virtual bool resume(sim::Cycle) { return false; }
    /// The operation that startEngine() began has ended.
    virtual bool engineEnded(sim::Cycle) { return true; }
    /// The engine's name, for people.
    virtual std::string describeEngine() const { return {}; }
    /// The bytes of a write by the host are elsewhere than in the GPU's memory.
    virtual bool staysWithHost(const gpu::WriteMemory&) const { return false; }

    // Fetching of the command stream from the GPU's memory, for families whose time it takes.
    /// The next command was decoded; its bytes have to come.
    virtual void fetch(const gpu::FetchCost&) {}
    /// All of its bytes have come: it may be executed.
    virtual bool fetched() const { return true; }
    /// The data of a read has begun to arrive; true if the front asked for it.
    virtual bool receive(const mem::MemoryTransaction&) { return false; }
    /// None of the front's reads is under way: the memory port is free.
    virtual bool portFree() const { return true; }

    /// At the start of each cycle. `mayRequest`: the memory port takes a request. Returns true if anything moved.
    virtual bool clock(sim::Cycle, bool /*mayRequest*/) { return false; }
    virtual void accountSleep(uint64_t /*cycles*/) {}
};

}  // namespace cyclorama::machine::timing
