// SPDX-License-Identifier: MIT
#include "golden/medley/medley.h"

#include <GLES2/gl2ext.h>

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "golden/medley/programs.h"

namespace medley {

using namespace gles_scene;
using namespace shapes;

namespace {

constexpr GLsizei kCanvasSize = 32;
constexpr GLsizei kCopySize = 16;
constexpr GLsizei kPoints = 7;

/// Two colours in squares, with alpha 0 in some.
std::vector<uint8_t> squares(GLsizei width, GLsizei height, uint8_t blue) {
    std::vector<uint8_t> bytes;
    for (GLsizei y = 0; y < height; ++y)
        for (GLsizei x = 0; x < width; ++x) {
            const bool odd = (x / 4 + y / 4) % 2 != 0;
            const bool hole = x % 8 < 3 && y % 8 < 3;
            bytes.insert(bytes.end(), {static_cast<uint8_t>(odd ? 230 : 40), static_cast<uint8_t>(255 * y / height),
                                       blue, static_cast<uint8_t>(hole ? 0 : 255)});
        }
    return bytes;
}

GLuint makeTexture(GLenum target, GLint wrap, GLint minFilter) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(target, texture);
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, minFilter);
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(target, GL_TEXTURE_WRAP_S, wrap);
    glTexParameteri(target, GL_TEXTURE_WRAP_T, wrap);
    return texture;
}

void loadSquares(GLenum target, GLsizei width, GLsizei height, uint8_t blue) {
    glTexImage2D(target, 0, GL_RGBA, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, squares(width, height, blue).data());
}

GLuint makeMipmapped() {
    const GLuint texture = makeTexture(GL_TEXTURE_2D, GL_REPEAT, GL_LINEAR_MIPMAP_LINEAR);
    loadSquares(GL_TEXTURE_2D, 32, 32, 90);
    glGenerateMipmap(GL_TEXTURE_2D);
    return texture;
}

/// Neither side is a power of two.
GLuint makeOdd() {
    const GLuint texture = makeTexture(GL_TEXTURE_2D, GL_CLAMP_TO_EDGE, GL_NEAREST);
    loadSquares(GL_TEXTURE_2D, 20, 12, 200);
    return texture;
}

/// Any bytes are blocks of ETC1.
GLuint makeCompressed() {
    const GLuint texture = makeTexture(GL_TEXTURE_2D, GL_CLAMP_TO_EDGE, GL_LINEAR);
    std::array<uint32_t, 32> blocks{};
    uint32_t random = 7;
    for (uint32_t& word : blocks) word = random = random * 1664525 + 1013904223;
    glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_ETC1_RGB8_OES, 16, 16, 0, sizeof blocks, blocks.data());
    return texture;
}

GLuint makeCube() {
    const GLuint texture = makeTexture(GL_TEXTURE_CUBE_MAP, GL_CLAMP_TO_EDGE, GL_LINEAR);
    for (GLenum face = 0; face < 6; ++face)
        loadSquares(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 8, 8, static_cast<uint8_t>(40 * face));
    return texture;
}

GLuint makeCopy() {
    const GLuint texture = makeTexture(GL_TEXTURE_2D, GL_CLAMP_TO_EDGE, GL_LINEAR);
    loadSquares(GL_TEXTURE_2D, kCopySize, kCopySize, 0);
    return texture;
}

Mat4 at(float x, float y, float width, float height, float depth = 0) {
    return translation({x, y, depth}) * scaling({width, height, 1});
}

Mat4 camera(float turn) {
    return perspective(0.9f, 4.0f / 3, 0.5f, 20) * translation({0, 0, -3.4f}) * rotationY(turn) * rotationX(0.5f);
}

}  // namespace

Medley::Medley()
    : lit_(kVertex, kLitFragment),
      plain_(kVertex, kPlainFragment),
      looping_(kVertex, kLoopingFragment),
      knot_(makeTorusKnot(36, 6, 0.3f)),
      ball_(makeSphere(10, 6)),
      quad_(makeQuad()),
      mipmapped_(makeMipmapped()),
      odd_(makeOdd()),
      compressed_(makeCompressed()),
      cube_(makeCube()),
      copy_(makeCopy()),
      canvas_(kCanvasSize, kCanvasSize) {
    std::array<float, 3 * kPoints> positions{};
    for (size_t i = 0; i < positions.size(); ++i) positions[i] = static_cast<float>(i * i % 19) / 10 - 0.9f;
    glGenBuffers(1, &points_);
    glBindBuffer(GL_ARRAY_BUFFER, points_);
    glBufferData(GL_ARRAY_BUFFER, sizeof positions, positions.data(), GL_STATIC_DRAW);
}

void Medley::draw(Display& display, int frame) {
    const auto turn = 0.5f * static_cast<float>(frame);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_CUBE_MAP, cube_);
    glActiveTexture(GL_TEXTURE0);
    drawCanvas(turn);
    display.bind();
    glClearColor(0.2f, 0.3f, 0.5f, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    drawBackground();
    drawKnot(turn);
    drawReflection();
    drawBlended();
    drawHoles();
    drawCopy(display);
    drawPrimitives();
    if (const GLenum error = glGetError(); error != GL_NO_ERROR)
        throw std::runtime_error("OpenGL error " + std::to_string(error));
}

void Medley::drawCanvas(float turn) {
    canvas_.bind();
    glClearColor(0, 0.2f, 0.1f, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    drawKnot(-turn);
}

void Medley::drawBackground() {
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_BLEND);
    looping_.use();
    looping_.set("place", at(-0.5f, 0, 0.5f, 0.9f));
    glBindTexture(GL_TEXTURE_2D, compressed_);
    quad_.draw();
    drawPlain(mipmapped_, at(0.5f, 0, 0.45f, 0.9f), {1, 1, 1}, 1);
}

void Medley::drawKnot(float turn) {
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glEnable(GL_CULL_FACE);
    lit_.use();
    lit_.set("place", camera(turn));
    glBindTexture(GL_TEXTURE_2D, mipmapped_);
    knot_.draw();
    glDisable(GL_CULL_FACE);
}

void Medley::drawReflection() {
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_ALWAYS, 3, 0xff);
    glStencilOp(GL_KEEP, GL_INCR, GL_REPLACE);
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    lit_.use();
    lit_.set("place", camera(0) * translation({-0.9f, -0.6f, 0.4f}) * scaling({0.7f, 0.7f, 0.7f}));
    ball_.draw();
    glColorMask(GL_TRUE, GL_FALSE, GL_TRUE, GL_TRUE);
    glDisable(GL_DEPTH_TEST);
    glStencilFunc(GL_EQUAL, 3, 0x0f);
    glStencilOp(GL_KEEP, GL_KEEP, GL_ZERO);
    drawPlain(odd_, at(-0.4f, -0.4f, 0.5f, 0.5f), {1, 1, 0.5f}, 1);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDisable(GL_STENCIL_TEST);
}

void Medley::drawBlended() {
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    drawPlain(canvas_.texture(), at(0.55f, 0.5f, 0.35f, 0.4f), {1, 0.9f, 0.8f}, 0.7f);
    glBlendEquation(GL_FUNC_REVERSE_SUBTRACT);
    glBlendFunc(GL_ONE, GL_ONE);
    drawPlain(compressed_, at(0.3f, -0.6f, 0.3f, 0.3f), {0.3f, 0.3f, 0.1f}, 0.5f);
    glBlendEquation(GL_FUNC_ADD);
    glDisable(GL_BLEND);
}

void Medley::drawHoles() {
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_GEQUAL);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(-1, -2);
    glEnable(GL_SCISSOR_TEST);
    glScissor(5, 9, 31, 21);
    drawPlain(mipmapped_, at(-0.4f, 0.5f, 0.4f, 0.6f, 0.97f), {0.5f, 1, 1}, 1);
    glClearColor(0.9f, 0.1f, 0.1f, 1);
    glScissor(2, 3, 6, 5);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_POLYGON_OFFSET_FILL);
    glDisable(GL_DEPTH_TEST);
}

void Medley::drawCopy(Display& display) {
    glBindTexture(GL_TEXTURE_2D, copy_);
    glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, display.width() / 2 - 8, display.height() / 2 - 8, kCopySize,
                        kCopySize);
    drawPlain(copy_, at(0.75f, -0.7f, 0.2f, 0.25f), {1, 1, 1}, 1);
}

void Medley::drawPrimitives() {
    plain_.use();
    plain_.set("place", translation({-0.5f, -0.4f, 0}) * scaling({0.5f, 0.5f, 0.1f}));
    plain_.set("color", {0.2f, 0.9f, 0.3f}, 1);
    glBindTexture(GL_TEXTURE_2D, odd_);
    glBindBuffer(GL_ARRAY_BUFFER, points_);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 3 * sizeof(float), nullptr);
    glDisableVertexAttribArray(1);
    glDisableVertexAttribArray(2);
    glVertexAttrib2f(2, 0.9f, 0.5f);
    glDrawArrays(GL_LINE_STRIP, 0, kPoints);
    glDrawArrays(GL_POINTS, 0, kPoints);
    glDrawArrays(GL_TRIANGLE_STRIP, 2, 4);
}

void Medley::drawPlain(GLuint texture, const Mat4& place, Vec3 color, float alpha) {
    plain_.use();
    plain_.set("place", place);
    plain_.set("color", color, alpha);
    glBindTexture(GL_TEXTURE_2D, texture);
    quad_.draw();
}

}  // namespace medley
