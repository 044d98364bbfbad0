// SPDX-License-Identifier: MIT
#pragma once
// ATTILA's command stream as the commands of the vocabulary: register writes are applied to the draw state, shader code
// is decoded when it is loaded (ATTILA: CommandProcessor; AGPTraceDriver for the frames skipped at the start).

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "families/attila/frontend/instruction_memory.h"
#include "families/attila/frontend/transaction.h"
#include "families/attila/operations/operations.h"
#include "families/attila/registers/register_file.h"
#include "gpu/command.h"
#include "gpu/draw_state.h"

namespace cyclorama::attila {

struct FrontEndOptions {
    /// Frames to skip at the start. Of these, memory, registers and programs are kept; nothing is drawn. Then the
    /// buffers are cleared and initialization ends.
    uint32_t skipFrames = 0;
    /// The shaders' units compute one component a cycle: programs have to be written for them.
    bool scalarUnits = false;
};

/// Besides what gpu::CommandSource says:
/// - state() at a Present still names the buffers of the frame that is presented; front and back buffer are exchanged
///   when the next command is asked for.
/// - the programs of the state are those of the last draw.
/// - next() throws sim::Error, with the transaction's number and offset, for an index or a value that a register does
///   not take, a command that ATTILA does not execute, code that cannot be read or decoded, a draw without programs,
///   and one with a program that the units do not execute.
class AttilaFrontEnd final : public gpu::CommandSource {
  public:
    /// `source` has to outlive the front end.
    explicit AttilaFrontEnd(TransactionSource& source, FrontEndOptions options = {});

    std::optional<gpu::Command> next(const gpu::MemoryReader& memory) override;
    const gpu::DrawState& state() const override { return registers_.draw; }

    const RegisterFile& registers() const { return registers_; }
    InstructionMemory& instructionMemory() { return instructions_; }

  private:
    std::optional<gpu::Operation> translate(const Transaction& transaction, const gpu::MemoryReader& memory);
    std::optional<gpu::Operation> translate(const RegisterWrite& write);
    std::optional<gpu::Operation> translate(ControlCommand command, const gpu::MemoryReader& memory);
    gpu::Operation loadProgram(LoadProgram::Target target, const ProgramLocation& location, uint32_t first,
                               const gpu::MemoryReader& memory);
    void selectPrograms();
    std::shared_ptr<const isa::Program> requireProgram(uint32_t pc, const char* kind);
    void requireScalar(const isa::Program& program, const char* kind) const;
    void exchangeBuffers();

    bool skipping() const { return framesSkipped_ < options_.skipFrames; }
    std::optional<gpu::Operation> skip(const Transaction& transaction, const gpu::MemoryReader& memory);
    void endSkipping();

    [[noreturn]] void fail(const std::string& reason) const;

    TransactionSource& source_;
    FrontEndOptions options_;
    RegisterFile registers_;
    InstructionMemory instructions_;
    gpu::StreamPosition position_;
    uint32_t framesSkipped_ = 0;
    bool presented_ = false;
    /// Operations to give before the next transaction: the state after skipped frames.
    std::deque<gpu::Operation> pending_;
};

}  // namespace cyclorama::attila
