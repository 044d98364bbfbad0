// SPDX-License-Identifier: MIT
#include "mem/gddr/reply_calendar.h"

#include <gtest/gtest.h>

namespace cyclorama::mem::gddr {
namespace {

TEST(ReplyCalendar, EachCycleHasItsChannelsOnce) {
    ReplyCalendar calendar(5);
    calendar.note(12, 3);
    calendar.note(15, 0);
    calendar.note(12, 1);
    calendar.note(12, 1);
    EXPECT_EQ(calendar.take(11), 0u);
    EXPECT_EQ(calendar.take(12), 0b1010u);
    EXPECT_EQ(calendar.take(12), 0u);
    // As far ahead as the latency goes, what is still to come is kept apart.
    calendar.note(17, 2);
    EXPECT_EQ(calendar.take(13), 0u);
    EXPECT_EQ(calendar.take(15), 0b0001u);
    EXPECT_EQ(calendar.take(17), 0b0100u);
}

}  // namespace
}  // namespace cyclorama::mem::gddr
