// SPDX-License-Identifier: MIT
// A triangle without a driver, a trace or a family: how gpu::CommandSource, machine::FrameSink and a machine are used.

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gpu/command.h"
#include "gpu/draw_state.h"
#include "isa/program.h"
#include "machine/configuration/configuration.h"
#include "machine/functional/functional_machine.h"
#include "machine/values/frame_sink.h"
#include "sim/finding.h"

using namespace cyclorama;

namespace {

constexpr uint32_t kWidth = 32;
constexpr uint32_t kHeight = 16;
constexpr uint32_t kVertexAddress = 0x00100000;
constexpr uint32_t kColorAddress = 0x00200000;
constexpr uint32_t kDepthAddress = 0x00300000;

/// `mov o[i], i[i]` for i below `registers`, and the end of the thread.
std::shared_ptr<const isa::Program> passOn(uint16_t registers) {
    std::vector<isa::Instruction> instructions(registers);
    for (uint16_t i = 0; i < registers; ++i) {
        instructions[i].operation = isa::Operation::Mov;
        instructions[i].sources[0] = {.bank = isa::RegisterBank::Input, .index = i};
        instructions[i].destination = {.bank = isa::RegisterBank::Output, .index = i};
    }
    instructions.back().end = true;
    return std::make_shared<const isa::Program>(isa::makeProgram(std::move(instructions)));
}

/// A front end of the simplest kind: five commands, and the state that they find. The machine asks for the next command
/// when it is ready for it.
class TriangleSource final : public gpu::CommandSource {
  public:
    TriangleSource() {
        state_.raster.edit().surfaceWidth = state_.raster.edit().viewport.width = kWidth;
        state_.raster.edit().surfaceHeight = state_.raster.edit().viewport.height = kHeight;
        gpu::RenderTarget& target = state_.color.edit().targets[0];
        target.enabled = true;
        target.address = kColorAddress;
        target.color.format = func::Format::Rgba8888;
        state_.depthBuffer.edit().address = kDepthAddress;
        state_.stages[gpu::Stage::Vertex].program = passOn(2);
        state_.stages[gpu::Stage::Fragment].program = passOn(2);
        state_.fragmentInputs[func::kColorAttribute] = true;
        state_.input.edit().indexed = false;
        state_.input.edit().count = 3;
        // Position and colour of a vertex follow each other, four floats each.
        for (const uint32_t attribute : {func::kPositionAttribute, func::kColorAttribute}) {
            state_.input.edit().attributeStream[attribute] = attribute;
            state_.input.edit().streams[attribute] = {.address = kVertexAddress + attribute * 16,
                                                      .stride = 32,
                                                      .format = func::StreamFormat::Float32,
                                                      .components = 4};
        }
    }

    std::optional<gpu::Command> next(const gpu::MemoryReader&) override {
        if (given_ == operations_.size()) return std::nullopt;
        const size_t ordinal = given_++;
        return gpu::Command{.operation = operations_[ordinal], .position = {.ordinal = ordinal}, .cost = {}};
    }
    const gpu::DrawState& state() const override { return state_; }

  private:
    /// Clip space: x to the right, y up, both from -1 to 1.
    static constexpr std::array<func::Vec4, 6> kVertices{
        {{-0.9f, -0.9f, 0, 1}, {1, 0, 0, 1}, {0.9f, -0.9f, 0, 1}, {0, 1, 0, 1}, {0, 0.9f, 0, 1}, {0, 0, 1, 1}}};

    gpu::DrawState state_;
    std::vector<gpu::Operation> operations_{
        gpu::ClearColor{}, gpu::ClearDepthStencil{},
        gpu::WriteMemory{.address = kVertexAddress, .data = std::as_bytes(std::span(kVertices))}, gpu::Draw{},
        gpu::Present{}};
    size_t given_ = 0;
};

/// Prints each frame: a letter a pixel, by the strongest colour.
class Printer final : public machine::FrameSink {
  public:
    void present(const machine::PresentedFrame& frame) override {
        const func::Picture& picture = frame.picture;
        for (size_t at = 0; at < picture.rgba.size(); at += 4) {
            const auto red = picture.rgba[at];
            const auto green = picture.rgba[at + 1];
            const auto blue = picture.rgba[at + 2];
            const char strongest = red >= green && red >= blue ? 'r' : green >= blue ? 'g' : 'b';
            fmt::print("{}", red + green + blue == 0 ? '.' : strongest);
            if (at / 4 % picture.width == picture.width - 1) fmt::print("\n");
        }
    }
    void dump(const std::string&, const func::Picture&) override {}
};

}  // namespace

int main() {
    const machine::Configuration configuration;
    sim::Findings findings;
    Printer printer;
    machine::FunctionalMachine machine(configuration, {}, printer, findings);
    TriangleSource source;
    machine.run(source);
    fmt::print("{} fragments, {} findings\n", machine.counters().fragments, findings.all().size());
}
