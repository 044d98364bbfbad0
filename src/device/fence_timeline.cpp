#include "device/fence_timeline.h"

#include <errno.h>
#include <sys/socket.h>
#include <sys/stat.h>

namespace cyclorama::device {

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
        status_.signalled.store(completed_, std::memory_order_release);
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

int FenceTimeline::wait(Fence fence, const Deadline& deadline) const {
    std::unique_lock lock(mutex_);
    const auto done = [&] { return fence <= completed_ || stopped_; };
    if (!deadline) {
        if (!done()) return -EBUSY;
    } else if (!changed_.wait_until(lock, *deadline, done)) {
        return -ETIMEDOUT;
    }
    return fence <= completed_ ? 0 : -EINTR;
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
