// SPDX-License-Identifier: MIT
// Files of command streams: what they have is executed, and what is recorded into them is read back.

#include "families/adreno/capture/rd_replay.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <vector>

#include "adreno/stream_builder.h"
#include "device/execution/simulated_executor.h"
#include "families/adreno/capture/rd_recorder.h"
#include "family/capture/replay_memory.h"

namespace cyclorama::adreno {
namespace {

/// Keeps what is mapped.
class MappingContext final : public device::JobContext {
  public:
    void map(uint64_t address, int memory, uint64_t bytes) override {
        mappings.push_back({address, bytes});
        views.push_back(std::make_unique<device::MappedView>(memory, bytes));
    }
    void unmap(uint64_t, uint64_t) override {}
    device::JobResult execute(const device::GpuJob&) override { return device::JobResult::Done; }

    std::byte at(uint64_t address) const {
        for (size_t i = 0; i < mappings.size(); ++i)
            if (address - mappings[i].first < mappings[i].second) return views[i]->bytes()[address - mappings[i].first];
        return std::byte{0xff};
    }

    std::vector<std::pair<uint64_t, uint64_t>> mappings;
    std::vector<std::unique_ptr<device::MappedView>> views;
};

TEST(ReplayMemory, MapsThePagesOfBuffersOnce) {
    MappingContext context;
    family::ReplayMemory memory(context);
    const std::vector<std::byte> ones(100, std::byte{1});
    const std::vector<std::byte> twos(10000, std::byte{2});
    EXPECT_TRUE(memory.write(0x100000ff0, ones));
    EXPECT_TRUE(memory.write(0x100005010, ones));
    EXPECT_TRUE(memory.write(0x100001f00, twos)) << "from one to the other, and between";
    ASSERT_EQ(context.mappings.size(), 3u);
    EXPECT_EQ(context.mappings[0], (std::pair<uint64_t, uint64_t>{0x100000000, 0x2000}));
    EXPECT_EQ(context.mappings[1], (std::pair<uint64_t, uint64_t>{0x100005000, 0x1000}));
    EXPECT_EQ(context.mappings[2], (std::pair<uint64_t, uint64_t>{0x100002000, 0x3000}));
    EXPECT_EQ(context.at(0x100000ff0), std::byte{1});
    EXPECT_EQ(context.at(0x100001000), std::byte{1});
    EXPECT_EQ(context.at(0x100001eff), std::byte{0});
    EXPECT_EQ(context.at(0x100001f00), std::byte{2});
    EXPECT_EQ(context.at(0x100001f00 + 9999), std::byte{2});
    EXPECT_EQ(context.at(0x100005010), std::byte{1});
}

TEST(ReplayMemory, RefusesWhatNoChipHas) {
    MappingContext context;
    family::ReplayMemory memory(context);
    const std::vector<std::byte> bytes(16);
    EXPECT_FALSE(memory.write(uint64_t{1} << 63, bytes));
    EXPECT_FALSE(memory.write(~uint64_t{0} - 7, bytes));
    EXPECT_TRUE(context.mappings.empty());
    EXPECT_TRUE(memory.write((uint64_t{1} << 36) - 8, bytes)) << "in two windows";
    EXPECT_EQ(context.mappings.size(), 2u);
}

TEST(RdWriter, WritesWhatItsReaderReads) {
    workload::MemoryOutput output;
    RdWriter writer(output, {.name = "a660", .chipId = 0x06060001});
    const std::array<std::byte, 5> content{std::byte{1}, std::byte{2}};
    writer.buffer(0x1'2345'6000, content);
    writer.stream(0x1'2345'6004, 7);
    RdReader chipReader(output.bytes, "file");
    EXPECT_EQ(chipIdOf(chipReader), 0x06060001u);
    RdReader reader(output.bytes, "file");
    std::vector<RdSection> sections;
    while (auto section = reader.next()) sections.push_back(std::move(*section));
    ASSERT_EQ(sections.size(), 5u);
    EXPECT_EQ(sections[2].kind, RdKind::BufferPlace);
    EXPECT_EQ(reader.place(sections[2]).address, 0x1'2345'6000u);
    EXPECT_EQ(sections[3].content.size(), 5u);
    EXPECT_EQ(sections[4].kind, RdKind::StreamPlace);
    EXPECT_EQ(reader.place(sections[4]).size, 7u);
}

TEST(RdReplay, TellsTheChipByEitherNumber) {
    RdBuilder old;
    old.section(RdKind::GpuId, {630});
    RdReader reader(old.bytes, "file");
    EXPECT_EQ(chipIdOf(reader), 0x06030000u);
    RdBuilder none;
    none.text(RdKind::Command, "program");
    RdReader other(none.bytes, "file");
    EXPECT_EQ(chipIdOf(other), std::nullopt);
}

}  // namespace
}  // namespace cyclorama::adreno
