// SPDX-License-Identifier: MIT
// Queues of the clusters: memories that are put together as the chip has them.

#include "families/adreno/capture/cluster_queues.h"

#include <gtest/gtest.h>

#include <vector>

namespace cyclorama::adreno {
namespace {

constexpr size_t kWords = 8288;
constexpr size_t kNextBlocks = 0x1000;
constexpr size_t kPlaces = 0x1800;

/// A memory whose queue of a cluster goes from a chunk of one block to one of another.
struct Memory {
    std::vector<uint32_t> words = std::vector<uint32_t>(kWords);

    /// Both blocks of a place are the same: the chunk is in it, in whichever half.
    void queue(size_t cluster, uint32_t fromBlock, uint32_t fromChunk, uint32_t toBlock, uint32_t toChunk) {
        words[kPlaces + 40 + cluster] = fromBlock * 8 + fromChunk;
        words[kPlaces + 56 + cluster] = fromBlock;
        words[kPlaces + 8 + cluster] = toBlock * 8 + toChunk;
        words[kPlaces + 24 + cluster] = toBlock;
    }
    void chunk(uint32_t block, uint32_t index, std::vector<uint32_t> four) {
        std::copy(four.begin(), four.end(), words.begin() + (block * 8 + index) * 4);
    }
};

// The second chunk of the queue of the GRAS in Mesa's crash_prefetch.devcore, and what its log says of it.
TEST(AdrenoClusterQueues, HaveTwoWritesAChunk) {
    Memory memory;
    memory.queue(3, 5, 1, 5, 3);
    memory.chunk(5, 1, {0x00000002, 0x0000008c, 0x60000000, 0x0000020d});
    memory.chunk(5, 2,
                 {0x00000003 | 1u << 2, 0x00000002 << 2, (0x9b00u << 2) | 0x9b01u << 20, 0x9b01u >> 12 | 1u << 8});
    const std::vector<ClusterQueue> queues = readClusterQueues(memory.words);
    ASSERT_EQ(queues.size(), 6u);
    EXPECT_EQ(queues[3].cluster, "CLUSTER_GRAS");
    const std::vector<QueuedWrite>& writes = queues[3].writes;
    ASSERT_EQ(writes.size(), 3u);
    EXPECT_EQ(writes[0].offset, 0xd600u);
    EXPECT_EQ(writes[0].value, 0x23u);
    EXPECT_EQ(writes[0].context, 1u);
    EXPECT_FALSE(writes[0].pipe);
    EXPECT_EQ(writes[1].offset, 0x9b00u);
    EXPECT_EQ(writes[1].value, 1u);
    EXPECT_EQ(writes[1].context, 1u);
    EXPECT_EQ(writes[2].offset, 0x9b01u);
    EXPECT_EQ(writes[2].value, 2u);
    EXPECT_EQ(writes[2].context, 0u);
    for (const size_t empty : {0u, 1u, 2u, 4u, 5u}) EXPECT_TRUE(queues[empty].writes.empty());
}

TEST(AdrenoClusterQueues, GoOnInTheNextBlock) {
    Memory memory;
    memory.queue(0, 2, 7, 9, 1);
    memory.words[kNextBlocks + 2] = 9;
    const std::vector<uint32_t> write = {0x00000001, 0, 0x9b00u << 2, 0};
    memory.chunk(2, 7, write);
    memory.chunk(9, 0, write);
    memory.chunk(9, 1, write);
    EXPECT_EQ(readClusterQueues(memory.words)[0].writes.size(), 2u);
}

TEST(AdrenoClusterQueues, EndWhateverTheMemoryHolds) {
    EXPECT_TRUE(readClusterQueues({}).empty());
    EXPECT_TRUE(readClusterQueues(std::vector<uint32_t>(0x1000)).empty());
    Memory memory;
    // A writer that the reader never comes to, and a next block that is none.
    memory.queue(0, 2, 4, 0x100, 4);
    memory.words[kNextBlocks + 2] = 2;
    memory.queue(1, 3, 4, 4, 4);
    memory.words[kNextBlocks + 3] = 0xffffffff;
    memory.queue(2, 0xffff, 4, 4, 4);
    const std::vector<ClusterQueue> queues = readClusterQueues(memory.words);
    for (const ClusterQueue& queue : queues) EXPECT_TRUE(queue.writes.empty());
    for (uint32_t& word : memory.words) word = ~0u;
    EXPECT_EQ(readClusterQueues(memory.words).size(), 6u);
}

}  // namespace
}  // namespace cyclorama::adreno
