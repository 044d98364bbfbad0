// SPDX-License-Identifier: MIT
// Known answers of ir3's operations: worked out by hand from IEEE 754 and from what Mesa's compiler uses each for
// (src/freedreno/ir3/ir3_compiler_nir.c).

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <ostream>
#include <set>
#include <span>
#include <string>

#include "adreno/ir3_program.h"
#include "families/adreno/isa/encoding.h"

namespace cyclorama::adreno::ir3 {
namespace {

/// The sources are r0.x, r0.y and r0.z, and as halves hr16.x, hr16.y and hr16.z; the result is r4.x or hr20.x.
struct Answer {
    std::string text;
    std::array<uint32_t, 3> sources;
    uint32_t result;
};

void PrintTo(const Answer& answer, std::ostream* out) {
    *out << fmt::format("{} of {:#x}", answer.text, fmt::join(answer.sources, ", "));
}

constexpr uint32_t kOne = 0x3f800000;
constexpr uint32_t kMinusOne = 0xbf800000;
constexpr uint32_t kTwo = 0x40000000;
constexpr uint32_t kInfinity = 0x7f800000;
constexpr uint32_t kNan = 0x7fc00000;
constexpr uint32_t kMinusZero = 0x80000000;
constexpr uint32_t kDenormal = 0x00400000;
constexpr uint32_t kHalf = 0x3f000000;
constexpr uint32_t kMinus = 0x80000000;

const Answer kFloats[] = {
    {"add.f r4.x, r0.x, r0.y", {kOne, kOne}, kTwo},
    {"add.f r4.x, r0.x, (neg)r0.y", {kOne, kOne}, 0},
    {"add.f r4.x, (absneg)r0.x, r0.y", {kMinusOne, kOne}, 0},
    // Half of the last place: to the even one, down and up.
    {"add.f r4.x, r0.x, r0.y", {kOne, 0x33800000}, kOne},
    {"add.f r4.x, r0.x, r0.y", {kOne + 1, 0x33800000}, kOne + 2},
    {"add.f r4.x, r0.x, r0.y", {kInfinity, kInfinity | kMinus}, 0xffc00000},
    // Denormals are zeros, as sources and as results.
    {"add.f r4.x, r0.x, r0.y", {kDenormal, kDenormal}, 0},
    {"mul.f r4.x, r0.x, r0.y", {0x00800000, kHalf}, 0},
    {"mul.f r4.x, r0.x, r0.y", {kTwo, kMinusOne}, kTwo | kMinus},
    {"mul.f r4.x, r0.x, (pi)", {kOne}, 0x40490fdb},
    {"(sat)mul.f r4.x, r0.x, r0.y", {kTwo, kTwo}, kOne},
    {"(sat)mul.f r4.x, r0.x, r0.y", {kTwo, kMinusOne}, 0},
    {"(sat)mul.f r4.x, r0.x, r0.y", {kNan, kOne}, 0},
    {"min.f r4.x, r0.x, r0.y", {kNan, kOne}, kOne},
    {"min.f r4.x, r0.x, r0.y", {kOne, kNan}, kOne},
    {"max.f r4.x, r0.x, r0.y", {kMinusOne, kNan}, kMinusOne},
    {"max.f r4.x, r0.x, r0.y", {kMinusOne, kTwo}, kTwo},
    // Zeros have an order, and denormals are zeros (VK-GL-CTS: spirv_assembly.instruction.compute.float_controls and
    // float_controls2, input_args).
    {"min.f r4.x, r0.x, r0.y", {kMinusZero, 0}, kMinusZero},
    {"min.f r4.x, r0.x, r0.y", {0, kMinusZero}, kMinusZero},
    {"max.f r4.x, r0.x, r0.y", {kMinusZero, 0}, 0},
    {"max.f r4.x, r0.x, r0.y", {0, kMinusZero}, 0},
    {"min.f r4.x, r0.x, r0.y", {kDenormal, kDenormal}, 0},
    {"min.f r4.x, r0.x, r0.y", {kDenormal, kInfinity}, 0},
    {"max.f r4.x, r0.x, r0.y", {kDenormal, kNan}, 0},
    {"sign.f r4.x, r0.x", {0xc2280000}, kMinusOne},
    {"sign.f r4.x, r0.x", {kMinusZero}, 0},
    {"absneg.f r4.x, (abs)r0.x", {kMinusOne}, kOne},
    {"floor.f r4.x, r0.x", {0xbfc00000}, kTwo | kMinus},
    {"ceil.f r4.x, r0.x", {0xbfc00000}, kMinusOne},
    {"trunc.f r4.x, r0.x", {0xbfc00000}, kMinusOne},
    {"rndne.f r4.x, r0.x", {0x40200000}, kTwo},
    {"rndaz.f r4.x, r0.x", {0x40200000}, 0x40400000},
    {"rndaz.f r4.x, r0.x", {0x3effffff}, 0},
    {"mad.f32 r4.x, r0.x, r0.y, r0.z", {kTwo, kTwo, kOne}, 0x40a00000},
    // The product is rounded before the sum: (1 + 2^-23)^2 - (1 + 2^-22) would be 2^-46.
    {"mad.f32 r4.x, r0.x, r0.y, (neg)r0.z", {kOne + 1, kOne + 1, kOne + 2}, 0},
    {"cmps.f.lt r4.x, r0.x, r0.y", {kOne, kTwo}, 1},
    {"cmps.f.ge r4.x, r0.x, r0.y", {kNan, kTwo}, 0},
    {"cmps.f.ne r4.x, r0.x, r0.y", {kNan, kNan}, 1},
    {"cmps.f.eq r4.x, r0.x, r0.y", {kMinusZero, 0}, 1},
    {"cmpv.f.le r4.x, r0.x, r0.y", {kOne, kOne}, 1},
    {"sel.f32 r4.x, r0.x, r0.y, r0.z", {kOne, kMinusOne, kTwo}, kTwo},
    {"rcp r4.x, r0.x", {kTwo}, kHalf},
    {"rcp r4.x, r0.x", {kMinusZero}, kInfinity | kMinus},
    {"rsq r4.x, r0.x", {0x40800000}, kHalf},
    {"sqrt r4.x, r0.x", {0x40800000}, kTwo},
    {"sqrt r4.x, r0.x", {kMinusOne}, 0xffc00000},
    {"log2 r4.x, r0.x", {0x41000000}, 0x40400000},
    {"log2 r4.x, r0.x", {0}, kInfinity | kMinus},
    {"exp2 r4.x, r0.x", {0x40400000}, 0x41000000},
    {"exp2 r4.x, r0.x", {0x43800000}, kInfinity},
    {"sin r4.x, r0.x", {0}, 0},
    {"cos r4.x, r0.x", {0}, kOne},
};

const Answer kHalves[] = {
    {"add.f hr20.x, hr16.x, hr16.y", {0x3c00, 0x3c00}, 0x4000},
    {"add.f hr20.x, hr16.x, hr16.y", {0x7bff, 0x7bff}, 0x7c00},
    // 2048 + 1 lies between two halves: the even one.
    {"add.f hr20.x, hr16.x, hr16.y", {0x6800, 0x3c00}, 0x6800},
    {"mul.f hr20.x, hr16.x, hr16.y", {0x0400, 0x3800}, 0},
    {"mul.f hr20.x, hr16.x, h(2.0)", {0x3c00}, 0x4000},
    {"mul.f r4.x, hr16.x, hr16.y", {0x4200, 0x3c00}, 0x40400000},
    {"add.f hr20.x, r0.x, r0.y", {kOne, kOne}, 0x4000},
    {"mad.f16 hr20.x, hr16.x, hr16.y, hr16.z", {0x4000, 0x4200, 0x3c00}, 0x4700},
    {"rcp hr20.x, hr16.x", {0x4000}, 0x3800},
    {"hrsq hr20.x, hr16.x", {0x4400}, 0x3800},
    {"hlog2 hr20.x, hr16.x", {0x4800}, 0x4200},
    {"hexp2 hr20.x, hr16.x", {0x4200}, 0x4800},
    {"cmps.f.lt hr20.x, hr16.x, hr16.y", {0xbc00, 0x3c00}, 1},
    {"cmps.s.lt r4.x, hr16.x, hr16.y", {0xffff, 0}, 1},
    {"cmps.u.lt r4.x, hr16.x, hr16.y", {0xffff, 0}, 0},
    {"add.u hr20.x, hr16.x, hr16.y", {0xffff, 2}, 1},
    // The sum has the sources' size before it is widened.
    {"add.u r4.x, hr16.x, hr16.y", {0xffff, 2}, 1},
    {"add.s r4.x, hr16.x, hr16.y", {0x8000, 0}, 0xffff8000},
    {"(sat)add.s hr20.x, hr16.x, hr16.y", {0x7fff, 1}, 0x7fff},
    {"(sat)add.u hr20.x, hr16.x, hr16.y", {0xffff, 1}, 0xffff},
    {"(sat)sub.u hr20.x, hr16.x, hr16.y", {1, 2}, 0},
    {"(sat)sub.s hr20.x, hr16.x, hr16.y", {0x8000, 1}, 0x8000},
    {"mul.s24 hr20.x, hr16.x, hr16.y", {0xffff, 3}, 0xfffd},
    // Products of 24 bits have 32, whatever their factors have (Mesa: ir3/ir3_cf.c, is_safe_conv).
    {"mul.u24 r4.x, hr16.x, hr16.y", {0xffff, 0xffff}, 0xfffe0001},
    {"mul.s24 r4.x, hr16.x, hr16.y", {0x8000, 3}, 0xfffe8000},
    {"mad.s16 hr20.x, hr16.x, hr16.y, hr16.z", {0xffff, 3, 5}, 2},
    {"and.b r4.x, hr16.x, hr16.y", {0xff0f, 0xffff}, 0xff0f},
    {"not.b hr20.x, hr16.x", {0x00ff}, 0xff00},
    {"shl.b hr20.x, hr16.x, hr16.y", {1, 17}, 2},
    {"ashr.b hr20.x, hr16.x, hr16.y", {0x8000, 15}, 0xffff},
    {"shr.b hr20.x, hr16.x, hr16.y", {0x8000, 15}, 1},
    {"clz.b hr20.x, hr16.x", {1}, 15},
    {"bfrev.b hr20.x, hr16.x", {1}, 0x8000},
    // Half operands are widened first: the lowest bit that is set is bit 2 (VK-GL-CTS:
    // glsl.builtin.function.integer.findlsb, of mediump numbers, by which Mesa's emit_alu reverses a half's bits into a
    // full register and counts its zeros).
    {"bfrev.b r4.x, hr16.x", {0x0004}, 0x20000000},
    {"clz.b r4.x, hr16.x", {0x0004}, 29},
    {"clz.s r4.x, hr16.x", {0xfff0}, 28},
    {"cbits.b hr20.x, hr16.x", {0xf0f0}, 8},
    {"sel.b16 hr20.x, hr16.x, hr16.y, hr16.z", {7, 0, 9}, 9},
    {"sad.s16 hr20.x, hr16.x, hr16.y, hr16.z", {1, 2, 0xffff}, 2},
    {"mad.u16 hr20.x, hr16.x, hr16.y, hr16.z", {0x100, 0x100, 5}, 5},
    {"sel.s16 hr20.x, hr16.x, hr16.y, hr16.z", {7, 0x7fff, 9}, 7},
    {"sel.f16 hr20.x, hr16.x, hr16.y, hr16.z", {0x3c00, 0xbc00, 0x4000}, 0x4000},
    {"sub.s r4.x, hr16.x, hr16.y", {0, 1}, 0xffffffff},
    {"xor.b hr20.x, hr16.x, hr16.y", {0xff00, 0x0ff0}, 0xf0f0},
    {"shlg hr20.x, hr16.x, hr16.y, hr16.z", {4, 0xfff, 1}, 0xfff1},
};

const Answer kIntegers[] = {
    {"add.u r4.x, r0.x, r0.y", {0xffffffff, 2}, 1},
    {"(sat)add.u r4.x, r0.x, r0.y", {0xffffffff, 2}, 0xffffffff},
    {"(sat)add.s r4.x, r0.x, r0.y", {0x7fffffff, 1}, 0x7fffffff},
    {"(sat)add.s r4.x, r0.x, r0.y", {0x80000000, 0xffffffff}, 0x80000000},
    {"add.s (ei)r4.x, r0.x, r0.y", {0xffffffff, 0xfffffffe}, 0xfffffffe},
    {"add.u (ei)r4.x, r0.x, r0.y", {0xffffffff, 0xffffffff}, 0xffffffff},
    {"sub.u r4.x, r0.x, r0.y", {1, 2}, 0xffffffff},
    {"(sat)sub.u r4.x, r0.x, r0.y", {1, 2}, 0},
    {"(sat)sub.s r4.x, r0.x, r0.y", {0x80000000, 1}, 0x80000000},
    {"cmps.s.lt r4.x, r0.x, r0.y", {0xffffffff, 0}, 1},
    {"cmps.u.gt r4.x, r0.x, r0.y", {0xffffffff, 0}, 1},
    {"cmps.s.le r4.x, r0.x, 5", {5}, 1},
    {"min.s r4.x, r0.x, r0.y", {0xffffffff, 0}, 0xffffffff},
    {"min.u r4.x, r0.x, r0.y", {0xffffffff, 0}, 0},
    {"max.s r4.x, r0.x, -4", {0xfffffff0}, 0xfffffffc},
    {"max.u r4.x, r0.x, r0.y", {0xffffffff, 0}, 0xffffffff},
    {"absneg.s r4.x, (abs)r0.x", {0xfffffffb}, 5},
    {"absneg.s r4.x, (neg)r0.x", {5}, 0xfffffffb},
    {"and.b r4.x, r0.x, (neg)r0.y", {0xff, 0x0f}, 0xf0},
    {"or.b r4.x, r0.x, r0.y", {0xf0, 0x0f}, 0xff},
    {"xor.b r4.x, r0.x, r0.y", {0xff, 0x0f}, 0xf0},
    {"not.b r4.x, r0.x", {0xffff0000}, 0xffff},
    {"mul.u24 r4.x, r0.x, r0.y", {0xff000003, 5}, 15},
    {"mul.s24 r4.x, r0.x, r0.y", {0x00ffffff, 5}, 0xfffffffb},
    {"mull.u r4.x, r0.x, r0.y", {0x1ffff, 0x10002}, 0x1fffe},
    {"madsh.m16 r4.x, r0.x, r0.y, r0.z", {3, 0x00050001, 7}, 0xf0007},
    {"mad.u24 r4.x, r0.x, r0.y, r0.z", {3, 4, 5}, 17},
    {"mad.s24 r4.x, r0.x, r0.y, r0.z", {0xffffff, 4, 5}, 1},
    {"bfrev.b r4.x, r0.x", {0x00000003}, 0xc0000000},
    {"clz.b r4.x, r0.x", {0x00010000}, 15},
    {"clz.b r4.x, r0.x", {0}, 0xffffffff},
    {"clz.s r4.x, r0.x", {0xfffffff0}, 28},
    {"clz.s r4.x, r0.x", {0xffffffff}, 0xffffffff},
    {"shl.b r4.x, r0.x, r0.y", {1, 33}, 2},
    {"shr.b r4.x, r0.x, r0.y", {0x80000000, 31}, 1},
    {"ashr.b r4.x, r0.x, r0.y", {0x80000000, 31}, 0xffffffff},
    {"cbits.b r4.x, r0.x", {0xf0f0}, 8},
    {"sel.b32 r4.x, r0.x, r0.y, r0.z", {7, 1, 9}, 7},
    {"sel.b32 r4.x, r0.x, r0.y, r0.z", {7, 0, 9}, 9},
    {"sad.s32 r4.x, r0.x, (neg)r0.y, r0.z", {7, 3, 9}, 13},
    {"shrm r4.x, r0.x, r0.y, r0.z", {4, 0xff0, 0x0f}, 0x0f},
    {"shlm r4.x, 4, r0.y, r0.z", {0, 0xff, 0xf0}, 0xf0},
    {"shrg r4.x, 8, r0.y, r0.z", {0, 0xff00, 0x100}, 0x1ff},
    {"shlg r4.x, r0.x, r0.y, r0.z", {8, 0xff, 1}, 0xff01},
    {"andg r4.x, r0.x, r0.y, r0.z", {0xff, 0x0f, 0xf00}, 0xf0f},
    {"dp4acc.unsigned.low r4.x, r0.x, r0.y, r0.z", {0x010203ff, 0x02020202, 1}, 523},
    {"dp4acc.mixed.low r4.x, r0.x, r0.y, r0.z", {0x010203ff, 0x02020202, 1}, 11},
    {"(sat)dp4acc.mixed.low r4.x, r0.x, r0.y, r0.z", {0x7f, 0x02, 0x7fffffff}, 0x7fffffff},
    {"dp4acc.mixed.high r4.x, r0.x, r0.y, r0.z", {0x000000ff, 0x000000ff, 1}, 2},
    {"dp2acc.unsigned.low r4.x, r0.x, r0.y, r0.z", {0x01020304, 0x01010101, 0}, 7},
    {"dp2acc.unsigned.high r4.x, r0.x, r0.y, r0.z", {0x01020304, 0x01010101, 0}, 3},
    {"cmpv.s.gt r4.x, r0.x, r0.y", {1, 0}, 1},
    {"cmpv.u.gt r4.x, r0.x, r0.y", {1, 2}, 0},
    {"madsh.u16 r4.x, r0.x, r0.y, r0.z", {3, 5, 7}, 0xf0007},
    {"sel.s32 r4.x, r0.x, r0.y, r0.z", {7, 0x80000000, 9}, 9},
    {"dp2acc.mixed.low r4.x, r0.x, r0.y, r0.z", {0x000000ff, 0x01, 5}, 4},
};

const Answer kConversions[] = {
    {"mov.f32f32 r4.x, r0.x", {kDenormal}, kDenormal},
    {"mov.u32u32 r4.x, 0x12345678", {}, 0x12345678},
    {"cov.f32f16 (even)hr20.x, r0.x", {0x3f801000}, 0x3c00},
    {"cov.f32f16 (even)hr20.x, r0.x", {0x3f803000}, 0x3c02},
    {"cov.f32f16 hr20.x, r0.x", {0x3f803000}, 0x3c01},
    {"cov.f32f16 (pos_infinity)hr20.x, r0.x", {0x3f800001}, 0x3c01},
    {"cov.f32f16 (neg_infinity)hr20.x, r0.x", {0xbf800001}, 0xbc01},
    {"cov.f32f16 (even)hr20.x, r0.x", {0x47800000}, 0x7c00},
    {"cov.f32f16 hr20.x, r0.x", {0x47800000}, 0x7bff},
    {"cov.f32f16 hr20.x, r0.x", {kInfinity | kMinus}, 0xfc00},
    {"cov.f32f16 hr20.x, r0.x", {kNan}, 0x7e00},
    {"cov.f32f16 (even)hr20.x, r0.x", {0xb3800000}, 0x8000},
    {"cov.f16f32 r4.x, hr16.x", {0xc000}, kTwo | kMinus},
    {"cov.f16f32 r4.x, hr16.x", {0x7c00}, kInfinity},
    {"cov.f16f32 r4.x, hr16.x", {0x83ff}, kMinusZero},
    {"cov.f32s32 r4.x, r0.x", {0xc0200000}, 0xfffffffe},
    {"cov.f32s32 (even)r4.x, r0.x", {0x40600000}, 4},
    {"cov.f32s32 (neg_infinity)r4.x, r0.x", {0xc0200000}, 0xfffffffd},
    {"cov.f32s32 (pos_infinity)r4.x, r0.x", {0x40200000}, 3},
    {"cov.f32s32 r4.x, r0.x", {0x4f000000}, 0x7fffffff},
    {"cov.f32s32 r4.x, r0.x", {kInfinity | kMinus}, 0x80000000},
    {"cov.f32s32 r4.x, r0.x", {kNan}, 0},
    {"cov.f32u32 r4.x, r0.x", {0x4f000000}, 0x80000000},
    {"cov.f32u32 r4.x, r0.x", {0x4f800000}, 0xffffffff},
    {"cov.f32u32 r4.x, r0.x", {kMinusOne}, 0},
    {"cov.f32u16 hr20.x, r0.x", {0x47c35000}, 0xffff},
    {"cov.f32s16 hr20.x, r0.x", {0xc7c35000}, 0x8000},
    {"cov.s32f32 r4.x, r0.x", {0xffffffff}, kMinusOne},
    {"cov.u32f32 r4.x, r0.x", {0xffffffff}, 0x4f7fffff},
    {"cov.u32f32 (even)r4.x, r0.x", {0xffffffff}, 0x4f800000},
    {"cov.s32f32 r4.x, r0.x", {0x80000001}, 0xceffffff},
    {"cov.u16f16 (even)hr20.x, hr16.x", {0xffff}, 0x7c00},
    {"cov.s16f32 r4.x, hr16.x", {0x8000}, 0xc7000000},
    {"cov.u16u32 r4.x, hr16.x", {0x8000}, 0x8000},
    {"cov.s16s32 r4.x, hr16.x", {0x8000}, 0xffff8000},
    {"cov.u32u16 hr20.x, r0.x", {0x12345678}, 0x5678},
    {"cov.u8s16 hr20.x, hr16.x", {0x80}, 0xff80},
};

class KnownAnswer : public testing::TestWithParam<Answer> {};

TEST_P(KnownAnswer, InEveryFiber) {
    const Answer& answer = GetParam();
    for (const unsigned width : {64u, 128u}) {
        WaveRun run(answer.text + "\nend", {.width = width, .registers = 64});
        for (unsigned lane = 0; lane < width; ++lane) {
            for (unsigned i = 0; i < 3; ++i) {
                run.wave.setHalfRegister(reg(16, 'x') + i, lane, static_cast<uint16_t>(answer.sources[i]));
                run.wave.setRegister(i, lane, answer.sources[i]);
            }
        }
        ASSERT_EQ(run.go(), WaveStatus::Finished);
        const bool half = answer.text.find("hr20.x,") != std::string::npos;
        for (const unsigned lane : {0u, 1u, width - 1}) {
            const uint32_t result =
                half ? run.wave.halfRegisterValue(reg(20, 'x'), lane) : run.value(reg(4, 'x'), lane);
            EXPECT_EQ(result, answer.result)
                << answer.text << std::hex << ": 0x" << result << " for 0x" << answer.result;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Floats, KnownAnswer, testing::ValuesIn(kFloats));
INSTANTIATE_TEST_SUITE_P(Halves, KnownAnswer, testing::ValuesIn(kHalves));
INSTANTIATE_TEST_SUITE_P(Integers, KnownAnswer, testing::ValuesIn(kIntegers));
INSTANTIATE_TEST_SUITE_P(Conversions, KnownAnswer, testing::ValuesIn(kConversions));

TEST(Ir3Operations, SpecialFunctionsAreCloseEnoughForVulkan) {
    WaveRun run("sin r1.x, r0.x\ncos r2.x, r0.x\nlog2 r3.x, (abs)r0.x\nexp2 r4.x, r0.x\nrsq r5.x, (abs)r0.x\nend",
                {.width = 128});
    for (unsigned lane = 0; lane < 128; ++lane) {
        run.wave.setRegister(0, lane, bitsOf((static_cast<float>(lane) - 64.25f) / 20.5f));
    }
    ASSERT_EQ(run.go(), WaveStatus::Finished);
    for (unsigned lane = 0; lane < 128; ++lane) {
        const double x = (static_cast<float>(lane) - 64.25f) / 20.5f;
        const auto result = [&](unsigned vector) {
            return static_cast<double>(std::bit_cast<float>(run.value(reg(vector, 'x'), lane)));
        };
        EXPECT_NEAR(result(1), std::sin(x), 0x1p-11);
        EXPECT_NEAR(result(2), std::cos(x), 0x1p-11);
        EXPECT_NEAR(result(3), std::log2(std::abs(x)), 0x1p-21 + std::abs(std::log2(std::abs(x))) * 0x1p-22);
        EXPECT_NEAR(result(4), std::exp2(x), std::exp2(x) * (3 + 2 * std::abs(x)) * 0x1p-23);
        EXPECT_NEAR(result(5), 1 / std::sqrt(std::abs(x)), 0x1p-22 / std::sqrt(std::abs(x)));
    }
}

// The sums of four registers, and their products: (1 + 2 + 3 + 4) * (1, 2, 3, 4), twice.
TEST(Ir3Operations, WideProducts) {
    WaveRun run(
        "mov.f32f32 r1.x, (1)\nmov.f32f32 r1.y, (2)\nmov.f32f32 r1.z, (3)\nmov.f32f32 r1.w, (4)\n"
        "wmm r2.x, r1.x, r1.x, 32\nmov.f32f32 r4.x, (7)\nmov.f32f32 r4.y, (7)\nwmm.accu r4.x, r1.x, r1.x, 0\nend",
        {.registers = 32});
    ASSERT_EQ(run.go(), WaveStatus::Finished);
    for (unsigned i = 0; i < 8; ++i) {
        EXPECT_EQ(run.value(reg(2, 'x') + i), bitsOf(10.0f * static_cast<float>(i % 4 + 1)));
    }
    // The first register is overwritten, the others are added to.
    EXPECT_EQ(run.value(reg(4, 'x')), bitsOf(10));
    EXPECT_EQ(run.value(reg(4, 'y')), bitsOf(27));
}

TEST(Ir3Operations, EachThatIsExecutedHasAKnownAnswer) {
    std::set<Opcode> answered;
    for (const std::span<const Answer> answers :
         {std::span<const Answer>(kFloats), std::span<const Answer>(kHalves), std::span<const Answer>(kIntegers)}) {
        for (const Answer& answer : answers) answered.insert(std::get<Instruction>(assemble(answer.text)).opcode);
    }
    for (size_t i = 0; i < kOpcodes; ++i) {
        const auto opcode = static_cast<Opcode>(i);
        const bool computes = isBetween(opcode, Opcode::AddFloat, Opcode::Dot4Accumulate) ||
                              isBetween(opcode, Opcode::Reciprocal, Opcode::Exp2Half);
        if (!computes || supportOf(opcode) == Support::NotExecuted) continue;
        EXPECT_TRUE(answered.contains(opcode)) << rowOf(opcode).name;
        Instruction instruction;
        instruction.opcode = opcode;
        EXPECT_NE(isa::wordKernel(computationOf(instruction).operation), nullptr) << rowOf(opcode).name;
    }
}

/// SP_FLOAT_CNTL.F16_NO_INF.
TEST(Ir3Halves, MayHaveNoInfinity) {
    constexpr std::string_view kText =
        "mov.f32f32 r1.x, (100000.0)\n"
        "mov.f32f32 r1.y, (-100000.0)\n"
        "mov.f32f32 r1.z, (60000.0)\n"
        "(rpt5)nop\n"
        "cov.f32f16 (even)hr4.x, r1.x\n"
        "cov.f32f16 (even)hr4.y, r1.y\n"
        "cov.f32f16 (even)hr4.z, r1.z\n"
        "(rpt5)nop\n"
        "add.f hr4.w, hr4.z, hr4.z\n"
        "(rpt5)nop\n"
        "end";
    for (const bool limits : {false, true}) {
        WaveRun run(kText);
        run.context.limitsHalves = limits;
        ASSERT_EQ(run.go(), WaveStatus::Finished);
        const auto half = [&](char component) { return run.wave.halfRegisterValue(reg(4, component), 0); };
        EXPECT_EQ(half('x'), limits ? 0x7bff : 0x7c00);
        EXPECT_EQ(half('y'), limits ? 0xfbff : 0xfc00);
        EXPECT_EQ(half('z'), 0x7b53) << "60000 is finite";
        EXPECT_EQ(half('w'), limits ? 0x7bff : 0x7c00);
    }
}

}  // namespace
}  // namespace cyclorama::adreno::ir3
