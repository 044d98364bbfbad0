// SPDX-License-Identifier: MIT
#pragma once
// Draws that take several passes, as the chip has one stencil test for both faces of triangles, one blend equation for
// colour and alpha, and clears the bits of stencil values that may not be written.

#include <vector>

#include "virgl/renderer.h"

namespace cyclorama::attila {

struct PassPlan {
    /// The state of each pass, in order: of one face, and of colour or of alpha, where those differ.
    std::vector<virgl::State> passes;
    /// A pass of the whole draw would see what earlier passes did for later triangles: each triangle takes all passes
    /// before the next.
    bool byTriangle = false;
};

/// Throws virgl::Unsupported for stencil writes that keep some of the bits and depend on the others.
PassPlan planPasses(const virgl::State& state);

/// True where back faces have another stencil test than front faces.
bool stencilDiffers(const virgl::State& state);

/// True where a stencil test can change what is in the buffer.
bool changesStencil(const virgl::StencilFace& face);

}  // namespace cyclorama::attila
