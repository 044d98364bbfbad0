// SPDX-License-Identifier: MIT
// What `--keep` accepts, refuses, and finds in the outcomes of runs.

#include "reduce/condition.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "sim/error.h"

namespace cyclorama::reduce {
namespace {

using testing::HasSubstr;

void expectRefusal(const std::string& text, const std::string& reason) {
    try {
        Condition::parse(text);
        ADD_FAILURE() << text << " is accepted";
    } catch (const sim::Error& error) {
        EXPECT_EQ(error.file(), "--keep");
        EXPECT_EQ(error.place(), text);
        EXPECT_THAT(error.reason(), HasSubstr(reason));
    }
}

TEST(Condition, RefusesWhatIsNone) {
    for (const char* text : {"", "hung", "hang=1", "crash=11", "findings=a"})
        expectRefusal(text, "is none of finding=");
    for (const char* text : {"finding", "finding=", "finding=Missing Flush"}) expectRefusal(text, "an identifier");
    for (const char* text : {"pixel=", "pixel=0,1,2", "pixel=0,1,2,ff", "pixel=0,1,2,ff00ff0g", "pixel=0,-1,2,ff00ff00",
                             "pixel=0,1,2,ff00ff00,", "pixel=a,1,2,ff00ff00", "pixel=99999999999,1,2,ff00ff00"})
        expectRefusal(text, "a pixel is FRAME,X,Y,RRGGBBAA");
    for (const char* text : {"cycles=draw", "cycles=draw>", "cycles=draw>many", "cycles=draw>-1"})
        expectRefusal(text, "cycles are OPERATION>N");
}

TEST(Condition, AsksForWhatItNeeds) {
    EXPECT_FALSE(Condition::parse("finding=missing-flush").questions().pixel);
    const Questions pixel = Condition::parse("pixel=3,10,20,ff8000ff").questions();
    ASSERT_TRUE(pixel.pixel);
    EXPECT_EQ(pixel.pixel->frame, 3u);
    EXPECT_EQ(pixel.pixel->x, 10u);
    EXPECT_EQ(pixel.pixel->y, 20u);
    EXPECT_FALSE(Condition::parse("pixel=3,10,20,ff8000ff").needsTime());
    EXPECT_EQ(Condition::parse("cycles=draw 3>4>500").questions().operation, "draw 3>4");
    EXPECT_TRUE(Condition::parse("cycles=>500").needsTime());
}

TEST(Condition, FindsAFinding) {
    const Condition condition = Condition::parse("finding=missing-flush");
    const Outcome shows{.findings = {{.identifier = "other"}, {.identifier = "missing-flush"}}};
    EXPECT_TRUE(condition.holds(shows, shows));
    EXPECT_FALSE(condition.holds({.findings = {{.identifier = "missing-flushes"}}}, shows));
    // A part that is refused, or stands still where the whole does not, shows something else.
    for (const End end : {End::Refused, End::StoodStill, End::Failed, End::Killed, End::Late}) {
        Outcome part = shows;
        part.end = end;
        EXPECT_FALSE(condition.holds(part, shows));
        EXPECT_TRUE(condition.holds(part, part));
        EXPECT_TRUE(condition.holds(shows, part));
    }
}

TEST(Condition, KeepsTheHangsOfTheWhole) {
    const Condition condition = Condition::parse("hang");
    const Outcome whole{.findings = {{.identifier = "a", .hangs = true}, {.identifier = "b"}}};
    EXPECT_TRUE(condition.holds({.findings = {{.identifier = "a", .hangs = true}}}, whole));
    EXPECT_FALSE(condition.holds({.findings = {{.identifier = "b"}}}, whole));
    EXPECT_FALSE(condition.holds({.findings = {{.identifier = "c", .hangs = true}}}, whole));
    const Outcome still{.end = End::StoodStill};
    EXPECT_TRUE(condition.holds(still, still));
    EXPECT_FALSE(condition.holds({.findings = {{.identifier = "c", .hangs = true}}}, still));
}

TEST(Condition, ComparesAPixelWithItsColour) {
    const Condition condition = Condition::parse("pixel=0,1,2,Ff8000fF");
    const Outcome shows{.pixel = 0xff8000ff};
    EXPECT_TRUE(condition.holds(shows, shows));
    EXPECT_FALSE(condition.holds({.pixel = 0xff8000fe}, shows));
    EXPECT_FALSE(condition.holds({}, shows));
}

TEST(Condition, KeepsTheCrashOfTheWhole) {
    const Condition condition = Condition::parse("crash");
    const Outcome killed{.end = End::Killed, .signal = 11};
    EXPECT_TRUE(condition.holds(killed, killed));
    EXPECT_FALSE(condition.holds({.end = End::Killed, .signal = 6}, killed));
    EXPECT_FALSE(condition.holds({}, killed));
    const Outcome failed{.end = End::Failed, .reason = "no memory"};
    EXPECT_TRUE(condition.holds(failed, failed));
    EXPECT_FALSE(condition.holds(killed, failed));
    EXPECT_FALSE(condition.holds({.end = End::Refused}, {.end = End::Refused}));
}

TEST(Condition, HoldsFromOneCycleMoreOn) {
    const Condition condition = Condition::parse("cycles=draw>500");
    EXPECT_TRUE(condition.holds({.cycles = 501}, {.cycles = 501}));
    EXPECT_FALSE(condition.holds({.cycles = 500}, {.cycles = 501}));
    EXPECT_FALSE(condition.holds({}, {.cycles = 501}));
}

TEST(Condition, SaysWhatTheWholeShowsInstead) {
    const auto reasonOf = [](const std::string& text, const Outcome& whole) {
        try {
            Condition::parse(text).require(whole, "a.cyc");
        } catch (const sim::Error& error) {
            EXPECT_EQ(error.file(), "a.cyc");
            return error.reason();
        }
        return std::string();
    };
    EXPECT_EQ(reasonOf("finding=c", {.findings = {{.identifier = "a"}, {.identifier = "b"}}}),
              "does not show finding=c as a whole: its run ends, with the findings a, b");
    EXPECT_EQ(reasonOf("pixel=0,1,2,000000ff", {.pixel = 0xff8000ff}),
              "does not show pixel=0,1,2,000000ff as a whole: its run ends, without findings; the pixel is ff8000ff");
    EXPECT_EQ(reasonOf("crash", {.end = End::Late}),
              "does not show crash as a whole: its run takes longer than --time-limit, without findings");
    EXPECT_EQ(reasonOf("finding=a", {.findings = {{.identifier = "a"}}}), "");
}

}  // namespace
}  // namespace cyclorama::reduce
