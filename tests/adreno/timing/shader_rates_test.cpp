// SPDX-License-Identifier: MIT
// Latencies and rates of shader units: not one cycle earlier, ready now. Published figures of an a640: ArchProbe
// (microsoft/ArchProbe, examples/adreno640/Google_Pixel_4), at 585 MHz.

#include <gmock/gmock.h>

#include "adreno/timing/timing_bench.h"
#include "families/adreno/timing/programs/occupancy.h"

namespace cyclorama::adreno::test {
namespace {

std::string repeated(std::string_view line, unsigned times) {
    std::string text;
    for (unsigned i = 0; i < times; ++i) text += fmt::format("{}\n", line);
    return text;
}

/// Cycles of one workgroup that executes a program.
uint64_t cyclesOf(const std::string& program, const ComputeSetup& setup, uint32_t groups = 1,
                  const BenchSettings& settings = {}) {
    TimingBench bench(settings);
    ComputeStream stream = bench.stream();
    stream.program(program + "end", setup).waitForInstructions().dispatch(groups);
    return bench.run(stream);
}

/// Cycles that each of some lines takes after another one.
double cyclesEach(const std::string& before, std::string_view line, const ComputeSetup& setup,
                  const BenchSettings& settings = {}) {
    constexpr unsigned kFew = 32;
    constexpr unsigned kMany = 96;
    const uint64_t few = cyclesOf(before + repeated(line, kFew), setup, 1, settings);
    const uint64_t many = cyclesOf(before + repeated(line, kMany), setup, 1, settings);
    return static_cast<double>(many - few) / (kMany - kFew);
}

constexpr ComputeSetup kWave64{.localSize = {64, 1, 1}};
constexpr ComputeSetup kWave128{.localSize = {128, 1, 1}, .width = 128};
constexpr ComputeSetup kOneFiber{.localSize = {1, 1, 1}};

TEST(ShaderRates, ArithmeticResultIsReadInTheFourthCycle) {
    for (const ComputeSetup& setup : {kWave64, kWave128}) {
        EXPECT_EQ(cyclesEach("", "mul.f r1.x, r1.x, r1.x", setup), 4.0) << "the unit waits";
        EXPECT_EQ(cyclesEach("", "(nop3) mul.f r1.x, r1.x, r1.x", setup), 4.0) << "the program waits";
    }
}

TEST(ShaderRates, ArithmeticWithoutDependenceTakesAPartitionsCycles) {
    EXPECT_EQ(cyclesEach("", "mul.f r1.x, r2.x, r2.x", kWave64), 1.0);
    EXPECT_EQ(cyclesEach("", "mul.f r1.x, r2.x, r2.x", kWave128), 2.0);
    EXPECT_EQ(cyclesEach("", "add.u r1.x, r2.x, r2.x", kWave64), 2.0) << "integers at half the rate";
    EXPECT_EQ(cyclesEach("", "(rpt3)mul.f r1.x, (r)r2.x, (r)r2.x", kWave64), 4.0);
}

TEST(ShaderRates, OtherUnitsReadArithmeticInTheSeventhCycle) {
    // The multiplication, then the special function that reads it: seven cycles, and nine to its own result.
    EXPECT_EQ(cyclesEach("", "(ss)mul.f r1.x, r1.x, r1.x\nrcp r1.x, r1.x", kWave64), 7.0 + 9.0);
}

TEST(ShaderRates, SpecialFunctionsGiveAResultInNineCyclesAtEightLanesACycle) {
    EXPECT_EQ(cyclesEach("", "(ss)rcp r1.x, r1.x", kWave64), 9.0);
    EXPECT_EQ(cyclesEach("", "(ss)rcp r1.x, r1.x", kWave128), 17.0);
    EXPECT_EQ(cyclesEach("", "rcp r1.x, r2.x\nrcp r1.y, r2.x", kWave64), 2 * 8.0);
}

TEST(ShaderRates, SpecialFunctionsOfHalvesWithOpcodesOfTheirOwnHaveTwiceTheLanes) {
    // azhirnov on an a660: powers, logarithms and inverse roots of 16 bits in half the time, roots and sines not.
    const auto cyclesOfFour = [](std::string_view name) {
        std::string lines;
        for (const char component : std::string_view("xyzw"))
            lines += fmt::format("{} hr1.{}, hr2.x\n", name, component);
        return cyclesEach("", lines, kWave64);
    };
    for (const char* const name : {"hexp2", "hlog2", "hrsq"}) EXPECT_EQ(cyclesOfFour(name), 4 * 4.0) << name;
    for (const char* const name : {"sqrt", "sin"}) EXPECT_EQ(cyclesOfFour(name), 4 * 8.0) << name;
    EXPECT_EQ(cyclesEach("", "(ss)hexp2 hr1.x, hr1.x", kWave64), 9.0) << "the latency is the same";
}

TEST(ShaderRates, ProductsOf24BitsOfHalvesHaveTheRateOfWholeRegisters) {
    // vkpeak on an a635: a product and a sum of 16 bits take the time of three sums.
    const auto cyclesOfOne = [](std::string_view line) { return cyclesEach("", line, kWave128, {.chip = "a635"}); };
    EXPECT_EQ(cyclesOfOne("add.u hr1.x, hr2.x, hr2.x"), 1.0);
    EXPECT_EQ(cyclesOfOne("mul.s24 hr1.x, hr2.x, hr2.x"), 2.0);
    EXPECT_EQ(cyclesOfOne("mul.u24 hr1.x, hr2.x, hr2.x"), 2.0);
    EXPECT_EQ(cyclesOfOne("mull.u hr1.x, hr2.x, hr2.x"), 1.0);
}

TEST(ShaderRates, ResultsThatAreNotWaitedForAreThereAllTheSame) {
    TimingBench bench;
    bench.checkStreams();
    ComputeStream stream = bench.stream();
    stream.program(
        "mov.f32f32 r1.x, (4.0)\nrcp r1.y, r1.x\nmul.f r1.y, r1.y, r1.x\nmov.u32u32 r3.x, c0.x\n"
        "mov.u32u32 r3.y, c0.y\nstg.u32 g[r3.x], r1.y, 1\nend",
        kOneFiber);
    stream.dispatch(1);
    bench.run(stream);
    EXPECT_EQ(bench.at(kData), 0x3f800000u);
    EXPECT_THAT(bench.reported(), testing::IsSupersetOf({"shader-result-early", "shader-result-not-awaited"}))
        << "what a chip would not have waited for is a finding";
}

TEST(ShaderRates, LocalMemoryAnswersInElevenCycles) {
    // The load, and in the eleventh cycle after it the instruction that waits.
    EXPECT_EQ(cyclesEach("mov.u32u32 r1.x, 0\n", "ldl.u32 r1.x, l[r1.x], 1\n(ss)nop", kOneFiber), 11.0 + 1);
    // 64 words at 30 bytes a cycle.
    EXPECT_EQ(cyclesEach("mov.u32u32 r1.x, 0\n",
                         "ldl.u32 r2.x, l[r1.x], 1\nldl.u32 r2.y, l[r1.x], 1\nldl.u32 r2.z, l[r1.x], 1", kWave64),
              3 * 9.0);
}

TEST(ShaderRates, BarriersTakeTheirCycles) { EXPECT_EQ(cyclesEach("", "bar.l", kWave64), 8.0); }

TEST(ShaderRates, LoadsThatHitAnswerIn66Cycles) {
    // ArchProbe: 112.9 ns a dependent load of a buffer within 128 KiB.
    TimingBench bench;
    bench.set(kData, low(kData));
    bench.set(kData + 4, high(kData));
    const auto timed = [&bench](unsigned loads) {
        ComputeStream stream = bench.stream();
        stream.program(
            "mov.u32u32 r1.x, c0.x\nmov.u32u32 r1.y, c0.y\n" + repeated("(sy)ldg.u32 r1.x, g[r1.x], 2", loads) + "end",
            kOneFiber);
        stream.dispatch(1);
        return bench.run(stream);
    };
    timed(1);  // brings the line
    const uint64_t few = timed(32);
    EXPECT_EQ(timed(96) - few, 64u * 66);
}

TEST(ShaderRates, LoadsOfUniformsAnswerIn18CyclesAnd4ForEachComponent) {
    // Mesa, ir3.h: waves of 64.
    TimingBench bench;
    const auto timed = [&bench](unsigned components, unsigned loads) {
        ComputeStream stream = bench.stream();
        stream.program("mov.u32u32 r1.x, 0\n(rpt5)nop\n" +
                           repeated(fmt::format("ldc.offset0.{}.imm r1.x, r1.x, 0\n(sy)nop", components), loads) +
                           "end",
                       kWave64);
        // CP_LOAD_STATE6: a uniform buffer of four vectors.
        stream.stream.command(adreno::Opcode::LoadStateFragment,
                              {13 << 18 | 2 << 14 | 1 << 22, 0, 0, low(kData), high(kData) | 4 << 17});
        stream.dispatch(1);
        return bench.run(stream);
    };
    timed(1, 1);  // brings the line
    // The load, and the instruction that waits. The first load's line comes from memory, in a cycle that depends on the
    // phase of its clock: by one, of 64 loads.
    const auto cyclesOfOne = [&timed](unsigned components) {
        return (timed(components, 96) - timed(components, 32) + 32) / 64;
    };
    EXPECT_EQ(cyclesOfOne(1), 18u + 4 + 1);
    EXPECT_EQ(cyclesOfOne(4), 18u + 16 + 1);
}

TEST(ShaderRates, LoadsThatMissAnswerInAboutTwoHundredCycles) {
    // ArchProbe: 368 ns at most, 215 cycles.
    TimingBench bench;
    constexpr unsigned kLoads = 64;
    constexpr uint64_t kStride = 4096 + 64;
    for (unsigned i = 0; i <= kLoads; ++i) {
        const uint64_t next = kData + (i + 1) * kStride;
        bench.set(kData + i * kStride, low(next));
        bench.set(kData + i * kStride + 4, high(next));
    }
    ComputeStream stream = bench.stream();
    stream.program(
        "mov.u32u32 r1.x, c0.x\nmov.u32u32 r1.y, c0.y\n" + repeated("(sy)ldg.u32 r1.x, g[r1.x], 2", kLoads) + "end",
        kOneFiber);
    stream.dispatch(1);
    bench.run(stream);
    const double each = static_cast<double>(bench.counter("GM_LOAD_LATENCY_CYCLES_SP")) / kLoads;
    EXPECT_GT(each, 205);
    EXPECT_LT(each, 225);
}

TEST(ShaderRates, ArithmeticReachesItsPeakWithWavesOf128) {
    // ArchProbe: 99 % of 768 lanes.
    TimingBench bench;
    ComputeStream stream = bench.stream();
    std::string program;
    for (unsigned i = 0; i < 32; ++i) program += "mad.f32 r1.x, r2.x, r2.y, r2.z\nmad.f32 r1.y, r2.x, r2.y, r2.z\n";
    std::string whole;
    for (unsigned i = 0; i < 16; ++i) whole += program;
    stream.program(whole + "end", {.localSize = {256, 1, 1}, .width = 128, .vectors = 4}).dispatch(96);
    const uint64_t cycles = bench.run(stream);
    const double lanes = static_cast<double>(bench.counter("ALU_LANES_SP")) / static_cast<double>(cycles);
    EXPECT_GT(lanes, 0.95 * 768);
    EXPECT_LE(lanes, 768.0);
}

/// Cycles of ArchProbe's RegCount: `groups` workgroups of one fiber that runs a chain of dependent multiplications,
/// with `vectors` vectors of registers a fiber.
uint64_t registerCount(uint32_t vectors, uint32_t groups) {
    const ComputeSetup setup{.localSize = {1, 1, 1}, .width = 128, .vectors = vectors};
    // Beside the start of a dispatch, and the wait for the beginning of the program, whose rest exceeds the cache.
    return cyclesOf(repeated("(nop3) mul.f r1.x, r1.x, r1.x", 2048), setup, groups) - cyclesOf("", setup, 1);
}

TEST(ShaderRates, RegistersLimitResidentWavesAsArchProbeMeasured) {
    const uint64_t one = registerCount(23, 1);
    EXPECT_NEAR(static_cast<double>(one) / 2048, 4.0, 0.05);
    EXPECT_LT(registerCount(23, 6), one * 102 / 100);
    EXPECT_LT(registerCount(23, 24), one * 110 / 100) << "four waves on each of six units";
    const uint64_t twice = registerCount(23, 25);
    EXPECT_GT(twice, one * 185 / 100) << "the 25th waits for another";
    EXPECT_LT(twice, one * 215 / 100);
    EXPECT_LT(registerCount(46, 12), one * 110 / 100) << "two waves on each of six units";
    EXPECT_GT(registerCount(46, 13), one * 185 / 100);
}

TEST(ShaderRates, WavesHideTheLatencyOfMemory) {
    // Twice the registers halve the waves, and nearly halve the rate of what waits for memory.
    const auto timed = [](uint32_t vectors) {
        std::string program = "mov.u32u32 r1.x, c0.x\nmov.u32u32 r1.y, c0.y\n";
        program += repeated("(sy)ldg.u32 r2.x, g[r1.x], 1", 32);
        return cyclesOf(program, {.localSize = {1, 1, 1}, .vectors = vectors}, 192);
    };
    const double ratio = static_cast<double>(timed(48)) / static_cast<double>(timed(24));
    EXPECT_GT(ratio, 1.5);
    EXPECT_LT(ratio, 2.2);
}

OccupancySettings unitOf(uint32_t registerVectors) { return {.registerVectors = registerVectors}; }

TEST(Occupancy, FollowsRegistersBranchStackAndLocalMemory) {
    const OccupancySettings a640 = unitOf(96);
    EXPECT_EQ(wavesPerUnit({.vectors = 24, .width = 128}, a640), 4u);
    EXPECT_EQ(wavesPerUnit({.vectors = 24, .width = 128}, unitOf(64)), 2u);
    EXPECT_EQ(wavesPerUnit({.vectors = 23, .width = 128}, a640), 4u);
    EXPECT_EQ(wavesPerUnit({.vectors = 46, .width = 128}, a640), 2u);
    EXPECT_EQ(wavesPerUnit({.vectors = 48, .width = 64}, a640), 4u);
    EXPECT_EQ(wavesPerUnit({.vectors = 4, .width = 64}, a640), 16u) << "the most";
    EXPECT_EQ(wavesPerUnit({.vectors = 0, .width = 64}, a640), 16u);
    EXPECT_EQ(wavesPerUnit({.vectors = 1, .branchStack = 16, .width = 64}, a640), 8u);
    // Groups of 128 fibers are a pair of waves of 64: three groups of 10 KiB find room.
    EXPECT_EQ(wavesPerUnit({.vectors = 1, .width = 64, .groupFibers = 128, .localBytes = 10 << 10}, a640), 6u);
    EXPECT_EQ(wavesPerUnit({.vectors = 96, .width = 128}, a640), 1u) << "one runs whatever it needs";
}

}  // namespace
}  // namespace cyclorama::adreno::test
