// SPDX-License-Identifier: MIT
// Rasterization in the functional machine (setup, fill, interpolation) and in the timing machine (traversal), by the
// size of the triangles in pixels.

#include <benchmark/benchmark.h>

#include <memory>
#include <random>
#include <vector>

#include "func/raster/interpolation.h"
#include "func/raster/raster_fill.h"
#include "func/raster/triangle_setup.h"

namespace {

using namespace cyclorama::func;

constexpr uint32_t kTriangles = 512;

RasterState screen(uint32_t samples) {
    RasterState state;
    state.surfaceWidth = 1024;
    state.surfaceHeight = 768;
    state.viewport = {0, 0, 1024, 768};
    state.samples = samples;
    return state;
}

std::vector<std::array<Vec4, 3>> randomPositions(const RasterState& state, double size) {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> place(-1, 1);
    std::vector<std::array<Vec4, 3>> result(kTriangles);
    for (auto& triangle : result) {
        const double x = place(random);
        const double y = place(random);
        for (Vec4& position : triangle) {
            position = {static_cast<float>(x + place(random) * size / state.viewport.width),
                        static_cast<float>(y + place(random) * size / state.viewport.height),
                        static_cast<float>(place(random)), 1.0f};
        }
    }
    return result;
}

std::vector<SetupTriangle> randomTriangles(const RasterState& state, double size) {
    std::vector<SetupTriangle> triangles;
    for (const auto& [v0, v1, v2] : randomPositions(state, size)) {
        SetupTriangle triangle = setupTriangle(v0, v1, v2, state);
        if (!cullTriangle(triangle, CullMode::None)) {
            triangles.push_back(triangle);
        }
    }
    return triangles;
}

void setup(benchmark::State& run) {
    const RasterState state = screen(1);
    const auto positions = randomPositions(state, 16.0);
    for (auto _ : run) {
        for (const auto& [v0, v1, v2] : positions) {
            benchmark::DoNotOptimize(setupTriangle(v0, v1, v2, state));
        }
    }
    run.SetItemsProcessed(run.iterations() * kTriangles);
}
BENCHMARK(setup);

/// Arguments: size of the triangles, samples a pixel. Items are quads.
void fill(benchmark::State& run) {
    const RasterState state = screen(static_cast<uint32_t>(run.range(1)));
    const auto triangles = randomTriangles(state, static_cast<double>(run.range(0)));
    QuadFiller filler(state, TileSizes{});
    const auto batch = std::make_unique<QuadBatch>();
    int64_t quads = 0;
    for (auto _ : run) {
        for (uint32_t t = 0; t < triangles.size(); ++t) {
            filler.start(std::span(triangles).subspan(t, 1), t);
            while (filler.fill(*batch) || batch->full()) {
                benchmark::DoNotOptimize(batch.get());
                quads += batch->quads;
                batch->quads = 0;
            }
        }
    }
    run.SetItemsProcessed(quads);
    run.counters["triangles"] =
        benchmark::Counter(static_cast<double>(triangles.size()), benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(fill)->ArgsProduct({{4, 16, 64, 512}, {1, 4}});

/// Argument: size of the triangles. Items are quads, covered or not.
void recursiveTraversal(benchmark::State& run) {
    const RasterState state = screen(1);
    const auto triangles = randomTriangles(state, static_cast<double>(run.range(0)));
    RecursiveTraversal traversal{TileSizes{}};
    int64_t quads = 0;
    Quad quad;
    for (auto _ : run) {
        for (size_t first = 0; first + 4 <= triangles.size(); first += 4) {
            traversal.start(state, std::span(triangles).subspan(first, 4));
            while (!traversal.finished()) {
                traversal.step();
                for (uint32_t i = 0; i < 4 && traversal.nextQuad(quad); ++i) {
                    benchmark::DoNotOptimize(quad);
                    ++quads;
                }
            }
        }
    }
    run.SetItemsProcessed(quads);
}
BENCHMARK(recursiveTraversal)->Arg(16)->Arg(64);

/// Argument: attributes a fragment. Items are quads.
void interpolation(benchmark::State& run) {
    const RasterState state = screen(1);
    const auto triangles = randomTriangles(state, 512.0);
    QuadFiller filler(state, TileSizes{});
    const auto batch = std::make_unique<QuadBatch>();
    filler.start(triangles, 0);
    filler.fill(*batch);
    std::array<VertexAttributes, 3> vertices{};
    const TriangleVertices triangle{&vertices[0], &vertices[1], &vertices[2]};
    const auto weights = std::make_unique<LaneWeights>();
    std::vector<LaneVec4> attributes(static_cast<size_t>(run.range(0)));
    for (auto _ : run) {
        interpolationWeights(*batch, *weights);
        for (uint32_t a = 0; a < attributes.size(); ++a) {
            interpolate(*weights, triangle, a, 0, batch->quads, attributes[a]);
        }
        benchmark::DoNotOptimize(attributes.data());
    }
    run.SetItemsProcessed(run.iterations() * kBatchQuads);
}
BENCHMARK(interpolation)->Arg(1)->Arg(4)->Arg(10);

}  // namespace
