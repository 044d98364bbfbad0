// SPDX-License-Identifier: MIT
#pragma once
// The state of a context as a machine sees it: what is bound, in the fixed-function vocabulary of all machines. Rows of
// surfaces count from the start of their memory; viewports map to them as they stand.
//
// Long because: a draw depends on all of it, and the parts name each other.

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "func/types.h"
#include "virgl/resource.h"
#include "virgl/tgsi/program.h"

namespace cyclorama::virgl {

struct BlendTarget {
    bool enabled = false;
    func::BlendEquation colorEquation = func::BlendEquation::Add;
    func::BlendFactor sourceColor = func::BlendFactor::One;
    func::BlendFactor destinationColor = func::BlendFactor::Zero;
    func::BlendEquation alphaEquation = func::BlendEquation::Add;
    func::BlendFactor sourceAlpha = func::BlendFactor::One;
    func::BlendFactor destinationAlpha = func::BlendFactor::Zero;
    /// Bits 0 to 3: red, green, blue, alpha are written.
    uint8_t mask = 0xf;
};

struct Blend {
    /// Else all targets are the same.
    bool independent = false;
    bool logicOperationEnabled = false;
    bool alphaToCoverage = false;
    bool alphaToOne = false;
    func::LogicOperation logicOperation = func::LogicOperation::Copy;
    std::array<BlendTarget, kColorBuffers> targets{};
};

struct StencilFace {
    bool enabled = false;
    func::CompareFunction function = func::CompareFunction::Always;
    func::StencilOperation stencilFail = func::StencilOperation::Keep;
    func::StencilOperation depthPass = func::StencilOperation::Keep;
    func::StencilOperation depthFail = func::StencilOperation::Keep;
    uint8_t compareMask = 0xff;
    uint8_t writeMask = 0xff;
};

struct DepthStencilAlpha {
    bool depthTest = false;
    bool depthWrite = false;
    func::CompareFunction depthFunction = func::CompareFunction::Always;
    /// Stencil of front faces, or of all where that of back faces is not enabled; and of back faces.
    std::array<StencilFace, 2> stencil{};
    bool alphaTest = false;
    func::CompareFunction alphaFunction = func::CompareFunction::Always;
    float alphaReference = 0;
};

enum class Fill : uint8_t { Solid, Lines, Points };

struct RasterizerState {
    bool flat = false;
    bool provokingFirst = false;
    bool depthClip = true;
    bool depthFromZero = false;
    bool discard = false;
    bool twoSided = false;
    bool scissor = false;
    /// Front faces go counterclockwise where rows count downwards.
    bool frontCounterClockwise = false;
    func::CullMode cull = func::CullMode::None;
    std::array<Fill, 2> fill{};
    /// Kinds of primitive whose edges are smooth.
    struct SmoothEdges {
        bool points = false, lines = false, polygons = false;
    } smooth{};
    bool polygonStipple = false;
    bool lineStipple = false;
    bool offsetTriangles = false;
    bool offsetLines = false;
    bool offsetPoints = false;
    bool halfPixelCenter = true;
    /// Samples of a pixel are covered one by one, where the surface has several; else all or none.
    bool multisample = false;
    float offsetUnits = 0;
    float offsetScale = 0;
    /// Edge of points in pixels, where the vertex program gives none, or its own does not count.
    float pointSize = 1;
    bool pointSizeOfVertex = false;
    /// Points are squares about their place; else their edges are those of pixels (OpenGL 2.1, section 3.3.1).
    bool pointSprite = false;
    /// Coordinates within points begin in their lowest row; else in the highest.
    bool spriteFromFirstRow = true;
    /// Bit i: texture coordinate i is the place within the point.
    uint32_t spriteCoordinates = 0;
    float lineWidth = 1;
    /// Each bit, from the lowest, draws `stippleFactor` pixels of a line.
    uint32_t stipplePattern = 0xffff;
    uint32_t stippleFactor = 1;
    /// Bit i: clip plane i.
    uint8_t clipPlanes = 0;
};

struct VertexElement {
    /// Bytes from the start of the buffer's entry.
    uint32_t offset = 0;
    /// Instances that share an entry; 0: an entry a vertex.
    uint32_t divisor = 0;
    uint32_t buffer = 0;
    /// The protocol's number.
    uint32_t format = 0;
};
using VertexElements = std::vector<VertexElement>;

struct VertexBuffer {
    uint32_t stride = 0;
    uint32_t offset = 0;
    std::shared_ptr<Resource> resource;
};

struct IndexBuffer {
    std::shared_ptr<Resource> resource;
    /// Bytes of an index: 1, 2 or 4.
    uint32_t indexBytes = 0;
    uint32_t offset = 0;
};

/// Source of a component that a sampler gives: a component of the texel, or a constant.
enum class Swizzle : uint8_t { X, Y, Z, W, Zero, One };

struct SamplerView {
    std::shared_ptr<Resource> resource;
    Format format = Format::None;
    uint32_t firstLevel = 0;
    uint32_t lastLevel = 0;
    std::array<Swizzle, 4> swizzle = {Swizzle::X, Swizzle::Y, Swizzle::Z, Swizzle::W};
};

struct Sampler {
    std::array<func::WrapMode, 3> wrap{};
    func::FilterMode minFilter = func::FilterMode::Nearest;
    func::FilterMode magFilter = func::FilterMode::Nearest;
    bool comparison = false;
    func::CompareFunction function = func::CompareFunction::LessEqual;
    uint32_t anisotropy = 1;
    float lodBias = 0;
    float minLod = 0;
    float maxLod = 0;
    func::Vec4 borderColor{};
};

/// One slice of a resource as a colour or depth attachment (Gallium: pipe_surface).
struct AttachmentView {
    std::shared_ptr<Resource> resource;
    Format format = Format::None;
    uint32_t level = 0;
    /// Slice, or face of a cube.
    uint32_t layer = 0;
};

struct Shader {
    Stage stage = Stage::Vertex;
    tgsi::TgsiProgram program;
    /// Never the same for two shaders of a run.
    uint64_t number = 0;
};

/// From normalised coordinates to rows and columns: ndc * scale + offset.
struct Viewport {
    std::array<float, 3> scale{};
    std::array<float, 3> offset{};
};

struct ScissorBox {
    uint32_t minX = 0, minY = 0, maxX = 0, maxY = 0;
};

struct StageState {
    std::shared_ptr<const Shader> shader;
    std::vector<uint32_t> constants;
    std::array<std::shared_ptr<const SamplerView>, kSamplers> views;
    std::array<std::shared_ptr<const Sampler>, kSamplers> samplers;
};

struct State {
    std::shared_ptr<const Blend> blend;
    std::shared_ptr<const DepthStencilAlpha> depthStencilAlpha;
    std::shared_ptr<const RasterizerState> rasterizer;
    std::shared_ptr<const VertexElements> vertexElements;
    std::array<VertexBuffer, kVertexBuffers> vertexBuffers;
    IndexBuffer indexBuffer;
    std::array<StageState, kStages> stages;
    std::array<std::shared_ptr<const AttachmentView>, kColorBuffers> colorBuffers;
    std::shared_ptr<const AttachmentView> depthBuffer;
    Viewport viewport;
    ScissorBox scissor;
    func::Vec4 blendColor{};
    /// Reference values of front and back faces.
    std::array<uint8_t, 2> stencilReference{};
    std::array<func::Vec4, kClipPlanes> clipPlanes{};
    /// Bit i: sample i is written.
    uint32_t sampleMask = ~0u;
    /// A query counts the samples that pass.
    bool countsSamples = false;
    /// A word a row, of which the highest bit is the first column: pixels of polygons that are drawn.
    std::array<uint32_t, 32> polygonStipple{};

    const StageState& stage(Stage which) const { return stages[static_cast<size_t>(which)]; }
    StageState& stage(Stage which) { return stages[static_cast<size_t>(which)]; }
};

}  // namespace cyclorama::virgl
