// SPDX-License-Identifier: MIT
// Reductions of a workload of text: levels in order, tries that are known are not run again, and one that was stopped
// comes to the same end.

#include "reduce/reducer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "results/temporary_folder.h"
#include "sim/error.h"

namespace cyclorama::reduce {
namespace {

std::vector<std::byte> bytesOf(const std::string& text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

std::string textOf(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Capital letters are draws, small ones state; a frame ends with a point.
class Letters final : public Capture {
  public:
    explicit Letters(std::span<const std::byte> bytes) : text_(textOf(bytes)) {}

    Amounts amounts() const override { return {.frames = units(Level::Frames), .draws = units(Level::Draws)}; }
    size_t units(Level level) const override {
        return static_cast<size_t>(std::ranges::count_if(text_, [&](char c) { return isOn(c, level); }));
    }
    std::vector<std::byte> with(Level level, const std::vector<bool>& kept) const override {
        std::string left;
        std::string frame;
        size_t unit = 0;
        for (const char c : text_) {
            frame += c;
            if (level == Level::Frames && c != '.') continue;
            if (!isOn(c, level) || kept[unit++]) left += frame;
            frame.clear();
        }
        return bytesOf(left + frame);
    }

  private:
    static bool isOn(char c, Level level) {
        return (level == Level::Frames && c == '.') || (level == Level::Draws && c >= 'A' && c <= 'Z') ||
               (level == Level::State && c >= 'a' && c <= 'z');
    }

    std::string text_;
};

class ReduceLetters : public testing::Test {
  protected:
    /// Reduces a text to what has a part in its order, and notes the texts that were run.
    Reducer::Result reduce(const std::string& text, const std::string& needed,
                           std::optional<uint64_t> mostRuns = std::nullopt) {
        Journal journal(folder_.path() / "journal", {{.name = "text", .value = "same"}});
        runs_.clear();
        Reducer reducer({.takeApart = [](std::span<const std::byte> bytes) { return std::make_unique<Letters>(bytes); },
                         .holds =
                             [&](std::span<const std::byte> bytes) {
                                 runs_.push_back(textOf(bytes));
                                 size_t found = 0;
                                 for (const char c : runs_.back()) found += found < needed.size() && c == needed[found];
                                 return found == needed.size();
                             },
                         .report = [&](const ReductionProgress& progress) { last_ = progress; },
                         .mostRuns = mostRuns},
                        journal);
        return reducer.reduce(bytesOf(text));
    }

    std::vector<std::string> runs_;
    ReductionProgress last_;
    results::TemporaryFolder folder_;
};

TEST_F(ReduceLetters, GoesFromFramesToDrawsToState) {
    const Reducer::Result result = reduce("aAbB.cCdDe.fF.gG.", "cD.");
    EXPECT_EQ(textOf(result.bytes), "cD.");
    EXPECT_TRUE(result.complete);
    EXPECT_EQ(result.runs, runs_.size());
    EXPECT_EQ(last_.bytes, 3u);
    // All frames, then the last two, and the first two without the last: whole frames before anything in them.
    EXPECT_EQ(runs_[0], "");
    EXPECT_EQ(runs_[1], "aAbB.cCdDe.");
    const auto state = std::ranges::find(runs_, "D.");
    const auto draws = std::ranges::find(runs_, "cde.");
    EXPECT_LT(draws, state);
}

TEST_F(ReduceLetters, ContinuesWhereItWasStopped) {
    const std::string text = "aAbB.cCdDe.fF.gG.hHiIkKlL.";
    std::vector<std::string> all;
    for (;;) {
        const Reducer::Result result = reduce(text, "iKl.", 2);
        all.insert(all.end(), runs_.begin(), runs_.end());
        if (result.complete) {
            EXPECT_EQ(textOf(result.bytes), "iKl.");
            break;
        }
        EXPECT_EQ(result.runs, 2u);
    }
    std::vector<std::string> sorted = all;
    std::ranges::sort(sorted);
    EXPECT_EQ(std::ranges::adjacent_find(sorted), sorted.end()) << "a text is run twice";
}

TEST_F(ReduceLetters, RejectsWhatCannotBeTakenApart) {
    // All runs show the condition; a text without its first draw is malformed.
    Journal journal(folder_.path() / "journal", {});
    Reducer reducer({.takeApart =
                         [](std::span<const std::byte> bytes) {
                             if (textOf(bytes).find('A') == std::string::npos) throw sim::Error("letters", "", "no A");
                             return std::make_unique<Letters>(bytes);
                         },
                     .holds = [](std::span<const std::byte>) { return true; },
                     .report = [](const ReductionProgress&) {},
                     .mostRuns = std::nullopt},
                    journal);
    EXPECT_EQ(textOf(reducer.reduce(bytesOf("aAbB")).bytes), "A");
}

}  // namespace
}  // namespace cyclorama::reduce
