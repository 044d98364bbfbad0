// SPDX-License-Identifier: MIT
#pragma once
// OpenGL objects of the microbenchmarks, in the current context.

#include <GLES2/gl2.h>

#include <array>
#include <vector>

#include "rates.h"

namespace gles_rates {

/// A texture of RGBA with 8 bits a channel, of one level, from `pixels` (rows without gaps; null for undefined ones).
/// It stays bound to GL_TEXTURE_2D.
GLuint makeTexture(Size size, const void* pixels);

/// Binds a new framebuffer of 32 bits a pixel, with or without depth and stencil of 32 bits, and sets the viewport to
/// it. Throws std::runtime_error where the driver refuses it.
void bindTarget(Size size, bool depth);

/// Position in clip coordinates, and four numbers for the fragment program.
struct Vertex {
    std::array<float, 4> position;
    std::array<float, 4> coordinates;
};

/// Makes them the vertices of the draws that follow.
void bindVertices(const std::vector<Vertex>& vertices);

/// A fan over the whole target, with coordinates from 0 to `right` and `top`.
std::vector<Vertex> wholeTarget(float right, float top);

/// One triangle over the whole target: no pixel is shaded twice, as those along the middle of a fan may be.
std::vector<Vertex> oneTriangle(float right, float top);

}  // namespace gles_rates
