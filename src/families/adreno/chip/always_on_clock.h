// SPDX-License-Identifier: MIT
#pragma once
// The always-on counter as the command processor reads it. A recording keeps the values that it gave, and a replay
// gives them again. On the thread that executes jobs.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "families/adreno/chip/always_on_counter.h"

namespace cyclorama::adreno {

class AlwaysOnClock {
  public:
    /// The counter's value, or the next of those to be given again.
    uint64_t now() {
        givenAgain_ = next_ < given_.size();
        const uint64_t value = givenAgain_ ? given_[next_++] : time_ ? *time_ : alwaysOnCounter();
        if (keeps_) readings_.push_back(value);
        return value;
    }
    /// The last value was one to be given again.
    bool gaveAgain() const { return givenAgain_; }
    /// Keeps what is read from here on.
    void keepReadings() { keeps_ = true; }
    /// Readings since the last call of takeReadings().
    size_t readings() const { return readings_.size(); }
    /// One of them, if readings are kept, turned out to be of another time.
    void replaceReading(size_t number, uint64_t value) {
        if (number < readings_.size()) readings_[number] = value;
    }
    /// Readings since the last call.
    std::vector<uint64_t> takeReadings() { return std::exchange(readings_, {}); }
    /// The counter's value in a machine with time, which sets it before it is read; else it is the host's.
    void setTime(uint64_t value) { time_ = value; }
    void replay(std::vector<uint64_t> values) {
        given_ = std::move(values);
        next_ = 0;
    }

  private:
    std::optional<uint64_t> time_;
    std::vector<uint64_t> given_;
    size_t next_ = 0;
    std::vector<uint64_t> readings_;
    bool keeps_ = false;
    bool givenAgain_ = false;
};

}  // namespace cyclorama::adreno
