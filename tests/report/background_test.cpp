// SPDX-License-Identifier: MIT
#include "report/background.h"

#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <stdexcept>

#include "report/insert.h"

namespace cyclorama::report {
namespace {

TEST(BackgroundTest, DoesJobsInTheirOrder) {
    std::vector<int> done;
    std::vector<int> expected(1000);
    std::iota(expected.begin(), expected.end(), 0);
    Background background;
    for (int i = 0; i < 1000; ++i) background.add([&done, i] { done.push_back(i); });
    background.finish();
    EXPECT_EQ(done, expected);
}

TEST(BackgroundTest, TakesJobsThatHoldMoreThanMayWait) {
    std::atomic<int> done = 0;
    Background background;
    for (int i = 0; i < 8; ++i) background.add([&done] { ++done; }, size_t{1} << 30);
    background.finish();
    EXPECT_EQ(done, 8);
}

TEST(BackgroundTest, ReportsAFailureAndDoesNothingAfterIt) {
    bool done = false;
    Background background;
    background.add([] { throw std::runtime_error("the disk is full"); });
    background.add([&done] { done = true; });
    try {
        background.finish();
        ADD_FAILURE() << "no failure";
    } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "the disk is full");
    }
    background.add([&done] { done = true; });
    EXPECT_THROW(background.finish(), std::runtime_error);
    EXPECT_FALSE(done);
}

TEST(BackgroundTest, LeavesOutWhatIsNotDoneWhenItStops) {
    Background background;
    background.add([] { ADD_FAILURE() << "was not handed over"; });
    background.stop();
}

TEST(BackgroundTest, KeepsTextsOfRowsUntilTheyAreWritten) {
    Database database = Database::temporary();
    database.execute("CREATE TABLE names (id INTEGER, name TEXT, other TEXT)");
    Background background;
    Insert row({.database = database, .background = background}, "INSERT INTO names VALUES (?, ?, ?)");
    for (int i = 0; i < 3; ++i) {
        const std::string name = "a name of so many characters that it is on the heap, " + std::to_string(i);
        row.run(i, std::string_view(name), i == 1 ? std::optional(std::string_view(name)) : std::nullopt);
    }
    background.finish();
    Statement rows(database, "SELECT name, other FROM names ORDER BY id");
    for (int i = 0; i < 3; ++i) {
        ASSERT_TRUE(rows.next());
        EXPECT_EQ(rows.text(0).back(), static_cast<char>('0' + i));
        EXPECT_EQ(rows.isNull(1), i != 1);
    }
    EXPECT_FALSE(rows.next());
}

}  // namespace
}  // namespace cyclorama::report
