// SPDX-License-Identifier: MIT
// `cyclorama run --stop-at`: the run stands still where it was asked to, and says what is under way.

#include <gtest/gtest.h>

#include <string>

#include "cli/run_program.h"
#include "support/expressions.h"
#include "support/paths.h"

namespace cyclorama::cli {
namespace {

class StopCommand : public ProgramTest {
  protected:
    /// The standard output of a run that stops.
    std::string stop(const std::string& workload, const std::string& mode, const std::string& place) const {
        const ProgramResult result =
            run({"run", paths::source(workload), "--mode", mode, "--out", "out", "--stop-at", place});
        EXPECT_EQ(result.status, 0) << result.err;
        EXPECT_EQ(result.err.find("ended before"), std::string::npos) << result.err;
        return result.out;
    }
    static std::string firstLine(const std::string& text) { return text.substr(0, text.find('\n')); }
    static size_t count(const std::string& text, const std::string& pattern) {
        return Expression(pattern).findAll(text).size();
    }
};

constexpr const char* kTriangleTrace = "tests/data/triangle.agp.gz";
constexpr const char* kSceneCapture = "examples/gles_scene/gc2000.cyc";
constexpr const char* kVulkanCapture = "examples/vulkan_scene/a630.cyc";
constexpr const char* kMedleyCapture = "tests/golden/captures/medley-gc2000.cyc";

TEST_F(StopCommand, StandsBeforeADrawOfEachKindOfWorkload) {
    for (const std::string mode : {"functional", "timing"}) {
        EXPECT_EQ(firstLine(stop(kTriangleTrace, mode, "draw=0")),
                  "at frame 0, draw 0, command 42: 3 vertices: triangles");
        EXPECT_EQ(firstLine(stop(kSceneCapture, mode, "draw=3")),
                  "at frame 0, draw 3, command 1: 4 vertices: a triangle fan");
    }
    const std::string vulkan = stop(kVulkanCapture, "functional", "draw=2");
    EXPECT_TRUE(firstLine(vulkan).starts_with("at frame 0, draw 2, command ")) << vulkan;
    EXPECT_NE(vulkan.find("\n0 frames and 2 draws are done\n"), std::string::npos) << vulkan;
    EXPECT_NE(vulkan.find("the last draw that ended: frame 0, draw 1"), std::string::npos) << vulkan;
}

TEST_F(StopCommand, NamesTheStateThatTheDrawFinds) {
    const std::string text = stop(kTriangleTrace, "functional", "draw=0");
    EXPECT_NE(text.find("    rasterizer, surface: 64x48 pixels\n"), std::string::npos) << text;
    const std::string later = stop(kSceneCapture, "functional", "draw=33");
    EXPECT_NE(later.find("\nDraws: 33 draws\n"), std::string::npos) << later;
}

TEST_F(StopCommand, ShowsEveryBoxInTheMidstOfADraw) {
    const std::string text = stop(kTriangleTrace, "timing", "cycle=1010");
    EXPECT_EQ(firstLine(text), "before cycle 1010, in frame 0");
    EXPECT_NE(text.find("under way: frame 0, draw 0, command 42: 3 vertices: triangles, since cycle "),
              std::string::npos)
        << text;
    // One of each stage is enough to know that none is left out: boxes register themselves.
    for (const char* box : {"CommandProcessor", "Streamer", "Clipper", "TriangleTraversal", "VectorShader3",
                            "ColorWrite0", "DAC", "ChannelScheduler.Sched7"})
        EXPECT_NE(text.find(std::string("\n  ") + box + ": anything last moved in cycle "), std::string::npos) << box;
    EXPECT_GE(count(text, "\n    state: Drawing\n"), 4u) << text;
    EXPECT_NE(text.find("\nclock domain GPU: cycle 1010\n"), std::string::npos) << text;
}

TEST_F(StopCommand, StopsAtCommandsAndLaterFrames) {
    for (const std::string mode : {"functional", "timing"}) {
        const std::string command = stop(kMedleyCapture, mode, "frame=1,command=3");
        EXPECT_FALSE(Expression("^at frame 1, draw 0, command ([3-9]|\\d\\d)").find(firstLine(command)).empty())
            << command;
        EXPECT_NE(command.find("\n1 frames and "), std::string::npos) << command;
        EXPECT_EQ(firstLine(stop(kMedleyCapture, mode, "frame=1")).substr(0, 10), "at frame 1");
        EXPECT_TRUE(std::filesystem::exists(file("out/frame0000.png")));
        EXPECT_FALSE(std::filesystem::exists(file("out/frame0001.png")));
    }
}

TEST_F(StopCommand, ReportsThatThePlaceWasNotReached) {
    const ProgramResult result =
        run({"run", paths::source(kTriangleTrace), "--out", "out", "--stop-at", "frame=0,draw=1"});
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err.find("the run ended before frame=0,draw=1\n"), std::string::npos) << result.err;
}

TEST_F(StopCommand, RefusesOtherPlaces) {
    const std::string trace = paths::source(kTriangleTrace);
    for (const char* place : {"5", "frame=", "frame=x", "cycle=3,draw=1", "batch=3", "draw=-1", ",", "draw=1,"})
        expectRefusal({"run", trace, "--mode", "timing", "--stop-at", place}, place);
    expectRefusal({"run", trace, "--stop-at", "cycle=100"}, "cycles pass with --mode timing alone");
}

}  // namespace
}  // namespace cyclorama::cli
