// SPDX-License-Identifier: MIT
#include "report/background.h"

#include <utility>

namespace cyclorama::report {

Background::Background() : thread_([this] { work(); }) {}

void Background::add(Job job, size_t bytes) {
    growing_.jobs.push_back(std::move(job));
    growing_.bytes += bytes;
    if (growing_.jobs.size() >= kJobsOfBatch || growing_.bytes >= kBytesOfBatch) handOver();
}

void Background::handOver() {
    Batch batch = std::exchange(growing_, {});
    {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return waiting_.bytes < kMostBytes; });
        throwFailure();
        for (Job& job : batch.jobs) waiting_.jobs.push_back(std::move(job));
        waiting_.bytes += batch.bytes;
    }
    changed_.notify_all();
}

void Background::finish() {
    handOver();
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return waiting_.jobs.empty() && !working_; });
    throwFailure();
}

void Background::throwFailure() {
    if (failure_) std::rethrow_exception(failure_);
}

void Background::stop() {
    growing_ = {};
    {
        const std::lock_guard lock(mutex_);
        waiting_ = {};
        stopped_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void Background::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return stopped_ || !waiting_.jobs.empty(); });
        if (stopped_) return;
        Batch batch = std::exchange(waiting_, {});
        const bool skip = failure_ != nullptr;
        working_ = true;
        lock.unlock();
        changed_.notify_all();
        std::exception_ptr failure;
        try {
            if (!skip)
                for (Job& job : batch.jobs) std::exchange(job, {})();
        } catch (...) {
            failure = std::current_exception();
        }
        batch = {};
        lock.lock();
        working_ = false;
        if (failure) failure_ = failure;
        changed_.notify_all();
    }
}

}  // namespace cyclorama::report
