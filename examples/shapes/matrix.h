// SPDX-License-Identifier: MIT
#pragma once
// Linear algebra of scenes: column vectors, clip coordinates as OpenGL has them.

#include <array>
#include <cmath>

namespace shapes {

struct Vec3 {
    float x = 0;
    float y = 0;
    float z = 0;

    friend Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend Vec3 operator*(Vec3 a, float s) { return {a.x * s, a.y * s, a.z * s}; }
};

inline float dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vec3 cross(Vec3 a, Vec3 b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
inline Vec3 normalized(Vec3 a) { return a * (1.0f / std::sqrt(dot(a, a))); }

/// Column after column.
struct Mat4 {
    std::array<float, 16> m = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

    float& at(int row, int column) { return m[static_cast<size_t>(column) * 4 + static_cast<size_t>(row)]; }
    float at(int row, int column) const { return m[static_cast<size_t>(column) * 4 + static_cast<size_t>(row)]; }

    friend Mat4 operator*(const Mat4& a, const Mat4& b) {
        Mat4 product;
        for (int row = 0; row < 4; ++row)
            for (int column = 0; column < 4; ++column) {
                float sum = 0;
                for (int i = 0; i < 4; ++i) sum += a.at(row, i) * b.at(i, column);
                product.at(row, column) = sum;
            }
        return product;
    }
};

inline Mat4 translation(Vec3 by) {
    Mat4 result;
    result.at(0, 3) = by.x;
    result.at(1, 3) = by.y;
    result.at(2, 3) = by.z;
    return result;
}

inline Mat4 scaling(Vec3 by) {
    Mat4 result;
    result.at(0, 0) = by.x;
    result.at(1, 1) = by.y;
    result.at(2, 2) = by.z;
    return result;
}

/// Angles in radians.
inline Mat4 rotationY(float angle) {
    Mat4 result;
    result.at(0, 0) = result.at(2, 2) = std::cos(angle);
    result.at(0, 2) = std::sin(angle);
    result.at(2, 0) = -std::sin(angle);
    return result;
}

inline Mat4 rotationX(float angle) {
    Mat4 result;
    result.at(1, 1) = result.at(2, 2) = std::cos(angle);
    result.at(2, 1) = std::sin(angle);
    result.at(1, 2) = -std::sin(angle);
    return result;
}

/// fieldOfView: vertical, in radians.
inline Mat4 perspective(float fieldOfView, float aspect, float nearPlane, float farPlane) {
    const float f = 1 / std::tan(fieldOfView / 2);
    Mat4 result;
    result.at(0, 0) = f / aspect;
    result.at(1, 1) = f;
    result.at(2, 2) = (farPlane + nearPlane) / (nearPlane - farPlane);
    result.at(2, 3) = 2 * farPlane * nearPlane / (nearPlane - farPlane);
    result.at(3, 2) = -1;
    result.at(3, 3) = 0;
    return result;
}

inline Mat4 lookAt(Vec3 eye, Vec3 target) {
    const Vec3 back = normalized(eye - target);
    const Vec3 right = normalized(cross({0, 1, 0}, back));
    const Vec3 up = cross(back, right);
    Mat4 result;
    const std::array<Vec3, 3> axes = {right, up, back};
    for (int row = 0; row < 3; ++row) {
        const Vec3 axis = axes[static_cast<size_t>(row)];
        result.at(row, 0) = axis.x;
        result.at(row, 1) = axis.y;
        result.at(row, 2) = axis.z;
        result.at(row, 3) = -dot(axis, eye);
    }
    return result;
}

}  // namespace shapes
