// SPDX-License-Identifier: MIT
#include "machine/functional/worker_pool.h"

#include <algorithm>

namespace cyclorama::machine {

uint32_t workerCount(uint32_t threads) {
    constexpr uint32_t kMostWorkers = 16;
    return std::clamp(threads != 0 ? threads : std::thread::hardware_concurrency(), 1u, kMostWorkers);
}

WorkerPool::WorkerPool(uint32_t workers) : workers_(workers) {}

WorkerPool::~WorkerPool() { begin(nullptr); }

void WorkerPool::begin(const std::function<void(uint32_t)>* job) {
    job_ = job;
    running_.store(static_cast<uint32_t>(threads_.size()), std::memory_order_relaxed);
    generation_.fetch_add(1, std::memory_order_release);
    generation_.notify_all();
}

void WorkerPool::run(const std::function<void(uint32_t)>& job) {
    if (workers_ == 1) return job(0);
    if (threads_.empty())
        for (uint32_t worker = 1; worker < workers_; ++worker) threads_.emplace_back([this, worker] { serve(worker); });
    begin(&job);
    job(0);
    for (uint32_t running = running_.load(std::memory_order_acquire); running != 0;
         running = running_.load(std::memory_order_acquire))
        running_.wait(running, std::memory_order_acquire);
}

void WorkerPool::serve(uint32_t worker) {
    for (uint32_t seen = 0;; ++seen) {
        generation_.wait(seen, std::memory_order_acquire);
        if (job_ == nullptr) return;
        (*job_)(worker);
        if (running_.fetch_sub(1, std::memory_order_acq_rel) == 1) running_.notify_one();
    }
}

}  // namespace cyclorama::machine
