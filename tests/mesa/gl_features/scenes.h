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

inline constexpr std::array kScenes = {Scene{"clip-planes", clipByFixedPlanes},
                                       Scene{"clip-vertex", clipByVertexOfProgram}};

}  // namespace gl_features
