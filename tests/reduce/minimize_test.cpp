// SPDX-License-Identifier: MIT
// Delta debugging: the sets of units that it comes to are known, and so is the order of its questions.

#include "reduce/minimize.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace cyclorama::reduce {
namespace {

std::set<size_t> setOf(const std::vector<bool>& kept) {
    std::set<size_t> units;
    for (size_t i = 0; i < kept.size(); ++i)
        if (kept[i]) units.insert(i);
    return units;
}

bool contains(const std::set<size_t>& all, const std::set<size_t>& some) { return std::ranges::includes(all, some); }

/// The units that stay where the condition holds with all that are needed, and the number of questions.
struct Minimized {
    std::set<size_t> units;
    size_t questions = 0;
};

Minimized minimizeTo(size_t units, const std::set<size_t>& needed) {
    Minimized result;
    result.units = setOf(minimize(units, [&](const std::vector<bool>& kept) {
        EXPECT_EQ(kept.size(), units);
        ++result.questions;
        return contains(setOf(kept), needed);
    }));
    return result;
}

TEST(Minimize, AsksOnceWhereNothingIsNeeded) {
    const Minimized result = minimizeTo(1000, {});
    EXPECT_TRUE(result.units.empty());
    EXPECT_EQ(result.questions, 1u);
}

TEST(Minimize, AsksNothingOfNoUnits) {
    const Minimized result = minimizeTo(0, {});
    EXPECT_TRUE(result.units.empty());
    EXPECT_EQ(result.questions, 0u);
}

TEST(Minimize, KeepsWhatIsNeededWhereverItIs) {
    for (const std::set<size_t>& needed : {std::set<size_t>{0}, {99}, {41}, {0, 99}, {3, 4, 50, 97}})
        EXPECT_EQ(minimizeTo(100, needed).units, needed);
    std::set<size_t> all;
    for (size_t i = 0; i < 17; ++i) all.insert(i);
    EXPECT_EQ(minimizeTo(17, all).units, all);
}

/// 2k log(n/k) and a last pass: 2 * 4 * log2(4096 / 4) + 4 = 84, and some for halves that are not even.
TEST(Minimize, AsksFewQuestionsForFewUnits) {
    const Minimized result = minimizeTo(4096, {7, 1000, 2049, 4000});
    EXPECT_EQ(result.units, (std::set<size_t>{7, 1000, 2049, 4000}));
    EXPECT_LE(result.questions, 100u);
}

/// Unit 2 needs unit 7, and one of 3 and 4 is needed: 4 to 8 cannot go before 2, but 0 to 3 can, so 4 stays.
TEST(Minimize, LeavesNoUnitThatCanGoAlone) {
    const auto holds = [](const std::vector<bool>& kept) {
        const bool fits = !kept[2] || kept[7];
        return fits && (kept[3] || kept[4]);
    };
    EXPECT_EQ(setOf(minimize(9, holds)), (std::set<size_t>{4}));
}

/// Pairs have to go together where one alone breaks the condition: 1-minimal is not smallest.
TEST(Minimize, PassesAgainUntilNothingGoes) {
    // Unit i can go once i - 1 has: questions from the last unit on find one a pass.
    const auto holds = [](const std::vector<bool>& kept) {
        if (!kept[5]) return false;
        for (size_t i = 1; i < 5; ++i)
            if (kept[i - 1] && !kept[i]) return false;
        return true;
    };
    EXPECT_EQ(setOf(minimize(6, holds)), (std::set<size_t>{5}));
}

TEST(Minimize, AsksTheSameQuestionsAgain) {
    const auto questionsOf = [] {
        std::string text;
        minimize(37, [&](const std::vector<bool>& kept) {
            for (const bool flag : kept) text += flag ? '1' : '0';
            return kept[5] && kept[30];
        });
        return text;
    };
    EXPECT_EQ(questionsOf(), questionsOf());
    // The first: nothing at all. The second: the first half, 19 of 37 units, without the last 19.
    EXPECT_EQ(questionsOf().substr(0, 37), std::string(37, '0'));
    EXPECT_EQ(questionsOf().substr(37, 37), std::string(18, '1') + std::string(19, '0'));
}

}  // namespace
}  // namespace cyclorama::reduce
