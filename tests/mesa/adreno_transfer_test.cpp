// SPDX-License-Identifier: MIT
// Turnip's copies, fills, clears, blits and resolves on Adreno chips: the program compares all bytes itself.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "cli/run_program.h"
#include "mesa/mesa_is_there.h"
#include "support/paths.h"

namespace cyclorama {
namespace {

/// A chip, and a version of Mesa.
class TurnipTransferTest : public cli::ProgramTest,
                           public testing::WithParamInterface<std::tuple<std::string, std::string>> {
  protected:
    static std::string mesa() { return std::get<1>(GetParam()); }

    void SetUp() override {
        if (!mesaHasTurnip(mesa()))
            GTEST_SKIP() << "Mesa " << mesa() << " with Turnip is not there; scripts/setup/mesa " << mesa()
                         << " builds it";
        if (paths::vulkanTransfer().empty())
            GTEST_SKIP() << "Vulkan's library is not installed (Debian: libvulkan-dev)";
    }
    /// Runs the program, with a setting of TU_DEBUG; no finding, and no byte that is wrong.
    void transfer(const std::vector<std::string>& what, const std::string& setting) const {
        std::vector<std::string> arguments = {"exec",
                                              "--gpu",
                                              std::get<0>(GetParam()),
                                              "--mesa",
                                              mesa(),
                                              "--out",
                                              "out",
                                              "--",
                                              "env",
                                              "TU_DEBUG=" + setting,
                                              paths::vulkanTransfer()};
        arguments.insert(arguments.end(), what.begin(), what.end());
        const cli::ProgramResult result = run(arguments);
        EXPECT_EQ(result.status, 0) << result.err;
        EXPECT_EQ(content("out/summary.json").find("\"identifier\""), std::string::npos) << content("out/summary.json");
    }
};

TEST_P(TurnipTransferTest, MovesEveryByte) { transfer({"fill", "copy", "formats", "depths", "images"}, ""); }

TEST_P(TurnipTransferTest, ScalesConvertsAndClears) { transfer({"blits", "clears", "halves"}, ""); }

TEST_P(TurnipTransferTest, ClearsStoresAndResolvesInGmem) { transfer({"passes"}, "gmem"); }

TEST_P(TurnipTransferTest, ClearsAndResolvesInMemory) { transfer({"passes"}, "sysmem"); }

INSTANTIATE_TEST_SUITE_P(Chips, TurnipTransferTest,
                         testing::Combine(testing::Values("a618", "a630", "a650", "a660"),
                                          testing::Values("22.3.6", "25.0.7")),
                         kNameOfSetting);

}  // namespace
}  // namespace cyclorama
