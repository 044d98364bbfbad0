// SPDX-License-Identifier: MIT
#pragma once
// Counts of how often the instructions of a program are executed. Several workers may count at the same time.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cyclorama::isa {

struct IssueCount {
    /// Groups of threads that executed the instruction, each time that they did.
    uint64_t issues = 0;
    /// Threads in them that executed it.
    uint64_t threads = 0;
};

/// Keeps where counts change from instruction to instruction, so that a run of instructions costs as much as one.
class IssueCounts {
  public:
    explicit IssueCounts(size_t instructions) : changes_(instructions + 1) {}

    /// A group of `threads` threads executed the instructions from `first` to before `end`. Requires end <=
    /// instructions.
    void add(size_t first, size_t end, uint64_t threads) {
        changes_[first].issues.fetch_add(1, std::memory_order_relaxed);
        changes_[first].threads.fetch_add(threads, std::memory_order_relaxed);
        changes_[end].issues.fetch_sub(1, std::memory_order_relaxed);
        changes_[end].threads.fetch_sub(threads, std::memory_order_relaxed);
    }

    /// Issues and threads of each instruction.
    std::vector<IssueCount> counts() const {
        std::vector<IssueCount> counts;
        IssueCount sum;
        for (size_t i = 0; i + 1 < changes_.size(); ++i) {
            sum.issues += changes_[i].issues.load(std::memory_order_relaxed);
            sum.threads += changes_[i].threads.load(std::memory_order_relaxed);
            counts.push_back(sum);
        }
        return counts;
    }

  private:
    struct Change {
        std::atomic<uint64_t> issues{0};
        std::atomic<uint64_t> threads{0};
    };
    std::vector<Change> changes_;
};

/// Adds a group's consecutive instructions to `counts`, if not null, as one range.
class IssueRun {
  public:
    explicit IssueRun(IssueCounts* counts) : counts_(counts) {}
    IssueRun(const IssueRun&) = delete;
    IssueRun& operator=(const IssueRun&) = delete;
    ~IssueRun() { tell(); }

    explicit operator bool() const { return counts_ != nullptr; }

    void issue(size_t instruction, uint64_t threads) {
        if (instruction == end_ && threads == threads_ && end_ != first_) {
            ++end_;
            return;
        }
        tell();
        first_ = instruction;
        end_ = instruction + 1;
        threads_ = threads;
    }

  private:
    void tell() {
        if (counts_ != nullptr && end_ != first_) counts_->add(first_, end_, threads_);
    }

    IssueCounts* counts_;
    size_t first_ = 0;
    size_t end_ = 0;
    uint64_t threads_ = 0;
};

}  // namespace cyclorama::isa
