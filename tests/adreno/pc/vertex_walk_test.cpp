// SPDX-License-Identifier: MIT
// Walks over a draw's vertices, batch by batch.

#include "families/adreno/pc/vertex_walk.h"

#include <gtest/gtest.h>

#include <vector>

#include "mem/address_space.h"

namespace cyclorama::adreno {
namespace {

constexpr uint32_t kCountedTriangles = 4 | 2 << 6;

class VertexWalkTest : public testing::Test {
  protected:
    VertexWalkTest() : space_(mem::FlatAddressSpace{}) { counters_.start(StatisticGroup::Primitives); }

    VertexWalk walkOver(const DrawOperands& operands) {
        return {*findInputShape(operands.initiator.primitive()),
                operands,
                control_,
                memory_,
                recent_,
                counters_,
                reporter_};
    }
    /// Primitives of each batch.
    static std::vector<size_t> batchesOf(VertexWalk& walk) {
        std::vector<size_t> sizes;
        while (const InputBatch* const batch = walk.next()) sizes.push_back(batch->ids().size());
        return sizes;
    }
    uint64_t count(PipelineStatistic statistic) const { return counters_.statistic(static_cast<uint32_t>(statistic)); }

    mem::AddressSpace space_;
    sim::Findings findings_;
    Reporter reporter_{findings_};
    GpuMemory memory_{space_, {}, reporter_};
    PrimitiveControl control_;
    RecentVertices recent_;
    QueryCounters counters_;
};

TEST_F(VertexWalkTest, BatchesAreFullButForTheLast) {
    // 342 triangles have 1,026 vertices, the first number from 1,024 on.
    const DrawOperands operands{.initiator = {kCountedTriangles}, .instances = 1, .count = 3 * 1000};
    VertexWalk walk = walkOver(operands);
    EXPECT_EQ(batchesOf(walk), (std::vector<size_t>{342, 342, 316}));
    EXPECT_EQ(walk.next(), nullptr);
    EXPECT_EQ(count(PipelineStatistic::InputVertices), 3000u);
    EXPECT_EQ(count(PipelineStatistic::InputPrimitives), 1000u);
}

TEST_F(VertexWalkTest, BatchContinuesInTheNextInstance) {
    const DrawOperands operands{.initiator = {kCountedTriangles}, .instances = 3, .count = 6};
    VertexWalk walk = walkOver(operands);
    const InputBatch* const batch = walk.next();
    ASSERT_NE(batch, nullptr);
    EXPECT_EQ(std::vector<uint32_t>(batch->ids().begin(), batch->ids().end()),
              (std::vector<uint32_t>{0, 1, 0, 1, 0, 1}));
    EXPECT_EQ(batch->instances()[17], 2u);
    EXPECT_EQ(batch->indices()[17], 5u);
    EXPECT_EQ(walk.next(), nullptr);
}

TEST_F(VertexWalkTest, PrimitivesOutsideTheBinAreLeftOut) {
    DrawOperands operands{.initiator = {kCountedTriangles}, .instances = 1, .count = 15};
    operands.seen = std::make_shared<const std::vector<PrimitiveRun>>(std::vector<PrimitiveRun>{{1, 1}, {3, 2}});
    VertexWalk walk = walkOver(operands);
    const InputBatch* const batch = walk.next();
    ASSERT_NE(batch, nullptr);
    EXPECT_EQ(std::vector<uint32_t>(batch->ids().begin(), batch->ids().end()), (std::vector<uint32_t>{1, 3, 4}));
    EXPECT_EQ(count(PipelineStatistic::InputPrimitives), 5u);
}

TEST_F(VertexWalkTest, DrawWithoutVerticesHasNoBatch) {
    const DrawOperands operands{.initiator = {kCountedTriangles}, .instances = 1, .count = 2};
    VertexWalk walk = walkOver(operands);
    EXPECT_EQ(walk.next(), nullptr);
    EXPECT_EQ(count(PipelineStatistic::InputVertices), 2u);
    EXPECT_EQ(count(PipelineStatistic::InputPrimitives), 0u);
}

TEST_F(VertexWalkTest, HangEndsTheWalk) {
    const DrawOperands operands{.initiator = {kCountedTriangles}, .instances = 1, .count = 30'000};
    VertexWalk walk = walkOver(operands);
    ASSERT_NE(walk.next(), nullptr);
    constexpr sim::FindingKind kStop{.identifier = "stop", .severity = sim::Severity::Hang, .sentence = "", .hint = ""};
    reporter_.hang(kStop);
    EXPECT_EQ(walk.next(), nullptr);
}

}  // namespace
}  // namespace cyclorama::adreno
