// SPDX-License-Identifier: MIT
// Scenes by Mesa's Turnip and freedreno, untouched: what Mesa's software drivers draw, and the same to the bit however
// the driver goes about it.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "cli/run_program.h"
#include "mesa/mesa_is_there.h"
#include "support/paths.h"
#include "support/pictures.h"

namespace cyclorama {
namespace {

/// A chip's preset and a version of Mesa.
class AdrenoSceneTest : public cli::ProgramTest,
                        public testing::WithParamInterface<std::tuple<std::string, std::string>> {
  protected:
    void SetUp() override {
        if (!mesaHasTurnip(mesa()))
            GTEST_SKIP() << "Mesa " << mesa() << " with Turnip is not there; scripts/setup/mesa " << mesa()
                         << " builds it";
        if (paths::vulkanScene().empty())
            GTEST_SKIP() << "Vulkan's library or glslangValidator is not installed (Debian: libvulkan-dev, "
                            "glslang-tools)";
    }

    static std::string mesa() { return std::get<1>(GetParam()); }

    /// Runs a program on the chip, and fails the test where it or the machine finds anything wrong.
    void exec(const std::vector<std::string>& command) const {
        std::vector<std::string> arguments = {
            "exec", "--gpu", std::get<0>(GetParam()), "--mesa", mesa(), "--display", "320x240", "--out", "out", "--"};
        arguments.insert(arguments.end(), command.begin(), command.end());
        const cli::ProgramResult result = run(arguments);
        EXPECT_EQ(result.status, 0) << result.err;
        EXPECT_EQ(content("out/summary.json").find("\"identifier\""), std::string::npos) << result.err;
    }
    /// The picture that a program reads back, with these settings of its environment.
    Picture drawn(const std::string& program, const std::vector<std::string>& environment,
                  const std::vector<std::string>& options = {}) const {
        std::vector<std::string> command = {"env"};
        command.insert(command.end(), environment.begin(), environment.end());
        command.push_back(program);
        command.insert(command.end(), options.begin(), options.end());
        command.insert(command.end(), {"--out", "read"});
        exec(command);
        return readPng(file("read/frame0000.png"));
    }
};

TEST_P(AdrenoSceneTest, VulkanDrawsWhatLavapipeDraws) {
    constexpr int kDifference = 2;
    for (const std::string samples : {"1", "4"}) {
        const Picture reference = readPng(paths::data("vulkan_scene_lavapipe_" + samples + ".png"));
        EXPECT_GE(shareAlike(drawn(paths::vulkanScene(), {}, {"--samples", samples}), reference, kDifference), 0.999)
            << samples << " samples";
    }
}

TEST_P(AdrenoSceneTest, VulkanDrawsTheSameInEveryMode) {
    for (const std::string samples : {"1", "4"}) {
        const Picture picture = drawn(paths::vulkanScene(), {}, {"--samples", samples});
        for (const std::string mode : {"sysmem", "gmem", "gmem,forcebin", "nobin", "nolrz", "noubwc"})
            EXPECT_TRUE(drawn(paths::vulkanScene(), {"TU_DEBUG=" + mode}, {"--samples", samples}) == picture)
                << samples << " samples, " << mode;
    }
}

TEST_P(AdrenoSceneTest, OpenGlDrawsWhatLlvmpipeDraws) {
    constexpr int kDifference = 2;
    const Picture reference = readPng(paths::data("gles_scene_llvmpipe.png"));
    EXPECT_GE(shareAlike(drawn(paths::glesScene(), {}), reference, kDifference), 0.999);
}

TEST_P(AdrenoSceneTest, OpenGlDrawsTheSameInEveryMode) {
    const Picture picture = drawn(paths::glesScene(), {});
    for (const std::string mode : {"sysmem", "gmem", "nobin", "nolrz", "noubwc"})
        EXPECT_TRUE(drawn(paths::glesScene(), {"FD_MESA_DEBUG=" + mode}) == picture) << mode;
}

TEST_P(AdrenoSceneTest, VulkanShowsItsFrames) {
    exec({paths::vulkanScene(), "--present", "--frames", "2", "--out", "read"});
    for (const std::string frame : {"frame0000.png", "frame0001.png"})
        EXPECT_TRUE(readPng(file("out/" + frame)) == readPng(file("read/" + frame))) << frame;
}

using AdrenoModesTest = AdrenoSceneTest;

/// Numbers of the row of a table of modes.
std::vector<uint64_t> rowOf(const std::string& table, const std::string& name) {
    std::istringstream lines(table);
    for (std::string line; std::getline(lines, line);) {
        if (!line.ends_with("  " + name)) continue;
        std::istringstream words(line);
        std::vector<uint64_t> values(2);
        words >> values[0] >> values[1];
        return values;
    }
    return {};
}

TEST_P(AdrenoModesTest, TimesTheModesOfTheDriverSideBySide) {
    const cli::ProgramResult result = run({"exec",
                                           "--gpu",
                                           std::get<0>(GetParam()),
                                           "--mesa",
                                           mesa(),
                                           "--mode",
                                           "timing",
                                           "--report",
                                           "--display",
                                           "320x240",
                                           "--driver-modes",
                                           "gmem,sysmem",
                                           "--out",
                                           "out",
                                           "--",
                                           paths::vulkanScene(),
                                           "--present",
                                           "--frames",
                                           "1",
                                           "--out",
                                           "read"});
    ASSERT_EQ(result.status, 0) << result.err;
    const std::vector<uint64_t> cycles = rowOf(result.out, "cycles");
    for (size_t i = 0; const std::string mode : {"gmem", "sysmem"})
        EXPECT_EQ(cycles.at(i++),
                  nlohmann::json::parse(content("out/" + mode + "/summary.json")).at("cycles").get<uint64_t>());
    EXPECT_GT(rowOf(result.out, "cycles: moves of bins").at(0), 0u);
    EXPECT_EQ(rowOf(result.out, "cycles: moves of bins").at(1), 0u);
    EXPECT_GT(rowOf(result.out, "cycles: draws to memory").at(1), 0u);
    EXPECT_LT(rowOf(result.out, "bytes written: CCU").at(0), rowOf(result.out, "bytes written: CCU").at(1));
    EXPECT_TRUE(result.out.find("sysmem: 1 of 1 pictures equal to those of gmem") != std::string::npos) << result.out;
    EXPECT_TRUE(std::filesystem::exists(file("out/comparison.html")));
}

INSTANTIATE_TEST_SUITE_P(Chips, AdrenoSceneTest,
                         testing::Combine(testing::Values("a618", "a630", "a650", "a660"),
                                          testing::Values("22.3.6", "25.0.7")),
                         kNameOfSetting);
INSTANTIATE_TEST_SUITE_P(Chips, AdrenoModesTest,
                         testing::Combine(testing::Values("a630"), testing::Values("22.3.6", "25.0.7")),
                         kNameOfSetting);

}  // namespace
}  // namespace cyclorama
