// SPDX-License-Identifier: MIT
#include "device/objects/gpu_queue.h"

#include <exception>

namespace cyclorama::device {
namespace {

constexpr size_t kManyJobs = 256;

}  // namespace

GpuQueue::GpuQueue(FenceTimeline& timeline) : timeline_(timeline), thread_([this] { work(); }) {}

GpuQueue::~GpuQueue() { shutDown(); }

Fence GpuQueue::enqueue(std::function<void()> job) {
    Fence fence = 0;
    {
        const std::lock_guard lock(mutex_);
        fence = timeline_.next();
        if (shutDown_) return fence;
        entries_.push_back({.fence = fence, .job = std::move(job)});
    }
    added_.notify_one();
    return fence;
}

void GpuQueue::waitForRoom() {
    std::unique_lock lock(mutex_);
    finished_.wait(lock, [this] { return entries_.size() < kManyJobs || stopping_; });
}

void GpuQueue::drain() {
    std::unique_lock lock(mutex_);
    finished_.wait(lock, [this] { return (entries_.empty() && !busy_) || stopping_; });
}

void GpuQueue::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    added_.notify_all();
    finished_.notify_all();
}

void GpuQueue::shutDown() {
    stop();
    if (thread_.joinable()) thread_.join();
    std::deque<Entry> left;
    {
        const std::lock_guard lock(mutex_);
        shutDown_ = true;
        left.swap(entries_);
    }
    // The destruction of what jobs hold may queue more jobs, which are dropped at once.
    left.clear();
}

std::optional<std::string> GpuQueue::failure() const {
    const std::lock_guard lock(mutex_);
    return failure_;
}

void GpuQueue::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        added_.wait(lock, [this] { return !entries_.empty() || stopping_; });
        if (stopping_) return;
        Entry entry = std::move(entries_.front());
        entries_.pop_front();
        busy_ = true;
        const bool failed = failure_.has_value();
        lock.unlock();
        if (!failed) execute(entry);
        timeline_.complete(entry.fence);
        // Possibly the last reference to buffers and contexts.
        entry.job = nullptr;
        lock.lock();
        busy_ = false;
        finished_.notify_all();
    }
}

void GpuQueue::execute(const Entry& entry) {
    try {
        entry.job();
    } catch (const std::exception& error) {
        const std::lock_guard lock(mutex_);
        failure_ = error.what();
    }
}

}  // namespace cyclorama::device
