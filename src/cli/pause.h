// SPDX-License-Identifier: MIT
#pragma once
// The wish of a person who looks at frames to have the simulation stand still.

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace cyclorama::cli {

/// Safe for several threads: one simulates and waits here, another has the keys.
class Pause {
  public:
    using Duration = std::chrono::steady_clock::duration;

    /// Stops, or continues.
    void toggle();
    /// Continues to the next frame, and stops there.
    void step();
    /// Continues to the end without further stops.
    void end();

    enum class State : uint8_t {
        Runs,
        Steps,  // to the next frame
        Stands,
    };
    State state() const;

    /// The next frame is there: a step ends.
    void reachFrame();
    /// Waits for as long as the simulation stands still.
    void wait();
    /// The sum of all waits that are over.
    Duration waited() const;

  private:
    void change(State state);

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    State state_ = State::Runs;
    bool ended_ = false;
    Duration waited_{};
};

}  // namespace cyclorama::cli
