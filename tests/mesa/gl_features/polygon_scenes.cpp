// SPDX-License-Identifier: MIT
#include <cmath>

#include "gl.h"
#include "scenes.h"

namespace gl_features {
namespace {

/// 32 rows of four bytes; none is like another, from left to right or from the first on.
std::array<GLubyte, 128> pattern(unsigned shift) {
    std::array<GLubyte, 128> rows{};
    for (unsigned row = 0; row < 32; ++row)
        for (unsigned column = 0; column < 32; ++column)
            if (((column + shift) * (row + 3) / 7 + row) % 3 == 0)
                rows[row * 4 + column / 8] |= static_cast<GLubyte>(0x80 >> column % 8);
    return rows;
}

/// A ring of quads in two strips, seen from both sides, with colours of each.
void ring() {
    glBegin(GL_TRIANGLE_STRIP);
    for (int i = 0; i <= 12; ++i) {
        const float angle = static_cast<float>(i) * 2 * 3.14159265f / 12 + 0.1f;
        for (const float y : {-0.45f, 0.4f}) {
            glColor3f(0.5f + 0.5f * std::cos(angle), y + 0.5f, 1);
            glVertex3f(0.6f * std::cos(angle), y + 0.2f * std::sin(angle), std::sin(angle) * 0.6f);
        }
    }
    glEnd();
}

}  // namespace

/// Faces drawn otherwise in front than behind, depth that is moved, edges that are left out.
void outlinePolygons(const Size& size) {
    glEnable(GL_DEPTH_TEST);
    glPolygonMode(GL_FRONT, GL_FILL);
    glPolygonMode(GL_BACK, GL_LINE);
    glViewport(0, 0, size.width / 2, size.height);
    ring();
    glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
    glEnable(GL_POLYGON_OFFSET_LINE);
    glPolygonOffset(-1.5f, -4);
    glDisable(GL_DEPTH_TEST);
    glViewport(size.width / 2, 0, size.width / 2, size.height / 2);
    glPolygonMode(GL_FRONT, GL_LINE);
    glPolygonMode(GL_BACK, GL_POINT);
    glPointSize(3);
    glLineWidth(2);
    ring();
    glEnable(GL_CULL_FACE);
    glPolygonMode(GL_BACK, GL_FILL);
    glLineWidth(1);
    glViewport(size.width / 2, size.height / 2, size.width / 4, size.height / 2);
    ring();
    glDisable(GL_CULL_FACE);
    glViewport(size.width * 3 / 4, size.height / 2, size.width / 4, size.height / 2);
    glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
    glColor3f(1, 1, 0);
    glBegin(GL_TRIANGLES);
    for (int i = 0; i < 4; ++i) {
        const float angle = static_cast<float>(i) * 1.5f + 0.2f;
        glEdgeFlag(i % 2 == 0 ? GL_TRUE : GL_FALSE);
        glVertex2f(0.02f, 0.03f);
        glEdgeFlag(GL_TRUE);
        glVertex2f(0.8f * std::cos(angle), 0.8f * std::sin(angle));
        glVertex2f(0.8f * std::cos(angle + 1), 0.8f * std::sin(angle + 1));
    }
    glEnd();
    glBegin(GL_POLYGON);
    for (int i = 0; i < 6; ++i)
        glVertex2f(0.93f * std::cos(static_cast<float>(i) * 1.04f + 0.1f),
                   0.93f * std::sin(static_cast<float>(i) * 1.04f + 0.1f));
    glEnd();
    glEdgeFlag(GL_TRUE);
}

/// Patterns in the window and in a buffer of rows from below, beside lines that have none.
void stipplePolygons(const Size& size) {
    glEnable(GL_POLYGON_STIPPLE);
    glPolygonStipple(pattern(0).data());
    glColor3f(1, 0.5f, 0);
    rectangle(-0.9f, -0.9f, 0.3f, 0.7f);
    glPolygonStipple(pattern(5).data());
    glColor3f(0, 0.5f, 1);
    glBegin(GL_TRIANGLES);
    glVertex2f(-0.5f, -0.3f);
    glVertex2f(0.9f, -0.8f);
    glVertex2f(0.6f, 0.9f);
    glEnd();
    glBegin(GL_LINES);
    glVertex2f(-0.95f, 0.9f);
    glVertex2f(0.95f, 0.83f);
    glEnd();
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 50, 50, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    GLuint framebuffer = 0;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    glViewport(0, 0, 50, 50);
    glClear(GL_COLOR_BUFFER_BIT);
    glColor3f(0, 1, 0);
    rectangle(-0.9f, -0.9f, 0.9f, 0.7f);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(size.width - 50, size.height - 50, 50, 50);
    glDisable(GL_POLYGON_STIPPLE);
    useProgram(
        "#version 120\nvarying vec2 place;\nvoid main() {\n  gl_Position = gl_Vertex;\n"
        "  place = gl_Vertex.xy * 0.5 + 0.5;\n}\n",
        "#version 120\nuniform sampler2D image;\nvarying vec2 place;\nvoid main() {\n"
        "  gl_FragColor = texture2D(image, place);\n}\n");
    rectangle(-1, -1, 1, 1);
    glUseProgram(0);
    glDeleteFramebuffers(1, &framebuffer);
    glDeleteTextures(1, &texture);
}

/// Points and lines with smooth edges, over what is there, and one line that goes away from the eye.
void smoothShapes(const Size&) {
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glEnable(GL_LINE_SMOOTH);
    glEnable(GL_POINT_SMOOTH);
    for (int i = 0; i < 9; ++i) {
        const float along = static_cast<float>(i) / 8;
        glLineWidth(1 + static_cast<float>(i));
        glColor4f(1, along, 0.2f, 1);
        glBegin(GL_LINES);
        glVertex2f(-0.9f, -0.9f + 1.1f * along);
        glVertex2f(-0.1f, -0.9f + 1.7f * along);
        glEnd();
        glPointSize(2 + 2 * static_cast<float>(i));
        glColor4f(along, 0.6f, 1, 1);
        glBegin(GL_POINTS);
        glVertex2f(0.05f + 0.1f * static_cast<float>(i), -0.85f + 1.2f * along * along);
        glEnd();
    }
    glLineWidth(6);
    glBegin(GL_LINES);
    glColor4f(1, 1, 1, 1);
    glVertex4f(-0.9f, 0.95f, 0, 1);
    glColor4f(0, 1, 0, 1);
    glVertex4f(3.6f, 3.4f, 0, 4);
    glEnd();
}

}  // namespace gl_features
