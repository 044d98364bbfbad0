// SPDX-License-Identifier: MIT
// Crash dumps: what the reader makes of their lines, what it refuses, and where the dump says that the chip stood.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <string_view>

#include "adreno/stream_builder.h"
#include "families/adreno/capture/devcore_dump.h"
#include "families/adreno/capture/devcore_reader.h"
#include "sim/error.h"

namespace cyclorama::adreno {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Words in base 85, as the kernel writes them.
std::string base85(const std::vector<uint32_t>& words) {
    std::string text;
    for (uint32_t word : words) {
        if (word == 0) {
            text += 'z';
            continue;
        }
        std::string digits(5, '!');
        for (size_t i = 5; i-- > 0; word /= 85) digits[i] = static_cast<char>('!' + word % 85);
        text += digits;
    }
    return text;
}

CrashDump read(const std::string& text) { return readCrashDump(std::as_bytes(std::span(text)), "file"); }

std::string errorOf(const std::string& text) {
    try {
        read(text);
    } catch (const sim::Error& error) {
        return error.what();
    }
    return "none";
}

const std::string kHead = "---\nkernel: 5.19\nmodule: msm\nrevision: 630 (6.3.0.1)\n";

constexpr uint64_t kFirst = 0x1'0000'0000;
constexpr uint64_t kSecond = 0x1'0000'1000;

std::string registerLine(uint32_t offset, uint32_t value) {
    return fmt::format("  - {{ offset: {:#08x}, value: {:#010x} }}\n", offset * 4, value);
}

/// A ring that calls a buffer that calls another; the chip stood `left` words before the end of that one.
std::string crashed(uint32_t left) {
    StreamBuilder ring;
    for (int i = 0; i < 4; ++i) ring.command(Opcode::Nop);
    ring.indirect(kFirst, 5);
    const StreamBuilder first = StreamBuilder{}.indirect(kSecond, 4).command(Opcode::Nop);
    const StreamBuilder second = StreamBuilder{}.registers(0x8810, {1}).command(Opcode::Blit, {3});
    std::string text = kHead +
                       "ringbuffer:\n  - id: 0\n    iova: 0x0001000000001000\n    last-fence: 2\n    rptr: 8\n"
                       "    wptr: 8\n    size: 64\n    data: !!ascii85 |\n     " +
                       base85(ring.words) + "\nbos:\n";
    for (const auto& [address, words] : {std::pair{kFirst, first.words}, {kSecond, second.words}})
        text += fmt::format("  - iova: {:#018x}\n    size: 4096\n    name: cmds\n    data: !!ascii85 |\n     {}\n",
                            address, base85(words));
    text += "registers:\n" + registerLine(0x800, 0x1000) + registerLine(0x801, 0x10000) + registerLine(0x928, 0) +
            registerLine(0x929, 1) + registerLine(0x92a, 1) + registerLine(0x92b, 0x1000) + registerLine(0x92c, 1) +
            registerLine(0x92d, left);
    return text;
}

TEST(AdrenoCrashDump, WordsAreInBase85) {
    EXPECT_EQ(wordsOfBase85(""), std::vector<uint32_t>{});
    // Two words of Mesa's crash.devcore: a packet's header, and 0.
    EXPECT_EQ(wordsOfBase85("E6&\"bz"), (std::vector<uint32_t>{0x70c80008, 0}));
    EXPECT_EQ(wordsOfBase85("s8W-!"), std::vector<uint32_t>{0xffffffff});
    EXPECT_EQ(wordsOfBase85("s8W-\""), std::nullopt);  // 2^32
    EXPECT_EQ(wordsOfBase85("!!!!"), std::nullopt);
    EXPECT_EQ(wordsOfBase85("!!!!v"), std::nullopt);
    EXPECT_EQ(wordsOfBase85("!!!! "), std::nullopt);
    for (const uint32_t word : {1u, 84u, 85u, 0x12345678u, 0xfffffffeu})
        EXPECT_EQ(wordsOfBase85(base85({word})), std::vector<uint32_t>{word});
}

TEST(AdrenoCrashDump, IsReadSectionBySection) {
    const CrashDump crash = read(
        crashed(1) +
        "registers-gmu:\n  - { offset: 0x013000, value: 0x00000001 }\nindexed-registers:\n  - regs-name: CP_ROQ\n"
        "    dwords: 2\n    data: !!ascii85 |\n     zz\nclusters:\n  - cluster-name: CLUSTER_PS\n    - context: 1\n"
        "      - { offset: 0x022000, value: 0x00000101 }\ndebugbus:\n  - debugbus-block: X\n    count: 1\n");
    EXPECT_THAT(crash.notes, ElementsAre("kernel: 5.19", "module: msm", "revision: 630 (6.3.0.1)"));
    EXPECT_EQ(crash.chipId, 0x06030001u);
    ASSERT_EQ(crash.rings.size(), 1u);
    EXPECT_EQ(crash.rings[0].address, 0x0001000000001000u);
    EXPECT_EQ(crash.rings[0].readPosition, 8u);
    EXPECT_EQ(crash.rings[0].words.size(), 8u);
    ASSERT_EQ(crash.buffers.size(), 2u);
    EXPECT_EQ(crash.buffers[1].address, kSecond);
    EXPECT_EQ(crash.buffers[1].name, "cmds");
    EXPECT_EQ(crash.value64(0x928), kFirst);
    EXPECT_EQ(crash.value(0x999), std::nullopt);
    EXPECT_EQ(crash.gmuRegisters.at(0).offset, 0x4c00u);
    EXPECT_EQ(crash.blocks.at(0).name, "CP_ROQ");
    EXPECT_EQ(crash.clusters.at(0).name, "CLUSTER_PS");
    EXPECT_EQ(crash.clusters.at(0).context, "1");
    EXPECT_EQ(crash.clusters.at(0).registers.at(0).offset, 0x8800u);
    EXPECT_THAT(crash.others, ElementsAre(std::pair<std::string, uint64_t>("debugbus", 2)));
}

TEST(AdrenoCrashDump, RefusesLinesThatTheKernelDoesNotWrite) {
    EXPECT_EQ(errorOf(kHead), "none");
    EXPECT_EQ(errorOf("---\nkernel: 1\nrevision: 630\n"), "file:line 3: the revision has no four numbers");
    EXPECT_EQ(errorOf("---\nrevision: 630 (6.x.0.1)\n"), "file:line 2: \"x\" is no number");
    EXPECT_EQ(errorOf("---\n  - id: 0\n"), "file:line 2: a member outside of a section");
    EXPECT_EQ(errorOf("---\nregisters:\n  - { offset: 1 }\n"), "file:line 3: is no register");
    EXPECT_EQ(errorOf("---\nregisters:\n  - { offset: 0x4, value: 0x }\n"), "file:line 3: \"\" is no number");
    EXPECT_EQ(errorOf("---\nbos:\n    size: 4\n"), "file:line 3: a buffer without its address");
    EXPECT_EQ(errorOf("---\nbos:\n  - iova: 0x1000\n    size: -4\n"), "file:line 4: \"-4\" is no number");
    EXPECT_EQ(errorOf("---\nringbuffer:\n    rptr: 4\n"), "file:line 3: a ring without its number");
    EXPECT_EQ(errorOf("---\nbos:\n  - iova: 0x1000\n    data: !!ascii85 |\n"), "file:line 4: binary data are missing");
    EXPECT_EQ(errorOf("---\nbos:\n  - iova: 0x1000\n    data: !!ascii85 |\n     !!\n"),
              "file:line 5: binary data are not in base 85");
    EXPECT_EQ(errorOf("---\nclusters:\n      - { offset: 0x4, value: 0x1 }\n"),
              "file:line 3: a register without its cluster");
    EXPECT_EQ(errorOf("---\nindexed-registers:\n    dwords: 1\n"), "file:line 3: data without a name");
}

std::string dumped(const std::string& text) {
    std::ostringstream out;
    dumpCrash(read(text), "file", out);
    return out.str();
}

TEST(AdrenoCrashDump, SaysWhereTheChipStood) {
    const std::string text = dumped(crashed(2));
    EXPECT_THAT(text, HasSubstr("file: crash dump of an Adreno GPU, chip 0x06030001\n"));
    EXPECT_THAT(text, HasSubstr("ring 0: 0x1000000001000, 64 bytes, read up to word 8, written up to word 8\n"));
    EXPECT_THAT(text, HasSubstr("buffer 0x100000000, 4096 bytes, cmds\n"));
    EXPECT_THAT(text, HasSubstr("  1000000001000 CP_RB_BASE: 0x1000000001000\n"));
    EXPECT_THAT(text, HasSubstr("the chip stood in the indirect buffer of level 2 at 0x100001000, 2 words before its "
                                "end\n"));
    EXPECT_THAT(text, HasSubstr("0000000100001000:     write RB_SAMPLE_CNTL (8810), 1 words\n"));
    // The last two of its four words are a blit.
    const std::string mark = "about here the chip stood, in one of the runs of this buffer\n";
    EXPECT_THAT(text, HasSubstr(mark + "0000000100001008:     CP_BLIT (2c), 1 words\n"));
    // Level 1: one word before its end is the last packet.
    EXPECT_THAT(text, HasSubstr(mark + "0000000100000010:   CP_NOP (10), 0 words\n"));
}

TEST(AdrenoCrashDump, IsOfTheSixthGeneration) {
    EXPECT_THROW(dumped("---\nkernel: 1\n"), sim::Error);
    EXPECT_THROW(dumped("---\nkernel: 1\nrevision: 540 (5.4.0.1)\n"), sim::Error);
    EXPECT_THAT(dumped(kHead), HasSubstr("registers of the power management unit\n"));
}

TEST(AdrenoCrashDump, TakesRingsOfAnySize) {
    // Positions behind the ring's end, and a ring without content.
    const auto ring = [](const std::string& positions, const std::string& data) {
        return kHead + "ringbuffer:\n  - id: 0\n    iova: 0x1000\n" + positions + data + "registers:\n" +
               registerLine(0x800, 0x1000) + registerLine(0x801, 0);
    };
    EXPECT_THAT(dumped(ring("    rptr: 4000000000\n    wptr: 3\n    size: 4294967295\n", "")),
                HasSubstr("stream of ring 0: 0 words\n"));
    EXPECT_THAT(dumped(ring("    rptr: 99\n    wptr: 1\n    size: 0\n", "")), HasSubstr("stream of ring 0: 0 words\n"));
    const std::string nops = "    data: !!ascii85 |\n     " + base85({commandHeader(Opcode::Nop, 0), 0}) + "\n";
    EXPECT_THAT(dumped(ring("    rptr: 4000000000\n    wptr: 3\n    size: 4294967292\n", nops)),
                HasSubstr("stream of ring 0: 3 words\n"));
}

}  // namespace
}  // namespace cyclorama::adreno
