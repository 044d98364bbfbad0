// SPDX-License-Identifier: MIT
// The rates of chips in time, by the microbenchmarks of bench/gles_rates on small targets and of bench/vulkan_rates.

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

/// The words of a benchmark before and after its repetitions, the chip, and settings on top of its preset.
struct Benchmark {
    std::string program;
    std::string name;
    std::vector<std::string> options{};
    std::string gpu;
    std::string mesa;
    std::vector<std::string> settings{};
};

class RatesTest : public cli::ProgramTest {
  protected:
    /// Units of work in a cycle of the GPU's clock.
    double rateOf(const Benchmark& benchmark) const {
        double work = 0;
        std::vector<double> cycles;
        for (const std::string repetitions : {"1", "3"}) {
            std::vector<std::string> arguments{"exec",   "--mesa", benchmark.mesa, "--gpu", benchmark.gpu,
                                               "--mode", "timing", "--out",        "timed"};
            for (const std::string& setting : benchmark.settings) arguments.insert(arguments.end(), {"--set", setting});
            arguments.insert(arguments.end(), {"--", benchmark.program, benchmark.name, repetitions});
            arguments.insert(arguments.end(), benchmark.options.begin(), benchmark.options.end());
            const cli::ProgramResult result = run(arguments);
            EXPECT_EQ(result.status, 0) << result.err;
            if (result.status != 0) return 0;
            work = std::stod(result.out);
            cycles.push_back(nlohmann::json::parse(content("timed/summary.json"))["cycles"].get<double>());
        }
        return work * 2 / (cycles[1] - cycles[0]);
    }
};

class VivanteRatesTest : public RatesTest {
  protected:
    void SetUp() override {
        if (!mesaIsThere("22.3.6")) GTEST_SKIP() << "Mesa 22.3.6 is not there; scripts/setup/mesa 22.3.6 builds it";
    }

    /// On a target of that many pixels in each direction, with these clocks in MHz.
    double rate(const std::string& benchmark, int side, const std::string& gpu, int gpuClock, int shaderClock) const {
        const std::string pixels = std::to_string(side);
        return rateOf({.program = paths::glesRates(),
                       .name = benchmark,
                       .options = {"--width", pixels, "--height", pixels},
                       .gpu = gpu,
                       .mesa = "22.3.6",
                       .settings = {"GPU.GPUClock=" + std::to_string(gpuClock),
                                    "GPU.ShaderClock=" + std::to_string(shaderClock)}});
    }
};

/// SHOC's MAdd4 on the chip: 16.006 GFLOPS of 16 at 500 MHz.
TEST_F(VivanteRatesTest, ACoreOfTheGc2000TakesAMultiplyAddOfFourComponentsEachCycle) {
    EXPECT_NEAR(rate("mad4", 256, "gc2000", 500, 500), 4, 0.03 * 4);
}

TEST_F(VivanteRatesTest, ShadersWithTwiceTheClockTakeHalfTheTime) {
    const double once = rate("mad4", 128, "gc2000", 400, 400);
    const double twice = rate("mad4", 128, "gc2000", 400, 800);
    EXPECT_NEAR(twice / once, 2, 0.03 * 2);
}

/// viv_throughput on the chip: 247 million pixels a second, and so nearly all of 249.
TEST_F(VivanteRatesTest, TheGc860FillsNearlyAPixelEachCycle) {
    const double filled = rate("fill", 512, "gc860", 249, 498);
    EXPECT_GT(filled, 0.9);
    EXPECT_LE(filled, 1);
}

/// Figures of ArchProbe on an a640 (microsoft/ArchProbe, examples/adreno640/Google_Pixel_4).
class AdrenoRatesTest : public RatesTest {
  protected:
    void SetUp() override {
        if (!mesaHasTurnip("25.0.7"))
            GTEST_SKIP() << "Mesa 25.0.7 with Turnip is not there; scripts/setup/mesa 25.0.7 builds it";
        if (paths::vulkanRates().empty())
            GTEST_SKIP() << "Vulkan's library or glslangValidator is not installed (Debian: libvulkan-dev, "
                            "glslang-tools)";
    }

    double rate(const std::string& benchmark) const {
        return rateOf({.program = paths::vulkanRates(), .name = benchmark, .gpu = "a640", .mesa = "25.0.7"});
    }
};

TEST_F(AdrenoRatesTest, ADependentProductTakesFourCycles) { EXPECT_NEAR(1 / rate("dependent"), 4, 0.03 * 4); }

TEST_F(AdrenoRatesTest, LoadsByPointersWithinTheCacheTakeSixtySixCycles) {
    EXPECT_NEAR(1 / rate("chase-64k"), 66, 0.03 * 66);
}

/// 57.7 GB/s at 585 MHz; within the cache it would be 164 bytes a cycle, and from memory 52.
TEST_F(AdrenoRatesTest, ARangeOfTwiceTheCacheIsReadAtAThirdLessThanItsRate) {
    EXPECT_NEAR(rate("stream-256k"), 98.6, 0.15 * 98.6);
}

/// 130.07 ns at 585 MHz, and 159.9 ns beyond the first cache.
TEST_F(AdrenoRatesTest, TexelsByPointersTakeSeventySixCyclesAndNinetyFourFromTheUnifiedCache) {
    EXPECT_NEAR(1 / rate("image-chase-1k"), 76.1, 0.03 * 76.1);
    EXPECT_NEAR(1 / rate("image-chase-64k"), 93.6, 0.03 * 93.6);
}

/// 194.5 GB/s and 99.1 at 585 MHz.
TEST_F(AdrenoRatesTest, ImagesWithinTheFirstCacheAreReadAtTwiceTheRateOfTheUnifiedOne) {
    EXPECT_NEAR(rate("image-1k"), 332, 0.15 * 332);
    EXPECT_NEAR(rate("image-64k"), 169, 0.15 * 169);
}

/// Four texels a cycle of each of six units, which programs nearly reach.
TEST_F(AdrenoRatesTest, LinearFiltersTakeTwiceAsLongForTwiceTheBytesAndForTwoLevels) {
    const double four = rate("linear-4");
    EXPECT_GT(four, 0.9 * 24);
    EXPECT_LE(four, 24);
    for (const char* const half : {"linear-8", "levels-4"}) EXPECT_NEAR(rate(half), 12, 0.05 * 12) << half;
    EXPECT_NEAR(rate("linear-16"), 6, 0.05 * 6);
    EXPECT_GT(rate("nearest-16"), 0.9 * 24);
}

}  // namespace
}  // namespace cyclorama
