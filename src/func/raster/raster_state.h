#pragma once
// The fixed-function state between the vertex shader's output and the fragments of a triangle.

#include <array>
#include <cstdint>
#include <optional>

#include "func/layout/pixel_layout.h"
#include "func/types.h"

namespace cyclorama::func {

/// Attributes of a vertex and of a fragment: a position, 16 varyings and the size of a point (Vivante, HALTI2 and
/// later; ATTILA has 16 in all).
inline constexpr uint32_t kVertexAttributes = 18;
/// The ones that fixed functions read or write (ATTILA: GPU.h, POSITION_ATTRIBUTE ... FACE_ATTRIBUTE).
inline constexpr uint32_t kPositionAttribute = 0;
inline constexpr uint32_t kColorAttribute = 1;
inline constexpr uint32_t kSecondaryColorAttribute = 2;
inline constexpr uint32_t kBackColorAttribute = 3;
inline constexpr uint32_t kBackSecondaryColorAttribute = 4;
inline constexpr uint32_t kFaceAttribute = 15;

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

/// From normalised device coordinates to the surface, x, y and depth: ndc * scale + offset (Vivante: PA_VIEWPORT).
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
/// ATTILA has the registers but never applies them.
struct PolygonOffset {
    bool enabled = false;
    float slopeFactor = 0.0f;
    float units = 0.0f;
};

struct RasterState {
    Viewport viewport;
    /// Takes the place of `viewport` and `depthRange` where a chip is given it; pixels have y downwards. Triangles are
    /// then set up in window coordinates (window_triangle.h).
    std::optional<ViewportTransform> viewportTransform;
    Scissor scissor;
    DepthRange depthRange;
    PolygonOffset polygonOffset;
    /// Size of the surface being drawn, in pixels: at most 16384 each way.
    uint32_t surfaceWidth = 0;
    uint32_t surfaceHeight = 0;
    /// Bits of the depth buffer: 16, 24 or 32.
    uint32_t depthBits = 24;
    /// Samples a pixel: 1 (no multisampling), or one for which samplePattern() has a pattern.
    uint32_t samples = 1;
    /// Clip space y points down in the surface (Direct3D 9) instead of up (OpenGL).
    bool invertY = false;
    /// A pixel is sampled at its integer coordinates (Direct3D 9) instead of half a pixel further (OpenGL).
    bool sampleAtPixelCorner = false;
    FaceOrientation frontFace = FaceOrientation::CounterClockwise;
    CullMode cullMode = CullMode::None;
    bool twoSidedColor = false;
    /// ATTILA bounds the rows of tiles, too, by the width of the viewport, and so loses what lies above that in a
    /// viewport higher than wide (ATTILA: RasterizerEmulator::evaluateTile).
    bool boundRowsByViewportWidth = true;
    /// With multisampling a fragment that is outside of the fragment rectangle, or that its program killed, still has
    /// its samples tested and written where another fragment of its quad is left (ATTILA: ZStencilTestV2 and
    /// ColorWriteV2 mask by coverage alone).
    bool multisampleCullsWholeQuads = true;
    /// In window coordinates: fragments with a depth out of range are dropped; else it is clamped.
    bool clipDepth = true;
};

/// Where triangles may have tiles: the scissor clamped to the surface, or the surface (ATTILA: setScissor).
PixelRectangle scissorRectangle(const RasterState& state);

/// Where fragments are kept: the scissor where it is enabled, else the viewport, clamped to the surface
/// (ATTILA: HierarchicalZ; its functional emulator keeps what is in both).
PixelRectangle fragmentRectangle(const RasterState& state);

}  // namespace cyclorama::func
