// SPDX-License-Identifier: MIT
// Sets of packets, each made of no more than its packets read and change.

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "families/adreno/cp/draw_packets.h"
#include "families/adreno/cp/draw_state_packets.h"
#include "families/adreno/cp/findings.h"
#include "families/adreno/cp/flow_packets.h"
#include "families/adreno/cp/register_packets.h"
#include "families/adreno/cp/work_packets.h"

namespace cyclorama::adreno::test {
namespace {

constexpr uint32_t kRegister = "RB_BLEND_RED_F32"_reg.word();

/// Operations that were asked for, as text; what it makes of each is a marker.
class AskedOperations final : public OperationMaker {
  public:
    gpu::Operation draw(std::string place, const DrawOperands& operands) override {
        draws.push_back(operands);
        return note("draw", place);
    }
    gpu::Operation dispatch(std::string place, const Extent3& groups) override {
        extents.push_back(groups);
        return note("dispatch", place);
    }
    gpu::Operation dispatchIndirectly(std::string place, uint64_t address, const Extent3& localSize) override {
        extents.push_back(localSize);
        addresses.push_back(address);
        return note("indirect", place);
    }
    gpu::Operation scaleBlit(std::string place) override { return note("scale", place); }
    gpu::Operation blitGmem(std::string place) override { return note("gmem", place); }
    gpu::Operation clearLrz(std::string place) override { return note("lrz", place); }
    void beginBinning(std::string) override {}
    gpu::Operation endBinning(std::string place) override { return note("bins", place); }

    std::vector<std::string> asked;
    std::vector<DrawOperands> draws;
    std::vector<Extent3> extents;
    std::vector<uint64_t> addresses;

  private:
    gpu::Operation note(const std::string& kind, const std::string& place) {
        asked.push_back(kind + ": " + place);
        return gpu::Marker{};
    }
};

class PacketSetTest : public testing::Test {
  protected:
    PacketResult run(Opcode opcode, std::vector<uint32_t> words) {
        const uint32_t header = commandHeader(opcode, static_cast<uint32_t>(words.size()));
        packet_ = {.address = 0x1000, .header = decodeHeader(header), .words = std::move(words)};
        return table_.find(static_cast<uint32_t>(opcode))->run(packet_);
    }
    std::vector<std::string> reported() const {
        std::vector<std::string> identifiers;
        for (const sim::Finding& finding : findings_.all()) identifiers.emplace_back(finding.kind.identifier);
        return identifiers;
    }

    FetchedPacket packet_;
    sim::Findings findings_;
    Reporter chipReporter_{findings_};
    PacketReporter reporter_{packet_, chipReporter_};
    PacketTable table_;
};

using PacketTableTest = PacketSetTest;
TEST_F(PacketTableTest, HasThePacketsOfItsSetsAlone) {
    StreamStack streams;
    table_.add<FlowPackets>(streams, reporter_);
    EXPECT_NE(table_.find(static_cast<uint32_t>(Opcode::IndirectBuffer)), nullptr);
    EXPECT_EQ(table_.find(static_cast<uint32_t>(Opcode::IndirectBuffer))->words, 3u);
    EXPECT_EQ(table_.find(static_cast<uint32_t>(Opcode::MemoryWrite)), nullptr);
    EXPECT_EQ(table_.find(128), nullptr) << "opcodes have seven bits";
}

class RegisterPacketsTest : public PacketSetTest {
  protected:
    RegisterPacketsTest() { table_.add<RegisterPackets>(registers_); }

    ChipState chip_;
    QueryCounters counters_;
    AlwaysOnClock clock_;
    RegisterChecks checks_{Chip{}};
    ProcessorRegisters registers_{chip_, counters_, clock_, checks_, reporter_};
};

TEST_F(RegisterPacketsTest, ReadModifyWriteMasksRotatesAndAdds) {
    chip_.registers.write(kRegister, 0x12345678);
    EXPECT_FALSE(run(Opcode::RegisterReadModifyWrite, {kRegister | 8u << 24 | 1u << 29, 0xffff0000, 0x11}));
    EXPECT_EQ(chip_.registers.read(kRegister), 0x34000023u);
    EXPECT_TRUE(reported().empty());
}

TEST_F(RegisterPacketsTest, ScratchRegistersContinueAtTheFirstAfterTheLast) {
    chip_.registers.write(kRegister, 5);
    chip_.registers.write(kRegister + 1, 6);
    EXPECT_FALSE(run(Opcode::RegisterToScratch, {kRegister | 7u << 20 | 1u << 24}));
    EXPECT_EQ(chip_.registers.read(kFirstScratchRegister + 7), 5u);
    EXPECT_EQ(chip_.registers.read(kFirstScratchRegister), 6u);
}

using FlowPacketsTest = PacketSetTest;
TEST_F(FlowPacketsTest, CallBelowTheLastLevelHangs) {
    StreamStack streams;
    table_.add<FlowPackets>(streams, reporter_);
    for (size_t level = 0; level < StreamStack::kMostLevels; ++level) {
        EXPECT_FALSE(run(Opcode::IndirectBuffer, {0x4000, 1, 8}));
        EXPECT_EQ(streams.depth(), level + 1);
    }
    EXPECT_FALSE(chipReporter_.hung());
    EXPECT_FALSE(run(Opcode::IndirectBuffer, {0x4000, 1, 8}));
    EXPECT_TRUE(chipReporter_.hung());
    EXPECT_EQ(streams.depth(), StreamStack::kMostLevels);
    EXPECT_EQ(reported(), std::vector<std::string>{std::string(findings::kNesting.identifier)});
    EXPECT_EQ(findings_.all().front().place, "CP_INDIRECT_BUFFER at 0x1000");
}

class WorkPacketsTest : public PacketSetTest {
  protected:
    WorkPacketsTest() { table_.add<WorkPackets>(predicate_, registers_, operations_, reporter_); }

    DrawPredicate predicate_;
    const RegisterValues registers_;
    AskedOperations operations_;
};

TEST_F(WorkPacketsTest, DispatchesAreMadeOfTheWordsOfThePacket) {
    EXPECT_TRUE(run(Opcode::ExecuteCompute, {0, 3, 2, 1}));
    EXPECT_TRUE(run(Opcode::ExecuteComputeIndirect, {0, 0x4000, 1, 63u << 2 | 0u << 12 | 3u << 22}));
    const std::vector<std::string> asked{"dispatch: CP_EXEC_CS at 0x1000", "indirect: CP_EXEC_CS_INDIRECT at 0x1000"};
    EXPECT_EQ(operations_.asked, asked);
    EXPECT_EQ(operations_.extents, (std::vector<Extent3>{{3, 2, 1}, {64, 1, 4}}));
    EXPECT_EQ(operations_.addresses, std::vector<uint64_t>{0x1'0000'4000});
}

TEST_F(WorkPacketsTest, PredicateLeavesDispatchesOutButNoBlits) {
    predicate_ = {.global = true, .local = true, .passes = false};
    EXPECT_FALSE(run(Opcode::ExecuteCompute, {0, 3, 2, 1}));
    EXPECT_TRUE(run(Opcode::Blit, {3}));
    EXPECT_EQ(operations_.asked, std::vector<std::string>{"scale: CP_BLIT at 0x1000"});
}

class DrawStatePacketsTest : public PacketSetTest {
  protected:
    DrawStatePacketsTest() { table_.add<DrawStatePackets>(streams_, groups_, reporter_); }

    /// The first word of an entry: a group of two words.
    static uint32_t entry(uint32_t group, PassMask passes, bool immediate) {
        return 2u | (immediate ? 1u << 19 : 0u) | passes << 20 | group << 24;
    }

    StreamStack streams_;
    PassMask pass_ = passes::kGmem;
    DrawStateQueue groups_{pass_};
};

TEST_F(DrawStatePacketsTest, ImmediateGroupsRunInTheirPassAlone) {
    EXPECT_FALSE(run(Opcode::SetDrawState, {entry(1, passes::kBinning, true), 0x4000, 1,  //
                                            entry(2, passes::kGmem, true), 0x5000, 1}));
    groups_.call(streams_);
    EXPECT_EQ(streams_.depth(), 1u);
    EXPECT_TRUE(streams_.inGroup());
    EXPECT_FALSE(groups_.queueWaiting());
}

TEST_F(DrawStatePacketsTest, OtherGroupsWaitForOneDrawOfTheirPass) {
    EXPECT_FALSE(run(Opcode::SetDrawState, {entry(1, passes::kBinning, false), 0x4000, 1}));
    EXPECT_FALSE(groups_.queueWaiting());
    pass_ = passes::kBinning;
    EXPECT_TRUE(groups_.queueWaiting());
    EXPECT_FALSE(groups_.queueWaiting());
    groups_.call(streams_);
    EXPECT_TRUE(streams_.inGroup());
}

TEST_F(DrawStatePacketsTest, GroupThatSetsGroupsHangs) {
    streams_.callGroup(0x1000, 4);
    EXPECT_FALSE(run(Opcode::SetDrawState, {entry(1, passes::kGmem, false), 0x4000, 1}));
    EXPECT_TRUE(chipReporter_.hung());
    EXPECT_EQ(reported(), std::vector<std::string>{std::string(findings::kInGroup.identifier)});
    EXPECT_FALSE(groups_.queueWaiting());
}

class DrawStarterTest : public PacketSetTest {
  protected:
    StreamStack streams_;
    PassMask pass_ = passes::kGmem;
    DrawStateQueue groups_{pass_};
    DrawPredicate predicate_;
    BinVisibility visibility_;
    RepeatedPacket repeated_{streams_};
    AskedOperations operations_;
    DrawStarter starter_{predicate_, visibility_, groups_, repeated_, operations_};
    const FetchedPacket draw_{.address = 0x2000, .header = {}, .words = {7}};
    const DrawOperands operands_{.initiator = {}, .instances = 1, .count = 3};
};

TEST_F(DrawStarterTest, DrawComesAgainAfterItsGroups) {
    groups_.set({.group = {.id = 1, .count = 0, .address = 0x4000, .passes = passes::kGmem}}, false);
    EXPECT_FALSE(starter_.startOnly(draw_, operands_));
    EXPECT_TRUE(operations_.draws.empty());
    groups_.call(streams_);
    EXPECT_EQ(streams_.depth(), 1u);
    FetchedPacket again;
    ASSERT_TRUE(repeated_.resume(again));
    EXPECT_EQ(again.address, 0x2000u);
    EXPECT_EQ(again.words, std::vector<uint32_t>{7});
    starter_.setSubdrawIndices(12);
    EXPECT_TRUE(starter_.startOnly(again, operands_));
    ASSERT_EQ(operations_.draws.size(), 1u);
    EXPECT_EQ(operations_.draws[0].count, 3u);
    EXPECT_EQ(operations_.draws[0].subdrawIndices, 12u);
    EXPECT_FALSE(repeated_.resume(again));
}

TEST_F(DrawStarterTest, DrawThatIsLeftOutRunsNoGroups) {
    groups_.set({.group = {.id = 1, .count = 0, .address = 0x4000, .passes = passes::kGmem}}, false);
    EXPECT_FALSE(starter_.startOnly(draw_, {.initiator = {}, .instances = 0, .count = 3}));
    EXPECT_TRUE(groups_.queueWaiting());
}

TEST_F(DrawStarterTest, RepetitionStartsAtItsDrawOnceAndAtTheFirstAfterwards) {
    repeated_.repeat(draw_, 5);
    FetchedPacket again;
    ASSERT_TRUE(repeated_.resume(again));
    EXPECT_EQ(repeated_.draw(), 5u);
    EXPECT_FALSE(repeated_.resume(again));
    EXPECT_EQ(repeated_.draw(), 0u);
}

}  // namespace
}  // namespace cyclorama::adreno::test
