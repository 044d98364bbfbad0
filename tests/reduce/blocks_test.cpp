// SPDX-License-Identifier: MIT
// Contents in blocks: neighbours are joined, the last may be short.

#include "reduce/blocks.h"

#include <gtest/gtest.h>

#include <array>

namespace cyclorama::reduce {
namespace {

TEST(Blocks, CountTheLastShortOne) {
    const std::array<std::byte, 33> content{};
    EXPECT_EQ(blocksOf(content, 16), 3u);
    EXPECT_EQ(blocksOf(std::span(content).first(32), 16), 2u);
    EXPECT_EQ(blocksOf({}, 16), 0u);
}

TEST(Blocks, JoinNeighboursAndMoveOn) {
    const std::array<std::byte, 100> content{};
    // Before, blocks 0 to 6 of 16 bytes (the last of 4), after.
    const std::vector<bool> kept{false, true, true, false, false, true, false, true, false};
    size_t unit = 1;
    const std::vector<KeptPiece> pieces = keptPieces(content, 16, kept, unit);
    EXPECT_EQ(unit, 8u);
    ASSERT_EQ(pieces.size(), 3u);
    EXPECT_EQ(pieces[0].offset, 0u);
    EXPECT_EQ(pieces[0].bytes.size(), 32u);
    EXPECT_EQ(pieces[1].offset, 64u);
    EXPECT_EQ(pieces[1].bytes.data(), content.data() + 64);
    EXPECT_EQ(pieces[1].bytes.size(), 16u);
    EXPECT_EQ(pieces[2].offset, 96u);
    EXPECT_EQ(pieces[2].bytes.size(), 4u);
}

}  // namespace
}  // namespace cyclorama::reduce
