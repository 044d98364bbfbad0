// SPDX-License-Identifier: MIT
#pragma once
// The machine of the virgl host: what guests draw, as ATTILA's transactions.

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "families/attila/driver/draw/draw_passes.h"
#include "families/attila/driver/draw/program_cache.h"
#include "families/attila/driver/draw/quad_runs.h"
#include "families/attila/driver/draw/state_registers.h"
#include "families/attila/driver/draw/vertex_runner.h"
#include "families/attila/driver/draw/window_shapes.h"
#include "families/attila/driver/memory/buffer_storage.h"
#include "families/attila/driver/memory/gpu_memory.h"
#include "families/attila/driver/memory/transaction_buffer.h"
#include "families/attila/driver/textures/blit.h"
#include "families/attila/driver/textures/stipple_pattern.h"
#include "families/attila/driver/textures/texture_storage.h"
#include "families/attila/driver/vertices/driver_streams.h"
#include "families/attila/driver/vertices/vertex_streams.h"
#include "machine/configuration/configuration.h"
#include "virgl/renderer.h"

namespace cyclorama::attila {

/// Samples that the program asked for; 1 where the configuration alone did.
uint32_t samplesOfProgram(const virgl::State& state);

/// Points and lines: what the chip draws as quads.
bool isShape(virgl::Primitive primitive);

class Renderer final : public virgl::Renderer {
  public:
    /// Memory, tiles, texture blocks, and the forms of surfaces and programs are those of the configuration.
    explicit Renderer(const machine::Configuration& configuration);

    const virgl::Capabilities& capabilities() const override { return capabilities_; }
    void attach(device::JobContext& execution) override;
    std::unique_ptr<virgl::Storage> makeStorage(const virgl::ResourceDescription& description) override;
    void upload(virgl::Resource& resource, const virgl::Region& region, std::span<const std::byte> bytes,
                const virgl::GuestRows& rows) override;
    void download(virgl::Resource& resource, const virgl::Region& region, std::span<std::byte> bytes,
                  const virgl::GuestRows& rows) override;
    void clear(const virgl::State& state, const virgl::ClearRequest& request) override;
    void draw(const virgl::State& state, const virgl::DrawRequest& request) override;
    void copy(const virgl::CopyRequest& request) override;
    void blit(const virgl::BlitRequest& request) override { blitTextures(request); }
    void present(virgl::Resource& resource) override;
    void finish() override { transactions_.finish(); }
    uint64_t samplesPassed() override { return transactions_.samplesPassed() - uncountedSamples_; }

  private:
    /// The entry of buffers with which a draw begins: a number that is added to those of vertices, and an instance.
    struct FirstEntry {
        int32_t bias = 0;
        uint32_t instance = 0;
        /// After the last instance.
        uint32_t end = 1;
    };
    /// The order of vertices: one after the other, or as an index buffer has it.
    struct StreamPlan {
        PrimitiveRange run{};
        bool indexed = false;
        /// Indices in the place of the program's, with their bias.
        std::vector<uint32_t> indices{};

        /// Added to the numbers of vertices by the addresses of attributes.
        int32_t bias(const virgl::DrawRequest& request) const {
            return request.indexed && indices.empty() ? request.indexBias : 0;
        }
    };
    using SetPass = std::function<void(const virgl::State&)>;
    bool biasLeavesMemory(const virgl::State& state, const virgl::DrawRequest& request) const;
    /// The order that a draw asks for, or one that the chip draws the same with.
    StreamPlan planStream(const virgl::State& state, const virgl::DrawRequest& request) const;
    /// An attribute of a draw in memory.
    VertexStream attributeStream(const virgl::State& state, uint32_t attribute, const FirstEntry& first,
                                 const StreamPlan& stream);
    static ByteRange attributeBytes(const virgl::VertexElement& element, const virgl::VertexBuffer& buffer,
                                    const FirstEntry& first, const StreamPlan& stream);
    void setAttributes(const virgl::State& state, const LoadedProgram& vertex, const FirstEntry& first,
                       const StreamPlan& stream);
    /// The pattern of polygons, if the program looks at it.
    void setStipple(const virgl::State& state, const LoadedProgram& fragment, uint32_t vertexSamplers);
    void setStream(const virgl::State& state, const virgl::DrawRequest& request, const StreamPlan& plan);
    void writeOwnIndices(std::span<const uint32_t> indices);
    /// All passes of a triangle before the next one's; `setPass` sets the registers in which passes differ.
    void drawTriangles(const virgl::State& state, const PassPlan& passes, const SetPass& setPass,
                       const virgl::DrawRequest& request, const LoadedProgram& vertex);
    /// The registers in which passes of a draw differ.
    void setTests(const virgl::State& pass, const ViewportPlan& plan, const virgl::tgsi::TgsiProgram& fragment,
                  const LoadedProgram& loaded);
    /// Draws, and completes the stencil values. Samples that pass count for the query of `state` if they do for the
    /// pass's.
    void drawPass(const virgl::State& state, const DrawPass& pass, const SetPass& setPass);
    /// Draws; samples that pass then count for no query where `hidden` says so.
    void drawOnce(bool hidden);
    void setConstants(const virgl::State& state, virgl::Stage stage, const LoadedProgram& program,
                      const ViewportPlan& plan);
    /// Throws virgl::Unsupported for coverage of samples that the chip does not have: by a mask, or of all samples of a
    /// pixel at once, unless the draw covers whole pixels anyway.
    void requireSamples(const virgl::State& state, const virgl::DrawRequest& request);
    bool coversWholePixels(const virgl::State& state, const virgl::DrawRequest& request);
    /// Points, lines, and polygons drawn as such, as quads.
    void drawShapes(const virgl::State& state, const virgl::DrawRequest& request);
    void setShapeVertices(const WindowShapes& shapes, AttributeMask attributes, const ViewportPlan& plan);
    /// Buffers that the chip's commands clear are taken out of the request.
    void clearByCommand(const virgl::State& state, virgl::ClearRequest& request);
    /// Gives what is asked for, of all pixels of the surfaces, one value; a query counts or does not.
    void fill(const virgl::ClearRequest& request, const SurfaceSize& size, bool countsSamples);

    virgl::Capabilities capabilities_;
    GpuMemory memory_;
    TransactionBuffer transactions_;
    RenderCaches caches_;
    DriverMemory driver_;
    ProgramForm programForm_;
    ProgramCache programs_;
    StateRegisters registers_;
    /// Corners of a rectangle over the whole surface.
    Allocation fillCorners_;
    VertexRunner vertexRunner_;
    /// Corners of the last shapes.
    Allocation shapeVertices_;
    /// Indices that the driver made for the last draw.
    Allocation ownIndices_;
    DriverStreams streams_;
    StipplePattern stipplePattern_;
    /// Samples of draws that are the driver's own, and of passes beside a draw's counted one.
    uint64_t uncountedSamples_ = 0;
};

}  // namespace cyclorama::attila
