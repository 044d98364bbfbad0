// SPDX-License-Identifier: MIT
#pragma once
// The instruction memory of the unified shaders. Vertex and fragment programs are side by side in it, where the driver
// puts them (ATTILA: ShaderEmulator, loadShaderProgramLight).

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "families/attila/registers/register_file.h"
#include "isa/program.h"

namespace cyclorama::attila {

class InstructionMemory {
  public:
    /// Decodes code and puts it at instruction `first`. Returns why it cannot, as a sentence; empty where it could. The
    /// memory is untouched where it could not.
    std::string load(uint32_t first, std::span<const std::byte> code);

    /// The program that a thread executes which starts at `pc`: the instructions from there to the end of the load that
    /// brought them. Null where none was loaded.
    std::shared_ptr<const isa::Program> program(uint32_t pc);

  private:
    struct Slot {
        isa::Instruction instruction;
        /// The instruction after the load that this one came with; 0 where nothing was loaded.
        uint32_t loadEnd = 0;
    };

    std::vector<Slot> slots_ = std::vector<Slot>(kInstructionMemorySize);
    /// Programs made so far, by their first instruction.
    std::map<uint32_t, std::shared_ptr<const isa::Program>> programs_;
};

}  // namespace cyclorama::attila
