// SPDX-License-Identifier: MIT
#pragma once
// Groups of neighbouring blocks that topologies are made of, with the signals inside each and those to its neighbours.
// A topology takes the groups that its chip has, and connects blocks of its own in the place of others.

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "machine/timing/command/unit_ports.h"
#include "machine/timing/display/dac.h"
#include "machine/timing/distributor/work_distributor.h"
#include "machine/timing/draw/work_pools.h"
#include "machine/timing/geometry/clipper.h"
#include "machine/timing/geometry/primitive_assembly.h"
#include "machine/timing/observation/cache_kinds.h"
#include "machine/timing/raster/hierarchical_z.h"
#include "machine/timing/raster/interpolator.h"
#include "machine/timing/raster/rasterizer.h"
#include "machine/timing/raster/triangle_setup.h"
#include "machine/timing/raster/triangle_traversal.h"
#include "machine/timing/rop/color_write.h"
#include "machine/timing/rop/fragment_map.h"
#include "machine/timing/rop/tile_status_unit.h"
#include "machine/timing/rop/z_stencil_test.h"
#include "machine/timing/shader/shader_processor.h"
#include "machine/timing/shader/shading.h"
#include "machine/timing/streamer/streamer.h"
#include "machine/timing/texture/texture_unit.h"
#include "machine/timing/topology/clock_domains.h"
#include "machine/values/fast_clear_tracker.h"
#include "mem/memory_controller.h"
#include "mem/stale_contents.h"

namespace cyclorama::machine::timing {

/// A topology's context, with its clocks and what draws in flight see of memory.
struct SpanContext {
    sim::Simulation& simulation;
    const Configuration& configuration;
    mem::AddressSpace& space;
    mem::StaleContents& earlier;
    const ClockDomains& domains;
};

/// From indices to clipped primitives.
struct GeometrySpan {
    GeometrySpan(const SpanContext& context, VertexPool& vertices, TrianglePool& triangles);

    Streamer streamer;
    PrimitiveAssembly assembly;
    Clipper clipper;

    void bindCommands(UnitPorts& units);
    /// Vertices to and from the shaders.
    void bind(VertexPath& vertices);
    void bind(TriangleSetup& setup);
    static void addClients(const Configuration& configuration, mem::Clients& clients);
    void connect(mem::MemoryController& memory);
};

/// From triangles to quads that passed Hierarchical Z, and their attributes.
struct RasterSpan {
    RasterSpan(const SpanContext& context, TrianglePool& triangles, QuadPool& quads);

    Rasterizer rasterizer;
    TriangleSetup setup;
    TriangleTraversal traversal;
    HierarchicalZ hierarchicalZ;
    Interpolator interpolator;

    void bindCommands(UnitPorts& units, WorkDistributor& distributor);
    /// Quads to the distributor, and through the interpolator.
    void bind(FragmentPath& fragments);
};

/// Depth and stencil tests and colour writes: a pair for each pixel pipe.
struct PixelSpan {
    /// `tileStatus`: that of the buffers, if any.
    PixelSpan(const SpanContext& context, QuadPool& quads, FastClearTracker& fastClears,
              const std::optional<TileStatusUnit::Settings>& tileStatus);

    std::vector<std::unique_ptr<ZStencilTest>> depthTests;
    std::vector<std::unique_ptr<ColorWrite>> colorWrites;
    /// One for each pair; none without tile status.
    std::vector<std::unique_ptr<TileStatusUnit>> tileStatusUnits;
    /// Null unless the configuration asks for it.
    std::unique_ptr<FragmentMap> fragmentMap;

    /// Samples that passed all tests.
    uint64_t samplesPassed() const;
    void bindCommands(UnitPorts& units);
    void bind(FragmentPath& fragments, HierarchicalZ& hierarchicalZ);
    void bind(Dac& dac);
    static void addClients(const Configuration& configuration, mem::Clients& clients);
    void connect(mem::MemoryController& memory);
    void addCaches(CacheKinds& caches);
};

/// Shader processors, each with its texture units.
struct ShaderSpan {
    ShaderSpan(const SpanContext& context, Shading& shading);

    std::vector<std::unique_ptr<ShaderProcessor>> shaders;
    std::vector<std::unique_ptr<TextureUnit>> textureUnits;  // those of shader 0 first

    void bindCommands(UnitPorts& units);
    void bind(ShaderQueues& queues);
    static void addClients(const Configuration& configuration, mem::Clients& clients);
    void connect(mem::MemoryController& memory);
    void addCaches(CacheKinds& caches);
    /// Compares the texture caches with larger ones, for what sets the pace, or no longer does.
    void compareCaches(bool compare);
};

Dac::Links dacLinks(const Configuration& configuration);

}  // namespace cyclorama::machine::timing
