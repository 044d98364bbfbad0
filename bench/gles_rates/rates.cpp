// SPDX-License-Identifier: MIT
#include "rates.h"

#include <array>
#include <cstdint>
#include <vector>

#include "gles_scene/program.h"
#include "programs.h"
#include "target.h"

namespace gles_rates {
namespace {

constexpr Size kFullHd{1920, 1080};
constexpr Size kSmall{256, 256};
constexpr Size kTextured{256, 256};
constexpr Size kLarge{512, 512};

/// Statements of a program for which its start and its end do not count.
constexpr int kSteps = 48;

void use(const std::string& fragmentProgram) {
    const gles_scene::Program program(kVertexProgram, fragmentProgram.c_str());
    program.set("factor", {0.875F, 0.75F, 0.625F}, 0.5F);
}

// Frames that end with their pixels in memory.
void drawFrame() {
    glDrawArrays(GL_TRIANGLE_FAN, 0, 4);
    glFlush();
}

void drawTriangle() {
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glFlush();
}

/// Turns tile status on, where the chip has it.
void clearOnce() {
    glClearColor(0.25F, 0.5F, 0.75F, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
}

Prepared fill(Size size) {
    bindTarget(size, false);
    clearOnce();
    use(kCopyProgram);
    bindVertices(wholeTarget(1, 1));
    return {.work = size.pixels(), .repeat = drawFrame};
}

Prepared fillDepth(Size size) {
    bindTarget(size, true);
    clearOnce();
    use(kCopyProgram);
    bindVertices(wholeTarget(1, 1));
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_ALWAYS);
    return {.work = size.pixels(), .repeat = drawFrame};
}

Prepared compute(Size size, const std::string& program, int perPixel) {
    bindTarget(size, false);
    use(program);
    bindVertices(oneTriangle(1, 1));
    return {.work = size.pixels() * perPixel, .repeat = drawTriangle};
}

Prepared multiplyAdd4(Size size) {
    return compute(size,
                   repeated("vec4 a = value;\nvec4 b = value.yzwx;\n", "a = a * factor + b;\nb = b * factor + a;\n",
                            kSteps, "gl_FragColor = b;\n"),
                   2 * kSteps);
}

// Sums of uniforms: of sums of sums, some compilers take forever to find what they may know.
Prepared add4(Size size) {
    return compute(
        size, repeated("vec4 a = value;\n", "a = a + factor;\na = a + factor.wzyx;\n", kSteps, "gl_FragColor = a;\n"),
        2 * kSteps);
}

Prepared add1(Size size) {
    return compute(
        size,
        repeated("float a = value.x;\n", "a = a + factor.x;\na = a + factor.y;\n", kSteps, "gl_FragColor = vec4(a);\n"),
        2 * kSteps);
}

Prepared reciprocal(Size size) {
    return compute(size,
                   repeated("float a = value.x;\n", "a = 1.0 / (a + factor.x);\n", kSteps, "gl_FragColor = vec4(a);\n"),
                   kSteps);
}

/// A texture in which each texel has its own coordinates, so that what is read says where to read next.
void bindCoordinates(GLsizei side, GLenum minFilter, GLenum magFilter) {
    std::vector<uint8_t> texels;
    for (GLsizei y = 0; y < side; ++y)
        for (GLsizei x = 0; x < side; ++x)
            for (const GLsizei value : {x, y, x, y}) texels.push_back(static_cast<uint8_t>(value * 255 / (side - 1)));
    makeTexture({side, side}, texels.data());
    glGenerateMipmap(GL_TEXTURE_2D);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, static_cast<GLint>(minFilter));
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, static_cast<GLint>(magFilter));
}

/// Texels from a texture of `side`, of which a pixel of the target covers `texelsPerPixel` in each direction.
Prepared sample(Size size, GLsizei side, float texelsPerPixel, int perPixel, GLenum minFilter, GLenum magFilter) {
    bindTarget(size, false);
    use(repeated("vec4 a = texture2D(image, value.xy);\n", "a = texture2D(image, a.xy);\n", perPixel - 1,
                 "gl_FragColor = a;\n"));
    bindCoordinates(side, minFilter, magFilter);
    const auto right = static_cast<float>(size.width) * texelsPerPixel / static_cast<float>(side);
    const auto top = static_cast<float>(size.height) * texelsPerPixel / static_cast<float>(side);
    bindVertices(oneTriangle(right, top));
    return {.work = size.pixels() * perPixel, .repeat = drawTriangle};
}

constexpr int kChain = 24;
constexpr GLsizei kCached = 16;
constexpr GLsizei kUncached = 1024;

Prepared nearest(Size size) { return sample(size, kCached, 1, kChain, GL_NEAREST, GL_NEAREST); }
Prepared bilinear(Size size) { return sample(size, kCached, 1, kChain, GL_LINEAR, GL_LINEAR); }
/// Each lookup is between the second level and the third.
Prepared trilinear(Size size) { return sample(size, kCached, 3, kChain, GL_LINEAR_MIPMAP_LINEAR, GL_LINEAR); }
Prepared nearestLarge(Size size) { return sample(size, kUncached, 1, 1, GL_NEAREST, GL_NEAREST); }
Prepared bilinearLarge(Size size) { return sample(size, kUncached, 1, 1, GL_LINEAR, GL_LINEAR); }
Prepared trilinearLarge(Size size) { return sample(size, kUncached, 1.5F, 1, GL_LINEAR_MIPMAP_LINEAR, GL_LINEAR); }

/// Triangles that face away, of a pixel and less; their vertices all differ.
Prepared vertices(Size size) {
    constexpr GLsizei kVertices = 12000;
    bindTarget(size, false);
    use(kCopyProgram);
    glEnable(GL_CULL_FACE);
    std::vector<Vertex> strip;
    for (GLsizei i = 0; i < kVertices; i += 3) {
        const float x = static_cast<float>(i) / kVertices;
        strip.push_back({{x, 0, 0, 1}, {x, 0, 0, 1}});
        strip.push_back({{x, 0.001F, 0, 1}, {x, 1, 0, 1}});
        strip.push_back({{x + 0.001F, 0, 0, 1}, {x, 2, 0, 1}});
    }
    bindVertices(strip);
    return {.work = kVertices, .repeat = [] {
                glDrawArrays(GL_TRIANGLES, 0, kVertices);
                glFlush();
            }};
}

/// Such triangles with vertices that were shaded already.
Prepared triangles(Size size) {
    constexpr GLsizei kTriangles = 20000;
    bindTarget(size, false);
    use(kCopyProgram);
    glEnable(GL_CULL_FACE);
    bindVertices({{{0, 0, 0, 1}, {}}, {{0, 0.001F, 0, 1}, {}}, {{0.001F, 0, 0, 1}, {}}});
    std::vector<uint16_t> indices;
    for (GLsizei i = 0; i < kTriangles; ++i) indices.insert(indices.end(), {0, 1, 2});
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(indices.size() * sizeof(uint16_t)), indices.data(),
                 GL_STATIC_DRAW);
    return {.work = kTriangles, .repeat = [] {
                glDrawElements(GL_TRIANGLES, 3 * kTriangles, GL_UNSIGNED_SHORT, nullptr);
                glFlush();
            }};
}

/// Draws of one triangle of a few pixels.
Prepared draws(Size size) {
    constexpr int kDraws = 200;
    bindTarget(size, false);
    use(kCopyProgram);
    bindVertices({{{0, 0, 0, 1}, {}}, {{0.05F, 0, 0, 1}, {}}, {{0, 0.05F, 0, 1}, {}}});
    return {.work = kDraws, .repeat = [] {
                for (int i = 0; i < kDraws; ++i) glDrawArrays(GL_TRIANGLES, 0, 3);
                glFlush();
            }};
}

Prepared clear(Size size) {
    bindTarget(size, true);
    use(kCopyProgram);
    bindVertices({{{0, 0, 0, 1}, {}}, {{0.05F, 0, 0, 1}, {}}, {{0, 0.05F, 0, 1}, {}}});
    // A draw between two clears: a driver may leave out what the next would overwrite.
    return {.work = size.pixels(), .repeat = [] {
                clearOnce();
                drawTriangle();
            }};
}

/// A frame's pixels into a texture. The driver may take the resolve engine or a draw.
Prepared copy(Size size) {
    bindTarget(size, false);
    makeTexture(size, nullptr);
    return {.work = size.pixels(), .repeat = [size] {
                glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, size.width, size.height);
                glFlush();
            }};
}

}  // namespace

std::span<const Rate> rates() {
    static constexpr std::array kRates = std::to_array<Rate>({
        {"fill", "pixels", "Pixels of colour that one draw a frame covers", kFullHd, fill},
        {"fill-depth", "pixels", "The same with a depth that is tested and written", kFullHd, fillDepth},
        {"mad4", "operations", "Multiply-adds of four components", kSmall, multiplyAdd4},
        {"add4", "operations", "Sums of four components", kSmall, add4},
        {"add1", "operations", "Sums of one component", kSmall, add1},
        {"rcp", "operations", "Reciprocals, each of a sum", kSmall, reciprocal},
        {"nearest", "texels", "Lookups in a texture that a cache holds, without a filter", kTextured, nearest},
        {"bilinear", "texels", "The same with four texels", kTextured, bilinear},
        {"trilinear", "texels", "The same with four texels of two levels", kTextured, trilinear},
        {"nearest-large", "texels", "One lookup a pixel in a texture that no cache holds", kLarge, nearestLarge},
        {"bilinear-large", "texels", "The same with four texels", kLarge, bilinearLarge},
        {"trilinear-large", "texels", "The same with four texels of two levels", kLarge, trilinearLarge},
        {"vertices", "vertices", "Vertices of triangles that face away", kSmall, vertices},
        {"triangles", "triangles", "Such triangles with the same vertices", kSmall, triangles},
        {"draws", "draws", "Draws of a small triangle", kSmall, draws},
        {"clear", "pixels", "Pixels of colour, depth and stencil that are cleared", kFullHd, clear},
        {"copy", "pixels", "Pixels that are copied to a texture", kFullHd, copy},
    });
    return kRates;
}

}  // namespace gles_rates
