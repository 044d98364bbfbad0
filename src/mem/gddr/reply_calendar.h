// SPDX-License-Identifier: MIT
#pragma once
// In which of the coming cycles the channels' replies arrive, so that whoever takes them looks at no other channel.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/time.h"

namespace cyclorama::mem::gddr {

class ReplyCalendar {
  public:
    /// For replies that arrive `latency` cycles after they are written at most.
    explicit ReplyCalendar(uint32_t latency) : channels_(std::bit_ceil(latency + 1)) {}

    void note(sim::Cycle arrival, uint32_t channel) { channels_[place(arrival)] |= 1u << channel; }
    /// The channels with replies in this cycle, a bit for each. To be called in every cycle in which there are any.
    uint32_t take(sim::Cycle cycle) { return std::exchange(channels_[place(cycle)], 0); }

  private:
    size_t place(sim::Cycle cycle) const { return static_cast<size_t>(cycle) & (channels_.size() - 1); }

    std::vector<uint32_t> channels_;
};

}  // namespace cyclorama::mem::gddr
