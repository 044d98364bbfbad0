// SPDX-License-Identifier: MIT
// Streams as text: where the walk comes, and what it says of streams that no command processor would take. Expected
// texts are worked out from the words.

#include "families/adreno/capture/rd_dump.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "adreno/stream_builder.h"
#include "sim/error.h"

namespace cyclorama::adreno {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr uint64_t kStream = 0x1'0000'0000;
constexpr uint64_t kFirstStream = 0x1'0001'0000;
constexpr uint64_t kSecondStream = 0x1'0002'0000;
constexpr uint64_t kThird = 0x1'0003'0000;
// Flags of CP_SET_DRAW_STATE: the passes, and the number of the group.
constexpr uint32_t kBinning = 1u << 20;
constexpr uint32_t kGmem = 1u << 21;
constexpr uint32_t kSysmem = 1u << 22;
constexpr uint32_t groupId(uint32_t id) { return id << 24; }

struct Buffer {
    uint64_t address;
    std::vector<uint32_t> words;
};

/// The lines of the stream at kStream of an a630, with the buffers that it needs.
std::string dumped(const StreamBuilder& stream, const std::vector<Buffer>& buffers = {},
                   const StreamWalk::Settings& settings = {}) {
    RdBuilder file;
    file.section(RdKind::GpuId, {630});
    file.buffer(kStream, stream.words);
    for (const Buffer& buffer : buffers) file.buffer(buffer.address, buffer.words);
    file.stream(kStream, stream.size());
    RdReader reader(file.bytes, "file");
    std::ostringstream out;
    dumpRd(reader, out, settings);
    const std::string text = out.str();
    return text.substr(text.find("stream    0"));
}

/// Number of times that a text is in another.
size_t times(const std::string& text, const std::string& part) {
    size_t count = 0;
    for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

std::string errorOf(const RdBuilder& file) {
    RdReader reader(file.bytes, "file");
    std::ostringstream out;
    try {
        dumpRd(reader, out);
    } catch (const sim::Error& error) {
        return error.what();
    }
    return "none";
}

TEST(AdrenoDump, PrintsPacketsWithAddressesAndFields) {
    EXPECT_EQ(dumped(StreamBuilder{}.registers(0x80f0, {0, 0x059f086f}).command(Opcode::EventWrite, {0x31})),
              "stream    0: 0x100000000, 5 words\n"
              "0000000100000000: write GRAS_SC_WINDOW_SCISSOR_TL (80f0), 2 words\n"
              "                      GRAS_SC_WINDOW_SCISSOR_TL: { X = 0 | Y = 0 }\n"
              "                      GRAS_SC_WINDOW_SCISSOR_BR: { X = 2159 | Y = 1439 }\n"
              "000000010000000c: CP_EVENT_WRITE (46), 1 words\n"
              "                      { EVENT = CACHE_INVALIDATE }\n");
}

TEST(AdrenoDump, JoinsTheWordsOfLongRegisters) {
    const std::string text = dumped(StreamBuilder{}.registers(0x8825, {0x1000, 1, 0}).registers(0x8825, {0x2000}));
    EXPECT_THAT(text, HasSubstr("RB_MRT[0].BASE: 0x100001000\n"));
    EXPECT_THAT(text, HasSubstr("RB_MRT[0].BASE_GMEM: 0\n"));
    EXPECT_THAT(text, HasSubstr("RB_MRT[0].BASE: 0x2000\n"));
    EXPECT_THAT(text, Not(HasSubstr("BASE_HI")));
}

TEST(AdrenoDump, GoesIntoIndirectBuffers) {
    const std::string text =
        dumped(StreamBuilder{}.indirect(kFirstStream, 5).registers(0x8810, {0}),
               {{kFirstStream, StreamBuilder{}.indirect(kSecondStream, 1).command(Opcode::Nop).words},
                {kSecondStream, StreamBuilder{}.command(Opcode::Nop).words}});
    EXPECT_THAT(text, HasSubstr("0000000100000000: CP_INDIRECT_BUFFER (3f), 3 words\n"
                                "                      { IB_BASE = 0x100010000 }\n"
                                "                      { IB_SIZE = 5 }\n"
                                "0000000100010000:   CP_INDIRECT_BUFFER (3f), 3 words\n"));
    EXPECT_THAT(text, HasSubstr("0000000100020000:     CP_NOP (10), 0 words\n"
                                "0000000100010010:   CP_NOP (10), 0 words\n"
                                "0000000100000010: write RB_SAMPLE_CNTL (8810), 1 words\n"));
}

TEST(AdrenoDump, WalksABufferOncePerPass) {
    StreamBuilder stream;
    for (const uint32_t mode : {2u, 4u, 4u}) stream.command(Opcode::SetMarker, {mode}).indirect(kFirstStream, 1);
    const std::string text =
        dumped(stream, {{kFirstStream, StreamBuilder{}.command(Opcode::WaitForMicroEngine).words}});
    EXPECT_EQ(times(text, "CP_WAIT_FOR_ME"), 2u);
    EXPECT_EQ(times(text, "1 words, as above"), 1u);
}

TEST(AdrenoDump, RunsGroupsAtTheDrawInOrderOfTheirNumbers) {
    const auto write = [](uint32_t value) { return StreamBuilder{}.registers(0x8810, {value}).words; };
    const std::string text = dumped(StreamBuilder{}
                                        .command(Opcode::SetMarker, {1})
                                        .group(2 | kSysmem | groupId(7), kSecondStream)
                                        .group(2 | kSysmem | kGmem | groupId(3), kFirstStream)
                                        .group(2 | kBinning | kGmem | groupId(9), kThird)
                                        .command(Opcode::Nop)
                                        .draw(3)
                                        .draw(3),
                                    {{kFirstStream, write(1)}, {kSecondStream, write(0)}, {kThird, write(1)}});
    const size_t nop = text.find("CP_NOP");
    const size_t third = text.find("group 3, 2 words\n");
    const size_t seventh = text.find("group 7, 2 words\n");
    const size_t ninth = text.find("group 9, 2 words, not in this pass\n");
    const size_t draw = text.find("CP_DRAW_INDX_OFFSET");
    EXPECT_LT(nop, third);
    EXPECT_LT(third, seventh);
    EXPECT_LT(seventh, ninth);
    EXPECT_LT(ninth, draw);
    EXPECT_EQ(times(text, "write RB_SAMPLE_CNTL"), 2u);
    EXPECT_EQ(times(text, "group 3,"), 1u);
}

/// Marks that begin a pass of bins, and those that leave the pass as it is.
TEST(AdrenoDump, TakesThePassFromTheLastMarkOfOne) {
    const auto runs = [](uint32_t mark) {
        const std::string text = dumped(StreamBuilder{}
                                            .command(Opcode::SetMarker, {2})
                                            .command(Opcode::SetMarker, {mark})
                                            .group(1 | kGmem | groupId(1), kFirstStream)
                                            .draw(3),
                                        {{kFirstStream, StreamBuilder{}.command(Opcode::Nop).words}});
        return times(text, "group 1, 1 words\n") == 1;
    };
    for (const uint32_t mark : {3u, 4u, 5u, 6u, 7u}) EXPECT_TRUE(runs(mark)) << mark;
    for (const uint32_t mark : {2u, 8u, 0xcu, 0xdu, 0xeu, 0x104u}) EXPECT_FALSE(runs(mark)) << mark;
}

TEST(AdrenoDump, HeedsGroupsThatAreDisabledReplacedAndImmediate) {
    const auto nop = StreamBuilder{}.command(Opcode::Nop).words;
    constexpr uint32_t kDisable = 1u << 17;
    constexpr uint32_t kDisableAll = 1u << 18;
    constexpr uint32_t kImmediate = 1u << 19;
    const std::vector<Buffer> buffers = {{kFirstStream, nop}, {kSecondStream, nop}};
    const std::string disabled = dumped(StreamBuilder{}
                                            .group(1 | kSysmem | groupId(1), kFirstStream)
                                            .group(1 | kSysmem | groupId(2), kSecondStream)
                                            .group(kDisable | groupId(1), 0)
                                            .draw(3),
                                        buffers);
    EXPECT_EQ(times(disabled, "group 1"), 0u);
    EXPECT_EQ(times(disabled, "group 2, 1 words\n"), 1u);
    EXPECT_EQ(times(dumped(StreamBuilder{}.group(1 | kSysmem | groupId(1), kFirstStream).group(kDisableAll, 0).draw(3),
                           buffers),
                    "group 1"),
              0u);
    const std::string immediate = dumped(
        StreamBuilder{}.group(1 | kSysmem | kImmediate | groupId(1), kFirstStream).command(Opcode::Blit, {3}), buffers);
    EXPECT_LT(immediate.find("group 1, 1 words\n"), immediate.find("CP_BLIT"));
    // A dispatch runs none.
    EXPECT_EQ(times(dumped(StreamBuilder{}
                               .group(1 | kSysmem | groupId(1), kFirstStream)
                               .command(Opcode::ExecuteCompute, {0, 1, 1, 1}),
                           buffers),
                    "group 1"),
              0u);
}

TEST(AdrenoDump, ListsAtEachDrawTheRegistersSinceTheOneBefore) {
    const std::string text = dumped(StreamBuilder{}
                                        .registers(0x8810, {1})
                                        .registers(0x8825, {0x1000, 1})
                                        .draw(3)
                                        .registers(0x8810, {1})
                                        .command(Opcode::EventWrite, {30}));
    EXPECT_THAT(text, HasSubstr("work 0: registers written since the one before, * where they changed\n"
                                "                      * 00000001 RB_SAMPLE_CNTL: { PER_SAMP_MODE }\n"
                                "                      * 100001000 RB_MRT[0].BASE: 0x100001000\n"));
    EXPECT_THAT(text, HasSubstr("work 1: registers written since the one before, * where they changed\n"
                                "                        00000001 RB_SAMPLE_CNTL: { PER_SAMP_MODE }\n"));
}

TEST(AdrenoDump, PrintsWhatIsLoadedForShaders) {
    // One vector of constants behind the packet's own words, at c7 (prefetch-test.devcore).
    EXPECT_THAT(dumped(StreamBuilder{}.command(Opcode::LoadStateGeometry,
                                               {0x00604007, 0, 0, 0x40000000, 0xbf800000, 0x3f000000, 0})),
                HasSubstr("c7: 40000000 bf800000 3f000000 00000000 2.000000 -1.000000 0.500000 0.000000\n"));
    // A program of an end, and the nops behind it.
    std::vector<uint32_t> program(32);
    program[1] = 0x03000000;
    EXPECT_THAT(
        dumped(StreamBuilder{}.command(Opcode::LoadStateGeometry, {0x00620000, static_cast<uint32_t>(kFirstStream), 1}),
               {{kFirstStream, program}}),
        HasSubstr("   0 [0300000000000000] end\n"));
    // A sampler, a texture, a uniform buffer.
    EXPECT_THAT(dumped(StreamBuilder{}.command(Opcode::LoadStateFragment, {0x00500000, 0, 0, 0x0000001b, 0x60, 0, 0})),
                HasSubstr("{ MIPFILTER_LINEAR_NEAR | XY_MAG = A6XX_TEX_LINEAR | XY_MIN = A6XX_TEX_CUBIC |"));
    EXPECT_THAT(
        dumped(StreamBuilder{}.command(Opcode::LoadStateFragment, {0x00524000, static_cast<uint32_t>(kFirstStream), 1}),
               {{kFirstStream, {0x0c000000, 0x00100020, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}}),
        HasSubstr("{ WIDTH = 32 | HEIGHT = 32 }\n"));
    EXPECT_THAT(
        dumped(StreamBuilder{}.command(Opcode::LoadStateFragment, {0x00728000, static_cast<uint32_t>(kFirstStream), 1}),
               {{kFirstStream, {0x1000, 0x20001}}}),
        HasSubstr("{ BASE_HI = 0x1 | SIZE = 0x1 }\n"));
    EXPECT_THAT(dumped(StreamBuilder{}.command(Opcode::LoadStateGeometry, {0x00620000, 0x5000, 0})),
                HasSubstr("32 of 32 words at 0x5000 are not in the file\n"));
}

TEST(AdrenoDump, PrintsTheParametersOfIndirectWork) {
    const std::string text =
        dumped(StreamBuilder{}.command(Opcode::DrawIndirectMulti, {0x84, 6, 9, static_cast<uint32_t>(kFirstStream), 1,
                                                                   static_cast<uint32_t>(kSecondStream), 1, 16}),
               {{kFirstStream, {3, 1, 0, 0, 6, 2, 3, 1, 7}}, {kSecondStream, {2}}});
    EXPECT_THAT(text, HasSubstr("the count in memory is 2\n"));
    EXPECT_THAT(text, HasSubstr("at 0x100010000: VERTEX_COUNT = 3 INSTANCE_COUNT = 1 FIRST_VERTEX = 0 "
                                "FIRST_INSTANCE = 0\n"));
    EXPECT_THAT(text, HasSubstr("at 0x100010010: VERTEX_COUNT = 6 INSTANCE_COUNT = 2 FIRST_VERTEX = 3 "
                                "FIRST_INSTANCE = 1\n"));
    EXPECT_THAT(text, Not(HasSubstr("at 0x100010020")));
    EXPECT_THAT(
        dumped(StreamBuilder{}.command(Opcode::ExecuteComputeIndirect, {0, static_cast<uint32_t>(kFirstStream), 1, 0}),
               {{kFirstStream, {2, 3}}}),
        HasSubstr("at 0x100010000: NGROUPS_X = 2 NGROUPS_Y = 3 (not in the file)\n"));
}

TEST(AdrenoDump, GoesOnBehindWhatIsNoPacket) {
    StreamBuilder stream;
    stream.words = {0xdeadd00d, 0x12345678};
    stream.command(Opcode::Nop);
    EXPECT_EQ(
        dumped(stream),
        "stream    0: 0x100000000, 3 words\n"
        "0000000100000000: malformed deadd00d, 2 words skipped: a packet of type 3, which the a6xx does not take\n"
        "0000000100000008: CP_NOP (10), 0 words\n");
}

TEST(AdrenoDump, SaysWhatIsCutOffMissingOrTooDeep) {
    StreamBuilder cut;
    cut.words = {commandHeader(Opcode::Nop, 5), 0};
    EXPECT_THAT(dumped(cut), HasSubstr("a packet that reaches beyond the end of its buffer\n"));
    EXPECT_THAT(dumped(StreamBuilder{}.indirect(kFirstStream, 4)),
                HasSubstr("0000000100010000:   4 words are not shown: not in memory\n"));
    EXPECT_THAT(dumped(StreamBuilder{}.indirect(kFirstStream, 4), {{kFirstStream, {0, 0, 0}}}),
                HasSubstr("not in memory\n"));
    EXPECT_THAT(dumped(StreamBuilder{}.command(Opcode::IndirectBuffer, {0})),
                HasSubstr("CP_INDIRECT_BUFFER (3f), 1 words\n"));
    // Buffers that name each other by different places, so that none was there before.
    std::vector<Buffer> buffers;
    for (uint64_t i = 0; i < 12; ++i)
        buffers.push_back(
            {kFirstStream + i * 0x1000, StreamBuilder{}.indirect(kFirstStream + (i + 1) * 0x1000, 4).words});
    EXPECT_THAT(dumped(StreamBuilder{}.indirect(kFirstStream, 4), buffers),
                HasSubstr("4 words are not shown: too many buffers within each other\n"));
}

TEST(AdrenoDump, EndsWhereAStreamCallsItself) {
    const std::string text = dumped(StreamBuilder{}.indirect(kStream, 4));
    EXPECT_EQ(times(text, "CP_INDIRECT_BUFFER"), 2u);
    EXPECT_THAT(text, HasSubstr("4 words, as above\n"));
}

TEST(AdrenoDump, EndsAfterSoManyWords) {
    StreamBuilder stream;
    for (int i = 0; i < 20; ++i) stream.command(Opcode::Nop);
    const std::string text = dumped(stream, {}, {.mostWords = 8});
    EXPECT_EQ(times(text, "CP_NOP"), 8u);
    EXPECT_THAT(text, HasSubstr("12 words are not shown: the stream is longer than what is walked\n"));
}

TEST(AdrenoDump, RefusesOtherGenerations) {
    RdBuilder older;
    older.section(RdKind::GpuId, {540});
    EXPECT_EQ(errorOf(older), "file:offset 0: is of an Adreno of generation 5; those of the sixth are known");
    RdBuilder newer;
    newer.section(RdKind::GpuId, {0}).section(RdKind::ChipId, {0x07030001, 0});
    EXPECT_EQ(errorOf(newer), "file:offset 12: is of an Adreno of generation 7; those of the sixth are known");
    RdBuilder content;
    content.section(RdKind::GpuId, {630}).section(RdKind::BufferContent, {1});
    EXPECT_EQ(errorOf(content), "file:offset 12: a buffer's content comes before its place");
}

TEST(AdrenoDump, BuffersAreThoseOfTheirStream) {
    RdBuilder file;
    const StreamBuilder call = StreamBuilder{}.indirect(kFirstStream, 1);
    const std::vector<uint32_t> nop = StreamBuilder{}.command(Opcode::Nop).words;
    file.section(RdKind::GpuId, {630}).buffer(kStream, call.words).buffer(kFirstStream, nop).stream(kStream, 4);
    file.buffer(kStream, call.words).stream(kStream, 4);
    RdReader reader(file.bytes, "file");
    std::ostringstream out;
    dumpRd(reader, out);
    EXPECT_EQ(times(out.str(), "CP_NOP"), 1u);
    EXPECT_EQ(times(out.str(), "1 words are not shown: not in memory\n"), 1u);
}

}  // namespace
}  // namespace cyclorama::adreno
