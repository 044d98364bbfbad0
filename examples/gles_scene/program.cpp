// SPDX-License-Identifier: MIT
#include "program.h"

#include <GLES2/gl2ext.h>

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>

namespace gles_scene {
namespace {

GLuint compile(GLenum stage, const char* source) {
    const GLuint shader = glCreateShader(stage);
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    GLint done = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
    if (done == 0) {
        std::array<char, 2048> log = {};
        glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), nullptr, log.data());
        throw std::runtime_error(std::string("a shader does not compile: ") + log.data());
    }
    return shader;
}

}  // namespace

Program::Program(const char* vertexSource, const char* fragmentSource) : name_(glCreateProgram()) {
    glAttachShader(name_, compile(GL_VERTEX_SHADER, vertexSource));
    glAttachShader(name_, compile(GL_FRAGMENT_SHADER, fragmentSource));
    glBindAttribLocation(name_, 0, "position");
    glBindAttribLocation(name_, 1, "normal");
    glBindAttribLocation(name_, 2, "coordinates");
    glLinkProgram(name_);
    GLint done = 0;
    glGetProgramiv(name_, GL_LINK_STATUS, &done);
    if (done == 0) {
        std::array<char, 2048> log = {};
        glGetProgramInfoLog(name_, static_cast<GLsizei>(log.size()), nullptr, log.data());
        throw std::runtime_error(std::string("a program does not link: ") + log.data());
    }
    use();
    glUniform1i(glGetUniformLocation(name_, "image"), 0);
    glUniform1i(glGetUniformLocation(name_, "studio"), 1);
}

void Program::set(const char* uniform, float value) const { glUniform1f(glGetUniformLocation(name_, uniform), value); }

void Program::set(const char* uniform, Vec3 value) const {
    glUniform3f(glGetUniformLocation(name_, uniform), value.x, value.y, value.z);
}

void Program::set(const char* uniform, Vec3 value, float w) const {
    glUniform4f(glGetUniformLocation(name_, uniform), value.x, value.y, value.z, w);
}

void Program::set(const char* uniform, const Mat4& value) const {
    glUniformMatrix4fv(glGetUniformLocation(name_, uniform), 1, GL_FALSE, value.m.data());
}

Shape::Shape(const Mesh& mesh) : count_(static_cast<GLsizei>(mesh.indices.size())) {
    glGenBuffers(1, &vertices_);
    glBindBuffer(GL_ARRAY_BUFFER, vertices_);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(mesh.vertices.size() * sizeof(Vertex)), mesh.vertices.data(),
                 GL_STATIC_DRAW);
    glGenBuffers(1, &indices_);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(mesh.indices.size() * sizeof(uint16_t)),
                 mesh.indices.data(), GL_STATIC_DRAW);
}

void Shape::draw() const {
    glBindBuffer(GL_ARRAY_BUFFER, vertices_);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_);
    const auto attribute = [](GLuint index, GLint components, size_t offset) {
        glEnableVertexAttribArray(index);
        // The offset into the bound buffer goes where OpenGL once had a pointer.
        glVertexAttribPointer(index, components, GL_FLOAT, GL_FALSE, sizeof(Vertex),
                              reinterpret_cast<const void*>(offset));
    };
    attribute(0, 3, offsetof(Vertex, position));
    attribute(1, 3, offsetof(Vertex, normal));
    attribute(2, 2, offsetof(Vertex, u));
    glDrawElements(GL_TRIANGLES, count_, GL_UNSIGNED_SHORT, nullptr);
}

Canvas::Canvas(GLsizei width, GLsizei height) : width_(width), height_(height) {
    glGenTextures(1, &texture_);
    glBindTexture(GL_TEXTURE_2D, texture_);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    GLuint depthStencil = 0;
    glGenRenderbuffers(1, &depthStencil);
    glBindRenderbuffer(GL_RENDERBUFFER, depthStencil);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8_OES, width, height);
    glGenFramebuffers(1, &framebuffer_);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depthStencil);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, depthStencil);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        throw std::runtime_error("the driver refuses a framebuffer of RGBA with depth 24 and stencil 8");
}

void Canvas::bind() const {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glViewport(0, 0, width_, height_);
}

}  // namespace gles_scene
