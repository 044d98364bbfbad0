// SPDX-License-Identifier: MIT
// Findings of the checks in command streams, and none in the same streams with the missing packet.

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "adreno/pipeline_fixture.h"
#include "families/adreno/checks/check_findings.h"
#include "families/adreno/checks/protected_registers.h"

namespace cyclorama::adreno::test {
namespace {

constexpr uint32_t kCacheFlush = 4;
constexpr uint32_t kColorFlush = 29;
constexpr uint32_t kCacheInvalidate = 49;
constexpr uint32_t kBlend = "RB_BLEND_RED_F32"_reg.word();
constexpr uint32_t kCacheSizes = "RB_CCU_CNTL"_reg.word();

class StreamChecksTest : public PipelineFixture {
  protected:
    void expectOnly(const sim::FindingKind& kind) const {
        EXPECT_EQ(reported(), std::vector<std::string>{std::string(kind.identifier)}) << findings_.all().back().detail;
    }
    std::string detail() const { return findings_.all().empty() ? "" : findings_.all().front().detail; }

    static CommandStream& event(CommandStream& stream, uint32_t number) {
        return stream.command(Opcode::EventWrite, {number});
    }
    /// One pixel in RGBA8, a solid colour or that of a source.
    static CommandStream& blit(CommandStream& stream, uint64_t target, uint64_t source = 0) {
        constexpr uint32_t kRgba8 = 0x30;
        const uint32_t solid = source == 0 ? 1u << "RB_2D_BLIT_CNTL/SOLID_COLOR"_field.value.low : 0;
        stream.registers("RB_2D_BLIT_CNTL"_reg.word(), {solid | 0xfu << "RB_2D_BLIT_CNTL/MASK"_field.value.low |
                                                        kRgba8 << "RB_2D_BLIT_CNTL/COLOR_FORMAT"_field.value.low});
        stream.registers("RB_2D_DST_INFO"_reg.word(), {kRgba8});
        stream.registers("RB_2D_DST"_reg.word(), {low(target), high(target)});
        stream.registers("RB_2D_DST_PITCH"_reg.word(), {1});
        stream.registers("GRAS_2D_DST_TL"_reg.word(), {0, 0});
        stream.registers("SP_PS_2D_SRC_INFO"_reg.word(), {kRgba8});
        stream.registers("SP_PS_2D_SRC_SIZE"_reg.word(), {1 | 1 << 15});
        stream.registers("SP_PS_2D_SRC"_reg.word(), {low(source), high(source)});
        stream.registers("SP_PS_2D_SRC_PITCH"_reg.word(), {64 << 9});
        stream.registers("GRAS_2D_SRC_TL_X"_reg.word(), {0, 0, 0, 0});
        return stream.command(Opcode::Blit, {3});
    }
    static CommandStream& write(CommandStream& stream, uint64_t address, uint32_t value) {
        return stream.command(Opcode::MemoryWrite, {low(address), high(address), value});
    }
    static CommandStream& read(CommandStream& stream, uint64_t address) {
        return stream.command(Opcode::MemoryToRegister, {kBlend | 1 << 19, low(address), high(address)});
    }

    static constexpr uint64_t kImage = kDataAddress;
    static constexpr uint64_t kCopy = kDataAddress + 0x1000;
};

TEST_F(StreamChecksTest, ProtectedRegistersKeepTheirValue) {
    constexpr uint32_t kFirstOfKernel = 0x800;
    CommandStream stream;
    stream.registers(kFirstOfKernel, {7});
    run(stream);
    expectOnly(findings::kProtectedRegister);
    EXPECT_EQ(context_.registers().read(kFirstOfKernel), 0u);
}

TEST_F(StreamChecksTest, ScratchRegistersAreNotProtected) {
    CommandStream stream;
    stream.registers("CP_SCRATCH[].REG"_reg.word(), {7});
    stream.registers("VSC_BIN_SIZE"_reg.word(), {1});
    run(stream);
    EXPECT_TRUE(reported().empty());
}

TEST(ProtectedRegisters, DependOnTheStepOfTheGeneration) {
    const auto isProtected = [](GpuGeneration generation, uint32_t offset) {
        Chip chip;
        chip.generation = generation;
        for (const RegisterRange& range : protectedRegisters(chip))
            if (range.first <= offset && offset <= range.last) return true;
        return false;
    };
    // TPL1_BICUBIC_WEIGHTS_TABLE and what lies behind RB_NC_MODE_CNTL are the kernel's on later chips.
    EXPECT_FALSE(isProtected(GpuGeneration::A6xxGen1, 0xb608));
    EXPECT_TRUE(isProtected(GpuGeneration::A6xxGen3, 0xb60f));
    EXPECT_FALSE(isProtected(GpuGeneration::A6xxGen4, 0xb60f));
    EXPECT_TRUE(isProtected(GpuGeneration::A6xxGen4, 0x8e80));
    EXPECT_FALSE(isProtected(GpuGeneration::A6xxGen2, 0x8e80));
    for (const GpuGeneration each : {GpuGeneration::A6xxGen1, GpuGeneration::A6xxGen3, GpuGeneration::A6xxGen4})
        EXPECT_TRUE(isProtected(each, 0x3ffff));
}

TEST_F(StreamChecksTest, RegistersWithoutBanksChangeWhenAllIsDone) {
    CommandStream stream;
    blit(stream, kImage).registers(kCacheSizes, {0x1000});
    run(stream);
    expectOnly(findings::kUnbankedWrite);
    EXPECT_EQ(detail(), "RB_CCU_CNTL: 0x1000, before 0x0");
}

TEST_F(StreamChecksTest, AWaitMakesRegistersWithoutBanksFree) {
    CommandStream stream;
    stream.registers(kCacheSizes, {0x2000});
    blit(stream, kImage).command(Opcode::WaitForIdle).registers(kCacheSizes, {0x1000});
    // The same value, and a register with banks.
    blit(stream, kImage).registers(kCacheSizes, {0x1000}).registers(kBlend, {1});
    run(stream);
    EXPECT_TRUE(reported().empty());
}

TEST_F(StreamChecksTest, TheProcessorWaitsForItsWrites) {
    CommandStream stream;
    read(write(stream, kDataAddress, 1), kDataAddress);
    run(stream);
    expectOnly(findings::kReadBeforeWrite);
}

TEST_F(StreamChecksTest, ReadsAfterTheWaitAreInOrder) {
    CommandStream stream;
    write(stream, kDataAddress, 1).command(Opcode::WaitMemoryWrites);
    read(stream, kDataAddress);
    // Its neighbour, and a wait for the value itself.
    read(write(stream, kDataAddress, 2), kDataAddress + 4);
    stream.command(Opcode::WaitRegisterOrMemory, {0x13, low(kDataAddress), high(kDataAddress), 2, ~0u, 0});
    run(stream);
    EXPECT_TRUE(reported().empty());
}

/// As freedreno continues transform feedback (fd6_emit.cc).
TEST_F(StreamChecksTest, CopiesMayWaitByThemselves) {
    CommandStream stream;
    write(stream, kDataAddress, 1);
    stream.command(Opcode::MemoryToRegister, {kBlend | 1 << 19 | 1u << 31, low(kDataAddress), high(kDataAddress)});
    run(stream);
    EXPECT_TRUE(reported().empty());
}

TEST_F(StreamChecksTest, WritesOfASubmissionBeforeAreThere) {
    CommandStream first;
    run(write(first, kDataAddress, 1));
    CommandStream second;
    run(read(second, kDataAddress));
    EXPECT_TRUE(reported().empty());
}

TEST_F(StreamChecksTest, BlitsReadWhatIsFlushed) {
    CommandStream stream;
    blit(blit(stream, kImage), kCopy, kImage);
    run(stream);
    expectOnly(findings::kNotFlushed);
}

TEST_F(StreamChecksTest, AFlushIsOverAfterAWait) {
    CommandStream stream;
    event(event(blit(stream, kImage), kColorFlush), kCacheInvalidate);
    blit(stream, kCopy, kImage);
    run(stream);
    expectOnly(findings::kNotFlushed);
}

TEST_F(StreamChecksTest, TheFlushOfAnotherCacheIsNone) {
    CommandStream stream;
    event(event(blit(stream, kImage), kCacheFlush), kCacheInvalidate).command(Opcode::WaitForIdle);
    blit(stream, kCopy, kImage);
    run(stream);
    expectOnly(findings::kNotFlushed);
}

TEST_F(StreamChecksTest, BlitsReadThroughACacheThatHasToBeInvalidated) {
    CommandStream stream;
    event(blit(stream, kImage), kColorFlush).command(Opcode::WaitForIdle);
    blit(stream, kCopy, kImage);
    run(stream);
    expectOnly(findings::kNotInvalidated);
}

TEST_F(StreamChecksTest, FlushedInvalidatedAndAwaitedIsInOrder) {
    CommandStream stream;
    event(event(blit(stream, kImage), kColorFlush), kCacheInvalidate).command(Opcode::WaitForIdle);
    blit(stream, kCopy, kImage);
    run(stream);
    EXPECT_TRUE(reported().empty());
}

TEST_F(StreamChecksTest, TheProcessorReadsMemoryAsItIs) {
    CommandStream stream;
    read(blit(stream, kImage), kImage);
    run(stream);
    expectOnly(findings::kNotFlushed);
}

TEST_F(StreamChecksTest, TheProcessorHasNoCacheToInvalidate) {
    CommandStream stream;
    event(blit(stream, kImage), kColorFlush).command(Opcode::WaitForIdle);
    read(stream, kImage);
    run(stream);
    EXPECT_TRUE(reported().empty());
}

/// One bin of 32x32 pixels, and streams of a binning pass without draws.
class VisibilityChecksTest : public StreamChecksTest {
  protected:
    VisibilityChecksTest() {
        RegisterValues& registers = context_.registers();
        registers.write("VSC_BIN_SIZE"_reg.word(), 1 | 2 << 8);
        registers.write("VSC_BIN_COUNT"_reg.word(), 1 << 1 | 1 << 11);
        registers.write("VSC_PIPE_CONFIG[].REG"_reg.word(), 1 << 20 | 1 << 26);
        for (const auto& [address, place] :
             {std::pair("VSC_DRAW_STRM_ADDRESS"_reg, kDraws), std::pair("VSC_PRIM_STRM_ADDRESS"_reg, kPrimitives),
              std::pair("VSC_DRAW_STRM_SIZE_ADDRESS"_reg, kSizes)}) {
            registers.write(address.word(), low(place));
            registers.write(address.word() + 1, high(place));
        }
        for (const auto& limit : {"VSC_DRAW_STRM_LIMIT"_reg, "VSC_PRIM_STRM_LIMIT"_reg})
            registers.write(limit.word(), 0xc0);
        event(event(stream_, kBeginBinning), kEndBinning);
    }
    void setBin() {
        stream_.command(Opcode::SetBinData, {1 << 16, low(kDraws), high(kDraws), low(kSizes), high(kSizes),
                                             low(kPrimitives), high(kPrimitives)});
        run(stream_);
    }

    static constexpr uint32_t kBeginBinning = 44;
    static constexpr uint32_t kEndBinning = 45;
    static constexpr uint64_t kDraws = kDataAddress;
    static constexpr uint64_t kPrimitives = kDataAddress + 0x1000;
    static constexpr uint64_t kSizes = kDataAddress + 0x2000;
    CommandStream stream_;
};

TEST_F(VisibilityChecksTest, StreamsAreFlushedBeforeBinsReadThem) {
    stream_.command(Opcode::WaitForIdle).command(Opcode::WaitForMicroEngine);
    setBin();
    expectOnly(findings::kNotFlushed);
    EXPECT_EQ(detail(), "0x100020000, 4 bytes");
}

TEST_F(VisibilityChecksTest, TheColorCacheHasNoStreams) {
    event(stream_, kColorFlush).command(Opcode::WaitForIdle).command(Opcode::WaitForMicroEngine);
    setBin();
    expectOnly(findings::kNotFlushed);
}

TEST_F(VisibilityChecksTest, BinsAreReadAheadOfTheWait) {
    event(stream_, kCacheFlush).command(Opcode::WaitForIdle);
    setBin();
    expectOnly(findings::kReadAhead);
}

TEST_F(VisibilityChecksTest, AWaitBeforeTheOtherIsNone) {
    event(stream_, kCacheFlush).command(Opcode::WaitForMicroEngine).command(Opcode::WaitForIdle);
    setBin();
    expectOnly(findings::kReadAhead);
}

TEST_F(VisibilityChecksTest, FlushedAndAwaitedTwiceIsInOrder) {
    event(stream_, kCacheFlush).command(Opcode::WaitForIdle).command(Opcode::WaitForMicroEngine);
    setBin();
    EXPECT_TRUE(reported().empty());
}

/// A draw of no vertices, whose numbers a blit has just written.
CommandStream& drawFromMemory(CommandStream& stream, uint64_t numbers) {
    constexpr uint32_t kNumbersOfVertices = 2 << 6;
    return stream.command(Opcode::DrawIndirectMulti, {4 | kNumbersOfVertices, 2, 1, low(numbers), high(numbers), 16});
}

TEST_F(StreamChecksTest, DrawsOfTheFirstChipsReadAhead) {
    CommandStream stream;
    event(blit(stream, kImage), kColorFlush).command(Opcode::WaitForIdle);
    drawFromMemory(stream, kImage);
    run(stream);
    expectOnly(findings::kReadAhead);
}

TEST_F(StreamChecksTest, DrawsAfterAWaitForTheProcessorAreInOrder) {
    CommandStream stream;
    event(blit(stream, kImage), kColorFlush).command(Opcode::WaitForIdle).command(Opcode::WaitForMicroEngine);
    drawFromMemory(stream, kImage);
    run(stream);
    EXPECT_TRUE(reported().empty());
}

TEST(StreamChecks, LaterChipsWaitBeforeDrawsFromMemory) {
    const auto reads = [](GpuGeneration generation) {
        sim::Findings findings;
        Chip chip = fixtureChip();
        chip.generation = generation;
        Reporter reporter(findings);
        Checks checks(chip, reporter);
        checks.transferWritten(kDataAddress, kDataAddress + 16, [](const auto& run) { run(kDataAddress, 16); });
        checks.packet(static_cast<uint32_t>(Opcode::EventWrite), kColorFlush);
        checks.packet(static_cast<uint32_t>(Opcode::WaitForIdle), 0);
        return checks.processorRead(static_cast<uint32_t>(Opcode::DrawIndirectMulti), kDataAddress, 16).has_value();
    };
    EXPECT_TRUE(reads(GpuGeneration::A6xxGen1));
    EXPECT_TRUE(reads(GpuGeneration::A6xxGen2));
    EXPECT_FALSE(reads(GpuGeneration::A6xxGen3));
    EXPECT_FALSE(reads(GpuGeneration::A6xxGen4));
}

/// Dispatches need a program.
class DispatchChecksTest : public StreamChecksTest {
  protected:
    DispatchChecksTest() { context_.checks.completeStreams = true; }

    CommandStream& state(std::string_view program) {
        const uint32_t length = putProgram(program);
        // All that Mesa's computerator writes, which has no private memory, and starts at a program's first
        // instruction.
        const auto zeros = [this](const Register& first, uint32_t count) {
            for (uint32_t i = 0; i < count; ++i) stream_.registers(first.word() + i, {0});
        };
        zeros("SP_CS_CTRL_REG0"_reg, 2);
        zeros("HLSQ_CS_NDRANGE_0"_reg, 12);
        for (const auto& reg : {"SP_MODE_CONTROL"_reg, "SP_FLOAT_CNTL"_reg, "HLSQ_CS_CNTL"_reg}) zeros(reg, 1);
        stream_.registers("SP_CS_CTRL_REG0"_reg.word(), {1u << 31, 1});
        stream_.registers("SP_CS_CONFIG"_reg.word(), {1 << 8});
        stream_.registers("SP_CS_OBJ_START"_reg.word(), {low(kProgramAddress), high(kProgramAddress)});
        stream_.registers("HLSQ_CS_NDRANGE_0"_reg.word(), {3});
        stream_.registers("HLSQ_CS_CNTL_0"_reg.word(), {0xfcfcfcfc, 0xfc});
        return stream_.registers("SP_CS_INSTRLEN"_reg.word(), {length});
    }
    void dispatch() { run(stream_.command(Opcode::ExecuteCompute, {0, 1, 1, 1})); }

    CommandStream stream_;
};

/// A dispatch that reads the first of two vectors of a uniform buffer.
class UniformChecksTest : public DispatchChecksTest {
  protected:
    UniformChecksTest() { context_.checks.completeStreams = false; }

    void readUniforms(uint64_t buffer) {
        constexpr uint32_t kOneOfCompute = 2 << 14 | 13 << 18 | 1 << 22;
        constexpr uint32_t kTwoVectors = 2 << 17;
        state("mov.u32u32 r0.x, 0\nldc.offset0.1.imm r1.x, r0.x, 0\nend");
        stream_.command(Opcode::LoadStateFragment, {kOneOfCompute, 0, 0, low(buffer), high(buffer) | kTwoVectors});
        blit(stream_, kImage);
        dispatch();
    }
};

TEST_F(UniformChecksTest, UniformsAreReadThroughACache) {
    readUniforms(kImage);
    expectOnly(findings::kNotFlushed);
    EXPECT_EQ(detail(), "0x100020000, 4 bytes");
}

TEST_F(UniformChecksTest, OtherPartsOfTheBufferAreNotRead) {
    readUniforms(kImage - 16);
    EXPECT_TRUE(reported().empty());
}

TEST_F(DispatchChecksTest, FindsProgramsThatUseResultsTooEarly) {
    state("add.f r1.x, r0.x, r0.y\nadd.f r1.y, r1.x, r0.y\nend");
    dispatch();
    expectOnly(findings::kResultEarly);
    EXPECT_EQ(detail(), "CS: instruction 1 uses what instruction 0 gives or reads, 3 cycles early");
}

TEST_F(DispatchChecksTest, FindsProgramsThatDoNotWait) {
    state("rcp r1.x, r0.x\nadd.f r1.y, r1.x, r0.y\nend");
    dispatch();
    expectOnly(findings::kResultNotAwaited);
}

TEST_F(DispatchChecksTest, LooksThroughAProgramOnce) {
    state("rcp r1.x, r0.x\nadd.f r1.y, r1.x, r0.y\nend");
    stream_.command(Opcode::ExecuteCompute, {0, 1, 1, 1});
    dispatch();
    ASSERT_EQ(findings_.all().size(), 1u);
    EXPECT_EQ(findings_.all().front().count, 1u);
}

TEST_F(DispatchChecksTest, ProgramsThatWaitAreInOrder) {
    state("rcp r1.x, r0.x\n(ss)(nop3) add.f r1.y, r1.x, r0.y\nadd.f r1.z, r1.y, r0.y\nend");
    dispatch();
    EXPECT_TRUE(reported().empty());
}

TEST_F(DispatchChecksTest, FindsRegistersOfASubmissionBefore) {
    state("end");
    dispatch();
    ASSERT_TRUE(reported().empty());
    stream_ = {};
    dispatch();
    expectOnly(findings::kStaleRegister);
    EXPECT_EQ(detail(), "SP_CS_CTRL_REG0");
}

TEST_F(DispatchChecksTest, ProgramsWithPrivateMemoryReadWhereItIs) {
    state("mov.u32u32 r0.x, 0\n(rpt5)nop\nldp.u32 r1.x, p[r0.x], 1\nend");
    dispatch();
    ASSERT_FALSE(reported().empty());
    EXPECT_EQ(reported().front(), findings::kStaleRegister.identifier);
    EXPECT_EQ(detail(), "SP_CS_PVT_MEM_PARAM");
}

/// A program with one texture and one sampler by its counts, and the texture's table alone.
TEST_F(DispatchChecksTest, ProgramsThatFilterReadWhereSamplersAre) {
    constexpr uint32_t kOneOfEach = 1 << 8 | 1 << 9 | 1 << 17;
    for (const auto& [fetch, reads] : {std::pair{"sam", true}, {"isam", false}, {"getsize", false}}) {
        SCOPED_TRACE(fetch);
        findings_ = {};
        stream_ = {};
        const std::string sampler = fetch == std::string("getsize") ? "" : ", s#0";
        state(fmt::format("mov.u32u32 r0.x, 0\nmov.u32u32 r0.y, 0\n(rpt5)nop\n{} (u32)(x)r1.x, r0.x{}, t#0\nend", fetch,
                          sampler));
        stream_.registers("SP_CS_CONFIG"_reg.word(), {kOneOfEach});
        stream_.registers("SP_CS_TEX_CONST"_reg.word(), {low(kImage), high(kImage)});
        dispatch();
        const std::vector<std::string> found = reported();
        const bool stale = std::ranges::find(found, findings::kStaleRegister.identifier) != found.end();
        EXPECT_EQ(stale, reads);
        if (reads) {
            EXPECT_EQ(detail(), "SP_CS_TEX_SAMP");
        }
    }
}

TEST(GmemTraffic, FindsLoadsThatAreCleared) {
    GmemTraffic traffic;
    const GmemPart bin{.offset = 0x1000, .left = 0, .top = 0, .right = 63, .bottom = 31};
    EXPECT_FALSE(traffic.move(GmemMove::Load, bin));
    // Another image, and a part alone.
    EXPECT_FALSE(traffic.move(GmemMove::Clear, {.offset = 0x9000, .right = 63, .bottom = 31}));
    EXPECT_FALSE(traffic.move(GmemMove::Clear, {.offset = 0x1000, .right = 15, .bottom = 31}));
    EXPECT_FALSE(traffic.move(GmemMove::Load, {.offset = 0x9000, .right = 63, .bottom = 31}));
    const OptionalIssue cleared = traffic.move(GmemMove::Clear, {.offset = 0x9000, .right = 63, .bottom = 31});
    ASSERT_TRUE(cleared);
    EXPECT_EQ(cleared->kind, &findings::kNeedlessLoad);
    EXPECT_FALSE(traffic.move(GmemMove::Store, {.offset = 0x9000, .right = 63, .bottom = 31}));
}

TEST(GmemTraffic, FindsStoresOfWhatWasLoaded) {
    GmemTraffic traffic;
    const GmemPart bin{.offset = 0x1000, .left = 64, .top = 0, .right = 127, .bottom = 31};
    EXPECT_FALSE(traffic.move(GmemMove::Load, bin));
    const OptionalIssue stored = traffic.move(GmemMove::Store, bin);
    ASSERT_TRUE(stored);
    EXPECT_EQ(stored->kind, &findings::kNeedlessStore);
    EXPECT_FALSE(traffic.move(GmemMove::Load, {.offset = 0x2000, .right = 63, .bottom = 31}));
    traffic.draw();
    EXPECT_FALSE(traffic.move(GmemMove::Store, bin));
}

ByteRuns wordsAt(std::vector<uint64_t> addresses) {
    return [addresses = std::move(addresses)](const std::function<void(uint64_t, uint64_t)>& run) {
        for (const uint64_t address : addresses) run(address, 4);
    };
}

TEST(CacheWrites, OnlyBytesThatAreWrittenCount) {
    CacheWrites writes;
    EXPECT_FALSE(writes.any());
    writes.write(0x1000, 0x2000, wordsAt({0x1100, 0x1104, 0x1ff0, 0x1010}));
    EXPECT_TRUE(writes.mayMiss(ReadPath::Uche, 0x1800, 4));
    EXPECT_FALSE(writes.mayMiss(ReadPath::Uche, 0x2000, 4));
    EXPECT_FALSE(writes.read(ReadPath::Uche, 0x1800, 4));
    EXPECT_FALSE(writes.read(ReadPath::Uche, 0x1108, 4));
    ASSERT_TRUE(writes.read(ReadPath::Uche, 0x1107, 4));
    EXPECT_TRUE(writes.read(ReadPath::Processor, 0x1000, 0x20));
    const OptionalIssue issue = writes.read(ReadPath::Uche, 0x1ff0, 4);
    ASSERT_TRUE(issue);
    EXPECT_EQ(issue->kind, &findings::kNotFlushed);
    EXPECT_EQ(issue->detail, "0x1ff0, 4 bytes");
}

TEST(CacheWrites, AWaitCountsForTheFlushesBefore) {
    CacheWrites writes;
    writes.write(0x1000, 0x1004, wordsAt({0x1000}));
    writes.waitForIdle();
    EXPECT_TRUE(writes.read(ReadPath::Processor, 0x1000, 4));
    writes.event(kColorFlush);
    EXPECT_TRUE(writes.read(ReadPath::Processor, 0x1000, 4));
    writes.waitForIdle();
    EXPECT_FALSE(writes.read(ReadPath::Processor, 0x1000, 4));
    // A later flush changes nothing for writes that are in memory.
    writes.event(kColorFlush);
    EXPECT_FALSE(writes.read(ReadPath::Processor, 0x1000, 4));
    ASSERT_TRUE(writes.read(ReadPath::Uche, 0x1000, 4));
    EXPECT_EQ(writes.read(ReadPath::Uche, 0x1000, 4)->kind, &findings::kNotInvalidated);
    writes.event(kCacheInvalidate);
    EXPECT_FALSE(writes.read(ReadPath::Uche, 0x1000, 4));
    EXPECT_TRUE(writes.any()) << "packets that are read ahead may miss it";
    writes.waitForProcessor();
    EXPECT_FALSE(writes.any());
}

}  // namespace
}  // namespace cyclorama::adreno::test
