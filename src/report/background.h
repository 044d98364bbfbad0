// SPDX-License-Identifier: MIT
#pragma once
// A thread that does the report's own work, so that the run does not wait for it: pictures, compression, rows.

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace cyclorama::report {

/// Jobs are done one after the other, in the order in which they were added. Members are for the thread that adds.
class Background {
  public:
    using Job = std::function<void()>;

    Background();
    /// Leaves out what is not done yet.
    ~Background() { stop(); }
    Background(const Background&) = delete;
    Background& operator=(const Background&) = delete;

    /// `bytes` are those that the job holds, as far as they are many. Waits while the jobs to be done hold too many.
    /// Throws what an earlier job failed with.
    void add(Job job, size_t bytes = 0);
    /// Waits until all is done. Throws what a job failed with; those after it are left out.
    void finish();
    /// Leaves out what is not done yet, and ends the thread. Nothing is added any more.
    void stop();

  private:
    struct Batch {
        std::vector<Job> jobs;
        size_t bytes = 0;
    };

    /// Jobs and bytes of a batch: one at a time would wake the thread for each row.
    static constexpr size_t kJobsOfBatch = 256;
    static constexpr size_t kBytesOfBatch = size_t{256} << 10;
    /// Bytes that wait at most, but for one batch.
    static constexpr size_t kMostBytes = size_t{64} << 20;

    void work();
    /// Gives the batch that grows to the thread.
    void handOver();
    void throwFailure();

    Batch growing_;
    std::mutex mutex_;  // of all below
    std::condition_variable changed_;
    Batch waiting_;
    bool working_ = false;
    bool stopped_ = false;
    std::exception_ptr failure_;
    std::thread thread_;
};

}  // namespace cyclorama::report
