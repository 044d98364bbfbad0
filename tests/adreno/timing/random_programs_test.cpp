// SPDX-License-Identifier: MIT
// Programs of random instructions that wait for nothing: whatever the time at which results come, both machines leave
// the same memory.

#include <random>

#include "adreno/timing/timing_bench.h"

namespace cyclorama::adreno::test {
namespace {

constexpr uint32_t kFibers = 64;
constexpr uint32_t kGroups = 12;
/// Bytes of memory, and of a workgroup's memory, that a fiber has to itself.
constexpr uint32_t kFiberBytes = 64;

class RandomProgram {
  public:
    explicit RandomProgram(uint32_t seed) : random_(seed) {}

    std::string text() {
        // r6.x: the fiber's memory; r7.x: its part of the workgroup's. r1.x to r5.w are free.
        std::string program =
            "mov.u32u32 r8.x, r48.x\n(rpt5)nop\nmad.u24 r8.y, c1.x, r8.x, r0.x\n(rpt5)nop\nshl.b r8.z, r8.y, 6\n"
            "mov.u32u32 r6.x, c0.x\nmov.u32u32 r6.y, c0.y\nshl.b r7.x, r0.x, 6\n(rpt5)nop\nadd.u r6.x, r6.x, r8.z\n"
            "mov.u32u32 r1.x, r8.y\nmov.u32u32 r1.y, r0.x\n(rpt5)nop\n";
        for (int i = 0; i < 80; ++i) program += instruction() + "\n";
        // Stores the registers, the first ones if there are more than a fiber's bytes.
        for (uint32_t i = 0; i < kFiberBytes / 4; i += 4)
            program += fmt::format("stg.u32 g[r6.x+{}], r{}.x, 4\n", 4 * i, 1 + i / 4);
        return program + "end";
    }

  private:
    uint32_t below(uint32_t count) { return std::uniform_int_distribution<uint32_t>(0, count - 1)(random_); }
    /// A free register, before the last `reserved` of its vector.
    std::string reg(uint32_t reserved = 0) { return fmt::format("r{}.{}", 1 + below(5), "xyzw"[below(4 - reserved)]); }
    std::string half() { return fmt::format("hr{}.{}", 2 + below(10), "xyzw"[below(4)]); }
    uint32_t word(uint32_t words) { return below(kFiberBytes / 4 - words + 1); }

    std::string instruction() {
        const uint32_t words = 1 + below(3);
        switch (below(14)) {
            case 0:
                return fmt::format("mul.f {}, {}, {}", reg(), reg(), reg());
            case 1:
                return fmt::format("add.u {}, {}, {}", reg(), reg(), reg());
            case 2:
                return fmt::format("mad.f32 {}, {}, {}, {}", reg(), reg(), reg(), reg());
            case 3:
                return fmt::format("(rpt1)xor.b {}, (r){}, (r){}", reg(1), reg(1), reg(1));
            case 4:
                return fmt::format("rcp {}, {}", reg(), reg());
            case 5:
                return fmt::format("cov.f32f16 {}, {}", half(), reg());
            case 6:
                return fmt::format("add.f {}, {}, {}", half(), half(), half());
            case 7:
                return fmt::format("cov.f16f32 {}, {}", reg(), half());
            case 8:
                return fmt::format("ldl.u32 {}, l[r7.x+{}], {}", reg(words - 1), 4 * word(words), words);
            case 9:
                return fmt::format("stl.u32 l[r7.x+{}], {}, {}", 4 * word(words), reg(words - 1), words);
            case 10:
                return fmt::format("stg.u32 g[r6.x+{}], {}, {}", 4 * word(words), reg(words - 1), words);
            case 11:
                return fmt::format("mov.u32u32 r8.w, {}\natomic.g.add.untyped.1d.u32.1.g {}, r6.x, r8.w", reg(), reg());
            default:
                return fmt::format("ldg.u32 {}, g[r6.x+{}], {}", reg(words - 1), 4 * word(words), words);
        }
    }

    std::mt19937 random_;
};

class RandomPrograms : public testing::TestWithParam<uint32_t> {};

TEST_P(RandomPrograms, LeaveTheFunctionalMachinesMemory) {
    const uint32_t width = GetParam() % 2 == 0 ? 64 : 128;
    const std::string text = RandomProgram(GetParam()).text();
    const auto build = [&](ComputeStream stream) {
        stream.program(text, {.localSize = {kFibers, 1, 1}, .width = width, .vectors = 9, .localKibibytes = 4});
        stream.constants(1, {kFibers, 0, 0, 0}).dispatch(kGroups).waitForIdle();
        return stream;
    };
    std::vector<uint32_t> before(size_t{kFibers} * kGroups * kFiberBytes / 4);
    for (uint32_t i = 0; i < before.size(); ++i) before[i] = i * 0x9e3779b9;
    FunctionalBench functional;
    ASSERT_TRUE(functional.memory.write(kData, std::as_bytes(std::span(before))));
    functional.run(build(functional.stream()).stream);
    TimingBench timed({.parameters = {fmt::format("ADRENO.UcheSize={}", GetParam() % 3 == 0 ? 4 : 128)}});
    ASSERT_TRUE(timed.memory.write(kData, std::as_bytes(std::span(before))));
    timed.run(build(timed.stream()));
    std::vector<uint32_t> expected(before.size());
    std::vector<uint32_t> result(before.size());
    ASSERT_TRUE(functional.memory.read(kData, std::as_writable_bytes(std::span(expected))));
    ASSERT_TRUE(timed.memory.read(kData, std::as_writable_bytes(std::span(result))));
    EXPECT_TRUE(result == expected) << text;
    EXPECT_TRUE(expected != before);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomPrograms, testing::Range(0u, 40u));

}  // namespace
}  // namespace cyclorama::adreno::test
