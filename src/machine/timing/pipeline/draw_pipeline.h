// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "machine/timing/pipeline/spans.h"

namespace cyclorama::machine::timing {

/// The whole pipeline of draws, from the streamer to the ROPs, and the DAC: all spans, connected.
struct DrawPipeline {
    /// `tileStatus`: that of the buffers, if any.
    DrawPipeline(const SpanContext& context, FastClearTracker& fastClears,
                 const std::optional<TileStatusUnit::Settings>& tileStatus);

    // Constructed before the stages, which refer to them.
    VertexPool vertices;
    TrianglePool triangles;
    QuadPool quads;

    GeometrySpan geometry;
    RasterSpan raster;
    WorkDistributor distributor;
    Shading shading;
    Dac dac;
    PixelSpan pixels;
    ShaderSpan shaders;

    void bindCommands(UnitPorts& units);
    /// Registers the clients of the memory that connect() connects.
    static void addClients(const Configuration& configuration, mem::Clients& clients);
    void connect(mem::MemoryController& memory);
    void addCaches(CacheKinds& caches);
    /// Takes the faults of the draws since the last call.
    std::vector<DrawFaults> takeFaults();
};

}  // namespace cyclorama::machine::timing
