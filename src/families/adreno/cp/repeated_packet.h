// SPDX-License-Identifier: MIT
#pragma once
// A packet that is executed again when all buffers above its own are read: groups of draw state run before its draw, or
// it has more draws.

#include <cstdint>
#include <optional>
#include <utility>

#include "families/adreno/cp/fetched_packet.h"
#include "families/adreno/cp/stream_stack.h"

namespace cyclorama::adreno {

class RepeatedPacket {
  public:
    /// The streams outlive it.
    explicit RepeatedPacket(StreamStack& streams) : streams_(streams) {}

    /// Executes a packet of the present buffer again, from one of its draws on.
    void repeat(const FetchedPacket& packet, uint32_t draw) {
        saved_ = Saved{.packet = packet, .depth = streams_.depth(), .draw = draw};
    }
    /// Before a packet is fetched: true if one is executed again instead, which `packet` then is.
    bool resume(FetchedPacket& packet) {
        draw_ = 0;
        if (!saved_ || !streams_.returnedTo(saved_->depth)) return false;
        packet = std::move(saved_->packet);
        draw_ = saved_->draw;
        saved_.reset();
        return true;
    }
    /// The first draw of the packet in execution that is left to do; 0 in a packet's first execution.
    uint32_t draw() const { return draw_; }

  private:
    struct Saved {
        FetchedPacket packet;
        size_t depth = 0;
        uint32_t draw = 0;
    };
    StreamStack& streams_;
    std::optional<Saved> saved_;
    uint32_t draw_ = 0;
};

}  // namespace cyclorama::adreno
