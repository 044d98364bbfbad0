// SPDX-License-Identifier: MIT
#pragma once
// A clock that a test moves.

#include <deque>
#include <functional>
#include <mutex>
#include <utility>

#include "device/objects/wait_clock.h"

namespace cyclorama::device::test {

/// Stands still but for advance(). Each time a wait blocks, the next of the events runs, in the waiting thread; when
/// none is left, the wait lasts until another thread ends it.
class ManualClock final : public WaitClock {
  public:
    Moment now() const override {
        const std::lock_guard lock(mutex_);
        return now_;
    }
    bool waitUntil(std::condition_variable& changed, std::unique_lock<std::mutex>& lock, Moment deadline,
                   const std::function<bool()>& done) override {
        while (!done()) {
            if (now() >= deadline) return false;
            if (const auto event = nextEvent()) {
                lock.unlock();
                event();
                lock.lock();
            } else {
                changed.wait(lock);
            }
        }
        return true;
    }

    void advance(std::chrono::nanoseconds time) {
        const std::lock_guard lock(mutex_);
        now_ += time;
    }
    /// Adds an event.
    void whenBlocked(std::function<void()> event) {
        const std::lock_guard lock(mutex_);
        events_.push_back(std::move(event));
    }
    /// Whether all events have happened: each found a wait that blocked.
    bool eventsHappened() const {
        const std::lock_guard lock(mutex_);
        return events_.empty();
    }

  private:
    std::function<void()> nextEvent() {
        const std::lock_guard lock(mutex_);
        if (events_.empty()) return {};
        std::function<void()> event = std::move(events_.front());
        events_.pop_front();
        return event;
    }

    mutable std::mutex mutex_;
    Moment now_{std::chrono::hours(1)};
    std::deque<std::function<void()>> events_;
};

}  // namespace cyclorama::device::test
