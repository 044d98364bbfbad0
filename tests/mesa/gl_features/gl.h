// SPDX-License-Identifier: MIT
#pragma once
// OpenGL 2.1 with its functions, and what scenes share.

#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>

#include <array>
#include <stdexcept>
#include <string>

namespace gl_features {

/// Links programs by their texts; an empty one stands for the fixed functions. Throws std::runtime_error with the log.
inline GLuint useProgram(const std::string& vertex, const std::string& fragment) {
    const GLuint program = glCreateProgram();
    const auto attach = [&](GLenum stage, const std::string& text) {
        if (text.empty()) return;
        const GLuint shader = glCreateShader(stage);
        const char* const source = text.c_str();
        glShaderSource(shader, 1, &source, nullptr);
        glCompileShader(shader);
        glAttachShader(program, shader);
    };
    attach(GL_VERTEX_SHADER, vertex);
    attach(GL_FRAGMENT_SHADER, fragment);
    glLinkProgram(program);
    GLint linked = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    std::array<char, 2048> log{};
    glGetProgramInfoLog(program, static_cast<GLsizei>(log.size()), nullptr, log.data());
    if (linked == 0) throw std::runtime_error(std::string("a program of a scene is not linked: ") + log.data());
    glUseProgram(program);
    return program;
}

/// A rectangle in the current colour.
inline void rectangle(float left, float low, float right, float high, float depth = 0) {
    glBegin(GL_TRIANGLE_FAN);
    glVertex3f(left, low, depth);
    glVertex3f(right, low, depth);
    glVertex3f(right, high, depth);
    glVertex3f(left, high, depth);
    glEnd();
}

}  // namespace gl_features
