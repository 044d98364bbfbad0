// SPDX-License-Identifier: MIT
#include "func/output/block_compression.h"

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <random>
#include <vector>

#include "func/block_codec.h"

namespace cyclorama::func {
namespace {

using Block = std::array<uint32_t, kBlockWords>;

constexpr std::array kAlgorithms = {BlockCompression::HiloTwoLevels, BlockCompression::HiloThreeLevels,
                                    BlockCompression::HiloReordered, BlockCompression::Msaa};

Block blockOf(const std::function<uint32_t(uint32_t)>& word) {
    Block block;
    for (uint32_t i = 0; i < kBlockWords; ++i) block[i] = word(i);
    return block;
}

struct KnownBlock {
    Block block;
    /// For each of kAlgorithms, the level; none where incompressible.
    std::array<std::optional<uint32_t>, 4> levels;
    /// The first words of the compressed blocks, where there is a level.
    std::array<std::array<uint32_t, 3>, 4> start;
};

/// Computed by ATTILA's HiloCompressorEmulator and MsaaCompressorEmulator (2015 snapshot).
std::vector<KnownBlock> knownBlocks() {
    constexpr auto none = std::nullopt;
    return {
        {blockOf([](uint32_t) { return 0x00ffffffu; }),
         {0, 0, 0, 0},
         {{{0xf807ffff, 0x9f003fff, 0xf9f3e7cf},
           {0xf807ffff, 0x9f003fff, 0xf9f3e7cf},
           {0xf80fffff, 0x97007fff, 0xb972e5cb},
           {0x00ffffff, 0x00ffffff, 0x00ffffff}}}},
        {blockOf([](uint32_t i) { return 0x123456u + i * 3; }),
         {1, 1, none, none},
         {{{0x04880091, 0x2c945600, 0x8be5170a}, {0x04880091, 0x2c945600, 0x8be5170a}, {}, {}}}},
        {blockOf([](uint32_t i) { return 0x400000u + i * 977; }),
         {none, 2, none, none},
         {{{}, {0x00001002, 0x01e88000, 0x6001e880}, {}, {}}}},
        {blockOf([](uint32_t i) { return i / 4 * 0x1010101u; }),
         {none, none, none, 0},
         {{{}, {}, {}, {0x00000000, 0x01010101, 0x02020202}}}},
        {blockOf([](uint32_t i) { return i % 4 < 2 ? 0xff112233u : 0xff445566u; }),
         {0, 0, 0, 1},
         {{{0x5ff88911, 0x933fd115, 0x9930c999},
           {0x5ff88911, 0x933fd115, 0x9930c999},
           {0xcff1044c, 0x9d3fa254, 0xe9d34e9e},
           {0xff112233, 0xff445566, 0x2233cccc}}}},
        {blockOf([](uint32_t i) { return i * 0x9e3779b9u; }), {none, none, none, none}, {}},
    };
}

TEST(BlockCompression, CompressesAsAttilaDoes) {
    for (const KnownBlock& known : knownBlocks()) {
        for (size_t a = 0; a < kAlgorithms.size(); ++a) {
            Block out{};
            const BlockSize size = classifyBlock(kAlgorithms[a], known.block);
            ASSERT_EQ(size.compressed, known.levels[a].has_value()) << a;
            if (!size.compressed) {
                EXPECT_EQ(size.bytes, kBlockBytes);
                continue;
            }
            EXPECT_EQ(size.level, *known.levels[a]) << a;
            packBlock(kAlgorithms[a], size.level, known.block, out);
            for (size_t i = 0; i < 3; ++i) EXPECT_EQ(out[i], known.start[a][i]) << a;
        }
    }
}

TEST(BlockCompression, HasTheSizesOfItsLevels) {
    const auto sizes = [](BlockCompression algorithm) {
        std::vector<uint32_t> bytes;
        for (uint32_t level = 0; level < compressionLevels(algorithm); ++level) {
            bytes.push_back(compressedBytes(algorithm, level));
        }
        return bytes;
    };
    EXPECT_EQ(sizes(BlockCompression::HiloTwoLevels), (std::vector<uint32_t>{64, 128}));
    EXPECT_EQ(sizes(BlockCompression::HiloThreeLevels), (std::vector<uint32_t>{64, 128, 192}));
    EXPECT_EQ(sizes(BlockCompression::HiloReordered), (std::vector<uint32_t>{64, 128, 192}));
    EXPECT_EQ(sizes(BlockCompression::Msaa), (std::vector<uint32_t>{64, 64, 128, 128, 192}));
}

/// Blocks of the kinds that are met: near one value, few values in groups or at random, noise in the low bits of each
/// byte, two values in each group.
Block randomBlock(std::mt19937& random) {
    const uint32_t base = static_cast<uint32_t>(random());
    const uint32_t spread = (1u << (random() % 5 + 1)) - 1;
    const uint32_t group = 1u << random() % 5;
    const uint32_t shift = static_cast<uint32_t>(random() % 32);
    const uint32_t kind = static_cast<uint32_t>(random() % 5);
    std::vector<uint32_t> values(kind == 4 ? kBlockWords + 1 : random() % 3 + 1);
    for (uint32_t& value : values) value = static_cast<uint32_t>(random());
    return blockOf([&](uint32_t i) -> uint32_t {
        switch (kind) {
            case 0:
                return base + (static_cast<uint32_t>(random()) >> shift);
            case 1:
                return values[i / group % values.size()];
            case 2:
                return base ^ (static_cast<uint32_t>(random()) & spread * 0x01010101u);
            case 3:
                return values[random() % values.size()];
            default:  // two values a group
                return values[i / group + random() % 2];
        }
    });
}

TEST(BlockCompression, UncompressesToTheSameBlockInTheStatedBytes) {
    std::mt19937 random(7);
    std::array<std::array<uint32_t, 6>, kAlgorithms.size()> met{};
    for (uint32_t round = 0; round < 20000; ++round) {
        const Block block = randomBlock(random);
        for (size_t a = 0; a < kAlgorithms.size(); ++a) {
            Block compressed;
            const BlockSize size = classifyBlock(kAlgorithms[a], block);
            ++met[a][size.compressed ? size.level : 5];
            if (!size.compressed) continue;
            EXPECT_EQ(size.bytes, compressedBytes(kAlgorithms[a], size.level));
            packBlock(kAlgorithms[a], size.level, block, compressed);
            std::fill(compressed.begin() + size.bytes / 4, compressed.end(), 0xdeadbeef);
            Block again;
            unpackBlock(kAlgorithms[a], size.level, compressed, again);
            ASSERT_EQ(again, block);
        }
    }
    for (size_t a = 0; a < kAlgorithms.size(); ++a) {
        EXPECT_GT(met[a][5], 0u);
        // The reordered third level hardly ever comes up: see levelOf.
        const uint32_t levels =
            kAlgorithms[a] == BlockCompression::HiloReordered ? 1 : compressionLevels(kAlgorithms[a]);
        for (uint32_t level = 0; level < levels; ++level) EXPECT_GT(met[a][level], 0u) << a << ' ' << level;
    }
}

}  // namespace
}  // namespace cyclorama::func
