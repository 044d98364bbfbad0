// SPDX-License-Identifier: MIT
#include "gltrace/buffers.h"

#include <gtest/gtest.h>

#include <initializer_list>

#include "support/error_of.h"

namespace cyclorama::gltrace {
namespace {

using Bytes = std::vector<std::byte>;

Bytes words(std::initializer_list<uint32_t> values) {
    Bytes bytes;
    for (const uint32_t value : values)
        for (uint32_t shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<std::byte>(value >> shift));
    return bytes;
}

Buffers buffersOf(const Bytes& descriptors, const Bytes& regions) {
    Buffers buffers;
    buffers.readDescriptors(workload::ByteInput(descriptors, "B.dat"));
    buffers.readRegions(workload::ByteInput(regions, "M.dat"));
    return buffers;
}

TEST(TracedBuffers, AreParts) {
    // Two buffers in a region of three words, and one in another.
    const Buffers buffers = buffersOf(words({0, 0x1000, 12, 5, 1, 0x1004, 4, 5, 7, 0x2000, 4, 6}),
                                      words({5, 0x1000, 12, 1, 2, 3, 6, 0x2000, 4, 9}));
    const auto bytesOf = [&](uint32_t identifier) {
        const auto found = buffers.find(identifier);
        return Bytes(found.begin(), found.end());
    };
    EXPECT_EQ(bytesOf(0), words({1, 2, 3}));
    EXPECT_EQ(bytesOf(1), words({2}));
    EXPECT_EQ(bytesOf(7), words({9}));
}

TEST(TracedBuffers, AreRefusedWhereTheyAreNot) {
    const Buffers buffers = buffersOf(words({0, 0x1000, 12, 5, 1, 0x1004, 12, 5, 2, 0xfff, 1, 5, 3, 0, 4, 8}),
                                      words({5, 0x1000, 12, 1, 2, 3}));
    const auto refusal = [&](uint32_t identifier) { return errorOf([&] { buffers.find(identifier); }); };
    EXPECT_EQ(refusal(0), "");
    EXPECT_EQ(refusal(1), "B.dat: buffer 1 reaches beyond memory region 5");
    EXPECT_EQ(refusal(2), "B.dat: buffer 2 reaches beyond memory region 5");
    EXPECT_EQ(refusal(3), "M.dat: has no memory region 8, where buffer 3 is");
    EXPECT_EQ(refusal(4), "B.dat: has no buffer 4");
    EXPECT_EQ(errorOf([] { Buffers::besideTrace("/nowhere/t.txt").find(0); }),
              "/nowhere/BufferDescriptors.dat: is missing, or empty: no buffer 0");
}

TEST(TracedBuffers, RefuseFilesThatEndEarlyOrNameOneTwice) {
    const auto descriptors = [](const Bytes& bytes) { return errorOf([&] { buffersOf(bytes, {}); }); };
    const auto regions = [](const Bytes& bytes) { return errorOf([&] { buffersOf({}, bytes); }); };
    EXPECT_EQ(descriptors(words({0, 1, 2})), "B.dat:byte 0: the file ends in the description of a buffer");
    EXPECT_EQ(descriptors(words({4, 1, 2, 3, 4, 1, 2, 3})), "B.dat:byte 16: describes buffer 4 for the second time");
    EXPECT_EQ(regions(words({0, 1})), "M.dat:byte 0: the file ends in the description of a memory region");
    EXPECT_EQ(regions(words({3, 1, 0xfffffff0, 7})),
              "M.dat:byte 0: the file ends within memory region 3 of 4294967280 bytes");
    EXPECT_EQ(regions(words({3, 1, 0, 3, 1, 0})), "M.dat:byte 12: has memory region 3 for the second time");
}

}  // namespace
}  // namespace cyclorama::gltrace
