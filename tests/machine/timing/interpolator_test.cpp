// SPDX-License-Identifier: MIT
// The interpolator alone.

#include "machine/timing/raster/interpolator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "machine/timing/rasterizer_bench.h"
#include "machine/timing/wire_probes.h"

namespace cyclorama::machine::timing {
namespace {

using ::testing::ElementsAre;

constexpr uint32_t kColorUnits = 2;

struct InterpolatorBench {
    explicit InterpolatorBench(uint32_t attributes, const InterpolatorParameters& parameters = {})
        : domain(simulation.addDomain({.name = "gpu"})),
          interpolator(simulation, domain, quadPool, RasterizationParameters{}, parameters, kColorUnits) {
        for (uint32_t a = 0; a < attributes; ++a) draw.state.fragmentInputs[a] = true;
        command.out.bind(interpolator.command);
        interpolator.status.bind(status.in);
        input.out.bind(interpolator.input);
        interpolator.output.bind(output.in);
        command.at(1, {.operation = UnitOperation::Draw, .draw = &draw});
    }

    void run(sim::Cycle last) { simulation.runThrough(domain, last); }
    QuadId quad() { return addQuad(trianglePool, quadPool, draw, triangle, 2, 4); }

    sim::Simulation simulation;
    sim::DomainId domain;
    TrianglePool trianglePool;
    QuadPool quadPool{trianglePool};
    DrawRecord draw = smallDraw();
    TriangleId triangle = addTriangle(trianglePool, draw, 0, 0, 32);
    Interpolator interpolator;
    SignalWriter<UnitCommand> command{simulation, "command"};
    LevelReader<UnitStatus> status{simulation, "status", UnitStatus::Reset};
    SignalWriter<QuadId> input{simulation, "input"};
    SignalReader<QuadId> output{simulation, "output", 4};
};

TEST(Interpolator, TakesFourCyclesMoreThanItsAttributesNeed) {
    for (const auto& [attributes, interpolators, cycles] :
         {std::tuple{1u, 4u, 1u}, {4u, 4u, 1u}, {5u, 4u, 2u}, {16u, 4u, 4u}, {16u, 1u, 16u}, {0u, 4u, 1u}}) {
        InterpolatorParameters parameters;
        parameters.numInterpolators = interpolators;
        InterpolatorBench bench(attributes, parameters);
        bench.input.at(10, bench.quad());
        bench.run(60);
        EXPECT_THAT(cyclesOf(bench.output.seen), ElementsAre(11 + cycles + 4)) << attributes;
        EXPECT_EQ(interpolationCycles(bench.draw.state, interpolators), cycles);
    }
}

TEST(Interpolator, TakesAGroupOfQuadsEveryAsManyCycles) {
    InterpolatorBench bench(6);  // two cycles
    for (int i = 0; i < 4; ++i) bench.input.at(10, bench.quad());
    bench.input.at(12, bench.quad());
    bench.run(60);
    EXPECT_THAT(cyclesOf(bench.output.seen), ElementsAre(17, 17, 17, 17, 19));

    InterpolatorBench tooSoon(6);
    tooSoon.input.at(10, tooSoon.quad());
    tooSoon.input.at(11, tooSoon.quad());
    // In the place where the quad was left unread.
    tooSoon.input.at(13, tooSoon.quad());
    EXPECT_THROW(tooSoon.run(60), sim::Fault);
}

TEST(Interpolator, EndsWithTheLastQuadOfEveryPipe) {
    InterpolatorBench bench(4);
    bench.input.at(10, bench.quad());
    bench.input.at(11, addLastQuad(bench.quadPool, bench.draw));
    bench.input.at(30, addLastQuad(bench.quadPool, bench.draw));
    bench.command.at(40, {.operation = UnitOperation::End, .draw = &bench.draw});
    bench.run(60);
    EXPECT_THAT(cyclesOf(bench.output.seen), ElementsAre(16, 17, 36));
    EXPECT_EQ(bench.status.when(UnitStatus::End), 36u);
    EXPECT_EQ(bench.status.seen.back(), (Written<UnitStatus>{41, UnitStatus::Ready}));
}

TEST(Interpolator, GivesSmoothAndFlatAttributesPositionAndFace) {
    InterpolatorBench bench(0);
    constexpr uint32_t kSmooth = 5;
    constexpr uint32_t kFlat = 6;
    bench.draw.state.fragmentInputs[kSmooth] = true;
    bench.draw.state.fragmentInputs[kFlat] = true;
    bench.draw.state.interpolated[kFlat] = false;
    // The program reads attribute 7, which is not enabled.
    const auto program = std::make_shared<isa::Program>();
    program->resources.inputsRead =
        1u << 7 | 1u << kSmooth | 1u << kFlat | 1u << func::kPositionAttribute | 1u << func::kFaceAttribute;
    bench.draw.state.stages[gpu::Stage::Fragment].program = program;
    TriangleInFlight& triangle = bench.trianglePool[bench.triangle];
    triangle.setup.area = -12.5;
    for (uint32_t v = 0; v < 3; ++v) {
        triangle.vertices[v][kSmooth] = {static_cast<float>(v), 10.0f, 0.0f, 0.0f};
        triangle.vertices[v][kFlat] = {static_cast<float>(v), 20.0f, 0.0f, 0.0f};
        triangle.vertices[v][7] = {1.0f, 1.0f, 1.0f, 1.0f};
    }
    const QuadId id = bench.quad();
    bench.quadPool[id].quad.depth.fill(0xffffff);
    for (auto& values : bench.quadPool[id].quad.values) values = {0.5, 0.25, 0.25, 0.0};
    bench.quadPool.input(7, id).fill({3.0f, 3.0f, 3.0f, 3.0f});  // left by a quad before
    bench.input.at(10, id);
    bench.run(30);
    ASSERT_EQ(bench.output.seen.size(), 1u);
    const auto inputOf = [&](uint32_t attribute) -> const QuadVectors& { return bench.quadPool.input(attribute, id); };
    EXPECT_EQ(inputOf(kSmooth)[0], (func::Vec4{0.75f, 10.0f, 0.0f, 0.0f}));
    EXPECT_EQ(inputOf(kFlat)[3], (func::Vec4{2.0f, 20.0f, 0.0f, 0.0f}));
    EXPECT_EQ(inputOf(7)[0], func::Vec4{});
    EXPECT_EQ(inputOf(func::kPositionAttribute)[3], (func::Vec4{3.0f, 5.0f, 1.0f, 1.0f}));
    EXPECT_EQ(inputOf(func::kFaceAttribute)[1][3], -12.5f);
}

}  // namespace
}  // namespace cyclorama::machine::timing
