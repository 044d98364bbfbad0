// SPDX-License-Identifier: MIT
#pragma once
// The clock by which waits for fences end: the host's, or one that a test moves by hand.

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>

namespace cyclorama::device {

/// The host's monotonic clock.
class WaitClock {
  public:
    using Moment = std::chrono::steady_clock::time_point;

    virtual ~WaitClock() = default;
    virtual Moment now() const { return std::chrono::steady_clock::now(); }
    /// Waits, without `lock`, until `done`, which is evaluated with it whenever `changed` is notified, or until
    /// `deadline`. Returns whether it is done.
    virtual bool waitUntil(std::condition_variable& changed, std::unique_lock<std::mutex>& lock, Moment deadline,
                           const std::function<bool()>& done) {
        return changed.wait_until(lock, deadline, done);
    }
};

}  // namespace cyclorama::device
