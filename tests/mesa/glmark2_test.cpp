// SPDX-License-Identifier: MIT
// glmark2's default scenes on an Adreno chip, all in one process: the same pictures to the bit however the driver goes
// about them, and replayed from a capture.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

#include "cli/run_program.h"
#include "mesa/mesa_is_there.h"

namespace cyclorama {
namespace {

/// A way to draw OpenGL, by the driver's name for Mesa's loader, and the variable that sets its modes.
struct GlDriver {
    std::string preset;
    std::string variable;
    std::vector<std::string> modes;
};

void PrintTo(const GlDriver& driver, std::ostream* out) { *out << driver.preset; }

constexpr size_t kScenes = 33;

class AdrenoGlmark2Test : public cli::ProgramTest,
                          public testing::WithParamInterface<std::tuple<GlDriver, std::string>> {
  protected:
    static GlDriver driver() { return std::get<0>(GetParam()); }
    static std::string mesa() { return std::get<1>(GetParam()); }

    void SetUp() override {
        if (!mesaHasTurnip(mesa()))
            GTEST_SKIP() << "Mesa " << mesa() << " with Turnip is not there; scripts/setup/mesa " << mesa()
                         << " builds it";
        if (!installed("glmark2-es2-drm")) GTEST_SKIP() << "glmark2-es2-drm is not there (package of the same name)";
    }
    /// Draws so many frames of each scene into a folder. Later ones than the first depend a little on how often the
    /// program looked at the clock.
    void draw(const std::string& out, const std::string& mode, int frames,
              const std::vector<std::string>& options = {}) const {
        std::vector<std::string> arguments = {"exec",    "--gpu",        "a630", "--mesa", mesa(), "--display",
                                              "320x240", "--frame-time", "100",  "--out",  out};
        arguments.insert(arguments.end(), options.begin(), options.end());
        for (const std::string& word :
             {std::string("--"), std::string("env"), "MESA_LOADER_DRIVER_OVERRIDE=" + driver().preset,
              driver().variable + "=" + mode, std::string("glmark2-es2-drm"), std::string("--size"), std::string("1x1"),
              std::string("--swap-mode"), std::string("fifo"), std::string("-b"), ":nframes=" + std::to_string(frames)})
            arguments.push_back(word);
        const cli::ProgramResult result = run(arguments);
        EXPECT_EQ(result.status, 0) << result.out << result.err;
    }
    /// The pictures' files by their numbers, as bytes.
    std::vector<std::string> pictures(const std::string& out) const {
        std::vector<std::filesystem::path> paths;
        for (const auto& entry : std::filesystem::directory_iterator(file(out)))
            if (entry.path().extension() == ".png") paths.push_back(entry.path());
        std::ranges::sort(paths);
        std::vector<std::string> contents;
        contents.reserve(paths.size());
        for (const std::filesystem::path& path : paths) contents.push_back(results::contentOf(path));
        return contents;
    }
    void expectSame(const std::string& out, const std::vector<std::string>& wanted) const {
        const std::vector<std::string> found = pictures(out);
        ASSERT_EQ(found.size(), wanted.size()) << out;
        for (size_t i = 0; i < found.size(); ++i) EXPECT_TRUE(found[i] == wanted[i]) << out << ", frame " << i;
    }
};

TEST_P(AdrenoGlmark2Test, DrawsTheSameInEveryMode) {
    draw("default", "none", 1);
    const std::vector<std::string> wanted = pictures("default");
    ASSERT_EQ(wanted.size(), kScenes);
    for (const std::string& mode : driver().modes) {
        draw(mode, mode, 1);
        expectSame(mode, wanted);
    }
}

TEST_P(AdrenoGlmark2Test, ReplaysToTheBit) {
    draw("made", "none", 2, {"--record", "made.cyc"});
    const std::vector<std::string> wanted = pictures("made");
    ASSERT_EQ(wanted.size(), 2 * kScenes);
    const cli::ProgramResult replay = run({"run", "made.cyc", "--out", "again"});
    EXPECT_EQ(replay.status, 0) << replay.err;
    expectSame("again", wanted);
}

INSTANTIATE_TEST_SUITE_P(
    Drivers, AdrenoGlmark2Test,
    testing::Combine(
        testing::Values(GlDriver{"msm", "FD_MESA_DEBUG", {"sysmem", "gmem", "nobin", "nolrz", "noubwc"}},
                        GlDriver{"zink", "TU_DEBUG", {"sysmem", "gmem", "forcebin", "nobin", "nolrz", "noubwc"}}),
        testing::Values("22.3.6", "25.0.7")),
    kNameOfSetting);

}  // namespace
}  // namespace cyclorama
