// SPDX-License-Identifier: MIT
#pragma once
// The parts of a draw that all its workers share and none changes.

#include <vector>

#include "func/output/color_write.h"
#include "func/output/depth_stencil.h"
#include "gpu/dialect.h"
#include "gpu/draw_state.h"
#include "machine/values/shader_units.h"
#include "machine/values/surfaces.h"

namespace cyclorama::machine {

/// A render target that a draw writes.
struct ColorOutput {
    uint32_t target = 0;
    MappedSurface surface;
    func::ColorWriter writer;
};

struct DrawContext {
    gpu::Dialect dialect;
    const gpu::DrawState* state = nullptr;
    const ConstantBank* constants = nullptr;
    func::TileSizes tiles;
    /// Triangles that are traversed together: the rounding of a fragment's values depends on where its group starts.
    uint32_t groupTriangles = 1;
    MappedSurface depthSurface;
    func::DepthStencilTester depthStencil{func::DepthStencilState{}};
    /// Instructions of the fragment program after which the draw is given up.
    uint64_t fragmentInstructions = 0;
    /// The tests come before the fragment program.
    bool earlyTest = true;
    std::vector<ColorOutput> outputs;
};

}  // namespace cyclorama::machine
