// SPDX-License-Identifier: MIT
// Draws in window coordinates through primitive assembly, clipper, setup, traversal and hierarchical Z: the quads are
// those of the functional machine to the bit, whatever the primitive. Then what is particular to each of these stages.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <random>
#include <tuple>

#include "families/vivante/chip/dialect.h"
#include "func/raster/primitive_assembly.h"
#include "func/raster/raster_fill.h"
#include "isa/program.h"
#include "machine/configuration/settings.h"
#include "machine/timing/geometry/clipper.h"
#include "machine/timing/geometry/primitive_assembly.h"
#include "machine/timing/raster/hierarchical_z.h"
#include "machine/timing/raster/interpolator.h"
#include "machine/timing/raster/triangle_setup.h"
#include "machine/timing/raster/triangle_traversal.h"
#include "machine/timing/rasterizer_bench.h"
#include "machine/timing/wire_probes.h"
#include "machine/values/draw_preparation.h"
#include "machine/values/window_primitives.h"

namespace cyclorama::machine::timing {
namespace {

using func::PrimitiveType;
using ::testing::ElementsAre;
using ::testing::SizeIs;

constexpr uint32_t kWindowWidth = 100;
constexpr uint32_t kWindowHeight = 70;
constexpr uint32_t kFlat = 3;
constexpr uint32_t kSmooth = 2;

/// Clip space is the window with y downwards and depths of 0 to 1.
DrawRecord windowDraw(PrimitiveType type, uint32_t count, uint32_t samples = 1) {
    DrawRecord draw;
    gpu::DrawState& state = draw.state;
    const auto program = std::make_shared<isa::Program>();
    program->resources.inputsRead = 1u << kFlat | 1u << kSmooth | 1u;
    state.stages[gpu::Stage::Vertex].program = program;
    state.stages[gpu::Stage::Fragment].program = program;
    state.raster.edit().surfaceWidth = kWindowWidth;
    state.raster.edit().surfaceHeight = kWindowHeight;
    state.raster.edit().depthRange.zeroToOne = true;
    state.raster.edit().frontFace = func::FaceOrientation::Clockwise;
    state.raster.edit().cullMode = func::CullMode::None;
    state.raster.edit().scissor = {.enabled = true, .x = 3, .y = 5, .width = 90, .height = 63};
    state.multisampling = {.enabled = samples > 1, .samples = samples};
    state.fragmentInputs[kFlat] = state.fragmentInputs[kSmooth] = true;
    state.interpolated[kFlat] = false;
    state.provokingVertexLast = false;
    state.pointsAndLines = {.pointSize = 7.5f, .lineWidth = 3.0f};
    state.pointsAndLines.pointCoordinate[kSmooth] = true;
    state.input.edit().primitive = type;
    state.input.edit().count = count;
    state.input.edit().indexed = false;
    state.depthBuffer.edit().storage.tiling = func::Tiling::Tiled;
    draw.dialect = vivante::dialect();
    DrawPreparation(draw.dialect).complete(state);
    return draw;
}

/// Vertices on and around the surface, some beyond the near plane or behind the eye.
std::vector<func::VertexAttributes> randomVertices(uint32_t count, uint32_t seed) {
    std::mt19937 random(seed);
    const auto between = [&](float low, float high) {
        return low + (high - low) * static_cast<float>(random() % 4096) / 4096.0f;
    };
    std::vector<func::VertexAttributes> vertices(count);
    for (uint32_t v = 0; v < count; ++v) {
        const float w = random() % 8 == 0 ? between(-1.0f, 0.5f) : between(0.5f, 3.0f);
        vertices[v][func::kPositionAttribute] = {between(-40, 140) * w, between(-30, 100) * w, between(-0.1f, 1.1f) * w,
                                                 w};
        vertices[v][kSmooth] = {between(0, 1), between(0, 1), between(0, 1), 1.0f};
        vertices[v][kFlat] = {static_cast<float>(v), 0, 0, 0};
    }
    return vertices;
}

/// Values of a quad, in a form to be compared and printed.
struct SeenQuad {
    int32_t x = 0;
    int32_t y = 0;
    uint32_t coverage = 0;
    uint32_t samples = 0;
    std::vector<uint32_t> depths = {};
    std::vector<uint64_t> edges = {};
    float flat = 0.0f;
    bool backFacing = false;
    auto operator<=>(const SeenQuad&) const = default;
};
using Quads = std::vector<SeenQuad>;

struct WindowChain {
    WindowChain(const DrawRecord& record, const RasterizationParameters& rasterization = {},
                sim::SimulationSettings how = {}, const ClipperParameters& clipping = {})
        : simulation(how),
          domain(simulation.addDomain({.name = "gpu"})),
          draw(record),
          assembly(simulation, domain, vertexPool, trianglePool, {},
                   {.attributesPerCycle = 4, .clipperStartLatency = 1}),
          clipper(simulation, domain, trianglePool, clipping, {.setupStartLatency = 4, .setupInputLatency = 2}),
          setup(simulation, domain, trianglePool, {}),
          traversal(simulation, domain, trianglePool, quadPool, rasterization, {}),
          hierarchicalZ(simulation, domain, quadPool, rasterization, {}, 1),
          output(simulation, "output", generatedQuadsPerCycle(rasterization)) {
        const auto start = [this](auto& box) {
            commands.push_back(std::make_unique<SignalWriter<UnitCommand>>(simulation, "command"));
            commands.back()->out.bind(box.command);
            commands.back()->at(1, {.operation = UnitOperation::Draw, .draw = &draw});
            statuses.push_back(
                std::make_unique<LevelReader<UnitStatus>>(simulation, box.name() + " status", UnitStatus::Reset));
            box.status.bind(statuses.back()->in);
        };
        start(assembly);
        start(clipper);
        start(setup);
        start(traversal);
        start(hierarchicalZ);
        vertices.out.bind(assembly.vertices);
        assembly.vertexRequests.bind(asked.in);
        assembly.triangles.bind(clipper.input);
        clipper.inputRequests.bind(assembly.triangleRequests);
        clipper.output.bind(setup.input);
        setup.inputRequest.bind(clipper.outputRequests);
        setup.output.bind(traversal.input);
        traversal.inputRequest.bind(setup.outputRequest);
        traversal.output.bind(hierarchicalZ.input);
        hierarchicalZ.ready.bind(traversal.outputReady);
        hierarchicalZ.output.bind(output.in);
        ready.out.bind(hierarchicalZ.outputReady);
        update.out.bind(*hierarchicalZ.updates[0]);
        ready.at(1, true);
    }

    /// Gives assembly the vertices as it asks for them, until hierarchical Z has sent the last quad.
    void run(const std::vector<func::VertexAttributes>& all) {
        for (sim::Cycle now = 3; now < 100000 && !ended(); ++now) {
            simulation.runThrough(domain, now);
            if (asked.seen.empty() || asked.seen.back().cycle != now - 1) continue;
            for (uint32_t i = 0; i < asked.seen.back().value.vertices && next_ < all.size(); ++i, ++next_) {
                const VertexId id = vertexPool.acquire();
                vertexPool[id].name.index = next_;
                vertexPool[id].attributes = all[next_];
                vertices.at(now + 1, id);
            }
        }
        ASSERT_TRUE(ended());
    }
    bool ended() const { return statuses.back()->when(UnitStatus::End) != sim::kNever; }

    Quads quads() {
        Quads all;
        for (const auto& sent : output.seen) {
            const QuadInFlight& quad = quadPool[sent.value];
            if (quad.last) continue;
            const TriangleInFlight& triangle = trianglePool[quad.triangle];
            SeenQuad seen{.x = quad.quad.x, .y = quad.quad.y, .coverage = ~quad.culled & 0xf, .samples = quad.samples};
            const uint32_t samples = draw.state.raster->samples;
            for (uint32_t f = 0; f < func::kQuadFragments; ++f) {
                for (uint32_t e = 0; e < 3; ++e) seen.edges.push_back(std::bit_cast<uint64_t>(quad.quad.values[f][e]));
                for (uint32_t s = 0; s < samples; ++s)
                    if ((quad.samples >> (f * samples + s) & 1) != 0)
                        seen.depths.push_back(samples == 1 ? quad.quad.depth[f] : quad.quad.sampleDepth[f][s]);
            }
            seen.flat = triangle.vertices[2][kFlat][0];
            seen.backFacing = triangle.setup.area < 0.0;
            all.push_back(std::move(seen));
        }
        return all;
    }
    std::string count(const char* name) { return simulation.statistics().text(name, sim::Interval::Frame); }

    sim::Simulation simulation;
    sim::DomainId domain;
    VertexPool vertexPool;
    TrianglePool trianglePool;
    QuadPool quadPool{trianglePool};
    DrawRecord draw;
    PrimitiveAssembly assembly;
    Clipper clipper;
    TriangleSetup setup;
    TriangleTraversal traversal;
    HierarchicalZ hierarchicalZ;
    std::vector<std::unique_ptr<SignalWriter<UnitCommand>>> commands;
    std::vector<std::unique_ptr<LevelReader<UnitStatus>>> statuses;
    SignalWriter<VertexId> vertices{simulation, "vertices"};
    SignalReader<VertexRequest> asked{simulation, "asked", 1};
    SignalReader<QuadId> output;
    LevelWriter<bool> ready{simulation, "ready"};
    SignalWriter<HierarchicalZUpdate> update{simulation, "update"};

  private:
    uint32_t next_ = 0;
};

/// Results of the functional machine's own functions for the same stream.
struct Expected {
    Quads quads;
    size_t triangles = 0;
};

Expected expectedOf(const DrawRecord& draw, const std::vector<func::VertexAttributes>& vertices) {
    Expected expected;
    const gpu::DrawState& state = draw.state;
    const PrimitiveType type = state.input->primitive;
    const uint32_t samples = state.raster->samples;
    WindowPrimitives primitives(true);
    primitives.startDraw(state);
    TriangleList list;
    uint32_t first = 0;
    for (uint32_t r = 0; r < draw.runs(); first += draw.run(r).count, ++r) {
        const uint32_t count = draw.run(r).count;
        for (uint32_t p = 0; p < func::primitiveCount(type, count); ++p) {
            const auto positions = func::assemblePrimitive(type, p).vertices;
            std::array<WindowPrimitives::Vertex, 3> corners{};
            for (uint32_t v = 0; v < func::primitiveVertices(type); ++v)
                corners[v] = &vertices[first + (positions[v] < count ? positions[v] : 0)];
            primitives.add(std::span(corners).first(func::primitiveVertices(type)),
                           func::provokingVertex(type, p, state.provokingVertexLast), list);
        }
    }
    expected.triangles = list.triangles.size();
    func::QuadFiller filler(*state.raster, tileSizes(RasterizationParameters{}));
    for (uint32_t t = 0; t < list.triangles.size(); ++t) {
        filler.start({&list.triangles[t], 1}, t);
        for (bool more = true; more;) {
            func::QuadBatch batch;
            more = filler.fill(batch);
            for (uint32_t q = 0; q < batch.quads; ++q) {
                SeenQuad seen{.x = batch.x[q],
                              .y = batch.y[q],
                              .coverage = batch.coverage[q],
                              .samples = samples == 1 ? batch.coverage[q] : batch.sampleCoverage[q]};
                const auto depths = batch.testDepths(samples);
                for (uint32_t f = 0; f < func::kQuadFragments; ++f) {
                    const uint32_t lane = q * func::kQuadFragments + f;
                    for (uint32_t e = 0; e < 3; ++e) seen.edges.push_back(std::bit_cast<uint64_t>(batch.edge[e][lane]));
                    for (uint32_t s = 0; s < samples; ++s)
                        if ((seen.samples >> (f * samples + s) & 1) != 0)
                            seen.depths.push_back(depths[lane * samples + s]);
                }
                seen.flat = (*list.provoking[t])[kFlat][0];
                seen.backFacing = list.triangles[t].area < 0.0;
                expected.quads.push_back(std::move(seen));
            }
        }
    }
    return expected;
}

/// Within a triangle traversal has an order of its own; pixel by pixel triangles must come in theirs.
void expectSame(const Quads& actual, const Quads& expected) {
    const auto pixels = [](const Quads& quads) {
        std::map<std::pair<int32_t, int32_t>, Quads> byPlace;
        for (const SeenQuad& quad : quads) byPlace[{quad.y, quad.x}].push_back(quad);
        return byPlace;
    };
    EXPECT_EQ(actual.size(), expected.size());
    EXPECT_TRUE(pixels(actual) == pixels(expected));
}

constexpr PrimitiveType kTypes[] = {PrimitiveType::Points,        PrimitiveType::Lines,       PrimitiveType::LineStrip,
                                    PrimitiveType::LineLoop,      PrimitiveType::LineFan,     PrimitiveType::Triangles,
                                    PrimitiveType::TriangleStrip, PrimitiveType::TriangleFan, PrimitiveType::Quads,
                                    PrimitiveType::QuadStrip};

class TimingWindowGeometry : public testing::TestWithParam<PrimitiveType> {};

TEST_P(TimingWindowGeometry, QuadsAreThoseOfTheFunctionalMachine) {
    constexpr uint32_t kVertices = 41;
    for (const uint32_t samples : {1u, 2u, 4u}) {
        for (const auto cull : {func::CullMode::None, func::CullMode::Back, func::CullMode::Front}) {
            DrawRecord draw = windowDraw(GetParam(), kVertices, samples);
            draw.state.raster.edit().cullMode = cull;
            const auto vertices = randomVertices(kVertices, samples);
            const Expected expected = expectedOf(draw, vertices);
            EXPECT_FALSE(expected.quads.empty());
            WindowChain chain(draw);
            chain.run(vertices);
            expectSame(chain.quads(), expected.quads);
            // The last triangle of the batch is one more.
            EXPECT_EQ(chain.count("OutputTriangles_TS"), std::to_string(expected.triangles + 1));
            EXPECT_EQ(chain.vertexPool.inUse(), 0u);
        }
    }
}

TEST_P(TimingWindowGeometry, RunsStartAnew) {
    DrawRecord draw = windowDraw(GetParam(), 40);
    draw.state.input.edit().indexed = true;
    draw.state.input.edit().restartIndex = 0xffff;
    draw.restartedRuns = {{0, 7}, {8, 4}, {14, 5}};
    const auto vertices = randomVertices(16, 7);
    const Expected expected = expectedOf(draw, vertices);
    WindowChain chain(draw);
    chain.run(vertices);
    expectSame(chain.quads(), expected.quads);
    EXPECT_EQ(chain.count("Vertices_PA"), "16");
}

TEST_P(TimingWindowGeometry, SleepingAndOrderOfBoxesChangeNothing) {
    const auto run = [](sim::SimulationSettings how) {
        WindowChain chain(windowDraw(GetParam(), 24), {}, how);
        chain.run(randomVertices(24, 3));
        return std::make_tuple(cyclesOf(chain.output.seen), chain.quads());
    };
    const auto expected = run({});
    EXPECT_TRUE(run({.sleeping = false}) == expected);
    EXPECT_TRUE(run({.sleeping = false, .reverseOrder = true}) == expected);
}

INSTANTIATE_TEST_SUITE_P(All, TimingWindowGeometry, testing::ValuesIn(kTypes));

/// In homogeneous coordinates a group waits for RasterizationBatchSize triangles, or the last.
TEST(TimingWindowGeometry, TrianglesAreTraversedOneByOne) {
    for (const bool window : {false, true}) {
        sim::Simulation simulation;
        const auto domain = simulation.addDomain({.name = "gpu"});
        TrianglePool trianglePool;
        QuadPool quadPool{trianglePool};
        DrawRecord draw = window ? windowDraw(PrimitiveType::Triangles, 3) : smallDraw();
        const RasterizationParameters parameters;
        TriangleTraversal traversal(simulation, domain, trianglePool, quadPool, parameters, {});
        SignalWriter<UnitCommand> command(simulation, "command");
        LevelReader<UnitStatus> status(simulation, "status", UnitStatus::Reset);
        SignalWriter<TriangleId> input(simulation, "input");
        SignalReader<TriangleRequest> asked(simulation, "asked", 1);
        SignalReader<TraversedQuads> output(simulation, "output", generatedQuadsPerCycle(parameters));
        LevelWriter<bool> ready(simulation, "ready");
        command.out.bind(traversal.command);
        traversal.status.bind(status.in);
        input.out.bind(traversal.input);
        traversal.inputRequest.bind(asked.in);
        traversal.output.bind(output.in);
        ready.out.bind(traversal.outputReady);
        ready.at(1, true);
        command.at(1, {.operation = UnitOperation::Draw, .draw = &draw});
        const TriangleId id = addSetUpTriangle(trianglePool, draw, 1, 1, 6);
        if (window)
            trianglePool[id].setup =
                func::setupWindowTriangle({{{4, 6, 0, 1}, {10, 6, 0, 1}, {4, 12, 0, 1}}}, *draw.state.raster);
        input.at(10, id);
        simulation.runThrough(domain, 100);
        EXPECT_EQ(output.seen.empty(), !window);
    }
}

TEST(TimingWindowGeometry, ScanLinesAreForHomogeneousCoordinatesAlone) {
    RasterizationParameters scanLines;
    scanLines.recursiveMode = false;
    const DrawRecord draw = windowDraw(PrimitiveType::Triangles, 30);
    const auto vertices = randomVertices(30, 5);
    WindowChain chain(draw, scanLines);
    chain.run(vertices);
    expectSame(chain.quads(), expectedOf(draw, vertices).quads);
}

TEST(TimingWindowGeometry, DrawWithoutRunsEnds) {
    DrawRecord draw = windowDraw(PrimitiveType::TriangleStrip, 4);
    draw.state.input.edit().indexed = true;
    draw.state.input.edit().restartIndex = 0xffff;
    WindowChain chain(draw);
    chain.run({});
    EXPECT_THAT(chain.output.seen, SizeIs(1));
}

func::VertexAttributes vertexAt(float x, float y, float flat = 0.0f, float w = 1.0f) {
    func::VertexAttributes vertex{};
    vertex[func::kPositionAttribute] = {x * w, y * w, 0.5f * w, w};
    vertex[kFlat] = {flat, 0, 0, 0};
    return vertex;
}

struct WindowClipperBench {
    explicit WindowClipperBench(PrimitiveType type, const ClipperParameters& parameters = {})
        : domain(simulation.addDomain({.name = "gpu"})),
          draw(windowDraw(type, 3)),
          clipper(simulation, domain, trianglePool, parameters, {.setupStartLatency = 4, .setupInputLatency = 2}) {
        command.out.bind(clipper.command);
        clipper.status.bind(status.in);
        input.out.bind(clipper.input);
        clipper.inputRequests.bind(asked.in);
        requests.out.bind(clipper.outputRequests);
        clipper.output.bind(output.in);
        command.at(1, {.operation = UnitOperation::Draw, .draw = &draw});
    }
    TriangleId send(sim::Cycle arrival, const std::vector<func::VertexAttributes>& vertices, uint8_t provoking = 0) {
        const TriangleId id = trianglePool.acquire();
        trianglePool[id].draw = &draw;
        trianglePool[id].provoking = provoking;
        trianglePool[id].last = vertices.empty();
        std::ranges::copy(vertices, trianglePool[id].vertices.begin());
        input.at(arrival - 1, id);
        return id;
    }
    void run(sim::Cycle last) { simulation.runThrough(domain, last); }
    std::string count(const char* name) { return simulation.statistics().text(name, sim::Interval::Frame); }

    sim::Simulation simulation;
    sim::DomainId domain;
    TrianglePool trianglePool;
    DrawRecord draw;
    Clipper clipper;
    SignalWriter<UnitCommand> command{simulation, "command"};
    LevelReader<UnitStatus> status{simulation, "status", UnitStatus::Reset};
    SignalWriter<TriangleId> input{simulation, "input"};
    SignalReader<TriangleRequest> asked{simulation, "asked", 1};
    SignalWriter<TriangleRequest> requests{simulation, "requests"};
    SignalReader<TriangleId> output{simulation, "output", 2};
};

TEST(TimingClipperInWindow, UncutTriangleKeepsItsPlaceAndTimeAndGetsFlatAttributes) {
    ClipperParameters parameters;
    parameters.execLatency = 9;
    for (uint8_t provoking = 0; provoking < 3; ++provoking) {
        WindowClipperBench bench(PrimitiveType::Triangles, parameters);
        bench.requests.at(2, {8});
        const TriangleId id = bench.send(10, {vertexAt(1, 1, 1), vertexAt(50, 1, 2), vertexAt(1, 50, 3)}, provoking);
        bench.send(10, {});
        bench.run(60);
        ASSERT_THAT(cyclesOf(bench.output.seen), ElementsAre(19, 19));
        EXPECT_EQ(bench.output.seen[0].value, id);
        const TriangleInFlight& triangle = bench.trianglePool[id];
        EXPECT_EQ(triangle.vertices[2][kFlat][0], static_cast<float>(provoking + 1));
        EXPECT_EQ(triangle.vertices[2][func::kPositionAttribute][1], 50.0f);
        EXPECT_EQ(triangle.setup.area, 49.0 * 49.0);
    }
}

TEST(TimingClipperInWindow, TrianglesOfOnePrimitiveTakeTurnsAtSetup) {
    ClipperParameters parameters;
    parameters.trianglesPerCycle = 1;
    parameters.execLatency = 1;
    WindowClipperBench bench(PrimitiveType::Lines, parameters);
    bench.requests.at(2, {16});
    for (sim::Cycle cycle = 10; cycle < 13; ++cycle) bench.send(cycle, {vertexAt(1, 1), vertexAt(20, 9)});
    bench.send(13, {});
    bench.run(80);
    EXPECT_THAT(cyclesOf(bench.output.seen), ElementsAre(11, 15, 19, 23, 27, 31, 35));
    EXPECT_EQ(bench.count("InputTriangles_CLP"), "4");
    EXPECT_EQ(bench.count("OutputTriangles_CLP"), "7");
    EXPECT_EQ(bench.status.when(UnitStatus::End), 35u);
}

TEST(TimingClipperInWindow, PrimitiveTakesOnePlaceUntilItsLastTriangleIsSent) {
    ClipperParameters parameters;
    parameters.trianglesPerCycle = 1;
    parameters.execLatency = 1;
    parameters.clipBufferSize = 1;
    WindowClipperBench bench(PrimitiveType::Lines, parameters);
    bench.send(10, {vertexAt(1, 1), vertexAt(20, 9)});
    bench.requests.at(29, {1});
    bench.run(39);
    EXPECT_THAT(cyclesOf(bench.output.seen), ElementsAre(30));
    EXPECT_THAT(bench.asked.seen, SizeIs(1)) << "the second triangle is still in the only place";
    bench.requests.at(49, {1});
    bench.run(60);
    EXPECT_THAT(cyclesOf(bench.output.seen), ElementsAre(30, 50));
    ASSERT_THAT(bench.asked.seen, SizeIs(2));
    EXPECT_EQ(bench.asked.seen[1].cycle, 51u);
}

TEST(TimingClipperInWindow, CutPolygonBecomesAFanAndWhatIsOutsideIsDropped) {
    ClipperParameters parameters;
    parameters.execLatency = 1;
    WindowClipperBench bench(PrimitiveType::Triangles, parameters);
    bench.requests.at(2, {16});
    // One vertex beyond the guard band leaves a quadrangle; all in front of the near plane, nothing.
    bench.send(10, {vertexAt(1, 1, 4), vertexAt(50, 1, 5), vertexAt(100000, 40, 6)}, 1);
    auto near = vertexAt(1, 1);
    near[func::kPositionAttribute][2] = -1.0f;
    bench.send(11, {near, near, near});
    const TriangleId last = bench.send(12, {});
    bench.run(60);
    ASSERT_THAT(bench.output.seen, SizeIs(3));
    EXPECT_EQ(bench.output.seen[2].value, last);
    EXPECT_EQ(bench.count("ClippedTriangles_CLP"), "1");
    for (size_t t = 0; t < 2; ++t)
        EXPECT_EQ(bench.trianglePool[bench.output.seen[t].value].vertices[2][kFlat][0], 5.0f);
    EXPECT_EQ(bench.trianglePool.inUse(), 3u);
}

TEST(TimingSetupInWindow, CullsByFacingAndTakesTheSameTime) {
    for (const bool back : {false, true}) {
        sim::Simulation simulation;
        const auto domain = simulation.addDomain({.name = "gpu"});
        TrianglePool trianglePool;
        DrawRecord draw = windowDraw(PrimitiveType::Triangles, 3);
        draw.state.raster.edit().cullMode = func::CullMode::Back;
        TriangleSetupParameters parameters;
        TriangleSetup setup(simulation, domain, trianglePool, parameters);
        SignalWriter<UnitCommand> command(simulation, "command");
        LevelReader<UnitStatus> status(simulation, "status", UnitStatus::Reset);
        SignalWriter<TriangleId> input(simulation, "input");
        SignalReader<TriangleRequest> asked(simulation, "asked", 1);
        SignalWriter<TriangleRequest> requests(simulation, "requests");
        SignalReader<TriangleId> output(simulation, "output", 2);
        command.out.bind(setup.command);
        setup.status.bind(status.in);
        input.out.bind(setup.input);
        setup.inputRequest.bind(asked.in);
        requests.out.bind(setup.outputRequest);
        setup.output.bind(output.in);
        command.at(1, {.operation = UnitOperation::Draw, .draw = &draw});
        requests.at(2, {8});
        const TriangleId id = trianglePool.acquire();
        trianglePool[id].draw = &draw;
        const auto corner = [](double x, double y) { return func::WindowVertex{x, y, 0.5, 1.0}; };
        trianglePool[id].setup = func::setupWindowTriangle(
            {corner(10, 10), back ? corner(10, 30) : corner(30, 10), back ? corner(30, 10) : corner(10, 30)},
            *draw.state.raster);
        input.at(10, id);
        simulation.runThrough(domain, 60);
        const sim::Cycle out = 10 + parameters.triangleInputLatency + parameters.setupLatency;
        if (back)
            EXPECT_THAT(output.seen, SizeIs(0));
        else
            EXPECT_THAT(cyclesOf(output.seen), ElementsAre(out));
        const auto count = [&](const char* name) { return simulation.statistics().text(name, sim::Interval::Frame); };
        EXPECT_EQ(count("BackFacingTriangles_TS"), back ? "1" : "0");
        EXPECT_EQ(count("CulledTriangles_TS"), back ? "1" : "0");
        EXPECT_EQ(count("Triangles100_to_1000_TS"), back ? "0" : "1");
    }
}

TEST(TimingInterpolatorInWindow, WeighsByTheVerticesAndGivesThePixelsCentre) {
    sim::Simulation simulation;
    const auto domain = simulation.addDomain({.name = "gpu"});
    TrianglePool trianglePool;
    QuadPool quadPool{trianglePool};
    DrawRecord draw = windowDraw(PrimitiveType::Triangles, 3);
    Interpolator interpolator(simulation, domain, quadPool, {}, {}, 1);
    SignalWriter<UnitCommand> command(simulation, "command");
    LevelReader<UnitStatus> status(simulation, "status", UnitStatus::Reset);
    SignalWriter<QuadId> input(simulation, "input");
    SignalReader<QuadId> output(simulation, "output", 4);
    command.out.bind(interpolator.command);
    interpolator.status.bind(status.in);
    input.out.bind(interpolator.input);
    interpolator.output.bind(output.in);
    command.at(1, {.operation = UnitOperation::Draw, .draw = &draw});
    const TriangleId triangle = trianglePool.acquire();
    TriangleInFlight& from = trianglePool[triangle];
    from.draw = &draw;
    from.setup.inverseW = {0.5, 1.0, 0.25};
    for (size_t v = 0; v < 3; ++v) {
        from.vertices[v][kSmooth] = {static_cast<float>(v), 0, 0, 0};
        from.vertices[v][kFlat] = {static_cast<float>(10 + v), 0, 0, 0};
    }
    const QuadId id = addQuad(trianglePool, quadPool, draw, triangle, 6, 8, 0xffffff);
    for (auto& values : quadPool[id].quad.values) values = {2.0, 1.0, 4.0, 0.0};
    quadPool.input(func::kFaceAttribute, id).fill({7, 7, 7, 7});
    input.at(10, id);
    simulation.runThrough(domain, 40);
    ASSERT_THAT(output.seen, SizeIs(1));
    const auto inputOf = [&](uint32_t attribute) -> const QuadVectors& { return quadPool.input(attribute, id); };
    // Weighted edges are 1, 1, 1; 1/w is 3 over the sum of edges 7.
    EXPECT_EQ(inputOf(kSmooth)[0][0], static_cast<float>(1.0 * (1.0 / 3.0) + 2.0 * (1.0 / 3.0)));
    EXPECT_EQ(inputOf(kFlat)[2][0], 12.0f);
    EXPECT_EQ(inputOf(func::kPositionAttribute)[3], (func::Vec4{7.5f, 9.5f, 1.0f, static_cast<float>(3.0 / 7.0)}));
    EXPECT_EQ(inputOf(func::kFaceAttribute)[0][3], 7.0f) << "an ordinary attribute, not read";
}

}  // namespace
}  // namespace cyclorama::machine::timing
