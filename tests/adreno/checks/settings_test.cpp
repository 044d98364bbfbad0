// SPDX-License-Identifier: MIT
// Settings that several blocks keep, and those that are known by name alone.

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "families/adreno/checks/check_findings.h"
#include "families/adreno/checks/state_copies.h"
#include "families/adreno/checks/unmodelled_settings.h"

namespace cyclorama::adreno::test {
namespace {

bool allAreWritten(uint32_t) { return true; }

struct CopyCase {
    const char* name;
    CopyUse use;
    uint32_t first, second;  ///< registers
    uint32_t value;
    const char* detail;
};

void PrintTo(const CopyCase& copies, std::ostream* out) { *out << copies.detail; }

class StateCopyPairs : public testing::TestWithParam<CopyCase> {};

TEST_P(StateCopyPairs, AreComparedInBothDirections) {
    const CopyCase& copies = GetParam();
    RegisterValues registers;
    EXPECT_FALSE(disagreeingCopies(registers, copies.use, allAreWritten)) << "all are zero";
    registers.write(copies.first, copies.value);
    const OptionalIssue issue = disagreeingCopies(registers, copies.use, allAreWritten);
    ASSERT_TRUE(issue);
    EXPECT_EQ(issue->kind->identifier, findings::kDisagreeingCopies.identifier);
    EXPECT_EQ(issue->detail, copies.detail);
    registers.write(copies.second, copies.value);
    EXPECT_FALSE(disagreeingCopies(registers, copies.use, allAreWritten)) << "they agree";
    registers.write(copies.first, 0);
    EXPECT_TRUE(disagreeingCopies(registers, copies.use, allAreWritten));
}

INSTANTIATE_TEST_SUITE_P(
    Blocks, StateCopyPairs,
    testing::Values(CopyCase{"polygons", CopyUse::Binning, "PC_POLYGON_MODE"_reg.word(), "VPC_POLYGON_MODE"_reg.word(),
                             2, "PC_POLYGON_MODE/MODE is 0x2, VPC_POLYGON_MODE/MODE is 0x0"},
                    CopyCase{"bins", CopyUse::Fragments, "GRAS_BIN_CONTROL"_reg.word(), "RB_BIN_CONTROL"_reg.word(), 3,
                             "GRAS_BIN_CONTROL/BINW is 0x60, RB_BIN_CONTROL/BINW is 0x0"},
                    CopyCase{"srgb", CopyUse::Fragments, "RB_SRGB_CNTL"_reg.word(), "SP_SRGB_CNTL"_reg.word(), 5,
                             "RB_SRGB_CNTL is 0x5, SP_SRGB_CNTL is 0x0"},
                    CopyCase{"depth", CopyUse::Fragments, "GRAS_SU_DEPTH_PLANE_CNTL"_reg.word(),
                             "RB_DEPTH_PLANE_CNTL"_reg.word(), 1,
                             "GRAS_SU_DEPTH_PLANE_CNTL/Z_MODE is 0x1, RB_DEPTH_PLANE_CNTL/Z_MODE is 0x0"},
                    CopyCase{"identifiers", CopyUse::Dispatch, "HLSQ_CS_CNTL_0"_reg.word(), "SP_CS_CNTL_0"_reg.word(),
                             0xfc, "HLSQ_CS_CNTL_0 is 0xfc, SP_CS_CNTL_0 is 0x0"}),
    [](const auto& instance) { return std::string(instance.param.name); });

TEST(StateCopies, OfMembersOfArraysAreNamedByTheirIndex) {
    RegisterValues registers;
    registers.write("RB_FS_OUTPUT_CNTL1"_reg.word(), 3);
    registers.write("SP_FS_OUTPUT_CNTL1"_reg.word(), 3);
    registers.write("RB_MRT[].CONTROL"_reg.word(2), 0xf << 7);
    registers.write("RB_MRT[].BUF_INFO"_reg.word(2), 0x30);
    const OptionalIssue issue = disagreeingCopies(registers, CopyUse::Fragments, allAreWritten);
    ASSERT_TRUE(issue);
    EXPECT_EQ(issue->detail, "RB_MRT[].BUF_INFO/COLOR_FORMAT is 0x30, SP_FS_MRT[].REG/COLOR_FORMAT is 0x0, index 2");
    // Two luma formats, whose tiles differ.
    registers.write("RB_MRT[].BUF_INFO"_reg.word(2), 0x94);
    registers.write("SP_FS_MRT[].REG"_reg.word(2), 0x03);
    EXPECT_FALSE(disagreeingCopies(registers, CopyUse::Fragments, allAreWritten)) << "programs' results are the same";
    registers.write("RB_MRT[].BUF_INFO"_reg.word(2), 0x30);
    registers.write("RB_MRT[].CONTROL"_reg.word(2), 0);
    EXPECT_FALSE(disagreeingCopies(registers, CopyUse::Fragments, allAreWritten)) << "nothing is drawn to it";
}

TEST(StateCopies, AreStaleWhereOneWasNotWritten) {
    RegisterValues registers;
    registers.write("RB_SRGB_CNTL"_reg.word(), 1);
    const auto isWritten = [](uint32_t offset) { return offset != "SP_SRGB_CNTL"_reg.word(); };
    const OptionalIssue issue = disagreeingCopies(registers, CopyUse::Fragments, isWritten);
    ASSERT_TRUE(issue);
    EXPECT_EQ(issue->kind, &findings::kStaleRegister);
    EXPECT_EQ(issue->detail, "SP_SRGB_CNTL");
    EXPECT_FALSE(disagreeingCopies(registers, CopyUse::Fragments, [](uint32_t) { return false; })) << "neither is";
}

TEST(StateCopies, AreLeftAloneWhereDriversWriteOne) {
    RegisterValues registers;
    registers.write("GRAS_SU_STENCIL_CNTL"_reg.word(), 1);
    const auto isWritten = [](uint32_t offset) { return offset != "RB_STENCIL_CONTROL"_reg.word(); };
    EXPECT_FALSE(disagreeingCopies(registers, CopyUse::Fragments, isWritten));
}

TEST(StateCopies, OfVertexOutputsAreThoseOfTheLastStage) {
    RegisterValues registers;
    registers.write("VPC_VS_PACK"_reg.word(), 4);
    EXPECT_TRUE(disagreeingCopies(registers, CopyUse::Binning, allAreWritten));
    constexpr uint32_t kEnabled = 0x100;
    registers.write("SP_DS_CONFIG"_reg.word(), kEnabled);
    EXPECT_FALSE(disagreeingCopies(registers, CopyUse::Binning, allAreWritten)) << "of a draw before";
    registers.write("VPC_DS_PACK"_reg.word(), 8);
    EXPECT_TRUE(disagreeingCopies(registers, CopyUse::Binning, allAreWritten));
    registers.write("SP_GS_CONFIG"_reg.word(), kEnabled);
    EXPECT_FALSE(disagreeingCopies(registers, CopyUse::Binning, allAreWritten));
}

TEST(StateCopies, OfSecondColorsConcernWhatIsBlended) {
    constexpr uint32_t kDual = 1;
    RegisterValues registers;
    registers.write("SP_FS_OUTPUT_CNTL0"_reg.word(), kDual);
    EXPECT_FALSE(disagreeingCopies(registers, CopyUse::Fragments, allAreWritten));
    registers.write("SP_FS_OUTPUT_CNTL0"_reg.word(), 0);
    registers.write("RB_FS_OUTPUT_CNTL0"_reg.word(), kDual);
    EXPECT_TRUE(disagreeingCopies(registers, CopyUse::Fragments, allAreWritten));
}

TEST(StateCopies, OfDepthTestsMayDifferForDepthBounds) {
    RegisterValues registers;
    registers.write("RB_DEPTH_CNTL"_reg.word(), 1u << "RB_DEPTH_CNTL/Z_TEST_ENABLE"_field.value.low);
    EXPECT_TRUE(disagreeingCopies(registers, CopyUse::Fragments, allAreWritten));
    registers.write("RB_DEPTH_CNTL"_reg.word(), 1u << "RB_DEPTH_CNTL/Z_TEST_ENABLE"_field.value.low |
                                                    1u << "RB_DEPTH_CNTL/Z_BOUNDS_ENABLE"_field.value.low);
    EXPECT_FALSE(disagreeingCopies(registers, CopyUse::Fragments, allAreWritten));
}

TEST(StateCopies, OfFragmentsDoNotConcernBinning) {
    RegisterValues registers;
    registers.write("RB_SRGB_CNTL"_reg.word(), 1);
    EXPECT_FALSE(disagreeingCopies(registers, CopyUse::Binning, allAreWritten));
    EXPECT_FALSE(disagreeingCopies(registers, CopyUse::Dispatch, allAreWritten));
}

TEST(UnmodelledSettings, AreNamedWithTheirValue) {
    RegisterValues registers;
    EXPECT_FALSE(unmodelledSetting(registers));
    registers.write("GRAS_SC_CNTL"_reg.word(), 2u << "GRAS_SC_CNTL/ROTATION"_field.value.low);
    const OptionalIssue issue = unmodelledSetting(registers);
    ASSERT_TRUE(issue);
    EXPECT_EQ(issue->kind->identifier, findings::kUnmodelledSetting.identifier);
    EXPECT_EQ(issue->detail, "GRAS_SC_CNTL/ROTATION is 0x2");
}

}  // namespace
}  // namespace cyclorama::adreno::test
