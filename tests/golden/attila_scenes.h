// SPDX-License-Identifier: MIT
#pragma once
// Small scenes of ATTILA's, each for a few units of the GPU. The same code writes the same trace every time.

#include <cstddef>
#include <functional>
#include <vector>

#include "attila_scene/driver.h"

namespace cyclorama::golden {

struct AttilaScene {
    attila_scene::Display display;
    uint32_t frames = 1;
    /// Uploads, draws and presents all frames.
    std::function<void(attila_scene::Driver&)> draw;
};

/// The whole trace, not compressed.
std::vector<std::byte> traceOf(const AttilaScene& scene);

/// Layers over the whole screen: blend equations and factors, colour masks, scissor, alpha test, logic operation.
AttilaScene layers(bool halfFloats = false);
/// Two frames of walls behind and in front of each other and of spheres through them: depth test, Hierarchical Z,
/// compression of depth and colour.
AttilaScene walls();
/// A lit torus with indices, half outside of the view, and strips and fans without indices.
AttilaScene meshes();
/// The same, by a vertex program that loads the attributes itself.
AttilaScene loadedMeshes();
/// A floor to the horizon with anisotropic filtering, walls with DXT1 and DXT5, a cube map, the nearest texel.
AttilaScene textures();
/// Shapes counted in the stencil buffer and painted where the count says.
AttilaScene stencil(uint32_t samples);
/// A picture that is drawn, copied into a texture and drawn with it; block states are saved and restored.
AttilaScene copies();
/// Forty small draws, each with other state.
AttilaScene batches();
/// A long fragment program with a jump, scalar operations, derivatives and two textures.
AttilaScene shading();

}  // namespace cyclorama::golden
