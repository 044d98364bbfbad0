// SPDX-License-Identifier: MIT
// The whole timing machine on small scenes: its images are those of the functional machine, and what it counts depends
// neither on sleeping boxes nor on what else is asked for. Cycles themselves are compared with ATTILA's on traces.

#include <gtest/gtest.h>

#include <sstream>

#include "machine/functional_scene.h"
#include "machine/timing/timing_machine.h"

namespace cyclorama::machine {
namespace {

/// Draws vertices that have memory of their own: the next ones are written while these are still read.
void draw(Scene& scene, uint32_t number, const std::vector<Vertex>& vertices) {
    for (const uint32_t stream : {0u, 1u})
        scene.state.input.edit().streams[stream].address = kVertexAddress + number * 0x1000 + stream * 16;
    scene.draw(vertices);
}

/// Two frames of rectangles in front of and behind each other.
Scene twoFrames() {
    Scene scene;
    scene.depthTest(func::CompareFunction::Less);
    draw(scene, 0, scene.everything(kBlue, 0.5f));
    draw(scene, 1, scene.rectangle(8, 8, 40, 40, kRed, 0.0f));
    draw(scene, 2, scene.rectangle(20, 20, 60, 60, kGreen, 0.25f));
    scene.present();
    draw(scene, 3, scene.rectangle(3, 5, 31, 17, kWhite, -0.5f));
    scene.command(gpu::FlushCache{.buffer = gpu::Buffer::Color});
    scene.present();
    return scene;
}

TEST(TimingMachine, DrawsWhatTheFunctionalMachineDraws) {
    const Scene scene = twoFrames();
    uint64_t cycles = 0;
    const auto timed = scene.runTimed({}, {}, &cycles);
    const auto functional = scene.run();
    ASSERT_EQ(timed->frames.size(), 2u);
    for (size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(timed->frames[i].picture.rgba, functional->frames[i].picture.rgba) << i;
        EXPECT_EQ(timed->frames[i].index, i);
    }
    EXPECT_TRUE(timed->findings.all().empty());
    ASSERT_TRUE(timed->frames[0].cycles && timed->frames[1].cycles);
    EXPECT_LE(*timed->frames[0].cycles + *timed->frames[1].cycles, cycles);
}

TEST(TimingMachine, SleepingChangesNothing) {
    const auto run = [](bool sleeping) {
        std::ostringstream frames, batches, windows;
        uint64_t cycles = 0;
        twoFrames().runTimed(
            {.statistics = {.frames = &frames, .batches = &batches, .windows = &windows, .windowCycles = 500},
             .sleeping = sleeping},
            {}, &cycles);
        return std::to_string(cycles) + frames.str() + batches.str() + windows.str();
    };
    const std::string asleep = run(true);
    EXPECT_EQ(run(false), asleep);
    EXPECT_NE(asleep.find("CycleCounter"), std::string::npos);
}

TEST(TimingMachine, EndsAtItsLimits) {
    uint64_t cycles = 0;
    EXPECT_EQ(twoFrames().runTimed({.limits = {.firstFrame = 4, .frames = 1}})->frames.front().index, 4u);
    // Also where all boxes sleep.
    for (const uint64_t limit : {1u, 2u, 300u, 301u, 302u, 303u, 304u, 305u, 306u, 307u, 1234u})
        for (const bool sleeping : {true, false}) {
            twoFrames().runTimed({.cycles = limit, .sleeping = sleeping}, {}, &cycles);
            EXPECT_EQ(cycles, limit) << sleeping;
        }
}

TEST(TimingMachine, RunsOnTheOtherModels) {
    Configuration configuration;
    configuration.set("MEMORYCONTROLLER.MemoryControllerV2=FALSE");
    const Scene scene = twoFrames();
    EXPECT_EQ(scene.runTimed({}, configuration)->picture().rgba, scene.run()->picture().rgba);
    Configuration clocks;
    clocks.set("GPU.MemoryClock=750");
    EXPECT_EQ(scene.runTimed({}, clocks)->picture().rgba, scene.run()->picture().rgba);
}

}  // namespace
}  // namespace cyclorama::machine
