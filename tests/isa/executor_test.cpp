// SPDX-License-Identifier: MIT
#include "isa/executor.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <tuple>

#include "isa/run_program.h"

namespace cyclorama::isa {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
const float kNan = std::numeric_limits<float>::quiet_NaN();

float bitsOf(int32_t integer) { return std::bit_cast<float>(integer); }
int32_t integerOf(float value) { return std::bit_cast<int32_t>(value); }

void expectSame(const Vec4& actual, const Vec4& expected, std::string_view what) {
    for (size_t c = 0; c < kComponents; ++c) {
        if (std::isnan(expected[c])) {
            EXPECT_TRUE(std::isnan(actual[c])) << what << " component " << c << ": " << actual[c];
        } else {
            EXPECT_EQ(std::bit_cast<uint32_t>(actual[c]), std::bit_cast<uint32_t>(expected[c]))
                << what << " component " << c << ": " << actual[c] << " instead of " << expected[c];
        }
    }
}

struct KnownAnswer {
    std::string_view text;  ///< writes r0 or o0 from i0, i1, i2
    Vec4 a, b, c;
    Vec4 expected;
};

// Worked out by hand from the formula of each opcode; transcendentals at points whose results are exact floats.
const KnownAnswer kKnownAnswers[] = {
    {"add o0, i0, i1", {1, -2, 0.5f, kInf}, {2, 2, 0.25f, -kInf}, {}, {3, 0, 0.75f, kNan}},
    {"cmp o0, i0, i1, i2", {-1, 0, -0.0f, kNan}, {1, 2, 3, 4}, {5, 6, 7, 8}, {1, 6, 7, 8}},
    {"cos o0, i0.y", {9, 0, 9, 9}, {}, {}, {1, 1, 1, 1}},
    {"dp3 o0, i0, i1", {1, 2, 3, 100}, {4, 5, 6, 100}, {}, {32, 32, 32, 32}},
    // The first two products cancel only if they are added first.
    {"dp4 o0, i0, i1", {1e30f, -1e30f, 1, 1}, {1, 1, 2, 3}, {}, {5, 5, 5, 5}},
    {"dp4 o0, i0, i1", {1, 1e30f, -1e30f, 1}, {1, 1, 1, 1}, {}, {1, 1, 1, 1}},
    {"dph o0, i0, i1", {1, 2, 3, 100}, {4, 5, 6, 7}, {}, {39, 39, 39, 39}},
    {"dst o0, i0, i1", {9, 3, 4, 9}, {9, 5, 9, 6}, {}, {1, 15, 4, 6}},
    {"ex2 o0, i0.x", {3, 9, 9, 9}, {}, {}, {8, 8, 8, 8}},
    {"ex2 o0, i0.x", {-1, 9, 9, 9}, {}, {}, {0.5f, 0.5f, 0.5f, 0.5f}},
    {"ex2 o0, i0.x", {200, 9, 9, 9}, {}, {}, {kInf, kInf, kInf, kInf}},
    {"exp o0, i0.x", {-1.5f, 9, 9, 9}, {}, {}, {0.25f, 0.5f, 0.35355339f, 1}},
    {"flr o0, i0", {-1.5f, 1.5f, -0.0f, 3e9f}, {}, {}, {-2, 1, -0.0f, 3e9f}},
    {"flr o0, i0", {kInf, -kInf, kNan, -0.25f}, {}, {}, {kInf, -kInf, kNan, -1}},
    {"frc o0, i0", {-1.25f, 1.25f, -0.0f, 16777216.0f}, {}, {}, {0.75f, 0.25f, 0, 0}},
    {"frc o0, i0", {kInf, 8388607.5f, -8388607.5f, 1e-10f}, {}, {}, {kNan, 0.5f, 0.5f, 1e-10f}},
    {"lg2 o0, i0.x", {8, 9, 9, 9}, {}, {}, {3, 3, 3, 3}},
    {"lg2 o0, i0.x", {0, 9, 9, 9}, {}, {}, {-kInf, -kInf, -kInf, -kInf}},
    {"lg2 o0, i0.x", {-1, 9, 9, 9}, {}, {}, {kNan, kNan, kNan, kNan}},
    {"lit o0, i0", {0.5f, 4, 9, 2}, {}, {}, {1, 0.5f, 16, 1}},
    {"lit o0, i0", {-0.5f, 4, 9, 2}, {}, {}, {1, 0, 0, 1}},
    {"lit o0, i0", {0.5f, -4, 9, 0}, {}, {}, {1, 0.5f, 1, 1}},
    {"lit o0, i0", {1, 2, 9, -1000}, {}, {}, {1, 1, 2.9387359e-39f, 1}},
    {"log o0, i0.x", {10, 9, 9, 9}, {}, {}, {3, 1.25f, 3.3219281f, 1}},
    {"log o0, i0.x", {-8, 9, 9, 9}, {}, {}, {3, kNan, kNan, 1}},
    // 1 + 2^-12 squared is 1 + 2^-11 + 2^-24: the product loses its last bit before the sum; fused it would stay.
    {"mad o0, i0, i1, i2",
     {1.000244140625f, 2, 3, 4},
     {1.000244140625f, 2, 3, 4},
     {-1.00048828125f, 1, 1, 1},
     {0, 5, 10, 17}},
    {"max o0, i0, i1", {1, -1, kNan, 0}, {2, -2, 3, kNan}, {}, {2, -1, 3, kNan}},
    {"max o0, i0, i1", {0.0f, -0.0f, kInf, 1}, {-0.0f, 0.0f, 1, 1}, {}, {-0.0f, 0.0f, kInf, 1}},
    {"min o0, i0, i1", {1, -1, kNan, 0}, {2, -2, 3, kNan}, {}, {1, -2, 3, kNan}},
    {"mov o0, i0", {1, kInf, -0.0f, bitsOf(7)}, {}, {}, {1, kInf, -0.0f, bitsOf(7)}},
    {"mul o0, i0, i1", {2, -3, 0, kInf}, {4, 5, -1, 0}, {}, {8, -15, -0.0f, kNan}},
    {"rcp o0, i0.z", {9, 9, 4, 9}, {}, {}, {0.25f, 0.25f, 0.25f, 0.25f}},
    {"rcp o0, i0.z", {9, 9, -0.0f, 9}, {}, {}, {-kInf, -kInf, -kInf, -kInf}},
    {"rsq o0, i0.w", {9, 9, 9, -16}, {}, {}, {0.25f, 0.25f, 0.25f, 0.25f}},
    {"rsq o0, i0.w", {9, 9, 9, 0}, {}, {}, {kInf, kInf, kInf, kInf}},
    {"rsq o0, i0.w", {9, 9, 9, -0.0f}, {}, {}, {kNan, kNan, kNan, kNan}},
    {"sge o0, i0, i1", {1, 2, 3, kNan}, {2, 2, 2, 0}, {}, {0, 1, 1, 1}},
    {"slt o0, i0, i1", {1, 2, 3, kNan}, {2, 2, 2, 0}, {}, {1, 0, 0, 0}},
    {"sin o0, i0.x", {0, 9, 9, 9}, {}, {}, {0, 0, 0, 0}},
    {"addi o0, i0, i1",
     {bitsOf(1), bitsOf(-5), bitsOf(INT32_MAX), 0},
     {bitsOf(2), bitsOf(3), bitsOf(1), 0},
     {},
     {bitsOf(3), bitsOf(-2), bitsOf(INT32_MIN), 0}},
    {"addi o0, i0, -7", {bitsOf(1), bitsOf(7), 0, 0}, {}, {}, {bitsOf(-6), bitsOf(0), bitsOf(-7), bitsOf(-7)}},
    {"muli o0, i0, i1",
     {bitsOf(3), bitsOf(-5), bitsOf(65536), bitsOf(INT32_MIN)},
     {bitsOf(2), bitsOf(3), bitsOf(65536), bitsOf(-1)},
     {},
     {bitsOf(6), bitsOf(-15), 0, bitsOf(INT32_MIN)}},
    // Integer modifiers: absolute values pass through a float, 2^24 + 1 becomes 2^24.
    {"addi o0, -|i0|, i1",
     {bitsOf(-4), bitsOf(16777217), bitsOf(0), bitsOf(INT32_MIN)},
     {},
     {},
     {bitsOf(-4), bitsOf(-16777216), 0, bitsOf(INT32_MIN)}},
    {"arl a0.x, i0\nmov o0, a0",
     {1.5f, -1.5f, 3e9f, kNan},
     {},
     {},
     {bitsOf(1), bitsOf(-2), bitsOf(INT32_MIN), bitsOf(INT32_MIN)}},
    // 1.5 * 2.25 = 3.375, exact in 16.16 bits; sums of products stay exact in 32.32.
    {"fxmul r0, i0, i1\nfxmad o0, i0, i1, i2",
     {1.5f, -1.5f, 0.5f, 3},
     {2.25f, 2.25f, 0.5f, -2},
     {},
     {6.75f, -6.75f, 0.5f, -12}},
    {"fxmad2 r0, i0, i1, i2\nfxmad o0, i0, i1, i2",
     {1.5f, -1.5f, 0.5f, 3},
     {2.25f, 2.25f, 0.5f, -2},
     {-1, 1, 2, 6},
     {5.75f, -5.75f, 2.5f, -6}},
    // Operands lose what is below 2^-16.
    {"fxmad o0, i0, i1, i2",
     {0.0000152587890625f, 0.00000762939453125f, 1, kNan},
     {1, 1, 40000, 1},
     {},
     {0.0000152587890625f, 0, 40000, 0}},
    // Predicates, read back through a predicated move.
    {"setpgt p1, i0.x, i1.y\n(p1) mov o0, i2", {2, 9, 9, 9}, {9, 1, 9, 9}, {5, 6, 7, 8}, {5, 6, 7, 8}},
    {"setpgt p1, i0.x, i1.y\n(p1) mov o0, i2", {1, 9, 9, 9}, {9, 1, 9, 9}, {5, 6, 7, 8}, {0, 0, 0, 0}},
    {"setplt p1, i0.x, i1.y\n(p1) mov o0, i2", {0, 9, 9, 9}, {9, 1, 9, 9}, {5, 6, 7, 8}, {5, 6, 7, 8}},
    {"setpeq p1, i0.x, i1.y\n(!p1) mov o0, i2", {1, 9, 9, 9}, {9, 1, 9, 9}, {5, 6, 7, 8}, {0, 0, 0, 0}},
    {"setpeq p1, i0.x, i1.y\n(!p1) mov o0, i2", {kNan, 9, 9, 9}, {9, kNan, 9, 9}, {5, 6, 7, 8}, {5, 6, 7, 8}},
    {"stpeqi p1, i0.x, 4\n(p1) mov o0, i2", {bitsOf(4), 9, 9, 9}, {}, {5, 6, 7, 8}, {5, 6, 7, 8}},
    {"stpgti p1, i0.x, -4\n(p1) mov o0, i2", {bitsOf(-3), 9, 9, 9}, {}, {5, 6, 7, 8}, {5, 6, 7, 8}},
    {"stplti p1, i0.x, -4\n(p1) mov o0, i2", {bitsOf(-5), 9, 9, 9}, {}, {5, 6, 7, 8}, {5, 6, 7, 8}},
    {"stplti p1, i0.x, -4\n(p1) mov o0, i2", {bitsOf(-4), 9, 9, 9}, {}, {5, 6, 7, 8}, {0, 0, 0, 0}},
    {"andp p1, true, !p0\nandp p2, p1, p0\n(p1) mov o0.xy, i2\n(p2) mov o0.zw, i2", {}, {}, {5, 6, 7, 8}, {5, 6, 0, 0}},
    {"andp !p1, true, false\n(p1) mov o0, i2", {}, {}, {5, 6, 7, 8}, {5, 6, 7, 8}},
    // Operand forms.
    {"mov o0, i0.wzyx", {1, 2, 3, 4}, {}, {}, {4, 3, 2, 1}},
    {"mov o0.yw, i0.xxzz", {1, 2, 3, 4}, {}, {}, {0, 1, 0, 3}},
    {"mov o0, -i0", {1, -2, 0, kInf}, {}, {}, {-1, 2, -0.0f, -kInf}},
    {"mov o0, |i0|", {1, -2, -0.0f, -kInf}, {}, {}, {1, 2, 0, kInf}},
    {"mov o0, -|i0.y|", {1, -2, 3, 4}, {}, {}, {-2, -2, -2, -2}},
    {"mul o0, i0, 0.5", {1, -2, 3, 4}, {}, {}, {0.5f, -1, 1.5f, 2}},
    {"mul o0, i0, -|-0.5|", {1, -2, 3, 4}, {}, {}, {-0.5f, 1, -1.5f, -2}},
    {"mov_sat o0, i0", {-1, 0.5f, 2, kNan}, {}, {}, {0, 0.5f, 1, 1}},
    {"mov_sat o0, i0", {-0.0f, 1, kInf, -kInf}, {}, {}, {-0.0f, 1, 1, 0}},
    // A result may overwrite its own sources, in any order of components.
    {"mov r0, i0\nmov r0, r0.wzyx\nmov o0, r0", {1, 2, 3, 4}, {}, {}, {4, 3, 2, 1}},
    {"mov r0, i0\nadd r0.xyz, r0.yzxx, r0.zxyx\nmov o0, r0", {1, 2, 4, 8}, {}, {}, {6, 5, 3, 8}},
    {"mov r0, i0\ndp4 r0.xy, r0, r0\nmov o0, r0", {1, 2, 3, 4}, {}, {}, {30, 30, 3, 4}},
    // Registers that do not exist.
    {"mov o0, i0\nmov r40, i0\nadd o0.xy, i0, r40\nmov o99, i0", {1, 2, 3, 4}, {}, {}, {1, 2, 3, 4}},
};

TEST(Executor, GivesKnownAnswersInEveryLane) {
    for (const KnownAnswer& known : kKnownAnswers) {
        TestRun test(std::string(known.text) + "\nend", 21);
        test.input(0, known.a).input(1, known.b).input(2, known.c);
        EXPECT_EQ(test.run().status, ExecutionStatus::Finished);
        for (const int lane : {0, 7, 20}) expectSame(test.output(lane), known.expected, known.text);
    }
}

TEST(Executor, ConstantsBeyondTheBankReadZero) {
    TestRun test("mov o0, c1\nmov o1, c2\nadd o2.x, c1.y, c0.x <- end");
    test.constants({{1, 2, 3, 4}, {5, 6, 7, 8}});
    test.run();
    expectSame(test.output(3, 0), {5, 6, 7, 8}, "c1");
    expectSame(test.output(3, 1), {}, "c2");
    expectSame(test.output(3, 2), {7, 0, 0, 0}, "c1.y + c0.x");
}

TEST(Executor, RelativeConstantsDifferByLane) {
    const std::string_view text = "arl a1, i0\nmov o0, -c1[a1.y + -2].x <- end";
    const std::vector<Vec4> bank{{10}, {20}, {30}};
    TestRun test(text, 6);
    for (int lane = 0; lane < 6; ++lane) test.input(lane, 0, {0, static_cast<float>(lane), 0, 0});
    test.constants(bank);
    test.run();
    const float expected[] = {-0.0f, -10, -20, -30, -0.0f, -0.0f};
    for (int lane = 0; lane < 6; ++lane) EXPECT_EQ(integerOf(test.output(lane)[0]), integerOf(expected[lane])) << lane;

    TestRun whole(text, 1);
    const std::vector<Vec4> other{{0.5f}, {1.5f}};
    whole.input(0, {0, 2, 0, 0}).constants(bank);
    whole.context.relativeConstants = other;
    whole.run();
    EXPECT_EQ(whole.output(0)[0], -1.5f);
}

TEST(Executor, BooleanConstantsAreTrueWhereNotZero) {
    TestRun test("andp p0, c0.x, !c0.y\n(p0) mov o0, i0\nandp p1, !c0.x, true\n(p1) mov o1, i0 <- end");
    test.input(0, {1, 2, 3, 4}).constants({{bitsOf(1), 0, 0, 0}});
    test.run();
    expectSame(test.output(0, 0), {1, 2, 3, 4}, "p0");
    expectSame(test.output(0, 1), {}, "p1");
}

// Lanes 0 1 / 2 3 of each quad are its fragments, row by row; second quad has other values.
TEST(Executor, DerivativesAreDifferencesInTheQuad) {
    TestRun test("ddx o0, i0\nddy o1, -i0.yyyy\nddx_sat o2.x, i0 <- end", 8);
    const float values[] = {1, 4, 16, 64, 100, 90, 70, 40};
    for (int lane = 0; lane < 8; ++lane) test.input(lane, 0, {values[lane], values[lane], 0, 1});
    test.context.quads = true;
    test.run();
    const float ddx[] = {3, 3, 48, 48, -10, -10, -30, -30};
    const float ddy[] = {-15, -60, -15, -60, 30, 50, 30, 50};
    for (int lane = 0; lane < 8; ++lane) {
        expectSame(test.output(lane, 0), {ddx[lane], ddx[lane], 0, 0}, "ddx");
        expectSame(test.output(lane, 1), {ddy[lane], ddy[lane], ddy[lane], ddy[lane]}, "ddy");
        EXPECT_EQ(test.output(lane, 2)[0], ddx[lane] > 0 ? 1.0f : 0.0f);
    }
}

TEST(Executor, KilledLanesContinue) {
    TestRun test("kil i0\nkls i1, s3\nmov o0, i2 <- end", 5);
    test.input(1, 0, {0, 0, 0, -1})
        .input(2, 0, {-0.0f, kNan, 0, 1})
        .input(4, 1, {-1e-40f, 0, 0, 0})
        .input(2, {7, 7, 7, 7});
    test.run();
    EXPECT_EQ(test.group().killed(), LaneMask{1} << 1);
    EXPECT_EQ(test.group().killed(3), LaneMask{1} << 4);
    EXPECT_EQ(test.group().killed(1), 0u);
    expectSame(test.output(1), {7, 7, 7, 7}, "a killed lane");
}

// The predicate does not hold, and yet the fragment dies: as ATTILA does it.
TEST(Executor, KillsTakeNoNoticeOfPredicates) {
    TestRun test("(p0) kil i0\n(p0) cmpkil o0.x, i0, i0, i1\n(p0) zxp i1.y <- end", 2);
    test.input(0, 0, {-1, 0, 0, 0}).input(1, {0, 0.75f, 0, 0});
    test.run();
    EXPECT_EQ(test.group().killed(), 1u);
    EXPECT_EQ(test.group().depths[0].lane[1], 0.75f);
    EXPECT_EQ(test.output(0)[0], 0.0f);
}

TEST(Executor, CompareAndKillLooksAtWrittenComponents) {
    TestRun test("cmpkil o0.xz, i0, i1, i2 <- end", 3);
    test.input(0, {-1, -1, 1, 1}).input(1, {5, -5, 5, -5}).input(2, {6, -6, 6, -6}).input(1, 1, {-5, 0, 0, 0});
    test.run();
    expectSame(test.output(0), {5, 0, 6, 0}, "cmpkil");
    EXPECT_EQ(test.group().killed(), 0b010u);
}

TEST(Executor, SamplesAreKilledAndExportedInTurn) {
    TestRun test("chs\nkil i0\nzxp i1.w\nchs\nchs\nchs\nzxs i1, s0 <- end", 2);
    test.input(1, 0, {-1, 0, 0, 0}).input(1, {1, 2, 3, 4});
    test.run();
    EXPECT_EQ(test.group().killed(0), 0u);
    EXPECT_EQ(test.group().killed(1), 0b10u);
    // Four samples on, zxs starts at 4 / 4 = 1.
    for (size_t s = 0; s < 4; ++s) EXPECT_EQ(test.group().depths[s + 1].lane[0], static_cast<float>(s + 1));
    EXPECT_EQ(test.group().depths[0].lane[0], 4.0f);
}

class RecordingSampler : public TextureSampler, public AttributeLoader {
  public:
    struct Seen {
        func::TextureOperation operation;
        unsigned sampler;
        LaneMask executing, active;
        bool quads;
        size_t instruction;
        Vec4 coordinate;  ///< of the last lane
        float parameter;
    };

    void sample(const SampleRequest& request) override {
        const size_t last = static_cast<size_t>(request.lanes - 1);
        Seen seen{request.operation,
                  request.sampler,
                  request.executing,
                  request.active,
                  request.quads,
                  request.instruction,
                  {},
                  request.parameter[last]};
        for (size_t c = 0; c < kComponents; ++c) seen.coordinate[c] = request.coordinate[c][last];
        requests.push_back(seen);
        for (size_t lane = 0; lane <= last; ++lane) {
            for (size_t c = 0; c < kComponents; ++c) request.result[c][lane] = static_cast<float>(10 * lane + c) - 5.0f;
        }
    }

    void load(const AttributeRequest& request) override {
        loads.push_back(request.stream);
        for (int lane = 0; lane < request.lanes; ++lane) {
            const int32_t index = std::bit_cast<int32_t>(request.index[lane]);
            for (size_t c = 0; c < kComponents; ++c)
                request.result[c][lane] = static_cast<float>(index * 4) + static_cast<float>(c);
        }
    }

    std::vector<Seen> requests;
    std::vector<unsigned> loads;
};

TEST(Executor, TexturesAreAskedOnceForAllLanes) {
    TestRun test(R"(
        tex o0, i0, t3
        txb o1.xy, i0.xyzw, t1
        txl_sat o2, i0, t2
        txp o3, i0, t0
        (p0) tex o4, -i0.wzyx, t7
        end)",
                 4);
    RecordingSampler sampler;
    test.input(0, {2, 4, 6, 8});
    test.context.sampler = &sampler;
    test.context.active = 0b0110;
    test.context.quads = true;
    test.run();
    ASSERT_EQ(sampler.requests.size(), 5u);
    for (const auto& request : sampler.requests) {
        EXPECT_EQ(request.executing, 0b1111u) << "helpers run too";
        EXPECT_EQ(request.active, 0b0110u);
        EXPECT_TRUE(request.quads);
    }
    const auto& [tex, txb, txl, txp, predicated] = std::tie(
        sampler.requests[0], sampler.requests[1], sampler.requests[2], sampler.requests[3], sampler.requests[4]);
    EXPECT_EQ(tex.sampler, 3u);
    EXPECT_EQ(tex.operation, func::TextureOperation::SampleBias);
    EXPECT_EQ(tex.parameter, 0.0f);
    expectSame(tex.coordinate, {2, 4, 6, 8}, "tex");
    EXPECT_EQ(txb.operation, func::TextureOperation::SampleBias);
    EXPECT_EQ(txb.parameter, 8.0f);
    EXPECT_EQ(txl.operation, func::TextureOperation::SampleLod);
    EXPECT_EQ(txl.parameter, 8.0f);
    EXPECT_EQ(txp.parameter, 0.0f);
    expectSame(txp.coordinate, {0.25f, 0.5f, 0.75f, 8}, "txp");
    expectSame(predicated.coordinate, {-8, -6, -4, -2}, "the request is made whatever the predicate");
    EXPECT_EQ(predicated.instruction, 4u);
    expectSame(test.output(1, 0), {5, 6, 7, 8}, "tex");
    expectSame(test.output(1, 1), {5, 6, 0, 0}, "txb, masked");
    expectSame(test.output(0, 2), {0, 0, 0, 0}, "txl, saturated");
    expectSame(test.output(1, 4), {}, "not written without the predicate");
}

TEST(Executor, AttributesAreLoadedByInteger) {
    TestRun test("lda o0, i0.y, t9\nlda r1.x, i0.y, t2 <- end", 3);
    RecordingSampler loader;
    for (int lane = 0; lane < 3; ++lane) test.input(lane, 0, {0, bitsOf(lane + 5), 0, 0});
    test.context.attributes = &loader;
    test.run();
    EXPECT_EQ(loader.loads, (std::vector<unsigned>{9, 2}));
    expectSame(test.output(2), {28, 29, 30, 31}, "index 7");
}

TEST(Executor, WithoutSamplerTexturesReadZero) {
    TestRun test("mov o0, i0\ntex o0, i0, t0 <- end");
    test.input(0, {1, 2, 3, 4}).run();
    expectSame(test.output(0), {}, "tex");
}

}  // namespace
}  // namespace cyclorama::isa
