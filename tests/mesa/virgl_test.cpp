// SPDX-License-Identifier: MIT
// Mesa's virgl driver before our host, on the ATTILA GPU: of Debian's own Mesa, with nothing built, and of a newer one.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <tuple>
#include <vector>

#include "mesa/virgl_program.h"
#include "support/paths.h"
#include "support/pictures.h"

namespace cyclorama {
namespace {

class VirglTest : public VirglProgramTest {
  protected:
    /// kmscube ends early where there is something to read, or an end, on its standard input.
    static void holdStandardInput() {
        std::array<int, 2> silence{};
        ASSERT_EQ(pipe(silence.data()), 0);
        ASSERT_EQ(dup2(silence[0], STDIN_FILENO), STDIN_FILENO);
    }
    /// Recorded programs give the live frames to the bit in both machines.
    void expectReplays(const std::string& trace, int frames) const {
        for (const std::string mode : {"functional", "timing"}) {
            const cli::ProgramResult replayed =
                run({"run", trace, "--gpu", "attila", "--mode", mode, "--out", "replayed-" + mode});
            ASSERT_EQ(replayed.status, 0) << replayed.err;
            for (int frame = 0; frame < frames; ++frame) {
                const std::string name = "/frame000" + std::to_string(frame) + ".png";
                EXPECT_EQ(content("replayed-" + mode + name), content("live" + name)) << mode << name;
            }
        }
    }
};

class VirglMesaTest : public VirglTest, public testing::WithParamInterface<std::string> {
    const std::string& mesa() const override { return GetParam(); }
};

TEST_P(VirglMesaTest, ListsWhatItOffers) {
    if (!installed("eglinfo")) GTEST_SKIP() << "eglinfo is not there (package mesa-utils)";
    const cli::ProgramResult result = exec({}, {"eglinfo"});
    EXPECT_NE(result.out.find("EGL driver name: virtio_gpu"), std::string::npos) << result.out << result.err;
    EXPECT_NE(result.out.find("EGL client APIs: OpenGL OpenGL_ES"), std::string::npos) << result.out << result.err;
}

TEST_P(VirglMesaTest, ShowsKmscubeAndReplaysIt) {
    if (!installed("kmscube")) GTEST_SKIP() << "kmscube is not there (package kmscube)";
    holdStandardInput();
    const cli::ProgramResult result = exec({"--out", "live", "--record", "cube.agp.gz"}, {"kmscube", "--count", "3"});
    ASSERT_EQ(result.status, 0) << result.out << result.err;
    EXPECT_NE(result.out.find("OpenGL ES 2.0 Mesa"), std::string::npos) << result.out;
    EXPECT_NE(result.out.find("ATTILA"), std::string::npos) << result.out;
    EXPECT_EQ(result.err.find("virgl-"), std::string::npos) << result.err;
    const Picture frame = readPng(file("live/frame0002.png"));
    ASSERT_EQ(frame.width, 320u);
    // A cube of many colours before a grey background.
    const auto isGrey = [&](size_t x, size_t y) {
        const uint8_t* const pixel = &frame.rgba[4 * (y * frame.width + x)];
        return pixel[0] == pixel[1] && pixel[1] == pixel[2];
    };
    EXPECT_TRUE(isGrey(2, 2));
    EXPECT_FALSE(isGrey(160, 90));
    expectReplays("cube.agp.gz", 3);
}

// GBM gives buffers of R8 and GR88, one for each plane, and the program makes textures of them.
TEST_P(VirglMesaTest, ShowsPlanesOfVideo) {
    if (!installed("kmscube")) GTEST_SKIP() << "kmscube is not there (package kmscube)";
    holdStandardInput();
    const cli::ProgramResult result = exec({"--out", "live"}, {"kmscube", "-M", "nv12-2img", "--count", "3"});
    ASSERT_EQ(result.status, 0) << result.out << result.err;
    EXPECT_EQ(result.err.find("virgl-"), std::string::npos) << result.err;
    const Picture frame = readPng(file("live/frame0002.png"));
    // Bars of a television's test picture on each side of the cube: so many pixels are red, green and blue.
    std::array<size_t, 3> counts{};
    for (size_t pixel = 0; pixel < frame.rgba.size(); pixel += 4)
        for (size_t c = 0; c < counts.size(); ++c) {
            const auto of = [&](size_t component) { return frame.rgba[pixel + component % counts.size()]; };
            if (of(c) > 100 && of(c + 1) < 50 && of(c + 2) < 50) ++counts[c];
        }
    for (const size_t count : counts) EXPECT_GT(count, 200u);
}

TEST_P(VirglMesaTest, DrawsTheStudioAndItsDustOfPoints) {
    if (paths::glesScene().empty()) GTEST_SKIP() << "gles_scene is not built: it needs libgles2-mesa-dev";
    const cli::ProgramResult drawn =
        exec({"--out", "live", "--record", "studio.agp.gz"}, {paths::glesScene(), "--present", "--frames", "1"});
    ASSERT_EQ(drawn.status, 0) << drawn.out << drawn.err;
    EXPECT_EQ(drawn.err.find("virgl-"), std::string::npos) << drawn.err;
    constexpr int kDifference = 8;
    EXPECT_GE(
        shareAlike(readPng(file("live/frame0000.png")), readPng(paths::data("gles_scene_llvmpipe.png")), kDifference),
        0.999);
    expectReplays("studio.agp.gz", 1);
}

/// Scenes of glmark2 and the frame that is held against Mesa's own software driver on the same display.
class VirglScenesTest : public VirglTest, public testing::WithParamInterface<std::tuple<std::string, std::string>> {
    const std::string& mesa() const override { return std::get<1>(GetParam()); }
};

TEST_P(VirglScenesTest, DrawsWhatTheSoftwareDriverDraws) {
    if (!installed("glmark2-es2-drm")) GTEST_SKIP() << "glmark2-es2-drm is not there (package of the same name)";
    const std::vector<std::string> command = {
        "glmark2-es2-drm", "--size", "1x1", "--swap-mode", "fifo", "-b", std::get<0>(GetParam()) + ":nframes=2"};
    const cli::ProgramResult drawn =
        exec({"--frame-time", "100", "--out", "live", "--record", "scene.agp.gz"}, command);
    ASSERT_EQ(drawn.status, 0) << drawn.out << drawn.err;
    EXPECT_EQ(drawn.err.find("virgl-"), std::string::npos) << drawn.err;
    const cli::ProgramResult reference =
        execInSoftware({"--frame-time", "100", "--out", "reference"}, command,
                       {"GALLIVM_PERF=no_aos_sampling,rho_approx", "GALLIUM_OVERRIDE_CPU_CAPS=sse4.1"});
    ASSERT_EQ(reference.status, 0) << reference.out << reference.err;
    ASSERT_NE(reference.out.find("GL_RENDERER:    llvmpipe"), std::string::npos) << reference.out;
    ASSERT_NE(drawn.out.find("ATTILA"), std::string::npos) << drawn.out;
    constexpr int kDifference = 8;
    EXPECT_GE(shareAlike(readPng(file("live/frame0001.png")), readPng(file("reference/frame0001.png")), kDifference),
              0.99);
    expectReplays("scene.agp.gz", 2);
}

INSTANTIATE_TEST_SUITE_P(
    Glmark2, VirglScenesTest,
    testing::Combine(testing::Values("build:use-vbo=true", "texture:texture-filter=linear", "shading:shading=phong",
                                     "desktop:effect=shadow:windows=4", "shadow",
                                     "loop:fragment-steps=5:fragment-uniform=true:vertex-steps=5", "jellyfish"),
                     testing::ValuesIn(kVirglMesas)),
    [](const auto& setting) { return "Scene" + std::to_string(setting.index); });

/// The share of the pixels alike, of those whose neighbours in `reference` are all close to them.
double smoothShareAlike(const Picture& picture, const Picture& reference, int most) {
    if (picture.width != reference.width || picture.height != reference.height) return 0;
    const auto differ = [&](const Picture& a, size_t at, const Picture& b, size_t other) {
        int difference = 0;
        for (size_t c = 0; c < 3; ++c)
            difference = std::max(difference, std::abs(a.rgba[at * 4 + c] - b.rgba[other * 4 + c]));
        return difference > most;
    };
    size_t smooth = 0;
    size_t alike = 0;
    for (size_t y = 1; y + 1 < reference.height; ++y)
        for (size_t x = 1; x + 1 < reference.width; ++x) {
            const size_t at = y * reference.width + x;
            bool edge = false;
            for (const size_t other : {at - 1, at + 1, at - reference.width, at + reference.width})
                edge = edge || differ(reference, at, reference, other);
            if (edge) continue;
            ++smooth;
            alike += differ(picture, at, reference, at) ? 0 : 1;
        }
    return smooth == 0 ? 0 : static_cast<double>(alike) / static_cast<double>(smooth);
}

TEST_P(VirglMesaTest, DrawsWithTheSamplesThatProgramsAskFor) {
    if (!installed("glmark2-es2-drm")) GTEST_SKIP() << "glmark2-es2-drm is not there (package of the same name)";
    const std::vector<std::string> command = {"glmark2-es2-drm", "--size", "1x1",
                                              "--swap-mode",     "fifo",   "--visual-config",
                                              "samples=4",       "-b",     "build:use-vbo=true:nframes=2"};
    const cli::ProgramResult drawn =
        exec({"--frame-time", "100", "--out", "live", "--record", "samples.agp.gz"}, command);
    ASSERT_EQ(drawn.status, 0) << drawn.out << drawn.err;
    EXPECT_EQ(drawn.err.find("virgl-"), std::string::npos) << drawn.err;
    EXPECT_NE(drawn.out.find("samples=4"), std::string::npos) << drawn.out;
    const cli::ProgramResult reference = execInSoftware({"--frame-time", "100", "--out", "reference"}, command);
    ASSERT_NE(reference.out.find("GL_RENDERER:    llvmpipe"), std::string::npos) << reference.out;
    constexpr int kDifference = 8;
    EXPECT_GE(
        smoothShareAlike(readPng(file("live/frame0001.png")), readPng(file("reference/frame0001.png")), kDifference),
        0.999);
    expectReplays("samples.agp.gz", 2);
    // Live cycle by cycle, and without samples: other pixels at edges.
    const cli::ProgramResult timed = exec({"--frame-time", "100", "--mode", "timing", "--out", "timed"}, command);
    ASSERT_EQ(timed.status, 0) << timed.out << timed.err;
    EXPECT_EQ(content("timed/frame0001.png"), content("live/frame0001.png"));
    std::vector<std::string> single = command;
    single[6] = "samples=0";
    ASSERT_EQ(exec({"--frame-time", "100", "--out", "single"}, single).status, 0);
    EXPECT_NE(content("single/frame0001.png"), content("live/frame0001.png"));
}

TEST_P(VirglMesaTest, ForcesTheFormsOfSurfacesThatTheConfigurationAsksFor) {
    if (paths::glesScene().empty()) GTEST_SKIP() << "gles_scene is not built: it needs libgles2-mesa-dev";
    const std::vector<std::string> command = {paths::glesScene(), "--present", "--frames", "1"};
    ASSERT_EQ(exec({"--out", "plain"}, command).status, 0);
    const Picture plain = readPng(file("plain/frame0000.png"));
    for (const std::vector<std::string>& settings :
         {std::vector<std::string>{"SIMULATOR.ForceMSAA=TRUE", "SIMULATOR.MSAASamples=8"},
          std::vector<std::string>{"SIMULATOR.ForceFP16ColorBuffer=TRUE"}}) {
        SCOPED_TRACE(settings[0]);
        std::vector<std::string> options = {"--out", "live", "--record", "forced.agp.gz"};
        for (const std::string& setting : settings) options.insert(options.end(), {"--set", setting});
        const cli::ProgramResult drawn = exec(options, command);
        ASSERT_EQ(drawn.status, 0) << drawn.out << drawn.err;
        EXPECT_EQ(drawn.err.find("virgl-"), std::string::npos) << drawn.err;
        EXPECT_EQ(drawn.err.find("set in vain"), std::string::npos) << drawn.err;
        EXPECT_NE(content("live/frame0000.png"), content("plain/frame0000.png"));
        constexpr int kDifference = 8;
        EXPECT_GE(smoothShareAlike(readPng(file("live/frame0000.png")), plain, kDifference), 0.998);
        expectReplays("forced.agp.gz", 1);
    }
}

INSTANTIATE_TEST_SUITE_P(Mesas, VirglMesaTest, testing::ValuesIn(kVirglMesas), kNameOfSetting);

}  // namespace
}  // namespace cyclorama
