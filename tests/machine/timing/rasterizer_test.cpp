// SPDX-License-Identifier: MIT
// The rasterizer's control alone, and all its boxes together.

#include "machine/timing/raster/rasterizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <sstream>

#include "func/raster/raster_fill.h"
#include "machine/configuration/settings.h"
#include "machine/timing/raster/hierarchical_z.h"
#include "machine/timing/raster/interpolator.h"
#include "machine/timing/raster/triangle_setup.h"
#include "machine/timing/raster/triangle_traversal.h"
#include "machine/timing/rasterizer_bench.h"
#include "machine/timing/wire_probes.h"
#include "sim/level.h"

namespace cyclorama::machine::timing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

bool isOperation(const Written<UnitCommand>& seen, sim::Cycle cycle, UnitOperation operation) {
    return seen.cycle == cycle && seen.value.operation == operation;
}

struct ControlBench {
    struct Unit {
        Unit(sim::Simulation& simulation, Rasterizer::Unit& unit)
            : command(simulation, unit.status.name() + " command", 1),
              status(simulation, unit.status.name() + " status") {
            unit.command.bind(command.in);
            status.out.bind(unit.status);
        }
        SignalReader<UnitCommand> command;
        LevelWriter<UnitStatus> status;
    };

    ControlBench() : domain(simulation.addDomain({.name = "gpu"})), rasterizer(simulation, domain) {
        command.out.bind(rasterizer.command);
        rasterizer.status.bind(status.in);
        for (Rasterizer::Unit* unit : {&rasterizer.setup, &rasterizer.traversal, &rasterizer.hierarchicalZ,
                                       &rasterizer.interpolator, &rasterizer.distributor})
            units.push_back(std::make_unique<Unit>(simulation, *unit));
    }

    sim::Simulation simulation;
    sim::DomainId domain;
    Rasterizer rasterizer;
    SignalWriter<UnitCommand> command{simulation, "command"};
    LevelReader<UnitStatus> status{simulation, "status", UnitStatus::Reset};
    std::vector<std::unique_ptr<Unit>> units;
    DrawRecord draw = smallDraw();
};

TEST(Rasterizer, HasAllItsUnitsDrawAndWaitsForTheLastOfThem) {
    ControlBench bench;
    bench.command.at(1, {.operation = UnitOperation::Draw, .draw = &bench.draw});
    for (sim::Cycle i = 0; i < 5; ++i) {
        bench.units[i]->status.at(3, UnitStatus::Drawing);
        bench.units[i]->status.at(30 - 4 * i, UnitStatus::End);
    }
    bench.command.at(40, {.operation = UnitOperation::End, .draw = &bench.draw});
    bench.simulation.runThrough(bench.domain, 60);
    for (const auto& unit : bench.units) {
        ASSERT_EQ(unit->command.seen.size(), 2u);
        EXPECT_TRUE(isOperation(unit->command.seen[0], 2, UnitOperation::Draw));
        EXPECT_EQ(unit->command.seen[0].value.draw, &bench.draw);
        EXPECT_TRUE(isOperation(unit->command.seen[1], 41, UnitOperation::End));
    }
    EXPECT_THAT(bench.status.seen,
                ElementsAre(Written<UnitStatus>{0, UnitStatus::Ready}, Written<UnitStatus>{2, UnitStatus::Drawing},
                            Written<UnitStatus>{31, UnitStatus::End}, Written<UnitStatus>{41, UnitStatus::Ready}));
}

TEST(Rasterizer, HasHierarchicalZAloneClear) {
    ControlBench bench;
    bench.command.at(1, {.operation = UnitOperation::Clear, .draw = &bench.draw});
    bench.units[2]->status.at(20, UnitStatus::ClearEnd);
    bench.command.at(30, {.operation = UnitOperation::End, .draw = &bench.draw});
    bench.simulation.runThrough(bench.domain, 60);
    for (size_t i = 0; i < 5; ++i) {
        if (i == 2) continue;
        EXPECT_THAT(bench.units[i]->command.seen, IsEmpty());
    }
    ASSERT_EQ(bench.units[2]->command.seen.size(), 2u);
    EXPECT_TRUE(isOperation(bench.units[2]->command.seen[0], 2, UnitOperation::Clear));
    EXPECT_TRUE(isOperation(bench.units[2]->command.seen[1], 31, UnitOperation::End));
    EXPECT_EQ(bench.status.when(UnitStatus::ClearEnd), 21u);
}

TEST(Rasterizer, RefusesADrawBeforeTheEndOfTheLast) {
    ControlBench bench;
    bench.command.at(1, {.operation = UnitOperation::Clear, .draw = &bench.draw});
    bench.units[2]->status.at(20, UnitStatus::ClearEnd);
    bench.command.at(30, {.operation = UnitOperation::Draw, .draw = &bench.draw});
    EXPECT_THROW(bench.simulation.runThrough(bench.domain, 60), sim::Fault);
}

/// Takes quads a few at a time and sends them to the interpolator as it takes them, as the work distributor does.
class Distributor final : public sim::Box {
  public:
    Distributor(sim::Simulation& simulation, QuadPool& quadPool, uint32_t width, uint32_t interpolationCycles)
        : Box(simulation, 0, "Distributor"),
          generated(*this, {.name = "generated", .width = width, .latency = 1}),
          ready(*this, "ready"),
          toInterpolator(*this, "toInterpolator"),
          interpolated(*this, {.name = "interpolated", .width = 4, .latency = 1}),
          command(*this, {.name = "command", .width = 1, .latency = 1}),
          status(*this, "status"),
          quadPool_(&quadPool),
          interpolationCycles_(interpolationCycles),
          width_(width) {}

    sim::Signal<QuadId> generated;
    sim::LevelOutput<bool> ready;
    sim::Output<QuadId> toInterpolator;
    sim::Signal<QuadId> interpolated;
    sim::Signal<UnitCommand> command;
    sim::LevelOutput<UnitStatus> status;
    std::ostringstream log;
    /// Fragments by pixel.
    std::map<std::pair<int32_t, int32_t>, uint32_t> fragments;

    void clock(sim::Cycle cycle) override {
        if (const auto received = command.read(cycle))
            status.write(cycle, received->operation == UnitOperation::Draw ? UnitStatus::Drawing : UnitStatus::Ready);
        for (const QuadId id : interpolated.take(cycle)) finish(cycle, id);
        for (uint32_t i = 0; i < 4 && !waiting_.empty() && cycle % interpolationCycles_ == 0; ++i) {
            toInterpolator.write(cycle, waiting_.front());
            waiting_.erase(waiting_.begin());
        }
        for (const QuadId id : generated.take(cycle)) {
            log << cycle << ' ' << (*quadPool_)[id].quad.x << ' ' << (*quadPool_)[id].quad.y << '\n';
            waiting_.push_back(id);
        }
        ready.write(cycle, waiting_.size() < 2 * width_);
    }
    std::string describeWait() const override { return {}; }

  private:
    void finish(sim::Cycle cycle, QuadId id) {
        const QuadInFlight& quad = (*quadPool_)[id];
        log << cycle << " out " << quad.quad.x << ' ' << quad.quad.y << '\n';
        for (uint32_t f = 0; f < func::kQuadFragments && !quad.last; ++f)
            if ((quad.samples >> f & 1) != 0)
                ++fragments[{quad.quad.x + static_cast<int32_t>(f & 1), quad.quad.y + static_cast<int32_t>(f >> 1)}];
        if (quad.last) status.write(cycle, UnitStatus::End);
        quadPool_->drop(id);
    }

    QuadPool* quadPool_;
    uint32_t interpolationCycles_;
    uint32_t width_;
    std::vector<QuadId> waiting_;
};

/// The five boxes and their control, with triangles sent as setup asks for them.
struct Chain {
    explicit Chain(sim::SimulationSettings how, bool recursive = true)
        : simulation(how), domain(simulation.addDomain({.name = "gpu"})) {
        rasterization.recursiveMode = recursive;
        draw.state.hierarchicalZ = true;
        for (uint32_t a = 0; a < 6; ++a) draw.state.fragmentInputs[a] = true;
        build();
    }

    void build() {
        const uint32_t width = generatedQuadsPerCycle(rasterization);
        setup = std::make_unique<TriangleSetup>(simulation, domain, trianglePool, triangleSetup);
        traversal = std::make_unique<TriangleTraversal>(simulation, domain, trianglePool, quadPool, rasterization,
                                                        triangleSetup);
        hierarchicalZ =
            std::make_unique<HierarchicalZ>(simulation, domain, quadPool, rasterization, HierarchicalZParameters{}, 1);
        interpolator =
            std::make_unique<Interpolator>(simulation, domain, quadPool, rasterization, InterpolatorParameters{}, 1);
        distributor = std::make_unique<Distributor>(simulation, quadPool, width, 2);
        input = std::make_unique<SignalWriter<TriangleId>>(simulation, "input");
        update = std::make_unique<SignalWriter<HierarchicalZUpdate>>(simulation, "update");
        requests = std::make_unique<SignalReader<TriangleRequest>>(simulation, "requests", 1);
        command.out.bind(rasterizer.command);
        rasterizer.status.bind(status.in);
        connect(rasterizer.setup, *setup);
        connect(rasterizer.traversal, *traversal);
        connect(rasterizer.hierarchicalZ, *hierarchicalZ);
        connect(rasterizer.interpolator, *interpolator);
        connect(rasterizer.distributor, *distributor);
        input->out.bind(setup->input);
        setup->inputRequest.bind(requests->in);
        setup->output.bind(traversal->input);
        traversal->inputRequest.bind(setup->outputRequest);
        traversal->output.bind(hierarchicalZ->input);
        hierarchicalZ->ready.bind(traversal->outputReady);
        update->out.bind(*hierarchicalZ->updates[0]);
        hierarchicalZ->output.bind(distributor->generated);
        distributor->ready.bind(hierarchicalZ->outputReady);
        distributor->toInterpolator.bind(interpolator->input);
        interpolator->output.bind(distributor->interpolated);
    }

    template <typename Box>
    void connect(Rasterizer::Unit& unit, Box& box) {
        unit.command.bind(box.command);
        box.status.bind(unit.status);
    }

    /// A draw of triangles of many sizes; every fourth is a back face.
    void addTriangles() {
        draw.state.raster.edit().cullMode = func::CullMode::Back;
        sim::Cycle cycle = 20;
        for (uint32_t i = 0; i < 24; ++i, cycle += 4) {
            const auto x = static_cast<float>(i * 7 % 50);
            const auto y = static_cast<float>(i * 11 % 45);
            const auto size = static_cast<float>(3 + i * 5 % 40);
            const func::Vec4 a = atPixel(x, y);
            const func::Vec4 b = atPixel(x + size, y + 1.5f);
            const func::Vec4 c = atPixel(x + 2.5f, y + size);
            input->at(cycle,
                      i % 4 == 3 ? addTriangle(trianglePool, draw, a, c, b) : addTriangle(trianglePool, draw, a, b, c));
        }
        input->at(cycle, addLastTriangle(trianglePool, draw));
        command.at(1, {.operation = UnitOperation::Draw, .draw = &draw});
    }

    std::string run() {
        addTriangles();
        simulation.runThrough(domain, 4000);
        simulation.settle();
        std::ostringstream all;
        all << distributor->log.str() << status.when(UnitStatus::End) << '\n';
        for (const auto& [name, statistic] : simulation.statistics().columns())
            all << name << ' ' << simulation.statistics().text(name, sim::Interval::Frame) << '\n';
        return all.str();
    }

    sim::Simulation simulation;
    sim::DomainId domain;
    TrianglePool trianglePool;
    QuadPool quadPool{trianglePool};
    DrawRecord draw = smallDraw();
    TriangleSetupParameters triangleSetup;
    RasterizationParameters rasterization;
    Rasterizer rasterizer{simulation, 0};
    SignalWriter<UnitCommand> command{simulation, "command"};
    LevelReader<UnitStatus> status{simulation, "status", UnitStatus::Reset};
    std::unique_ptr<TriangleSetup> setup;
    std::unique_ptr<TriangleTraversal> traversal;
    std::unique_ptr<HierarchicalZ> hierarchicalZ;
    std::unique_ptr<Interpolator> interpolator;
    std::unique_ptr<Distributor> distributor;
    std::unique_ptr<SignalWriter<TriangleId>> input;
    std::unique_ptr<SignalWriter<HierarchicalZUpdate>> update;
    std::unique_ptr<SignalReader<TriangleRequest>> requests;
};

TEST(RasterizerBoxes, DoTheSameWithAndWithoutSleepAndInAnyOrder) {
    for (const bool recursive : {true, false}) {
        const std::string asleep = Chain({}, recursive).run();
        EXPECT_EQ(asleep, Chain({.sleeping = false}, recursive).run());
        EXPECT_EQ(asleep, Chain({.reverseOrder = true}, recursive).run());
        EXPECT_GT(asleep.size(), 5000u);
    }
}

TEST(RasterizerBoxes, CoverTheSamePixelsAsTheFunctionalMachineAndEndEmpty) {
    Chain chain({});
    chain.run();
    EXPECT_NE(chain.status.when(UnitStatus::End), sim::kNever);
    EXPECT_EQ(chain.trianglePool.inUse(), 0u);
    EXPECT_EQ(chain.quadPool.inUse(), 0u);

    std::map<std::pair<int32_t, int32_t>, uint32_t> expected;
    DrawRecord draw = smallDraw();
    draw.state.raster.edit().cullMode = func::CullMode::Back;
    func::QuadFiller filler(*draw.state.raster, machine::tileSizes(chain.rasterization));
    for (uint32_t i = 0; i < 24; ++i) {
        if (i % 4 == 3) continue;
        const auto x = static_cast<float>(i * 7 % 50);
        const auto y = static_cast<float>(i * 11 % 45);
        const auto size = static_cast<float>(3 + i * 5 % 40);
        func::SetupTriangle triangle = func::setupTriangle(atPixel(x, y), atPixel(x + size, y + 1.5f),
                                                           atPixel(x + 2.5f, y + size), *draw.state.raster);
        if (func::cullTriangle(triangle, func::CullMode::Back)) continue;
        filler.start({&triangle, 1}, 0);
        for (bool more = true; more;) {
            func::QuadBatch batch;
            more = filler.fill(batch);
            for (uint32_t q = 0; q < batch.quads; ++q)
                for (uint32_t f = 0; f < func::kQuadFragments; ++f)
                    if ((batch.coverage[q] >> f & 1) != 0)
                        ++expected[{batch.x[q] + static_cast<int32_t>(f & 1),
                                    batch.y[q] + static_cast<int32_t>(f >> 1)}];
        }
    }
    EXPECT_EQ(chain.distributor->fragments, expected);
    EXPECT_GT(expected.size(), 1000u);
}

}  // namespace
}  // namespace cyclorama::machine::timing
