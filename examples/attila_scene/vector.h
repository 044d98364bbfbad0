// SPDX-License-Identifier: MIT
#pragma once
// Vectors and matrices of the scene, in double precision. Matrices are rows; points are columns.

#include <array>
#include <cmath>

namespace attila_scene {

struct Vector {
    double x = 0;
    double y = 0;
    double z = 0;

    friend Vector operator+(Vector a, Vector b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend Vector operator-(Vector a, Vector b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend Vector operator*(Vector a, Vector b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
    friend Vector operator*(Vector a, double s) { return {a.x * s, a.y * s, a.z * s}; }
};

inline double dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vector cross(Vector a, Vector b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline Vector normalized(Vector a) { return a * (1.0 / std::sqrt(dot(a, a))); }
inline Vector mix(Vector a, Vector b, double t) { return a + (b - a) * t; }

using Row = std::array<double, 4>;

struct Matrix {
    std::array<Row, 4> rows{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};

    friend Matrix operator*(const Matrix& a, const Matrix& b) {
        Matrix product;
        for (unsigned r = 0; r < 4; ++r)
            for (unsigned c = 0; c < 4; ++c) {
                product.rows[r][c] = 0;
                for (unsigned k = 0; k < 4; ++k) product.rows[r][c] += a.rows[r][k] * b.rows[k][c];
            }
        return product;
    }
};

inline Matrix translation(Vector t) { return {{{{1, 0, 0, t.x}, {0, 1, 0, t.y}, {0, 0, 1, t.z}, {0, 0, 0, 1}}}}; }
inline Matrix scaling(Vector s) { return {{{{s.x, 0, 0, 0}, {0, s.y, 0, 0}, {0, 0, s.z, 0}, {0, 0, 0, 1}}}}; }
inline Matrix rotationY(double angle) {
    const double c = std::cos(angle);
    const double s = std::sin(angle);
    return {{{{c, 0, s, 0}, {0, 1, 0, 0}, {-s, 0, c, 0}, {0, 0, 0, 1}}}};
}
inline Matrix rotationX(double angle) {
    const double c = std::cos(angle);
    const double s = std::sin(angle);
    return {{{{1, 0, 0, 0}, {0, c, -s, 0}, {0, s, c, 0}, {0, 0, 0, 1}}}};
}

/// OpenGL's perspective: the view is along -z, depth goes from -1 to 1.
inline Matrix perspective(double verticalAngle, double aspect, double nearPlane, double farPlane) {
    const double f = 1.0 / std::tan(verticalAngle / 2);
    const double depth = nearPlane - farPlane;
    return {{{{f / aspect, 0, 0, 0},
              {0, f, 0, 0},
              {0, 0, (farPlane + nearPlane) / depth, 2 * farPlane * nearPlane / depth},
              {0, 0, -1, 0}}}};
}

}  // namespace attila_scene
