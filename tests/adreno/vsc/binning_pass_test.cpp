// SPDX-License-Identifier: MIT
// A binning pass: from pixels that primitives touch to the streams of pipes, and back to what a bin draws.

#include "families/adreno/vsc/binning_pass.h"

#include "adreno/a2d/transfer_fixture.h"
#include "families/adreno/vsc/binning_findings.h"

namespace cyclorama::adreno::test {
namespace {

constexpr uint32_t kStreamBytes = 0x1000;

/// Six bins of 64x32 pixels, three in a row: the first pipe has the first two columns, the second the third.
class BinningPassTest : public TransferTest {
  protected:
    BinningPassTest() {
        set("VSC_BIN_SIZE/WIDTH"_field, 64);
        set("VSC_BIN_SIZE/HEIGHT"_field, 32);
        set("VSC_BIN_COUNT/NX"_field, 3);
        set("VSC_BIN_COUNT/NY"_field, 2);
        set("VSC_PIPE_CONFIG[].REG"_reg, 2 << 20 | 2 << 26);
        set(Register{"VSC_PIPE_CONFIG[].REG"_reg.word(1), 0}, 2u | 1 << 20 | 2 << 26);
        place("VSC_DRAW_STRM_ADDRESS"_reg, "VSC_DRAW_STRM_PITCH"_reg, "VSC_DRAW_STRM_LIMIT"_reg, kTarget);
        place("VSC_PRIM_STRM_ADDRESS"_reg, "VSC_PRIM_STRM_PITCH"_reg, "VSC_PRIM_STRM_LIMIT"_reg, kTarget + 0x10000);
        setAddress("VSC_DRAW_STRM_SIZE_ADDRESS"_reg, kTarget + 0x20000);
        pass_.begin(registers_);
    }
    void place(Register address, Register pitch, Register limit, uint64_t start) {
        setAddress(address, start);
        set(pitch, kStreamBytes);
        set(limit, kStreamBytes - 64);
    }
    void end() { pass_.end(registers_, gpuMemory(), reporter_, nullptr, registers_); }
    uint32_t state(uint32_t pipe) const { return registers_.read("VSC_STATE[].REG"_reg.word(pipe)); }
    std::vector<uint32_t> words(uint64_t address, uint32_t bytes) const {
        std::vector<uint32_t> words(bytes / 4);
        for (size_t i = 0; i < words.size(); ++i) words[i] = at<uint32_t>(address + 4 * i);
        return words;
    }
    PipeDecoder bin(uint32_t pipe, uint32_t bins, uint32_t number) const {
        return {
            words(kTarget + pipe * kStreamBytes, at<uint32_t>(kTarget + 0x20000 + 4 * pipe)),
            words(kTarget + 0x10000 + pipe * kStreamBytes, registers_.read("VSC_PRIM_STRM_SIZE[].REG"_reg.word(pipe))),
            bins, number};
    }

    BinningPass pass_;
};

TEST_F(BinningPassTest, BinsReadWhatReachesThem) {
    pass_.beginDraw(true);
    pass_.add(0, {.minX = 10, .minY = 10, .maxX = 20, .maxY = 20});
    pass_.add(2, {.minX = 60, .minY = 30, .maxX = 65, .maxY = 33});  // four bins
    pass_.endDraw(3);
    pass_.beginDraw(false);
    pass_.add(0, {.minX = 130, .minY = 0, .maxX = 1000, .maxY = 5});
    pass_.endDraw(1);
    pass_.beginDraw(true);
    pass_.endDraw(5);
    end();
    EXPECT_FALSE(pass_.active());
    EXPECT_EQ(state(0), 0xfu);
    EXPECT_EQ(state(1), 0x1u);
    PipeDecoder first = bin(0, 4, 0);
    EXPECT_EQ(first.next().runs, (std::vector<PrimitiveRun>{{0, 1}, {2, 1}}));
    EXPECT_EQ(first.next().kind, DrawVisibility::Kind::Nothing);
    EXPECT_EQ(first.next().kind, DrawVisibility::Kind::Nothing);
    PipeDecoder second = bin(0, 4, 1);
    EXPECT_EQ(second.next().runs, (std::vector<PrimitiveRun>{{2, 1}}));
    PipeDecoder third = bin(1, 2, 0);
    EXPECT_EQ(third.next().kind, DrawVisibility::Kind::Nothing);
    EXPECT_EQ(third.next().kind, DrawVisibility::Kind::Whole);
    EXPECT_TRUE(reported().empty());
}

TEST_F(BinningPassTest, StreamsThatAreNotMappedAreReported) {
    setAddress("VSC_DRAW_STRM_ADDRESS"_reg, 0x1'4000'0000);
    pass_.beginDraw(false);
    pass_.add(0, {.minX = 0, .minY = 0, .maxX = 1, .maxY = 1});
    pass_.endDraw(1);
    end();
    ASSERT_EQ(reported(), std::vector<std::string>{"gpu-memory-not-mapped"});
    EXPECT_TRUE(findings_.all()[0].detail.starts_with("VSC visibility streams: 0x140000000, "));
}

TEST_F(BinningPassTest, StreamsEndAtTheirLimit) {
    for (uint32_t draw = 0; draw < 300; ++draw) {
        pass_.beginDraw(true);
        for (uint32_t i = 0; i < 100; ++i) {
            const auto x = static_cast<int32_t>(i % 2 * 64);
            pass_.add(i, {.minX = x, .minY = 0, .maxX = x + 1, .maxY = 1});
        }
        pass_.endDraw(100);
    }
    end();
    const uint32_t bytes = registers_.read("VSC_PRIM_STRM_SIZE[].REG"_reg.word());
    EXPECT_GE(bytes, kStreamBytes - 64) << "drivers see that it is too long";
    EXPECT_EQ(at<uint32_t>(kTarget + 0x10000 + kStreamBytes - 64), 0u) << "nothing behind the limit";
    EXPECT_EQ(reported(), std::vector<std::string>{std::string(findings::kVisibilityOverflow.identifier)});
}

}  // namespace
}  // namespace cyclorama::adreno::test
