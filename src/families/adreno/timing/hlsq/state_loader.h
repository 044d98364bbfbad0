// SPDX-License-Identifier: MIT
#pragma once
// The part of HLSQ that reads constants and descriptors from memory for packets (CP_LOAD_STATE6): the command processor
// passes on addresses alone (Mesa: registers HLSQ_LOAD_STATE_GEOM_EXT_SRC_ADDR, HLSQ_LOAD_STATE_FRAG_EXT_SRC_ADDR).
//
//   a load of the command processor -> queue -> [a line a cycle] -> UCHE -> all lines have come: the load is done
//
// Inputs: loads of the command processor, lines of UCHE. Outputs: requests to UCHE, the number of loads that are done.
// Statistics: HLSQ_*, by the names of the chips' own counters.
//
// Values: none; the command processor has them at the packet.
// Simplified: loads that are done are counted when no other is under way. Words that a packet itself has, and
// descriptors by bindless bases, take no time here.

#include <cstdint>
#include <deque>
#include <map>
#include <string>

#include "families/adreno/timing/chip/chip_counters.h"
#include "families/adreno/timing/lines/line_port.h"
#include "sim/box.h"
#include "sim/level.h"
#include "sim/queue.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::adreno {

/// Bytes of memory for the constants or descriptors of a stage.
struct StateLoad {
    uint64_t address = 0;
    uint64_t bytes = 0;  ///< more than none
};
std::string describe(const StateLoad& load);

class StateLoader final : public sim::Box {
  public:
    /// `answerLatency`: the longest from UCHE's answer to its arrival.
    StateLoader(sim::Simulation& simulation, sim::DomainId domain, uint32_t answerLatency);
    ~StateLoader() override;

    /// From the command processor, and the number of those that are done.
    sim::Signal<StateLoad> loads;
    sim::LevelOutput<uint32_t> loaded;
    /// To UCHE and back.
    sim::Output<LineRequest> reads;
    sim::Signal<LineAnswer> come;

    void addCounters(ChipCounters& counters) const;

    void clock(sim::Cycle cycle) override;
    void accountSleep(sim::Cycle first, uint64_t count) override;
    std::string describeWait() const override;
    sim::Backlog backlog() const override;
    bool waitsForMemory() const { return begun_ != done_; }

  private:
    struct Statistics {
        explicit Statistics(sim::StatisticsRegistry& registry);
        sim::Counter stall, latency, latencySamples;
    };

    bool ask(sim::Cycle cycle);

    Statistics statistics_;
    std::deque<uint64_t> lines_;                 ///< that are not asked for
    std::map<uint32_t, sim::Cycle> unanswered_;  ///< requests, and when each was sent
    uint32_t nextId_ = 0;
    uint32_t begun_ = 0;
    uint32_t done_ = 0;
};

}  // namespace cyclorama::adreno
