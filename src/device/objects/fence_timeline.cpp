// SPDX-License-Identifier: MIT
#include "device/objects/fence_timeline.h"

#include <errno.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <algorithm>

namespace cyclorama::device {

std::chrono::steady_clock::time_point patientDeadline() {
    // The clock counts nanoseconds in 64 bits.
    return std::chrono::steady_clock::time_point(std::chrono::seconds(int64_t{1} << 32));
}

std::chrono::steady_clock::time_point hostMoment(int64_t seconds, int64_t nanoseconds, std::chrono::nanoseconds lead) {
    using namespace std::chrono;
    const auto far = duration_cast<std::chrono::seconds>(patientDeadline().time_since_epoch());
    const std::chrono::seconds whole{std::clamp<int64_t>(seconds, 0, far.count())};
    const std::chrono::nanoseconds rest{std::clamp<int64_t>(nanoseconds, 0, 999'999'999)};
    return steady_clock::time_point(std::max(whole + rest - lead, 0ns));
}

void FenceTimeline::setClock(WaitClock& clock) {
    const std::lock_guard lock(mutex_);
    clock_ = &clock;
}

WaitClock::Moment FenceTimeline::now() const {
    const std::lock_guard lock(mutex_);
    return clock_->now();
}

Deadline FenceTimeline::deadlineOf(int64_t seconds, int64_t nanoseconds, std::chrono::nanoseconds lead) const {
    const WaitClock::Moment asked = hostMoment(seconds, nanoseconds, lead);
    return asked <= now() ? asked : patientDeadline();
}

Fence FenceTimeline::next() {
    const std::lock_guard lock(mutex_);
    return ++last_;
}

void FenceTimeline::signal(SyncFile& file) {
    if (file.signalled) return;
    file.signalled = true;
    send(file.server.get(), "", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
}

void FenceTimeline::complete(Fence fence) {
    {
        const std::lock_guard lock(mutex_);
        completed_ = std::max(completed_, fence);
        for (const auto& [inode, file] : files_)
            if (file->fence <= completed_) signal(*file);
    }
    changed_.notify_all();
}

bool FenceTimeline::signalled(Fence fence) const {
    const std::lock_guard lock(mutex_);
    return fence <= completed_;
}

Fence FenceTimeline::last() const {
    const std::lock_guard lock(mutex_);
    return last_;
}

int FenceTimeline::wait(Fence fence, const Deadline& deadline) {
    std::unique_lock lock(mutex_);
    const bool asks = !deadline || *deadline <= clock_->now();
    if (asks && answersBusy(fence)) return deadline ? -ETIMEDOUT : -EBUSY;
    const auto done = [&] { return fence <= completed_ || stopped_; };
    if (asks)
        changed_.wait(lock, done);
    else if (!clock_->waitUntil(changed_, lock, *deadline, done))
        return -ETIMEDOUT;
    if (fence > completed_) return -EINTR;
    see(fence);
    return 0;
}

bool FenceTimeline::answersBusy(Fence fence) { return fence > seen_ && !stopped_ && questions_++ < kQuestions; }

void FenceTimeline::see(Fence fence) {
    if (fence <= seen_) return;
    seen_ = fence;
    questions_ = 0;
    status_.seen.store(seen_, std::memory_order_release);
}

int FenceTimeline::waitFor(const std::function<bool(Fence completed)>& condition,
                           std::chrono::steady_clock::time_point deadline) const {
    std::unique_lock lock(mutex_);
    bool met = false;
    const auto done = [&] { return (met = condition(completed_)) || stopped_; };
    if (!clock_->waitUntil(changed_, lock, deadline, done)) return -ETIMEDOUT;
    return met ? 0 : -EINTR;
}

void FenceTimeline::wake() const {
    // Whoever has just looked and is about to wait holds the lock.
    { const std::lock_guard lock(mutex_); }
    changed_.notify_all();
}

void FenceTimeline::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopped_ = true;
    }
    changed_.notify_all();
}

std::shared_ptr<SyncFile> FenceTimeline::makeSyncFile(Fence fence, std::string name, UniqueFd& program) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return nullptr;
    program = UniqueFd(ends[0]);
    struct stat status {};
    fstat(ends[0], &status);
    auto file = std::make_shared<SyncFile>();
    file->server = UniqueFd(ends[1]);
    file->inode = status.st_ino;
    file->fence = fence;
    file->name = std::move(name);
    const std::lock_guard lock(mutex_);
    if (fence <= completed_) signal(*file);
    files_[file->inode] = file;
    return file;
}

std::shared_ptr<SyncFile> FenceTimeline::findSyncFile(uint64_t inode) const {
    const std::lock_guard lock(mutex_);
    const auto found = files_.find(inode);
    return found == files_.end() ? nullptr : found->second;
}

void FenceTimeline::dropSyncFile(uint64_t inode) {
    const std::lock_guard lock(mutex_);
    files_.erase(inode);
}

std::vector<std::shared_ptr<SyncFile>> FenceTimeline::syncFiles() const {
    const std::lock_guard lock(mutex_);
    std::vector<std::shared_ptr<SyncFile>> all;
    for (const auto& [inode, file] : files_) all.push_back(file);
    return all;
}

}  // namespace cyclorama::device
