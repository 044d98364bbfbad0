// SPDX-License-Identifier: MIT
#pragma once
// Fences. The GPU and the display do everything in one order, so a fence is a number on one line: it has signalled when
// that many things are done, and of several fences the highest stands for all.
//
// A fence signals in the host's time, which differs from run to run. What a program sees may not: for one that only
// asks, work is done when it has waited for that work or for later work (`seen`), or has asked often enough.

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "device/objects/wait_clock.h"
#include "device/protocol/protocol.h"
#include "device/protocol/unique_fd.h"

namespace cyclorama::device {

/// A point in the order of all work; 0 has always signalled.
using Fence = uint64_t;

/// The moment to give up a wait; without one a wait ends at once.
using Deadline = std::optional<std::chrono::steady_clock::time_point>;

/// A moment that never comes while a simulation runs.
std::chrono::steady_clock::time_point patientDeadline();
/// A moment of a monotonic clock that is `lead` ahead of the host's (UserProcess::clockLead), as one of the host's.
std::chrono::steady_clock::time_point hostMoment(int64_t seconds, int64_t nanoseconds, std::chrono::nanoseconds lead);

/// A sync_file descriptor of a program: a socket on which a byte arrives when the fence signals, so
/// that poll() works.
struct SyncFile {
    UniqueFd server;
    uint64_t inode = 0;
    Fence fence = 0;
    std::string name{};
    bool signalled = false;
};

class FenceTimeline {
  public:
    /// Keeps the last fence that was seen in `status`, for programs to read; `status` must outlive the timeline.
    explicit FenceTimeline(protocol::SharedStatus& status) : status_(status) {}

    /// Replaces the clock by which waits end; `clock` must outlive them.
    void setClock(WaitClock& clock);
    WaitClock::Moment now() const;
    /// The deadline of a program's wait until a moment, as of hostMoment(): the moment itself where it has passed, so
    /// that the wait only asks, else patientDeadline(), as the end always comes. Drivers give a GPU seconds for work of
    /// milliseconds, and user-space drivers continue as if all was done when they are over; here the simulator takes
    /// the seconds.
    Deadline deadlineOf(int64_t seconds, int64_t nanoseconds, std::chrono::nanoseconds lead) const;

    /// The next fence. To be called in the order in which the work will be done.
    Fence next();
    /// Everything up to here is done.
    void complete(Fence fence);
    bool signalled(Fence fence) const;
    Fence last() const;

    /// Waits until a fence has signalled, and marks it and all earlier ones as seen. Without a deadline, or after it,
    /// this is a poll: an unseen fence counts as busy, even if it has signalled, until kQuestions polls show that the
    /// program is waiting for it. Returns 0; -EBUSY without a deadline, -ETIMEDOUT with one; -EINTR after stop().
    int wait(Fence fence, const Deadline& deadline);
    /// Waits for a condition on the last completed fence, evaluated whenever that changes and at wake(). 0; -ETIMEDOUT,
    /// -EINTR after stop().
    int waitFor(const std::function<bool(Fence completed)>& condition,
                std::chrono::steady_clock::time_point deadline) const;
    void wake() const;
    /// Ends all waits, now and later.
    void stop();

    /// Makes a sync_file; `program` is its end for the program. Null where the system has no more descriptors.
    std::shared_ptr<SyncFile> makeSyncFile(Fence fence, std::string name, UniqueFd& program);
    std::shared_ptr<SyncFile> findSyncFile(uint64_t inode) const;
    /// The program closed its last descriptor of the file.
    void dropSyncFile(uint64_t inode);
    std::vector<std::shared_ptr<SyncFile>> syncFiles() const;

    /// Questions in a row that are answered with "busy".
    static constexpr uint32_t kQuestions = 64;

  private:
    static void signal(SyncFile& file);
    /// With the lock.
    bool answersBusy(Fence fence);
    void see(Fence fence);

    protocol::SharedStatus& status_;
    WaitClock hostClock_;
    mutable std::mutex mutex_;
    WaitClock* clock_ = &hostClock_;
    mutable std::condition_variable changed_;
    Fence last_ = 0;
    Fence completed_ = 0;
    Fence seen_ = 0;
    uint32_t questions_ = 0;
    bool stopped_ = false;
    std::map<uint64_t, std::shared_ptr<SyncFile>> files_;
};

}  // namespace cyclorama::device
