// SPDX-License-Identifier: MIT
#pragma once
// Everything that a draw, a clear or a blit depends on, whatever the maker of the GPU: the front ends translate their
// registers into it, the machines read it and nothing else. By default there is no surface and no target; a front end
// sets what its chip holds after power-on.
//
// Its large parts are shared groups (shared.h): the vertex input, programs, constants, textures, the rasterizer, depth
// and stencil, and the colour buffers. A copy of the state holds the same ones, a change renews its group alone, and
// what a machine derives from a group holds as long as the group is the same:
//
//     state.raster.edit().cullMode = func::CullMode::Back;       // another generation, if a copy has this one
//     const uint32_t width = state.raster->surfaceWidth;
// Long because: it lists all state, a group for each unit of the pipeline.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "func/formats/format.h"
#include "func/output/color_write.h"
#include "func/output/depth_stencil.h"
#include "func/raster/raster_state.h"
#include "func/texture/texture_state.h"
#include "func/types.h"
#include "gpu/shared.h"
#include "gpu/surface.h"

namespace cyclorama::isa {
class IssueCounts;
struct Program;
}  // namespace cyclorama::isa

namespace cyclorama::gpu {

class PixelCounts;
class WorkTrace;

inline constexpr uint32_t kVertexStreams = 32;
inline constexpr uint32_t kUserClipPlanes = 6;
inline constexpr uint32_t kTextureUnits = 32;
inline constexpr uint32_t kRenderTargets = 8;
inline constexpr uint32_t kShaderConstants = 512;

/// One value for each vertex or fragment attribute.
template <typename T>
using PerAttribute = std::array<T, func::kVertexAttributes>;

template <typename T>
constexpr PerAttribute<T> everyAttribute(const T& value) {
    PerAttribute<T> all{};
    all.fill(value);
    return all;
}

/// Stream of an attribute that has its default value.
inline constexpr uint32_t kNoStream = 255;

/// Attribute of a role that none has.
inline constexpr uint32_t kNoAttribute = 255;

/// An array in memory that vertices, or indices, are read from.
struct VertexStream {
    func::Address address{};
    /// Bytes from one entry to the next.
    uint32_t stride = 0;
    func::StreamFormat format = func::StreamFormat::Unorm32;
    /// Components of an entry, 1 to 4.
    uint32_t components = 0;
    /// Instances that share an entry; 0: one entry a vertex.
    uint32_t instancesPerEntry = 0;
    /// Red and blue are exchanged.
    bool d3d9ColorOrder = false;
};

/// Inputs of the streamer.
struct VertexInput {
    std::array<VertexStream, kVertexStreams> streams;
    /// The stream of each vertex attribute, or kNoStream.
    PerAttribute<uint32_t> attributeStream = everyAttribute(kNoStream);
    PerAttribute<func::Vec4> attributeDefault = everyAttribute(func::Vec4{0.0f, 0.0f, 0.0f, 1.0f});
    /// Attributes are not read by the streamer: attribute 0 is the index, and the vertex program loads the others.
    bool loadedByShader = false;
    /// The attribute that has, as bits of integers, the vertex's index in x and the instance in y; or kNoAttribute.
    uint32_t idAttribute = kNoAttribute;

    func::PrimitiveType primitive = func::PrimitiveType::Triangles;
    uint32_t start = 0;  // first entry, of the index stream where the draw is indexed
    uint32_t count = 0;  // vertices an instance
    uint32_t instances = 1;
    bool indexed = true;
    uint32_t indexStream = 0;
    /// Added to each index that is read.
    int32_t baseVertex = 0;
    /// An index of this value ends the strip or fan, and starts another.
    std::optional<uint32_t> restartIndex;
};

struct Clipping {
    bool frustum = true;
    bool userPlanesEnabled = false;
    std::array<func::Vec4, kUserClipPlanes> userPlanes{};
};

/// The programmable stages.
enum class Stage : uint8_t { Vertex, TessellationControl, TessellationEvaluation, Geometry, Fragment, Compute };
inline constexpr size_t kStages = 6;

constexpr std::string_view nameOf(Stage stage) {
    constexpr std::array<std::string_view, kStages> kNames{
        "vertex", "tessellation control", "tessellation evaluation", "geometry", "fragment", "compute"};
    return kNames[static_cast<size_t>(stage)];
}

using Constants = std::array<func::Vec4, kShaderConstants>;

/// Program and constants of one stage. A stage that is not in use has no program.
struct ShaderStage {
    /// Starts at the first instruction to execute. Set at each draw; never null there for vertices and fragments.
    std::shared_ptr<const isa::Program> program;
    Shared<Constants> constants;
    /// Registers, or what else a thread takes of the shader's resources, as the driver counted them.
    uint32_t threadResources = 0;
    /// Counts of the program, where an observer of the run wants them; outlive the draw.
    isa::IssueCounts* issues = nullptr;
};

/// By stage.
class ShaderStages {
  public:
    const ShaderStage& operator[](Stage stage) const { return stages_[static_cast<size_t>(stage)]; }
    ShaderStage& operator[](Stage stage) { return stages_[static_cast<size_t>(stage)]; }

  private:
    std::array<ShaderStage, kStages> stages_;
};

/// A texture and its sampler, translated from registers or from a descriptor in memory.
using TextureDescriptor = Shared<func::TextureState>;

/// The textures of all stages, by unit: a group of groups.
class Textures {
  public:
    const func::TextureState& operator[](size_t unit) const { return *descriptor(unit); }
    const TextureDescriptor& descriptor(size_t unit) const { return (*descriptors_)[unit]; }
    func::TextureState& edit(size_t unit) { return descriptors_.edit()[unit].edit(); }
    void bind(size_t unit, const TextureDescriptor& descriptor) {
        if (!(*descriptors_)[unit].same(descriptor)) descriptors_.edit()[unit] = descriptor;
    }
    /// True if all units are the same.
    bool same(const Textures& other) const { return descriptors_.same(other.descriptors_); }

  private:
    Shared<std::array<TextureDescriptor, kTextureUnits>> descriptors_;
};

struct Multisampling {
    bool enabled = false;
    /// Samples a pixel where it is enabled: 2, 4 or 8.
    uint32_t samples = 2;
    /// Bit i clear: sample i is never written.
    uint32_t sampleMask = ~0u;
    /// Alpha-to-coverage: the alpha of render target 0 masks the fragment's samples.
    bool alphaToCoverage = false;

    uint32_t samplesPerPixel() const { return enabled ? samples : 1; }
    bool coversByAlpha() const { return enabled && alphaToCoverage; }
};

/// A test of the shaded alpha, after the fragment program and before depth and stencil are written.
struct AlphaTest {
    bool enabled = false;
    func::CompareFunction function = func::CompareFunction::Always;
    float reference = 0.0f;
};

/// Points become squares around their position, lines rectangles along them.
struct PointsAndLines {
    /// Edge of a point in pixels, where the vertex program does not give it.
    float pointSize = 1.0f;
    /// Limit of the size of points and the width of lines, in pixels.
    float largestSize = 8192.0f;
    /// The vertex output whose x is the point's size, or kNoAttribute.
    uint32_t pointSizeAttribute = kNoAttribute;
    /// Fragment attributes that are replaced, in points, by the place within the square: x to the right, y down, 0
    /// to 1.
    PerAttribute<bool> pointCoordinate{};
    /// In pixels.
    float lineWidth = 1.0f;
};

/// The depth and stencil buffer.
struct DepthStencilBuffer {
    func::Address address{};
    /// Layout of its samples and their tile status.
    SurfaceLayout storage;
    /// Address that the state of its blocks is saved to.
    func::Address stateAddress{};
    uint32_t clearDepth = 0x00ffffff;  // 24 bits
    uint32_t clearStencil = 0;         // 8 bits
    bool compression = true;
};

struct RenderTarget {
    bool enabled = false;
    func::Address address{};
    /// Layout of its samples and their tile status.
    SurfaceLayout storage;
    /// Format, sRGB, write mask, blending and logic operation.
    func::ColorTargetState color;
};

/// The colour buffers. Render target 0 is the back buffer.
struct ColorBuffer {
    std::array<RenderTarget, kRenderTargets> targets;
    func::Address frontAddress{};
    /// Address that the state of the back buffer's blocks is saved to.
    func::Address stateAddress{};
    func::Vec4 clearColor = {0.0f, 0.0f, 0.0f, 1.0f};
    bool compression = true;
};

/// A copy of a window of render target 0 into an image of a texture.
struct BlitParameters {
    uint32_t x = 0;  // in the render target, from its lower left corner
    uint32_t y = 0;
    uint32_t xOffset = 0;  // in the image
    uint32_t yOffset = 0;
    uint32_t width = 0;
    uint32_t height = 0;
    func::Address destinationAddress{};
    uint32_t destinationLog2Width = 0;  // of the image, rounded up
    func::Format destinationFormat = func::Format::Rgba8888;
    func::TextureBlocking destinationBlocking = func::TextureBlocking::Texture;
};

struct DrawState {
    Shared<VertexInput> input;
    ShaderStages stages;
    /// Attributes that the vertex program writes.
    PerAttribute<bool> vertexOutputs{};
    Clipping clipping;

    /// Viewport, scissor, culling, depth range, Direct3D conventions; its surface is the display.
    Shared<func::RasterState> raster;
    bool hierarchicalZ = false;
    bool earlyZ = true;
    Multisampling multisampling;
    PointsAndLines pointsAndLines;
    /// False: the attribute is flat, that of the provoking vertex.
    PerAttribute<bool> interpolated = everyAttribute(true);
    /// Interpolated linearly on the screen, whatever w is; in window coordinates.
    PerAttribute<bool> linear{};
    bool provokingVertexLast = true;

    /// Attributes that the fragment program reads.
    PerAttribute<bool> fragmentInputs{};
    /// The fragment program writes depth: no test comes before it.
    bool fragmentWritesDepth = false;
    Textures textures;

    AlphaTest alphaTest;
    Shared<func::DepthStencilState> depthStencil;
    Shared<DepthStencilBuffer> depthBuffer;
    Shared<ColorBuffer> color;
    BlitParameters blit;

    /// From this address on memory is interleaved over its channels in the second way; 0: in one way throughout.
    func::Address secondInterleavingStart{};

    /// Counts of the fragments of a draw, where an observer of the run wants them; outlive the draw.
    PixelCounts* pixels = nullptr;
    /// Trace of the followed pixel or vertex of a draw; outlives the draw.
    WorkTrace* trace = nullptr;

    /// The colour and depth buffers are stored in the rasterizer's tile hierarchy: all of them or none.
    bool buffersInHierarchy() const { return depthBuffer->storage.tiling == func::Tiling::Hierarchy; }
};

}  // namespace cyclorama::gpu
