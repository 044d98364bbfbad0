// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

namespace cyclorama::machine {

/// Workers for a wish of `threads`; 0: one for each core of the host. At most 16.
uint32_t workerCount(uint32_t threads);

/// A fixed set of threads that work on one job together, each on its own share. They start with the first job.
class WorkerPool {
  public:
    /// `workers` counts the calling thread: 1 starts no thread at all.
    explicit WorkerPool(uint32_t workers);
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;
    ~WorkerPool();

    uint32_t workers() const { return workers_; }

    /// Calls job(worker) once for each worker, worker 0 on the calling thread, and returns when all have returned. A
    /// job must not throw. For one caller at a time.
    void run(const std::function<void(uint32_t worker)>& job);

  private:
    /// Hands a job to the threads.
    void begin(const std::function<void(uint32_t worker)>* job);
    void serve(uint32_t worker);

    const uint32_t workers_;
    const std::function<void(uint32_t)>* job_ = nullptr;  ///< of this generation; null ends the threads
    std::atomic<uint32_t> generation_ = 0;                ///< jobs that were begun
    std::atomic<uint32_t> running_ = 0;                   ///< threads that have not finished the job
    std::vector<std::jthread> threads_;
};

}  // namespace cyclorama::machine
