// SPDX-License-Identifier: MIT
#include "sim/queue.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <utility>

#include "sim/pool.h"

namespace cyclorama::sim {
namespace {

TEST(BoundedQueue, KeepsTheOrderOverManyTurns) {
    BoundedQueue<int> queue(3);
    int next = 0;
    int expected = 0;
    for (int turn = 0; turn < 100; ++turn) {
        while (!queue.full()) queue.push(next++);
        EXPECT_EQ(queue.size(), 3u);
        EXPECT_EQ(queue.free(), 0u);
        EXPECT_EQ(queue[2], next - 1);
        for (int i = 0; i <= turn % 3; ++i) EXPECT_EQ(queue.pop(), expected++);
    }
}

TEST(BoundedQueue, EmptyAndFull) {
    BoundedQueue<int> queue(1);
    EXPECT_TRUE(queue.empty());
    queue.push(5);
    EXPECT_TRUE(queue.full());
    EXPECT_EQ(queue.front(), 5);
    queue.clear();
    EXPECT_TRUE(queue.empty());
    EXPECT_TRUE(BoundedQueue<int>().full());
}

TEST(BoundedQueue, HoldsWhatCanOnlyBeMoved) {
    BoundedQueue<std::unique_ptr<int>> queue(2);
    queue.push(std::make_unique<int>(4));
    EXPECT_EQ(*queue.pop(), 4);
}

TEST(BoundedQueue, EndsTheLifeOfWhatItHolds) {
    const auto counted = std::make_shared<int>(1);
    {
        BoundedQueue<std::shared_ptr<int>> queue(3);
        for (int i = 0; i < 3; ++i) queue.push(counted);
        queue.pop();
        EXPECT_EQ(counted.use_count(), 3);
        BoundedQueue<std::shared_ptr<int>> moved = std::move(queue);
        EXPECT_EQ(moved.size(), 2u);
        moved.push(counted);
        EXPECT_EQ(counted.use_count(), 4);
        moved.clear();
        EXPECT_EQ(counted.use_count(), 1);
        moved.push(counted);
    }
    EXPECT_EQ(counted.use_count(), 1);
}

struct Pooled {
    int value = 3;
    std::array<int, 4> payload;  // without an initialiser
};

TEST(Pool, ReusesSlotsAndKeepsAddresses) {
    Pool<Pooled> pool;
    const auto first = pool.acquire();
    Pooled* address = &pool[first];
    pool[first].value = 9;
    pool[first].payload.fill(9);
    const auto second = pool.acquire();
    EXPECT_NE(first, second);
    for (int i = 0; i < 1000; ++i) pool.acquire();
    EXPECT_EQ(address, &pool[first]);
    EXPECT_EQ(pool.inUse(), 1002u);
    pool.release(first);
    EXPECT_EQ(pool.acquire(), first);
    EXPECT_EQ(pool[first].value, 3);
}

}  // namespace
}  // namespace cyclorama::sim
