// SPDX-License-Identifier: MIT
#pragma once
// The thread that executes the programs' jobs in the order of submission.

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "device/objects/fence_timeline.h"

namespace cyclorama::device {

class GpuQueue {
  public:
    explicit GpuQueue(FenceTimeline& timeline);
    ~GpuQueue();

    /// Appends a job and gives its fence, which signals when the job returns. An exception of a job ends the
    /// simulation: later jobs are left out, but their fences signal, so that no program hangs.
    Fence enqueue(std::function<void()> job);
    /// Waits while very much is queued already. Requires that no lock is held.
    void waitForRoom();
    /// Waits until all jobs are done.
    void drain();
    /// Drops jobs that have not begun, now and later. The job under way is finished.
    void stop();
    /// Stops, waits for the job under way, and gives up all others: nothing of them is held any more.
    void shutDown();

    /// The reason of a failed simulation.
    std::optional<std::string> failure() const;

  private:
    struct Entry {
        Fence fence = 0;
        std::function<void()> job;
    };
    void work();
    void execute(const Entry& entry);

    FenceTimeline& timeline_;
    mutable std::mutex mutex_;
    std::condition_variable added_;
    std::condition_variable finished_;
    std::deque<Entry> entries_;
    bool busy_ = false;
    bool stopping_ = false;
    bool shutDown_ = false;
    std::optional<std::string> failure_;
    std::thread thread_;
};

}  // namespace cyclorama::device
