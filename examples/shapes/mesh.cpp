// SPDX-License-Identifier: MIT
#include "shapes/mesh.h"

#include <numbers>

namespace shapes {
namespace {

constexpr float kPi = std::numbers::pi_v<float>;

/// Joins a grid of (columns + 1) x (rows + 1) vertices, row after row, to triangles.
void addGridIndices(Mesh& mesh, uint32_t columns, uint32_t rows) {
    for (uint32_t row = 0; row < rows; ++row)
        for (uint32_t column = 0; column < columns; ++column) {
            const uint32_t a = row * (columns + 1) + column;
            const uint32_t c = a + columns + 1;
            for (const uint32_t index : {a, a + 1, c + 1, a, c + 1, c})
                mesh.indices.push_back(static_cast<uint16_t>(index));
        }
}

Vec3 knotPoint(float t) {
    const float radius = (2 + std::cos(3 * t)) / 3;
    return {radius * std::cos(2 * t), std::sin(3 * t) / 3, radius * std::sin(2 * t)};
}

}  // namespace

Mesh makeBackdrop() {
    constexpr float kHalfWidth = 14;
    constexpr float kFront = 9;
    constexpr float kWall = -5;
    constexpr float kBend = 4;
    constexpr float kHeight = 12;
    constexpr uint32_t kBendSteps = 12;
    struct Station {
        float y, z, normalY, normalZ;
    };
    std::vector<Station> profile = {{0, kFront, 1, 0}};
    for (uint32_t i = 0; i <= kBendSteps; ++i) {
        const float angle = kPi / 2 * static_cast<float>(i) / kBendSteps;
        profile.push_back(
            {kBend * (1 - std::cos(angle)), kWall + kBend * (1 - std::sin(angle)), std::cos(angle), std::sin(angle)});
    }
    profile.push_back({kHeight, kWall, 0, 1});

    Mesh mesh;
    for (size_t i = 0; i < profile.size(); ++i) {
        const Station& s = profile[i];
        const float v = static_cast<float>(i) / static_cast<float>(profile.size() - 1);
        mesh.vertices.push_back({{-kHalfWidth, s.y, s.z}, {0, s.normalY, s.normalZ}, 0, v});
        mesh.vertices.push_back({{kHalfWidth, s.y, s.z}, {0, s.normalY, s.normalZ}, 1, v});
    }
    addGridIndices(mesh, 1, static_cast<uint32_t>(profile.size() - 1));
    return mesh;
}

Mesh makeTorusKnot(uint32_t segments, uint32_t sides, float tube) {
    Mesh mesh;
    for (uint32_t i = 0; i <= segments; ++i) {
        const float t = 2 * kPi * static_cast<float>(i) / static_cast<float>(segments);
        const Vec3 center = knotPoint(t);
        const Vec3 along = normalized(knotPoint(t + 0.01f) - knotPoint(t - 0.01f));
        const Vec3 side = normalized(cross(along, center));
        const Vec3 out = cross(side, along);
        for (uint32_t j = 0; j <= sides; ++j) {
            const float angle = 2 * kPi * static_cast<float>(j) / static_cast<float>(sides);
            const Vec3 normal = out * std::cos(angle) + side * std::sin(angle);
            mesh.vertices.push_back({center + normal * tube, normal, static_cast<float>(j) / static_cast<float>(sides),
                                     12 * static_cast<float>(i) / static_cast<float>(segments)});
        }
    }
    addGridIndices(mesh, sides, segments);
    return mesh;
}

Mesh makeSphere(uint32_t slices, uint32_t stacks) {
    Mesh mesh;
    for (uint32_t i = 0; i <= stacks; ++i) {
        const float v = static_cast<float>(i) / static_cast<float>(stacks);
        for (uint32_t j = 0; j <= slices; ++j) {
            const float u = static_cast<float>(j) / static_cast<float>(slices);
            const float radius = std::sin(kPi * v);
            const Vec3 point = {radius * std::sin(2 * kPi * u), -std::cos(kPi * v), radius * std::cos(2 * kPi * u)};
            mesh.vertices.push_back({point, point, u, v});
        }
    }
    addGridIndices(mesh, slices, stacks);
    return mesh;
}

Mesh makeDisc(uint32_t slices) {
    Mesh mesh;
    mesh.vertices.push_back({{0, 0, 0}, {0, 1, 0}, 0.5f, 0.5f});
    for (uint32_t i = 0; i <= slices; ++i) {
        const float angle = 2 * kPi * static_cast<float>(i) / static_cast<float>(slices);
        const float x = std::sin(angle);
        const float z = std::cos(angle);
        mesh.vertices.push_back({{x, 0, z}, {0, 1, 0}, 0.5f + x / 2, 0.5f + z / 2});
        if (i > 0)
            for (const uint32_t index : {0u, i, i + 1}) mesh.indices.push_back(static_cast<uint16_t>(index));
    }
    return mesh;
}

Mesh makeRim(uint32_t slices) {
    Mesh mesh;
    for (uint32_t row = 0; row < 2; ++row)
        for (uint32_t i = 0; i <= slices; ++i) {
            const float u = static_cast<float>(i) / static_cast<float>(slices);
            const Vec3 normal = {std::sin(2 * kPi * u), 0, std::cos(2 * kPi * u)};
            mesh.vertices.push_back({normal + Vec3{0, static_cast<float>(row) - 1, 0}, normal, u, 0});
        }
    addGridIndices(mesh, slices, 1);
    return mesh;
}

Mesh makeQuad() {
    Mesh mesh;
    for (const float y : {-1.0f, 1.0f})
        for (const float x : {-1.0f, 1.0f}) mesh.vertices.push_back({{x, y, 0}, {0, 0, 1}, (x + 1) / 2, (y + 1) / 2});
    addGridIndices(mesh, 1, 1);
    return mesh;
}

}  // namespace shapes
