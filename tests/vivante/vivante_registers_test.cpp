// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "families/vivante/frontend/packets.h"
#include "families/vivante/frontend/registers.h"
#include "families/vivante/frontend/state_file.h"

namespace cyclorama::vivante {
namespace {

TEST(VivanteRegisters, EachHasANameAMeaningAndAPlaceOfItsOwn) {
    std::set<std::string_view> names;
    std::set<uint32_t> words;
    for (const std::span<const RegisterInfo> table : kRegisterTables)
        for (const RegisterInfo& info : table) {
            SCOPED_TRACE(info.name);
            EXPECT_TRUE(names.insert(info.name).second);
            EXPECT_FALSE(info.meaning.empty());
            for (uint32_t i = 0; i < info.array.count; ++i)
                for (uint32_t j = 0; j < info.inner.count; ++j) {
                    const uint32_t offset = info.offset + i * info.array.stride + j * info.inner.stride;
                    EXPECT_EQ(offset % 4, 0U);
                    EXPECT_LT(offset / 4, kStateWords);
                    EXPECT_TRUE(words.insert(offset).second) << "twice at " << offset;
                }
        }
    EXPECT_GT(names.size(), 450U);
}

TEST(VivanteRegisters, FieldsDoNotOverlap) {
    for (const std::span<const RegisterInfo> table : kRegisterTables)
        for (const RegisterInfo& info : table) {
            SCOPED_TRACE(info.name);
            uint32_t taken = 0;
            for (const FieldInfo& field : info.fields) {
                EXPECT_EQ(taken & field.mask(), 0U) << field.name;
                taken |= field.mask();
                if (field.maskBit >= 0) {
                    EXPECT_EQ(field.mask() >> field.maskBit & 1, 0U) << field.name;
                }
            }
        }
}

// Offsets and fields as the hardware notes and etna_viv give them.
TEST(VivanteRegisters, KnownPlaces) {
    EXPECT_EQ("GL.STALL_TOKEN"_reg.offset, 0x3c00U);
    EXPECT_EQ("NTE.SAMPLER_ADDR_LOD"_reg.word(2, 3), (0x10800U + 2 * 0x40 + 3 * 4) / 4);
    EXPECT_EQ("TE.SAMPLER_LOD_ADDR"_reg.word(2, 3), (0x2400U + 2 * 4 + 3 * 0x40) / 4);
    EXPECT_EQ("RS.PIPE_DEST_ADDR"_reg.word(1), 0x16e4U / 4);
    EXPECT_EQ("PE.DEPTH_CONFIG.SUPER_TILED"_field.low, 26);
    EXPECT_EQ("DE.DEST_CONFIG.COMMAND"_field.of(0x4006), 4U);
    EXPECT_EQ("DE.FILTER_KERNEL"_reg.word(76), 0x1930U / 4);
    EXPECT_EQ("DE.BLOCK8.SRC_EX_ADDRESS"_reg.word(7), 0x12cfcU / 4);
    EXPECT_EQ("RS.CLEAR_CONTROL.MODE"_field.of(0x2ffff), 2U);
}

TEST(VivanteRegisters, FoundByWordWithTheirIndices) {
    const auto place = findRegister("NTE.SAMPLER_ADDR_LOD"_reg.word(2, 3));
    ASSERT_TRUE(place);
    EXPECT_EQ(registerName(*place), "NTE.SAMPLER_ADDR_LOD[2][3]");
    EXPECT_FALSE(findRegister(kStateWords));
    EXPECT_FALSE(findRegister(3));
}

TEST(VivanteRegisters, ValuesAreReadAsFields) {
    const auto depth = findRegister("PE.DEPTH_CONFIG"_reg.word());
    ASSERT_TRUE(depth);
    EXPECT_EQ(describeValue(*depth->info, 0x04041111),
              "DEPTH_MODE=Z, DEPTH_FORMAT=D24S8, DEPTH_FUNC=LESS, "
              "WRITE_ENABLE, UNK18, SUPER_TILED");
    const auto scale = findRegister("PA.VIEWPORT_SCALE_X"_reg.word());
    EXPECT_EQ(describeValue(*scale->info, 0x3f000000), "0.5");
}

// GCxxx hardware notes, Masked state: a group whose mask bit is set in what is written keeps its bits.
TEST(VivanteStateFile, MaskedGroupsKeepTheirBits) {
    StateFile state;
    const uint32_t word = "PE.ALPHA_CONFIG"_reg.word();
    state.write(word, 0x00101511);                // source alpha 1, equation 1, destination 5, source 1, enabled
    state.write(word, 1u << 1 | 1u << 3 | 0x20);  // keeps the enable and the destination's factor
    EXPECT_TRUE(state.flag("PE.ALPHA_CONFIG.BLEND_ENABLE_COLOR"_field));
    EXPECT_EQ(state.get("PE.ALPHA_CONFIG.DST_FUNC_COLOR"_field), 5U);
    EXPECT_EQ(state.get("PE.ALPHA_CONFIG.SRC_FUNC_COLOR"_field), 2U);
    EXPECT_EQ(state.get("PE.ALPHA_CONFIG.EQ_COLOR"_field), 0U);
    EXPECT_EQ(state.get("PE.ALPHA_CONFIG.SRC_FUNC_ALPHA"_field), 0U);
}

TEST(VivanteStateFile, MirrorsShareTheirWords) {
    StateFile state;
    state.write("SH.INST_MEM_MIRROR"_reg.word(1024), 42);
    EXPECT_EQ(state.get("SH.INST_MEM"_reg, 1024), 42U);
    state.write("SH.HALTI5_UNIFORMS_MIRROR"_reg.word(7), 43);
    EXPECT_EQ(state.get("SH.HALTI5_UNIFORMS"_reg, 7), 43U);
}

TEST(VivantePackets, SizesFromTheirHeaders) {
    EXPECT_EQ(packetWords(0x08010380), 2U);          // LOAD_STATE of one word
    EXPECT_EQ(packetWords(0x08020380), 4U);          // of two, padded
    EXPECT_EQ(packetWords(0x08000380), 1026U);       // of 1024
    EXPECT_EQ(packetWords(5u << 27), 4U);            // DRAW_PRIMITIVES
    EXPECT_EQ(packetWords(6u << 27), 6U);            // DRAW_INDEXED_PRIMITIVES, padded
    EXPECT_EQ(packetWords(4u << 27 | 2u << 8), 6U);  // DRAW_2D with two rectangles
    EXPECT_EQ(packetWords(31u << 27), 0U);
    EXPECT_EQ(packetWords(0), 0U);
}

TEST(VivantePackets, FixedPointBecomesFloat) {
    EXPECT_EQ(fixedPointToFloat(0x00018000), 0x3fc00000U);  // 1.5
    EXPECT_EQ(fixedPointToFloat(0xffff0000), 0xbf800000U);  // -1
}

TEST(VivantePackets, AreDescribed) {
    const uint32_t draw[] = {5u << 27, 4, 0, 2};
    EXPECT_EQ(describePacket(draw), "DRAW_PRIMITIVES TYPE=TRIANGLES, START=0, COUNT=2");
    const uint32_t stall[] = {9u << 27, 0x0701};
    EXPECT_EQ(describePacket(stall), "STALL FROM=FE, TO=PE");
}

}  // namespace
}  // namespace cyclorama::vivante
