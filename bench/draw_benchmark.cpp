// SPDX-License-Identifier: MIT
// Draws of one triangle that covers nothing: what is left is what a draw costs by itself, taking over its state and
// preparing what follows from it.

#include <benchmark/benchmark.h>

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "families/attila/isa/codec.h"
#include "gpu/command.h"
#include "gpu/draw_state.h"
#include "isa/program.h"
#include "machine/functional/functional_machine.h"

namespace {

using namespace cyclorama;

constexpr uint32_t kDraws = 4096;

std::shared_ptr<const isa::Program> assembled(std::string_view text) {
    auto source = attila::assembleProgram(text);
    if (!std::holds_alternative<std::vector<isa::Instruction>>(source)) throw std::logic_error(std::string(text));
    return std::make_shared<const isa::Program>(
        isa::makeProgram(std::get<std::vector<isa::Instruction>>(std::move(source))));
}

/// Changes the state before a draw, by the draw's number.
using Change = std::function<void(gpu::DrawState&, uint32_t)>;

class Draws final : public gpu::CommandSource {
  public:
    explicit Draws(Change change) : change_(std::move(change)) {
        state_.stages[gpu::Stage::Vertex].program = assembled("mov o0, i0\nmov o1, i1 <- end");
        state_.stages[gpu::Stage::Fragment].program = assembled("tex r0, i1, t0\nmul o1, r0, c0 <- end");
        state_.input.edit().indexed = false;
        state_.input.edit().count = 3;
        func::TextureState& texture = state_.textures.edit(0);
        texture.enabled = true;
        texture.width = texture.height = texture.depth = 1;
        texture.maxLevel = 0;
    }
    std::optional<gpu::Command> next(const gpu::MemoryReader&) override {
        if (drawn_ == kDraws) return std::nullopt;
        change_(state_, drawn_++);
        return gpu::Command{.operation = gpu::Draw{}, .position = {}, .cost = {}};
    }
    const gpu::DrawState& state() const override { return state_; }

  private:
    Change change_;
    gpu::DrawState state_;
    uint32_t drawn_ = 0;
};

struct NoFrames final : machine::FrameSink {
    void present(const machine::PresentedFrame&) override {}
    void dump(const std::string&, const func::Picture&) override {}
};

void draw(benchmark::State& state, const Change& change) {
    for (auto _ : state) {
        Draws source(change);
        NoFrames sink;
        sim::Findings findings;
        machine::FunctionalMachine machine({}, {.threads = 1}, sink, findings);
        machine.run(source);
    }
    state.counters["draws/s"] =
        benchmark::Counter(static_cast<double>(state.iterations()) * kDraws, benchmark::Counter::kIsRate);
}

void drawUnchanged(benchmark::State& state) {
    draw(state, [](gpu::DrawState&, uint32_t) {});
}
void drawWithConstants(benchmark::State& state) {
    draw(state, [](gpu::DrawState& draw, uint32_t number) {
        draw.stages[gpu::Stage::Fragment].constants.edit()[0][0] = static_cast<float>(number);
    });
}
void drawWithTexture(benchmark::State& state) {
    draw(state, [](gpu::DrawState& draw, uint32_t number) { draw.textures.edit(0).address[0][0] = number << 12; });
}

BENCHMARK(drawUnchanged)->Unit(benchmark::kMillisecond);
BENCHMARK(drawWithConstants)->Unit(benchmark::kMillisecond);
BENCHMARK(drawWithTexture)->Unit(benchmark::kMillisecond);

}  // namespace
