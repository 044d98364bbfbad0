// SPDX-License-Identifier: MIT
#include "textures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include "shapes/matrix.h"

namespace gles_scene {
namespace {

using shapes::Vec3;

struct Texel {
    Vec3 color;
    float alpha = 1;
};

uint8_t toByte(float value) { return static_cast<uint8_t>(std::lround(255 * std::clamp(value, 0.0f, 1.0f))); }

/// Loads level 0 of `target` with a square picture; u and v go from 0 to 1.
void load(GLenum target, GLsizei size, const std::function<Texel(float u, float v)>& color) {
    std::vector<uint8_t> bytes;
    for (GLsizei y = 0; y < size; ++y)
        for (GLsizei x = 0; x < size; ++x) {
            const auto scale = static_cast<float>(size);
            const Texel texel = color((static_cast<float>(x) + 0.5f) / scale, (static_cast<float>(y) + 0.5f) / scale);
            for (const float c : {texel.color.x, texel.color.y, texel.color.z, texel.alpha}) bytes.push_back(toByte(c));
        }
    glTexImage2D(target, 0, GL_RGBA, size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, bytes.data());
}

GLuint make(GLenum target, GLint wrap, bool mipmaps) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(target, texture);
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, mipmaps ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR);
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(target, GL_TEXTURE_WRAP_S, wrap);
    glTexParameteri(target, GL_TEXTURE_WRAP_T, wrap);
    return texture;
}

/// A value from 0 to 1 for a cell.
float cellNoise(int x, int y) {
    uint32_t h = static_cast<uint32_t>(x) * 0x9e3779b1u ^ static_cast<uint32_t>(y) * 0x85ebca77u;
    h = (h ^ (h >> 15)) * 0x2c1b3c6du;
    h ^= h >> 13;
    return static_cast<float>(h & 0xffff) / 65535.0f;
}

Vec3 mix(Vec3 a, Vec3 b, float t) { return a * (1 - t) + b * t; }

/// The direction that a texel of a face of a cube map stands for.
Vec3 cubeDirection(size_t face, float u, float v) {
    const float s = 2 * u - 1;
    const float t = 2 * v - 1;
    const std::array<Vec3, 6> directions = {
        {{1, -t, -s}, {-1, -t, s}, {s, 1, t}, {s, -1, -t}, {s, -t, 1}, {-s, -t, -1}}};
    return normalized(directions[face]);
}

/// A lamp with a soft edge: 1 within `inner` of its axis (cosine), 0 beyond `outer`.
float lamp(Vec3 direction, Vec3 axis, float inner, float outer) {
    return std::clamp((dot(direction, normalized(axis)) - outer) / (inner - outer), 0.0f, 1.0f);
}

}  // namespace

GLuint makeTiles() {
    constexpr int kTiles = 4;
    const GLuint texture = make(GL_TEXTURE_2D, GL_REPEAT, true);
    load(GL_TEXTURE_2D, 256, [](float u, float v) -> Texel {
        const float x = u * kTiles;
        const float y = v * kTiles;
        const float edge = std::min({x - std::floor(x), y - std::floor(y), std::ceil(x) - x, std::ceil(y) - y});
        const float shade = cellNoise(static_cast<int>(x), static_cast<int>(y));
        const Vec3 glaze = mix({0.86f, 0.28f, 0.1f}, {0.98f, 0.72f, 0.2f}, shade);
        return {mix({0.2f, 0.16f, 0.15f}, glaze, std::clamp((edge - 0.05f) / 0.06f, 0.0f, 1.0f)), 1};
    });
    glGenerateMipmap(GL_TEXTURE_2D);
    return texture;
}

GLuint makePerforation() {
    constexpr int kHoles = 4;
    const GLuint texture = make(GL_TEXTURE_2D, GL_REPEAT, true);
    load(GL_TEXTURE_2D, 128, [](float u, float v) -> Texel {
        const float x = u * kHoles - std::floor(u * kHoles) - 0.5f;
        const float y = v * kHoles - std::floor(v * kHoles) - 0.5f;
        const float distance = std::sqrt(x * x + y * y);
        return {mix({0.5f, 0.5f, 0.52f}, {0.82f, 0.84f, 0.88f}, std::clamp((distance - 0.3f) * 12, 0.0f, 1.0f)),
                std::clamp((distance - 0.26f) * 10, 0.0f, 1.0f)};
    });
    glGenerateMipmap(GL_TEXTURE_2D);
    return texture;
}

GLuint makeWhite() {
    const GLuint texture = make(GL_TEXTURE_2D, GL_CLAMP_TO_EDGE, false);
    load(GL_TEXTURE_2D, 1, [](float, float) -> Texel { return {{1, 1, 1}, 1}; });
    return texture;
}

GLuint makeShadow() {
    const GLuint texture = make(GL_TEXTURE_2D, GL_CLAMP_TO_EDGE, false);
    load(GL_TEXTURE_2D, 64, [](float u, float v) -> Texel {
        const float x = 2 * u - 1;
        const float y = 2 * v - 1;
        const float inside = std::max(1 - (x * x + y * y), 0.0f);
        return {{0, 0, 0}, inside * inside};
    });
    return texture;
}

GLuint makeStudio() {
    const GLuint texture = make(GL_TEXTURE_CUBE_MAP, GL_CLAMP_TO_EDGE, false);
    for (size_t face = 0; face < 6; ++face)
        load(GL_TEXTURE_CUBE_MAP_POSITIVE_X + static_cast<GLenum>(face), 64, [&](float u, float v) -> Texel {
            const Vec3 direction = cubeDirection(face, u, v);
            Vec3 color = mix({0.1f, 0.08f, 0.07f}, {0.24f, 0.3f, 0.4f}, 0.5f + 0.5f * direction.y);
            color = color + Vec3{1, 0.93f, 0.8f} * lamp(direction, {4, 7, 5}, 0.95f, 0.9f);
            color = color + Vec3{0.45f, 0.65f, 0.95f} * lamp(direction, {-6, 3, 4}, 0.9f, 0.8f);
            return {color, 1};
        });
    return texture;
}

}  // namespace gles_scene
