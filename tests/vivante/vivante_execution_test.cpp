// SPDX-License-Identifier: MIT
// Vivante's instructions from words to results. Words are from Mesa's disassembler test (src/etnaviv/isa/tests), or put
// together here from the field table; results are worked out by hand.

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <map>
#include <memory>
#include <vector>

#include "families/vivante/isa/codec.h"
#include "isa/executor.h"

namespace cyclorama::vivante {
namespace {

uint32_t bitsOf(float value) { return std::bit_cast<uint32_t>(value); }
float ofInteger(int32_t value) { return std::bit_cast<float>(value); }

/// Runs words with the same registers in every lane: what the test sets, else zero.
class Machine {
  public:
    Machine() : group(std::make_unique<isa::ThreadGroup>()) {}

    void run(std::vector<uint32_t> words, int lanes = 4) {
        DecodeOptions options;
        options.scalarProducts = scalarProducts;
        for (const auto& [index, value] : registers) options.linkage.inputs[index] = static_cast<uint8_t>(index);
        for (unsigned i = 0; i < 16; ++i) options.linkage.outputs[i] = static_cast<uint8_t>(i);
        decoded = decodeProgram(words, options);
        group->start(decoded.program, lanes);
        for (const auto& [index, value] : registers) {
            for (int lane = 0; lane < lanes; ++lane) {
                isa::Vec4 perLane = value;
                if (index == laneRegister) perLane[0] += static_cast<float>(lane);
                isa::ThreadGroup::set(group->inputOf(decoded.program, index), lane, perLane);
            }
        }
        context.constants = uniforms;
        context.flushesDenormals = true;
        result = isa::execute(decoded.program, *group, context);
        EXPECT_EQ(result.status, isa::ExecutionStatus::Finished);
    }

    isa::Vec4 t(unsigned index, int lane = 0) const {
        return isa::ThreadGroup::get(group->outputOf(decoded.program, index), lane);
    }

    std::unique_ptr<isa::ThreadGroup> group;
    std::map<unsigned, isa::Vec4> registers;  ///< below 16
    bool scalarProducts = false;
    unsigned laneRegister = 99;  ///< whose x has the lane's number added
    std::vector<isa::Vec4> uniforms;
    isa::ExecutionContext context;
    DecodedProgram decoded;
    isa::ExecutionResult result;
};

TEST(VivanteExecution, AddsAndMultiplies) {
    Machine machine;
    machine.registers = {{0, {1, 2, 3, 4}}, {1, {10, 20, 30, 40}}, {2, {2, 3, 4, 5}}, {3, {0.5f, 0.25f, 1, -1}}};
    // add t0.x___, t1.xxxx, void, t0.xxxx; mad.rtz t0 follows in a run of its own
    machine.run({0x00801001, 0x00001804, 0x00000000, 0x00000008});
    EXPECT_EQ(machine.t(0), (isa::Vec4{11, 2, 3, 4}));
    // mad.rtz t0, t2.xyzw, t1.xyzw, t3.xyzw
    machine.run({0x07801002, 0x39002805, 0x01c800c0, 0x00390038});
    EXPECT_EQ(machine.t(0), (isa::Vec4{20.5f, 60.25f, 121, 199}));
    // dp4 t0.x___, t1.xyzw, t1.xyzw, void
    machine.run({0x00801006, 0x39001804, 0x01c800c0, 0x00000000});
    EXPECT_EQ(machine.t(0), (isa::Vec4{3000, 2, 3, 4}));
}

// The maker's way to normalize (etnaviv_gpu_tests: cube_gc7000.c); other uses of its instructions.
TEST(VivanteExecution, NormalizesAsTheMakersCompiler) {
    Machine machine;
    machine.registers = {{0, {3, 0, 4, 9}}};
    // norm_dp3 t0.___w, t0.xyzz; rsq t0.___w, t0.wwww; norm_mul t0.xyz_, t0.xyzz, t0.wwww
    machine.run({0x04001035, 0x29000804, 0x00010000, 0x00000000, 0x0400100d, 0x00000004, 0x00000000, 0x003fc008,
                 0x0b801037, 0x29000804, 0x01ff0040, 0x00000000});
    EXPECT_EQ(machine.t(0), (isa::Vec4{0.6f, 0.0f, 0.8f, 0.2f}));
    EXPECT_TRUE(machine.decoded.problems.empty());
    machine.registers = {{1, {1, 2, 3, 4}}, {2, {}}};
    // norm_dp2 t1.x___, t1.wyyy; norm_dp3 t1.___w, t1.zxyy; norm_dp4 t2.x___, t1.yzwx
    machine.run({0x00811034, 0x15c01804, 0x00010000, 0x00000000});
    EXPECT_EQ(machine.t(1), (isa::Vec4{20, 2, 3, 4}));
    machine.run({0x04011035, 0x14801804, 0x00010000, 0x00000000});
    EXPECT_EQ(machine.t(1), (isa::Vec4{1, 2, 3, 14}));
    machine.run({0x00821036, 0x0e401804, 0x00010000, 0x00000000});
    EXPECT_EQ(machine.t(2)[0], 30.0f);
}

// etnaviv_gpu_tests, etnaviv_verifyops.c: products of integers are of one component on the GC2000 and the GC3000, where
// sums are of four.
TEST(VivanteExecution, MultipliesIntegersAsScalarsBeforeHalti5) {
    Machine machine;
    const auto integers = [](int32_t x, int32_t y, int32_t z, int32_t w) {
        return isa::Vec4{ofInteger(x), ofInteger(y), ofInteger(z), ofInteger(w)};
    };
    machine.registers = {{2, integers(0x10000, 2, 3, 4)}, {3, integers(0x50000, 6, 7, 8)}, {4, {}}};
    machine.uniforms = {{}, {}, {}, integers(0x12345678, 0, 0, 0)};
    machine.scalarProducts = true;
    // imullo0.u32 t4, t2, t3, void; imulhi0.u32; imadlo0.u32 t4, t2, t3, u3; add.u32 t4, t2, void, t3
    machine.run({0x0784103c, 0x39202800, 0x81c801c0, 0x00000000});
    EXPECT_EQ(machine.t(4), integers(0, 0, 0, 0));
    machine.run({0x07841000, 0x39202800, 0x81c901c0, 0x00000000});
    EXPECT_EQ(machine.t(4), integers(5, 5, 5, 5));
    machine.run({0x0784100c, 0x39202800, 0x81c901c0, 0x20390038});
    EXPECT_EQ(bitsOf(machine.t(4)[3]), 0x12345678u);
    machine.run({0x07841001, 0x39202800, 0x80000000, 0x00390038});
    EXPECT_EQ(machine.t(4), integers(0x60000, 8, 10, 12));
    machine.scalarProducts = false;
    machine.run({0x0784103c, 0x39202800, 0x81c801c0, 0x00000000});
    EXPECT_EQ(machine.t(4), integers(0, 12, 21, 32));
}

TEST(VivanteExecution, HasNoDenormals) {
    Machine machine;
    machine.registers = {
        {1, {0x1p-49f, 0x1p-48f, 0x1p-26f, 0x1p+100f}}, {2, {0x1p-100f, -0x1p-100f, 0x1p-100f, 0x1p-149f}}, {3, {}}};
    // mad.rtz t0, t2.xyzw, t1.xyzw, t3.xyzw
    machine.run({0x07801002, 0x39002805, 0x01c800c0, 0x00390038});
    EXPECT_EQ(machine.t(0), (isa::Vec4{0.0f, 0.0f, 0x1p-126f, 0.0f}));
    volatile float least = 0x1p-100f;
    EXPECT_EQ(least * 0x1p-49f, 0x1p-149f) << "the host's own arithmetic is as before";
}

TEST(VivanteExecution, SelectsTheSmallerAndTheLarger) {
    Machine machine;
    machine.registers = {{1, {-5, 2, 0, 7}}, {2, {3, 3, -1, 7}}};
    // select.lt.pack t3, t2.xyzw, |t1.xyzw|, t2.xyzw: |t1| < t2 ? t2 : |t1|, which is the larger
    machine.run({0x0783108f, 0x39002800, 0x05c800c0, 0x00390028});
    EXPECT_EQ(machine.t(3), (isa::Vec4{5, 3, 0, 7}));
    // set.ge.pack t0.x___, t0.xxxx, u0.xxxx, void
    machine.registers = {{0, {2, 9, 9, 9}}};
    machine.uniforms = {{2, 0, 0, 0}};
    machine.run({0x008010d0, 0x00000800, 0x00000040, 0x00000002});
    EXPECT_EQ(machine.t(0)[0], 1.0f);
    // cmp.le.pack t1.x___, |t1.xxxx|, u0.yyyy, u0.zzzz
    machine.registers = {{1, {-3, 0, 0, 0}}};
    machine.uniforms = {{0, 3, 42, 0}};
    machine.run({0x00811131, 0x80001800, 0x00aa0040, 0x202a800a});
    EXPECT_EQ(machine.t(1)[0], 42.0f);
}

TEST(VivanteExecution, TakesImmediates) {
    Machine machine;
    machine.registers = {{0, {-2.25f, 0, 0, 0}}, {1, {ofInteger(-8), 0, 0, 0}}};
    // add.rtz t0.x___, 0.500000, void, |t0.xxxx|
    machine.run({0x00801001, 0x7e000805, 0x00000038, 0x00800008});
    EXPECT_EQ(machine.t(0)[0], 2.75f);
    // rshift.s32 t0.x___, t1.xxxx, void, 1
    machine.run({0x0080101a, 0x00001804, 0x40010000, 0x78000018});
    EXPECT_EQ(bitsOf(machine.t(0)[0]), static_cast<uint32_t>(-4));
    // cmp.eq.u32.t0 t1.x___, t1.yyyy, u0.xxxx, -1
    machine.run({0x00811171, 0x15601804, 0x80000040, 0x76fffffa});
    EXPECT_EQ(bitsOf(machine.t(1)[0]), ~uint32_t{0});
}

TEST(VivanteExecution, ReadsByAddressRegister) {
    Machine machine;
    machine.registers = {{1, {1, 0, 0, 0}}, {2, {7, 7, 7, 7}}, {3, {9, 9, 9, 9}}};
    machine.laneRegister = 1;
    // movar a0.x, void, void, t1.xxxx; mov.pack t0.x___, void, void, t2[a.x].xxxx
    machine.registers.erase(0);
    machine.run({0x0080100a, 0x00000004, 0x00000000, 0x00000018, 0x00801009, 0x00000000, 0x00000000, 0x02000028}, 2);
    EXPECT_EQ(machine.t(0, 0)[0], 9.0f);  // t3
    EXPECT_EQ(machine.t(0, 1)[0], 0.0f);  // t4
}

// log.rtz t0.xy__, void, void, t0.xxxx and its product; div.rtz t0.zy, void, 4.5, t0.yyyy; sin.rtz t0.zy
TEST(VivanteExecution, LeavesFactors) {
    Machine machine;
    machine.registers = {{0, {8, 2, 0, 0}}};
    machine.run({0x01801012, 0x00000005, 0x00000000, 0x00000008});
    EXPECT_EQ(machine.t(0)[0] * machine.t(0)[1], 3.0f);
    machine.run({0x03001024, 0x00000005, 0x04098040, 0x0015400f});
    EXPECT_EQ(machine.t(0)[1] * machine.t(0)[2], 2.25f);
    machine.registers = {{0, {0, 0.25f, 0, 0}}};
    machine.run({0x03001022, 0x00000005, 0x00000000, 0x00154008});
    EXPECT_NEAR(machine.t(0)[1] * machine.t(0)[2], std::sin(0.25 * M_PI), 1e-7);
}

// branch.lt void, t2.yyyy, u0.xxxx, 1 loops back as long as the condition holds: each lane its own number of rounds.
TEST(VivanteExecution, LoopsLaneByLane) {
    Machine machine;
    machine.registers = {{2, {0, 0, 0, 0}}, {1, {1, 0, 0, 0}}, {0, {0, 0, 0, 0}}};
    machine.laneRegister = 1;
    machine.uniforms = {{10, 0, 0, 0}};
    machine.run({
        0x00000000, 0x00000000, 0x00000000, 0x00000000,  // nop
        0x01021001, 0x15402804, 0x00000000, 0x00000018,  // add t2.y, t2.yyyy, void, t1.xxxx
        0x00000096, 0x15402800, 0x00000040, 0x00000082,  // branch.lt void, t2.yyyy, u0.xxxx, 1
    });
    EXPECT_EQ(machine.t(2, 0)[1], 10.0f);
    EXPECT_EQ(machine.t(2, 1)[1], 10.0f);
    EXPECT_EQ(machine.t(2, 2)[1], 12.0f);
    EXPECT_EQ(machine.t(2, 3)[1], 12.0f);
}

TEST(VivanteExecution, CallsAndReturns) {
    Machine machine;
    machine.registers = {{0, {1, 0, 0, 0}}, {1, {5, 0, 0, 0}}};
    machine.run({
        0x00000014, 0x00000000, 0x00000000, 0x00000180,  // 0 call 3
        0x00000014, 0x00000000, 0x00000000, 0x00000180,  // 1 call 3
        0x00000016, 0x00000000, 0x00000000, 0x00000280,  // 2 branch 5
        0x00801001, 0x00001804, 0x00000000, 0x00000008,  // 3 add t0.x, t1.x, void, t0.x
        0x00000015, 0x00000000, 0x00000000, 0x00000000,  // 4 ret
    });
    EXPECT_EQ(machine.t(0)[0], 11.0f);
}

TEST(VivanteExecution, LeavesOperandsThatAnOperationDoesNotTake) {
    Machine machine;
    machine.registers = {{0, {ofInteger(-70000), 2, 3, 4}}};
    // i2i.s16 t0.x___, t0.xxxx, 32, void: the low 16 bits, with their sign
    machine.run({0x0080102c, 0x00200804, 0x50001040, 0x00000007});
    EXPECT_EQ(bitsOf(machine.t(0)[0]), bitsOf(ofInteger(-4464)));
}

TEST(VivanteExecution, Discards) {
    Machine machine;
    machine.registers = {{2, {-1, 0, 0, 0}}};
    machine.laneRegister = 2;
    machine.uniforms = {{0.5f, 0, 0, 0}};
    // texkill.gt.pack void, t2.xxxx, u0.xxxx, void
    machine.run({0x00000057, 0x00002800, 0x00000040, 0x00000002});
    EXPECT_EQ(machine.group->killed(), isa::LaneMask{0b1100});
}

class EchoSampler : public isa::TextureSampler {
  public:
    void sample(const isa::SampleRequest& request) override {
        last = request;
        for (int lane = 0; lane < request.lanes; ++lane) {
            for (size_t c = 0; c < isa::kComponents; ++c) request.result[c][lane] = static_cast<float>(c + 1);
            if (lane == 0 && request.parameter != nullptr) parameter = request.parameter[0];
            if (lane == 0 && request.reference != nullptr) reference = request.reference[0];
        }
    }
    isa::SampleRequest last;
    float parameter = -1;
    float reference = -1;
};

TEST(VivanteExecution, SamplesTextures) {
    Machine machine;
    EchoSampler sampler;
    machine.context.sampler = &sampler;
    machine.registers = {{1, {0.25f, 0.5f, 0, 3}}, {2, {5, 6, 7, 8}}, {3, {1, 2, 3, 1.5f}}};
    // texld t1.x___, tex0.xxxx, t1.xyyy, void, t1.zzzz; the swizzle makes all components x
    machine.run({0x00811018, 0x15001800, 0x00000000, 0x002a8018});
    EXPECT_EQ(machine.t(1), (isa::Vec4{1, 0.5f, 0, 3}));
    EXPECT_EQ(sampler.reference, 0.0f);
    // texldl t1, tex8.xyzw, t3.xyzw, void, void: level of detail in w
    machine.run({0x4781101b, 0x39003f20, 0x00000000, 0x00000000});
    EXPECT_EQ(sampler.last.sampler, 8u);
    EXPECT_EQ(sampler.last.operation, func::TextureOperation::SampleLod);
    EXPECT_EQ(sampler.parameter, 1.5f);
    EXPECT_EQ(machine.t(1), (isa::Vec4{1, 2, 3, 4}));
    // texldd t1, tex0.xyzw, t1.xyyy, t2.xyyy, t1.zwww
    machine.run({0x0781101a, 0x15001f20, 0x00a80140, 0x003f8018});
    EXPECT_EQ(sampler.last.operation, func::TextureOperation::SampleGradient);
    EXPECT_EQ(machine.decoded.program.resources.samplers, 1u);
}

class Memory : public isa::MemoryAccess {
  public:
    uint32_t load(func::Address address, unsigned bytes) override {
        return bytes == 4 ? static_cast<uint32_t>(address.offset()) * 2 : bytes == 2 ? 0xfff0u : 0x80u;
    }
    void store(func::Address address, unsigned bytes, uint32_t value) override {
        stored[address.offset()] = {bytes, value};
    }
    uint32_t atomic(isa::AtomicOperation operation, func::Address address, uint32_t operand, uint32_t, bool) override {
        atomics.push_back({static_cast<uint32_t>(operation), static_cast<uint32_t>(address.offset()), operand});
        return 77;
    }
    std::map<uint64_t, std::pair<unsigned, uint32_t>> stored;
    std::vector<std::array<uint32_t, 3>> atomics;
};

TEST(VivanteExecution, LoadsAndStores) {
    Machine machine;
    Memory memory;
    machine.context.memory = &memory;
    machine.uniforms = {{ofInteger(0x1000), 0, 0, 0}};
    machine.registers = {{0, {1, 2, 3, ofInteger(4)}}, {1, {ofInteger(5), ofInteger(6), 0, 0}}};
    // load.denorm t0.x___, u0.xxxx, 0, void
    machine.run({0x00801032, 0x00000c04, 0x10000050, 0x00000007}, 1);
    EXPECT_EQ(bitsOf(machine.t(0)[0]), 0x2000u);
    // store.denorm.u32.ls6 mem, u0.xxxx, t0.xxxx, t1.xyzw, of offset 3
    machine.registers[0][0] = ofInteger(3);
    machine.run({0x07800033, 0x00200c34, 0x80000050, 0x00390018}, 1);
    EXPECT_EQ(memory.stored.size(), 4u);
    EXPECT_EQ(memory.stored[0x1000 + (3 << 6)], std::make_pair(4u, 5u));
    EXPECT_EQ(memory.stored[0x1000 + (3 << 6) + 4], std::make_pair(4u, 6u));
    // atomic_add.u32 t6._y__, u0.zzzz, 0, 1
    machine.run({0x01061025, 0x2aa00804, 0xa0010050, 0x7800001f}, 1);
    ASSERT_EQ(memory.atomics.size(), 1u);
    EXPECT_EQ(memory.atomics[0][2], 1u);
    EXPECT_EQ(bitsOf(machine.t(6)[1]), 77u);
}

TEST(VivanteExecution, ReportsWhatItDoesNotDo) {
    // loop (0x1f) and a branch to beyond the program
    const DecodedProgram decoded =
        decodeProgram(std::vector<uint32_t>{0x1f, 0, 0, 0, 0x00000016, 0x00000000, 0x00000000, 0x00001080});
    ASSERT_EQ(decoded.problems.size(), 2u);
    EXPECT_EQ(decoded.problems[0].message(), "instruction 0 (loop) does nothing: what it does is not simulated");
    EXPECT_EQ(decoded.problems[1].fault, DecodeFault::Target);
}

}  // namespace
}  // namespace cyclorama::vivante
