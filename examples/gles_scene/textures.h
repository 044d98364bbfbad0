// SPDX-License-Identifier: MIT
#pragma once
// The scene's pictures, computed.

#include <GLES2/gl2.h>

namespace gles_scene {

/// Glazed tiles with joints, 256 x 256, with all mip levels, repeating.
GLuint makeTiles();
/// A metal sheet with round holes (transparent there), 128 x 128, with all mip levels, repeating.
GLuint makePerforation();
/// White, 1 x 1.
GLuint makeWhite();
/// Black, more opaque towards the middle: a soft shadow, 64 x 64.
GLuint makeShadow();
/// Reflection of shining surfaces: the studio's lights, a cube map of 64 x 64 faces.
GLuint makeStudio();

}  // namespace gles_scene
