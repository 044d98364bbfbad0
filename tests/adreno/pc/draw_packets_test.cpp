// SPDX-License-Identifier: MIT
// Draw packets: what they draw, what leaves draws out, and when groups of draw state run.

#include <gtest/gtest.h>

#include "adreno/pc/draw_fixture.h"
#include "families/adreno/cp/findings.h"
#include "families/adreno/registers/registers.h"

namespace cyclorama::adreno::test {
namespace {

constexpr uint32_t kBlendRed = "RB_BLEND_RED_F32"_reg.word();
constexpr uint32_t kCounted = 4 | 2 << 6;            // triangles, numbered by themselves
constexpr uint32_t kIndexed = 4 | 0 << 6 | 1 << 10;  // triangles, indices of 16 bits
constexpr uint32_t kAllPasses = 7u << 20;

class DrawPacketsTest : public DrawTest {
  protected:
    void noteDraw(const DrawOperands&) override {
        const RegisterValues& registers = context_.registers();
        values_.push_back(registers.read(kBlendRed));
        offsets_.push_back(
            {registers.read("VFD_INDEX_OFFSET"_reg.word()), registers.read("VFD_INSTANCE_START_OFFSET"_reg.word())});
        const auto& constants = *context_.blocks.state().loaded.of(ShaderStage::Vertex).constants;
        parameters_.push_back({constants[8], constants[9], constants[10], constants[11]});
    }
    /// A group that writes a value into the register, at a place of its own.
    CommandStream& setGroup(CommandStream& stream, uint32_t id, uint32_t value, uint32_t flags = kAllPasses) {
        const uint64_t address = kGroup + groups_++ * uint64_t{64};
        put(address, CommandStream().registers(kBlendRed, {value}).words());
        return stream.command(Opcode::SetDrawState, {2 | flags | id << 24, low(address), high(address)});
    }
    static CommandStream& draw(CommandStream& stream, uint32_t instances = 1) {
        return stream.command(Opcode::DrawIndexedOffset, {kCounted, instances, 3});
    }

    std::vector<uint32_t> values_;
    std::vector<std::array<uint32_t, 2>> offsets_;
    std::vector<std::array<uint32_t, 4>> parameters_;
    uint64_t groups_ = 0;
};

TEST_F(DrawPacketsTest, DirectDrawsHaveTheirWords) {
    CommandStream stream;
    stream.command(Opcode::DrawIndexedOffset, {kCounted, 2, 6});
    stream.command(Opcode::SetSubdrawSize, {12});
    stream.command(Opcode::DrawIndexedOffset, {kIndexed, 1, 9, 5, low(kData), high(kData), 100});
    run(stream);
    ASSERT_EQ(draws_.size(), 2u);
    EXPECT_EQ(draws_[0].instances, 2u);
    EXPECT_EQ(draws_[0].count, 6u);
    EXPECT_EQ(draws_[0].subdrawIndices, 0u);
    EXPECT_EQ(draws_[1].firstIndex, 5u);
    EXPECT_EQ(draws_[1].indexAddress, kData);
    EXPECT_EQ(draws_[1].mostIndices, 100u);
    EXPECT_EQ(draws_[1].initiator.indexBytes(), 2u);
    EXPECT_EQ(draws_[1].subdrawIndices, 12u);
}

TEST_F(DrawPacketsTest, IndicesNeedTheirWords) {
    CommandStream stream;
    stream.command(Opcode::DrawIndexedOffset, {kIndexed, 1, 3});
    stream.command(Opcode::DrawIndexedOffset, {4 | 1 << 6, 1, 3});
    run(stream);
    EXPECT_TRUE(draws_.empty());
    EXPECT_EQ(reported(), std::vector<std::string>{"draw-malformed"});
}

TEST_F(DrawPacketsTest, GroupsRunAtTheNextDrawOnce) {
    CommandStream stream;
    setGroup(stream, 3, 7);
    stream.registers(kBlendRed, {1});
    draw(stream);
    stream.registers(kBlendRed, {2});
    draw(stream);
    run(stream);
    EXPECT_EQ(values_, (std::vector<uint32_t>{7, 2}));
}

TEST_F(DrawPacketsTest, GroupsRunInTheOrderOfTheirNumbers) {
    CommandStream stream;
    setGroup(stream, 9, 9);
    setGroup(stream, 4, 4);
    draw(stream);
    setGroup(stream, 4, 5);
    draw(stream);
    run(stream);
    EXPECT_EQ(values_, (std::vector<uint32_t>{9, 5})) << "only those that were set again";
}

TEST_F(DrawPacketsTest, GroupsHaveTheirContentAtTheDraw) {
    CommandStream stream;
    setGroup(stream, 0, 1);
    stream.command(Opcode::MemoryWrite, {low(kGroup + 4), high(kGroup), 42});
    draw(stream);
    run(stream);
    EXPECT_EQ(values_, std::vector<uint32_t>{42});
}

TEST_F(DrawPacketsTest, DrawsOfNoInstancesRunNoGroups) {
    CommandStream stream;
    stream.registers(kBlendRed, {1});
    setGroup(stream, 0, 2);
    draw(stream, 0);
    stream.command(Opcode::RegisterToMemory, {kBlendRed, low(kData), high(kData)});
    draw(stream);
    run(stream);
    EXPECT_EQ(at(kData), 1u);
    EXPECT_EQ(values_, std::vector<uint32_t>{2}) << "the one draw";
}

TEST_F(DrawPacketsTest, GroupsRunInTheirPasses) {
    CommandStream stream;
    stream.command(Opcode::SetMarker, {1});
    setGroup(stream, 0, 1, 1u << 20);
    setGroup(stream, 1, 2, 1u << 22);
    setGroup(stream, 2, 3, 1u << 21);
    draw(stream);
    stream.command(Opcode::SetMarker, {4});
    draw(stream);
    run(stream);
    EXPECT_EQ(values_, (std::vector<uint32_t>{2, 3}));
}

TEST_F(DrawPacketsTest, DisabledGroupsDoNotRun) {
    CommandStream stream;
    stream.registers(kBlendRed, {5});
    setGroup(stream, 0, 1);
    stream.command(Opcode::SetDrawState, {1u << 17 | kAllPasses, 0, 0});
    draw(stream);
    setGroup(stream, 0, 1);
    stream.command(Opcode::SetDrawState, {1u << 18, 0, 0});
    draw(stream);
    run(stream);
    EXPECT_EQ(values_, (std::vector<uint32_t>{5, 5}));
}

TEST_F(DrawPacketsTest, SomeGroupsRunAtOnce) {
    CommandStream stream;
    setGroup(stream, 0, 1, kAllPasses | 1u << 19);
    stream.command(Opcode::RegisterToMemory, {kBlendRed, low(kData), high(kData)});
    stream.command(Opcode::SetMode, {1});
    setGroup(stream, 0, 2);
    stream.command(Opcode::RegisterToMemory, {kBlendRed, low(kData + 4), high(kData)});
    stream.command(Opcode::SetMode, {0});
    setGroup(stream, 0, 3);
    stream.command(Opcode::RegisterToMemory, {kBlendRed, low(kData + 8), high(kData)});
    run(stream);
    EXPECT_EQ(at(kData), 1u);
    EXPECT_EQ(at(kData + 4), 2u);
    EXPECT_EQ(at(kData + 8), 2u) << "waits for a draw";
}

TEST_F(DrawPacketsTest, GroupsRunAtOnceInTheirOrder) {
    const auto words = [this](uint32_t place, uint32_t value) {
        const uint64_t address = kGroup + place;
        put(address, CommandStream().registers(kBlendRed, {value}).words());
        return low(address);
    };
    const uint32_t flags = 2 | kAllPasses | 1u << 19;
    CommandStream stream;
    stream.command(Opcode::SetDrawState, {flags, words(0, 1), high(kGroup), flags | 1u << 24, words(64, 2), 1});
    stream.command(Opcode::RegisterToMemory, {kBlendRed, low(kData), high(kData)});
    run(stream);
    EXPECT_EQ(at(kData), 2u);
}

TEST_F(DrawPacketsTest, GroupsHoldNoDraws) {
    for (const Opcode opcode : {Opcode::DrawIndexedOffset, Opcode::SetDrawState}) {
        findings_ = {};
        put(kGroup, CommandStream().command(opcode, {kCounted, 1, 3}).words());
        CommandStream stream;
        stream.command(Opcode::SetDrawState, {4 | kAllPasses, low(kGroup), high(kGroup)});
        draw(stream);
        run(stream);
        EXPECT_TRUE(context_.processor.hung());
        EXPECT_EQ(reported(), std::vector<std::string>{"pm4-not-in-draw-state"});
        EXPECT_TRUE(draws_.empty());
    }
}

TEST_F(DrawPacketsTest, PredicatesLeaveDrawsOut) {
    const auto set = [](CommandStream& stream, bool passesZero) {
        stream.command(Opcode::DrawPredicateSet, {5u << 4 | static_cast<uint32_t>(passesZero) << 8, low(kData), 1});
    };
    CommandStream stream;
    set(stream, false);
    draw(stream);  // not enabled
    stream.command(Opcode::DrawPredicateEnableGlobal, {1});
    draw(stream, 2);  // enabling lets pass
    set(stream, false);
    draw(stream, 3);  // left out
    stream.command(Opcode::DrawPredicateEnableLocal, {0});
    draw(stream, 4);
    stream.command(Opcode::DrawPredicateEnableLocal, {1});
    draw(stream, 5);  // left out
    set(stream, true);
    draw(stream, 6);
    // 64 bits.
    stream.command(Opcode::MemoryWrite, {low(kData + 4), high(kData), 1});
    set(stream, true);
    draw(stream, 7);  // left out
    stream.command(Opcode::DrawPredicateEnableGlobal, {0});
    draw(stream, 8);
    run(stream);
    std::vector<uint32_t> instances;
    for (const DrawOperands& operands : draws_) instances.push_back(operands.instances);
    EXPECT_EQ(instances, (std::vector<uint32_t>{1, 2, 4, 6, 8}));
}

TEST_F(DrawPacketsTest, IndirectDrawsComeFromMemory) {
    put<uint32_t>(kData, {3, 1, 10, 20, 6, 0, 11, 21, 9, 2, 12, 22});
    CommandStream stream;
    setGroup(stream, 0, 77);
    stream.command(Opcode::DrawIndirectMulti, {kCounted, 2 | 2 << 8, 3, low(kData), high(kData), 16});
    stream.command(Opcode::DrawIndirect, {kCounted, low(kData + 32), high(kData)});
    run(stream);
    ASSERT_EQ(draws_.size(), 3u) << "without the one of no instances";
    EXPECT_EQ(draws_[0].count, 3u);
    EXPECT_EQ(draws_[1].count, 9u);
    EXPECT_EQ(draws_[1].instances, 2u);
    EXPECT_EQ(values_, (std::vector<uint32_t>{77, 77, 77}));
    EXPECT_EQ(offsets_, (std::vector<std::array<uint32_t, 2>>{{10, 20}, {12, 22}, {12, 22}}));
    EXPECT_EQ(parameters_[0], (std::array<uint32_t, 4>{0, 10, 20, 0}));
    EXPECT_EQ(parameters_[1], (std::array<uint32_t, 4>{2, 12, 22, 0}));
}

TEST_F(DrawPacketsTest, IndexedIndirectDraws) {
    put<uint32_t>(kData, {3, 1, 10, 20, 30});
    CommandStream stream;
    stream.command(Opcode::DrawIndirectMulti,
                   {kIndexed, 4, 1, low(kData), high(kData), 50, low(kData), high(kData), 20});
    stream.command(Opcode::DrawIndexedIndirect, {kIndexed, low(kData), high(kData), 60, low(kData), high(kData)});
    run(stream);
    ASSERT_EQ(draws_.size(), 2u);
    EXPECT_EQ(draws_[0].firstIndex, 10u);
    EXPECT_EQ(draws_[0].mostIndices, 50u);
    EXPECT_EQ(draws_[1].mostIndices, 60u);
    EXPECT_EQ(offsets_[0], (std::array<uint32_t, 2>{20, 30}));
}

TEST_F(DrawPacketsTest, CountsInMemoryLessenThoseOfThePacket) {
    put<uint32_t>(kData, {3, 1, 0, 0, 6, 1, 0, 0, 9, 1, 0, 0});
    for (const auto& [packet, memory, drawn] : std::initializer_list<std::array<uint32_t, 3>>{{3, 2, 2}, {1, 2, 1}}) {
        draws_.clear();
        put<uint32_t>(kData + 0x100, {memory});
        CommandStream stream;
        stream.command(Opcode::DrawIndirectMulti,
                       {kCounted, 6, packet, low(kData), high(kData), low(kData + 0x100), high(kData), 16});
        run(stream);
        EXPECT_EQ(draws_.size(), drawn);
    }
    draws_.clear();
    put<uint32_t>(kData + 0x200, {3, 1, 7, 0, 0});
    CommandStream indexed;
    indexed.command(Opcode::DrawIndirectMulti, {kIndexed, 7, 4, low(kData), high(kData), 50, low(kData + 0x200),
                                                high(kData), low(kData + 0x204), high(kData), 20});
    run(indexed);
    ASSERT_EQ(draws_.size(), 1u);
    EXPECT_EQ(draws_[0].firstIndex, 7u);
}

TEST_F(DrawPacketsTest, MalformedIndirectDraws) {
    CommandStream stream;
    stream.command(Opcode::DrawIndirectMulti, {kCounted, 3, 1, low(kData), high(kData), 16});
    stream.command(Opcode::DrawIndirectMulti, {kCounted, 6, 1, low(kData), high(kData), 16});
    stream.command(Opcode::DrawIndirectMulti, {kCounted, 2, 1, low(kNowhere), high(kNowhere), 16});
    run(stream);
    EXPECT_TRUE(draws_.empty());
    EXPECT_EQ(reported(),
              (std::vector<std::string>{"draw-malformed", "pm4-packet-too-short", "pm4-memory-not-mapped"}));
}

TEST_F(DrawPacketsTest, CountsComeFromStreamout) {
    put<uint32_t>(kData, {100});
    const uint32_t initiator = 4 | 3 << 6;
    CommandStream stream;
    stream.command(Opcode::DrawAuto, {initiator, 1, low(kData), high(kData), 4, 16});
    stream.command(Opcode::DrawAuto, {initiator, 1, low(kData), high(kData), 200, 16});
    stream.command(Opcode::DrawAuto, {initiator, 1, low(kData), high(kData), 4, 0});
    run(stream);
    ASSERT_EQ(draws_.size(), 2u);
    EXPECT_EQ(draws_[0].count, 6u);
    EXPECT_EQ(draws_[1].count, 0u);
    EXPECT_EQ(reported().back(), "draw-malformed");
}

}  // namespace
}  // namespace cyclorama::adreno::test
