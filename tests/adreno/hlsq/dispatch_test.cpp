// SPDX-License-Identifier: MIT
// Dispatches as command streams ask for them: the grid, what each fiber is told, memories of workgroups and fibers,
// constants and descriptors from all sources, and what goes wrong.

#include <fmt/format.h>

#include "adreno/pipeline_fixture.h"
#include "adreno/timing/timing_bench.h"
#include "families/adreno/hlsq/grid.h"

namespace cyclorama::adreno::test {
namespace {

constexpr uint32_t kNone = 0xfc;
/// Block and type of CP_LOAD_STATE6 (Mesa: adreno_pm4.xml).
constexpr uint32_t kComputeProgram = 13 << 18;
constexpr uint32_t kShared = 14 << 18;
constexpr uint32_t kConstantsType = 1 << 14;
constexpr uint32_t kUniformType = 2 << 14;
constexpr uint32_t kImageType = 3 << 14;
constexpr uint32_t kIndirectSource = 2 << 16;
constexpr uint32_t kUniformSource = 3 << 16;

constexpr uint32_t units(uint32_t count) { return count << 22; }

/// Each stream runs in both machines, on memory with the same content. Of what they write the fixture's is looked at,
/// and the other's has to be equal.
class DispatchTest : public PipelineFixture {
  protected:
    void run(const CommandStream& stream) {
        const std::vector<std::byte> before = contentOf(memory_);
        ASSERT_TRUE(timed_.memory.write(kStreamAddress, before));
        PipelineFixture::run(stream);
        timed_.run(stream);
        EXPECT_TRUE(!comparesMemory_ || contentOf(timed_.memory) == contentOf(memory_)) << "the timing machine's";
        EXPECT_EQ(timed_.reported(), reported());
    }
    static std::vector<std::byte> contentOf(const mem::AddressSpace& memory) {
        std::vector<std::byte> content(kMappedBytes);
        EXPECT_TRUE(memory.read(kStreamAddress, content));
        return content;
    }
    /// The registers of a program in waves of `width`, with local ids in r0.x and on, the group's in r48.x and on.
    CommandStream& begin(std::string_view text, const Extent3& local, uint32_t width = 64) {
        const uint32_t length = putProgram(text);
        const uint32_t wide = width == 128 ? 1u << 20 : 0;
        stream_.registers("SP_CS_CTRL_REG0"_reg.word(), {wide | 1u << 31, 1});
        stream_.registers("SP_CS_OBJ_START"_reg.word(), {low(kProgramAddress), high(kProgramAddress)});
        stream_.registers("SP_CS_INSTRLEN"_reg.word(), {length});
        stream_.registers("SP_MODE_CONTROL"_reg.word(), {1});
        stream_.registers("HLSQ_CS_NDRANGE_0"_reg.word(),
                          {3 | (local[0] - 1) << 2 | (local[1] - 1) << 12 | (local[2] - 1) << 22});
        stream_.registers("HLSQ_CS_CNTL_0"_reg.word(),
                          {ir3::kSharedRegisters | kNone << 8 | kNone << 16 | 0u << 24, kNone});
        return constants(0, {low(kDataAddress), high(kDataAddress), 0, 0});
    }
    CommandStream& constants(uint32_t first, std::initializer_list<uint32_t> values) {
        return load(first | kConstantsType | kComputeProgram | units(static_cast<uint32_t>(values.size() / 4)), values);
    }
    CommandStream& load(uint32_t head, std::initializer_list<uint32_t> values, uint64_t address = 0) {
        std::vector<uint32_t> words = {head, low(address), high(address)};
        words.insert(words.end(), values.begin(), values.end());
        stream_.word(commandHeader(Opcode::LoadStateFragment, static_cast<uint32_t>(words.size())));
        for (const uint32_t word : words) stream_.word(word);
        return stream_;
    }
    void dispatch(const Extent3& groups) {
        stream_.command(Opcode::ExecuteCompute, {0, groups[0], groups[1], groups[2]});
        run(stream_);
    }
    uint32_t result(uint32_t index) const { return at(kDataAddress + uint64_t{index} * 4); }

    CommandStream stream_;
    TimingBench timed_{{.chip = "a630"}};
    /// Off where the result depends on the order of workgroups, or on where a wave runs.
    bool comparesMemory_ = true;
};

/// Stores a value of each fiber at the fiber's place: `value` is in r1.x, the place in r2.x; r3.x and on are used.
std::string storing(std::string_view program) {
    return fmt::format(
        "{}\nshl.b r3.z, r2.x, 2\nmov.u32u32 r3.x, c0.x\nmov.u32u32 r3.y, c0.y\nadd.u r3.x, r3.x, r3.z\n"
        "stg.u32 g[r3.x], r1.x, 1\nend",
        program);
}

TEST_F(DispatchTest, FibersHaveTheirNumbers) {
    // Place: x + 6 (y + 2 (z + 2 (gx + 3 gy))); value: z y x gy gx, a decimal digit each.
    begin(storing("mov.u32u32 r4.x, r48.x\nmov.u32u32 r4.y, r48.y\n"
                  "mad.u24 r2.x, c1.z, r4.y, r4.x\nshl.b r2.x, r2.x, 1\nadd.u r2.x, r2.x, r0.z\nshl.b r2.x, r2.x, 1\n"
                  "add.u r2.x, r2.x, r0.y\nmad.u24 r2.x, c1.w, r2.x, r0.x\n"
                  "mad.u24 r1.x, c1.x, r0.z, r0.y\nmad.u24 r1.x, c1.x, r1.x, r0.x\nmad.u24 r1.x, c1.x, r1.x, r4.y\n"
                  "mad.u24 r1.x, c1.x, r1.x, r4.x"),
          {6, 2, 2});
    constants(1, {10, 0, 3, 6});
    dispatch({3, 2, 1});
    EXPECT_EQ(reported(), std::vector<std::string>{});
    for (uint32_t i = 0; i < 6 * 24; ++i) {
        const uint32_t x = i % 6, y = i / 6 % 2, z = i / 12 % 2, gx = i / 24 % 3, gy = i / 72;
        EXPECT_EQ(result(i), (((z * 10 + y) * 10 + x) * 10 + gy) * 10 + gx) << i;
    }
    EXPECT_EQ(result(6 * 24), 0u);
}

TEST_F(DispatchTest, TheGridsRegistersOffsetAndLinearNumberAreGiven) {
    begin(storing("mov.u32u32 r2.x, r5.x\nmov.u32u32 r4.x, r49.x\nmov.u32u32 r4.y, r50.y\n"
                  "mad.u24 r1.x, c1.x, r4.x, r4.y\nmov.u32u32 r4.z, r48.x\nmad.u24 r1.x, c1.x, r1.x, r4.z"),
          {10, 1, 1});
    constants(1, {100, 0, 0, 0});
    constexpr uint32_t kShare = ir3::kSharedRegisters;
    stream_.registers("HLSQ_CS_CNTL_0"_reg.word(), {kShare | (kShare + 4) << 8 | (kShare + 8) << 16 | kNone << 24, 20});
    stream_.registers("HLSQ_CS_NDRANGE_2"_reg.word(), {40});
    stream_.registers("HLSQ_CS_NDRANGE_4"_reg.word(), {7});
    dispatch({1, 1, 1});
    // Groups in x, the offset in y, and the workgroup's own number.
    for (uint32_t i = 0; i < 10; ++i) EXPECT_EQ(result(i), (1 * 100 + 7) * 100 + 40) << i;
}

TEST_F(DispatchTest, PredicatesLeaveDispatchesOut) {
    constexpr uint64_t kCondition = kDataAddress + 0x400;
    for (const bool passesZero : {false, true}) {
        begin(storing("mov.u32u32 r1.x, 7\nmov.u32u32 r2.x, r0.x"), {1, 1, 1});
        stream_.command(Opcode::DrawPredicateEnableGlobal, {1});
        stream_.command(Opcode::DrawPredicateSet,
                        {5 << 4 | (passesZero ? 1u << 8 : 0), low(kCondition), high(kCondition)});
        dispatch({1, 1, 1});
        EXPECT_EQ(result(0), passesZero ? 7u : 0u);
    }
}

TEST_F(DispatchTest, FibersAreCountedWhereEventsStartIt) {
    context_.blocks.counters().start(StatisticGroup::Compute);
    begin("mov.u32u32 r1.x, r0.x\nend", {6, 2, 2});
    dispatch({3, 2, 1});
    EXPECT_EQ(context_.blocks.counters().statistic(static_cast<uint32_t>(PipelineStatistic::ComputeInvocations)),
              3u * 2 * 6 * 2 * 2);
}

TEST_F(DispatchTest, WavesOf128HaveTheWholeGroup) {
    begin(storing("getfiberid.u32 r1.x\nmov.u32u32 r2.x, r0.x"), {128, 1, 1}, 128);
    dispatch({1, 1, 1});
    for (uint32_t i = 0; i < 128; ++i) EXPECT_EQ(result(i), i);
}

TEST_F(DispatchTest, WavesOf64ShareAGroupsMemory) {
    // Each fiber stores its number, and after the barrier loads that of its mirror image in the other wave.
    begin(storing("mov.u32u32 r2.x, r0.x\nshl.b r4.x, r0.x, 2\nstl.u32 l[r4.x], r0.x, 1\n(sy)(ss)bar.l\n"
                  "mov.s32s32 r4.y, 127\nsub.s r4.y, r4.y, r0.x\nshl.b r4.y, r4.y, 2\nldl.u32 r1.x, l[r4.y], 1"),
          {128, 1, 1});
    dispatch({1, 1, 1});
    for (uint32_t i = 0; i < 128; ++i) EXPECT_EQ(result(i), 127 - i);
}

TEST_F(DispatchTest, StoresOfStagesAreOfTheWorkgroupsMemory) {
    begin(storing("mov.u32u32 r2.x, r0.x\nshl.b r4.x, r0.x, 2\nmov.u32u32 r4.z, 5\nstlw.u32 l[r4.x], r4.z, 1\n"
                  "ldl.u32 r1.x, l[r4.x], 1"),
          {8, 1, 1});
    dispatch({1, 1, 1});
    for (uint32_t i = 0; i < 8; ++i) EXPECT_EQ(result(i), 5u) << i;
}

TEST_F(DispatchTest, AGroupsMemoryStartsEmpty) {
    begin(storing("mov.u32u32 r4.y, r48.x\nshl.b r2.x, r4.y, 6\nadd.u r2.x, r2.x, r0.x\nshl.b r4.x, r0.x, 2\n"
                  "ldl.u32 r1.x, l[r4.x], 1\nstl.u32 l[r4.x], r2.x, 1"),
          {64, 1, 1});
    dispatch({4, 1, 1});
    for (uint32_t i = 0; i < 256; ++i) EXPECT_EQ(result(i), 0u) << i;
}

TEST_F(DispatchTest, AnIndirectDispatchTakesItsGridFromMemory) {
    begin(storing("mov.u32u32 r4.x, r48.x\nmad.u24 r2.x, c1.x, r4.x, r0.x\nmov.u32u32 r1.x, 7"), {1, 1, 1});
    constants(1, {20, 0, 0, 0});
    constexpr uint64_t kCounts = kDataAddress + 0x8004;
    set(kCounts, 3);
    set(kCounts + 4, 1);
    set(kCounts + 8, 1);
    stream_.command(Opcode::ExecuteComputeIndirect, {0, low(kCounts), high(kCounts), 19 << 2});
    run(stream_);
    for (uint32_t i = 0; i < 60; ++i) EXPECT_EQ(result(i), 7u) << i;
    EXPECT_EQ(result(60), 0u);
}

TEST_F(DispatchTest, OpenclsGridIsInRegisters) {
    begin(storing("mov.u32u32 r2.x, r48.x\nmov.u32u32 r1.x, 5"), {1, 1, 1});
    stream_.registers("HLSQ_CS_KERNEL_GROUP_X"_reg.word(), {4, 1, 1});
    stream_.command(Opcode::RunOpencl, {0});
    run(stream_);
    for (uint32_t i = 0; i < 5; ++i) EXPECT_EQ(result(i), i < 4 ? 5u : 0u);
}

TEST_F(DispatchTest, NoGroupsAreNoWork) {
    begin(storing("mov.u32u32 r2.x, 0\nmov.u32u32 r1.x, 5"), {1, 1, 1});
    dispatch({4, 0, 1});
    EXPECT_EQ(result(0), 0u);
    EXPECT_EQ(reported(), std::vector<std::string>{});
}

TEST_F(DispatchTest, ThePreambleRunsOnceAndItsConstantsStay) {
    begin(storing("shps #main\ngetone #main\nmov.u32u32 r1.x, 42\nstc.u32 c[12], r1.x, 1\n(ss)shpe\nmain:\n"
                  "(jp)mov.u32u32 r1.x, c3.x\nmov.u32u32 r2.x, r0.x"),
          {3, 1, 1});
    dispatch({1, 1, 1});
    for (uint32_t i = 0; i < 3; ++i) EXPECT_EQ(result(i), 42u);
    EXPECT_EQ(context_.blocks.state().loaded.of(ShaderStage::Compute).constants->at(12), 0u)
        << "of this dispatch alone";
}

TEST_F(DispatchTest, ThreadsWriteConstantsOfTheirOwn) {
    // Time for another thread's store between a group's own and its load.
    begin(storing("mov.u32u32 r2.x, r48.x\nstc.u32 c[12], r2.x, 1\nmov.u32u32 r4.y, 0\n"
                  "again:\n(jp)add.u r4.y, r4.y, 1\ncmps.u.lt p0.x, r4.y, 500\nbr p0.x, #again\n"
                  "(jp)mov.u32u32 r1.x, c3.x"),
          {1, 1, 1});
    dispatch({512, 1, 1});
    EXPECT_EQ(reported(), std::vector<std::string>{});
    for (uint32_t i = 0; i < 512; ++i) EXPECT_EQ(result(i), i);
}

TEST_F(DispatchTest, ConstantsComeFromThePacketFromMemoryAndFromAUniformBuffer) {
    constexpr uint64_t kSource = kDataAddress + 0x8000;
    for (uint32_t i = 0; i < 64; ++i) set(kSource + i * 4, 1000 + i);
    begin(storing("mov.u32u32 r2.x, r0.x\nadd.u r1.x, c2.w, c3.y\nadd.u r1.x, r1.x, c4.z\nadd.u r1.x, r1.x, c4.x"),
          {1, 1, 1});
    constants(2, {0, 0, 0, 1});
    load(3 | kConstantsType | kIndirectSource | kComputeProgram | units(1), {}, kSource + 16);
    load(6 | kUniformType | kComputeProgram | units(1), {low(kSource), high(kSource) | 4 << 17});
    load(4 | kConstantsType | kUniformSource | kComputeProgram | units(1), {}, 6 << 16 | 32);
    dispatch({1, 1, 1});
    EXPECT_EQ(result(0), 1 + 1005 + 1010 + 1008u);
    EXPECT_EQ(reported(), std::vector<std::string>{});
}

TEST_F(DispatchTest, SharedConstantsAreSeenAtTheEndWhereTheyAreEnabled) {
    begin(storing("mov.u32u32 r2.x, r0.x\nmov.u32u32 r4.x, -8\nmova a0.x, r4.x\nmov.u32u32 r1.x, c505.y"), {1, 1, 1});
    // Single words, from the sixth on (Mesa: tu6_emit_shared_consts()).
    load(5 | kUniformType | kShared | units(2), {77, 78});
    stream_.registers("HLSQ_SHARED_CONSTS"_reg.word(), {1});
    dispatch({1, 1, 1});
    EXPECT_EQ(result(0), 77u);
    // Dispatches that nothing keeps apart store in any order.
    stream_.command(Opcode::WaitForIdle);
    stream_.registers("HLSQ_SHARED_CONSTS"_reg.word(), {0});
    dispatch({1, 1, 1});
    EXPECT_EQ(result(0), 0u);
}

TEST_F(DispatchTest, UniformBuffersEndWhereTheirDescriptorsSay) {
    constexpr uint64_t kSource = kDataAddress + 0x8000;
    for (uint32_t i = 0; i < 64; ++i) set(kSource + i * 4, 1000 + i);
    begin(storing("mov.u32u32 r2.x, r0.x\nldc.offset1.1.imm r1.x, r0.x, 2"), {6, 1, 1});
    load(2 | kUniformType | kComputeProgram | units(1), {low(kSource), high(kSource) | 4 << 17});
    dispatch({1, 1, 1});
    for (uint32_t i = 0; i < 6; ++i) EXPECT_EQ(result(i), i < 4 ? 1000 + i * 4 + 1 : 0) << i;
}

/// A storage buffer of words (Mesa: vulkan/tu_descriptor_set.cc, write_buffer_descriptor_addr()).
std::array<uint32_t, 16> wordBuffer(uint64_t address, uint32_t elements) {
    return {0x4bu << 22,         elements,     1u << 4 | static_cast<uint32_t>(address % 64 / 4) << 16 | 4u << 29, 0,
            low(address) & ~63u, high(address)};
}

TEST_F(DispatchTest, BuffersByNumberBaseOrBindlessBaseHaveBounds) {
    constexpr uint64_t kBuffer = kDataAddress + 0x8004;
    constexpr uint64_t kTable = kDataAddress + 0x9000;
    for (uint32_t i = 0; i < 8; ++i) set(kBuffer + i * 4, 50 + i);
    const std::array<uint32_t, 16> words = wordBuffer(kBuffer, 5);
    ASSERT_TRUE(memory_.write(kTable + 64, std::as_bytes(std::span(words))));
    const auto program = [](std::string_view how) {
        return storing(
            fmt::format("mov.u32u32 r2.x, r0.x\nadd.u r4.x, r0.x, 100\n"
                        "ldib.b.untyped.1d.u32.1.imm{} r1.x, r0.x, 1\n(sy)mov.u32u32 r1.x, r1.x\n"
                        "stib.b.untyped.1d.u32.1.imm{} r4.x, r0.x, 1",
                        how, how));
    };
    const auto expect = [&](const char* what) {
        for (uint32_t i = 0; i < 8; ++i) {
            EXPECT_EQ(result(i), i < 5 ? 50 + i : 0) << what << " " << i;
            EXPECT_EQ(at(kBuffer + i * 4), i < 5 ? 100 + i : 50 + i) << what << " " << i;
            set(kBuffer + i * 4, 50 + i);
            set(kDataAddress + i * 4, 0xbad);
        }
        EXPECT_EQ(reported(), std::vector<std::string>{}) << what;
        stream_ = {};
    };
    begin(program(""), {8, 1, 1});
    stream_.word(commandHeader(Opcode::LoadStateFragment, 3 + 16));
    for (const uint32_t word : {1 | kImageType | kComputeProgram | units(1), 0u, 0u}) stream_.word(word);
    for (const uint32_t word : words) stream_.word(word);
    dispatch({1, 1, 1});
    expect("loaded from the packet");

    begin(program(""), {8, 1, 1});
    stream_.registers("HLSQ_INVALIDATE_CMD"_reg.word(), {1 << 6});
    stream_.registers("SP_CS_IBO"_reg.word(), {low(kTable), high(kTable)});
    dispatch({1, 1, 1});
    expect("dropped, and fetched from the base");

    begin(program(".base3"), {8, 1, 1});
    stream_.registers("SP_CS_BINDLESS_BASE[].DESCRIPTOR"_reg.word(3), {low(kTable) | 3, high(kTable)});
    dispatch({1, 1, 1});
    expect("bindless");
}

TEST_F(DispatchTest, AMissingDescriptorIsAFinding) {
    begin("ldib.b.untyped.1d.u32.1.imm r1.x, r0.x, 1\nend", {1, 1, 1});
    dispatch({1, 1, 1});
    EXPECT_EQ(reported(), std::vector<std::string>{"shader-descriptor-missing"});
}

TEST_F(DispatchTest, AtomicOperationsOfAllGroupsAddUp) {
    begin(
        "mov.u32u32 r3.x, c0.x\nmov.u32u32 r3.y, c0.y\nmov.u32u32 r4.x, 3\n"
        "atomic.g.add.untyped.1d.u32.1.g r5.x, r3.x, r4.x\nend",
        {96, 1, 1});
    dispatch({50, 1, 1});
    EXPECT_EQ(result(0), 96 * 50 * 3u);
}

TEST_F(DispatchTest, UnmappedMemoryNamesTheBlockAndTheAddress) {
    begin(storing("mov.u32u32 r2.x, 0\nmov.u32u32 r1.x, 1"), {1, 1, 1});
    constants(0, {low(kNowhereAddress), high(kNowhereAddress), 0, 0});
    dispatch({1, 1, 1});
    ASSERT_EQ(reported(), std::vector<std::string>{"gpu-memory-not-mapped"});
    EXPECT_EQ(findings_.all()[0].detail, "SP load or store: 0x180000000, 4 bytes");
    EXPECT_TRUE(findings_.all()[0].place.starts_with("CP_EXEC_CS at 0x1000000")) << findings_.all()[0].place;
    EXPECT_FALSE(context_.processor.hung());
}

TEST_F(DispatchTest, OnChipMemoryIsSeenAtItsBase) {
    begin(storing("mov.u32u32 r2.x, 0\nmov.u32u32 r1.x, 9"), {1, 1, 1});
    constants(0, {0x100040, 0, 0, 0});
    dispatch({1, 1, 1});
    EXPECT_EQ(memory_.load<uint32_t>(func::Address(func::MemoryKind::OnChip, 0x40)), 9u);
    EXPECT_EQ(reported(), std::vector<std::string>{});
}

class PrivateMemoryTest : public DispatchTest, public testing::WithParamInterface<bool> {};

TEST_P(PrivateMemoryTest, FibersHaveTheirOwn) {
    begin(storing("mov.u32u32 r4.x, r48.x\nshl.b r2.x, r4.x, 7\nadd.u r2.x, r2.x, r0.x\nmov.u32u32 r4.y, 1020\n"
                  "stp.u32 p[r4.y], r2.x, 1\n(sy)(ss)bar.l\nldp.u32 r1.x, p[r4.y], 1"),
          {128, 1, 1});
    const bool perWave = GetParam();
    constexpr uint64_t kPrivate = kDataAddress + 0x10000;
    // Two units of 512 bytes a fiber, for all fibers of a processor: fibers of one wave lie among those of others.
    constexpr uint32_t kPages = 16 * 128 * 1024 / 4096;
    stream_.registers("SP_CS_PVT_MEM_PARAM"_reg.word(),
                      {2, low(kPrivate), high(kPrivate), (perWave ? 1u << 31 : 0) | kPages});
    comparesMemory_ = false;
    dispatch({8, 1, 1});
    for (uint32_t i = 0; i < 8 * 128; ++i) {
        EXPECT_EQ(result(i), i) << i;
        EXPECT_EQ(timed_.at(kDataAddress + uint64_t{i} * 4), i) << i;
    }
    EXPECT_EQ(reported(), std::vector<std::string>{});
    // Fiber 1's last word of the first wave (Mesa: a6xx.xml, PERWAVEMEMLAYOUT): words side by side, or its own 1024
    // bytes. A group that ran there left it.
    const uint64_t place = kPrivate + (perWave ? (255 * 128 + 1) * 4 : 1024 + 1020);
    EXPECT_TRUE(at(place) % 128 == 1 || at(place + kPages * 4096) % 128 == 1);
}

INSTANTIATE_TEST_SUITE_P(Layouts, PrivateMemoryTest, testing::Bool(),
                         [](const auto& layout) { return layout.param ? "perWave" : "perFiber"; });

TEST_F(DispatchTest, PrivateMemoryEndsWhereTheStageSays) {
    begin("mov.u32u32 r4.x, 512\nstp.u32 p[r4.x], r0.x, 1\nend", {1, 1, 1});
    stream_.registers("SP_CS_PVT_MEM_PARAM"_reg.word(), {1, low(kDataAddress), high(kDataAddress), 32});
    dispatch({1, 1, 1});
    EXPECT_EQ(reported(), std::vector<std::string>{"shader-private-memory-exceeded"});
}

TEST_F(DispatchTest, APartOfAProgramThatIsMissingLeavesTheDispatchOut) {
    begin(storing("mov.u32u32 r2.x, 0\nmov.u32u32 r1.x, 1"), {1, 1, 1});
    stream_.registers("SP_CS_OBJ_START"_reg.word(), {low(kNowhereAddress), high(kNowhereAddress)});
    dispatch({1, 1, 1});
    EXPECT_EQ(reported(), (std::vector<std::string>{"gpu-memory-not-mapped", "shader-without-program"}));
    EXPECT_EQ(result(0), 0u);
}

TEST_F(DispatchTest, AGroupHasAMostSize) {
    begin(storing("mov.u32u32 r2.x, 0\nmov.u32u32 r1.x, 1"), {1024, 3, 1});
    dispatch({1, 1, 1});
    EXPECT_EQ(reported(), std::vector<std::string>{"dispatch-group-too-large"});
}

TEST_F(DispatchTest, AProgramThatLeavesItsWordsHangsTheChip) {
    // In time the processor executes the write after the dispatch before that hangs, as a chip's does.
    comparesMemory_ = false;
    begin("mov.u32u32 r1.x, 1\njump #far\nnop\nfar:\nnop", {1, 1, 1});
    stream_.command(Opcode::MemoryWrite, {low(kDataAddress), high(kDataAddress), 5});
    // All words after it are NOPs, up to the end of the sixteen.
    stream_.command(Opcode::ExecuteCompute, {0, 1, 1, 1});
    stream_.command(Opcode::MemoryWrite, {low(kDataAddress), high(kDataAddress), 6});
    run(stream_);
    EXPECT_EQ(reported(), std::vector<std::string>{"shader-left-program"});
    EXPECT_TRUE(context_.processor.hung());
    EXPECT_EQ(result(0), 5u) << "what comes after it is dropped";
}

// Nothing that a program reads by a number beyond its buffer is outside of it, whatever the number.
TEST_F(DispatchTest, NumbersOfElementsDoNotWrapAround) {
    constexpr uint64_t kBuffer = kDataAddress + 0x8000;
    set(kBuffer - 4, 0x5ec3e7);
    begin(storing("mov.u32u32 r2.x, r0.x\nmov.u32u32 r4.x, -1\nldib.b.untyped.1d.u32.1.imm r1.x, r4.x, 0\n"
                  "ldc.offset0.1.imm r4.y, r4.x, 0\n(sy)add.u r1.x, r1.x, r4.y"),
          {1, 1, 1});
    load(kUniformType | kComputeProgram | units(1), {low(kBuffer), high(kBuffer) | 4 << 17});
    stream_.word(commandHeader(Opcode::LoadStateFragment, 3 + 16));
    for (const uint32_t word : {kImageType | kComputeProgram | units(1), 0u, 0u}) stream_.word(word);
    for (const uint32_t word : wordBuffer(kBuffer, 5)) stream_.word(word);
    dispatch({1, 1, 1});
    EXPECT_EQ(result(0), 0u);
    EXPECT_EQ(reported(), std::vector<std::string>{});
}

TEST_F(DispatchTest, CountsOfWorkgroupsSaturate) {
    EXPECT_EQ((Grid{.groups = {3, 4, 5}}.count()), 60u);
    EXPECT_EQ((Grid{.groups = {~0u, ~0u, 0}}.count()), 0u);
    EXPECT_EQ((Grid{.groups = {1u << 31, 1u << 31, 16}}.count()), ~uint64_t{0});
}

TEST_F(DispatchTest, ProgramsAreFoundAgainByTheirWords) {
    const GpuMemory memory(memory_, {}, context_.reporter);
    ProgramCache programs;
    putProgram("mov.u32u32 r1.x, 1\nend");
    putProgram("mov.u32u32 r1.x, 1\nend", kProgramAddress + 0x1000);
    const auto first = programs.find(memory, kProgramAddress, 16);
    EXPECT_EQ(first, programs.find(memory, kProgramAddress + 0x1000, 16)) << "wherever they are";
    putProgram("mov.u32u32 r1.x, 2\nend");
    EXPECT_NE(first, programs.find(memory, kProgramAddress, 16)) << "whatever was there before";
}

}  // namespace
}  // namespace cyclorama::adreno::test
