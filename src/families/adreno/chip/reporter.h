// SPDX-License-Identifier: MIT
#pragma once
// Findings of the blocks after the command processor, at the place of the operation that they work on, and the end of
// a chip that makes no more progress.

#include <atomic>
#include <mutex>
#include <string>
#include <string_view>

#include "sim/finding.h"

namespace cyclorama::adreno {

class Reporter {
  public:
    /// `findings` outlives it.
    explicit Reporter(sim::Findings& findings) : findings_(findings) {}

    /// The operation that follows: the packet's name and place.
    void setPlace(std::string place) { place_ = std::move(place); }

    /// Any thread may report.
    void report(const sim::FindingKind& kind, std::string_view detail = {}) {
        const std::lock_guard lock(mutex_);
        findings_.report(kind, place_, detail);
    }
    /// Stops the job after the operation.
    void hang(const sim::FindingKind& kind, std::string_view detail = {}) {
        report(kind, detail);
        hung_.store(true, std::memory_order_relaxed);
    }
    bool hung() const { return hung_.load(std::memory_order_relaxed); }
    /// The driver has started the chip anew.
    void restart() { hung_.store(false, std::memory_order_relaxed); }

  private:
    sim::Findings& findings_;
    std::mutex mutex_;
    std::string place_;
    std::atomic<bool> hung_ = false;
};

}  // namespace cyclorama::adreno
