// SPDX-License-Identifier: MIT
#include "results/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace cyclorama::results {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::Not;

/// A progress whose clock the test sets.
class Watched {
  public:
    explicit Watched(ProgressSettings settings) : progress(out_, withClock(std::move(settings))) {}

    void wait(milliseconds time) { now_ += time; }

    /// Text since the last call.
    std::string written() {
        std::string text = out_.str();
        out_.str("");
        return text;
    }

  private:
    ProgressSettings withClock(ProgressSettings settings) {
        settings.now = [this] { return now_; };
        return settings;
    }

    std::ostringstream out_;
    ProgressClock::time_point now_{};

  public:
    Progress progress;
};

TEST(Progress, WritesALineAFrameWithoutATerminal) {
    Watched run({.terminal = false, .frames = 2});
    run.progress.advance(100);
    EXPECT_EQ(run.written(), "");
    run.wait(milliseconds(1500));
    run.progress.frameDone(7, 123456);
    EXPECT_EQ(run.written(), "frame 7 (1 of 2): 123456 cycles, 1.50 s\n");
    run.wait(milliseconds(250));
    run.progress.frameDone(8, 4);
    EXPECT_EQ(run.written(), "frame 8 (2 of 2): 4 cycles, 0.25 s\n");
    run.progress.finish();
    EXPECT_EQ(run.written(), "2 frames, 123.5 kcycles, 1.75 s\n");
    run.progress.finish();
    EXPECT_EQ(run.written(), "");
}

TEST(Progress, HasNoCyclesWithoutTime) {
    Watched run({.terminal = false});
    run.progress.frameDone(0, std::nullopt);
    EXPECT_EQ(run.written(), "frame 0: 0.00 s\n");
    run.progress.finish();
    EXPECT_EQ(run.written(), "1 frame, 0.00 s\n");
}

TEST(Progress, DrawsABarOnATerminal) {
    Watched run({.terminal = true, .columns = 100, .frames = 4});
    run.wait(milliseconds(2000));
    run.progress.frameDone(0, 1'000'000);
    EXPECT_EQ(run.written(),
              "\r\x1b[K[##########..............................] 1/4 frames, 1.0 Mcycles, 500 kHz, 0:02, 0:06 left");
    run.progress.finish();
    EXPECT_EQ(run.written(), "\r\x1b[K1 frame, 1.0 Mcycles, 2.00 s\n");
}

TEST(Progress, DrawsTenTimesASecondAtMost) {
    Watched run({.terminal = true});
    run.progress.advance(1);
    EXPECT_NE(run.written(), "");
    for (int i = 0; i < 99; ++i) {
        run.wait(milliseconds(1));
        run.progress.advance(2);
    }
    EXPECT_EQ(run.written(), "");
    run.wait(milliseconds(1));
    run.progress.advance(3);
    EXPECT_THAT(run.written(), HasSubstr("3 cycles"));
}

TEST(Progress, NeverDrawsMoreThanALine) {
    for (uint32_t columns : {0u, 1u, 10u, 30u, 60u, 80u, 400u}) {
        Watched run({.terminal = true, .columns = columns, .frames = 1000});
        run.wait(milliseconds(3'600'000));
        run.progress.frameDone(0, 9'000'000'000);
        const std::string bar = run.written().substr(std::string("\r\x1b[K").size());
        EXPECT_LT(bar.size(), std::max(columns, 1u)) << bar;
    }
}

TEST(Progress, PutsMessagesAboveTheBar) {
    Watched run({.terminal = true});
    run.progress.advance(1);
    const std::string bar = run.written();
    run.progress.message("note");
    EXPECT_EQ(run.written(), "\r\x1b[Knote\n" + bar);
    Watched lines({.terminal = false});
    lines.progress.message("note");
    EXPECT_EQ(lines.written(), "note\n");
}

TEST(Progress, LeavesTheLineCleanWhenItEndsEarly) {
    std::ostringstream out;
    {
        Progress progress(out, {.terminal = true});
        progress.advance(1);
    }
    EXPECT_TRUE(out.str().ends_with("\r\x1b[K"));
}

}  // namespace
}  // namespace cyclorama::results
