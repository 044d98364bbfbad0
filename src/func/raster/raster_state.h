// SPDX-License-Identifier: MIT
#pragma once
// The fixed-function state between the vertex shader's output and the fragments of a triangle.

#include <array>
#include <cstdint>
#include <span>

#include "func/layout/pixel_layout.h"
#include "func/raster/multisample_pattern.h"
#include "func/types.h"

namespace cyclorama::func {

/// Attributes of a vertex and of a fragment: a position, 16 varyings and the size of a point.
inline constexpr uint32_t kVertexAttributes = 18;
/// Attributes that fixed functions read or write.
inline constexpr uint32_t kPositionAttribute = 0;
inline constexpr uint32_t kColorAttribute = 1;
inline constexpr uint32_t kSecondaryColorAttribute = 2;
inline constexpr uint32_t kBackColorAttribute = 3;
inline constexpr uint32_t kBackSecondaryColorAttribute = 4;
inline constexpr uint32_t kFaceAttribute = 15;

/// A sum of window coordinates in registers of 32 bits, which wrap.
constexpr int32_t addWrapped(int32_t start, uint32_t size) {
    return static_cast<int32_t>(static_cast<uint32_t>(start) + size);
}

/// Pixels with minX <= x < maxX and minY <= y < maxY.
struct PixelRectangle {
    int32_t minX = 0;
    int32_t minY = 0;
    int32_t maxX = 0;
    int32_t maxY = 0;

    bool contains(int32_t x, int32_t y) const { return x >= minX && x < maxX && y >= minY && y < maxY; }
    bool operator==(const PixelRectangle&) const = default;
};

struct Viewport {
    int32_t x = 0;
    int32_t y = 0;
    uint32_t width = 0;
    uint32_t height = 0;
};

/// From normalised device coordinates to the surface, x, y and depth: ndc * scale + offset.
struct ViewportTransform {
    std::array<float, 3> scale = {1.0f, 1.0f, 1.0f};
    std::array<float, 3> offset{};
};

struct Scissor {
    bool enabled = false;
    int32_t x = 0;
    int32_t y = 0;
    uint32_t width = 0;
    uint32_t height = 0;
};

/// Window depth range, and the range of z/w that it comes from: [-1, 1] (OpenGL) or [0, 1] (Direct3D).
struct DepthRange {
    float nearPlane = 0.0f;
    float farPlane = 1.0f;
    bool zeroToOne = false;
};

/// Added to the depth of each fragment: slopeFactor * max(|dz/dx|, |dz/dy|) + units * 2^-depthBits, in window depth.
struct PolygonOffset {
    bool enabled = false;
    float slopeFactor = 0.0f;
    float units = 0.0f;
};

/// Coordinates that triangles are set up in.
enum class SetupCoordinates : uint8_t {
    Clip,   // edges and depth are planes over clip space; nothing is divided by w (triangle_setup.h)
    Window  // vertices are divided by w, transformed and snapped to subpixels, y downwards (window_triangle.h)
};

/// Conversion of an interpolated depth to an integer of the depth buffer.
enum class DepthQuantisation : uint8_t {
    Truncated,        // as it is, its fraction cut off
    ClampedTruncated  // limited to the depth range; 1/64 is added first, as interpolated depth is not exact
};

/// Range of the depth that a fragment program writes.
enum class ProgramDepth : uint8_t {
    Device,  // z/w: converted as an interpolated depth
    Window   // 0 to 1: rounded to the nearest integer
};

/// Position at which fragments without a covered sample get their attributes, in a quad that has covered ones.
enum class UncoveredFragments : uint8_t { AtCorner, AtCentre };

/// Choices in which rasterizers differ whatever their state.
struct RasterRules {
    SetupCoordinates coordinates = SetupCoordinates::Clip;
    SamplePattern samplePattern = SamplePattern::Spread;
    DepthQuantisation depthQuantisation = DepthQuantisation::Truncated;
    ProgramDepth programDepth = ProgramDepth::Device;
    UncoveredFragments uncoveredFragments = UncoveredFragments::AtCorner;
    /// The rows of tiles, too, are bounded by the width of the viewport: what is above that in a viewport higher than
    /// wide is lost.
    bool boundRowsByViewportWidth = true;
    /// With multisampling a fragment that is outside of the fragment rectangle, or that its program killed, still has
    /// its samples tested and written where another fragment of its quad is left.
    bool multisampleCullsWholeQuads = true;
};

struct RasterState {
    RasterRules rules;
    Viewport viewport;
    /// In window coordinates, in the place of `viewport` and `depthRange`'s planes.
    ViewportTransform viewportTransform;
    Scissor scissor;
    DepthRange depthRange;
    PolygonOffset polygonOffset;
    /// Size of the surface being drawn, in pixels: at most 16384 each way.
    uint32_t surfaceWidth = 0;
    uint32_t surfaceHeight = 0;
    /// Bits of the depth buffer: 16, 24 or 32.
    uint32_t depthBits = 24;
    /// Samples a pixel: 1 (no multisampling), or one for which sampleOffsets() has a pattern.
    uint32_t samples = 1;
    /// With SamplePattern::Given.
    std::array<SampleOffset, 4> samplePlaces{};
    /// Clip space y points down in the surface (Direct3D 9) instead of up (OpenGL).
    bool invertY = false;
    /// A pixel is sampled at its integer coordinates (Direct3D 9) instead of half a pixel further (OpenGL).
    bool sampleAtPixelCorner = false;
    FaceOrientation frontFace = FaceOrientation::CounterClockwise;
    CullMode cullMode = CullMode::None;
    bool twoSidedColor = false;
    /// In window coordinates: fragments with a depth out of range are dropped; else it is clamped.
    bool clipDepth = true;
    /// The planes of depth, of both, that `clipDepth` holds for.
    bool clipNearDepth = true;
    bool clipFarDepth = true;
};

/// Places of the samples of a pixel; empty if the pattern has none for their number.
std::span<const SampleOffset> sampleOffsets(const RasterState& state);

/// Rectangle in which triangles may have tiles: the scissor clamped to the surface, or the surface.
PixelRectangle scissorRectangle(const RasterState& state);

/// Rectangle in which fragments are kept: the scissor if enabled, else the viewport, clamped to the surface.
PixelRectangle fragmentRectangle(const RasterState& state);

}  // namespace cyclorama::func
