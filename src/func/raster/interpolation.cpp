// SPDX-License-Identifier: MIT
#include "func/raster/interpolation.h"

namespace cyclorama::func {

std::array<double, 3> interpolationWeights(const PlaneValues& values) {
    const double inverse = 1.0 / (values[0] + values[1] + values[2]);
    return {inverse * values[0], inverse * values[1], inverse * values[2]};
}

std::array<double, 3> windowWeights(const PlaneValues& values, const std::array<double, 3>& inverseW) {
    return interpolationWeights({values[0] * inverseW[0], values[1] * inverseW[1], values[2] * inverseW[2], 0.0});
}

Vec4 interpolate(const std::array<double, 3>& weights, const Vec4& a0, const Vec4& a1, const Vec4& a2) {
    Vec4 result;
    for (uint32_t c = 0; c < 4; ++c) {
        result[c] =
            static_cast<float>(static_cast<double>(a0[c]) * weights[0] + static_cast<double>(a1[c]) * weights[1] +
                               static_cast<double>(a2[c]) * weights[2]);
    }
    return result;
}

void interpolationWeights(const QuadBatch& batch, LaneWeights& weights) {
    const uint32_t lanes = batch.quads * kQuadFragments;
    for (uint32_t lane = 0; lane < lanes; ++lane) {
        const double e0 = batch.edge[0][lane];
        const double e1 = batch.edge[1][lane];
        const double e2 = batch.edge[2][lane];
        const double inverse = 1.0 / (e0 + e1 + e2);
        weights.vertex[0][lane] = inverse * e0;
        weights.vertex[1][lane] = inverse * e1;
        weights.vertex[2][lane] = inverse * e2;
    }
}

void windowWeights(const QuadBatch& batch, std::span<const SetupTriangle> triangles, LaneWeights& weights) {
    for (uint32_t quad = 0; quad < batch.quads; ++quad) {
        const auto [w0, w1, w2] = triangles[batch.triangle[quad]].inverseW;
        for (uint32_t lane = quad * kQuadFragments; lane < (quad + 1) * kQuadFragments; ++lane) {
            const double e0 = batch.edge[0][lane] * w0;
            const double e1 = batch.edge[1][lane] * w1;
            const double e2 = batch.edge[2][lane] * w2;
            const double inverse = 1.0 / (e0 + e1 + e2);
            weights.vertex[0][lane] = inverse * e0;
            weights.vertex[1][lane] = inverse * e1;
            weights.vertex[2][lane] = inverse * e2;
        }
    }
}

void interpolate(const LaneWeights& weights, const TriangleVertices& vertices, uint32_t attribute, uint32_t firstQuad,
                 uint32_t lastQuad, LaneVec4& out) {
    const uint32_t first = firstQuad * kQuadFragments;
    const uint32_t last = lastQuad * kQuadFragments;
    for (uint32_t c = 0; c < 4; ++c) {
        const double a0 = static_cast<double>((*vertices[0])[attribute][c]);
        const double a1 = static_cast<double>((*vertices[1])[attribute][c]);
        const double a2 = static_cast<double>((*vertices[2])[attribute][c]);
        float* result = out.component[c].data();
        for (uint32_t lane = first; lane < last; ++lane) {
            result[lane] = static_cast<float>(a0 * weights.vertex[0][lane] + a1 * weights.vertex[1][lane] +
                                              a2 * weights.vertex[2][lane]);
        }
    }
}

void copyFlat(const TriangleVertices& vertices, uint32_t attribute, uint32_t firstQuad, uint32_t lastQuad,
              LaneVec4& out) {
    for (uint32_t c = 0; c < 4; ++c) {
        const float value = (*vertices[2])[attribute][c];
        for (uint32_t lane = firstQuad * kQuadFragments; lane < lastQuad * kQuadFragments; ++lane) {
            out.component[c][lane] = value;
        }
    }
}

uint32_t triangleEnd(const QuadBatch& batch, uint32_t firstQuad) {
    uint32_t quad = firstQuad + 1;
    while (quad < batch.quads && batch.triangle[quad] == batch.triangle[firstQuad]) {
        ++quad;
    }
    return quad;
}

Vec4 fragmentPosition(int32_t x, int32_t y, uint32_t depth, uint32_t depthBits) {
    return {static_cast<float>(x), static_cast<float>(y),
            static_cast<float>(depth) / static_cast<float>(maximumDepth(depthBits)), 1.0f};
}

void fragmentPositions(const QuadBatch& batch, uint32_t depthBits, LaneVec4& out) {
    const uint32_t lanes = batch.quads * kQuadFragments;
    for (uint32_t lane = 0; lane < lanes; ++lane) {
        const uint32_t quad = lane / kQuadFragments;
        const Vec4 position =
            fragmentPosition(batch.x[quad] + static_cast<int32_t>(lane & 1),
                             batch.y[quad] + static_cast<int32_t>(lane >> 1 & 1), batch.depth[lane], depthBits);
        for (uint32_t c = 0; c < 4; ++c) {
            out.component[c][lane] = position[c];
        }
    }
}

Vec4 windowPosition(int32_t x, int32_t y, uint32_t depth, uint32_t depthBits, const PlaneValues& values,
                    const std::array<double, 3>& inverseW) {
    const auto [e0, e1, e2, z] = values;
    const auto [w0, w1, w2] = inverseW;
    return {static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f,
            static_cast<float>(depth) / static_cast<float>(maximumDepth(depthBits)),
            static_cast<float>((e0 * w0 + e1 * w1 + e2 * w2) / (e0 + e1 + e2))};
}

void windowPositions(const QuadBatch& batch, std::span<const SetupTriangle> triangles, uint32_t depthBits,
                     LaneVec4& out) {
    const auto largest = static_cast<float>(maximumDepth(depthBits));
    for (uint32_t quad = 0; quad < batch.quads; ++quad) {
        const auto [w0, w1, w2] = triangles[batch.triangle[quad]].inverseW;
        for (uint32_t f = 0; f < kQuadFragments; ++f) {
            const uint32_t lane = quad * kQuadFragments + f;
            const double e0 = batch.edge[0][lane];
            const double e1 = batch.edge[1][lane];
            const double e2 = batch.edge[2][lane];
            out.component[0][lane] = static_cast<float>(batch.x[quad] + static_cast<int32_t>(f & 1)) + 0.5f;
            out.component[1][lane] = static_cast<float>(batch.y[quad] + static_cast<int32_t>(f >> 1)) + 0.5f;
            out.component[2][lane] = static_cast<float>(batch.depth[lane]) / largest;
            out.component[3][lane] = static_cast<float>((e0 * w0 + e1 * w1 + e2 * w2) / (e0 + e1 + e2));
        }
    }
}

void setFace(double area, uint32_t firstQuad, uint32_t lastQuad, LaneVec4& out) {
    for (uint32_t lane = firstQuad * kQuadFragments; lane < lastQuad * kQuadFragments; ++lane) {
        out.component[3][lane] = static_cast<float>(area);
    }
}

}  // namespace cyclorama::func
