// SPDX-License-Identifier: MIT
#pragma once
// The shader programs of a draw: where their instructions are, which of their registers are inputs and outputs, and
// their decoded form, kept by content.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "families/vivante/chip/chip.h"
#include "families/vivante/frontend/reporter.h"
#include "families/vivante/frontend/state_file.h"
#include "gpu/command.h"
#include "isa/program.h"

namespace cyclorama::vivante {

enum class ShaderStage : uint8_t { Vertex, Pixel };

/// The instructions of a stage: in the state space from a word on, or in memory.
struct CodePlace {
    bool inMemory = false;
    uint32_t firstWord = 0;
    uint32_t address = 0;
    uint32_t instructions = 0;

    bool operator==(const CodePlace&) const = default;
};

/// True for chips that have the range of a program twice: RANGE of 16 bits, and NEWRANGE_LOW and NEWRANGE_HIGH of 20.
bool hasNewRange(const Chip& chip);

/// The place of a stage's program by the registers of the chip; nothing, and a report, where they contradict each other
/// (etna_viv: VS, PS and SH states; Mesa: etnaviv_screen.c, etnaviv_emit.c).
std::optional<CodePlace> findCode(ShaderStage stage, const Chip& chip, const StateFile& state, const Reporter& report);

/// The words of a program; empty, and a report, where they are not in memory.
std::vector<uint32_t> readCode(const CodePlace& place, const StateFile& state, const gpu::MemoryReader& memory,
                               const Reporter& report);

/// Decoded programs by their words and interface.
class ProgramCache {
  public:
    explicit ProgramCache(const Chip& chip);

    /// Reports what the decoder has against a program when it is first seen.
    std::shared_ptr<const isa::Program> decode(std::span<const uint32_t> words, const isa::ProgramInterface& interface,
                                               const Reporter& report);

  private:
    struct Entry {
        std::vector<uint32_t> words;
        isa::ProgramInterface interface {};
        std::shared_ptr<const isa::Program> program;
    };

    bool scalarIntegers_;
    bool scalarProducts_;
    size_t size_ = 0;
    std::unordered_map<size_t, std::vector<Entry>> entries_;
};

}  // namespace cyclorama::vivante
