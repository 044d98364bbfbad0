// SPDX-License-Identifier: MIT
#include "func/raster/primitive_assembly.h"

#include <gtest/gtest.h>

#include <vector>

namespace cyclorama::func {
namespace {

using Triangle = std::array<uint32_t, 3>;

std::vector<Triangle> assemble(PrimitiveType type, uint32_t vertices) {
    std::vector<Triangle> result;
    for (uint32_t i = 0; i < primitiveCount(type, vertices); ++i) {
        result.push_back(assemblePrimitive(type, i).vertices);
    }
    return result;
}

// The orders are those of the OpenGL 2.1 specification, 2.6.1, with quads cut as ATTILA's PrimitiveAssembly does.
TEST(PrimitiveAssembly, Triangles) {
    EXPECT_EQ(assemble(PrimitiveType::Triangles, 8), (std::vector<Triangle>{{0, 1, 2}, {3, 4, 5}}));
}

TEST(PrimitiveAssembly, TriangleStripSwapsEverySecond) {
    EXPECT_EQ(assemble(PrimitiveType::TriangleStrip, 6),
              (std::vector<Triangle>{{0, 1, 2}, {2, 1, 3}, {2, 3, 4}, {4, 3, 5}}));
}

TEST(PrimitiveAssembly, TriangleFan) {
    EXPECT_EQ(assemble(PrimitiveType::TriangleFan, 5), (std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}}));
}

TEST(PrimitiveAssembly, QuadsShareTheDiagonalFromTheSecondVertex) {
    EXPECT_EQ(assemble(PrimitiveType::Quads, 11), (std::vector<Triangle>{{0, 1, 3}, {1, 2, 3}, {4, 5, 7}, {5, 6, 7}}));
}

TEST(PrimitiveAssembly, QuadStrip) {
    EXPECT_EQ(assemble(PrimitiveType::QuadStrip, 7),
              (std::vector<Triangle>{{0, 1, 3}, {2, 0, 3}, {2, 3, 5}, {4, 2, 5}}));
}

TEST(PrimitiveAssembly, LinesAndPoints) {
    EXPECT_EQ(assemble(PrimitiveType::Lines, 5), (std::vector<Triangle>{{0, 1, 0}, {2, 3, 0}}));
    EXPECT_EQ(assemble(PrimitiveType::LineStrip, 3), (std::vector<Triangle>{{0, 1, 0}, {1, 2, 0}}));
    EXPECT_EQ(assemble(PrimitiveType::LineFan, 3), (std::vector<Triangle>{{0, 1, 0}, {0, 2, 0}}));
    EXPECT_EQ(assemble(PrimitiveType::Points, 2), (std::vector<Triangle>{{0, 0, 0}, {1, 0, 0}}));
    EXPECT_EQ(primitiveVertices(PrimitiveType::Points), 1u);
    EXPECT_EQ(primitiveVertices(PrimitiveType::LineFan), 2u);
    EXPECT_EQ(primitiveVertices(PrimitiveType::QuadStrip), 3u);
}

// OpenGL 3.2 specification, table 2.12; positions are those in the stream, from 0.
TEST(PrimitiveAssembly, ProvokingVertexIsTheFirstOrLastInTheStream) {
    const auto provoking = [](PrimitiveType type, uint32_t index, bool last) {
        return assemblePrimitive(type, index).vertices[provokingVertex(type, index, last)];
    };
    for (uint32_t i = 0; i < 6; ++i) {
        EXPECT_EQ(provoking(PrimitiveType::Points, i, false), i);
        EXPECT_EQ(provoking(PrimitiveType::Lines, i, false), 2 * i);
        EXPECT_EQ(provoking(PrimitiveType::Lines, i, true), 2 * i + 1);
        EXPECT_EQ(provoking(PrimitiveType::LineStrip, i, false), i);
        EXPECT_EQ(provoking(PrimitiveType::LineLoop, i, true), i + 1);
        EXPECT_EQ(provoking(PrimitiveType::Triangles, i, false), 3 * i);
        EXPECT_EQ(provoking(PrimitiveType::Triangles, i, true), 3 * i + 2);
        EXPECT_EQ(provoking(PrimitiveType::TriangleStrip, i, false), i);
        EXPECT_EQ(provoking(PrimitiveType::TriangleStrip, i, true), i + 2);
        EXPECT_EQ(provoking(PrimitiveType::TriangleFan, i, false), i + 1);
        EXPECT_EQ(provoking(PrimitiveType::TriangleFan, i, true), i + 2);
        EXPECT_EQ(provoking(PrimitiveType::Quads, i, false), i / 2 * 4 + 3);
        EXPECT_EQ(provoking(PrimitiveType::QuadStrip, i, true), i / 2 * 2 + 3);
    }
}

TEST(PrimitiveAssembly, TooFewVerticesMakeNothing) {
    for (const auto type : {PrimitiveType::Triangles, PrimitiveType::TriangleStrip, PrimitiveType::TriangleFan,
                            PrimitiveType::Quads, PrimitiveType::QuadStrip}) {
        for (uint32_t vertices = 0; vertices < 3; ++vertices) {
            EXPECT_EQ(primitiveCount(type, vertices), 0u);
        }
    }
    EXPECT_EQ(primitiveCount(PrimitiveType::Quads, 3), 0u);
    EXPECT_EQ(primitiveCount(PrimitiveType::QuadStrip, 3), 0u);
}

TEST(PrimitiveAssembly, FirstTriangleOfAQuadWaitsForAllFourVertices) {
    EXPECT_EQ(verticesNeeded(PrimitiveType::Quads, 0), 4u);
    EXPECT_EQ(verticesNeeded(PrimitiveType::Quads, 3), 8u);
    EXPECT_EQ(verticesNeeded(PrimitiveType::QuadStrip, 2), 6u);
    EXPECT_EQ(verticesNeeded(PrimitiveType::TriangleFan, 4), 7u);
    EXPECT_EQ(verticesNeeded(PrimitiveType::Points, 4), 5u);
}

TEST(PrimitiveAssembly, EqualIndicesAreDegenerate) {
    EXPECT_FALSE(isDegenerate(1, 2, 3));
    EXPECT_TRUE(isDegenerate(1, 1, 3));
    EXPECT_TRUE(isDegenerate(1, 2, 2));
    EXPECT_TRUE(isDegenerate(1, 2, 1));
}

}  // namespace
}  // namespace cyclorama::func
