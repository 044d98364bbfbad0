// SPDX-License-Identifier: MIT
#pragma once
// The internal form of shader programs. A family's decoder makes it from the words of its instruction set, once; the
// executor and the machines work on it alone.

#include <array>
#include <bitset>
#include <cstdint>
#include <string>
#include <vector>

#include "isa/instruction.h"

namespace cyclorama::isa {

/// Registers and units that a program touches, found once when it is made. Bit i of a mask is register, sampler or
/// stream i.
struct ProgramResources {
    uint32_t inputsRead = 0;
    uint32_t outputsWritten = 0;
    uint32_t outputsRead = 0;
    uint32_t temporaries = 0;
    uint32_t unsetTemporaries = 0;  ///< temporaries that may be read in a component that was not written before
    uint32_t addressRegisters = 0;
    uint32_t predicates = 0;
    uint32_t samplers = 0;          ///< bit i: sampler i; those from 32 on have none
    uint32_t attributeStreams = 0;  ///< bit i: stream i; those from 32 on have none
    uint16_t constants = 0;         ///< highest constant named, plus one
    bool relativeConstants = false;
    bool kills = false;
    bool exportsDepth = false;
    bool derivatives = false;
    bool jumps = false;
    bool accumulator = false;  ///< uses the fixed-point accumulator
    bool ends = false;         ///< has at least one instruction that ends the thread
    bool calls = false;        ///< has calls or returns
    bool internals = false;    ///< reads the internal register
    bool loadsMemory = false;
    bool storesMemory = false;                 ///< atomic operations, too
    bool indexedRegisters = false;             ///< general registers by address register
    std::bitset<kGeneralRegisters> general{};  ///< general registers that are named, or may be reached by index
    /// General registers that are no inputs and that the program, or who takes its outputs, may read in a component
    /// that was not written before.
    std::bitset<kGeneralRegisters> unsetGeneral{};
    /// Operands that name a register the thread does not have; they read zero, and writing them does nothing.
    uint32_t missingRegisters = 0;

    bool operator==(const ProgramResources&) const = default;
};

/// Stands for a register of an interface that the program does not have.
inline constexpr uint8_t kNoRegister = 255;

/// The shape of a thread's registers.
enum class RegisterOrganization : uint8_t {
    Banked,  ///< inputs, outputs and temporaries have banks of their own: input i is register i of its bank
    Unified  ///< one bank of general registers; the interface says where inputs enter and outputs are taken
};

/// The general register that each input enters in, and that each output is taken from, of a unified register file.
struct ProgramInterface {
    RegisterOrganization registers = RegisterOrganization::Banked;
    std::array<uint8_t, kInterfaceRegisters> inputs = filledWith(kNoRegister);
    std::array<uint8_t, kInterfaceRegisters> outputs = filledWith(kNoRegister);

    bool operator==(const ProgramInterface&) const = default;

  private:
    static constexpr std::array<uint8_t, kInterfaceRegisters> filledWith(uint8_t value) {
        std::array<uint8_t, kInterfaceRegisters> all{};
        all.fill(value);
        return all;
    }
};

struct Program {
    std::vector<Instruction> instructions;
    ProgramResources resources;
    ProgramInterface linkage{};
    /// The words that it was decoded from, where its listing is made of them.
    std::vector<uint32_t> words{};
    /// The text of each instruction, as the program's instruction set writes it. Null for programs of tests.
    std::vector<std::string> (*list)(const Program& program) = nullptr;

    bool unified() const { return linkage.registers == RegisterOrganization::Unified; }
};

/// A program of these instructions, with its resources filled in. With a unified register file `inputsRead` are the
/// inputs whose register is read before it is written, `outputsWritten` all outputs.
Program makeProgram(std::vector<Instruction> instructions, const ProgramInterface& linkage = {});

}  // namespace cyclorama::isa
