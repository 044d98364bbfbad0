// SPDX-License-Identifier: MIT
#include "machine/functional/worker_pool.h"

namespace cyclorama::machine {

WorkerPool::WorkerPool(uint32_t workers) {
    for (uint32_t worker = 1; worker < workers; ++worker) threads_.emplace_back([this, worker] { serve(worker); });
}

WorkerPool::~WorkerPool() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    started_.notify_all();
}

void WorkerPool::run(const std::function<void(uint32_t)>& job) {
    if (!threads_.empty()) {
        const std::lock_guard lock(mutex_);
        job_ = &job;
        running_ = static_cast<uint32_t>(threads_.size());
        ++generation_;
        started_.notify_all();
    }
    job(0);
    if (!threads_.empty()) {
        std::unique_lock lock(mutex_);
        finished_.wait(lock, [this] { return running_ == 0; });
    }
}

void WorkerPool::serve(uint32_t worker) {
    uint64_t seen = 0;
    std::unique_lock lock(mutex_);
    for (;;) {
        started_.wait(lock, [&] { return ending_ || generation_ != seen; });
        if (ending_) return;
        seen = generation_;
        const auto* job = job_;
        lock.unlock();
        (*job)(worker);
        lock.lock();
        if (--running_ == 0) finished_.notify_one();
    }
}

}  // namespace cyclorama::machine
