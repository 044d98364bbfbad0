// SPDX-License-Identifier: MIT
#pragma once
// Loads of state that packets ask for (CP_LOAD_STATE6) and that others than the command processor carry out: the
// beginnings of programs, by the instruction caches, and constants and descriptors that are in memory, by HLSQ.

#include <cstdint>
#include <deque>
#include <span>

#include "families/adreno/cp/fetched_packet.h"
#include "families/adreno/cp/processor_memory.h"
#include "families/adreno/timing/hlsq/state_loader.h"
#include "families/adreno/timing/lines/flush_port.h"
#include "families/adreno/timing/sp/instruction_messages.h"
#include "sim/box.h"
#include "sim/signal.h"

namespace cyclorama::adreno {

class StateLoads {
  public:
    /// `owner` clocks this.
    StateLoads(sim::Box& owner, uint32_t processors);

    /// To the instruction cache of a shader processor.
    sim::Output<InstructionPreload>& preload(uint32_t processor) { return preloads_[processor]; }
    /// To HLSQ, and the number of loads that are done.
    FlushPort<StateLoad> constants;

    /// True for packets that load state: what they read others read for them.
    static bool loads(const FetchedPacket& packet);
    /// A packet that reads these bytes was executed; nothing if it loads no state.
    void begin(const FetchedPacket& packet, std::span<const ProcessorRead> reads, sim::Cycle cycle);
    void clock(sim::Cycle cycle) { constants.clock(cycle); }
    /// All constants are loaded, for work that uses them. Programs are not waited for.
    bool done() const { return constants.done(); }

  private:
    std::deque<sim::Output<InstructionPreload>> preloads_;
};

}  // namespace cyclorama::adreno
