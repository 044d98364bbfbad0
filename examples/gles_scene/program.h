// SPDX-License-Identifier: MIT
#pragma once
// OpenGL objects as the scene uses them.

#include <GLES2/gl2.h>

#include "shapes/matrix.h"
#include "shapes/mesh.h"

namespace gles_scene {

using namespace shapes;

/// A linked pair of shaders whose attributes `position`, `normal` and `coordinates` are 0, 1 and 2, and whose samplers
/// `image` and `studio` read the units 0 and 1.
class Program {
  public:
    /// Throws std::runtime_error with the compiler's words.
    Program(const char* vertexSource, const char* fragmentSource);

    void use() const { glUseProgram(name_); }
    void set(const char* uniform, float value) const;
    void set(const char* uniform, Vec3 value) const;
    void set(const char* uniform, Vec3 value, float w) const;
    void set(const char* uniform, const Mat4& value) const;

  private:
    GLuint name_;
};

/// A mesh in buffers.
class Shape {
  public:
    explicit Shape(const Mesh& mesh);
    void draw() const;

  private:
    GLuint vertices_ = 0;
    GLuint indices_ = 0;
    GLsizei count_ = 0;
};

/// A framebuffer object of RGBA pixels in a texture, with depth and stencil.
class Canvas {
  public:
    /// Throws std::runtime_error where the driver does not have such a framebuffer.
    Canvas(GLsizei width, GLsizei height);
    void bind() const;
    GLuint texture() const { return texture_; }

  private:
    GLsizei width_;
    GLsizei height_;
    GLuint texture_ = 0;
    GLuint framebuffer_ = 0;
};

}  // namespace gles_scene
