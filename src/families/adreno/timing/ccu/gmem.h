// SPDX-License-Identifier: MIT
#pragma once
// GMEM in time: the chip's own memory for a bin's colours and depths.
//
//   ports of RB and of the resolve unit, in turns -> [GmemBytesPerCycle for reads, and as many for writes] -> answer,
//                                                    of reads GmemLatency later
//
// It has a part for each pair of caches (CCU), with both widths of its own. Blocks of 256 bytes are spread over the
// parts so that neither a row of pixels nor a column keeps to one of them.
//
// Parameters: [ADRENO] Gmem*; docs/develop/timing_adreno.md has their sources.
// Inputs: accesses of lines. Outputs: answers. Statistics: *_GMEM; the chips' own counters have them among CCU's.
//
// Values: none; bytes are in the address space, and whoever sends an access has executed it.
// Simplified: what UCHE and the 2D engine access of GMEM is served there, and takes none of its width.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "families/adreno/timing/ccu/ccu_port.h"
#include "families/adreno/timing/chip/chip_counters.h"
#include "families/adreno/timing/chip/settings.h"
#include "sim/box.h"
#include "sim/queue.h"
#include "sim/statistics.h"

namespace cyclorama::adreno {

class Gmem final : public sim::Box {
  public:
    Gmem(sim::Simulation& simulation, sim::DomainId domain, const GmemSettings& settings);
    ~Gmem() override;

    uint32_t parts() const { return static_cast<uint32_t>(parts_.size()); }
    /// The part, of so many, that has an address.
    static uint32_t partOf(uint64_t address, uint32_t parts);
    /// Adds a way to a part, before the first cycle; it stays where it is. Answers are bound to a signal of width
    /// CcuPort::kWidth and latency answerLatency().
    CcuPort& addPort(uint32_t part, const std::string& client);
    /// The longest from an answer to its arrival, in cycles.
    static uint32_t answerLatency(const GmemSettings& settings);

    void addCounters(ChipCounters& counters) const;

    void clock(sim::Cycle cycle) override;
    std::string describeWait() const override { return {}; }
    sim::Backlog backlog() const override;
    /// Its rate is all that accesses wait for.
    bool atFullRate() const override { return working_ || backlog() != sim::Backlog::None; }
    void appendQueues(std::vector<sim::QueueLevel>& queues) const override;

  private:
    struct Client {
        std::unique_ptr<CcuPort> port;
        sim::BoundedQueue<CcuAccess> queue{CcuPort::kMost};
    };
    struct Part {
        std::vector<Client> clients{};
        std::array<sim::Cycle, 2> free{};  ///< of reads and of writes
        uint32_t turn = 0;
    };
    struct Statistics {
        explicit Statistics(sim::StatisticsRegistry& registry);
        sim::Counter busy, reads, writes;
    };

    void serve(Part& part, sim::Cycle cycle);
    /// Serves the first accesses of a client as far as the widths allow; true if any.
    bool serveClient(Part& part, Client& client, sim::Cycle cycle);
    void answer(const CcuAccess& access, CcuPort& port, sim::Cycle cycle);
    uint32_t cyclesOf(const CcuAccess& access) const;

    const GmemSettings settings_;
    Statistics statistics_;
    std::vector<Part> parts_;
    bool working_ = false;
};

}  // namespace cyclorama::adreno
