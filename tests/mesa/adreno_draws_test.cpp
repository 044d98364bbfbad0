// SPDX-License-Identifier: MIT
// Mesa's Turnip, untouched, draws on a simulated Adreno: the same picture, and the same counts, as its lavapipe.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

#include "cli/run_program.h"
#include "mesa/mesa_is_there.h"
#include "support/paths.h"

namespace cyclorama {
namespace {

/// Debian's lavapipe; empty where it is not installed (mesa-vulkan-drivers).
std::string lavapipe() {
    const std::filesystem::path folder = "/usr/share/vulkan/icd.d";
    if (!std::filesystem::exists(folder)) return {};
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().filename().string().starts_with("lvp_icd")) return entry.path();
    return {};
}

/// A scene of tests/mesa/vulkan_draws, a version of Mesa, and a chip.
class AdrenoDrawsTest : public cli::ProgramTest,
                        public testing::WithParamInterface<std::tuple<std::string, std::string, std::string>> {
  protected:
    static std::string scene() { return std::get<0>(GetParam()); }
    static std::string mesa() { return std::get<1>(GetParam()); }
    static std::string chip() { return std::get<2>(GetParam()); }

    void SetUp() override {
        if (paths::vulkanDraws().empty()) GTEST_SKIP() << "built without Vulkan or glslangValidator";
        if (lavapipe().empty()) GTEST_SKIP() << "lavapipe is not installed (Debian: mesa-vulkan-drivers)";
        if (!mesaHasTurnip(mesa()))
            GTEST_SKIP() << "Mesa " << mesa() << " with Turnip is not there; scripts/setup/mesa " << mesa()
                         << " builds it";
    }
    cli::ProgramResult runWith(const std::string& variable, std::vector<std::string> command) const {
        command.insert(command.begin(), variable);
        return cli::runProgram(folder(), command, {}, "/usr/bin/env");
    }
};

TEST_P(AdrenoDrawsTest, DrawsWhatLavapipeDraws) {
    const cli::ProgramResult expected =
        runWith("VK_ICD_FILENAMES=" + lavapipe(), {paths::vulkanDraws(), scene(), "expected.ppm"});
    ASSERT_EQ(expected.status, 0) << expected.err;
    const cli::ProgramResult found =
        runWith("TU_DEBUG=sysmem", {paths::program(), "exec", "--gpu", chip(), "--mesa", mesa(), "--out", "out", "--",
                                    paths::vulkanDraws(), scene(), "found.ppm"});
    ASSERT_EQ(found.status, 0) << found.err;
    EXPECT_EQ(found.out, expected.out);
    EXPECT_EQ(content("out/summary.json").find("\"identifier\""), std::string::npos) << content("out/summary.json");
    const std::string left = content("expected.ppm");
    const std::string right = content("found.ppm");
    ASSERT_EQ(left.size(), right.size());
    constexpr int kMostDifference = 2;  // of 255: rounding on the way from a fraction to a byte
    size_t different = 0;
    for (size_t i = 0; i < left.size(); ++i)
        if (std::abs(static_cast<uint8_t>(left[i]) - static_cast<uint8_t>(right[i])) > kMostDifference) ++different;
    EXPECT_LE(different, left.size() / 1000);
}

INSTANTIATE_TEST_SUITE_P(Scenes, AdrenoDrawsTest,
                         testing::Combine(testing::Values("triangle", "topologies", "indices", "instances", "indirect",
                                                          "geometry", "tessellation", "tessellation_geometry",
                                                          "feedback", "statistics", "views"),
                                          testing::Values("22.3.6", "25.0.7"), testing::Values("a630")),
                         kNameOfSetting);

// Whose vertex programs hand their vertices to hull programs by local memory.
INSTANTIATE_TEST_SUITE_P(LaterChips, AdrenoDrawsTest,
                         testing::Combine(testing::Values("tessellation", "tessellation_geometry"),
                                          testing::Values("22.3.6", "25.0.7"), testing::Values("a650")),
                         kNameOfSetting);

}  // namespace
}  // namespace cyclorama
