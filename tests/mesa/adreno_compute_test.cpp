// SPDX-License-Identifier: MIT
// Compute programs on Mesa's Turnip, untouched: what they store is held against the host's results, and nothing that
// the driver does is a finding.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>

#include "cli/run_program.h"
#include "mesa/mesa_is_there.h"
#include "support/paths.h"

namespace cyclorama {
namespace {

/// A preset, and a version of Mesa.
class TurnipComputeTest : public cli::ProgramTest,
                          public testing::WithParamInterface<std::tuple<std::string, std::string>> {
  protected:
    static std::string gpu() { return std::get<0>(GetParam()); }
    static std::string mesa() { return std::get<1>(GetParam()); }

    void SetUp() override {
        if (!mesaHasTurnip(mesa()))
            GTEST_SKIP() << "Mesa " << mesa() << " with Turnip is not there; scripts/setup/mesa " << mesa()
                         << " builds it";
        if (paths::vulkanCompute().empty())
            GTEST_SKIP()
                << "Vulkan's library or glslangValidator is not installed (Debian: libvulkan-dev, glslang-tools)";
    }
    /// The program says itself where a result is not as it should be.
    void compute(const std::string& what, const std::string& mode = "functional") const {
        const cli::ProgramResult result = run({"exec", "--gpu", gpu(), "--mesa", mesa(), "--mode", mode, "--out", "out",
                                               "--", paths::vulkanCompute(), what});
        EXPECT_EQ(result.status, 0) << what << "\n" << result.err;
    }
    std::string summary() const { return content("out/summary.json"); }
};

TEST_P(TurnipComputeTest, ResultsAreExactWithoutFindings) {
    for (const std::string mode : {"functional", "timing"}) {
        for (const std::string what :
             {"fill", "matrix", "reduction", "indirect", "subgroups", "atomics", "uniforms", "robustness", "images",
              "texels", "scratch", "flow", "halves", "addresses", "selection"}) {
            compute(what, mode);
            EXPECT_EQ(summary().find("\"identifier\""), std::string::npos) << what << "\n" << summary();
        }
    }
}

TEST_P(TurnipComputeTest, AProgramWithoutEndLosesTheDevice) {
    for (const std::string mode : {"functional", "timing"}) {
        compute("endless", mode);
        EXPECT_NE(summary().find("\"shader-without-end\""), std::string::npos) << summary();
        EXPECT_NE(summary().find("\"gpu-hang\""), std::string::npos) << summary();
    }
}

INSTANTIATE_TEST_SUITE_P(Chips, TurnipComputeTest,
                         testing::Combine(testing::Values("a618", "a630", "a660"), testing::Values("22.3.6", "25.0.7")),
                         kNameOfSetting);

}  // namespace
}  // namespace cyclorama
