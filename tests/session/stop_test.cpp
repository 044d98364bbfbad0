// SPDX-License-Identifier: MIT
// Places at which a run stops: their text, the limits they set, and what is said of the work under way.

#include "session/stop.h"

#include <gtest/gtest.h>

#include <string>

#include "gpu/draw_state.h"
#include "sim/error.h"

namespace cyclorama::session {
namespace {

using machine::RunPause;

/// The reason why a place is refused; empty where it is not.
std::string refusal(const std::string& text, bool timed = true) {
    try {
        stopPlaceOf(text, timed);
    } catch (const sim::Error& error) {
        return error.what();
    }
    return "";
}

/// A draw of this number in its frame.
machine::StartedOperation drawAt(uint64_t ordinal, uint32_t number) {
    return {.kind = gpu::WorkKind::Draw, .title = "draw 3 vertices", .position = {.ordinal = ordinal}, .draw = number};
}

TEST(StopPlaceText, EmptyNamesNoPlace) { EXPECT_FALSE(stopPlaceOf("", true)); }

TEST(StopPlaceText, CycleIsTheWholePlace) {
    const auto place = stopPlaceOf("cycle=18446744073709551615", true);
    ASSERT_TRUE(place);
    EXPECT_EQ(place->cycle, 18446744073709551615U);
    EXPECT_EQ(place->text, "cycle=18446744073709551615");
}

TEST(StopPlaceText, CommandPlacesCombineInAnyOrder) {
    const auto place = stopPlaceOf("command=7,frame=2,draw=5", false);
    ASSERT_TRUE(place);
    EXPECT_FALSE(place->cycle);
    EXPECT_EQ(place->command.frame, 2U);
    EXPECT_EQ(place->command.draw, 5U);
    EXPECT_EQ(place->command.ordinal, 7U);
}

TEST(StopPlaceText, CyclesWithCommandsAreRefused) {
    EXPECT_EQ(refusal("cycle=1,draw=2"),
              "--stop-at: 'cycle=1,draw=2' is neither cycle=N nor some of frame=N,draw=N,command=N");
}

TEST(StopPlaceText, MalformedPlacesAreRefused) {
    for (const char* text : {"frame", "frame=", "frame=x", "frame=1x", "frame=-1", "frame=1,", ",frame=1",
                             "frame=1,,draw=1", "triangle=1", "=1", " frame=1", "frame=18446744073709551616"})
        EXPECT_NE(refusal(text).find("is neither cycle=N nor"), std::string::npos) << text;
}

TEST(StopPlaceText, CyclesWithoutTimeAreRefused) {
    EXPECT_EQ(refusal("cycle=1", false), "--stop-at: cycles pass with --mode timing alone");
}

TEST(StopPause, CyclePlaceIsDueAtItsCycleAndNotBefore) {
    Stop stop(*stopPlaceOf("cycle=100", true));
    EXPECT_EQ(stop.pause().nextCycle(), 100U);
    stop.pause().reachCycle(99);
    stop.pause().endFrame();
    EXPECT_FALSE(stop.pause().due());
    stop.pause().reachCycle(100);
    EXPECT_TRUE(stop.pause().due());
}

TEST(StopPause, CommandPlaceIsDueAtItsDrawAndNotBefore) {
    Stop stop(*stopPlaceOf("frame=1,draw=1", true));
    const gpu::DrawState state;
    const gpu::Command draw{.operation = gpu::Draw{}, .position = {}, .cost = {}};
    const gpu::Command present{.operation = gpu::Present{}, .position = {}, .cost = {}};
    for (int i = 0; i < 3; ++i) EXPECT_FALSE(stop.pause().take(draw, state)) << i;
    EXPECT_FALSE(stop.pause().take(present, state));
    stop.pause().endFrame();
    EXPECT_FALSE(stop.pause().take(present, state)) << "no draw";
    EXPECT_FALSE(stop.pause().take(draw, state));
    EXPECT_FALSE(stop.pause().due());
    EXPECT_TRUE(stop.pause().take(draw, state));
    EXPECT_TRUE(stop.pause().due());
}

TEST(StopPause, PassedPlaceIsDueAtTheNextFramesFirstCommand) {
    Stop stop(*stopPlaceOf("frame=0,draw=5", true));
    const gpu::DrawState state;
    const gpu::Command present{.operation = gpu::Present{}, .position = {}, .cost = {}};
    EXPECT_FALSE(stop.pause().take(present, state));
    stop.pause().endFrame();
    EXPECT_TRUE(stop.pause().take(present, state));
}

TEST(StopPause, ContinuedRunStopsNoMore) {
    Stop stop(*stopPlaceOf("cycle=100", true));
    stop.pause().reachCycle(100);
    EXPECT_FALSE(stop.reached());
    stop.resume();
    EXPECT_TRUE(stop.reached());
    stop.pause().reachCycle(1'000'000);
    EXPECT_FALSE(stop.pause().due());
}

TEST(StopText, NamesWhatIsUnderWayAndTheLastDrawThatEnded) {
    Stop stop(*stopPlaceOf("cycle=100", true));
    const uint32_t first = stop.start(drawAt(3, 0));
    stop.start(drawAt(4, 1));
    stop.end(first, 50);
    stop.pause().reachCycle(100);
    EXPECT_EQ(stop.describe("units\n", {}),
              "before cycle 100, in frame 0\n"
              "0 frames and 1 draws are done\n"
              "under way: frame 0, draw 1, command 4: draw 3 vertices\n"
              "the last draw that ended: frame 0, draw 0, command 3: draw 3 vertices\n"
              "units\n");
}

TEST(StopText, NamesTheFrameUnderWay) {
    Stop stop(*stopPlaceOf("cycle=100", true));
    stop.end(stop.start(drawAt(0, 0)), 1);
    stop.pause().endFrame();
    stop.start(drawAt(1, 0));
    EXPECT_NE(stop.describe("", {}).find("under way: frame 1, draw 0, command 1"), std::string::npos);
}

TEST(StopText, CountsWithoutUnitsOmitZeros) {
    Stop stop(*stopPlaceOf("frame=3", false));
    const std::vector<machine::Counted> counted{{.name = "Vertices", .unit = "vertices", .sentence = {}, .sum = 12},
                                                {.name = "Draws", .unit = "draws", .sentence = {}}};
    const std::string text = stop.describe("", counted);
    EXPECT_NE(text.find("Vertices: 12 vertices\n"), std::string::npos);
    EXPECT_EQ(text.find("Draws"), std::string::npos);
}

}  // namespace
}  // namespace cyclorama::session
