// SPDX-License-Identifier: MIT
#pragma once
// Draws that take several passes, as the chip has one stencil test for both faces of triangles, one blend equation for
// colour and alpha, and clears the bits of stencil values that may not be written.

#include <optional>
#include <vector>

#include "virgl/renderer.h"

namespace cyclorama::attila {

struct DrawPass {
    virgl::State state;
    /// Stencil test that the draw asked for, where the driver completes it after the pass (kept_stencil.h).
    std::optional<virgl::StencilFace> keptStencil = std::nullopt;
};

struct PassPlan {
    /// In order: of one face, and of colour or of alpha, where those differ.
    std::vector<DrawPass> passes;
    /// A pass of the whole draw would see what earlier passes did for later triangles, or the driver has to see what
    /// each triangle did: each takes all passes before the next.
    bool byTriangle = false;
};

PassPlan planPasses(const virgl::State& state);

/// Throws virgl::Unsupported where the driver would have to complete the stencil values of very many triangles.
void requireFewForKeptStencil(const PassPlan& plan, uint32_t triangles);

/// True where back faces have another stencil test than front faces.
bool stencilDiffers(const virgl::State& state);

/// True where a stencil test can change what is in the buffer.
bool changesStencil(const virgl::StencilFace& face);

}  // namespace cyclorama::attila
