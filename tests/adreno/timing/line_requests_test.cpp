// SPDX-License-Identifier: MIT
#include "families/adreno/timing/tp/line_requests.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <random>

#include "families/adreno/surface/compressed_size.h"
#include "families/adreno/timing/tp/measured_blocks.h"
#include "mem/address_space.h"

namespace cyclorama::adreno::test {
namespace {

TEST(LineRequests, AnInstructionsLinesShareARequestUntilItLeaves) {
    LineRequests requests(8);
    requests.startInstruction();
    requests.ask(64, 0xf, 10);
    requests.ask(128, 0xf, 11);
    requests.ask(64, 0xf0, 12);
    EXPECT_EQ(requests.unsent(), 2u);
    EXPECT_EQ(requests.nextSend(1), 10u);
    const LineRequest sent = requests.send();
    EXPECT_EQ(sent.line.address, 64u);
    EXPECT_EQ(sent.line.bytes, 0xffu);
    EXPECT_EQ(requests.nextSend(1), sim::kNever) << "one is on its way";
    EXPECT_EQ(requests.nextSend(2), 11u);
    requests.ask(64, 0xf00, 13);
    EXPECT_EQ(requests.asked(), 3u) << "the first has left";
    requests.startInstruction();
    requests.ask(128, 0xf0, 14);
    EXPECT_EQ(requests.asked(), 4u) << "that one is another instruction's";
}

TEST(LineRequests, LinesHaveComeUpToTheFirstThatHasNot) {
    LineRequests requests(8);
    requests.startInstruction();
    for (const uint64_t line : {64u, 128u, 192u}) requests.ask(line, 1, 0);
    std::array<uint32_t, 3> ids{};
    for (uint32_t& id : ids) id = requests.send().id;
    requests.receive(ids[1]);
    EXPECT_EQ(requests.arrived(), 0u);
    requests.receive(ids[0]);
    EXPECT_EQ(requests.arrived(), 2u);
    requests.receive(ids[2]);
    EXPECT_EQ(requests.arrived(), 3u);
}

TEST(LineRequests, AreThoseOfAListThatIsSearched) {
    std::minstd_rand random(5);
    LineRequests requests(4'096);
    std::deque<LineAccess> unsent;
    size_t ofInstruction = 0;
    uint32_t joined = 0;
    for (uint32_t i = 0; i < 40'000; ++i) {
        if (random() % 50 == 0) {
            requests.startInstruction();
            ofInstruction = 0;
        }
        // Some of them alike in their last digits.
        const uint64_t address = (random() % 24 + random() % 3 * 32) * kLineBytes;
        const uint64_t bytes = uint64_t{1} << random() % 64;
        const auto first = unsent.end() - static_cast<std::ptrdiff_t>(ofInstruction);
        const auto known =
            std::find_if(first, unsent.end(), [&](const LineAccess& each) { return each.address == address; });
        if (known != unsent.end()) {
            known->bytes |= bytes;
            ++joined;
        } else {
            unsent.push_back({.address = address, .bytes = bytes, .lanes = 1});
            ++ofInstruction;
        }
        requests.ask(address, bytes, 0);
        ASSERT_EQ(requests.unsent(), unsent.size()) << i;
        if (random() % 2 == 0) continue;
        const LineRequest sent = requests.send();
        ASSERT_EQ(sent.line.address, unsent.front().address) << i;
        ASSERT_EQ(sent.line.bytes, unsent.front().bytes) << i;
        requests.receive(sent.id);
        unsent.pop_front();
        ofInstruction = std::min(ofInstruction, unsent.size());
    }
    EXPECT_GT(joined, 1'000u);
}

TEST(MeasuredBlocks, KeepTheirSizesUntilTheNextWork) {
    constexpr uint64_t kBlock = 0x10000 / kCompressedBlockBytes;
    mem::AddressSpace space{mem::FlatAddressSpace{}};
    space.mappings()->mapZeros(0x10000, 0x10000);
    const BlockSizes sizes(space);
    MeasuredBlocks blocks;
    const TexelGroups::Block block{.number = kBlock, .format = findSurfaceFormat(0x30)};
    EXPECT_FALSE(blocks.sectorsOf(kBlock));
    blocks.measure(block, sizes);
    EXPECT_EQ(blocks.sectorsOf(kBlock), 0u);
    ASSERT_TRUE(space.store(0x10000, uint32_t{0xffffff}));
    blocks.measure(block, sizes);
    EXPECT_EQ(blocks.sectorsOf(kBlock), 0u) << "the work has read it before";
    EXPECT_FALSE(blocks.sectorsOf(kBlock + 64)) << "alike in its last digits";
    EXPECT_EQ(blocks.sectorsOf(kBlock), 0u);
    blocks.measure({.number = kBlock + 64, .format = block.format}, sizes);
    EXPECT_EQ(blocks.sectorsOf(kBlock + 64), 0u);
    EXPECT_EQ(blocks.sectorsOf(kBlock), 0u);
    blocks.clear();
    EXPECT_FALSE(blocks.sectorsOf(kBlock));
    blocks.measure(block, sizes);
    EXPECT_EQ(blocks.sectorsOf(kBlock), kWholeBlockSectors);
}

}  // namespace
}  // namespace cyclorama::adreno::test
