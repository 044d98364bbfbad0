// SPDX-License-Identifier: MIT
// Half registers that hold results of half floats, and what else reads and writes their bits. Known answers are IEEE
// 754's: 1.5 is 0x3e00, 3 is 0x4200.

#include <bit>

#include "adreno/ir3_program.h"
#include "families/adreno/isa/half_results.h"
#include "func/formats/float_formats.h"
#include "isa/denormals.h"
#include "isa/half_lanes.h"
#include "isa/word_conversions.h"

namespace cyclorama::adreno::ir3 {
namespace {

/// hr2.x = 1.5 and hr2.y = 3, by arithmetic.
constexpr const char* kComputed = "mov.u16u16 hr4.x, 0x3e00\nadd.f hr2.x, hr4.x, (0.0)\nadd.f hr2.y, hr4.x, hr4.x\n";

TEST(Ir3HalfFloats, FullRegistersSeeTheBitsOfResults) {
    WaveRun run(std::string(kComputed) + "mov.u32u32 r2.x, r1.x\nend");
    ASSERT_EQ(run.go(), WaveStatus::Finished);
    EXPECT_EQ(run.value(reg(2, 'x'), 63), 0x42003e00u);
}

TEST(Ir3HalfFloats, ResultsAreInTheWaveWhenItEnds) {
    for (const bool merged : {true, false}) {
        WaveRun run(std::string(kComputed) + "mov.f16f16 hr3.x, hr2.y\nend", {.mergedRegisters = merged});
        ASSERT_EQ(run.go(), WaveStatus::Finished);
        EXPECT_EQ(run.wave.halfRegisterValue(reg(2, 'x'), 7), 0x3e00);
        EXPECT_EQ(run.wave.halfRegisterValue(reg(3, 'x'), 7), 0x4200);
    }
}

// 1 is a denormal half, which arithmetic takes for zero; 0xbe00 is -1.5.
TEST(Ir3HalfFloats, MovedNumbersAreThoseOfTheirBits) {
    for (const bool merged : {true, false}) {
        WaveRun run(
            "mov.u16u16 hr2.x, 0xbe00\nmov.u16u16 hr2.y, hr2.x\nmov.u16u16 hr2.z, 1\nadd.f hr3.x, hr2.y, "
            "hr2.z\nadd.u hr3.y, hr2.x, hr2.z\nmov.s16s16 hr3.z, hr3.x\nend",
            {.mergedRegisters = merged});
        ASSERT_EQ(run.go(), WaveStatus::Finished);
        EXPECT_EQ(run.wave.halfRegisterValue(reg(2, 'y'), 9), 0xbe00);
        EXPECT_EQ(run.wave.halfRegisterValue(reg(3, 'x'), 9), 0xbe00);
        EXPECT_EQ(run.wave.halfRegisterValue(reg(3, 'y'), 9), 0xbe01);
        EXPECT_EQ(run.wave.halfRegisterValue(reg(3, 'z'), 9), 0xbe00);
    }
}

// hr4.y is zero in fiber 0 alone.
TEST(Ir3HalfFloats, ChoicesOfResultsHaveTheirBits) {
    for (const bool merged : {true, false}) {
        WaveRun run(std::string(kComputed) + "cov.u32u16 hr4.y, r0.x\nsel.b16 hr3.x, hr2.x, hr4.y, hr2.y\n" +
                        "sel.b16 hr3.y, hr2.x, hr4.y, (neg)hr2.x\nend",
                    {.mergedRegisters = merged});
        ASSERT_EQ(run.go(), WaveStatus::Finished);
        EXPECT_EQ(run.wave.halfRegisterValue(reg(3, 'x'), 0), 0x4200);
        EXPECT_EQ(run.wave.halfRegisterValue(reg(3, 'x'), 5), 0x3e00);
        EXPECT_EQ(run.wave.halfRegisterValue(reg(3, 'y'), 0), 0xc1ff);
    }
}

TEST(Ir3HalfFloats, ResultsAreGivenAsFloatsWhereTheyAreWanted) {
    WaveRun run(std::string(kComputed) + "mov.u16u16 hr2.z, 0x0123\nend");
    HalfResults results;
    results.first = reg(2, 'x');
    ASSERT_EQ(ir3::run(run.program, run.wave, run.context, results), WaveStatus::Finished);
    ASSERT_NE(results.find(reg(2, 'y')), nullptr);
    EXPECT_EQ(results.find(reg(2, 'y'))->lane[63], bitsOf(3.0f));
    EXPECT_EQ(results.find(reg(2, 'z')), nullptr) << "is bits";
    EXPECT_EQ(run.wave.halfRegisterValue(reg(2, 'z'), 63), 0x0123);
    EXPECT_EQ(results.find(reg(3, 'x')), nullptr) << "is behind them";
}

TEST(Ir3HalfFloats, BitsThatAreWrittenReplaceResults) {
    WaveRun run(std::string(kComputed) + "mov.u32u32 r1.x, 0x40003c00\nadd.f hr3.x, hr2.x, hr2.y\nend");
    ASSERT_EQ(run.go(), WaveStatus::Finished);
    EXPECT_EQ(run.wave.halfRegisterValue(reg(3, 'x'), 0), 0x4200);
}

// Numbers of 16 bits that are denormals as floats stay in the fibers that do not compute.
TEST(Ir3HalfFloats, FibersThatWaitKeepTheirBits) {
    WaveRun run(std::string(kComputed) +
                "mov.u16u16 hr2.x, 0x0123\nadd.f hr3.x, hr2.x, hr2.y\ncmps.u.lt p0.x, r0.x, 16\nbr p0.x, #over\n"
                "add.f hr2.x, hr2.y, (0.0)\nadd.f hr2.y, hr2.y, hr2.y\nover:\n(jp)nop\nend");
    ASSERT_EQ(run.go(), WaveStatus::Finished);
    EXPECT_EQ(run.value(reg(1, 'x'), 15), 0x42000123u);
    EXPECT_EQ(run.value(reg(1, 'x'), 16), 0x46004200u);
    EXPECT_EQ(run.wave.halfRegisterValue(reg(3, 'x'), 0), 0x4200);
}

uint32_t floatOf(uint32_t half) {
    return std::bit_cast<uint32_t>(func::exactFloatFromHalf(static_cast<uint16_t>(half)));
}

// Each float of the upper 16 bits, with fractions beyond a half's on both sides of its middle.
TEST(Ir3HalfFloats, LanesAreConvertedAsSingleNumbersAre) {
    for (const uint32_t low : {0x0000u, 0x0fffu, 0x1000u, 0x1001u, 0x3000u, 0xffffu}) {
        for (uint32_t high = 0; high < 0x10000; high += isa::kWaveLanes) {
            LaneWords floats;
            for (uint32_t lane = 0; lane < isa::kWaveLanes; ++lane) floats.lane[lane] = (high + lane) << 16 | low;
            LaneWords halves;
            LaneWords nearest;
            LaneWords rounded;
            LaneWords merged = floats;
            isa::narrowFloats(isa::kWaveLanes, halves.lane.data(), floats.lane.data());
            isa::nearestHalves(isa::kWaveLanes, nearest.lane.data(), floats.lane.data());
            isa::roundToHalves(isa::kWaveLanes, rounded.lane.data(), floats.lane.data(), false);
            isa::mergeFloats(isa::kWaveLanes, merged.lane.data(), floats.lane.data(), 16);
            for (uint32_t lane = 0; lane < isa::kWaveLanes; ++lane) {
                const uint32_t bits = floats.lane[lane];
                const uint32_t half = func::nearestHalfFromFloat(std::bit_cast<float>(bits));
                ASSERT_EQ(halves.lane[lane], half) << std::hex << bits;
                ASSERT_EQ(nearest.lane[lane], floatOf(half)) << std::hex << bits;
                ASSERT_EQ(merged.lane[lane], half << 16 | low) << std::hex << bits;
                const uint32_t computed = isa::halfOfFloatBits<isa::WordRounding::ToEven>(bits);
                ASSERT_EQ(rounded.lane[lane], floatOf(computed)) << std::hex << bits;
            }
        }
    }
}

// 0x03ff is 1023 steps of 2^-24, the largest denormal half; 0x0400 is 2^-14.
TEST(Ir3HalfFloats, ArithmeticTakesDenormalHalvesAsZeros) {
    LaneWords halves{};
    halves.lane[0] = 0x83ff;
    halves.lane[1] = 0x0400;
    LaneWords floats;
    isa::widenHalves(isa::kWaveLanes, floats.lane.data(), halves.lane.data(), 0);
    EXPECT_EQ(floats.lane[0], 0x80000000u);
    EXPECT_EQ(floats.lane[1], std::bit_cast<uint32_t>(0x1p-14f));
    EXPECT_FALSE(isa::hasDenormalHalves(isa::kWaveLanes, floats.lane.data()));
    isa::valuesOfHalves(isa::kWaveLanes, floats.lane.data(), halves.lane.data(), 0);
    EXPECT_EQ(floats.lane[0], std::bit_cast<uint32_t>(-1023 * 0x1p-24f));
    EXPECT_EQ(floats.lane[1], std::bit_cast<uint32_t>(0x1p-14f));
    EXPECT_TRUE(isa::hasDenormalHalves(isa::kWaveLanes, floats.lane.data()));
}

// Copies of images go through half registers: denormals and all not-a-numbers keep their bits, whatever programs have
// the processor do with denormal floats.
TEST(Ir3HalfFloats, HalvesThatMoveKeepTheirBits) {
    for (const bool flush : {false, true}) {
        const isa::DenormalScope scope(flush);
        for (uint32_t first = 0; first < 0x10000; first += isa::kWaveLanes) {
            LaneWords halves;
            for (uint32_t lane = 0; lane < isa::kWaveLanes; ++lane) halves.lane[lane] = first + lane;
            LaneWords floats;
            LaneWords moved;
            isa::valuesOfHalves(isa::kWaveLanes, floats.lane.data(), halves.lane.data(), 0);
            for (uint32_t lane = 0; lane < isa::kWaveLanes; ++lane) ASSERT_EQ(floats.lane[lane], floatOf(first + lane));
            isa::nearestHalves(isa::kWaveLanes, floats.lane.data(), floats.lane.data());
            isa::narrowFloats(isa::kWaveLanes, moved.lane.data(), floats.lane.data());
            for (uint32_t lane = 0; lane < isa::kWaveLanes; ++lane) ASSERT_EQ(moved.lane[lane], first + lane) << flush;
        }
    }
}

}  // namespace
}  // namespace cyclorama::adreno::ir3
