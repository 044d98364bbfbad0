// SPDX-License-Identifier: MIT
// Jobs of several contexts in machines without time: the frame that the display
// ends is that of all their draws.

#include "device/execution/simulated_executor.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "machine/values/executable_operation.h"
#include "machine/values/machine_findings.h"
#include "machine/values/run_pause.h"
#include "sim/error.h"
#include "support/draw_numbers.h"

namespace cyclorama::device {
namespace {

/// A draw that is an operation of the family, and has something to report.
class ReportingDraw final : public machine::ExecutableOperation {
  public:
    std::string describe() const override { return "draw of the family"; }
    gpu::WorkKind kind() const override { return gpu::WorkKind::Draw; }
    void apply(machine::OperationContext& context) const override { context.report(machine::findings::kWrite); }
};

/// Two draws, whatever the job is.
class TwoDraws final : public JobFrontEnd, public gpu::CommandSource {
  public:
    gpu::CommandSource& begin(const GpuJob&, mem::AddressSpace&) override {
        left_ = 2;
        return *this;
    }
    std::optional<gpu::Command> next(const gpu::MemoryReader&) override {
        if (left_ == 0) return std::nullopt;
        return gpu::Command{
            .operation = std::make_shared<const ReportingDraw>(), .position = {.ordinal = 2 - left_--}, .cost = {}};
    }
    const gpu::DrawState& state() const override { return state_; }

  private:
    gpu::DrawState state_;
    uint64_t left_ = 0;
};

class DrawingChip final : public ChipModel {
  public:
    std::unique_ptr<JobFrontEnd> makeFrontEnd(sim::Findings&, machine::WorkerPool&) const override {
        return std::make_unique<TwoDraws>();
    }
    gpu::Dialect dialect() const override { return {}; }
    machine::timing::TopologyFactory topology() const override { throw sim::Error("the chip", "", "has no time"); }
    uint32_t counter(uint32_t, uint32_t, const CounterReadings&, sim::Findings&) const override { return 0; }
};

struct SimulatedExecutorTest : testing::Test {
    static JobResult submit(JobContext& context) {
        const CommandStream stream{.address = 0, .bytes = 4};
        return context.execute({.streams = {&stream, 1}});
    }

    DrawingChip chip;
    machine::Configuration configuration;
    sim::Findings findings;
    machine::DrawNumbers observer;
    machine::RunPause pause;
    SimulatedExecutor executor{chip, configuration, findings, std::nullopt, {}, &observer, &pause};
};

TEST_F(SimulatedExecutorTest, DrawsOfAllContextsCountInTheFrame) {
    const std::unique_ptr<JobContext> one = executor.makeContext();
    const std::unique_ptr<JobContext> other = executor.makeContext();
    submit(*one);
    submit(*other);
    EXPECT_EQ(executor.endFrame(0), std::nullopt);
    submit(*other);
    submit(*one);
    EXPECT_EQ(observer.numbers, (std::vector<uint32_t>{0, 1, 2, 3, 0, 1, 2, 3}));
}

TEST_F(SimulatedExecutorTest, FindingsNameTheFrameThatFollowsTheShownOne) {
    const std::unique_ptr<JobContext> context = executor.makeContext();
    EXPECT_EQ(executor.endFrame(6), std::nullopt);
    submit(*context);
    ASSERT_EQ(findings.all().size(), 1u);
    EXPECT_EQ(findings.all()[0].place, "frame 7, draw 0, transaction 0");
    EXPECT_EQ(findings.all()[0].count, 2u);
}

TEST_F(SimulatedExecutorTest, RunStandsStillAfterADrawOfTheFamily) {
    const std::unique_ptr<JobContext> context = executor.makeContext();
    pause.set({.frames = machine::RunPause::kNever, .draws = 1, .cycles = machine::RunPause::kNever});
    submit(*context);
    EXPECT_TRUE(executor.paused());
    EXPECT_EQ(pause.place().draws, 1u);
    EXPECT_EQ(observer.numbers, std::vector<uint32_t>{0});
    ASSERT_TRUE(pause.lastDraw());
    EXPECT_EQ(pause.lastDraw()->number, 0u);
    EXPECT_FALSE(pause.lastDraw()->state) << "its state is the family's own";
    pause.set({.frames = machine::RunPause::kNever, .draws = 5, .cycles = machine::RunPause::kNever});
    executor.advance();
    EXPECT_FALSE(executor.paused());
    EXPECT_EQ(pause.place().draws, 2u);
    EXPECT_EQ(pause.lastDraw()->number, 1u);
}

}  // namespace
}  // namespace cyclorama::device
