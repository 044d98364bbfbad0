// SPDX-License-Identifier: MIT
#include "isa/program.h"

#include <gtest/gtest.h>

#include "families/attila/isa/codec.h"

namespace cyclorama::isa {
namespace {

Instruction assembled(std::string_view text) {
    auto result = attila::assemble(text);
    if (const auto* error = std::get_if<attila::AssemblyError>(&result)) {
        ADD_FAILURE() << text << ": " << error->reason;
        return {};
    }
    return std::get<Instruction>(result);
}

TEST(OperationTable, EveryOperationHasItsOwnNameAndMeaning) {
    for (const OperationInfo& info : kOperationTable) {
        EXPECT_FALSE(info.name.empty());
        EXPECT_FALSE(info.meaning.empty());
        for (const OperationInfo& other : kOperationTable) {
            if (&other != &info) {
                EXPECT_NE(info.name, other.name);
            }
        }
    }
}

// By hand: a scalar source is the w of the swizzled register, a dot product reads what it multiplies.
TEST(ComponentsRead, AreThoseTheResultDependsOn) {
    EXPECT_EQ(componentsRead(assembled("add r0.xz, i0, i1"), 0), 0b0101);
    EXPECT_EQ(componentsRead(assembled("dp3 r0.x, i0, i1"), 1), 0b0111);
    EXPECT_EQ(componentsRead(assembled("dp4 r0.x, i0, i1"), 1), 0b1111);
    EXPECT_EQ(componentsRead(assembled("dph r0.x, i0, i1"), 0), 0b0111);
    EXPECT_EQ(componentsRead(assembled("dph r0.x, i0, i1"), 1), 0b1111);
    EXPECT_EQ(componentsRead(assembled("rcp r0.x, i0.y"), 0), 0b1000);
    EXPECT_EQ(componentsRead(assembled("setpgt p1, i0.x, i1.y"), 1), 0b1000);
    EXPECT_EQ(componentsRead(assembled("dst r0, i0, i1"), 0), 0b0110);
    EXPECT_EQ(componentsRead(assembled("dst r0, i0, i1"), 1), 0b1010);
    EXPECT_EQ(componentsRead(assembled("lit r0.z, i0"), 0), 0b1011);
    EXPECT_EQ(componentsRead(assembled("kil r0"), 0), 0b1111);
    EXPECT_EQ(componentsRead(assembled("zxp r0"), 0), 0b0001);
    EXPECT_EQ(componentsRead(assembled("arl a0.x, r0"), 0), 0b1111);
    EXPECT_EQ(componentsRead(assembled("tex r0.x, i1, t0"), 0), 0b1111);
    EXPECT_EQ(componentsRead(assembled("mov r0, i1"), 1), 0);
}

TEST(Classes, ScalarOperationsAndLoads) {
    EXPECT_TRUE(isScalarOperation(assembled("add r0.y, i0, i1")));
    EXPECT_FALSE(isScalarOperation(assembled("add r0.xy, i0, i1")));
    EXPECT_FALSE(isScalarOperation(assembled("dp3 r0.x, i0, i1")));
    EXPECT_TRUE(isScalarOperation(assembled("setpeq p0, i0.x, i1.x")));
    EXPECT_TRUE(isScalarOperation(assembled("jmp p0, 2")));
    EXPECT_FALSE(isScalarOperation(assembled("tex r0.x, i0, t0")));
    EXPECT_TRUE(isLoad(assembled("txb r0, i0, t3")));
    EXPECT_TRUE(isLoad(assembled("lda r0, i0.x, t3")));
    EXPECT_FALSE(isLoad(assembled("mov r0, i0")));
    EXPECT_TRUE(endsThread(assembled("end")));
    EXPECT_TRUE(endsThread(assembled("mov o0, i0 <- end")));
    EXPECT_FALSE(endsThread(assembled("nop")));
}

TEST(Resources, ListWhatAProgramTouches) {
    const auto source = attila::assembleProgram(R"(
        arl a1.x, i3.x
        mad r5, i2, c4[a1.x + 3], r31
        (!p9) tex r2, r5, t4
        lda r3, i3.x, t9
        kil r2
        zxp r2.x
        ddx r4, r2
        setpgt p7, r5.x, c300.y
        jmp p7, 1
        mov o1, r40 <- end
    )");
    ASSERT_TRUE(std::holds_alternative<std::vector<Instruction>>(source));
    const ProgramResources resources = makeProgram(std::get<std::vector<Instruction>>(source)).resources;
    const ProgramResources expected{.inputsRead = 1u << 2 | 1u << 3,
                                    .outputsWritten = 1u << 1,
                                    .outputsRead = 0,
                                    .temporaries = 1u << 2 | 1u << 3 | 1u << 4 | 1u << 5 | 1u << 31,
                                    .unsetTemporaries = 1u << 2 | 1u << 3 | 1u << 4 | 1u << 5 | 1u << 31,
                                    .addressRegisters = 1u << 1,
                                    .predicates = 1u << 7 | 1u << 9,
                                    .samplers = 1u << 4,
                                    .attributeStreams = 1u << 9,
                                    .constants = 301,
                                    .relativeConstants = true,
                                    .kills = true,
                                    .exportsDepth = true,
                                    .derivatives = true,
                                    .jumps = true,
                                    .accumulator = false,
                                    .ends = true,
                                    .missingRegisters = 1};
    EXPECT_EQ(resources, expected);
}

uint32_t unsetTemporaries(std::string_view text) {
    return makeProgram(std::get<std::vector<Instruction>>(attila::assembleProgram(text))).resources.unsetTemporaries;
}

TEST(Resources, UnsetTemporariesAreReadBeforeTheyAreSurelyWritten) {
    EXPECT_EQ(unsetTemporaries("mov r1, i0\nadd r2, r1, r1"), 0u);
    EXPECT_EQ(unsetTemporaries("mov r1.x, i0\nmov r2, r1.x"), 0u);
    EXPECT_EQ(unsetTemporaries("mov r1.x, i0\nmov r2, r1.y"), 1u << 1);
    EXPECT_EQ(unsetTemporaries("mov r1.x, i0\nmov r2.x, r1"), 0u);
    EXPECT_EQ(unsetTemporaries("add r3, r3, i0"), 1u << 3);
    EXPECT_EQ(unsetTemporaries("(p0) mov r1, i0\nmov o0, r1"), 1u << 1);
    EXPECT_EQ(unsetTemporaries("fxmul r1, i0, i0\nmov o0, r1"), 1u << 1);
    EXPECT_EQ(unsetTemporaries("mov r1, i0\njmp true, 1\nmov o0, r1"), 1u << 1) << "jumps: all that are named";
}

}  // namespace
}  // namespace cyclorama::isa
