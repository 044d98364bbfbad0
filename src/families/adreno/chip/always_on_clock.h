// SPDX-License-Identifier: MIT
#pragma once
// The always-on counter as the command processor reads it. A recording keeps the values that it gave, and a replay
// gives them again. On the thread that executes jobs.

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "families/adreno/chip/always_on_counter.h"

namespace cyclorama::adreno {

class AlwaysOnClock {
  public:
    /// The counter's value, or the next of those to be given again.
    uint64_t now() {
        const uint64_t value = next_ < given_.size() ? given_[next_++] : alwaysOnCounter();
        if (keeps_) readings_.push_back(value);
        return value;
    }
    /// Keeps what is read from here on.
    void keepReadings() { keeps_ = true; }
    /// Readings since the last call.
    std::vector<uint64_t> takeReadings() { return std::exchange(readings_, {}); }
    void replay(std::vector<uint64_t> values) {
        given_ = std::move(values);
        next_ = 0;
    }

  private:
    std::vector<uint64_t> given_;
    size_t next_ = 0;
    std::vector<uint64_t> readings_;
    bool keeps_ = false;
};

}  // namespace cyclorama::adreno
