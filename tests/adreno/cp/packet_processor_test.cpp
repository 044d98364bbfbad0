// SPDX-License-Identifier: MIT
// The command processor: what each packet does to memory, registers and the stream, and what it hangs on.

#include "families/adreno/cp/packet_processor.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <sstream>

#include "adreno/chip_context.h"
#include "adreno/command_stream.h"
#include "families/adreno/cp/findings.h"
#include "families/adreno/registers/registers.h"
#include "machine/values/memory_view.h"
#include "mem/address_space.h"
#include "support/paths.h"

namespace cyclorama::adreno::test {
namespace {

constexpr uint64_t kStream = 0x1'0000'0000;
constexpr uint64_t kCallee = 0x1'0000'4000;
constexpr uint64_t kData = 0x1'0001'0000;
/// Nothing is mapped there.
constexpr uint64_t kNowhere = 0x1'8000'0000;

/// A plain register, and where tests write a register's value to see it.
constexpr uint32_t kPlainRegister = "RB_BLEND_RED_F32"_reg.word();

/// Lets a test write the value that the processor waits for.
class CountingHangTimer final : public HangTimer {
  public:
    void begin() override { left = looks; }
    bool lasts() override {
        if (left == 0) return false;
        --left;
        if (onLook) onLook(left);
        return true;
    }
    uint32_t looks = 3;
    uint32_t left = 0;
    std::function<void(uint32_t left)> onLook;
};

class PacketProcessorTest : public testing::Test {
  protected:
    PacketProcessorTest() : memory_(mem::FlatAddressSpace{}) { memory_.mappings()->mapZeros(kStream, 1 << 20); }

    void put(uint64_t address, const CommandStream& stream) {
        ASSERT_TRUE(memory_.write(address, std::as_bytes(std::span(stream.words()))));
    }
    void run(const CommandStream& stream) {
        put(kStream, stream);
        runStreams({{.address = kStream, .words = static_cast<uint32_t>(stream.words().size())}});
    }
    void runStreams(std::vector<Stream> streams) {
        context_.processor.begin(std::move(streams));
        const machine::MemoryView view(memory_);
        while (const auto command = context_.processor.next(view)) {
            const auto* const write = std::get_if<gpu::WriteMemory>(&command->operation);
            ASSERT_NE(write, nullptr);
            EXPECT_TRUE(memory_.write(write->address, write->data));
        }
    }
    uint32_t at(uint64_t address) const { return memory_.load<uint32_t>(address).value_or(0xbad); }
    void set(uint64_t address, uint32_t value) { ASSERT_TRUE(memory_.store(address, value)); }

    /// A call of the words at kCallee.
    static CommandStream& call(CommandStream& stream, const CommandStream& callee,
                               Opcode opcode = Opcode::IndirectBuffer) {
        return stream.command(opcode, {low(kCallee), high(kCallee), static_cast<uint32_t>(callee.words().size())});
    }
    static CommandStream& write(CommandStream& stream, uint64_t address, uint32_t value) {
        return stream.command(Opcode::MemoryWrite, {low(address), high(address), value});
    }
    static CommandStream& readRegister(CommandStream& stream, uint32_t reg, uint64_t address, uint32_t flags = 0) {
        return stream.command(Opcode::RegisterToMemory, {reg | flags, low(address), high(address)});
    }

    std::vector<std::string> reported() const {
        std::vector<std::string> identifiers;
        for (const sim::Finding& finding : findings_.all()) identifiers.emplace_back(finding.kind.identifier);
        return identifiers;
    }
    void expectOnly(const sim::FindingKind& kind) const {
        EXPECT_EQ(reported(), std::vector<std::string>{std::string(kind.identifier)});
    }

    mem::AddressSpace memory_;
    sim::Findings findings_;
    CountingHangTimer hangTimer_;
    ChipContext context_{Chip{}, findings_, 1, hangTimer_, 4096};
};

TEST_F(PacketProcessorTest, WritesMemory) {
    CommandStream stream;
    stream.command(Opcode::MemoryWrite, {low(kData), high(kData), 1, 2, 3});
    run(stream);
    EXPECT_EQ(at(kData), 1u);
    EXPECT_EQ(at(kData + 8), 3u);
    EXPECT_FALSE(context_.processor.hung());
    EXPECT_TRUE(reported().empty());
}

TEST_F(PacketProcessorTest, CopiesOfNoWordsTouchNoMemory) {
    CommandStream stream;
    stream.command(Opcode::MemoryCopy, {0, low(kNowhere), high(kNowhere), low(kNowhere), high(kNowhere)});
    run(stream);
    EXPECT_FALSE(context_.processor.hung());
    EXPECT_TRUE(reported().empty());
}

TEST_F(PacketProcessorTest, RunsStreamsOneAfterTheOther) {
    CommandStream first;
    write(first, kData, 1);
    CommandStream second;
    write(second, kData, 2);
    put(kStream, first);
    put(kCallee, second);
    runStreams({{.address = kStream, .words = 4}, {.address = kCallee, .words = 4}, {.address = kNowhere, .words = 0}});
    EXPECT_EQ(at(kData), 2u);
    EXPECT_TRUE(reported().empty());
}

TEST_F(PacketProcessorTest, RegistersKeepTheirValuesFromJobToJob) {
    CommandStream stream;
    stream.registers(kPlainRegister, {7, 8});
    run(stream);
    CommandStream next;
    readRegister(next, kPlainRegister, kData, 2 << 18);
    run(next);
    EXPECT_EQ(at(kData), 7u);
    EXPECT_EQ(at(kData + 4), 8u);
}

TEST_F(PacketProcessorTest, RegistersAreAccumulated) {
    set(kData, 0xffffffff);
    set(kData + 4, 5);
    CommandStream stream;
    stream.registers(kPlainRegister, {1, 1});
    readRegister(stream, kPlainRegister, kData, 2 << 18 | 1u << 30 | 1u << 31);
    run(stream);
    EXPECT_EQ(at(kData), 0u);
    EXPECT_EQ(at(kData + 4), 7u) << "of 64 bits";
    set(kData, 0xffffffff);
    CommandStream narrow;
    readRegister(narrow, kPlainRegister, kData, 2 << 18 | 1u << 31);
    run(narrow);
    EXPECT_EQ(at(kData + 4), 8u) << "without carry";
}

TEST_F(PacketProcessorTest, RegistersComeFromMemory) {
    set(kData, 3);
    set(kData + 4, 4);
    CommandStream stream;
    stream.command(Opcode::MemoryToRegister, {kPlainRegister | 2 << 19 | 1u << 30, low(kData), high(kData)});
    readRegister(stream, kPlainRegister, kData + 16, 2 << 18);
    run(stream);
    EXPECT_EQ(at(kData + 16), 12u) << "shifted by two";
    EXPECT_EQ(at(kData + 20), 16u);
}

TEST_F(PacketProcessorTest, MemoryIsSummed) {
    set(kData, 10);
    set(kData + 8, 4);
    set(kData + 16, 1);
    CommandStream stream;
    stream.command(Opcode::MemoryToMemory, {2, low(kData + 32), high(kData), low(kData), high(kData), low(kData + 8),
                                            high(kData), low(kData + 16), high(kData)});
    stream.command(Opcode::MemoryToMemory, {1u << 29 | 1, low(kData + 40), high(kData), low(kData), high(kData)});
    stream.command(Opcode::MemoryCopy, {2, low(kData + 40), high(kData), low(kData + 48), high(kData)});
    run(stream);
    EXPECT_EQ(at(kData + 32), 7u) << "10 - 4 + 1";
    EXPECT_EQ(at(kData + 36), 0u) << "one word";
    EXPECT_EQ(at(kData + 40), 0u - 10);
    EXPECT_EQ(at(kData + 44), ~0u) << "of 64 bits";
    EXPECT_EQ(at(kData + 48), 0u - 10);
    EXPECT_EQ(at(kData + 52), ~0u);
}

TEST_F(PacketProcessorTest, RegistersAreModified) {
    CommandStream stream;
    stream.registers(kPlainRegister, {0xf00000ff, 0x0f});
    stream.command(Opcode::RegisterReadModifyWrite, {kPlainRegister | 4 << 24, 0xf000000f, 0x100});
    readRegister(stream, kPlainRegister, kData);
    stream.command(Opcode::RegisterReadModifyWrite,
                   {kPlainRegister | 1u << 31 | 1u << 30 | 1u << 29, kPlainRegister + 1, kPlainRegister + 1});
    readRegister(stream, kPlainRegister, kData + 4);
    run(stream);
    EXPECT_EQ(at(kData), 0x1ffu) << "(f00000ff & f000000f) rotated by 4 | 100";
    EXPECT_EQ(at(kData + 4), 0x1eu) << "(1ff & 0f) + 0f";
}

TEST_F(PacketProcessorTest, ScratchRegistersKeepValues) {
    CommandStream stream;
    stream.registers(kPlainRegister, {21, 22});
    stream.command(Opcode::RegisterToScratch, {kPlainRegister | 3 << 20 | 1 << 24});
    stream.command(Opcode::ScratchWrite, {5 << 20, 23});
    stream.command(Opcode::ScratchToRegister, {kPlainRegister | 4 << 20 | 1 << 24});
    readRegister(stream, kPlainRegister, kData, 2 << 18);
    run(stream);
    EXPECT_EQ(at(kData), 22u);
    EXPECT_EQ(at(kData + 4), 23u);
}

TEST_F(PacketProcessorTest, RegistersAreWrittenInOtherWays) {
    CommandStream stream;
    stream.command(Opcode::RegisterWrite, {2, kPlainRegister, 5});
    stream.command(Opcode::ContextRegisterBunch, {kPlainRegister + 1, 6, kPlainRegister + 2, 7});
    readRegister(stream, kPlainRegister, kData, 3 << 18);
    run(stream);
    EXPECT_EQ(at(kData), 5u);
    EXPECT_EQ(at(kData + 4), 6u);
    EXPECT_EQ(at(kData + 8), 7u);
}

TEST_F(PacketProcessorTest, TheCounterIsARegister) {
    CommandStream stream;
    readRegister(stream, "CP_ALWAYS_ON_COUNTER"_reg.word(), kData, 2 << 18 | 1u << 30);
    readRegister(stream, "CP_ALWAYS_ON_COUNTER"_reg.word(), kData + 8, 2 << 18 | 1u << 30);
    run(stream);
    EXPECT_NE(memory_.load<uint64_t>(kData), 0u);
    EXPECT_LE(memory_.load<uint64_t>(kData), memory_.load<uint64_t>(kData + 8));
}

TEST_F(PacketProcessorTest, CountersOfPerformanceAreNotThere) {
    CommandStream stream;
    readRegister(stream, 0x400, kData);
    run(stream);
    EXPECT_EQ(reported(), std::vector<std::string>{"performance-counter-not-modelled"});
}

TEST_F(PacketProcessorTest, CountersOfLrzAreThoseThatAreSelected) {
    context_.blocks.counters().lrz.rejectedBlocks = 0x1'0000'0003;
    context_.blocks.counters().lrz.writtenBlocks = 5;
    CommandStream stream;
    stream.registers("GRAS_PERFCTR_LRZ_SEL[]"_reg.word(), {16, 8});
    readRegister(stream, "RBBM_PERFCTR_LRZ[]"_reg.word(), kData, 2 << 18);
    readRegister(stream, "RBBM_PERFCTR_LRZ[]"_reg.word(1), kData + 8);
    run(stream);
    EXPECT_EQ(memory_.load<uint64_t>(kData), 0x1'0000'0003u);
    EXPECT_EQ(at(kData + 8), 5u);
    EXPECT_TRUE(reported().empty());
    CommandStream cycles;
    cycles.registers("GRAS_PERFCTR_LRZ_SEL[]"_reg.word(), {0});
    readRegister(cycles, "RBBM_PERFCTR_LRZ[]"_reg.word(), kData);
    run(cycles);
    EXPECT_EQ(reported(), std::vector<std::string>{"performance-counter-not-modelled"});
}

TEST_F(PacketProcessorTest, BuffersAreCalledAndChained) {
    CommandStream callee;
    write(callee, kData, 1);
    put(kCallee, callee);
    CommandStream stream;
    call(stream, callee);
    write(stream, kData + 4, 2);
    call(stream, callee, Opcode::IndirectBufferChain);
    write(stream, kData + 8, 3);
    run(stream);
    EXPECT_EQ(at(kData), 1u);
    EXPECT_EQ(at(kData + 4), 2u);
    EXPECT_EQ(at(kData + 8), 0u) << "a chain does not come back";
}

TEST_F(PacketProcessorTest, CallsEndAtTheLastLevel) {
    CommandStream callee;
    call(callee, callee);
    CommandStream loop;
    loop.command(Opcode::IndirectBuffer, {low(kCallee), high(kCallee), 4});
    put(kCallee, loop);
    run(loop);
    EXPECT_TRUE(context_.processor.hung());
    expectOnly(findings::kNesting);
}

TEST_F(PacketProcessorTest, StreamsWithoutEndHang) {
    CommandStream loop;
    loop.command(Opcode::IndirectBufferChain, {low(kStream), high(kStream), 4});
    run(loop);
    EXPECT_TRUE(context_.processor.hung());
    expectOnly(findings::kEndlessStream);
}

TEST_F(PacketProcessorTest, WordsOfMemoryCountAsWell) {
    CommandStream stream;
    for (int i = 0; i < 4; ++i)
        stream.command(Opcode::MemoryCopy, {1024, low(kData), high(kData), low(kData + 4096), high(kData)});
    run(stream);
    EXPECT_TRUE(context_.processor.hung());
    expectOnly(findings::kEndlessStream);
}

TEST_F(PacketProcessorTest, WaitsEndWhenTheValueComes) {
    hangTimer_.onLook = [this](uint32_t left) {
        if (left == 1) set(kData, 0x17);
    };
    CommandStream stream;
    // Memory, equal, under a mask.
    stream.command(Opcode::WaitRegisterOrMemory, {3 | 1 << 4, low(kData), high(kData), 7, 0xf, 16});
    write(stream, kData + 4, 1);
    stream.command(Opcode::WaitMemoryGreaterOrEqual, {0, low(kData), high(kData), 0x17});
    write(stream, kData + 8, 1);
    run(stream);
    EXPECT_EQ(at(kData + 4), 1u);
    EXPECT_EQ(at(kData + 8), 1u);
    EXPECT_TRUE(reported().empty());
}

TEST_F(PacketProcessorTest, WaitsLookAtRegistersToo) {
    CommandStream stream;
    stream.registers(kPlainRegister, {9});
    stream.command(Opcode::WaitRegisterOrMemory, {3, kPlainRegister, 0, 9, ~0u, 16});
    write(stream, kData, 1);
    run(stream);
    EXPECT_EQ(at(kData), 1u);
}

TEST_F(PacketProcessorTest, WaitsWithoutEndHang) {
    CommandStream stream;
    stream.registers(kPlainRegister, {5});
    constexpr uint32_t kBeginBinning = 44;
    constexpr uint32_t kCountFragments = 13;
    stream.command(Opcode::EventWrite, {kBeginBinning}).command(Opcode::EventWrite, {kCountFragments});
    stream.command(Opcode::WaitRegisterOrMemory, {3 | 1 << 4, low(kData), high(kData), 7, ~0u, 16});
    write(stream, kData + 4, 1);
    context_.blocks.counters().samplesPassed = 3;
    run(stream);
    EXPECT_TRUE(context_.processor.hung());
    EXPECT_TRUE(context_.blocks.binning().active());
    EXPECT_TRUE(context_.blocks.counters().isStarted(StatisticGroup::Fragments));
    EXPECT_EQ(at(kData + 4), 0u) << "the rest is dropped";
    expectOnly(findings::kEndlessWait);
    CommandStream next;
    write(next, kData + 4, 2);
    readRegister(next, kPlainRegister, kData + 8);
    set(kData + 8, 77);
    run(next);
    EXPECT_FALSE(context_.processor.hung()) << "the next job runs";
    EXPECT_EQ(at(kData + 4), 2u);
    EXPECT_EQ(at(kData + 8), 0u) << "on a chip that was started anew";
    EXPECT_FALSE(context_.blocks.binning().active());
    EXPECT_FALSE(context_.blocks.counters().isStarted(StatisticGroup::Fragments));
    EXPECT_EQ(context_.blocks.counters().samplesPassed, 0u);
}

TEST_F(PacketProcessorTest, ComparesInSevenWays) {
    const auto holds = [this](uint32_t function, uint32_t value, uint32_t reference) {
        set(kData, value);
        set(kData + 4, 0);
        CommandStream stream;
        stream.command(Opcode::ConditionalWrite, {function | 1 << 4 | 1 << 8, low(kData), high(kData), reference, ~0u,
                                                  low(kData + 4), high(kData), 1});
        run(stream);
        return at(kData + 4) == 1;
    };
    constexpr uint32_t kSigned = 1 << 3;
    for (const auto& [function, less, equal, greater] : {std::tuple{0u, true, true, true},
                                                         {1u, true, false, false},
                                                         {2u, true, true, false},
                                                         {3u, false, true, false},
                                                         {4u, true, false, true},
                                                         {5u, false, true, true},
                                                         {6u, false, false, true}}) {
        EXPECT_EQ(holds(function, 1, 2), less) << function;
        EXPECT_EQ(holds(function, 2, 2), equal) << function;
        EXPECT_EQ(holds(function, 3, 2), greater) << function;
        EXPECT_EQ(holds(function | kSigned, ~0u, 2), less) << function << " with a sign";
        EXPECT_EQ(holds(function, ~0u, 2), greater) << function << " without";
    }
}

TEST_F(PacketProcessorTest, WritesRegistersUnderACondition) {
    CommandStream stream;
    stream.command(Opcode::ConditionalWrite, {3 | 1 << 4, low(kData), high(kData), 0, ~0u, kPlainRegister, 0, 77});
    readRegister(stream, kPlainRegister, kData + 4);
    run(stream);
    EXPECT_EQ(at(kData + 4), 77u);
}

TEST_F(PacketProcessorTest, SkipsWhereAConditionOfMemoryDoesNotHold) {
    const auto runs = [this](uint32_t first, uint32_t second, uint32_t reference) {
        set(kData, first);
        set(kData + 4, second);
        set(kData + 8, 0);
        CommandStream stream;
        stream.command(Opcode::ConditionalExecute,
                       {low(kData), high(kData), low(kData + 4), high(kData), reference, 4});
        write(stream, kData + 8, 1);
        write(stream, kData + 12, 1);
        run(stream);
        EXPECT_EQ(at(kData + 12), 1u);
        return at(kData + 8) == 1;
    };
    EXPECT_TRUE(runs(1, 1, 2));
    EXPECT_FALSE(runs(0, 1, 2));
    EXPECT_FALSE(runs(1, 2, 2));
    EXPECT_TRUE(runs(1, ~0u, 2)) << "with a sign";
}

TEST_F(PacketProcessorTest, SkipsWhereAConditionOfRegistersDoesNotHold) {
    const auto runs = [this](std::initializer_list<uint32_t> condition) {
        set(kData, 0);
        CommandStream stream;
        stream.registers(kPlainRegister, {0b100, 0b100, 5});
        // Predicate bit 1 from bit 2 of the register, bit 3 by a mask.
        stream.command(Opcode::RegisterTest, {kPlainRegister | 2 << 20 | 1u << 26});
        stream.command(Opcode::RegisterTest, {1u << 31, 0b1000, ~0u});
        stream.command(Opcode::RegisterTest, {kPlainRegister | 1 << 20 | 4u << 26});
        stream.command(Opcode::SetMarker, {4});
        stream.command(Opcode::ConditionalRegisterExecute, condition);
        write(stream, kData, 1);
        run(stream);
        return at(kData) == 1;
    };
    constexpr uint32_t kPredicate = 1u << 28;
    EXPECT_TRUE(runs({kPredicate | 1 << 18, 4}));
    EXPECT_TRUE(runs({kPredicate | 3 << 18, 4}));
    EXPECT_FALSE(runs({kPredicate | 4 << 18, 4}));
    constexpr uint32_t kCompare = 2u << 28;
    EXPECT_TRUE(runs({kCompare | kPlainRegister, kPlainRegister + 1, 4}));
    EXPECT_FALSE(runs({kCompare | kPlainRegister, kPlainRegister + 2, 4}));
    constexpr uint32_t kPass = 3u << 28;
    EXPECT_TRUE(runs({kPass | 1 << 26, 4})) << "with bins";
    EXPECT_FALSE(runs({kPass | 1 << 25 | 1 << 27, 4})) << "binning, without bins";
}

TEST_F(PacketProcessorTest, EventsWriteTheirValue) {
    CommandStream stream;
    stream.command(Opcode::EventWrite, {4, low(kData), high(kData), 0x1234});
    stream.command(Opcode::EventWrite, {22 | 1u << 30, low(kData + 8), high(kData), 0});
    stream.command(Opcode::EventWrite, {49});
    run(stream);
    EXPECT_EQ(at(kData), 0x1234u);
    EXPECT_NE(memory_.load<uint64_t>(kData + 8), 0u) << "the counter";
    EXPECT_TRUE(reported().empty());
}

TEST_F(PacketProcessorTest, EventsWriteCounters) {
    context_.blocks.counters().samplesPassed = 0x1'0000'0007;
    context_.blocks.counters().streams[1] = {.written = 3, .generated = 5};
    CommandStream stream;
    stream.registers("RB_SAMPLE_COUNT_ADDR"_reg.word(), {low(kData), high(kData)});
    stream.registers("RB_SAMPLE_COUNT_CONTROL"_reg.word(), {2});
    stream.command(Opcode::EventWrite, {21});
    stream.registers("VPC_SO_STREAM_COUNTS"_reg.word(), {low(kData + 64), high(kData)});
    stream.command(Opcode::EventWrite, {9});
    stream.registers("VPC_SO[].BUFFER_OFFSET"_reg.word(2), {48, low(kData + 128), high(kData)});
    stream.command(Opcode::EventWrite, {19});
    run(stream);
    EXPECT_EQ(memory_.load<uint64_t>(kData), 0x1'0000'0007u);
    EXPECT_EQ(at(kData + 64 + 16), 3u);
    EXPECT_EQ(at(kData + 64 + 24), 5u);
    EXPECT_EQ(at(kData + 128), 12u) << "words";
    EXPECT_TRUE(reported().empty());
}

TEST_F(PacketProcessorTest, EventsStartAndStopCounting) {
    CommandStream start;
    start.command(Opcode::EventWrite, {13});
    run(start);
    context_.blocks.counters().count(PipelineStatistic::FragmentInvocations, 0x1'0000'0002);
    context_.blocks.counters().count(PipelineStatistic::InputVertices, 9);
    CommandStream stop;
    stop.command(Opcode::EventWrite, {14});
    readRegister(stop, "RBBM_PRIMCTR_9_LO"_reg.word(), kData, 2 << 18);
    readRegister(stop, "RBBM_PRIMCTR_0_LO"_reg.word(), kData + 8);
    run(stop);
    context_.blocks.counters().count(PipelineStatistic::FragmentInvocations, 1);
    EXPECT_EQ(memory_.load<uint64_t>(kData), 0x1'0000'0002u);
    EXPECT_EQ(at(kData + 8), 0u);
    EXPECT_EQ(context_.blocks.counters().statistic(9), 0x1'0000'0002u);
    EXPECT_TRUE(reported().empty());
}

// Nothing that the machine lacks passes in silence.
TEST_F(PacketProcessorTest, WorkIsReported) {
    const auto kindOf = [this](Opcode opcode, std::initializer_list<uint32_t> words) {
        findings_ = {};
        CommandStream stream;
        stream.command(opcode, words);
        run(stream);
        EXPECT_FALSE(context_.processor.hung());
        return findings_.all().size() == 1 ? findings_.all()[0].kind.identifier : "";
    };
    EXPECT_EQ(kindOf(Opcode::DrawIndexed, {0, 1, 3}), "packet-not-executed") << "of old chips";
    EXPECT_EQ(kindOf(Opcode::Blit, {1}), "blit-unknown-operation");
    EXPECT_EQ(kindOf(Opcode::EventWrite, {3}), "event-not-executed");
    EXPECT_EQ(kindOf(Opcode::StartBin, {1}), "packet-not-executed");
    EXPECT_EQ(kindOf(Opcode::ConditionalRegisterExecute, {5u << 28, 0}), "packet-not-executed");
}

TEST_F(PacketProcessorTest, TheFindingNamesPacketAndPlace) {
    CommandStream stream;
    stream.command(Opcode::Nop);
    stream.command(Opcode::DrawIndexedOffset, {0, 1, 3});  // whose indices have no place
    run(stream);
    ASSERT_EQ(findings_.all().size(), 1u);
    EXPECT_EQ(findings_.all()[0].place, "CP_DRAW_INDX_OFFSET at 0x100000004");
}

TEST_F(PacketProcessorTest, WordsThatAreNoPacketsHang) {
    for (const uint32_t word : {0u, 0x70100000u, 0x70900000u, 0xc0001000u}) {
        findings_ = {};
        run(CommandStream().word(word));
        EXPECT_TRUE(context_.processor.hung()) << word;
        expectOnly(findings::kMalformedPacket);
    }
    findings_ = {};
    run(CommandStream().word(commandHeader(Opcode::Nop, 2)));
    EXPECT_TRUE(context_.processor.hung()) << "behind the end of the buffer";
    expectOnly(findings::kMalformedPacket);
    findings_ = {};
    run(CommandStream().word(commandHeader(uint8_t{0x7f}, 0)));
    EXPECT_TRUE(context_.processor.hung());
    expectOnly(findings::kUnknownPacket);
}

TEST_F(PacketProcessorTest, ShortPacketsAreLeftOut) {
    CommandStream stream;
    stream.command(Opcode::MemoryWrite, {low(kData), high(kData)});
    stream.command(Opcode::RegisterTest, {1u << 31, 1});
    stream.command(Opcode::ConditionalRegisterExecute, {2u << 28, 1});
    run(stream);
    expectOnly(findings::kShortPacket);
    EXPECT_EQ(findings_.all()[0].count, 3u);
}

TEST_F(PacketProcessorTest, UnmappedMemoryIsReported) {
    CommandStream stream;
    write(stream, kNowhere, 1);
    readRegister(stream, kPlainRegister, kNowhere);
    stream.command(Opcode::MemoryToRegister, {kPlainRegister, low(kNowhere), high(kNowhere)});
    stream.command(Opcode::MemoryToMemory, {0, low(kData), high(kData), low(kNowhere), high(kNowhere)});
    stream.command(Opcode::MemoryCopy, {~0u, low(kData), high(kData), low(kData), high(kData)});
    stream.command(Opcode::ConditionalWrite,
                   {3 | 1 << 4 | 1 << 8, low(kNowhere), high(kNowhere), 0, 0, low(kData), high(kData), 1});
    stream.command(Opcode::ConditionalExecute, {low(kNowhere), high(kNowhere), low(kData), high(kData), 1, 0});
    stream.command(Opcode::EventWrite, {4, low(kNowhere), high(kNowhere), 1});
    write(stream, ~uint64_t{7}, 1);
    write(stream, kData, 1);
    run(stream);
    expectOnly(findings::kAccessUnmapped);
    EXPECT_EQ(findings_.all()[0].count, 9u);
    EXPECT_EQ(at(kData), 1u) << "the stream goes on";
    findings_ = {};
    runStreams({{.address = kNowhere, .words = 4}});
    EXPECT_TRUE(context_.processor.hung());
    expectOnly(findings::kStreamUnmapped);
    findings_ = {};
    CommandStream wait;
    wait.command(Opcode::WaitMemoryGreaterOrEqual, {0, low(kNowhere), high(kNowhere), 1});
    run(wait);
    EXPECT_TRUE(context_.processor.hung());
}

TEST_F(PacketProcessorTest, SkipsEndInTheirBuffer) {
    CommandStream stream;
    stream.command(Opcode::ConditionalExecute, {low(kData), high(kData), low(kData), high(kData), 0, ~0u});
    run(stream);
    expectOnly(findings::kSkipOverEnd);
}

TEST_F(PacketProcessorTest, RegistersEndSomewhere) {
    CommandStream stream;
    stream.registers(0x3ffff, {1, 2});
    readRegister(stream, 0x3ffff, kData, 2 << 18);
    run(stream);
    // The last of all is the kernel's.
    ASSERT_EQ(reported(), (std::vector<std::string>{"register-protected", "pm4-no-such-register"}));
    EXPECT_EQ(findings_.all()[1].count, 2u);
}

TEST(CommandProcessorFindings, AreDocumented) {
    std::ifstream file(paths::source("docs/reference/findings.md"));
    std::stringstream text;
    text << file.rdbuf();
    for (const sim::FindingKind& kind : findings::kCommandProcessor) {
        const std::string row =
            fmt::format("| `{}` | {} | {} | {} |", kind.identifier, sim::name(kind.severity), kind.sentence, kind.hint);
        EXPECT_NE(text.str().find(row), std::string::npos) << row;
    }
}

}  // namespace
}  // namespace cyclorama::adreno::test
