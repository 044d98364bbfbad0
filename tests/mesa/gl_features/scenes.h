// SPDX-License-Identifier: MIT
#pragma once
// Scenes of OpenGL 2.1, each of one feature that chips of its time often lacked. They draw to the framebuffer that is
// bound, with the context's first state.

#include <array>
#include <string_view>

namespace gl_features {

struct Size {
    int width = 0;
    int height = 0;
};

struct Scene {
    std::string_view name;
    void (*draw)(const Size& size);
};

// clip_scenes.cpp
void clipByFixedPlanes(const Size& size);
void clipByVertexOfProgram(const Size& size);

// pass_scenes.cpp
void countFaces(const Size& size);
void testFaces(const Size& size);
void blendColorAndAlpha(const Size& size);
void blendByAlphaBelow(const Size& size);
void keepStencilBits(const Size& size);

// polygon_scenes.cpp
void stipplePolygons(const Size& size);
void outlinePolygons(const Size& size);
void smoothShapes(const Size& size);

// buffer_scenes.cpp
void showCounts(const Size& size);
void drawToSeveralBuffers(const Size& size);
void writeDepth(const Size& size);
void drawToVolumes(const Size& size);

// texture_scenes.cpp
void showCompressedTextures(const Size& size);
void showTextureFormats(const Size& size);
void copyBetweenFormats(const Size& size);

// border_scenes.cpp: of OpenGL 3.1.
void showBorders(const Size& size);

inline constexpr std::array kScenes = {Scene{"clip-planes", clipByFixedPlanes},
                                       Scene{"clip-vertex", clipByVertexOfProgram},
                                       Scene{"count-faces", countFaces},
                                       Scene{"test-faces", testFaces},
                                       Scene{"blend-equations", blendColorAndAlpha},
                                       Scene{"blend-by-alpha", blendByAlphaBelow},
                                       Scene{"polygon-stipple", stipplePolygons},
                                       Scene{"polygon-mode", outlinePolygons},
                                       Scene{"smooth-shapes", smoothShapes},
                                       Scene{"stencil-bits", keepStencilBits},
                                       Scene{"queries", showCounts},
                                       Scene{"color-buffers", drawToSeveralBuffers},
                                       Scene{"program-depth", writeDepth},
                                       Scene{"volumes", drawToVolumes},
                                       Scene{"compressed-textures", showCompressedTextures},
                                       Scene{"texture-formats", showTextureFormats},
                                       Scene{"copies", copyBetweenFormats},
                                       Scene{"borders", showBorders}};

}  // namespace gl_features
