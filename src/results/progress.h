// SPDX-License-Identifier: MIT
#pragma once
// The progress of a run, for the person who waits: a bar on a terminal, one line a frame otherwise.

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

namespace cyclorama::results {

using ProgressClock = std::chrono::steady_clock;

struct ProgressSettings {
    /// Lines can be overwritten: standardErrorIsTerminal().
    bool terminal = false;
    /// Columns of the terminal; a bar never takes more.
    uint32_t columns = 80;
    /// Frames of the run; none if only the workload's end shows them.
    std::optional<uint32_t> frames{};
    std::function<ProgressClock::time_point()> now = ProgressClock::now;
};

/// True if standard error is a terminal on which a bar can be drawn.
bool standardErrorIsTerminal();

/// Columns of the terminal on standard error; 80 where unknown.
uint32_t standardErrorColumns();

class Progress {
  public:
    /// `out` must outlive the progress.
    Progress(std::ostream& out, ProgressSettings settings);
    /// Takes the bar away.
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// A frame is done, in `cycles` of the GPU clock; none in a machine without time.
    void frameDone(uint32_t index, std::optional<uint64_t> cycles);

    /// Within a frame: `cycles` is the total of the run so far. Cheap to call often: it looks at the clock, and draws
    /// ten times a second at most.
    void advance(uint64_t cycles);

    /// A line of its own, above the bar.
    void message(std::string_view line);

    /// Takes the bar away and writes what the run took. Later calls do nothing.
    void finish();

  private:
    std::string barText() const;
    void drawBar();
    void eraseBar();
    double elapsedSeconds() const;

    std::ostream& out_;
    ProgressSettings settings_;
    ProgressClock::time_point start_;
    ProgressClock::time_point frameStart_;
    std::optional<ProgressClock::time_point> drawn_;
    uint32_t framesDone_ = 0;
    uint64_t cyclesOfFrames_ = 0;
    uint64_t cycles_ = 0;
    bool barShown_ = false;
    bool finished_ = false;
};

}  // namespace cyclorama::results
