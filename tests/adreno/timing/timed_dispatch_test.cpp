// SPDX-License-Identifier: MIT
// Streams of the command processor in time: what both machines leave in memory, order, waits and hangs.

#include <cstring>

#include "adreno/timing/timing_bench.h"

namespace cyclorama::adreno::test {
namespace {

/// Stores r1.x at word r2.x of the data; r3.x and on are used.
std::string storing(std::string_view program) {
    return fmt::format(
        "{}\nshl.b r3.z, r2.x, 2\nmov.u32u32 r3.x, c0.x\nmov.u32u32 r3.y, c0.y\n(rpt5)nop\nadd.u r3.x, r3.x, r3.z\n"
        "(rpt5)nop\nstg.u32 g[r3.x], r1.x, 1\nend",
        program);
}

/// r2.x: the number of the fiber among all of a grid in x.
constexpr std::string_view kGlobalNumber =
    "mov.u32u32 r4.x, r48.x\n(rpt5)nop\nmad.u24 r2.x, c1.x, r4.x, r0.x\n(rpt5)nop\n";

struct Workload {
    std::string name;
    ComputeSetup setup{};
    std::string program;
    std::array<uint32_t, 3> groups{1, 1, 1};
};

std::vector<Workload> workloads() {
    std::vector<Workload> all;
    const std::string number(kGlobalNumber);
    all.push_back({.name = "squares",
                   .setup = {.localSize = {64, 1, 1}},
                   .program = storing(number + "mul.u24 r1.x, r2.x, r2.x\n(rpt5)nop\n"),
                   .groups = {64, 1, 1}});
    all.push_back({.name = "wide waves, not full",
                   .setup = {.localSize = {200, 1, 1}, .width = 128},
                   .program = storing(number + "add.u r1.x, r2.x, r0.x\n(rpt5)nop\n"),
                   .groups = {40, 1, 1}});
    all.push_back(
        {.name = "local memory and barriers",
         .setup = {.localSize = {256, 1, 1}, .localKibibytes = 4},
         .program = storing(number + "shl.b r5.x, r0.x, 2\n(rpt5)nop\nstl.u32 l[r5.x], r2.x, 1\n(sy)(ss)bar.l\n"
                                     "mov.s32s32 r5.y, 255\n(rpt3)nop\nsub.s r5.y, r5.y, r0.x\n(rpt3)nop\n"
                                     "shl.b r5.y, r5.y, 2\n(rpt5)nop\nldl.u32 r1.x, l[r5.y], 1\n(ss)nop"),
         .groups = {24, 1, 1}});
    all.push_back({.name = "atomic operations",
                   .setup = {.localSize = {64, 1, 1}},
                   .program = number +
                              "mov.u32u32 r3.x, c0.x\nmov.u32u32 r3.y, c0.y\nmov.u32u32 r1.x, r2.x\n(rpt5)nop\n"
                              "atomic.g.add.untyped.1d.u32.1.g r4.x, r3.x, r1.x\nend",
                   .groups = {64, 1, 1}});
    all.push_back({.name = "divergence and loops",
                   .setup = {.localSize = {64, 1, 1}},
                   .program = storing(number + "mov.u32u32 r1.x, 0\nmov.u32u32 r5.x, r0.x\n(rpt5)nop\n"
                                               "again:\n(jp)add.u r1.x, r1.x, r5.x\ncmps.s.gt p0.x, r5.x, 0\n"
                                               "sub.s r5.x, r5.x, 1\n(rpt5)nop\nbr p0.x, #again\n(jp)nop"),
                   .groups = {16, 1, 1}});
    return all;
}

void build(ComputeStream& stream, const Workload& workload) {
    stream.program(workload.program, workload.setup);
    stream.constants(1, {workload.setup.localSize[0], 0, 0, 0});
    stream.dispatch(workload.groups[0], workload.groups[1], workload.groups[2]).waitForIdle();
}

std::vector<uint32_t> dataOf(const mem::AddressSpace& memory) {
    constexpr size_t kWords = 1 << 16;
    std::vector<uint32_t> words(kWords);
    EXPECT_TRUE(memory.read(kData, std::as_writable_bytes(std::span(words))));
    return words;
}

std::vector<std::string> identifiersOf(const sim::Findings& findings) {
    std::vector<std::string> identifiers;
    for (const sim::Finding& finding : findings.all())
        identifiers.push_back(fmt::format("{} {} {}", finding.kind.identifier, finding.place, finding.detail));
    return identifiers;
}

TEST(TimedDispatch, MemoryAndFindingsAreTheFunctionalMachines) {
    for (const Workload& workload : workloads()) {
        SCOPED_TRACE(workload.name);
        FunctionalBench functional;
        ComputeStream plain = functional.stream();
        build(plain, workload);
        functional.run(plain.stream);
        TimingBench timed;
        ComputeStream stream = timed.stream();
        build(stream, workload);
        EXPECT_GT(timed.run(stream), 0u);
        EXPECT_EQ(dataOf(timed.memory), dataOf(functional.memory));
        EXPECT_EQ(identifiersOf(timed.findings), identifiersOf(functional.findings));
        EXPECT_NE(dataOf(timed.memory), std::vector<uint32_t>(1 << 16));
    }
}

TEST(TimedDispatch, CyclesAreTheSameWithoutSleepAndInReverseOrder) {
    for (const Workload& workload : workloads()) {
        SCOPED_TRACE(workload.name);
        const auto cyclesWith = [&workload](const sim::SimulationSettings& settings) {
            TimingBench bench({.simulation = settings});
            ComputeStream stream = bench.stream();
            build(stream, workload);
            const uint64_t cycles = bench.run(stream);
            return std::pair(cycles, bench.counter("WAVE_LONG_SYNC_CYCLES_SP"));
        };
        const auto expected = cyclesWith({});
        EXPECT_EQ(cyclesWith({.sleeping = false}), expected);
        EXPECT_EQ(cyclesWith({.reverseOrder = true}), expected);
        EXPECT_EQ(cyclesWith({.sleeping = false, .reverseOrder = true}), expected);
    }
}

TEST(TimedDispatch, EveryChipRunsThem) {
    for (const char* const chip : {"a618", "a630", "a635", "a640", "a650", "a660"}) {
        SCOPED_TRACE(chip);
        TimingBench bench({.chip = chip});
        ComputeStream stream = bench.stream();
        build(stream, workloads().front());
        EXPECT_GT(bench.run(stream), 0u);
        EXPECT_EQ(bench.at(kData + 4 * 4095), 4095u * 4095);
    }
}

TEST(TimedDispatch, WavesAddUpToTheirCycles) {
    TimingBench bench;
    ComputeStream stream = bench.stream();
    build(stream, workloads()[2]);
    bench.run(stream);
    const uint64_t parts = bench.counter("WAVE_NOP_CYCLES_SP") + bench.counter("WAVE_WAIT_CYCLES_SP") +
                           bench.counter("WAVE_FETCH_CYCLES_SP") + bench.counter("WAVE_IDLE_CYCLES_SP") +
                           bench.counter("WAVE_LONG_SYNC_CYCLES_SP") + bench.counter("WAVE_SHORT_SYNC_CYCLES_SP") +
                           bench.counter("WAVE_END_CYCLES_SP") + bench.counter("CS_INSTRUCTIONS_SP");
    const uint64_t whole = bench.counter("WAVE_CONTEXT_CYCLES_SP");
    EXPECT_LE(parts, whole);
    EXPECT_GT(parts, whole * 9 / 10) << "all but the ways in and out";
}

TEST(TimedDispatch, WorkgroupsWaitForLaterOnes) {
    // The first of two workgroups waits for a word that the second stores: on a chip both run at once.
    TimingBench bench;
    ComputeStream stream = bench.stream();
    stream.program(
        "mov.u32u32 r3.x, c0.x\nmov.u32u32 r3.y, c0.y\nmov.u32u32 r4.x, r48.x\n(rpt5)nop\n"
        "cmps.u.eq p0.x, r4.x, 0\n(rpt5)nop\nbr p0.x, #waiting\n"
        "mov.u32u32 r1.x, 7\n(rpt5)nop\nstg.u32 g[r3.x], r1.x, 1\nend\n"
        "waiting:\nldg.u32 r1.x, g[r3.x], 1\n(sy)cmps.u.ne p0.x, r1.x, 7\n(rpt5)nop\nbr p0.x, #waiting\n"
        "add.u r1.x, r1.x, 1\n(rpt5)nop\nstg.u32 g[r3.x+4], r1.x, 1\nend",
        {.localSize = {1, 1, 1}});
    stream.dispatch(2).waitForIdle();
    bench.run(stream);
    EXPECT_EQ(bench.at(kData + 4), 8u);
    EXPECT_EQ(bench.reported(), std::vector<std::string>{});
}

TEST(TimedDispatch, DispatchesWithoutAWaitOverlap) {
    const std::string chain = [] {
        std::string text;
        for (int i = 0; i < 512; ++i) text += "(nop3) mul.f r1.x, r1.x, r1.x\n";
        return text + "end";
    }();
    const auto timed = [&chain](unsigned dispatches, bool waits) {
        TimingBench bench;
        ComputeStream stream = bench.stream();
        stream.program(chain, {.localSize = {64, 1, 1}});
        for (unsigned i = 0; i < dispatches; ++i) {
            stream.dispatch(1);
            if (waits) stream.waitForIdle();
        }
        return bench.run(stream);
    };
    const uint64_t one = timed(1, false);
    EXPECT_LT(timed(2, false), one * 12 / 10);
    EXPECT_GT(timed(2, true), one * 17 / 10);
    EXPECT_GT(timed(3, false), one * 15 / 10) << "two contexts";
}

TEST(TimedDispatch, ADispatchEndsAfterTheOneBeforeIt) {
    // The second is done before the first, in the same cycle, or after it.
    for (uint32_t slots = 60; slots <= 320; slots += 20) {
        TimingBench bench;
        ComputeStream stream = bench.stream();
        std::string program;
        for (uint32_t i = 0; i < slots; ++i) program += "nop\n";
        stream.program(program + "end", {.localSize = {64, 1, 1}}).dispatch(1);
        stream.program("end", {.localSize = {64, 1, 1}}).dispatch(2).waitForIdle();
        EXPECT_GT(bench.run(stream), slots);
        EXPECT_EQ(bench.counter("COMPUTE_DRAWCALLS_HLSQ"), 2u);
    }
}

TEST(TimedDispatch, TheProcessorWaitsForAValueThatAProgramStores) {
    TimingBench bench;
    ComputeStream stream = bench.stream();
    stream.program(storing("mov.u32u32 r1.x, 5\nmov.u32u32 r2.x, 0"), {.localSize = {1, 1, 1}}).dispatch(1);
    // CP_WAIT_REG_MEM: memory, equal.
    stream.stream.command(Opcode::WaitRegisterOrMemory, {3 | 1 << 4, low(kData), high(kData), 5, ~0u, 16});
    stream.stream.command(Opcode::MemoryWrite, {low(kData + 8), high(kData + 8), 9});
    bench.run(stream);
    EXPECT_EQ(bench.at(kData + 8), 9u);
    EXPECT_GT(bench.counter("POLLS_CP"), 0u);
    EXPECT_EQ(bench.reported(), std::vector<std::string>{});
}

TEST(TimedDispatch, AValueThatDoesNotComeHangsTheChipInSimulatedTime) {
    TimingBench bench({.parameters = {"ADRENO.HangcheckMilliseconds=2"}});
    CommandStream stream;
    stream.command(Opcode::WaitRegisterOrMemory, {3 | 1 << 4, low(kData), high(kData), 5, ~0u, 16});
    stream.command(Opcode::MemoryWrite, {low(kData + 8), high(kData + 8), 9});
    const uint64_t cycles = bench.run(stream);
    EXPECT_GT(cycles, 2u * 585'000);
    EXPECT_LT(cycles, 2u * 585'000 + 70'000);
    EXPECT_EQ(bench.reported(), std::vector<std::string>{"pm4-wait-without-end"});
    EXPECT_EQ(bench.at(kData + 8), 0u);
}

TEST(TimedDispatch, EventsWriteWhenTheWorkBeforeThemIsDone) {
    TimingBench bench;
    ComputeStream stream = bench.stream();
    // The program stores after what the processor does next; its event's word comes last.
    std::string late;
    for (int i = 0; i < 256; ++i) late += "(nop3) mul.f r5.x, r5.x, r5.x\n";
    stream.program(storing(late + "mov.u32u32 r1.x, 5\nmov.u32u32 r2.x, 0"), {.localSize = {1, 1, 1}}).dispatch(1);
    stream.stream.command(Opcode::EventWrite, {4, low(kData + 16), high(kData + 16), 77});
    // Copies the program's word when the event's is there.
    stream.stream.command(Opcode::WaitRegisterOrMemory, {3 | 1 << 4, low(kData + 16), high(kData + 16), 77, ~0u, 16});
    stream.stream.command(Opcode::MemoryToMemory, {0, low(kData + 32), high(kData + 32), low(kData), high(kData)});
    bench.run(stream);
    EXPECT_EQ(bench.at(kData + 16), 77u);
    EXPECT_EQ(bench.at(kData + 32), 5u);
    EXPECT_EQ(bench.counter("EVICTS_UCHE"), 1u) << "the event flushes the cache";
}

TEST(TimedDispatch, ProgramsWithoutEndHangTheChip) {
    TimingBench bench;
    ComputeStream stream = bench.stream();
    stream.program("add.u r1.x, r1.x, r1.x\nnop", {.localSize = {64, 1, 1}}).dispatch(40);
    stream.waitForIdle();
    stream.stream.command(Opcode::MemoryWrite, {low(kData + 8), high(kData + 8), 9});
    bench.run(stream);
    EXPECT_EQ(bench.at(kData + 8), 0u) << "the rest of the job is left out";
    EXPECT_EQ(bench.reported().back(), "shader-left-program");
}

TEST(TimedDispatch, BuffersWithinTheCacheAreReadAtItsRateAndOthersAtMemorys) {
    // Each fiber reads 16 bytes at a time; ArchProbe: 96 GB/s, 164 bytes a cycle, and 30.3 GB/s, 52 bytes a cycle.
    const auto bytesPerCycle = [](uint32_t mask, uint32_t groups) {
        TimingBench bench;
        ComputeStream stream = bench.stream();
        std::string program = std::string(kGlobalNumber) +
                              "shl.b r5.x, r2.x, 4\nmov.u32u32 r6.x, c0.x\n"
                              "mov.u32u32 r6.y, c0.y\n(rpt5)nop\n";
        constexpr unsigned kLoads = 16;
        for (unsigned i = 0; i < kLoads; ++i)
            program += fmt::format(
                "and.b r7.x, r5.x, c1.y\nadd.u r5.x, r5.x, c1.z\n(rpt5)nop\n"
                "add.u r7.x, r7.x, r6.x\nmov.u32u32 r7.y, r6.y\n(rpt5)nop\n"
                "ldg.u32 r{}.x, g[r7.x], 4\n(ss)nop\n",
                8 + i % 4);
        stream.program(program + "(sy)end", {.localSize = {256, 1, 1}, .width = 128, .vectors = 12});
        const uint32_t fibers = groups * 256;
        stream.constants(1, {256, mask, fibers * 16, 0});
        stream.dispatch(groups);
        const auto cycles = static_cast<double>(bench.run(stream));
        return static_cast<double>(fibers) * kLoads * 16 / cycles;
    };
    const double cached = bytesPerCycle((64 << 10) - 1, 96);
    EXPECT_GT(cached, 120);
    EXPECT_LT(cached, 171);
    const double streamed = bytesPerCycle((16 << 20) - 1, 96);
    EXPECT_GT(streamed, 0.8 * 52);
    EXPECT_LT(streamed, 58);
}

}  // namespace
}  // namespace cyclorama::adreno::test
