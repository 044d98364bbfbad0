// SPDX-License-Identifier: MIT
// The rates of chips in time, by the microbenchmarks of bench/gles_rates on small targets.

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/run_program.h"
#include "mesa/mesa_is_there.h"
#include "support/paths.h"

namespace cyclorama {
namespace {

class RatesTest : public cli::ProgramTest {
  protected:
    void SetUp() override {
        if (!mesaIsThere("22.3.6")) GTEST_SKIP() << "Mesa 22.3.6 is not there; scripts/setup/mesa 22.3.6 builds it";
    }

    /// Units of work in a cycle of the GPU's clock.
    double rate(const std::string& benchmark, int side, const std::string& gpu, int gpuClock, int shaderClock) const {
        const std::string pixels = std::to_string(side);
        double work = 0;
        std::vector<double> cycles;
        for (const std::string repetitions : {"1", "3"}) {
            const cli::ProgramResult result = run({"exec",
                                                   "--mesa",
                                                   "22.3.6",
                                                   "--gpu",
                                                   gpu,
                                                   "--mode",
                                                   "timing",
                                                   "--out",
                                                   "timed",
                                                   "--set",
                                                   "GPU.GPUClock=" + std::to_string(gpuClock),
                                                   "--set",
                                                   "GPU.ShaderClock=" + std::to_string(shaderClock),
                                                   "--",
                                                   paths::glesRates(),
                                                   benchmark,
                                                   repetitions,
                                                   "--width",
                                                   pixels,
                                                   "--height",
                                                   pixels});
            EXPECT_EQ(result.status, 0) << result.err;
            if (result.status != 0) return 0;
            work = std::stod(result.out);
            cycles.push_back(nlohmann::json::parse(content("timed/summary.json"))["cycles"].get<double>());
        }
        return work * 2 / (cycles[1] - cycles[0]);
    }
};

/// SHOC's MAdd4 on the chip: 16.006 GFLOPS of 16 at 500 MHz.
TEST_F(RatesTest, ACoreOfTheGc2000TakesAMultiplyAddOfFourComponentsEachCycle) {
    EXPECT_NEAR(rate("mad4", 256, "gc2000", 500, 500), 4, 0.03 * 4);
}

TEST_F(RatesTest, ShadersWithTwiceTheClockTakeHalfTheTime) {
    const double once = rate("mad4", 128, "gc2000", 400, 400);
    const double twice = rate("mad4", 128, "gc2000", 400, 800);
    EXPECT_NEAR(twice / once, 2, 0.03 * 2);
}

/// viv_throughput on the chip: 247 million pixels a second, and so nearly all of 249.
TEST_F(RatesTest, TheGc860FillsNearlyAPixelEachCycle) {
    const double filled = rate("fill", 512, "gc860", 249, 498);
    EXPECT_GT(filled, 0.9);
    EXPECT_LE(filled, 1);
}

}  // namespace
}  // namespace cyclorama
