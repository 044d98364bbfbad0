// SPDX-License-Identifier: MIT
#include "machine/timing/draw/work_pools.h"

#include <gtest/gtest.h>

#include <utility>

namespace cyclorama::machine::timing {
namespace {

TEST(TimingWorkPools, SharedObjectIsReleasedWithItsLastUser) {
    VertexPool vertices;
    const VertexId id = vertices.acquire();
    EXPECT_EQ(vertices[id].users, 1u);
    vertices.use(id);
    vertices.drop(id);
    EXPECT_EQ(vertices.inUse(), 1u);
    vertices.drop(id);
    EXPECT_EQ(vertices.inUse(), 0u);
    EXPECT_EQ(vertices.acquire(), id) << "the slot released last is the next to be used";
    EXPECT_EQ(vertices[id].users, 1u);
}

TEST(TimingWorkPools, TriangleIsReleasedWithTheLastOfItsQuads) {
    TrianglePool triangles;
    QuadPool quads(triangles);
    const TriangleId triangle = triangles.acquire();
    triangles[triangle].number = 7;
    const auto quadOf = [&] {
        const QuadId id = quads.acquire();
        quads[id].triangle = triangle;
        triangles.use(triangle);
        return id;
    };
    const QuadId first = quadOf();
    const QuadId second = quadOf();
    EXPECT_EQ(quads.triangleOf(quads[second]).number, 7u);
    triangles.drop(triangle);  // the stage that made the quads
    quads.drop(first);
    EXPECT_EQ(triangles.inUse(), 1u);
    quads.drop(second);
    EXPECT_EQ(triangles.inUse(), 0u);
    EXPECT_EQ(quads.inUse(), 0u);
}

TEST(TimingWorkPools, LastQuadOfABatchDropsNoTriangle) {
    TrianglePool triangles;
    QuadPool quads(triangles);
    const TriangleId triangle = triangles.acquire();
    const QuadId last = quads.acquire();
    quads[last].last = true;
    quads[last].triangle = triangle;
    quads.drop(last);
    EXPECT_EQ(quads.inUse(), 0u);
    EXPECT_EQ(triangles[triangle].users, 1u);
}

TEST(TimingWorkPools, InputsAndColorsBelongToOneQuad) {
    TrianglePool triangles;
    QuadPool quads(triangles);
    const QuadId first = quads.acquire();
    const QuadId second = quads.acquire();
    quads.input(3, first).fill({1, 2, 3, 4});
    quads.input(3, second).fill({5, 6, 7, 8});
    quads.color(3, first).fill({9, 10, 11, 12});
    EXPECT_EQ(quads.input(3, first)[2], (func::Vec4{1, 2, 3, 4}));
    EXPECT_EQ(quads.input(3, second)[2], (func::Vec4{5, 6, 7, 8}));
    EXPECT_EQ(std::as_const(quads).color(3, first)[0], (func::Vec4{9, 10, 11, 12}));
}

}  // namespace
}  // namespace cyclorama::machine::timing
