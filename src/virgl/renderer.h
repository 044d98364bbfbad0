// SPDX-License-Identifier: MIT
#pragma once
// The machine that the host draws with. All calls come from one thread, in the order of the guests' submissions. What a
// machine cannot do it refuses with Unsupported, by name; nothing of the command is then done.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "func/types.h"
#include "virgl/capabilities.h"
#include "virgl/state.h"

namespace cyclorama::device {
class JobContext;
}

namespace cyclorama::virgl {

/// Kinds of primitive as guests number them (pipe_prim_type).
enum class Primitive : uint8_t {
    Points,
    Lines,
    LineLoop,
    LineStrip,
    Triangles,
    TriangleStrip,
    TriangleFan,
    Quads,
    QuadStrip,
    Polygon
};

struct DrawRequest {
    Primitive primitive = Primitive::Triangles;
    /// First vertex, or first index.
    uint32_t start = 0;
    uint32_t count = 0;
    uint32_t instances = 1;
    bool indexed = false;
    int32_t indexBias = 0;
};

struct ClearRequest {
    /// kClearDepth and so on.
    uint32_t buffers = 0;
    func::Vec4 color{};
    double depth = 0;
    uint32_t stencil = 0;
};

/// A copy between regions of the same size and format.
struct CopyRequest {
    std::shared_ptr<Resource> from, to;
    Region source;
    uint32_t level = 0;
    uint32_t x = 0, y = 0, z = 0;
};

/// A part of a level, of which some, or all, may be beyond its edges; width and height below zero: turned over. Its
/// slices are there.
struct BlitSide {
    std::shared_ptr<Resource> resource;
    /// As which its texels are read or written.
    Format format = Format::None;
    uint32_t level = 0;
    int32_t x = 0, y = 0, z = 0;
    int32_t width = 0, height = 0, depth = 0;
};

/// A copy that changes size and form.
struct BlitRequest {
    BlitSide from{}, to{};
    /// Bits 0 to 3: colours; 4: depth, 5: stencil.
    uint32_t mask = 0;
    bool linear = false;
    /// Texels of the target outside of it are kept.
    std::optional<ScissorBox> scissor{};
};
inline constexpr uint32_t kBlitColors = 0xf;
inline constexpr uint32_t kBlitDepth = 0x10;
inline constexpr uint32_t kBlitStencil = 0x20;

class Renderer {
  public:
    virtual ~Renderer() = default;

    virtual const Capabilities& capabilities() const = 0;
    /// Before the first other call: executes the machine's jobs from now on.
    virtual void attach(device::JobContext& execution) = 0;

    virtual std::unique_ptr<Storage> makeStorage(const ResourceDescription& description) = 0;
    /// Takes texels of a region from the program's rows, or gives them.
    virtual void upload(Resource& resource, const Region& region, std::span<const std::byte> bytes,
                        const GuestRows& rows) = 0;
    virtual void download(Resource& resource, const Region& region, std::span<std::byte> bytes,
                          const GuestRows& rows) = 0;
    virtual void clear(const State& state, const ClearRequest& request) = 0;
    virtual void draw(const State& state, const DrawRequest& request) = 0;
    virtual void copy(const CopyRequest& request) = 0;
    virtual void blit(const BlitRequest& request) = 0;
    /// The resource is shown: a frame ends.
    virtual void present(Resource& resource) = 0;
    /// Executes what is still held back.
    virtual void finish() = 0;
    /// Samples that passed all tests so far, of draws with State::countsSamples.
    virtual uint64_t samplesPassed() = 0;
};

}  // namespace cyclorama::virgl
