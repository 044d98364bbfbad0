// SPDX-License-Identifier: MIT
// Waves: registers, repetition, divergence, what fibers tell each other, barriers, memory.

#include <bit>
#include <cstring>
#include <functional>
#include <map>
#include <numeric>

#include "adreno/ir3_program.h"

namespace cyclorama::adreno::ir3 {
namespace {

/// Memory of words by address, buffers that begin at descriptor number * 4096, and varyings.
class WordMemory : public WaveUnits {
  public:
    void load(const GlobalRequest& request, std::span<LaneWords> data) override {
        isa::forLanes(request.lanes, [&](unsigned lane) {
            for (unsigned c = 0; c < data.size(); ++c) data[c].lane[lane] = words[place(request, lane, c)];
        });
    }
    void store(const GlobalRequest& request, std::span<const LaneWords> data) override {
        isa::forLanes(request.lanes, [&](unsigned lane) {
            for (unsigned c = 0; c < data.size(); ++c) words[place(request, lane, c)] = data[c].lane[lane];
        });
    }
    void atomic(const GlobalRequest& request, const AtomicRequest& atomic, LaneWords& old) override {
        isa::forLanes(request.lanes, [&](unsigned lane) {
            uint32_t& word = words[place(request, lane, 0)];
            old.lane[lane] = word;
            const bool exchanges = atomic.operation == isa::AtomicOperation::CompareExchange;
            if (exchanges && word != atomic.comparand->lane[lane]) return;
            word = exchanges ? atomic.operand->lane[lane] : word + atomic.operand->lane[lane];
        });
    }
    void loadUniform(const BufferRequest& request, std::span<LaneWords> data) override {
        last = request;
        isa::forLanes(request.lanes, [&](unsigned lane) {
            for (unsigned c = 0; c < data.size(); ++c) {
                data[c].lane[lane] =
                    words[request.number->lane[lane] * uint64_t{4096} +
                          (request.coordinate[0]->lane[lane] * 4 + static_cast<unsigned>(request.offset) + c) * 4];
            }
        });
    }
    void loadBuffer(const BufferRequest& request, std::span<LaneWords> data) override {
        last = request;
        isa::forLanes(request.lanes, [&](unsigned lane) {
            for (unsigned c = 0; c < data.size(); ++c) {
                data[c].lane[lane] =
                    request.typed
                        ? bitsOf(static_cast<float>(request.coordinate[1]->lane[lane]) + 0.5f)
                        : words[request.number->lane[lane] * uint64_t{4096} +
                                (request.coordinate[0]->lane[lane] + static_cast<unsigned>(request.offset) + c) * 4];
            }
        });
    }
    void atomicBuffer(const BufferRequest& request, const AtomicRequest& atomic, LaneWords& old) override {
        last = request;
        isa::forLanes(request.lanes, [&](unsigned lane) {
            old.lane[lane] = atomic.operand->lane[lane] * 100 + atomic.comparand->lane[lane];
        });
    }
    void sample(const TextureInstructionRequest& request, std::span<LaneWords> data) override {
        texture = request;
        if (watch) watch(request);
        isa::forLanes(request.lanes, [&](unsigned lane) {
            for (unsigned c = 0; c < 4; ++c) {
                data[c].lane[lane] =
                    bitsOf(std::bit_cast<float>(request.coordinate[0]->lane[lane]) + static_cast<float>(c));
            }
            number = request.texture->lane[lane] * 16 + request.sampler->lane[lane];
        });
    }
    void interpolate(const VaryingRequest& request, std::span<LaneWords> data) override {
        isa::forLanes(request.lanes, [&](unsigned lane) {
            data[0].lane[lane] =
                request.i == nullptr
                    ? 1000 + request.location
                    : bitsOf(static_cast<float>(request.location) + std::bit_cast<float>(request.i->lane[lane]));
        });
    }

    std::map<uint64_t, uint32_t> words;
    BufferRequest last;
    TextureInstructionRequest texture;
    std::function<void(const TextureInstructionRequest&)> watch;
    unsigned number = 0;

  private:
    static uint64_t place(const GlobalRequest& request, unsigned lane, unsigned component) {
        const uint64_t fiber = request.isPrivate ? uint64_t{lane} << 40 : 0;
        return fiber + request.address[lane] + component * request.bytes;
    }
};

TEST(Ir3Wave, HalfRegistersAreHalvesOfTheFullOnes) {
    WaveRun run(
        "mov.u16u16 hr2.x, 0x1234\nmov.u16u16 hr2.y, 0x5678\nmov.u32u32 r2.x, 0x9abcdef0\n"
        "mov.u16u16 hr3.x, hr4.y\nend");
    ASSERT_EQ(run.go(), WaveStatus::Finished);
    EXPECT_EQ(run.value(reg(1, 'x')), 0x56781234u);
    EXPECT_EQ(run.wave.halfRegisterValue(reg(3, 'x'), 5), 0x9abc);
}

TEST(Ir3Wave, HalfRegistersCanBeApart) {
    WaveRun run("mov.u32u32 r1.x, 7\nmov.u16u16 hr2.x, 0x1234\nend", {.mergedRegisters = false});
    ASSERT_EQ(run.go(), WaveStatus::Finished);
    EXPECT_EQ(run.value(reg(1, 'x')), 7u);
    EXPECT_EQ(run.wave.halfRegisterValue(reg(2, 'x'), 0), 0x1234);
}

TEST(Ir3Wave, RepetitionsTakeTheNextRegisters) {
    WaveRun run("(rpt3)add.u r2.x, (r)c1.x, r0.x\n(rpt1)mov.u32u32 r3.x, (r)c4.z\nend");
    std::iota(run.constants.begin(), run.constants.end(), 100);
    ASSERT_EQ(run.go(), WaveStatus::Finished);
    for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(run.value(reg(2, 'x') + i, 9), 104 + i + 9);
    EXPECT_EQ(run.value(reg(3, 'y')), 119u);
}

// Results take longer than an instruction repeats.
TEST(Ir3Wave, RepetitionsReadBeforeAnyOfThemWrites) {
    WaveRun run("mov.u32u32 r1.x, 1\nmov.u32u32 r1.y, 2\nmov.u32u32 r1.z, 3\n(rpt2)add.u r1.y, (r)r1.x, 10\nend");
    ASSERT_EQ(run.go(), WaveStatus::Finished);
    EXPECT_EQ(run.value(reg(1, 'y')), 11u);
    EXPECT_EQ(run.value(reg(1, 'z')), 12u);
    EXPECT_EQ(run.value(reg(1, 'w')), 13u);
}

TEST(Ir3Wave, AddressesReachRegistersAndConstants) {
    WaveRun run(
        "mov.u16u16 hr40.x, 3\nand.b r1.x, r0.x, 3\ncov.u32u16 hr4.x, r1.x\nmova a0.x, hr4.x\n"
        "mov.u32u32 r3.x, c<a0.x + 2>\nmov.u32u32 r<a0.x + 40>, r0.x\nmov.u32u32 r3.y, r<a0.x + 40>\nend");
    std::iota(run.constants.begin(), run.constants.end(), 0);
    ASSERT_EQ(run.go(), WaveStatus::Finished);
    for (const unsigned lane : {0u, 1u, 6u, 63u}) {
        EXPECT_EQ(run.value(reg(3, 'x'), lane), lane % 4 + 2);
        EXPECT_EQ(run.value(40 + lane % 4, lane), lane);
        EXPECT_EQ(run.value(reg(3, 'y'), lane), lane);
    }
}

TEST(Ir3Wave, HalfConstantsAreDemotedAsTheirReaderTakesThem) {
    // Mesa 25.0.7 reads an array of mediump floats so: the constants are floats of 32 bits.
    WaveRun run(
        "mov.u16u16 hr40.x, 1\nmova a0.x, hr40.x\n(rpt5)nop\nmov.u16u16 hr0.z, 0\n"
        "add.f hr4.x, hc<a0.x + 8>, hr0.z\nadd.f hr4.y, hc2.y, hr0.z\n"
        "add.u hr4.z, hc<a0.x + 9>, hr0.z\nadd.u hr4.w, hc2.z, hr0.z\nend");
    run.constants[9] = bitsOf(15.0f);
    run.constants[10] = 0x1234abcd;
    ASSERT_EQ(run.go(), WaveStatus::Finished);
    constexpr uint32_t kHalfOf15 = 0x4b80;
    EXPECT_EQ(run.wave.halfRegisterValue(reg(4, 'x'), 5), kHalfOf15);
    EXPECT_EQ(run.wave.halfRegisterValue(reg(4, 'y'), 5), kHalfOf15);
    EXPECT_EQ(run.wave.halfRegisterValue(reg(4, 'z'), 5), 0xabcdu);
    EXPECT_EQ(run.wave.halfRegisterValue(reg(4, 'w'), 5), 0xabcdu);
}

TEST(Ir3Wave, SharedRegistersAreOnceAWaveAndTakeTheFirstActiveFiber) {
    WaveRun run(
        "mov.u32u32 r48.x, 5\ncmps.u.ge p0.x, r0.x, 20\nbr !p0.x, #out\nmov.u32u32 r48.y, r0.x\n"
        "out:\n(jp)add.u r1.x, r48.x, r48.y\nmov.u16u16 hr49.z, 7\nend",
        {.width = 128});
    ASSERT_EQ(run.go(), WaveStatus::Finished);
    EXPECT_EQ(run.value(reg(1, 'x'), 0), 25u);
    EXPECT_EQ(run.value(reg(1, 'x'), 127), 25u);
    EXPECT_EQ(run.wave.sharedRegister(reg(48, 'w')), 7u);
}

TEST(Ir3Wave, MovesOfManyReadAllFirst) {
    WaveRun run(
        "mov.u32u32 r1.x, 1\nmov.u32u32 r1.y, 2\nswz.u32u32 r1.x, r1.y, r1.y, r1.x\n"
        "gat.u32u32 r2.x, r1.y, r1.x, r0.x, r1.x\nsct.u32u32 r3.x, r4.x, r5.x, r6.x, r2.x\nend");
    ASSERT_EQ(run.go(), WaveStatus::Finished);
    EXPECT_EQ(run.value(reg(1, 'x')), 2u);
    EXPECT_EQ(run.value(reg(1, 'y')), 1u);
    EXPECT_EQ(run.value(reg(2, 'z'), 33), 33u);
    EXPECT_EQ(run.value(reg(3, 'x')), 1u);
    EXPECT_EQ(run.value(reg(5, 'x'), 33), 33u);
    EXPECT_EQ(run.value(reg(6, 'x')), 2u);
}

TEST(Ir3Flow, FibersPartAndMeetAgain) {
    WaveRun run(
        "mov.u32u32 r1.x, 0\ncmps.u.lt p0.x, r0.x, 16\nbr !p0.x, #otherwise\nmov.u32u32 r1.x, 11\n"
        "jump #both\notherwise:\n(jp)mov.u32u32 r1.x, 22\nboth:\n(jp)movmsk.w128 r48.x\nend",
        {.width = 128});
    ASSERT_EQ(run.go(), WaveStatus::Finished);
    EXPECT_EQ(run.value(reg(1, 'x'), 15), 11u);
    EXPECT_EQ(run.value(reg(1, 'x'), 16), 22u);
    for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(run.wave.sharedRegister(reg(48, 'x') + i), 0xffffffffu);
    // 3 for all, 2 for one side, 1 for the other, 2 for all.
    EXPECT_EQ(run.wave.steps, 8u);
}

TEST(Ir3Flow, LoopsRunAsLongAsTheLastFiberWants) {
    WaveRun run(
        "mov.u32u32 r1.x, 0\nagain:\n(jp)add.u r1.x, r1.x, 2\ncmps.u.lt p0.x, r1.x, r0.x\nbr p0.x, #again\n"
        "mov.u32u32 r1.y, 1\nend");
    ASSERT_EQ(run.go(), WaveStatus::Finished);
    for (unsigned lane = 0; lane < 64; ++lane) {
        EXPECT_EQ(run.value(reg(1, 'x'), lane), lane < 2 ? 2 : (lane + 1) / 2 * 2);
        EXPECT_EQ(run.value(reg(1, 'y'), lane), 1u);
    }
    EXPECT_EQ(run.wave.steps, 1 + 3 * 32 + 2u);
}

TEST(Ir3Flow, BranchesTestTwoPredicatesAnyAndAll) {
    WaveRun run(
        "mov.u32u32 r1.x, 0\ncmps.u.lt p0.x, r0.x, 8\ncmps.u.ge p0.y, r0.x, 4\n"
        "braa p0.x, p0.y, #one\nadd.u r1.x, r1.x, 1\none:\n(jp)brao p0.x, !p0.y, #two\nadd.u r1.x, r1.x, 2\n"
        "two:\n(jp)bany p0.x, #three\nadd.u r1.x, r1.x, 4\nthree:\nball p0.x, #four\nadd.u r1.x, r1.x, 8\n"
        "four:\nend");
    ASSERT_EQ(run.go(), WaveStatus::Finished);
    EXPECT_EQ(run.value(reg(1, 'x'), 3), 1u + 8);
    EXPECT_EQ(run.value(reg(1, 'x'), 5), 8u);
    EXPECT_EQ(run.value(reg(1, 'x'), 20), 1u + 2 + 8);
}

TEST(Ir3Flow, PredicationHidesInstructionsWithoutJumps) {
    WaveRun run(
        "mov.u32u32 r1.x, 0\ncmps.u.lt p0.x, r0.x, 3\npredt\nmov.u32u32 r1.x, 1\npredf\nmov.u32u32 r1.x, 2\n"
        "movmsk.w32 r48.x\nprede\nadd.u r1.x, r1.x, 10\nend");
    ASSERT_EQ(run.go(), WaveStatus::Finished);
    EXPECT_EQ(run.value(reg(1, 'x'), 2), 11u);
    EXPECT_EQ(run.value(reg(1, 'x'), 3), 12u);
    EXPECT_EQ(run.wave.sharedRegister(reg(48, 'x')), 0xfffffff8u);
}

TEST(Ir3Flow, GetOneElectsTheFirstAndGetLastTheLastOfACluster) {
    // A sum over clusters, as Mesa's compiler does it.
    WaveRun run(
        "mov.u32u32 r48.x, 0\nbody:\n(jp)mov.u32u32 r1.x, r48.x\nadd.u r1.y, r0.x, r1.x\ngetlast.w8 #out\n"
        "mov.u32u32 r48.x, r1.y\ngetone #body\nout:\n(jp)nop\nend");
    ASSERT_EQ(run.go(), WaveStatus::Finished);
    // Each cluster adds to what the last fiber of the one before had.
    EXPECT_EQ(run.value(reg(1, 'y'), 3), 3u);
    EXPECT_EQ(run.value(reg(1, 'y'), 9), 7u + 9);
    EXPECT_EQ(run.value(reg(1, 'y'), 17), 7u + 15 + 17);
}

TEST(Ir3Flow, CallsReturnAndEndlessOnesEnd) {
    WaveRun run("mov.u32u32 r1.x, 1\ncall #function\nadd.u r1.x, r1.x, 100\nend\nfunction:\nadd.u r1.x, r1.x, 10\nret");
    ASSERT_EQ(run.go(), WaveStatus::Finished);
    EXPECT_EQ(run.value(reg(1, 'x')), 111u);
    WaveRun endless("again:\ncall #again");
    EXPECT_EQ(endless.go(), WaveStatus::LeftTheProgram);
}

TEST(Ir3Flow, FailuresAreTold) {
    EXPECT_EQ(WaveRun("nop").go(), WaveStatus::LeftTheProgram);
    EXPECT_EQ(WaveRun("jump #-1").go(), WaveStatus::LeftTheProgram);
    EXPECT_EQ(WaveRun("jump #0").go(), WaveStatus::StepLimit);
    WaveRun none("nop\nend");
    none.program = makeProgram(std::array<uint64_t, 1>{~uint64_t{0}});
    EXPECT_EQ(none.go(), WaveStatus::NoInstruction);
}

TEST(Ir3Flow, InstructionsWithoutEffectAreNamed) {
    const Ir3Program program = programOf("add.u r1.x, r0.x, 1\ngetbit.b r1.x, r0.x, r0.y\nsetrm r1.x, r0.x\nend\nemit");
    EXPECT_EQ(program.withoutEffect, (std::vector<size_t>{1, 2}));
    const uint64_t reserved = 0x40b6000100000000 | uint64_t{6} << 48;
    EXPECT_EQ(makeProgram(std::array<uint64_t, 1>{reserved}).withoutEffect.size(), 1u) << disassemble(reserved);
}

TEST(Ir3Flow, KillMakesHelpersWhoseStoresDoNotCount) {
    WordMemory memory;
    WaveRun run(
        "shl.b r2.x, r0.x, 2\nmov.u32u32 r2.y, 0\ncmps.u.eq p0.x, r0.x, 5\nkill p0.x\nmov.u32u32 r1.x, 9\n"
        "stg.u32 g[r2.x], r0.x, 1\n(eq)nop\nmov.u32u32 r1.x, 10\nend");
    run.context.units = &memory;
    ASSERT_EQ(run.go(), WaveStatus::Finished);
    EXPECT_EQ(run.wave.killed, isa::WaveMask::only(5));
    EXPECT_EQ(memory.words.size(), 63u);
    EXPECT_EQ(memory.words.count(20), 0u);
    EXPECT_EQ(run.value(reg(1, 'x'), 5), 9u);
    EXPECT_EQ(run.value(reg(1, 'x'), 6), 10u);
}

TEST(Ir3Flow, PreamblesAreSkippedOrRunAlone) {
    constexpr std::string_view kText =
        "shps #main\ngetone #main\nmov.u32u32 r1.x, 42\nstc.u32 c[3], r1.x, 1\n(ss)shpe\nmain:\n(jp)mov.u32u32 r1.y, "
        "c0.w\nend";
    WaveRun run(kText);
    ASSERT_EQ(run.go(), WaveStatus::Finished);
    EXPECT_EQ(run.value(reg(1, 'y')), 0u);
    WaveRun preamble(kText);
    preamble.context.preamble = Preamble::Alone;
    ASSERT_EQ(preamble.go(), WaveStatus::PreambleEnded);
    EXPECT_EQ(preamble.constants[3], 42u);
    WaveRun both(kText);
    both.context.preamble = Preamble::First;
    ASSERT_EQ(both.go(), WaveStatus::Finished);
    EXPECT_EQ(both.value(reg(1, 'y'), 7), 42u);
}

TEST(Ir3Flow, TheNextStageGoesOnInTheWave) {
    WaveRun run("mov.u32u32 r1.x, 5\nchmask\nchsh\nend");
    EXPECT_EQ(run.go(), WaveStatus::ChangesShader);
    EXPECT_EQ(run.value(reg(1, 'x')), 5u);
    EXPECT_EQ(run.go(), WaveStatus::Finished);
}

TEST(Ir3Flow, TracesNameTheFibersOfEachStep) {
    WaveRun run("cmps.u.lt p0.x, r0.x, 2\nbr p0.x, #2\nnop\n(jp)end", {}, isa::WaveMask::first(4));
    WaveTrace trace;
    run.context.trace = &trace;
    isa::IssueCounts issues(4);
    run.context.issues = &issues;
    ASSERT_EQ(run.go(), WaveStatus::Finished);
    ASSERT_EQ(trace.entries.size(), 4u);
    EXPECT_EQ(trace.entries[2].instruction, 2u);
    EXPECT_EQ(trace.entries[2].lanes, (isa::WaveMask{0xc, 0}));
    EXPECT_EQ(trace.entries[3].lanes, isa::WaveMask::first(4));
    const std::vector<isa::IssueCount> counts = issues.counts();
    for (size_t i = 0; i < counts.size(); ++i) {
        EXPECT_EQ(counts[i].issues, 1u) << i;
        EXPECT_EQ(counts[i].threads, i == 2 ? 2u : 4u) << i;
    }
}

TEST(Ir3Exchange, QuadsDerivativesAndShuffles) {
    WaveRun run(
        "mul.u24 r1.x, r0.x, r0.x\ncov.u32f32 r1.y, r1.x\nmov.u32u32 r1.z, 2\n"
        "quad_shuffle.brcst (u32)(x)r2.x, r1.x, r1.z\nquad_shuffle.horiz (u32)(x)r2.y, r1.x\n"
        "quad_shuffle.vert (u32)(x)r2.z, r1.x\nquad_shuffle.diag (u32)(x)r2.w, r1.x\n"
        "dsx (f32)(x)r3.x, r1.y\ndsy (f32)(x)r3.y, r1.y\ndsxpp.1 (x)r3.z, r1.y\ndsypp.1 (x)r3.w, r1.y\n"
        "shfl.xor.u32 r4.x, r0.x, 3\nshfl.up.u32 r4.y, r0.x, 2\nshfl.down.u32 r4.z, r0.x, 2\n"
        "shfl.rup.u32 r4.w, r0.x, 1\nshfl.rdown.u32 r5.x, r0.x, 1\nend");
    ASSERT_EQ(run.go(), WaveStatus::Finished);
    // Fiber 7 is the lower right one of the quad 4 to 7.
    EXPECT_EQ(run.value(reg(2, 'x'), 7), 36u);
    EXPECT_EQ(run.value(reg(2, 'y'), 7), 36u);
    EXPECT_EQ(run.value(reg(2, 'z'), 7), 25u);
    EXPECT_EQ(run.value(reg(2, 'w'), 7), 16u);
    EXPECT_EQ(run.value(reg(3, 'x'), 7), bitsOf(25 - 16));
    EXPECT_EQ(run.value(reg(3, 'y'), 7), bitsOf(36 - 16));
    EXPECT_EQ(run.value(reg(3, 'z'), 7), bitsOf(49 - 36));
    EXPECT_EQ(run.value(reg(3, 'w'), 7), bitsOf(49 - 25));
    EXPECT_EQ(run.value(reg(4, 'x'), 9), 10u);
    EXPECT_EQ(run.value(reg(4, 'y'), 9), 7u);
    EXPECT_EQ(run.value(reg(4, 'z'), 9), 11u);
    EXPECT_EQ(run.value(reg(4, 'w'), 0), 63u);
    EXPECT_EQ(run.value(reg(5, 'x'), 63), 0u);
}

// The two examples of Mesa's description of the instruction (isa/ir3-cat5.xml).
TEST(Ir3Exchange, BroadcastsTakeTheLastActiveFiberOfTheLowerHalf) {
    constexpr std::string_view kText =
        "add.u r1.x, r0.x, 50\nmov.u32u32 r1.y, 7\nbrcst.active.w8 (u32)(x)r1.y, r1.x\nend";
    WaveRun run(kText);
    ASSERT_EQ(run.go(), WaveStatus::Finished);
    EXPECT_EQ(run.value(reg(1, 'y'), 3), 7u);
    for (unsigned lane = 4; lane < 8; ++lane) EXPECT_EQ(run.value(reg(1, 'y'), lane), 53u);
    EXPECT_EQ(run.value(reg(1, 'y'), 13), 61u);
    WaveRun some(kText, {}, {0xfff3, 0});
    ASSERT_EQ(some.go(), WaveStatus::Finished);
    EXPECT_EQ(some.value(reg(1, 'y'), 4), 51u);
    EXPECT_EQ(some.value(reg(1, 'y'), 13), 61u);
}

TEST(Ir3Memory, GlobalLoadsStoresAndAtomics) {
    WordMemory memory;
    WaveRun run(
        "shl.b r1.x, r0.x, 4\nmov.u32u32 r1.y, 1\n"
        "stg.u32 g[r1.x+4], r0.x, 1\nldg.u32 r2.x, g[r1.x+4], 1\n"
        "mov.u32u32 r3.x, 0\nmov.u32u32 r3.y, 1\n(rpt1)mov.u32u32 r4.x, r0.x\n"
        "stg.a.u32 g[r3.x+r0.x<<4+2<<2], r4.x, 2\nldg.a.u32 r5.x, g[r3.x+r0.x<<4+2<<2], 2\n"
        "mov.u32u32 r6.x, 3\natomic.g.add.untyped.1d.u32.1.g r6.y, r3.x, r6.x\n"
        "mov.u32u32 r7.x, 99\nmov.u32u32 r7.y, 192\natomic.g.cmpxchg.untyped.1d.u32.1.g r7.z, r3.x, r7.x\nend");
    run.context.units = &memory;
    ASSERT_EQ(run.go(), WaveStatus::Finished);
    EXPECT_EQ(memory.words[0x100000000 + 16 * 9 + 4], 9u);
    EXPECT_EQ(run.value(reg(2, 'x'), 9), 9u);
    EXPECT_EQ(memory.words[0x100000000 + 16 * 9 + 12], 9u);
    EXPECT_EQ(run.value(reg(5, 'y'), 9), 9u);
    EXPECT_EQ(run.value(reg(6, 'y'), 2), 6u);
    // 64 fibers add three; the first that finds 192 puts 99 there.
    EXPECT_EQ(memory.words[0x100000000], 99u);
    EXPECT_EQ(run.value(reg(7, 'z'), 0), 192u);
    EXPECT_EQ(run.value(reg(7, 'z'), 1), 99u);
}

TEST(Ir3Memory, LocalMemoryAndItsAtomics) {
    std::array<std::byte, 1024> local{};
    WaveRun run(
        "shl.b r1.x, r0.x, 2\nstl.u32 l[r1.x+4], r0.x, 1\nldl.u32 r2.x, l[r1.x], 2\n"
        "mov.u32u32 r3.x, 512\nmov.u32u32 r3.y, 2\natomic.add.untyped.1d.u32.1.l r4.x, l[r3.x], r3.y\n"
        "atomic.max.untyped.1d.s32.1.l r4.y, l[r3.x], r0.x\n"
        "mov.u32u32 r5.x, 0x100000\nldl.u32 r5.y, l[r5.x], 1\nstl.u16 l[r3.x+8], hr2.x, 1\nend");
    run.context.local = local;
    ASSERT_EQ(run.go(), WaveStatus::Finished);
    EXPECT_EQ(run.value(reg(2, 'x'), 10), 9u);
    EXPECT_EQ(run.value(reg(2, 'y'), 10), 10u);
    EXPECT_EQ(run.value(reg(4, 'x'), 5), 10u);
    uint32_t word = 0;
    std::memcpy(&word, &local[512], sizeof word);
    EXPECT_EQ(word, 128u);
    // Beyond the memory's end lies its beginning.
    EXPECT_EQ(run.value(reg(5, 'y'), 10), 0u);
}

TEST(Ir3Memory, PrivateMemoryIsOfEachFiber) {
    WordMemory memory;
    WaveRun run("mov.u32u32 r1.x, 16\nstp.u32 p[r1.x-8], r0.x, 1\nldp.u32 r2.x, p[r1.x-8], 1\nend");
    run.context.units = &memory;
    ASSERT_EQ(run.go(), WaveStatus::Finished);
    EXPECT_EQ(memory.words.size(), 64u);
    EXPECT_EQ(memory.words[(uint64_t{12} << 40) + 8], 12u);
    EXPECT_EQ(run.value(reg(2, 'x'), 12), 12u);
}

TEST(Ir3Memory, ConstantsComeFromBuffersAndAddresses) {
    WordMemory memory;
    for (uint32_t i = 0; i < 64; ++i) memory.words[3 * 4096 + i * 4] = memory.words[0x100000000 + i * 4] = 1000 + i;
    WaveRun run(
        "ldc.offset1.2.imm.base2 r1.x, 2, 3\nldc.u.offset0.1.imm r48.x, 1, 3\nmova1 a1.x, 20\n"
        "ldc.2.k.imm c[a1.x], 1, 3\nmov.u32u32 r2.x, 16\nmov.u32u32 r2.y, 1\nldg.k.u32 c[8], g[r2.x+16], 1\n"
        "mov.u16u16 hr12.x, 0x11\nmov.u16u16 hr12.y, 0x22\nstc.u16 c[40], hr12.x, 2\n"
        "stc.u32 c[a1.x+30], r1.x, 2\nmov.u32u32 r3.x, c2.y\nend");
    run.context.units = &memory;
    ASSERT_EQ(run.go(), WaveStatus::Finished);
    EXPECT_EQ(run.value(reg(1, 'x'), 3), 1009u);
    EXPECT_EQ(run.value(reg(1, 'y'), 3), 1010u);
    EXPECT_EQ(run.wave.sharedRegister(reg(48, 'x')), 1004u);
    for (uint32_t i = 0; i < 8; ++i) EXPECT_EQ(run.constants[20 + i], 1004 + i);
    for (uint32_t i = 0; i < 4; ++i) EXPECT_EQ(run.constants[8 + i], 1008 + i);
    EXPECT_EQ(run.constants[40], 0x220011u);
    EXPECT_EQ(run.constants[51], 1010u);
    EXPECT_EQ(run.value(reg(3, 'x')), 1009u);
}

TEST(Ir3Memory, BuffersByDescriptor) {
    WordMemory memory;
    for (uint32_t i = 0; i < 64; ++i) memory.words[2 * 4096 + i * 4] = 500 + i;
    WaveRun run(
        "mov.u32u32 r1.x, 2\nldib.b.untyped.1d.u32.2.nonuniform.base3 r2.x, r0.x+3, r1.x\n"
        "mov.u32u32 r4.x, r0.x\nmov.u32u32 r4.y, 8\nldib.b.typed.2d.f16.4.imm hr12.x, r4.x, 1\n"
        "mov.u32u32 r5.y, 7\nmov.u32u32 r5.z, 9\natomic.b.cmpxchg.untyped.1d.u32.1.imm r5.x, r0.x, 0\nend",
        {}, isa::WaveMask::first(32));
    run.context.units = &memory;
    ASSERT_EQ(run.go(), WaveStatus::Finished);
    EXPECT_EQ(run.value(reg(2, 'y'), 4), 508u);
    EXPECT_EQ(run.wave.halfRegisterValue(reg(12, 'w'), 4), 0x4840);
    EXPECT_EQ(run.value(reg(5, 'x'), 4), 709u);
    EXPECT_EQ(memory.last.lanes, isa::WaveMask::first(32));
    EXPECT_TRUE(memory.last.uniform);
}

TEST(Ir3Memory, TexturesAndVaryings) {
    WordMemory memory;
    WaveRun run(
        "cov.u32f32 r1.x, r0.x\nmov.f32f32 r1.y, (0.5)\nsam.s (f32)(xz)r2.x, r1.x, s#3, t#5\n"
        "mova1 a1.x, 82\nsaml.base1 (f16)(w)hr28.x, r1.x, r1.y, s#4, a1.x\n"
        "mov.f32f32 r4.x, (0.25)\n(rpt1)bary.f r5.x, (r)6, r4.x\nflat.b r5.z, 9, r0.x\nldlv.u32 r6.x, l[3], 2\nend");
    run.context.units = &memory;
    ASSERT_EQ(run.go(), WaveStatus::Finished);
    EXPECT_EQ(run.value(reg(2, 'x'), 8), bitsOf(8));
    EXPECT_EQ(run.value(reg(2, 'y'), 8), 0u);
    EXPECT_EQ(run.value(reg(2, 'z'), 8), bitsOf(10));
    EXPECT_EQ(run.wave.halfRegisterValue(reg(28, 'w'), 8), 0x4980);
    // a1.x holds the base of the sampler and the number of the texture.
    EXPECT_EQ(memory.number, 10u * 16 + 4);
    EXPECT_EQ(memory.texture.samplerBase, 2u);
    EXPECT_EQ(memory.texture.fields.base, 1u);
    EXPECT_EQ(run.value(reg(5, 'x')), bitsOf(6.25f));
    EXPECT_EQ(run.value(reg(5, 'y')), bitsOf(7.25f));
    EXPECT_EQ(run.value(reg(5, 'z')), 1009u);
    EXPECT_EQ(run.value(reg(6, 'y')), 1004u);
}

/// Offsets beside coordinates in half registers are integers of 16 bits.
/// Texels of integers, by component; and the same where typed buffers are loaded.
class IntegerTexels final : public WaveUnits {
  public:
    void sample(const TextureInstructionRequest&, std::span<LaneWords> data) override { fill(data); }
    void loadBuffer(const BufferRequest&, std::span<LaneWords> data) override { fill(data); }

    std::array<uint32_t, 4> texel{};

  private:
    void fill(std::span<LaneWords> data) const {
        for (size_t c = 0; c < data.size(); ++c) data[c].lane.fill(texel[c]);
    }
};

/// Half registers hr8.x and on after an instruction that fills them.
std::array<uint16_t, 4> halvesAfter(std::string_view instruction, std::array<uint32_t, 4> texel) {
    IntegerTexels units;
    units.texel = texel;
    WaveRun run(std::string(instruction) + "\nend");
    run.context.units = &units;
    EXPECT_EQ(run.go(), WaveStatus::Finished);
    std::array<uint16_t, 4> halves{};
    for (unsigned c = 0; c < halves.size(); ++c) halves[c] = run.wave.halfRegisterValue(reg(8, 'x') + c, 3);
    return halves;
}

// Mesa's commit 4890745b19b: a sample clamps where the conversion as an instruction keeps the low bits.
TEST(Ir3Memory, SamplesOfIntegersClampToHalves) {
    constexpr std::array<uint32_t, 4> kUnsigned{1234, 70000, 0xffff1234, 0x80000000};
    constexpr std::array<uint32_t, 4> kSigned{static_cast<uint32_t>(-5), 70000, static_cast<uint32_t>(-70000), 32768};
    constexpr std::array<uint16_t, 4> kClampedUnsigned{1234, 65535, 65535, 65535};
    constexpr std::array<uint16_t, 4> kClampedSigned{static_cast<uint16_t>(-5), 32767, 0x8000, 32767};
    for (const std::string opcode : {"isam", "isaml", "sam", "gather4r"}) {
        const std::string second = opcode == "isaml" ? ", r1.x" : "";
        const std::string operands = "(xyzw)hr8.x, r0.x" + second + ", s#0, t#0";
        EXPECT_EQ(halvesAfter(opcode + " (u16)" + operands, kUnsigned), kClampedUnsigned) << opcode;
        EXPECT_EQ(halvesAfter(opcode + " (s16)" + operands, kSigned), kClampedSigned) << opcode;
    }
    constexpr std::array<uint16_t, 4> kLowBits{1234, 4464, 0x1234, 0};
    EXPECT_EQ(halvesAfter("ldib.b.typed.1d.u16.4.imm hr8.x, r0.x, 0", kUnsigned), kLowBits);
}

TEST(Ir3Memory, OffsetsOfTexelsAreIntegers) {
    WordMemory memory;
    std::array<uint32_t, 2> offsets{};
    memory.watch = [&](const TextureInstructionRequest& request) {
        for (unsigned i = 0; i < 2; ++i) offsets[i] = request.parameter[i]->lane[5];
    };
    WaveRun run("sam.o (f32)(x)r2.x, hr28.x, hr28.x, s#0, t#0\nend");
    for (unsigned lane = 0; lane < isa::kWaveLanes; ++lane) {
        run.wave.setHalfRegister(reg(28, 'x'), lane, 0xffff);
        run.wave.setHalfRegister(reg(28, 'y'), lane, 3);
    }
    run.context.units = &memory;
    ASSERT_EQ(run.go(), WaveStatus::Finished);
    EXPECT_EQ(offsets, (std::array<uint32_t, 2>{0xffffffff, 3}));
}

/// The destination of one pixel's instruction may be a source of the next one's.
TEST(Ir3Memory, GradientsOfAPixelLeaveOthersAlone) {
    WordMemory memory;
    WaveRun run("cov.u32f32 r1.x, r0.x\nsamgp2 (f32)(y)r2.x, r1.x, s#0, t#0\nend");
    run.context.units = &memory;
    ASSERT_EQ(run.go(), WaveStatus::Finished);
    EXPECT_EQ(run.value(reg(2, 'y'), 6), bitsOf(7));
    EXPECT_EQ(run.value(reg(2, 'y'), 7), 0u);
    EXPECT_EQ(memory.texture.lanes.count(), WaveShape{}.width / 4);
}

// Each of four waves stores its number, and after the barrier reads that of the next.
TEST(Ir3Group, WavesWaitForEachOtherAtBarriers) {
    const Ir3Program program = programOf(
        "getwid.u32 r1.x\nshl.b r1.y, r1.x, 2\nstl.u32 l[r1.y], r1.x, 1\n(sy)(ss)bar.l\nadd.u r1.z, r1.y, 4\n"
        "and.b r1.z, r1.z, 15\nldl.u32 r2.x, l[r1.z], 1\nend");
    std::array<std::byte, 16> local{};
    std::vector<Wave> waves(4, Wave(program, {}, isa::WaveMask::first(64)));
    std::vector<WaveContext> contexts(4);
    for (uint32_t i = 0; i < 4; ++i) {
        contexts[i].local = local;
        contexts[i].waveId = i;
    }
    ASSERT_EQ(runGroup(program, waves, contexts), WaveStatus::Finished);
    for (uint32_t i = 0; i < 4; ++i) EXPECT_EQ(waves[i].registerValue(reg(2, 'x'), 17), (i + 1) % 4);
}

}  // namespace
}  // namespace cyclorama::adreno::ir3
