// SPDX-License-Identifier: MIT
#include "gl.h"
#include "scenes.h"

namespace gl_features {
namespace {

void enablePlane(GLenum number, double x, double y, double z, double w) {
    const std::array<GLdouble, 4> plane = {x, y, z, w};
    glClipPlane(GL_CLIP_PLANE0 + number, plane.data());
    glEnable(GL_CLIP_PLANE0 + number);
}

/// Across the view and into its depth, so that planes cut it aslant.
void leaningRectangle() {
    glBegin(GL_TRIANGLE_STRIP);
    glColor3f(1, 0, 0);
    glVertex3f(-2, -1.5f, -2);
    glColor3f(0, 1, 0);
    glVertex3f(2, -1.5f, -2);
    glColor3f(0, 0, 1);
    glVertex3f(-2, 1.5f, -6);
    glColor3f(1, 1, 0);
    glVertex3f(2, 1.5f, -6);
    glEnd();
}

}  // namespace

/// Planes in the space of the eye; triangles, lines and points are cut.
void clipByFixedPlanes(const Size& size) {
    glMatrixMode(GL_PROJECTION);
    glFrustum(-1, 1, -0.75, 0.75, 1, 10);
    glMatrixMode(GL_MODELVIEW);
    enablePlane(0, 1, 0.3, 0, 0.7);
    enablePlane(3, 0, 0, 1, 5);
    leaningRectangle();
    glLineWidth(3);
    glBegin(GL_LINES);
    for (int i = 0; i < 6; ++i) {
        const auto y = static_cast<float>(i) * 0.2f;
        glColor3f(1, 1, 1);
        glVertex3f(-1.8f, y, -2.5f);
        glVertex3f(1.8f, y + 0.4f, -5.5f);
    }
    glEnd();
    glPointSize(5);
    glBegin(GL_POINTS);
    for (int i = 0; i < 12; ++i) glVertex3f(static_cast<float>(i) * 0.25f - 1.6f, -1.2f, -2.5f);
    glEnd();
    // Not of all planes alone: in a viewport that the chip cannot have as it stands.
    glDisable(GL_CLIP_PLANE3);
    glViewport(-20, size.height / 2, size.width / 3, size.height);
    leaningRectangle();
}

/// Six planes, and places for them that are not those of the vertices.
void clipByVertexOfProgram(const Size&) {
    const GLuint program = useProgram(
        "#version 120\nuniform vec2 shift;\nvarying vec4 color;\nvoid main() {\n  gl_Position = gl_Vertex;\n"
        "  gl_ClipVertex = vec4(gl_Vertex.xy + shift, gl_Vertex.y, 1);\n  color = vec4(gl_Vertex.xy * 0.5 + 0.5, 1, "
        "1);\n}\n",
        "#version 120\nvarying vec4 color;\nvoid main() { gl_FragColor = color; }\n");
    enablePlane(0, 1, 0, 0, 0.9);
    enablePlane(1, -1, 0, 0, 0.9);
    enablePlane(2, 0, 1, 0, 0.8);
    enablePlane(3, 0, -1, 0, 0.8);
    enablePlane(4, 1, 1, 0, 1.3);
    enablePlane(5, 0, 0, -1, 0.5);
    glUniform2f(glGetUniformLocation(program, "shift"), 0.1f, -0.05f);
    rectangle(-1, -1, 1, 1);
    glUseProgram(0);
}

}  // namespace gl_features
