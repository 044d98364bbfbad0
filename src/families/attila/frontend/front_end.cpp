// SPDX-License-Identifier: MIT
#include "families/attila/frontend/front_end.h"

#include <fmt/format.h>

#include <utility>
#include <variant>
#include <vector>

#include "families/attila/isa/codec.h"
#include "families/attila/registers/address_word.h"
#include "sim/error.h"

namespace cyclorama::attila {

AttilaFrontEnd::AttilaFrontEnd(TransactionSource& source, FrontEndOptions options)
    : source_(source), options_(options) {}

std::optional<gpu::Command> AttilaFrontEnd::next(const gpu::MemoryReader& memory) {
    if (std::exchange(presented_, false)) exchangeBuffers();
    if (!pending_.empty()) {
        gpu::Command command{.operation = std::move(pending_.front()), .position = position_, .cost = {.packets = 0}};
        pending_.pop_front();
        return command;
    }
    while (const std::optional<TransactionRecord> record = source_.next()) {
        position_ = record->position;
        const bool skipped = skipping();
        std::optional<gpu::Operation> translated =
            skipped ? skip(record->transaction, memory) : translate(record->transaction, memory);
        if (translated)
            return gpu::Command{.operation = std::move(*translated),
                                .position = position_,
                                .cost = {.packets = 1, .bytes = record->bytes}};
        if (!pending_.empty()) return next(memory);
    }
    return std::nullopt;
}

std::optional<gpu::Operation> AttilaFrontEnd::translate(const Transaction& transaction,
                                                        const gpu::MemoryReader& memory) {
    if (const auto* write = std::get_if<MemoryWrite>(&transaction))
        return gpu::WriteMemory{.address = addressOf(write->address),
                                .data = write->data,
                                .preload = write->preload,
                                .waitForBatch = write->locked};
    if (const auto* write = std::get_if<RegisterWrite>(&transaction)) return translate(*write);
    if (const auto* write = std::get_if<CommandWrite>(&transaction)) return translate(write->command, memory);
    const auto& signal = std::get<EventSignal>(transaction);
    return gpu::Marker{.endOfFrame = signal.event == Event::EndOfFrame, .message = std::string(signal.message)};
}

std::optional<gpu::Operation> AttilaFrontEnd::translate(const RegisterWrite& write) {
    const RegisterInfo& info = registerInfo(write.reg);
    if (const std::string reason = problem(info, write.index, write.value); !reason.empty()) fail(reason);
    info.store(registers_, write.index, write.value);
    return operation(SetState{.domain = info.domain, .reg = static_cast<uint16_t>(info.reg), .index = write.index});
}

std::optional<gpu::Operation> AttilaFrontEnd::translate(ControlCommand command, const gpu::MemoryReader& memory) {
    using gpu::Buffer;
    using Target = LoadProgram::Target;
    switch (command) {
        case ControlCommand::Reset:
            registers_ = RegisterFile{};
            return gpu::Reset{};
        case ControlCommand::Draw:
            selectPrograms();
            return gpu::Draw{};
        case ControlCommand::SwapBuffers:
            presented_ = true;
            return gpu::Present{};
        case ControlCommand::DumpColor:
            return operation(DumpBuffer{DumpBuffer::Content::Color});
        case ControlCommand::DumpDepth:
            return operation(DumpBuffer{DumpBuffer::Content::Depth});
        case ControlCommand::DumpStencil:
            return operation(DumpBuffer{DumpBuffer::Content::Stencil});
        case ControlCommand::Blit:
            return operation(Blit{});
        case ControlCommand::ClearBuffers:
        case ControlCommand::ClearZBuffer:
            fail(
                fmt::format("command {} is not executed by ATTILA", findCommand(static_cast<uint32_t>(command))->name));
        case ControlCommand::ClearZStencilBuffer:
            return gpu::ClearDepthStencil{};
        case ControlCommand::ClearColorBuffer:
            return gpu::ClearColor{};
        case ControlCommand::LoadVertexProgram:
            return loadProgram(Target::Vertex, registers_.vertexProgram, registers_.startPc[0], memory);
        case ControlCommand::LoadFragmentProgram:
            return loadProgram(Target::Fragment, registers_.fragmentProgram, registers_.startPc[1], memory);
        case ControlCommand::LoadShaderProgram:
            return loadProgram(Target::Unified, registers_.shaderProgram, registers_.shaderLoadPc, memory);
        case ControlCommand::FlushZStencil:
            return gpu::FlushCache{Buffer::DepthStencil};
        case ControlCommand::FlushColor:
            return gpu::FlushCache{Buffer::Color};
        case ControlCommand::SaveColorState:
            return operation(BlockState{BlockState::Action::Save, Buffer::Color});
        case ControlCommand::RestoreColorState:
            return operation(BlockState{BlockState::Action::Restore, Buffer::Color});
        case ControlCommand::SaveZStencilState:
            return operation(BlockState{BlockState::Action::Save, Buffer::DepthStencil});
        case ControlCommand::RestoreZStencilState:
            return operation(BlockState{BlockState::Action::Restore, Buffer::DepthStencil});
        case ControlCommand::ResetColorState:
            return operation(BlockState{BlockState::Action::Reset, Buffer::Color});
        case ControlCommand::ResetZStencilState:
            return operation(BlockState{BlockState::Action::Reset, Buffer::DepthStencil});
    }
    fail(fmt::format("command {} is unknown", static_cast<uint32_t>(command)));
}

gpu::Operation AttilaFrontEnd::loadProgram(LoadProgram::Target target, const ProgramLocation& location, uint32_t first,
                                           const gpu::MemoryReader& memory) {
    const func::Address address = addressOf(registers_.programMemory + location.address);
    std::vector<std::byte> code(location.bytes);
    if (!memory.read(address, code))
        fail(fmt::format("a program of {} bytes at {:#010x} is not within memory", code.size(), wordOf(address)));
    if (const std::string reason = instructions_.load(first, code); !reason.empty()) fail(reason);
    return operation(
        LoadProgram{.target = target, .address = address, .bytes = location.bytes, .firstInstruction = first});
}

void AttilaFrontEnd::selectPrograms() {
    registers_.draw.stages[gpu::Stage::Vertex].program = requireProgram(registers_.startPc[0], "vertex");
    registers_.draw.stages[gpu::Stage::Fragment].program = requireProgram(registers_.startPc[1], "fragment");
}

std::shared_ptr<const isa::Program> AttilaFrontEnd::requireProgram(uint32_t pc, const char* kind) {
    std::shared_ptr<const isa::Program> program = instructions_.program(pc);
    if (!program) fail(fmt::format("a draw with no {} program at instruction {}", kind, pc));
    if (options_.scalarUnits) requireScalar(*program, kind);
    return program;
}

void AttilaFrontEnd::requireScalar(const isa::Program& program, const char* kind) const {
    for (size_t at = 0; at < program.instructions.size(); ++at) {
        const isa::Instruction& instruction = program.instructions[at];
        if (!runsOnScalarUnits(instruction))
            fail(fmt::format(
                "instruction {} of the {} program, {}, is for units of four components: with "
                "FRAGMENTSHADER.VectorALUConfig = \"scalar\" a trace needs programs that its driver wrote for "
                "scalar units",
                at, kind, disassemble(instruction)));
        if (instruction.end && !program.resources.jumps) return;
    }
}

void AttilaFrontEnd::exchangeBuffers() {
    gpu::ColorBuffer& color = registers_.draw.color.edit();
    std::swap(color.frontAddress, color.targets[0].address);
}

std::optional<gpu::Operation> AttilaFrontEnd::skip(const Transaction& transaction, const gpu::MemoryReader& memory) {
    if (std::holds_alternative<MemoryWrite>(transaction)) {
        gpu::Operation upload = *translate(transaction, memory);
        std::get<gpu::WriteMemory>(upload).preload = true;
        return upload;
    }
    if (const auto* write = std::get_if<RegisterWrite>(&transaction)) {
        translate(*write);
        return std::nullopt;
    }
    if (const auto* write = std::get_if<CommandWrite>(&transaction)) {
        switch (write->command) {
            case ControlCommand::Reset:
            case ControlCommand::LoadVertexProgram:
            case ControlCommand::LoadFragmentProgram:
            case ControlCommand::LoadShaderProgram:
                translate(write->command, memory);
                break;
            case ControlCommand::SwapBuffers:
                if (++framesSkipped_ == options_.skipFrames) endSkipping();
                break;
            default:
                break;
        }
    }
    return std::nullopt;
}

void AttilaFrontEnd::endSkipping() {
    pending_.emplace_back(gpu::ClearDepthStencil{});
    pending_.emplace_back(gpu::ClearColor{});
    pending_.emplace_back(operation(EndOfInitialization{}));
    pending_.emplace_back(gpu::Marker{.endOfFrame = true, .message = {}});
}

void AttilaFrontEnd::fail(const std::string& reason) const {
    throw sim::Error(source_.name(), fmt::format("transaction {} at offset {}", position_.ordinal, position_.offset),
                     reason);
}

}  // namespace cyclorama::attila
