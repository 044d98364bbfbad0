// SPDX-License-Identifier: MIT
// Programs in other forms: the same values to the bit, by what other units execute.

#include "families/attila/driver/programs/program_form.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <random>

#include "families/attila/driver/draw/quad_runs.h"
#include "families/attila/isa/codec.h"
#include "func/raster/primitive_assembly.h"
#include "isa/executor.h"
#include "virgl/protocol/refusal.h"

namespace cyclorama::attila {
namespace {

constexpr int kLanes = 8;

std::vector<isa::Instruction> program(const std::string& text) {
    auto assembled = assembleProgram(text);
    EXPECT_TRUE(std::holds_alternative<std::vector<isa::Instruction>>(assembled)) << text;
    return std::get<std::vector<isa::Instruction>>(assembled);
}

func::Vec4 input(uint32_t attribute, int lane) {
    std::minstd_rand random(attribute * 97 + static_cast<uint32_t>(lane) + 1);
    std::uniform_real_distribution<float> values(-4, 4);
    return {values(random), values(random), values(random), values(random)};
}

/// Vertex `lane` of the streams of `input`.
class Streams final : public isa::AttributeLoader {
  public:
    void load(const isa::AttributeRequest& request) override {
        for (int lane = 0; lane < request.lanes; ++lane) {
            const func::Vec4 value = input(request.stream, std::bit_cast<int32_t>(request.index[lane]));
            for (size_t c = 0; c < value.size(); ++c) request.result[c][lane] = value[c];
        }
    }
};

/// All outputs of the lanes; `numbered`: input 0 has the number of the lane's vertex in x.
std::vector<func::Vec4> outputs(const std::vector<isa::Instruction>& instructions, bool numbered = false) {
    const isa::Program made = isa::makeProgram(instructions);
    const auto group = std::make_unique<isa::ThreadGroup>();
    group->start(made, kLanes);
    for (uint32_t attribute = 0; attribute < isa::kInputRegisters; ++attribute)
        for (int lane = 0; lane < kLanes; ++lane)
            group->setInput(
                lane, attribute,
                numbered && attribute == 0 ? func::Vec4{std::bit_cast<float>(lane)} : input(attribute, lane));
    std::vector<func::Vec4> constants;
    for (uint32_t i = 0; i < 24; ++i) constants.push_back(input(100 + i, 0));
    Streams streams;
    const isa::ExecutionContext context{
        .constants = constants, .relativeConstants = constants, .attributes = &streams, .branchGranularity = 1};
    EXPECT_EQ(isa::execute(made, *group, context).status, isa::ExecutionStatus::Finished);
    std::vector<func::Vec4> values;
    for (uint32_t i = 0; i < isa::kOutputRegisters; ++i)
        for (int lane = 0; lane < kLanes; ++lane) values.push_back(group->output(lane, i));
    return values;
}

/// Compared as bits: what is not a number is equal to itself.
void expectSame(const std::vector<func::Vec4>& a, const std::vector<func::Vec4>& b, const std::string& text) {
    ASSERT_EQ(a.size(), b.size());
    for (size_t i = 0; i < a.size(); ++i)
        for (size_t c = 0; c < 4; ++c)
            EXPECT_EQ(std::bit_cast<uint32_t>(a[i][c]), std::bit_cast<uint32_t>(b[i][c]))
                << text << "output " << i / kLanes << " component " << c;
}

class ScalarUnits : public testing::TestWithParam<const char*> {};

TEST_P(ScalarUnits, ComputeTheSame) {
    const std::vector<isa::Instruction> vectors = program(GetParam());
    const std::vector<isa::Instruction> scalars = forScalarUnits(vectors);
    for (const isa::Instruction& each : scalars) EXPECT_TRUE(runsOnScalarUnits(each)) << disassemble(each);
    EXPECT_EQ(std::ranges::count_if(scalars, [](const auto& each) { return each.end; }), 1);
    expectSame(outputs(vectors), outputs(scalars), GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    Programs, ScalarUnits,
    testing::Values("mov r0, i1\nmov r0, r0.yxwz\nmov o0, r0\nnop <- end\n",
                    "mov r0, i1\nmad r0, r0.yzwx, c1, r0.wwzz\nmov o0, r0\nnop <- end\n",
                    "mov r0, i1\nadd_sat r0.xy, r0.yyyy, r0.x\nmov o0, r0\nnop <- end\n",
                    "mov r0, i1\ndp4 r0, r0, c2\nmov o0, r0\nnop <- end\n",
                    "mov r0, i1\ndp4 r0.yw, i2, c2\nmov o0, r0\nnop <- end\n",
                    "dp3_sat o1.xz, i1, i2\ndp4 o2, -i1.wzyx, |i3|\ndph o3, i1, c3\nnop <- end\n",
                    "rcp r0.yz, i1.x\nrsq r0.x, i1.y\nex2 o1, i1.z\nlg2_sat r0.w, |i1.w|\nmov o0, r0\nnop <- end\n",
                    "lit o0, i1\ndst o1, i1, i2\nslt o2, i1, i2\nsge o3, i1, c1\ncmp o4, i1, i2, i3\nfrc o5, i1\n"
                    "min o6, i1, i2\nmax o7, i1, i2\nsin o8, i1.x\nnop <- end\n",
                    "arl a0.x, i1\nmov r1, c4[a0.x + 2]\nmul o0, r1, c4[a0.x + 1]\nnop <- end\n",
                    "setplt p0, i1.x, i2.x\nmov r0, i1\n(p0) add r0, r0.wzyx, i2\n(!p0) dp3 r0.xy, r0, i3\n"
                    "mov o0, r0\nnop <- end\n",
                    "mov r0, i1\njmp true, 2\nmov r0, i2\nadd r0, r0, i3\njmp true, 2\nnop\nmov o0, r0\nnop <- end\n"));

TEST(ScalarUnits, CountsInstructions) {
    EXPECT_EQ(forScalarUnits(program("dp4 o0, i1, c2\nnop <- end\n")).size(), 3u + 4u + 1u);
    EXPECT_EQ(forScalarUnits(program("dp4 r0.x, i1, c2\nmov o0.x, r0\nnop <- end\n")).size(), 4u + 1u + 1u);
    EXPECT_EQ(forScalarUnits(program("mul r0.xyz, i1, c2\nmov o0.x, r0\nnop <- end\n")).size(), 3u + 1u + 1u);
}

class SimplePrograms : public testing::TestWithParam<std::pair<const char*, size_t>> {};

TEST_P(SimplePrograms, ComputeTheSame) {
    const auto& [text, count] = GetParam();
    const std::vector<isa::Instruction> simple = simplified(program(text));
    EXPECT_EQ(simple.size(), count) << text;
    expectSame(outputs(program(text)), outputs(simple), text);
}

INSTANTIATE_TEST_SUITE_P(
    Programs, SimplePrograms,
    testing::Values(std::pair{"mul r0, i1, i2\nmov o1, r0\nnop <- end\n", size_t{1}},
                    std::pair{"mul r0.xyz, i1, i2\nmov r0.w, c1\nmov_sat r0, r0\nmov o1, r0\nnop <- end\n", size_t{2}},
                    std::pair{"mov r0, i1\nmov r0.x, r0\nadd o1, r0, i2\nnop <- end\n", size_t{2}},
                    // What is still read, or is no copy, stays.
                    std::pair{"mul r0, i1, i2\nmov o1, r0\nmov o2, r0.x\nnop <- end\n", size_t{3}},
                    std::pair{"mul r0, i1, i2\nmov o1, r0.yxzw\nnop <- end\n", size_t{2}},
                    std::pair{"mul r0, i1, i2\nmov o1, -r0\nnop <- end\n", size_t{2}},
                    std::pair{"mov r0.x, i1\nadd r0.y, r0.x, i2\nmov o1.xy, r0\nnop <- end\n", size_t{3}},
                    std::pair{"mov r0.y, i1\nadd r0.y, r0.y, i2\nmov r0.x, i3\nmov o1.xy, r0\nnop <- end\n", size_t{3}},
                    std::pair{"mov r0, i1\nmov o1.x, i2\nmov o1, r0\nmov o1.y, i3\nnop <- end\n", size_t{4}},
                    // Two copies of parts, and one of all that was there before a part is written anew.
                    std::pair{"mul r0, i1, i2\nmov o1, r0\nmov r0.x, i3\nmov o2.x, r0\nnop <- end\n", size_t{2}},
                    // A predicated result leaves what was there; results that nobody reads go, component by component.
                    std::pair{"setplt p0, i1.x, i2.x\nmov r0, i1\n(p0) mov r0, i2\nmov o1, r0\nnop <- end\n",
                              size_t{4}},
                    std::pair{"mov r1, i3\nadd r2, r1, i1\nmul r0, i1, i2\nmov o1.x, r0.z\nnop <- end\n", size_t{2}},
                    std::pair{"mov r0, i1\njmp true, 2\nnop\nmov o1, r0\nnop <- end\n", size_t{5}}));

TEST(ProgramForm, LoadsAttributesOnce) {
    const std::string text = "mul r0, i0, i3.x\nmad o0, i3, i0.wzyx, -r0\nmov o1, i7\nnop <- end\n";
    const std::vector<isa::Instruction> loading = loadAttributes(program(text));
    const isa::ProgramResources resources = isa::makeProgram(loading).resources;
    EXPECT_EQ(resources.inputsRead, 1u);
    EXPECT_EQ(resources.attributeStreams, 1u << 0 | 1u << 3 | 1u << 7);
    EXPECT_EQ(loading.size(), 3u + 4u);
    expectSame(outputs(program(text)), outputs(loading, true), text);
}

TEST(ProgramForm, RefusesMoreRegistersThanThereAre) {
    std::string text;
    for (uint32_t i = 0; i < isa::kTemporaryRegisters; ++i) text += "mov r" + std::to_string(i) + ", i1\n";
    EXPECT_THROW(loadAttributes(program(text + "nop <- end\n")), virgl::Unsupported);
    EXPECT_THROW(forScalarUnits(program(text + "dp4 o0, r0, r1\nnop <- end\n")), virgl::Unsupported);
}

/// Which instructions are wait points.
std::vector<size_t> waits(const std::string& text) {
    std::vector<isa::Instruction> instructions = program(text);
    markWaitPoints(instructions);
    std::vector<size_t> places;
    for (size_t i = 0; i < instructions.size(); ++i)
        if (instructions[i].waitPoint) places.push_back(i);
    return places;
}

TEST(ProgramForm, WaitsBeforeWhatIsLoadedIsNeeded) {
    using Places = std::vector<size_t>;
    EXPECT_EQ(waits("tex r0, i5, t0\ntex r1, i5, t1\nmul r2, i1, i2\nmul o1, r0, r1\nnop <- end\n"), Places{2});
    EXPECT_EQ(waits("tex r0, i5, t0\ntex r1, r0, t1\nmov o1, r1\nnop <- end\n"), (Places{0, 1}));
    EXPECT_EQ(waits("tex r0, i5, t0\nmov r0, i1\nmov o1, r0\nnop <- end\n"), Places{0});
    EXPECT_EQ(waits("mov r1, i1\ntex r0, i5, t0\njmp true, -1\nmov o1, r1\nnop <- end\n"), Places{1});
    EXPECT_EQ(waits("tex o1, i5, t0\nnop <- end\n"), Places{0});
    EXPECT_EQ(waits("mul o1, i1, i2\nnop <- end\n"), Places{});
}

TEST(QuadRuns, HaveTheTrianglesOfTheirIndices) {
    for (const auto primitive : {func::PrimitiveType::Quads, func::PrimitiveType::QuadStrip}) {
        constexpr uint32_t kStart = 36;
        constexpr uint32_t kVertices = 12;
        std::vector<std::array<uint32_t, 3>> triangles;
        for (uint32_t i = 0; i < func::primitiveCount(primitive, kVertices); ++i) {
            const auto places = func::assemblePrimitive(primitive, i).vertices;
            triangles.push_back({kStart + places[0], kStart + places[1], kStart + places[2]});
        }
        // Mesa's order: that of the chip for quads, the second triangle of a pair first for strips.
        if (primitive == func::PrimitiveType::QuadStrip)
            for (size_t i = 0; i < triangles.size(); i += 2) std::swap(triangles[i], triangles[i + 1]);
        std::vector<uint32_t> indices;
        for (const auto& triangle : triangles) indices.insert(indices.end(), triangle.begin(), triangle.end());
        const std::optional<PrimitiveRange> run = quadRun(indices);
        ASSERT_TRUE(run);
        EXPECT_EQ(run->primitive, primitive);
        EXPECT_EQ(run->start, kStart);
        EXPECT_EQ(run->count, kVertices);
        std::vector<uint32_t> other = indices;
        ++other.back();
        EXPECT_FALSE(quadRun(other));
        other.pop_back();
        EXPECT_FALSE(quadRun(other));
    }
    EXPECT_FALSE(quadRun({}));
}

}  // namespace
}  // namespace cyclorama::attila
