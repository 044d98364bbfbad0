// SPDX-License-Identifier: MIT
#pragma once
// Choices in which GPUs differ whatever their state. The family of a chip names each once; the machines hand every
// stage the ones that it depends on, and write those of the fixed functions into the states of draws
// (machine/values/draw_preparation.h). A choice that a driver can change from draw to draw is state, not dialect.

#include <cstdint>

#include "func/formats/color_format.h"
#include "func/output/depth_stencil.h"
#include "func/raster/raster_state.h"

namespace cyclorama::gpu {

/// Range of the first colour that a vertex program outputs.
enum class VertexColors : uint8_t { ClampedToUnit, Unclamped };

/// Order in which tiles are visited, and the triangles that are traversed together: the sums of a fragment's values
/// round differently with each.
enum class TraversalGroups : uint8_t {
    Configured,     // both as the rasterizer's parameters say
    SingleTriangle  // one triangle after the other, by recursive descent
};

/// Fragments that take a jump together, and only where all of them do.
enum class BranchGranularity : uint8_t { Quad, Lane };

/// Denormal numbers in shader programs.
enum class Denormals : uint8_t { Kept, FlushedToZero };

/// Source of a fragment's facing.
enum class FacingSource : uint8_t {
    Attribute,  // w of func::kFaceAttribute is the signed area of the triangle
    Register    // an internal register of the program
};

/// Draws whose depth and stencil tests come before the fragment program, of those that enable early tests.
enum class EarlyTests : uint8_t {
    All,           // unless the program writes depth
    WhereHarmless  // nothing but the tests removes a fragment: testsCanComeFirst()
};

/// Contents of the colour and depth buffer before the first draw.
enum class PowerOnBuffers : uint8_t { Cleared, AsInMemory };

/// The default is the first of each.
struct Dialect {
    func::RasterRules raster;
    func::MaskedStencilBits maskedStencilBits = func::MaskedStencilBits::Clear;
    func::ColorConversion colorConversion = func::ColorConversion::Truncating;
    /// Component of the fragment program's position output that has its depth: 0 to 3.
    uint32_t depthComponent = 3;
    EarlyTests earlyTests = EarlyTests::All;
    VertexColors vertexColors = VertexColors::ClampedToUnit;
    TraversalGroups traversal = TraversalGroups::Configured;
    BranchGranularity branches = BranchGranularity::Quad;
    Denormals denormals = Denormals::Kept;
    FacingSource facing = FacingSource::Attribute;
    PowerOnBuffers powerOn = PowerOnBuffers::Cleared;
};

}  // namespace cyclorama::gpu
