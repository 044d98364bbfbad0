// SPDX-License-Identifier: MIT
// Mesa's etnaviv driver, untouched, on every preset that it accepts: programs draw what Mesa's software driver draws.

#include <gtest/gtest.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "cli/run_program.h"
#include "mesa/mesa_is_there.h"
#include "support/paths.h"
#include "support/pictures.h"

namespace cyclorama {
namespace {

/// Model and revision that Mesa prints for each preset.
const std::map<std::string, std::string> kRenderers = {
    {"gc400", "GC400 rev 4652"},     {"gc880", "GC880 rev 5106"},        {"gc2000", "GC2000 rev 5108"},
    {"gc3000", "GC3000 rev 5450"},   {"gc7000l", "GC7000 rev 6214"},     {"gc7000nanoultra", "GC600 rev 4653"},
    {"gc7000ul", "GC7000 rev 6204"}, {"gc400_imx6sx", "GC400 rev 4645"}, {"gc860", "GC860 rev 4621"},
};

/// A chip's preset and a version of Mesa.
class MesaTest : public cli::ProgramTest, public testing::WithParamInterface<std::tuple<std::string, std::string>> {
  protected:
    void SetUp() override {
        if (!mesaIsThere(mesa()))
            GTEST_SKIP() << "Mesa " << mesa() << " is not there; scripts/setup/mesa " << mesa() << " builds it";
    }

    static std::string gpu() { return std::get<0>(GetParam()); }
    /// GL_RENDERER of the chip.
    static std::string renderer() { return "Vivante " + kRenderers.at(gpu()); }
    static std::string mesa() { return std::get<1>(GetParam()); }

    cli::ProgramResult exec(const std::vector<std::string>& options, const std::vector<std::string>& command) const {
        std::vector<std::string> arguments = {"exec", "--gpu", gpu(), "--mesa", mesa(), "--out", "frames"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        arguments.push_back("--");
        arguments.insert(arguments.end(), command.begin(), command.end());
        return run(arguments);
    }

    void expectStudio(const std::filesystem::path& picture) const {
        constexpr int kDifference = 8;
        const Picture reference = readPng(paths::data("gles_scene_llvmpipe.png"));
        EXPECT_GE(shareAlike(readPng(picture), reference, kDifference), 0.99) << picture.filename();
    }
};

/// The pixels of the second frame of Debian 12's kmscube, 320x240.
constexpr uint64_t kKmscubeFrame = 0x044c72f6a4807568;

TEST_P(MesaTest, DrawsWithoutAWindowSystem) {
    const cli::ProgramResult result = exec({}, {paths::glesScene(), "--out", "read"});
    ASSERT_EQ(result.status, 0) << result.err;
    EXPECT_NE(result.out.find(renderer()), std::string::npos) << result.out;
    expectStudio(file("read/frame0000.png"));
}

TEST_P(MesaTest, ShowsFrames) {
    const cli::ProgramResult result =
        exec({"--display", "320x240"}, {paths::glesScene(), "--present", "--frames", "2"});
    ASSERT_EQ(result.status, 0) << result.err;
    expectStudio(file("frames/frame0000.png"));
    EXPECT_TRUE(std::filesystem::exists(file("frames/frame0001.png")));
}

TEST_P(MesaTest, DrawsTheSameCycleByCycle) {
    std::vector<std::string> pictures;
    for (const std::string mode : {"functional", "timing"}) {
        const cli::ProgramResult result =
            exec({"--mode", mode, "--display", "64x48"}, {paths::glesScene(), "--present", "--frames", "1"});
        ASSERT_EQ(result.status, 0) << result.err;
        pictures.push_back(content("frames/frame0000.png"));
    }
    EXPECT_FALSE(pictures[0].empty());
    EXPECT_TRUE(pictures[0] == pictures[1]);
}

// The replay checks what each submission leaves in the buffers that it writes to.
TEST_P(MesaTest, ReplaysWhatItRecorded) {
    const cli::ProgramResult drawn =
        exec({"--record", "scene.cyc", "--display", "320x240"}, {paths::glesScene(), "--present", "--frames", "2"});
    ASSERT_EQ(drawn.status, 0) << drawn.err;
    const cli::ProgramResult replayed = run({"run", "scene.cyc", "--out", "replayed"});
    ASSERT_EQ(replayed.status, 0) << replayed.err;
    EXPECT_EQ(replayed.err.find("replay-differs"), std::string::npos) << replayed.err;
    for (const std::string frame : {"/frame0000.png", "/frame0001.png"})
        EXPECT_EQ(content("replayed" + frame), content("frames" + frame)) << frame;
    const cli::ProgramResult dumped = run({"dump", "scene.cyc"});
    EXPECT_EQ(dumped.status, 0) << dumped.err;
    EXPECT_NE(dumped.out.find("\nwritten "), std::string::npos);
    EXPECT_EQ(dumped.out.find("unknown"), std::string::npos);
}

TEST_P(MesaTest, ShowsEglinfoItsFeatures) {
    if (!installed("eglinfo")) GTEST_SKIP() << "eglinfo is not there (package mesa-utils)";
    const cli::ProgramResult result = exec({}, {"eglinfo"});
    EXPECT_NE(result.out.find("EGL driver name: etnaviv"), std::string::npos) << result.out << result.err;
}

TEST_P(MesaTest, ShowsKmscube) {
    if (!installed("kmscube")) GTEST_SKIP() << "kmscube is not there (package kmscube)";
    // kmscube ends early where there is something to read, or an end, on its standard input.
    std::array<int, 2> silence{};
    ASSERT_EQ(pipe(silence.data()), 0);
    ASSERT_EQ(dup2(silence[0], STDIN_FILENO), STDIN_FILENO);
    const cli::ProgramResult result = exec({"--display", "320x240"}, {"kmscube", "--count", "3"});
    ASSERT_EQ(result.status, 0) << result.out << result.err;
    const Picture frame = readPng(file("frames/frame0001.png"));
    EXPECT_EQ(frame.width, 320u);
    EXPECT_EQ(frame.height, 240u);
    // A shaded cube before grey, the same to the bit on every chip and with every Mesa.
    EXPECT_EQ(XXH3_64bits(frame.rgba.data(), frame.rgba.size()), kKmscubeFrame);
}

using DefaultExecTest = cli::ProgramTest;

// As users start it first: no chip, display or Mesa is named. One scene, few frames.
TEST_F(DefaultExecTest, ShowsGlmark2) {
    if (!mesaIsThere("22.3.6") && !mesaIsThere("25.0.7"))
        GTEST_SKIP() << "Mesa is not there; scripts/setup/mesa builds it";
    if (!installed("glmark2-es2-drm")) GTEST_SKIP() << "glmark2-es2-drm is not there (package of the same name)";
    const cli::ProgramResult result =
        run({"exec", "--out", "frames", "--", "glmark2-es2-drm", "-b", "build:nframes=3"});
    ASSERT_EQ(result.status, 0) << result.out << result.err;
    EXPECT_NE(result.out.find("glmark2 Score"), std::string::npos) << result.out << result.err;
    const Picture frame = readPng(file("frames/frame0001.png"));
    ASSERT_FALSE(frame.rgba.empty());
    // A horse in the middle of a plain background.
    size_t background = 0;
    for (size_t pixel = 0; pixel < frame.rgba.size(); pixel += 4)
        if (std::equal(frame.rgba.begin(), frame.rgba.begin() + 4, frame.rgba.begin() + static_cast<ptrdiff_t>(pixel)))
            ++background;
    const double share = static_cast<double>(background) / (static_cast<double>(frame.rgba.size()) / 4);
    EXPECT_GT(share, 0.3);
    EXPECT_LT(share, 0.95);
}

TEST_F(DefaultExecTest, TakesMesaFromAFolder) {
    for (const std::string version : {"22.3.6", "25.0.7"}) {
        if (!mesaIsThere(version)) GTEST_SKIP() << "Mesa " << version << " is not there; scripts/setup/mesa builds it";
        const cli::ProgramResult result =
            run({"exec", "--mesa", mesaPrefix(version).string(), "--", paths::glesScene(), "--out", "read"});
        EXPECT_EQ(result.status, 0) << result.err;
        EXPECT_NE(result.out.find("Vivante GC2000"), std::string::npos) << result.out;
    }
    expectRefusal({"exec", "--mesa", folder().string(), "--", "true"}, "there is no Mesa in");
    // Mesa would draw with the processor.
    expectRefusal({"exec", "--gpu", "attila", "--mesa", "22.3.6", "--", "true"}, "has no virtio_gpu driver");
}

// Two families in both machines. The state is on standard error: standard output is the program's.
TEST_F(DefaultExecTest, StandsStillWhereItIsAskedTo) {
    if (!mesaIsThere("25.0.7")) GTEST_SKIP() << "Mesa 25.0.7 is not there; scripts/setup/mesa builds it";
    const auto stop = [&](const std::string& gpu, const std::string& mode, const std::string& place) {
        const cli::ProgramResult result = run({"exec", "--gpu", gpu, "--mode", mode, "--display", "96x64", "--out",
                                               "out", "--stop-at", place, "--", paths::glesScene(), "--present"});
        EXPECT_EQ(result.status, 0) << result.err;
        EXPECT_NE(result.out.find("renderer "), std::string::npos) << result.out;
        return result.err;
    };
    for (const std::string gpu : {"attila", "gc2000"})
        for (const std::string mode : {"functional", "timing"}) {
            const std::string text = stop(gpu, mode, "draw=2");
            EXPECT_TRUE(text.starts_with("at frame 0, draw 2, command ")) << text;
            EXPECT_NE(text.find("\n0 frames and 2 draws are done\n"), std::string::npos) << text;
        }
    const std::string timed = stop("attila", "timing", "cycle=20000");
    EXPECT_TRUE(timed.starts_with("before cycle 20000, in frame 0\n")) << timed;
    EXPECT_NE(timed.find("requests to GPU memory are under way"), std::string::npos) << timed;
    const std::string missed = stop("attila", "functional", "draw=100000");
    EXPECT_NE(missed.find("the program ended before draw=100000"), std::string::npos) << missed;
}

INSTANTIATE_TEST_SUITE_P(Chips, MesaTest,
                         testing::Combine(testing::Values("gc400", "gc400_imx6sx", "gc860", "gc880", "gc2000", "gc3000",
                                                          "gc7000l", "gc7000nanoultra", "gc7000ul"),
                                          testing::Values("22.3.6", "25.0.7")),
                         kNameOfSetting);

}  // namespace
}  // namespace cyclorama
