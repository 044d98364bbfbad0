// SPDX-License-Identifier: MIT
#include "families/attila/frontend/instruction_memory.h"

#include <fmt/format.h>

#include <utility>
#include <variant>

#include "families/attila/isa/codec.h"

namespace cyclorama::attila {

std::string InstructionMemory::load(uint32_t first, std::span<const std::byte> code) {
    if (code.size() % kInstructionBytes != 0)
        return fmt::format("a program of {} bytes is no multiple of {}", code.size(), kInstructionBytes);
    const size_t count = code.size() / kInstructionBytes;
    if (first >= kInstructionMemorySize || count > kInstructionMemorySize - first)
        return fmt::format("a program of {} instructions at instruction {} does not fit an instruction memory of {}",
                           count, first, kInstructionMemorySize);
    auto decoded = attila::decodeProgram(code);
    if (const auto* error = std::get_if<attila::DecodeError>(&decoded)) return error->message();

    const std::vector<isa::Instruction>& instructions = std::get<isa::Program>(decoded).instructions;
    const uint32_t end = first + static_cast<uint32_t>(count);
    for (size_t i = 0; i < count; ++i) slots_[first + i] = {instructions[i], end};
    std::erase_if(programs_, [&](const auto& entry) {
        return entry.first < end && entry.first + entry.second->instructions.size() > first;
    });
    return {};
}

std::shared_ptr<const isa::Program> InstructionMemory::program(uint32_t pc) {
    if (pc >= slots_.size() || slots_[pc].loadEnd == 0) return nullptr;
    std::shared_ptr<const isa::Program>& program = programs_[pc];
    if (!program) {
        std::vector<isa::Instruction> instructions;
        instructions.reserve(slots_[pc].loadEnd - pc);
        for (uint32_t i = pc; i < slots_[pc].loadEnd; ++i) instructions.push_back(slots_[i].instruction);
        isa::Program made = isa::makeProgram(std::move(instructions));
        made.list = listInstructions;
        program = std::make_shared<const isa::Program>(std::move(made));
    }
    return program;
}

}  // namespace cyclorama::attila
