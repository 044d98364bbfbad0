// SPDX-License-Identifier: MIT
#include <cmath>

#include "gl.h"
#include "scenes.h"

namespace gl_features {
namespace {

constexpr float kPi = 3.14159265f;

/// Triangles one over the other, all of one draw, every second one turned over.
void overlappingTriangles(float alpha) {
    glBegin(GL_TRIANGLES);
    for (int i = 0; i < 24; ++i) {
        const float turn = static_cast<float>(i) * 0.37f;
        const float side = i % 2 == 0 ? 1.0f : -1.0f;
        const float depth = std::sin(static_cast<float>(i)) * 0.5f;
        glColor4f(0.5f + 0.5f * std::cos(turn), 0.5f + 0.5f * std::sin(turn), 0.1f * static_cast<float>(i % 10), alpha);
        for (int corner = 0; corner < 3; ++corner) {
            const float angle = turn + side * static_cast<float>(corner) * 2 * kPi / 3;
            glVertex3f(0.3f * std::cos(turn * 3) + 0.7f * std::cos(angle),
                       0.3f * std::sin(turn * 3) + 0.7f * std::sin(angle), depth);
        }
    }
    glEnd();
}

/// A bar for each stencil value up to 7, where it is.
void showStencil() {
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_STENCIL_TEST);
    glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
    for (int value = 0; value < 8; ++value) {
        glStencilFunc(GL_EQUAL, value, 7);
        glColor3f(static_cast<float>(value & 1), static_cast<float>(value >> 1 & 1), static_cast<float>(value >> 2));
        rectangle(-1, -1, 1, 1);
    }
}

/// A buffer with alpha; shown as colours at the left, as grey at the right.
class AlphaTarget {
  public:
    explicit AlphaTarget(const Size& size) : size_(size) {
        glGenTextures(1, &texture_);
        glBindTexture(GL_TEXTURE_2D, texture_);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, size.width, size.height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        glGenRenderbuffers(1, &depth_);
        glBindRenderbuffer(GL_RENDERBUFFER, depth_);
        glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, size.width, size.height);
        glGenFramebuffers(1, &framebuffer_);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, depth_);
        glClearColor(0.3f, 0.2f, 0.1f, 0.4f);
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    }
    AlphaTarget(const AlphaTarget&) = delete;
    AlphaTarget& operator=(const AlphaTarget&) = delete;
    void show() const {
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        glDisable(GL_BLEND);
        glDisable(GL_DEPTH_TEST);
        useProgram(
            "#version 120\nvarying vec2 place;\nvoid main() {\n  gl_Position = gl_Vertex;\n"
            "  place = gl_Vertex.xy * vec2(1, 0.5) + vec2(1, 0.5);\n}\n",
            "#version 120\nuniform sampler2D image;\nvarying vec2 place;\nvoid main() {\n"
            "  vec4 texel = texture2D(image, place);\n"
            "  gl_FragColor = place.x < 1.0 ? vec4(texel.rgb, 1) : vec4(texture2D(image, place - vec2(1, 0)).a);\n}\n");
        glViewport(0, 0, size_.width, size_.height);
        rectangle(-1, -1, 1, 1);
        glUseProgram(0);
    }
    ~AlphaTarget() {
        glDeleteFramebuffers(1, &framebuffer_);
        glDeleteRenderbuffers(1, &depth_);
        glDeleteTextures(1, &texture_);
    }

  private:
    Size size_;
    GLuint texture_ = 0, depth_ = 0, framebuffer_ = 0;
};

}  // namespace

/// Shadow volumes: faces change stencil in opposite directions, which two passes do.
void countFaces(const Size&) {
    glEnable(GL_DEPTH_TEST);
    rectangle(-0.6f, -0.6f, 0.6f, 0.6f, 0.1f);
    glDepthMask(GL_FALSE);
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_ALWAYS, 0, 0xff);
    glStencilOpSeparate(GL_FRONT, GL_KEEP, GL_KEEP, GL_INCR_WRAP);
    glStencilOpSeparate(GL_BACK, GL_KEEP, GL_INCR_WRAP, GL_DECR_WRAP);
    overlappingTriangles(1);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    showStencil();
}

/// Tests that depend on what the other face left, with colour and depth: only each triangle after the other is right.
void testFaces(const Size&) {
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glEnable(GL_STENCIL_TEST);
    glStencilFuncSeparate(GL_FRONT, GL_NOTEQUAL, 2, 3);
    glStencilOpSeparate(GL_FRONT, GL_INVERT, GL_KEEP, GL_INCR);
    glStencilFuncSeparate(GL_BACK, GL_LESS, 0, 3);
    glStencilOpSeparate(GL_BACK, GL_REPLACE, GL_INCR, GL_DECR);
    overlappingTriangles(1);
    glViewport(0, 0, 40, 30);
    showStencil();
}

/// Equations that differ, of colours that do not look at the alpha below, in one draw.
void blendColorAndAlpha(const Size& size) {
    const AlphaTarget target(size);
    glEnable(GL_BLEND);
    glBlendEquationSeparate(GL_FUNC_ADD, GL_MAX);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE);
    overlappingTriangles(0.6f);
    glBlendEquationSeparate(GL_FUNC_REVERSE_SUBTRACT, GL_FUNC_ADD);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_DST_ALPHA, GL_ONE);
    glLineWidth(5);
    glColor4f(0.4f, 0.1f, 0.2f, 0.5f);
    glBegin(GL_LINES);
    for (int i = 0; i < 8; ++i) {
        glVertex2f(-0.9f, static_cast<float>(i) * 0.2f - 0.787f);
        glVertex2f(0.9f, 0.813f - static_cast<float>(i) * 0.2f);
    }
    glEnd();
    target.show();
}

/// Colours that look at the alpha that earlier triangles of the draw left, and depth that they wrote.
void blendByAlphaBelow(const Size& size) {
    const AlphaTarget target(size);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendEquationSeparate(GL_FUNC_ADD, GL_FUNC_REVERSE_SUBTRACT);
    glBlendFuncSeparate(GL_DST_ALPHA, GL_ONE_MINUS_DST_ALPHA, GL_DST_ALPHA, GL_ONE);
    overlappingTriangles(0.5f);
    glDisable(GL_DEPTH_TEST);
    glBlendEquationSeparate(GL_FUNC_ADD, GL_MIN);
    glLineWidth(7);
    glBegin(GL_LINES);
    for (int i = 0; i < 8; ++i) {
        glColor4f(0.9f, 0.1f * static_cast<float>(i), 0.2f, 0.1f * static_cast<float>(9 - i));
        glVertex2f(-0.9f, static_cast<float>(i) * 0.2f - 0.787f);
        glVertex2f(0.9f, 0.813f - static_cast<float>(i) * 0.2f);
    }
    glEnd();
    target.show();
}

/// Stencil writes of some bits: the others stay, and tests of them decide.
void keepStencilBits(const Size&) {
    glClearStencil(0x15);
    glClear(GL_STENCIL_BUFFER_BIT);
    glEnable(GL_STENCIL_TEST);
    glStencilMask(0x03);
    glStencilFunc(GL_ALWAYS, 0x06, 0xff);
    glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
    glColor3f(0.3f, 0.1f, 0.1f);
    rectangle(-0.8f, -0.8f, 0.1f, 0.5f);
    glStencilMask(0x04);
    glStencilFunc(GL_EQUAL, 0x02, 0x02);
    glStencilOp(GL_KEEP, GL_KEEP, GL_ZERO);
    glColor3f(0.1f, 0.3f, 0.1f);
    rectangle(-0.3f, -0.4f, 0.8f, 0.8f);
    // A clear of some bits, too.
    glEnable(GL_SCISSOR_TEST);
    glScissor(5, 5, 60, 25);
    glClearStencil(0x02);
    glClear(GL_STENCIL_BUFFER_BIT);
    glStencilMask(0x01);
    glScissor(90, 5, 60, 25);
    glClear(GL_STENCIL_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
    glStencilMask(0xff);
    showStencil();
}

}  // namespace gl_features
