// SPDX-License-Identifier: MIT
#include "mesh.h"

#include <array>
#include <cmath>
#include <functional>
#include <numbers>

#include "vector.h"

namespace attila_scene {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;

Vertex makeVertex(Vector position, Vector normal, double u, double v) {
    const auto f = [](double value) { return static_cast<float>(value); };
    return {{f(position.x), f(position.y), f(position.z)}, {f(normal.x), f(normal.y), f(normal.z)}, {f(u), f(v)}};
}

/// A surface over the unit square: columns along u, rows along v. Front faces are seen where v is to the left of u.
Mesh makeSurface(unsigned columns, unsigned rows, const std::function<Vertex(double u, double v)>& surface) {
    Mesh mesh;
    for (unsigned row = 0; row <= rows; ++row)
        for (unsigned column = 0; column <= columns; ++column)
            mesh.vertices.push_back(surface(static_cast<double>(column) / columns, static_cast<double>(row) / rows));
    for (unsigned row = 0; row < rows; ++row)
        for (unsigned column = 0; column < columns; ++column) {
            const unsigned corner = row * (columns + 1) + column;
            const unsigned above = corner + columns + 1;
            for (const unsigned index : {corner, corner + 1, above + 1, corner, above + 1, above})
                mesh.indices.push_back(static_cast<uint16_t>(index));
        }
    return mesh;
}

/// A closed curve wound around the circle `core`.
struct WoundCurve {
    std::function<Vector(double u)> point;
    std::function<Vector(double u)> core;
};

/// A tube around the curve; its sides are distinguished by the direction away from the core.
Mesh makeTube(double radius, unsigned columns, unsigned rows, const WoundCurve& curve, double uRepeats) {
    return makeSurface(columns, rows, [&](double u, double v) {
        const Vector centre = curve.point(u);
        const Vector along = normalized(curve.point(u + 1e-4) - curve.point(u - 1e-4));
        const Vector side = normalized(cross(along, centre - curve.core(u)));
        const Vector out = cross(side, along);
        const Vector normal = side * std::cos(kTurn * v) - out * std::sin(kTurn * v);
        return makeVertex(centre + normal * radius, normal, u * uRepeats, v);
    });
}

}  // namespace

Mesh makeSphere(unsigned columns, unsigned rows) {
    return makeSurface(columns, rows, [](double u, double v) {
        const double latitude = (v - 0.5) * std::numbers::pi;
        const Vector n = {std::cos(latitude) * std::sin(kTurn * u), std::sin(latitude),
                          std::cos(latitude) * std::cos(kTurn * u)};
        return makeVertex(n, n, u, v);
    });
}

Mesh makeTorus(double tube, unsigned columns, unsigned rows) {
    return makeSurface(columns, rows, [tube](double u, double v) {
        const Vector out = {std::sin(kTurn * u), 0, std::cos(kTurn * u)};
        const Vector normal = out * std::cos(kTurn * v) + Vector{0, std::sin(kTurn * v), 0};
        return makeVertex(out + normal * tube, normal, 4 * u, v);
    });
}

Mesh makeTorusKnot(double tube, unsigned columns, unsigned rows) {
    const auto onCircle = [](double u, double radius, double z) {
        const double around = 2 * kTurn * u;
        return Vector{radius * std::cos(around), radius * std::sin(around), z};
    };
    const WoundCurve curve = {.point =
                                  [&](double u) {
                                      const double through = 3 * kTurn * u;
                                      return onCircle(u, 1 + 0.45 * std::cos(through), 0.45 * std::sin(through));
                                  },
                              .core = [&](double u) { return onCircle(u, 1, 0); }};
    return makeTube(tube, columns, rows, curve, 12);
}

Mesh makeBox() {
    /// A face and the directions of its texture coordinates.
    struct Face {
        Vector normal;
        Vector right;
        Vector up;
    };
    const std::array<Face, 6> faces = {{{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}},
                                        {{-1, 0, 0}, {0, 0, 1}, {0, 1, 0}},
                                        {{0, 1, 0}, {1, 0, 0}, {0, 0, -1}},
                                        {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}},
                                        {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}},
                                        {{0, 0, -1}, {-1, 0, 0}, {0, 1, 0}}}};
    Mesh mesh;
    for (const Face& face : faces) {
        const Mesh square = makeSurface(1, 1, [&face](double u, double v) {
            return makeVertex(face.normal + face.right * (2 * u - 1) + face.up * (2 * v - 1), face.normal, u, v);
        });
        const auto first = static_cast<unsigned>(mesh.vertices.size());
        mesh.vertices.insert(mesh.vertices.end(), square.vertices.begin(), square.vertices.end());
        for (const uint16_t index : square.indices) mesh.indices.push_back(static_cast<uint16_t>(first + index));
    }
    return mesh;
}

Mesh makeFloor(double extent, unsigned cells) {
    return makeSurface(cells, cells, [extent](double u, double v) {
        return makeVertex({(2 * u - 1) * extent, 0, (1 - 2 * v) * extent}, {0, 1, 0}, u, v);
    });
}

Mesh makeScreen() {
    return makeSurface(1, 1, [](double u, double v) { return makeVertex({2 * u - 1, 2 * v - 1, 1}, {0, 0, 1}, u, v); });
}

}  // namespace attila_scene
