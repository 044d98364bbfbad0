// SPDX-License-Identifier: MIT
#pragma once
// The settings of a draw for the rasterizer (GRAS), decoded once.

#include <array>
#include <cstdint>

#include "families/adreno/registers/register_values.h"
#include "families/adreno/surface/sample_places.h"
#include "families/adreno/vpc/primitives.h"
#include "func/output/depth_words.h"
#include "func/raster/raster_state.h"

namespace cyclorama::adreno {

inline constexpr uint32_t kViewports = 16;
/// Pixels of the largest surface along one axis.
inline constexpr int32_t kMostPixels = 16384;

enum class PolygonMode : uint8_t { Points = 1, Lines = 2, Triangles = 3 };

/// Formats of depth, as RB_DEPTH_BUFFER_INFO numbers them.
enum class DepthFormat : uint8_t { None = 0, Unorm16 = 1, Unorm24Stencil8 = 2, Float32 = 4 };

/// How a format stores depth.
constexpr func::DepthWords wordsOf(DepthFormat format) {
    return format == DepthFormat::Unorm16   ? func::DepthWords::Unorm16
           : format == DepthFormat::Float32 ? func::DepthWords::Float32
                                            : func::DepthWords::Unorm24;
}

struct WindowViewport {
    func::ViewportTransform transform;
    /// Limits of depth, where it is clamped.
    float nearest = 0.0f;
    float farthest = 1.0f;
    /// The pixels that the scissors of screen, viewport and window leave.
    func::PixelRectangle scissor;
};

struct ClipControl {
    /// The planes of the view volume other than near and far count for points' centres alone.
    bool sides = false;
    bool nearPlane = true;
    bool farPlane = true;
    /// The near plane is z = 0, else z = -w.
    bool zeroToOne = false;
    /// Positions are not divided by w.
    bool inWindow = false;
    /// Distances 0 to 7, a bit each: negative ones cut a part off, or drop primitives that have no other.
    uint8_t clipDistances = 0;
    uint8_t cullDistances = 0;
};

struct DepthBias {
    bool enabled = false;
    float slopeFactor = 0.0f;
    float units = 0.0f;
    float clamp = 0.0f;
};

struct RasterControl {
    std::array<WindowViewport, kViewports> viewports;
    ClipControl clip;
    bool clampsDepth = false;
    DepthFormat depthFormat = DepthFormat::None;
    bool cullsFront = false;
    bool cullsBack = false;
    bool frontIsClockwise = false;
    PolygonMode polygonMode = PolygonMode::Triangles;
    DepthBias depthBias;
    bool rectangularLines = false;
    float lineWidth = 1.0f;
    float pointSize = 1.0f;
    float leastPointSize = 1.0f;
    float largestPointSize = 1.0f;
    uint32_t samples = 1;
    std::array<func::SampleOffset, kMostSamples> samplePlaces{};
    uint32_t lastLayer = 0;
    bool takesLayer = false;
    bool takesViewport = false;
    /// Views are drawn to the layers, or through the viewports, that follow.
    bool layerOfView = false;
    bool viewportOfView = false;

    /// Pixels that any viewport can reach.
    func::PixelRectangle reach() const;
};

/// True where primitives become points: their sizes are read.
bool drawsPoints(const PrimitiveDraw& draw, PolygonMode mode);

RasterControl decodeRasterControl(const RegisterValues& registers, const PrimitiveDraw& draw);

/// The state of the shared rasterizer for primitives of a viewport. Fronts are clockwise, and nothing is culled.
func::RasterState rasterState(const RasterControl& control, uint32_t viewport);

}  // namespace cyclorama::adreno
