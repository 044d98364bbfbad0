// SPDX-License-Identifier: MIT
#include "machine/values/run_pause.h"

#include <gtest/gtest.h>

#include "machine/values/draw_state_rows.h"

namespace cyclorama::machine {
namespace {

gpu::Command command(uint64_t ordinal, gpu::Operation operation) {
    return {.operation = std::move(operation), .position = {.ordinal = ordinal, .offset = 0}, .cost = {}};
}

struct RunPauseTest : testing::Test {
    bool take(uint64_t ordinal, const gpu::Operation& operation) {
        return pause.take(command(ordinal, operation), state);
    }

    gpu::DrawState state;
    RunPause pause;
};

TEST_F(RunPauseTest, StandsAtADrawOfItsFrameOnce) {
    pause.setCommand({.frame = 1, .draw = 1, .ordinal = {}});
    for (int draw = 0; draw < 3; ++draw) EXPECT_FALSE(take(10, gpu::Draw{}));
    pause.endFrame();
    EXPECT_FALSE(take(3, gpu::ClearColor{}));
    EXPECT_FALSE(take(4, gpu::Draw{}));
    EXPECT_FALSE(take(5, gpu::ClearColor{})) << "which is no draw";
    EXPECT_FALSE(pause.due());
    EXPECT_TRUE(take(6, gpu::Draw{}));
    EXPECT_TRUE(pause.due());
    ASSERT_TRUE(pause.stopped());
    EXPECT_EQ(pause.stopped()->frame, 1u);
    EXPECT_EQ(pause.stopped()->draw, 1u);
    EXPECT_EQ(pause.stopped()->position.ordinal, 6u);
    EXPECT_EQ(pause.stopped()->state, rowsOf(state));
    EXPECT_FALSE(pause.stopped()->state.empty());
    constexpr uint64_t kNever = RunPause::kNever;
    pause.set({.frames = kNever, .draws = kNever, .cycles = kNever});
    EXPECT_FALSE(pause.due());
    EXPECT_FALSE(take(7, gpu::Draw{}));
}

TEST_F(RunPauseTest, StopsAfterAPlaceThatIsLeftOut) {
    pause.setCommand({.frame = 0, .draw = {}, .ordinal = 5});
    EXPECT_FALSE(take(4, gpu::Draw{}));
    EXPECT_TRUE(take(7, gpu::ClearColor{}));
    EXPECT_TRUE(pause.stopped()->state.empty()) << "a clear is no draw";

    pause.setCommand({.frame = 0, .draw = 9, .ordinal = {}});
    pause.endFrame();
    EXPECT_TRUE(take(0, gpu::ClearColor{})) << "the frame had no such draw";
}

TEST_F(RunPauseTest, CountsFramesThatAreNotPresentedAndThoseBeforeTheFirst) {
    pause.startAt(4);
    pause.passFrame();
    EXPECT_EQ(pause.frame(), 5u);
    EXPECT_EQ(pause.place().frames, 0u);
    pause.setCommand({.frame = 5, .draw = {}, .ordinal = {}});
    EXPECT_TRUE(take(0, gpu::Marker{}));
}

TEST_F(RunPauseTest, EndedDrawsAreNumberedAnewInEachFrame) {
    const auto number = [&] {
        pause.endDraw(gpu::Draw{}, state);
        return pause.lastDraw()->number;
    };
    EXPECT_EQ(number(), 0u);
    EXPECT_EQ(number(), 1u);
    EXPECT_TRUE(pause.lastDraw()->state);
    pause.endFrame();
    EXPECT_EQ(number(), 0u);
    EXPECT_EQ(pause.lastDraw()->frame, 1u);
    pause.passFrame();
    EXPECT_EQ(number(), 0u) << "of a frame that is not presented, too";
    EXPECT_EQ(pause.place().draws, 4u);
}

}  // namespace
}  // namespace cyclorama::machine
