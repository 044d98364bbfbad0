// SPDX-License-Identifier: MIT
// The primitives of each kind of input, in the order of their vertices (Vulkan 1.3, primitive topologies).

#include "families/adreno/pc/primitive_assembler.h"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

namespace cyclorama::adreno::test {
namespace {

using Vertices = std::vector<std::vector<uint32_t>>;

/// Primitives of the vertices 0 to count - 1; nothing stands for an end of strips.
Vertices assemble(InputPrimitive primitive, const std::vector<std::optional<uint32_t>>& stream,
                  bool provokingLast = false) {
    Vertices found;
    const auto use = [&found](std::span<const uint32_t> vertices) {
        found.emplace_back(vertices.begin(), vertices.end());
    };
    const InputShape* const shape = findInputShape(static_cast<uint32_t>(primitive));
    PrimitiveAssembler assembler(*shape, provokingLast);
    for (const std::optional<uint32_t> vertex : stream) {
        if (vertex)
            assembler.add(*vertex, use);
        else
            assembler.finish(use);
    }
    assembler.finish(use);
    return found;
}

std::vector<std::optional<uint32_t>> upTo(uint32_t count) {
    std::vector<std::optional<uint32_t>> stream;
    for (uint32_t i = 0; i < count; ++i) stream.emplace_back(i);
    return stream;
}

TEST(PrimitiveAssembler, Lists) {
    EXPECT_EQ(assemble(InputPrimitive::Points, upTo(2)), (Vertices{{0}, {1}}));
    EXPECT_EQ(assemble(InputPrimitive::LineList, upTo(5)), (Vertices{{0, 1}, {2, 3}}));
    EXPECT_EQ(assemble(InputPrimitive::TriangleList, upTo(7)), (Vertices{{0, 1, 2}, {3, 4, 5}}));
    EXPECT_EQ(assemble(InputPrimitive::Rectangles, upTo(2)), (Vertices{{0, 1}}));
}

TEST(PrimitiveAssembler, Lines) {
    EXPECT_EQ(assemble(InputPrimitive::LineStrip, upTo(3)), (Vertices{{0, 1}, {1, 2}}));
    EXPECT_EQ(assemble(InputPrimitive::LineLoop, upTo(3)), (Vertices{{0, 1}, {1, 2}, {2, 0}}));
    EXPECT_EQ(assemble(InputPrimitive::LineLoop, upTo(1)), Vertices{});
}

TEST(PrimitiveAssembler, TriangleStripsKeepTheirWinding) {
    EXPECT_EQ(assemble(InputPrimitive::TriangleStrip, upTo(5)), (Vertices{{0, 1, 2}, {1, 3, 2}, {2, 3, 4}}));
    EXPECT_EQ(assemble(InputPrimitive::TriangleStrip, upTo(5), true), (Vertices{{0, 1, 2}, {2, 1, 3}, {2, 3, 4}}));
}

TEST(PrimitiveAssembler, TriangleFans) {
    EXPECT_EQ(assemble(InputPrimitive::TriangleFan, upTo(4)), (Vertices{{1, 2, 0}, {2, 3, 0}}));
    EXPECT_EQ(assemble(InputPrimitive::TriangleFan, upTo(4), true), (Vertices{{0, 1, 2}, {0, 2, 3}}));
}

TEST(PrimitiveAssembler, Neighbours) {
    EXPECT_EQ(assemble(InputPrimitive::LinesAdjacent, upTo(8)), (Vertices{{0, 1, 2, 3}, {4, 5, 6, 7}}));
    EXPECT_EQ(assemble(InputPrimitive::LineStripAdjacent, upTo(5)), (Vertices{{0, 1, 2, 3}, {1, 2, 3, 4}}));
    EXPECT_EQ(assemble(InputPrimitive::TrianglesAdjacent, upTo(6)), (Vertices{{0, 1, 2, 3, 4, 5}}));
    EXPECT_EQ(assemble(InputPrimitive::TriangleStripAdjacent, upTo(6)), (Vertices{{0, 1, 2, 5, 4, 3}}));
    EXPECT_EQ(assemble(InputPrimitive::TriangleStripAdjacent, upTo(12)),
              (Vertices{{0, 1, 2, 6, 4, 3}, {2, 5, 6, 8, 4, 0}, {4, 2, 6, 10, 8, 7}, {6, 9, 10, 11, 8, 4}}));
    EXPECT_EQ(assemble(InputPrimitive::TriangleStripAdjacent, upTo(8), true),
              (Vertices{{0, 1, 2, 6, 4, 3}, {4, 0, 2, 5, 6, 7}}));
}

TEST(PrimitiveAssembler, RestartsEndStripsAndForgetParts) {
    const std::optional<uint32_t> restart;
    EXPECT_EQ(assemble(InputPrimitive::TriangleStrip, {0, 1, 2, restart, 5, 6, 7}), (Vertices{{0, 1, 2}, {5, 6, 7}}));
    EXPECT_EQ(assemble(InputPrimitive::LineLoop, {0, 1, restart, 2, 3}), (Vertices{{0, 1}, {1, 0}, {2, 3}, {3, 2}}));
    EXPECT_EQ(assemble(InputPrimitive::TriangleList, {0, 1, restart, 2, 3, 4}), (Vertices{{2, 3, 4}}));
}

TEST(PrimitiveAssembler, Patches) {
    Vertices found;
    PrimitiveAssembler assembler(patchesOf(32), false);
    for (uint32_t i = 0; i < 64; ++i)
        assembler.add(i, [&found](std::span<const uint32_t> vertices) {
            found.push_back({vertices.front(), vertices.back(), static_cast<uint32_t>(vertices.size())});
        });
    EXPECT_EQ(found, (Vertices{{0, 31, 32}, {32, 63, 32}}));
}

}  // namespace
}  // namespace cyclorama::adreno::test
