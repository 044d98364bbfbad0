// SPDX-License-Identifier: MIT
#pragma once
// The way past the caches of a CCU to its bus: moves of bins leave nothing in them (Mesa: vulkan/tu_clear_blit.cc).
//
//   accesses, one a cycle -> a read: memory -> answer
//                         -> a write: the bus, if its queue has room -> answer
//
// Values: none; whoever sends an access has executed it.
// Simplified: a part of a sector is written without reading it.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "families/adreno/timing/ccu/ccu_port.h"
#include "families/adreno/timing/lines/line_memory.h"
#include "sim/box.h"
#include "sim/queue.h"

namespace cyclorama::adreno {

/// The way of one client.
class CcuBypass {
  public:
    /// Accesses that may be without an answer.
    static constexpr uint32_t kMost = 128;

    /// `owner` clocks this. `firstId`: the first number of its reads of memory, of which it has kMost.
    CcuBypass(sim::Box& owner, LineMemory& memory, uint32_t firstId, const std::string& name);

    CcuPort port;

    /// A line has come from memory.
    void fill(uint32_t id, sim::Cycle cycle);
    /// One cycle; true if anything moved.
    bool clock(sim::Cycle cycle);
    bool waits() const { return !queue_.empty() || !writes_.empty() || free_.size() != kMost; }

  private:
    struct Write {
        uint64_t address = 0;
        uint64_t number = 0;  ///< on its bus
        uint32_t id = 0;
    };

    bool answerWrite(sim::Cycle cycle);
    bool send();

    LineMemory& memory_;
    uint32_t firstId_;
    sim::BoundedQueue<CcuAccess> queue_{kMost};
    sim::BoundedQueue<Write> writes_{kMost};
    std::array<uint32_t, kMost> reads_{};  ///< numbers of the accesses that are on their way
    std::vector<uint32_t> free_;
};

}  // namespace cyclorama::adreno
