// SPDX-License-Identifier: MIT
#pragma once
// Makes a workload smaller, level by level (capture.h), as long as a condition holds.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "reduce/capture.h"
#include "reduce/journal.h"

namespace cyclorama::reduce {

/// The place of a reduction on its way.
struct ReductionProgress {
    /// From 1.
    uint32_t round = 1;
    Level level = Level::Results;
    /// Tries so far, those of an earlier start of the program included.
    uint64_t tries = 0;
    uint64_t bytes = 0;
    /// Units of the level that are kept so far, and all that the level began with.
    size_t unitsLeft = 0;
    size_t units = 0;
};

class Reducer {
  public:
    struct Settings {
        /// Takes the bytes of a workload apart, which stay valid. Throws sim::Error where they are malformed.
        std::function<std::unique_ptr<Capture>(std::span<const std::byte> bytes)> takeApart;
        /// Runs a workload: true where it shows what it has to.
        std::function<bool(std::span<const std::byte> bytes)> holds;
        std::function<void(const ReductionProgress&)> report;
        /// Runs at most; none for all that it takes.
        std::optional<uint64_t> mostRuns;
    };
    struct Result {
        std::vector<std::byte> bytes;
        /// False where the number of runs was used up.
        bool complete = true;
        /// Tries that were run, and those that the journal knew.
        uint64_t runs = 0;
        uint64_t known = 0;
    };

    /// The journal outlives this.
    Reducer(Settings settings, Journal& journal) : settings_(std::move(settings)), journal_(journal) {}

    /// Goes through all levels, and again until a round takes away less than a hundredth of the bytes. Requires bytes
    /// of a workload for which the condition holds. Each step is determined by the bytes and the answers alone, so one
    /// that was stopped comes to the same tries, of which the journal knows the answers.
    Result reduce(std::vector<std::byte> bytes);

  private:
    void round();
    void reduceLevel(Level level);
    bool canBeTakenApart(std::span<const std::byte> candidate) const;
    bool test(std::span<const std::byte> candidate);

    Settings settings_;
    Journal& journal_;
    Result result_;
    ReductionProgress progress_;
};

}  // namespace cyclorama::reduce
