// SPDX-License-Identifier: MIT
#pragma once
// Things in flight between the stages: small numbers. The things are in pools (work_pools.h); a stage that drops
// one (culled, rejected, written) releases it. "Last" marks the end of a batch: every stage sends one, after everything
// else of the batch.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "func/raster/interpolation.h"
#include "func/raster/raster_quad.h"
#include "func/raster/triangle_setup.h"
#include "gpu/dialect.h"
#include "gpu/draw_state.h"
#include "machine/values/draw_budget.h"
#include "machine/values/vertex_fetch.h"
#include "sim/pool.h"
#include "sim/time.h"

namespace cyclorama::machine::timing {

/// A draw, or another operation with its state, from the command processor to its last pixel.
struct DrawRecord {
    uint32_t number = 0;
    gpu::DrawState state;
    /// The choices of the chip, for draws.
    gpu::Dialect dialect;
    /// The runs of each instance, if its stream restarts(): findRuns().
    std::vector<VertexRun> restartedRuns;

    /// The place in the workload, for findings.
    std::string place;
    /// Its number with the run's observer, if there is one.
    std::optional<uint32_t> operation;
    /// The work that it may still do; counted if `limitsTriangles`.
    DrawBudget work;
    bool limitsTriangles = false;
    /// Triangles that come are dropped.
    bool trianglesEnded = false;
    /// The rest of it is left out: triangles are dropped, programs end at once.
    bool givenUp = false;
    /// Because it does more than a chip does before its driver resets it.
    bool tooLong = false;

    /// Triangles are set up in window coordinates.
    bool inWindow() const { return state.raster->rules.coordinates == func::SetupCoordinates::Window; }
    uint32_t runs() const { return restarts(*state.input) ? static_cast<uint32_t>(restartedRuns.size()) : 1; }
    /// Requires index < runs().
    VertexRun run(uint32_t index) const {
        return restarts(*state.input) ? restartedRuns[index] : VertexRun{0, state.input->count};
    }
    /// Vertices of all runs of all instances: those that are shaded, or have been before.
    uint64_t vertices() const;
};

/// Vertex of a batch: the index that names it in the streams.
struct VertexName {
    uint32_t index = 0;
    uint32_t instance = 0;
    bool operator==(const VertexName&) const = default;
};

/// A vertex on its way from the streamer loader through the shader to the streamer commit, and on to assembly.
struct VertexInFlight {
    DrawRecord* draw = nullptr;
    VertexName name;
    /// Entry of the output queue that waits for it.
    uint32_t outputEntry = 0;
    /// The output memory, and those in the queue of primitive assembly: the one who takes it to zero releases it.
    uint32_t users = 1;
    func::VertexAttributes attributes{};  // inputs, then outputs
    sim::Cycle created = 0;
    /// Shaded for the sake of `last` alone: the vertex was shaded before, and this result is dropped.
    bool repeated = false;
    bool last = false;
};

using TriangleId = uint32_t;
inline constexpr TriangleId kNoTriangle = ~TriangleId{0};

/// A triangle from primitive assembly to the last of its quads. In window coordinates a point, line or polygon until
/// the clipper makes triangles of it. `users` counts the quads that still name it, and the
/// stage that holds it: the one who takes it to zero releases it.
struct TriangleInFlight {
    DrawRecord* draw = nullptr;
    uint32_t number = 0;  // in the batch
    /// The primitive's corners; then three, of which the last has all flat attributes.
    std::array<func::VertexAttributes, 3> vertices{};
    func::SetupTriangle setup;
    uint32_t users = 1;
    /// In the clipper: the next triangle of the same primitive.
    TriangleId next = kNoTriangle;
    /// In window coordinates: the vertex with the flat attributes.
    uint8_t provoking = 0;
    bool rejected = false;
    bool culled = false;
    bool last = false;
    sim::Cycle created = 0;
};

/// A quad of fragments from traversal to the colour write. What queues look at comes first. Its inputs and outputs are
/// in QuadPool.
struct QuadInFlight {
    DrawRecord* draw = nullptr;
    uint32_t triangle = 0;  // id in the pool
    /// Bit f: fragment f is culled: outside, failed a test, or killed.
    uint32_t culled = 0;
    /// For the depth and stencil test and the colour write: bit fragment * samples + sample.
    uint32_t samples = 0;
    uint32_t shaderUnit = 0;
    uint32_t ropUnit = 0;
    uint32_t hierarchicalZBlock = 0;
    /// Its outputs are back from the shader processor.
    bool shaded = false;
    bool last = false;
    // For fragment maps and latencies.
    sim::Cycle created = 0;
    sim::Cycle shaderStart = 0;
    sim::Cycle shaderEnd = 0;
    func::Quad quad;
    /// Fragments that went to the shader; known where an observer counts them.
    uint32_t toShade = 0;
    /// Fragment by fragment: the depth that the program gave, where it does.
    std::array<float, func::kQuadFragments> shadedDepth;
};

/// A vector for each fragment of a quad.
using QuadVectors = std::array<func::Vec4, func::kQuadFragments>;

using VertexId = sim::Pool<VertexInFlight>::Id;
static_assert(std::is_same_v<TriangleId, sim::Pool<TriangleInFlight>::Id>);
using QuadId = sim::Pool<QuadInFlight>::Id;

inline uint64_t DrawRecord::vertices() const {
    uint64_t ofInstance = 0;
    for (uint32_t r = 0; r < runs(); ++r) ofInstance += run(r).count;
    return ofInstance * state.input->instances;
}

/// Leave to send more triangles. Signals of width 1, latency 1.
struct TriangleRequest {
    uint32_t triangles = 0;
    bool operator==(const TriangleRequest&) const = default;
};
std::string describe(const TriangleRequest& request);

inline constexpr QuadId kNoQuad = ~QuadId{0};

/// Quads from traversal to hierarchical Z. Quads without a covered fragment take their share of the signal's width as
/// any other, but there is nothing more to know of them than that they came.
struct TraversedQuads {
    /// Quads without a covered fragment that come before `quad`.
    uint32_t empty = 0;
    QuadId quad = kNoQuad;
};
std::string describe(const TraversedQuads& quads);

}  // namespace cyclorama::machine::timing
