// SPDX-License-Identifier: MIT
// Operations have the state of their packets, whenever they are executed.

#include <gtest/gtest.h>

#include <variant>

#include "adreno/chip_context.h"
#include "adreno/memory_context.h"
#include "families/adreno/a2d/blit_state.h"
#include "mem/address_space.h"

namespace cyclorama::adreno::test {
namespace {

/// A chip with 64 KiB of GMEM.
Chip smallChip() {
    Chip chip;
    chip.gmemBytes = 1 << 16;
    chip.gmemBase = 0x100000;
    return chip;
}

constexpr uint64_t kTarget = 0x1'0000'0000;
constexpr uint32_t kR32Uint = 0x4b;

class OperationStateTest : public testing::Test {
  protected:
    OperationStateTest() : memory_(mem::FlatAddressSpace{}) { memory_.mappings()->mapZeros(kTarget, 1 << 12); }

    /// A fill of one texel with a colour.
    static void setFill(RegisterValues& registers, uint32_t color, uint32_t texel) {
        constexpr uint32_t kSolid = 1u << 7;
        registers.write("RB_2D_BLIT_CNTL"_reg.word(), kSolid | 0xfu << 20 | 7u << 24);
        registers.write("RB_2D_SRC_SOLID_C0"_reg.word(), color);
        registers.write("RB_2D_DST_INFO"_reg.word(), kR32Uint);
        registers.write("RB_2D_DST"_reg.word(), static_cast<uint32_t>(kTarget));
        registers.write("RB_2D_DST"_reg.word() + 1, static_cast<uint32_t>(kTarget >> 32));
        registers.write("RB_2D_DST_PITCH"_reg.word(), 1);
        registers.write("GRAS_2D_DST_TL"_reg.word(), texel);
        registers.write("GRAS_2D_DST_BR"_reg.word(), texel);
    }
    void execute(const gpu::Operation& operation) {
        MemoryContext context(memory_);
        machine::execute(*std::get<gpu::FamilyOperationPointer>(operation), context);
    }
    uint32_t texel(uint32_t number) const { return memory_.load<uint32_t>(kTarget + 4 * number).value_or(0xbad); }

    mem::AddressSpace memory_;
    sim::Findings findings_;
    NoWaiting hangTimer_;
    ChipContext context_{smallChip(), findings_, 1, hangTimer_};
};

TEST_F(OperationStateTest, BlitExecutedAfterLaterWritesFillsWithTheEarlierColor) {
    setFill(context_.registers(), 0x11111111, 0);
    const gpu::Operation first = context_.blocks.scaleBlit("the first");
    setFill(context_.registers(), 0x22222222, 1);
    const gpu::Operation second = context_.blocks.scaleBlit("the second");
    setFill(context_.registers(), 0x33333333, 2);
    execute(second);
    execute(first);
    EXPECT_EQ(texel(0), 0x11111111u);
    EXPECT_EQ(texel(1), 0x22222222u);
    EXPECT_EQ(texel(2), 0u);
    EXPECT_TRUE(findings_.all().empty());
}

TEST_F(OperationStateTest, ContextsShareWorkersAndNoState) {
    ContextBlocks other(smallChip(), context_.reporter, context_.workers);
    setFill(context_.registers(), 0x11111111, 0);
    setFill(other.state().registers, 0x22222222, 1);
    execute(context_.blocks.scaleBlit("one context"));
    execute(other.scaleBlit("another"));
    EXPECT_EQ(texel(0), 0x11111111u);
    EXPECT_EQ(texel(1), 0x22222222u);
}

}  // namespace
}  // namespace cyclorama::adreno::test
