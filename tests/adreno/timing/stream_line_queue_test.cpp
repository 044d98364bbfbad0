// SPDX-License-Identifier: MIT
// Lines of streams that the command processor fetches ahead, and the levels of buffers that keep theirs.

#include "families/adreno/timing/cp/stream_line_queue.h"

#include <gtest/gtest.h>

#include "adreno/timing/timing_bench.h"

namespace cyclorama::adreno::test {
namespace {

TEST(StreamLineQueue, AsksForLinesOfTheBufferAsFarAsItHasRoom) {
    StreamLineQueue queue(3 * 64);
    queue.begin(0x1020, 8, 1000);
    for (uint32_t id = 0; id < 3; ++id) {
        ASSERT_EQ(queue.next(), 0x1000 + 64u * id);
        queue.ask(id);
    }
    EXPECT_EQ(queue.next(), std::nullopt) << "three lines are its room";
    EXPECT_FALSE(queue.take()) << "nothing has come";
    queue.arrive(1);
    EXPECT_FALSE(queue.take()) << "lines are taken in order";
    queue.arrive(0);
    EXPECT_TRUE(queue.take());
    EXPECT_TRUE(queue.taken());
    EXPECT_EQ(queue.next(), std::nullopt) << "24 bytes of the first line are left";
    queue.begin(0x1028, 24, 976);
    EXPECT_TRUE(queue.take());
    EXPECT_EQ(queue.next(), 0x10c0u);
}

TEST(StreamLineQueue, EndsWithTheBuffer) {
    StreamLineQueue queue(1024);
    queue.begin(0x1000, 64, 64);
    queue.ask(0);
    queue.ask(1);
    EXPECT_EQ(queue.next(), std::nullopt);
}

TEST(StreamLineQueue, LetsWordsThatAreLeftOutPass) {
    StreamLineQueue queue(1024);
    queue.begin(0x1000, 4, 508);
    queue.ask(0);
    queue.arrive(0);
    EXPECT_TRUE(queue.take());
    queue.ask(1);
    queue.begin(0x1048, 4, 436);
    EXPECT_TRUE(queue.take()) << "the rest of the first line";
    EXPECT_FALSE(queue.taken());
    queue.arrive(1);
    EXPECT_TRUE(queue.take());
    EXPECT_TRUE(queue.taken());
}

TEST(StreamLineQueue, BeginsAnewInAnotherBuffer) {
    StreamLineQueue queue(1024);
    queue.begin(0x1000, 4, 60);
    queue.ask(0);
    queue.begin(0x8000, 4, 0);
    queue.arrive(0);
    EXPECT_FALSE(queue.take()) << "a line of the buffer before";
    EXPECT_EQ(queue.next(), 0x8000u);
}

/// Cycles of a stream with a call of a buffer of one packet among its packets, and bytes that the processor reads.
struct Called {
    uint64_t cycles = 0;
    uint64_t bytes = 0;
};
Called callWithin(uint32_t calls) {
    constexpr uint64_t kBuffer = kStreams + 0x8000;
    TimingBench bench;
    CommandStream nested;
    nested.command(Opcode::Nop, {0});
    EXPECT_TRUE(bench.memory.write(kBuffer, std::as_bytes(std::span(nested.words()))));
    CommandStream stream;
    for (uint32_t i = 0; i < calls; ++i) {
        stream.command(Opcode::IndirectBuffer, {low(kBuffer), high(kBuffer), 2});
        for (int each = 0; each < 4; ++each) stream.command(Opcode::Nop, {0, 0, 0});
    }
    Called called;
    called.cycles = bench.run(stream);
    called.bytes = bench.counter("CommandProcessor_ReadBytes_MC");
    return called;
}

TEST(StreamQueues, ABufferKeepsItsLinesWhileOneThatItCallsIsRead) {
    const Called few = callWithin(4);
    const Called more = callWithin(36);
    // 20 words a call in lines of 16, and the line of the buffer that is called, each once.
    EXPECT_EQ(more.bytes - few.bytes, 32u * (20 * 4 + 64));
}

}  // namespace
}  // namespace cyclorama::adreno::test
