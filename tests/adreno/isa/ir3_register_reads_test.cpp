// SPDX-License-Identifier: MIT
// The registers that programs may read, and inputs that they do not.

#include <gtest/gtest.h>

#include <string>

#include "adreno/ir3_program.h"
#include "families/adreno/isa/register_reads.h"
#include "families/adreno/sp/fragment_control.h"

namespace cyclorama::adreno::ir3 {
namespace {

/// The names of r0.x to r3.w that a program may read.
std::string readsOf(std::string_view text) {
    RegisterReads reads;
    reads.add(programOf(text));
    std::string names;
    for (unsigned number = 0; number < 16; ++number) {
        if (!reads.includes(number)) continue;
        names += {static_cast<char>('0' + number / kComponents), "xyzw"[number % kComponents], ' '};
    }
    return names;
}

TEST(Ir3RegisterReads, ResultsAreNotRead) {
    EXPECT_EQ(readsOf("add.f r1.y, r0.x, c0.x\nmov.u32u32 r2.x, 7\nend"), "0x ");
}

TEST(Ir3RegisterReads, RepetitionsReadTheRegistersBehind) {
    EXPECT_EQ(readsOf("(rpt2)mul.f r4.x, (r)r1.y, r2.x\nend"), "1y 1z 1w 2x ");
}

TEST(Ir3RegisterReads, HalvesCountAsTheRegisterThatTheyShare) {
    EXPECT_EQ(readsOf("add.f hr4.x, hr0.w, hr1.x\nend"), "0y 0z ");
}

TEST(Ir3RegisterReads, BarycentricCoordinatesAreAPair) {
    EXPECT_EQ(readsOf("bary.f r2.x, 0, r0.x\nend").substr(0, 6), "0x 0y ");
}

TEST(Ir3RegisterReads, TexturesReadVectors) {
    EXPECT_EQ(readsOf("sam (f32)(xyzw)r4.x, r1.x, s#0, t#0\nend").substr(0, 6), "1x 1y ");
}

TEST(Ir3RegisterReads, RelativeOperandsMayBeAnyRegister) {
    EXPECT_EQ(readsOf("mad.s24 r3.x, c1.x, r2.x, r<a0.x + -4>\nend").size(), 16 * 3u);
}

/// x and y in r0.x and r0.y, z in r0.z, 1/w in r0.w, and colours in half registers from hr4.x on.
FragmentControl windowCoordinates() {
    FragmentControl control;
    control.inputs.xy = reg(0, 'x');
    control.inputs.z = reg(0, 'z');
    control.inputs.inverseW = reg(0, 'w');
    for (ColorResult& color : control.results.colors) color = {.reg = reg(4, 'x'), .half = true};
    return control;
}

TEST(UnreadInputs, ProgramsKeepTheCoordinatesThatTheyRead) {
    FragmentControl control = windowCoordinates();
    leaveOutUnread(control, programOf("add.f hr4.x, r0.y, r0.w\nend"));
    EXPECT_EQ(control.inputs.xy, reg(0, 'x'));
    EXPECT_EQ(control.inputs.z, kNoRegister);
    EXPECT_EQ(control.inputs.inverseW, reg(0, 'w'));
}

TEST(UnreadInputs, ResultsMayBeInputs) {
    FragmentControl control = windowCoordinates();
    control.results.depth = reg(0, 'z');
    leaveOutUnread(control, programOf("mov.u16u16 hr4.x, 0\nend"));
    EXPECT_EQ(control.inputs.xy, kNoRegister);
    EXPECT_EQ(control.inputs.z, reg(0, 'z'));
    EXPECT_EQ(control.inputs.inverseW, kNoRegister);
}

}  // namespace
}  // namespace cyclorama::adreno::ir3
