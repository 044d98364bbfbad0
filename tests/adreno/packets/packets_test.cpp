// SPDX-License-Identifier: MIT
// Headers of packets, and the text of each packet that drivers write. Words with an origin are facts of Mesa's sample
// files, with the text that its own tool gives them; the others are worked out from the places of the fields.

#include "families/adreno/packets/packets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <string>
#include <vector>

#include "adreno/stream_builder.h"
#include "families/adreno/stream/text.h"

namespace cyclorama::adreno {
namespace {

using testing::ElementsAre;

// Headers of fd-clouds.rd.
TEST(AdrenoPacketHeader, IsDecodedAsDriversWriteIt) {
    const PacketHeader write = decodeHeader(0x48887286);
    EXPECT_EQ(write.kind, PacketHeader::Kind::RegisterWrite);
    EXPECT_EQ(write.number, 0x8872u);
    EXPECT_EQ(write.count, 6u);
    const PacketHeader command = decodeHeader(0x70438027);
    EXPECT_EQ(command.kind, PacketHeader::Kind::Command);
    EXPECT_TRUE(command.is(Opcode::SetDrawState));
    EXPECT_EQ(command.count, 39u);
    EXPECT_EQ(decodeHeader(0x70268000).count, 0u);
}

TEST(AdrenoPacketHeader, IsWrittenAsDriversWriteIt) {
    EXPECT_EQ(registerWriteHeader(0x8872, 6), 0x48887286u);
    EXPECT_EQ(registerWriteHeader(0xbb08, 1), 0x40bb0801u);
    EXPECT_EQ(commandHeader(Opcode::SetDrawState, 39), 0x70438027u);
    EXPECT_EQ(commandHeader(Opcode::SetMarker, 1), 0x70e50001u);
}

TEST(AdrenoPacketHeader, OfEveryRegisterAndOpcodeReadsBack) {
    for (uint32_t reg = 0; reg < 1u << 18; reg += 7) {
        const PacketHeader header = decodeHeader(registerWriteHeader(reg, reg % 128));
        ASSERT_EQ(header.kind, PacketHeader::Kind::RegisterWrite) << reg;
        ASSERT_EQ(header.number, reg);
        ASSERT_EQ(header.count, reg % 128);
    }
    for (uint32_t opcode = 0; opcode < 128; ++opcode)
        for (const uint32_t count : {0u, 1u, 2u, 127u, 16383u}) {
            const PacketHeader header = decodeHeader(commandHeader(static_cast<uint8_t>(opcode), count));
            ASSERT_EQ(header.kind, PacketHeader::Kind::Command) << opcode;
            ASSERT_EQ(header.number, opcode);
            ASSERT_EQ(header.count, count);
        }
}

TEST(AdrenoPacketHeader, HasOddParityInEveryNumber) {
    // Each bit but those of the type belongs to a number with parity, or is reserved.
    for (const uint32_t header : {registerWriteHeader(0x8872, 6), commandHeader(Opcode::SetDrawState, 39)})
        for (uint32_t bit = 0; bit < 28; ++bit)
            EXPECT_EQ(decodeHeader(header ^ 1u << bit).kind, PacketHeader::Kind::Malformed) << bit;
    EXPECT_EQ(decodeHeader(0x48887286 ^ 1u << 8).fault, "a packet of type 4 whose register has a wrong parity");
    EXPECT_EQ(decodeHeader(0x48887286 ^ 1u).fault, "a packet of type 4 whose count has a wrong parity");
    EXPECT_EQ(decodeHeader(0x48887286 ^ 1u << 26).fault, "a packet of type 4 with bit 26 set");
    EXPECT_EQ(decodeHeader(0x70438027 ^ 1u << 16).fault, "a packet of type 7 whose opcode has a wrong parity");
    EXPECT_EQ(decodeHeader(0x70438027 ^ 1u).fault, "a packet of type 7 whose count has a wrong parity");
    EXPECT_EQ(decodeHeader(0x70438027 ^ 1u << 24).fault, "a packet of type 7 with reserved bits set");
}

TEST(AdrenoPacketHeader, OfOlderTypesIsRefused) {
    EXPECT_EQ(decodeHeader(0x00010203).fault, "a packet of type 0, which the a6xx does not take");
    EXPECT_EQ(decodeHeader(0x80000000).fault, "a packet of type 2, which the a6xx does not take");
    EXPECT_EQ(decodeHeader(0xc0001000).fault, "a packet of type 3, which the a6xx does not take");
    EXPECT_EQ(decodeHeader(0xdeadd00d).fault, "a packet of type 3, which the a6xx does not take");
    EXPECT_EQ(decodeHeader(0x50000000).fault, "a packet of no type that there is");
    EXPECT_EQ(decodeHeader(0x60000000).fault, "a packet of no type that there is");
}

std::vector<std::string> textOf(uint32_t opcode, const std::vector<uint32_t>& words) {
    const PacketInfo* info = findPacket(opcode);
    if (info == nullptr) return {"no such packet"};
    std::vector<std::string> lines = describeWords(*info, words);
    lines.insert(lines.begin(), std::string(info->name));
    return lines;
}

// Register commands.
TEST(AdrenoPacketText, OfRegisterCommands) {
    EXPECT_THAT(textOf(0x21, {0x62008e04, 0xffff00ff, 0x1200}),
                ElementsAre("CP_REG_RMW", "{ DST_REG = 0x8e04 | ROTATE = 2 | SRC1_ADD | SRC1_IS_REG }",
                            "{ SRC0 = 4294902015 }", "{ SRC1 = 4608 }"));
    // crash.devcore
    EXPECT_THAT(
        textOf(0x3e, {0x4009f888, 0x38, 0x10000}),
        ElementsAre("CP_REG_TO_MEM", "{ REG = 0x1f888 | CNT = 2 | 64B }", "{ DEST = 0x38 }", "{ DEST_HI = 0x10000 }"));
    EXPECT_THAT(
        textOf(0x42, {0x40080883, 0x1000, 0x1}),
        ElementsAre("CP_MEM_TO_REG", "{ REG = 0x883 | CNT = 1 | SHIFT_BY_2 }", "{ SRC = 0x1000 }", "{ SRC_HI = 0x1 }"));
    EXPECT_THAT(textOf(0x4a, {0x01200883}),
                ElementsAre("CP_REG_TO_SCRATCH", "{ REG = 0x883 | SCRATCH = 2 | CNT = 1 }"));
    EXPECT_THAT(textOf(0x4d, {0x01200883}),
                ElementsAre("CP_SCRATCH_TO_REG", "{ REG = 0x883 | SCRATCH = 2 | CNT = 1 }"));
    EXPECT_THAT(textOf(0x4c, {0x00300000, 0x12}),
                ElementsAre("CP_SCRATCH_WRITE", "{ SCRATCH = 3 }", "{ DATA = 0x12 }"));
    // fd-clouds.rd
    EXPECT_THAT(textOf(0x6d, {2, 0x8801, 0x90}),
                ElementsAre("CP_REG_WRITE", "{ TRACKER = TRACK_RENDER_CNTL }", "{ REG = 0x8801 }", "{ VALUE = 0x90 }"));
    EXPECT_THAT(textOf(0x5c, {0x9216, 0, 0x9305, 0}), ElementsAre("CP_CONTEXT_REG_BUNCH"));
}

TEST(AdrenoPacketText, OfMemoryCommands) {
    EXPECT_THAT(textOf(0x3d, {0x1d90010, 0, 7, 8}), ElementsAre("CP_MEM_WRITE", "{ ADDR_LO = 0x1d90010 }",
                                                                "{ ADDR_HI = 0 }", "{ DATA = 0x7 }", "{ DATA = 0x8 }"));
    EXPECT_THAT(textOf(0x73, {0x60000002, 0x100, 1, 0x200, 1, 0x300, 1}),
                ElementsAre("CP_MEM_TO_MEM", "{ NEG_B | DOUBLE | WAIT_FOR_MEM_WRITES }", "{ DST = 0x100000100 }",
                            "{ SRC_A = 0x100000200 }", "{ SRC_B = 0x100000300 }"));
    EXPECT_THAT(textOf(0x75, {16, 0x100, 1, 0x200, 1}),
                ElementsAre("CP_MEMCPY", "{ DWORDS = 16 }", "{ SRC_LO = 0x100 }", "{ SRC_HI = 0x1 }",
                            "{ DST_LO = 0x200 }", "{ DST_HI = 0x1 }"));
    EXPECT_THAT(
        textOf(0x45, {0x106, 0xc78, 0, 0xffffffff, 0xffffffff, 0x1000, 0, 1}),
        ElementsAre("CP_COND_WRITE5", "{ FUNCTION = WRITE_GT | POLL = POLL_REGISTER | WRITE_MEMORY }",
                    "{ POLL_ADDR_LO = 0xc78 }", "{ POLL_ADDR_HI = 0 }", "{ REF = 0xffffffff }", "{ MASK = 0xffffffff }",
                    "{ WRITE_ADDR_LO = 0x1000 }", "{ WRITE_ADDR_HI = 0 }", "{ WRITE_DATA = 0x1 }"));
    EXPECT_THAT(
        textOf(0x3c, {0x13, 0x1000, 1, 2, 0xff, 16}),
        ElementsAre("CP_WAIT_REG_MEM", "{ FUNCTION = WRITE_EQ | POLL = POLL_MEMORY }", "{ POLL_ADDR_LO = 0x1000 }",
                    "{ POLL_ADDR_HI = 0x1 }", "{ REF = 0x2 }", "{ MASK = 0xff }", "{ DELAY_LOOP_CYCLES = 0x10 }"));
    EXPECT_THAT(textOf(0x14, {0, 0x1000, 1, 5}),
                ElementsAre("CP_WAIT_MEM_GTE", "{ RESERVED = 0 }", "{ POLL_ADDR_LO = 0x1000 }",
                            "{ POLL_ADDR_HI = 0x1 }", "{ REF = 0x5 }"));
    // crash.devcore
    EXPECT_THAT(textOf(0x46, {0x80000004, 4, 0x10000, 1}),
                ElementsAre("CP_EVENT_WRITE", "{ EVENT = CACHE_FLUSH_TS | IRQ }", "{ ADDR_0_LO = 0x4 }",
                            "{ ADDR_0_HI = 0x10000 }", "{ 3 = 0x1 }"));
}

TEST(AdrenoPacketText, OfWaitsAndPlainCommands) {
    for (const auto& [opcode, name] : std::vector<std::pair<uint32_t, std::string>>{{0x10, "CP_NOP"},
                                                                                    {0x12, "CP_WAIT_MEM_WRITES"},
                                                                                    {0x13, "CP_WAIT_FOR_ME"},
                                                                                    {0x26, "CP_WAIT_FOR_IDLE"},
                                                                                    {0x31, "CP_RUN_OPENCL"},
                                                                                    {0x48, "CP_ME_INIT"},
                                                                                    {0x62, "CP_WHERE_AM_I"},
                                                                                    {0x6b, "CP_CONTEXT_SWITCH_YIELD"},
                                                                                    {0x6c, "CP_PREEMPT_DISABLE"}})
        EXPECT_THAT(textOf(opcode, {}), ElementsAre(name));
    EXPECT_EQ(findPacket(0x7f), nullptr);
    EXPECT_EQ(findPacket(0x80), nullptr);
}

TEST(AdrenoPacketText, OfConditions) {
    // fd-clouds.rd
    EXPECT_THAT(textOf(0x39, {0x02000883}),
                ElementsAre("CP_REG_TEST",
                            "{ SOURCE = SOURCE_REG | REG = 0x883 | BIT = 0 | SKIP_WAIT_FOR_ME | PRED_BIT = 0 }"));
    EXPECT_THAT(textOf(0x47, {0x10000000, 2}),
                ElementsAre("CP_COND_REG_EXEC", "{ MODE = PRED_TEST | PRED_BIT = 0 }", "{ DWORDS = 2 }"));
    // dEQP-VK…indirect_draw_count…rd
    EXPECT_THAT(textOf(0x47, {0x34000000, 9}),
                ElementsAre("CP_COND_REG_EXEC", "{ MODE = RENDER_MODE | GMEM }", "{ DWORDS = 9 }"));
    EXPECT_THAT(
        textOf(0x47, {0x20000883, 0x884, 5}),
        ElementsAre("CP_COND_REG_EXEC", "{ MODE = REG_COMPARE | REG0 = 0x883 }", "{ REG1 = 0x884 }", "{ DWORDS = 5 }"));
    EXPECT_THAT(textOf(0x44, {0x100, 1, 0x200, 1, 7, 12}),
                ElementsAre("CP_COND_EXEC", "{ ADDR0_LO = 0x100 }", "{ ADDR0_HI = 0x1 }", "{ ADDR1_LO = 0x200 }",
                            "{ ADDR1_HI = 0x1 }", "{ REF = 0x7 }", "{ DWORDS = 12 }"));
    EXPECT_THAT(textOf(0x1d, {1}), ElementsAre("CP_SKIP_IB2_ENABLE_GLOBAL", "{ ENABLE = 1 }"));
    EXPECT_THAT(textOf(0x23, {0}), ElementsAre("CP_SKIP_IB2_ENABLE_LOCAL", "{ ENABLE = 0 }"));
    EXPECT_THAT(textOf(0x19, {1}), ElementsAre("CP_DRAW_PRED_ENABLE_GLOBAL", "{ ENABLE }"));
    EXPECT_THAT(textOf(0x1a, {0}), ElementsAre("CP_DRAW_PRED_ENABLE_LOCAL", "{ 0 }"));
    EXPECT_THAT(
        textOf(0x4e, {0x50, 0x1000, 1}),
        ElementsAre("CP_DRAW_PRED_SET", "{ SRC = PRED_SRC_MEM | TEST = NE_0_PASS }", "{ MEM_ADDR = 0x100001000 }"));
    EXPECT_THAT(textOf(0x3f, {0x1000, 1, 12}),
                ElementsAre("CP_INDIRECT_BUFFER", "{ IB_BASE = 0x100001000 }", "{ IB_SIZE = 12 }"));
}

TEST(AdrenoPacketText, OfState) {
    // fd-clouds.rd: two entries of its first packet.
    EXPECT_THAT(textOf(0x43, {0x0770000c, 0x01116000, 0, 0x08720000, 0, 0}),
                ElementsAre("CP_SET_DRAW_STATE", "{ COUNT = 12 | BINNING | GMEM | SYSMEM | GROUP_ID = 7 }",
                            "{ ADDR_LO = 0x1116000 }", "{ ADDR_HI = 0 }",
                            "{ COUNT = 0 | DISABLE | BINNING | GMEM | SYSMEM | GROUP_ID = 8 }", "{ ADDR_LO = 0 }",
                            "{ ADDR_HI = 0 }"));
    EXPECT_THAT(textOf(0x32, {0x00620000, 0x01011000, 0}),
                ElementsAre("CP_LOAD_STATE6_GEOM",
                            "{ DST_OFF = 0 | STATE_TYPE = ST6_SHADER | STATE_SRC = SS6_INDIRECT | STATE_BLOCK = "
                            "SB6_VS_SHADER | NUM_UNIT = 1 }",
                            "{ EXT_SRC_ADDR = 0x1011000 }", "{ EXT_SRC_ADDR_HI = 0 }"));
    EXPECT_THAT(textOf(0x34, {0x00b14000, 0, 0}),
                ElementsAre("CP_LOAD_STATE6_FRAG",
                            "{ DST_OFF = 0 | STATE_TYPE = ST6_CONSTANTS | STATE_SRC = SS6_BINDLESS | STATE_BLOCK = "
                            "SB6_FS_SHADER | NUM_UNIT = 2 }",
                            "{ EXT_SRC_ADDR = 0 }", "{ EXT_SRC_ADDR_HI = 0 }"));
    EXPECT_THAT(textOf(0x36, {0, 0, 0})[0], "CP_LOAD_STATE6");
    EXPECT_THAT(textOf(0x65, {2}),
                ElementsAre("CP_SET_MARKER", "{ MARKER_MODE = SET_RENDER_MODE | MODE = RM6_BIN_VISIBILITY }"));
    EXPECT_THAT(textOf(0x65, {0x101}),
                ElementsAre("CP_SET_MARKER", "{ MARKER_MODE = SET_IFPC_MODE | IFPC_MODE = IFPC_DISABLE }"));
    EXPECT_THAT(textOf(0x63, {1}), ElementsAre("CP_SET_MODE", "{ MODE = 1 }"));
    EXPECT_THAT(textOf(0x64, {1}), ElementsAre("CP_SET_VISIBILITY_OVERRIDE", "{ OVERRIDE = 1 }"));
    EXPECT_THAT(textOf(0x35, {5461}), ElementsAre("CP_SET_SUBDRAW_SIZE", "{ SIZE = 5461 }"));
    EXPECT_THAT(textOf(0x2e, {0x00c10000, 1, 2, 3}),
                ElementsAre("CP_SET_BIN_DATA5_OFFSET", "{ VSC_SIZE = 1 | VSC_N = 3 }", "{ BIN_DATA_OFFSET = 1 }",
                            "{ BIN_SIZE_OFFSET = 2 }", "{ BIN_DATA2_OFFSET = 3 }"));
    EXPECT_THAT(
        textOf(0x2f, {0x00010000, 1, 2, 3, 4, 5, 6}),
        ElementsAre("CP_SET_BIN_DATA5", "{ VSC_SIZE = 1 | VSC_N = 0 }", "{ BIN_DATA_ADDR_LO = 0x1 }",
                    "{ BIN_DATA_ADDR_HI = 0x2 }", "{ BIN_SIZE_ADDRESS_LO = 0x3 }", "{ BIN_SIZE_ADDRESS_HI = 0x4 }",
                    "{ BIN_PRIM_STRM_LO = 0x5 }", "{ BIN_PRIM_STRM_HI = 0x6 }"));
    EXPECT_THAT(textOf(0x55, {0x1000, 1, 0x00300010}),
                ElementsAre("CP_SET_AMBLE", "{ ADDR_LO = 0x1000 }", "{ ADDR_HI = 0x1 }",
                            "{ DWORDS = 16 | TYPE = KMD_AMBLE_TYPE }"));
    EXPECT_THAT(textOf(0x53, {0x1000, 0x00020001, 3, 4}),
                ElementsAre("CP_SMMU_TABLE_UPDATE", "{ TTBR0_LO = 0x1000 }", "{ TTBR0_HI = 0x1 | ASID = 0x2 }",
                            "{ CONTEXTIDR = 0x3 }", "{ CONTEXTBANK = 0x4 }"));
}

TEST(AdrenoPacketText, OfDraws) {
    const std::string initiator =
        "{ PRIM_TYPE = DI_PT_TRILIST | SOURCE_SELECT = DI_SRC_SEL_DMA | VIS_CULL = USE_VISIBILITY | INDEX_SIZE = "
        "INDEX4_SIZE_16_BIT | PATCH_TYPE = TESS_QUADS | GS_ENABLE }";
    EXPECT_THAT(textOf(0x38, {0x10504, 2, 3, 4, 0x1000, 1, 99}),
                ElementsAre("CP_DRAW_INDX_OFFSET", initiator, "{ NUM_INSTANCES = 2 }", "{ NUM_INDICES = 3 }",
                            "{ FIRST_INDX = 0x4 }", "{ INDX_BASE_LO = 0x1000 }", "{ INDX_BASE_HI = 0x1 }",
                            "{ MAX_INDICES = 0x63 }"));
    EXPECT_THAT(textOf(0x28, {0x10504, 0x1000, 1}),
                ElementsAre("CP_DRAW_INDIRECT", initiator, "{ INDIRECT_LO = 0x1000 }", "{ INDIRECT_HI = 0x1 }"));
    EXPECT_THAT(textOf(0x29, {0x10504, 0x1000, 1, 99, 0x2000, 1}),
                ElementsAre("CP_DRAW_INDX_INDIRECT", initiator, "{ INDX_BASE_LO = 0x1000 }", "{ INDX_BASE_HI = 0x1 }",
                            "{ MAX_INDICES = 99 }", "{ INDIRECT_LO = 0x2000 }", "{ INDIRECT_HI = 0x1 }"));
    EXPECT_THAT(textOf(0x24, {0x10504, 1, 0x1000, 1, 4, 16}),
                ElementsAre("CP_DRAW_AUTO", initiator, "{ NUM_INSTANCES = 1 }", "{ NUM_VERTICES_BASE = 0x100001000 }",
                            "{ NUM_VERTICES_OFFSET = 4 }", "{ STRIDE = 16 }"));
}

TEST(AdrenoPacketText, OfIndirectDrawsFollowsTheirOpcode) {
    const auto behindInitiator = [](std::vector<uint32_t> words) {
        words.insert(words.begin(), 0x10504);
        std::vector<std::string> lines = textOf(0x2a, words);
        return std::vector<std::string>(lines.begin() + 2, lines.end());
    };
    EXPECT_THAT(behindInitiator({0x1402, 3, 0x1000, 1, 16}),
                ElementsAre("{ OPCODE = INDIRECT_OP_NORMAL | DST_OFF = 0x14 }", "{ DRAW_COUNT = 3 }",
                            "{ INDIRECT = 0x100001000 }", "{ STRIDE = 16 }"));
    EXPECT_THAT(
        behindInitiator({4, 3, 0x1000, 1, 9, 0x2000, 1, 20}),
        ElementsAre("{ OPCODE = INDIRECT_OP_INDEXED | DST_OFF = 0 }", "{ DRAW_COUNT = 3 }", "{ INDEX = 0x100001000 }",
                    "{ MAX_INDICES = 9 }", "{ INDIRECT = 0x100002000 }", "{ STRIDE = 20 }"));
    EXPECT_THAT(behindInitiator({6, 3, 0x1000, 1, 0x2000, 1, 16}),
                ElementsAre("{ OPCODE = INDIRECT_OP_INDIRECT_COUNT | DST_OFF = 0 }", "{ DRAW_COUNT = 3 }",
                            "{ INDIRECT = 0x100001000 }", "{ INDIRECT_COUNT = 0x100002000 }", "{ STRIDE = 16 }"));
    // dEQP-VK…indirect_draw_count…rd
    EXPECT_THAT(behindInitiator({7, 3, 0x1057000, 0, 9, 0x1162008, 0, 0x116300c, 0, 40}),
                ElementsAre("{ OPCODE = INDIRECT_OP_INDIRECT_COUNT_INDEXED | DST_OFF = 0 }", "{ DRAW_COUNT = 3 }",
                            "{ INDEX = 0x1057000 }", "{ MAX_INDICES = 9 }", "{ INDIRECT = 0x1162008 }",
                            "{ INDIRECT_COUNT = 0x116300c }", "{ STRIDE = 40 }"));
}

TEST(AdrenoPacketText, OfDispatchesAndBlits) {
    EXPECT_THAT(textOf(0x33, {0, 2, 3, 4}),
                ElementsAre("CP_EXEC_CS", "{ 0 = 0 }", "{ NGROUPS_X = 2 }", "{ NGROUPS_Y = 3 }", "{ NGROUPS_Z = 4 }"));
    EXPECT_THAT(textOf(0x41, {0, 0x1000, 1, 7 << 2 | 3 << 12}),
                ElementsAre("CP_EXEC_CS_INDIRECT", "{ 0 = 0 }", "{ ADDR_LO = 0x1000 }", "{ ADDR_HI = 0x1 }",
                            "{ LOCALSIZEX = 7 | LOCALSIZEY = 3 | LOCALSIZEZ = 0 }"));
    EXPECT_THAT(textOf(0x2c, {3}), ElementsAre("CP_BLIT", "{ OP = BLIT_OP_SCALE }"));
}

TEST(AdrenoPacketText, NamesEveryEventThatDriversWrite) {
    const std::vector<std::pair<uint32_t, std::string>> events = {{4, "CACHE_FLUSH_TS"},
                                                                  {8, "WT_DONE_TS"},
                                                                  {9, "WRITE_PRIMITIVE_COUNTS"},
                                                                  {11, "START_PRIMITIVE_CTRS"},
                                                                  {12, "STOP_PRIMITIVE_CTRS"},
                                                                  {13, "START_FRAGMENT_CTRS"},
                                                                  {14, "STOP_FRAGMENT_CTRS"},
                                                                  {15, "START_COMPUTE_CTRS"},
                                                                  {16, "STOP_COMPUTE_CTRS"},
                                                                  {17, "FLUSH_SO_0"},
                                                                  {18, "FLUSH_SO_1"},
                                                                  {19, "FLUSH_SO_2"},
                                                                  {20, "FLUSH_SO_3"},
                                                                  {21, "ZPASS_DONE"},
                                                                  {22, "RB_DONE_TS"},
                                                                  {24, "PC_CCU_INVALIDATE_DEPTH"},
                                                                  {25, "PC_CCU_INVALIDATE_COLOR"},
                                                                  {26, "PC_CCU_RESOLVE_TS"},
                                                                  {28, "PC_CCU_FLUSH_DEPTH_TS"},
                                                                  {29, "PC_CCU_FLUSH_COLOR_TS"},
                                                                  {30, "BLIT"},
                                                                  {37, "LRZ_CLEAR"},
                                                                  {38, "LRZ_FLUSH"},
                                                                  {44, "UNK_2C"},
                                                                  {45, "UNK_2D"},
                                                                  {49, "CACHE_INVALIDATE"},
                                                                  {63, "LABEL"}};
    for (const auto& [event, name] : events) EXPECT_EQ(textOf(0x46, {event})[1], "{ EVENT = " + name + " }");
}

TEST(AdrenoPacketText, OfPacketsThatAreCutOffHasTheWordsThatAreThere) {
    EXPECT_THAT(textOf(0x3e, {0x4009f888}), ElementsAre("CP_REG_TO_MEM", "{ REG = 0x1f888 | CNT = 2 | 64B }"));
    EXPECT_THAT(textOf(0x2a, {0x10504}).size(), 2u);
    EXPECT_THAT(textOf(0x4e, {0x50, 0x1000}),
                ElementsAre("CP_DRAW_PRED_SET", "{ SRC = PRED_SRC_MEM | TEST = NE_0_PASS }", "{ MEM_ADDR = 0x1000 }"));
}

}  // namespace
}  // namespace cyclorama::adreno
