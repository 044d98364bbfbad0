// SPDX-License-Identifier: MIT
// Instructions come from the unit's buffer, the processor's cache, UCHE and memory, and constants from UCHE.

#include <tuple>

#include "adreno/timing/timing_bench.h"

namespace cyclorama::adreno::test {
namespace {

constexpr unsigned kInstructionsPerLine = 16;

std::string nops(unsigned count) {
    std::string text;
    for (unsigned i = 0; i < count; ++i) text += "nop\n";
    return text;
}

/// Lines of 16 instructions, a cycle each, the last of which ends the program.
std::string straight(unsigned lines) { return nops(lines * kInstructionsPerLine - 1) + "end"; }

/// A loop of about `lines` lines, executed `times` times.
std::string loopOf(unsigned lines, unsigned times) {
    return fmt::format(
        "mov.u32u32 r1.x, 0\n(rpt5)nop\nloop:\nadd.u r1.x, r1.x, 1\n{}cmps.u.lt p0.x, r1.x, {}\n(rpt5)nop\n"
        "br p0.x, #loop\nnop\nend",
        nops(lines * kInstructionsPerLine), times);
}

/// The chip with settings, and a stream whose work is executed after another one that has warmed it up.
class Instructions {
  public:
    explicit Instructions(const std::vector<std::string>& settings = {}) : bench_({.parameters = settings}) {}

    /// Cycles of a stream that has loaded a program ahead, waited, and dispatches it.
    uint64_t cycles(std::string_view program, bool preload = true, uint32_t groups = 1) {
        ComputeStream stream = bench_.stream();
        stream.program(program, {.localSize = {1, 1, 1}, .preload = preload});
        stream.waitForInstructions();
        stream.dispatch(groups).waitForIdle();
        return bench_.run(stream);
    }
    uint64_t counter(std::string_view name) { return bench_.counter(name); }

  private:
    TimingBench bench_;
};

uint64_t cyclesWith(std::string_view setting, std::string_view program, bool preload = true) {
    return Instructions({std::string(setting)}).cycles(program, preload);
}

TEST(InstructionCache, ALineThatItHasComesInItsCycles) {
    // The first line, and that which the program jumps to.
    const std::string jumps = "jump #far\n" + nops(6 * kInstructionsPerLine) + "far:\nend";
    const uint64_t four = cyclesWith("ADRENO.InstructionFetchCycles=4", jumps);
    EXPECT_EQ(cyclesWith("ADRENO.InstructionFetchCycles=5", jumps), four + 2);
    EXPECT_EQ(cyclesWith("ADRENO.InstructionFetchCycles=40", jumps), four + 2 * 36);
}

TEST(InstructionCache, TheNextLineIsThereWhenTheWaveComesToIt) {
    // A line takes 16 cycles: the next one, asked for with the first instruction, has come until then.
    const std::string program = straight(10);
    const uint64_t four = cyclesWith("ADRENO.InstructionFetchCycles=4", program);
    EXPECT_EQ(cyclesWith("ADRENO.InstructionFetchCycles=16", program), four + 12);
    const uint64_t late = cyclesWith("ADRENO.InstructionFetchCycles=26", program);
    EXPECT_GE(late, four + 22 + 9 * 9);
    EXPECT_LE(late, four + 22 + 9 * 11);
}

/// Cycles that the second wave waits for its instructions. It is another processor's, whose cache lacks them; UCHE has
/// them from the first one.
uint64_t waitedInAnotherProcessor(const std::string& program, unsigned latency, unsigned prefetched) {
    Instructions chip({fmt::format("ADRENO.BufferLatency={}", latency),
                       fmt::format("ADRENO.InstructionPrefetchLines={}", prefetched)});
    chip.cycles(program, false);
    const uint64_t before = chip.counter("WAVE_FETCH_CYCLES_SP");
    chip.cycles(program, false);
    return chip.counter("WAVE_FETCH_CYCLES_SP") - before;
}

TEST(InstructionCache, ALineThatItLacksTakesTheWayOfALoad) {
    // Beside the load of its second line, which is asked for a cycle later, to the cache and back.
    const std::string program = straight(1);
    EXPECT_EQ(waitedInAnotherProcessor(program, 66, 0), 66u + 5);
    EXPECT_EQ(waitedInAnotherProcessor(program, 76, 0), 76u + 5);
    // From memory, and from the cache.
    Instructions cold;
    Instructions warm;
    EXPECT_GT(cold.cycles(program, false), warm.cycles(program) + 100);
}

TEST(InstructionCache, ALineThatIsBroughtAheadComesNoCycleEarlier) {
    // A line is asked for with the last instruction before the line that precedes it, 17 cycles before its own first
    // one. A line that the wave waits for is followed by the next at once, so that the wave waits for each second line.
    constexpr unsigned kLines = 12;
    const std::string program = straight(kLines);
    constexpr unsigned kWay = 5;  // as of a line that a wave waits for
    for (const unsigned latency : {40u, 20u, 13u})
        EXPECT_EQ(waitedInAnotherProcessor(program, latency, 1),
                  latency + kWay + (kLines - 2) / 2 * (latency + kWay - 1 - kInstructionsPerLine))
            << latency;
    EXPECT_EQ(waitedInAnotherProcessor(program, 12, 1), 12u + kWay) << "the last latency with which it is in time";
    // Two of them have twice the time.
    EXPECT_EQ(waitedInAnotherProcessor(program, 28, 2), 28u + kWay);
    EXPECT_EQ(waitedInAnotherProcessor(program, 29, 2), 29u + kWay + (kLines - 3) / 3) << "each third is a cycle late";
}

TEST(InstructionCache, StraightCodeOfAnyLengthStreamsFromMemory) {
    // A chain of dependent arithmetic takes 64 cycles a line: four lines ahead have memory's latency.
    const auto chain = [](unsigned lines) {
        std::string text;
        for (unsigned i = 0; i < lines * kInstructionsPerLine - 1; ++i) text += "(nop3) mul.f r1.x, r1.x, r1.x\n";
        return text + "end";
    };
    const auto cold = [&](unsigned lines, unsigned prefetched) {
        return Instructions({fmt::format("ADRENO.InstructionPrefetchLines={}", prefetched)})
            .cycles(chain(lines), false);
    };
    constexpr unsigned kLines = 128;  // twice the cache
    const uint64_t streamed = cold(2 * kLines, 4) - cold(kLines, 4);
    EXPECT_GE(streamed, kLines * 64u);
    EXPECT_LE(streamed, kLines * 64u * 102 / 100);
    EXPECT_GT(cold(2 * kLines, 0) - cold(kLines, 0), kLines * (64u + 100)) << "each waits for memory";
}

TEST(InstructionCache, ProgramsThatAreLoadedAheadAreThere) {
    constexpr unsigned kLines = 40;
    Instructions loaded({"ADRENO.InstructionPrefetchLines=0"});
    Instructions notLoaded({"ADRENO.InstructionPrefetchLines=0"});
    const uint64_t ahead = loaded.cycles(straight(kLines));
    const uint64_t cold = notLoaded.cycles(straight(kLines), false);
    EXPECT_EQ(loaded.counter("ICL1_MISSES_SP"), 0u);
    // The caches of both shader processors, two lines of UCHE for each of theirs.
    EXPECT_EQ(loaded.counter("ICL1_PRELOADED_LINES_SP"), 2 * kLines);
    EXPECT_EQ(loaded.counter("READ_REQUESTS_ICL1_UCHE"), 2 * 2 * kLines);
    EXPECT_EQ(notLoaded.counter("ICL1_MISSES_SP"), kLines);
    EXPECT_EQ(notLoaded.counter("READ_REQUESTS_ICL1_UCHE"), 2 * kLines);
    EXPECT_GT(cold, ahead + kLines * 66);
    EXPECT_GT(notLoaded.counter("WAVE_FETCH_CYCLES_SP"), kLines * 66u);
}

TEST(InstructionCache, OnlyLinesOfTheProgramAreBroughtAheadAndEachOnce) {
    constexpr unsigned kLines = 40;
    for (const unsigned prefetched : {1u, 4u, 64u}) {
        Instructions chip({fmt::format("ADRENO.InstructionPrefetchLines={}", prefetched)});
        chip.cycles(straight(kLines), false);
        EXPECT_EQ(chip.counter("READ_REQUESTS_ICL1_UCHE"), 2 * kLines) << prefetched;
        EXPECT_EQ(chip.counter("ICL1_PREFETCHED_LINES_SP"), kLines - 1) << prefetched;
    }
}

TEST(InstructionCache, ASmallLoopCostsNothingAndOneThatDoesNotFitCostsAllLines) {
    constexpr unsigned kTimes = 8;
    const std::string small = loopOf(8, kTimes);
    EXPECT_EQ(cyclesWith("ADRENO.InstructionCacheUnits=16", small),
              cyclesWith("ADRENO.InstructionCacheUnits=64", small));
    constexpr unsigned kLines = 60;
    Instructions fits({"ADRENO.InstructionCacheUnits=64", "ADRENO.InstructionPrefetchLines=0"});
    Instructions exceeds({"ADRENO.InstructionCacheUnits=32", "ADRENO.InstructionPrefetchLines=0"});
    const uint64_t without = fits.cycles(loopOf(kLines, kTimes));
    const uint64_t with = exceeds.cycles(loopOf(kLines, kTimes));
    EXPECT_LE(fits.counter("ICL1_MISSES_SP"), 2u);
    EXPECT_GE(exceeds.counter("ICL1_MISSES_SP"), kLines * kTimes * 9 / 10);
    EXPECT_GT(with, without + uint64_t{kLines} * kTimes * 9 / 10 * 40) << "each line comes from UCHE";
}

TEST(InstructionCache, ALoopThatDoesNotFitTakesItsBytesOverTheWidthOfUche) {
    // Eight banks of a byte a cycle, and the caches of two processors that read all lines: 32 cycles a line, and 16 for
    // its instructions. So many lines are ahead that latency does not count.
    constexpr unsigned kLines = 60;
    constexpr unsigned kBanks = 8;
    constexpr unsigned kProcessors = 2;
    const auto timed = [](unsigned units, unsigned times) {
        return Instructions({fmt::format("ADRENO.InstructionCacheUnits={}", units), "ADRENO.UcheBankBytesPerCycle=1",
                             "ADRENO.InstructionPrefetchLines=16"})
            .cycles(loopOf(kLines, times), true, 6);
    };
    const auto cyclesOfLoop = [&](unsigned units) { return (timed(units, 24) - timed(units, 8)) / 16; };
    EXPECT_LE(cyclesOfLoop(64), (kLines + 2) * kInstructionsPerLine);
    const uint64_t exceeds = cyclesOfLoop(32);
    constexpr uint64_t kBytes = uint64_t{kLines} * 128 * kProcessors;
    EXPECT_GE(exceeds, kBytes / kBanks * 95 / 100);
    EXPECT_LE(exceeds, kBytes / kBanks * 125 / 100);
}

TEST(InstructionCache, EachParameterChangesTheCycles) {
    const std::string loop = loopOf(70, 4);
    const uint64_t cycles = Instructions().cycles(loop);
    for (const char* const setting :
         {"InstructionCacheUnits=32", "InstructionFetchCycles=30", "InstructionPrefetchLines=0"})
        EXPECT_NE(cyclesWith(std::string("ADRENO.") + setting, loop), cycles) << setting;
    // The beginning of a loop is not at hand when the wave comes back to it.
    EXPECT_GE(cyclesWith("ADRENO.InstructionBufferLines=1", loopOf(8, 4)), Instructions().cycles(loopOf(8, 4)) + 3 * 3);
    // Two parts that are 8 KiB apart, which one way has one place for.
    const std::string parts = "mov.u32u32 r1.x, 0\n(rpt5)nop\nloop:\nadd.u r1.x, r1.x, 1\njump #far\n" +
                              nops(64 * kInstructionsPerLine - 4) +
                              "far:\ncmps.u.lt p0.x, r1.x, 8\n(rpt5)nop\nbr p0.x, #loop\nnop\nend";
    EXPECT_GT(Instructions({"ADRENO.InstructionCacheWays=1", "ADRENO.InstructionBufferLines=1"}).cycles(parts),
              Instructions({"ADRENO.InstructionCacheWays=4", "ADRENO.InstructionBufferLines=1"}).cycles(parts));
}

TEST(InstructionCache, UnitsOfAProcessorShareItsLines) {
    // Six workgroups, one for each unit: both processors read each line once.
    constexpr unsigned kLines = 20;
    Instructions chip;
    chip.cycles(straight(kLines), false, 6);
    EXPECT_EQ(chip.counter("READ_REQUESTS_ICL1_UCHE"), 2 * 2 * kLines);
    EXPECT_GE(chip.counter("ICL1_MISSES_SP"), 6u) << "all units waited";
}

TEST(InstructionCache, CyclesAreTheSameWithoutSleepAndInReverseOrder) {
    const auto cyclesWith = [](const sim::SimulationSettings& settings) {
        TimingBench bench({.parameters = {"ADRENO.InstructionCacheUnits=16", "ADRENO.InstructionBufferLines=2"},
                           .simulation = settings});
        ComputeStream stream = bench.stream();
        stream.program(loopOf(40, 3), {.localSize = {64, 1, 1}}).dispatch(50);
        stream.program(straight(20), {.localSize = {64, 1, 1}, .preload = false}).dispatch(50).waitForIdle();
        const uint64_t cycles = bench.run(stream);
        return std::tuple(cycles, bench.counter("WAVE_FETCH_CYCLES_SP"), bench.counter("ICL1_MISSES_SP"),
                          bench.counter("ICL1_PREFETCHED_LINES_SP"));
    };
    const auto expected = cyclesWith({});
    EXPECT_GT(std::get<3>(expected), 0u);
    EXPECT_EQ(cyclesWith({.sleeping = false}), expected);
    EXPECT_EQ(cyclesWith({.reverseOrder = true}), expected);
    EXPECT_EQ(cyclesWith({.sleeping = false, .reverseOrder = true}), expected);
}

/// Constants from memory, and a dispatch.
uint64_t cyclesOfConstants(const std::vector<std::string>& settings, uint32_t vectors, uint64_t& lines) {
    TimingBench bench({.parameters = settings});
    ComputeStream stream = bench.stream();
    stream.program(straight(1), {.localSize = {1, 1, 1}}).waitForInstructions();
    constexpr uint32_t kIndirectComputeConstants = 13 << 18 | 2 << 16 | 1 << 14;
    if (vectors != 0)
        stream.stream.command(adreno::Opcode::LoadStateFragment,
                              {kIndirectComputeConstants | vectors << 22, low(kData), high(kData)});
    stream.dispatch(1).waitForIdle();
    const uint64_t cycles = bench.run(stream);
    lines = bench.counter("READ_REQUESTS_HLSQ_UCHE");
    return cycles;
}

TEST(StateLoader, WorkWaitsUntilConstantsHaveComeFromUche) {
    uint64_t lines = 0;
    const uint64_t near = cyclesOfConstants({"ADRENO.BufferLatency=166"}, 64, lines);
    EXPECT_EQ(lines, 16u) << "64 vectors of 16 bytes";
    EXPECT_EQ(cyclesOfConstants({"ADRENO.BufferLatency=176"}, 64, lines), near + 10);
    EXPECT_GT(near, cyclesOfConstants({"ADRENO.BufferLatency=166"}, 0, lines) + 166);
    EXPECT_EQ(lines, 0u);
}

}  // namespace
}  // namespace cyclorama::adreno::test
