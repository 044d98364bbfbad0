// SPDX-License-Identifier: MIT
// Each parameter of the timing machine changes the cycles of a stream that has a bit of everything.

#include "adreno/timing/timing_bench.h"

namespace cyclorama::adreno::test {
namespace {

std::string times(unsigned count, std::string_view lines) {
    std::string text;
    for (unsigned i = 0; i < count; ++i) text += fmt::format("{}\n", lines);
    return text;
}

/// Each lane reads and writes 4 bytes of its own.
constexpr std::string_view kAddresses =
    "mov.u32u32 r4.x, r48.x\n(rpt5)nop\nmad.u24 r2.x, c1.x, r4.x, r0.x\n(rpt5)nop\nshl.b r3.z, r2.x, 2\n"
    "mov.u32u32 r3.x, c0.x\nmov.u32u32 r3.y, c0.y\n(rpt5)nop\nadd.u r3.x, r3.x, r3.z\n(rpt5)nop\n";

/// Programs of waves of 64 and of 128, small and large, with all units.
void addWork(ComputeStream& stream) {
    const std::string memory = std::string(kAddresses) +
                               times(6,
                                     "ldg.u32 r1.x, g[r3.x], 1\nldg.u32 r1.y, g[r3.x+1024], 1\n"
                                     "ldg.u32 r1.z, g[r3.x+1536], 1\n(sy)(ss)nop") +
                               "stg.u32 g[r3.x], r1.x, 1\nldc.offset0.1.imm r4.x, r4.x, 0\n"
                               "isam.base0 (f32)(x)r5.x, r0.x, s#0, t#0\n(sy)add.f r5.x, r5.x, r5.x\nend";
    const std::string arithmetic =
        times(24,
              "add.u r1.x, r1.x, r1.x\nmul.f r1.y, r1.y, r1.y\n(rpt3)mul.f r2.x, (r)r3.x, (r)r3.x\n"
              "add.f hr20.x, hr20.x, hr20.y\nadd.f hr20.z, hr20.z, hr20.w\nadd.f hr21.x, hr21.x, hr21.w") +
        times(8,
              "rcp r1.z, r1.w\n(ss)nop\nrcp r4.x, r4.y\nrcp r4.z, r4.w\nhexp2 hr22.x, hr22.y\nhexp2 hr22.z, hr22.w") +
        times(8, "ldl.u32 r5.x, l[r5.y], 4\n(sy)(ss)bar.l") + "end";
    stream.program(
        "shps #main\ngetone #main\nmov.u32u32 r1.x, 42\nstc.u32 c[12], r1.x, 1\n(ss)shpe\nmain:\n(jp)nop\nend", {});
    // The first one waits for its instructions, longer than for its preamble.
    for (int i = 0; i < 2; ++i) stream.dispatch(1).waitForIdle();
    for (const uint32_t width : {64u, 128u}) {
        stream.program(memory, {.localSize = {128, 1, 1}, .width = width, .vectors = 6, .branchStack = 8});
        stream.constants(1, {128, 0, 0, 0});
        stream.dispatch(40).dispatch(2);
        stream.program(arithmetic, {.localSize = {256, 1, 1}, .width = width, .vectors = 6, .localKibibytes = 9});
        stream.dispatch(40).waitForIdle();
    }
}

/// A fiber that waits for each load, of lines that one way has no room for, and a wave whose loads are in one bank,
/// with arithmetic meanwhile.
void addLatencies(ComputeStream& stream) {
    const std::string addresses =
        "mov.u32u32 r6.x, c1.x\nmov.u32u32 r6.y, c0.y\nmov.u32u32 r3.x, c0.x\n"
        "mov.u32u32 r3.y, c0.y\nmov.u32u32 r5.x, 0\n(rpt5)nop\n";
    stream.program(addresses +
                       times(8,
                             "ldg.u32 r1.x, g[r3.x], 1\n(sy)ldg.u32 r1.x, g[r6.x], 1\n"
                             "(sy)ldc.offset0.1.imm r1.y, r5.x, 0\n(sy)nop") +
                       "end",
                   {.localSize = {1, 1, 1}});
    stream.constants(1, {low(kData) + (128 << 10), 0, 0, 0});
    stream.dispatch(1).waitForIdle();
    const std::string loads = addresses +
                              "shl.b r3.z, r0.x, 9\n(rpt5)nop\nadd.u r3.x, r3.x, r3.z\n(rpt5)nop\n"
                              "ldg.u32 r1.x, g[r3.x], 4\nldg.u32 r4.x, g[r3.x+64], 4\nldg.u32 r7.x, g[r3.x+128], 4\n"
                              "ldg.u32 r8.x, g[r3.x+192], 4\nldg.u32 r9.x, g[r3.x+256], 4\n";
    for (const unsigned multiplications : {0u, 256u}) {
        stream.program(loads + times(multiplications, "mul.f r2.x, r2.x, r2.x") + "end",
                       {.localSize = {64, 1, 1}, .vectors = 12});
        stream.dispatch(6).waitForIdle();
    }
}

/// Packets of all costs, and a wait for what an event writes.
/// Address of a buffer of packets that the stream calls, and its size in words.
constexpr uint64_t kCalledBuffer = kStreams + 0x100000 - 0x1000;
constexpr uint32_t kCalledWords = 400;

void addPackets(ComputeStream& stream) {
    CommandStream& packets = stream.stream;
    for (int i = 0; i < 200; ++i) packets.command(Opcode::Nop);
    packets.registers("SP_CS_OBJ_START"_reg.word(), {0, 0});
    constexpr uint32_t kDisableAllGroups = 1 << 18;
    packets.command(Opcode::SetDrawState, {kDisableAllGroups, 0, 0});
    packets.command(Opcode::IndirectBuffer, {low(kCalledBuffer), high(kCalledBuffer), kCalledWords});
    constexpr uint32_t kAtOnceInAllPasses = 1 << 19 | 7 << 20;
    packets.command(Opcode::SetDrawState, {kCalledWords | kAtOnceInAllPasses, low(kCalledBuffer), high(kCalledBuffer)});
    packets.command(Opcode::EventWrite, {4, low(kData + 64), high(kData + 64), 77});
    packets.command(Opcode::WaitRegisterOrMemory, {3 | 1 << 4, low(kData + 64), high(kData + 64), 77, ~0u, 16});
}

uint64_t cyclesWith(const std::vector<std::string>& settings) {
    TimingBench bench({.parameters = settings});
    ComputeStream stream = bench.stream();
    CommandStream called;
    // Packets that the processor passes faster than their words come.
    constexpr uint32_t kPacketWords = 40;
    for (uint32_t i = 0; i < kCalledWords; i += kPacketWords) {
        called.word(commandHeader(Opcode::Nop, kPacketWords - 1));
        for (uint32_t word = 1; word < kPacketWords; ++word) called.word(0);
    }
    EXPECT_TRUE(bench.memory.write(kCalledBuffer, std::as_bytes(std::span(called.words()))));
    addWork(stream);
    addLatencies(stream);
    addPackets(stream);
    return bench.run(stream);
}

TEST(AdrenoTimingParameters, EachChangesTheCycles) {
    const uint64_t cycles = cyclesWith({});
    for (const char* const setting : {"PacketCycles=9",
                                      "RegistersPerCycle=1",
                                      "DrawStateGroupCycles=300",
                                      "WorkPacketCycles=300",
                                      "WaitForIdleCycles=150",
                                      "StreamQueueBytes=128",
                                      "NestedStreamQueueBytes=128",
                                      "DrawStateQueueBytes=128",
                                      "PollCycles=777",
                                      "ShaderUnits=5",
                                      "UnitWaves=4",
                                      "BranchStackEntries=16",
                                      "LocalMemorySize=16",
                                      "DispatchesInFlight=1",
                                      "DispatchStartCycles=200",
                                      "PreambleStepCycles=9",
                                      "Wave64IssueCycles=2",
                                      "Wave128IssueCycles=3",
                                      "Wave128HalfIssueCycles=4",
                                      "IntegerFactor=5",
                                      "SpecialLanes=4",
                                      "HalfSpecialFactor=1",
                                      "SpecialLatency=40",
                                      "LocalMemoryLatency=200",
                                      "LocalMemoryBytesPerCycle=8",
                                      "BarrierCycles=40",
                                      "AccessLanesPerCycle=1",
                                      "UniformLanesPerCycle=1",
                                      "AccessQueue=1",
                                      "TextureLanesPerCycle=8",
                                      "TextureLatency=300",
                                      "UcheSize=4",
                                      "UcheWays=1",
                                      "UcheBanks=1",
                                      "UcheBankBytesPerCycle=4",

                                      "UcheMisses=2",
                                      "BufferLatency=70",
                                      "UniformLatency=90",
                                      "UcheMemoryChannels=1",
                                      "UcheBusWidth=8"})
        EXPECT_NE(cyclesWith({std::string("ADRENO.") + setting}), cycles) << setting;
}

TEST(AdrenoTimingParameters, ABanksQueueHoldsAsManyAccessesAsItsSize) {
    // One workgroup has 64 lines in one bank, at 16 cycles each; the other's loads of another bank come after all of
    // these are in the bank's queue. Memory answers after the same cycles for any line, whenever it is asked.
    const auto timed = [](uint32_t places) {
        TimingBench bench({.parameters = {"ADRENO.ShaderUnits=1", "ADRENO.UcheBankBytesPerCycle=1",
                                          "GPU.MemoryClock=1170", "MEMORYCONTROLLER.V2GDDR_Profile=perfect",
                                          fmt::format("ADRENO.UcheBankQueue={}", places)}});
        ComputeStream stream = bench.stream();
        stream.program(
            "mov.u32u32 r4.x, r48.x\nmov.u32u32 r3.x, c0.x\nmov.u32u32 r3.y, c0.y\nshl.b r3.z, r0.x, 9\n"
            "(rpt5)nop\ncmps.u.eq p0.x, r4.x, 0\nadd.u r5.x, r3.x, r3.z\nmov.u32u32 r5.y, r3.y\n(rpt5)nop\n"
            "br p0.x, #first\n(rpt5)nop\n" +
                times(40, "ldg.u32 r1.x, g[r3.x+64], 1\n(sy)nop") + "end\nfirst:\nldg.u32 r1.x, g[r5.x], 4\nend",
            {.localSize = {64, 1, 1}});
        stream.dispatch(2);
        return bench.run(stream);
    };
    const uint64_t four = timed(4);
    EXPECT_EQ(four, timed(8) + 4 * 16);
    EXPECT_GT(timed(1), four);
}

}  // namespace
}  // namespace cyclorama::adreno::test
