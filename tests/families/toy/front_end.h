// SPDX-License-Identifier: MIT
#pragma once
// The command stream as commands of the vocabulary: a write to a register changes the draw state, or is a command.

#include <cstdint>
#include <memory>
#include <optional>

#include "families/toy/registers.h"
#include "families/toy/stream.h"
#include "gpu/command.h"
#include "gpu/draw_state.h"
#include "sim/finding.h"

namespace cyclorama::toy {

class FrontEnd final : public gpu::CommandSource {
  public:
    /// Both outlive the front end. Of the frames before `startFrame` state and memory are kept; nothing is drawn.
    FrontEnd(StreamReader& stream, sim::Findings& findings, uint32_t startFrame = 0);

    std::optional<gpu::Command> next(const gpu::MemoryReader& memory) override;
    const gpu::DrawState& state() const override { return state_; }

  private:
    /// Nothing where a packet asks for no work of the machine.
    std::optional<gpu::Operation> translate(const MemoryWrite& write);
    std::optional<gpu::Operation> translate(const RegisterWrite& write);
    std::optional<gpu::Operation> command(Register reg);
    void changeState(Register reg, uint32_t value);
    bool loadPrograms();
    /// Null, with a finding, where no program can be read.
    std::shared_ptr<const isa::Program> load(uint32_t address);
    void report(const sim::FindingKind& kind, const std::string& detail);

    StreamReader& stream_;
    sim::Findings& findings_;
    uint32_t framesToSkip_;
    const gpu::MemoryReader* memory_ = nullptr;  // of the request that is answered
    gpu::StreamPosition position_;
    uint32_t vertexProgram_ = 0;
    uint32_t pixelProgram_ = 0;
    std::array<uint32_t, 2> viewportOrigin_{};
    gpu::DrawState state_;
};

}  // namespace cyclorama::toy
