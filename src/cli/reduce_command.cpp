// SPDX-License-Identifier: MIT
#include "cli/reduce_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <span>
#include <utility>
#include <vector>

#include "cli/reduction_run.h"
#include "reduce/journal.h"
#include "reduce/reducer.h"
#include "results/program_version.h"
#include "sim/error.h"
#include "workload/byte_input.h"
#include "workload/byte_output.h"

namespace cyclorama::cli {
namespace {

std::vector<std::byte> uncompressed(const std::string& path) {
    constexpr size_t kPiece = 1 << 20;
    workload::ByteInput input(path);
    std::vector<std::byte> bytes;
    for (size_t got = kPiece; got == kPiece;) {
        const size_t before = bytes.size();
        bytes.resize(before + kPiece);
        got = input.read(std::span(bytes).subspan(before));
        bytes.resize(before + got);
    }
    return bytes;
}

/// The program, by its version and its file.
std::string programOf() {
    return fmt::format("{} {}", results::versionLine(results::programVersion()),
                       reduce::hashOf(uncompressed("/proc/self/exe")));
}

/// Lines on standard error: one where a level ends, and one every two seconds.
class ReductionLines {
  public:
    void show(const reduce::ReductionProgress& now) {
        const bool sameLevel = last_ && last_->level == now.level && last_->round == now.round;
        if (last_ && !sameLevel) print(*last_);
        last_ = now;
        if (Clock::now() - printed_ >= std::chrono::seconds(2)) print(now);
    }
    void end() {
        if (last_) print(*last_);
    }

  private:
    using Clock = std::chrono::steady_clock;

    void print(const reduce::ReductionProgress& at) {
        fmt::print(stderr, "round {}, {}: {} of {} left, {} bytes, {} tries\n", at.round, reduce::nameOf(at.level),
                   at.unitsLeft, at.units, at.bytes, at.tries);
        printed_ = Clock::now();
    }

    std::optional<reduce::ReductionProgress> last_;
    Clock::time_point printed_ = Clock::now();
};

void writeCompressed(const std::string& path, std::span<const std::byte> bytes) {
    workload::GzipFileOutput output(path);
    output.write(bytes);
    output.close();
}

double percent(uint64_t part, uint64_t whole) {
    return whole == 0 ? 100.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

class Reduction {
  public:
    Reduction(const ReduceOptions& options, const reduce::Condition& condition, const family::Workload& workload,
              const machine::Configuration& configuration)
        : options_(options),
          condition_(condition),
          workload_(workload),
          runs_{.configuration = configuration,
                .timed = options.timed,
                .questions = condition.questions(),
                .secondsAtMost = options.timeLimit},
          file_(options.file.empty() ? reducedFileOf(options.workload).string() : options.file),
          bytes_(uncompressed(options.workload)) {}

    void run() {
        std::error_code missing;
        if (std::filesystem::equivalent(file_, options_.workload, missing))
            throw sim::Error(file_, "", "is the workload itself");
        const reduce::Amounts before = workload_.takeApart(bytes_)->amounts();
        whole_ = runForReduction(runs_, bytes_);
        condition_.require(whole_, options_.workload);
        reduce::Journal journal(file_ + ".journal", bindings());
        const reduce::Reducer::Result result = reduce(journal);
        writeCompressed(file_, result.bytes);
        check();
        print(result, before);
        if (result.complete)
            journal.remove();
        else
            fmt::print(stderr, "stopped after {} tries; the same command continues\n", result.runs);
    }

  private:
    std::vector<reduce::JournalBinding> bindings() const {
        return {{.name = "program", .value = programOf()},
                {.name = "workload", .value = reduce::hashOf(bytes_)},
                {.name = "condition", .value = condition_.text()},
                {.name = "machine",
                 .value = fmt::format("{} {}", runs_.timed ? "timing" : "functional", runs_.configuration.hash())},
                {.name = "time limit", .value = fmt::format("{} s", options_.timeLimit)}};
    }

    reduce::Reducer::Result reduce(reduce::Journal& journal) {
        ReductionLines lines;
        reduce::Reducer reducer(
            {.takeApart = [&](std::span<const std::byte> bytes) { return workload_.takeApart(bytes); },
             .holds =
                 [&](std::span<const std::byte> bytes) {
                     return condition_.holds(runForReduction(runs_, bytes), whole_);
                 },
             .report = [&](const reduce::ReductionProgress& progress) { lines.show(progress); },
             .mostRuns = options_.mostTries},
            journal);
        reduce::Reducer::Result result = reducer.reduce(bytes_);
        lines.end();
        return result;
    }

    /// Runs the file that was written.
    void check() const {
        const reduce::Outcome outcome = runForReduction(runs_, uncompressed(file_));
        if (!condition_.holds(outcome, whole_))
            throw sim::Error(file_, "",
                             fmt::format("does not show {}, though the try that it is of did: {}", condition_.text(),
                                         reduce::describe(outcome)));
    }

    void print(const reduce::Reducer::Result& result, const reduce::Amounts& before) const {
        const reduce::Amounts after = workload_.takeApart(result.bytes)->amounts();
        const uint64_t file = std::filesystem::file_size(file_);
        const uint64_t wholeFile = std::filesystem::file_size(options_.workload);
        std::cout << fmt::format("{}: {} of {} bytes ({:.1f} %), uncompressed {} of {} ({:.1f} %)\n", file_, file,
                                 wholeFile, percent(file, wholeFile), result.bytes.size(), bytes_.size(),
                                 percent(result.bytes.size(), bytes_.size()));
        std::cout << fmt::format("frames {} of {}, submissions {} of {}, draws {} of {}; {} tries\n", after.frames,
                                 before.frames, after.submissions, before.submissions, after.draws, before.draws,
                                 result.runs + result.known);
        std::cout << fmt::format("its run shows {}\n", condition_.text());
    }

    const ReduceOptions& options_;
    const reduce::Condition& condition_;
    const family::Workload& workload_;
    ReductionRunSettings runs_;
    std::string file_;
    std::vector<std::byte> bytes_;
    /// Outcome of a run of the workload before anything is left out.
    reduce::Outcome whole_;
};

}  // namespace

std::filesystem::path reducedFileOf(const std::string& workload) {
    std::string name = std::filesystem::path(workload).filename().string();
    const size_t dot = std::min(name.find('.', 1), name.size());
    return name.insert(dot, ".reduced");
}

void reduceWorkload(const ReduceOptions& options, const reduce::Condition& condition, const family::Workload& workload,
                    const machine::Configuration& configuration) {
    Reduction(options, condition, workload, configuration).run();
}

}  // namespace cyclorama::cli
