// SPDX-License-Identifier: MIT
#pragma once
// Temporaries, inputs and outputs at an index that a program computes. The chip looks up constants alone so
// (docs/reference/isa_attila.md, "The instruction word"): the others are chosen among, element by element, by a
// predicate.

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "families/attila/driver/programs/program_text.h"
#include "isa/instruction.h"
#include "virgl/tgsi/program.h"

namespace cyclorama::attila {

/// The predicate register that chooses an element; conditions and loops leave it alone.
inline constexpr uint32_t kIndexPredicate = isa::kPredicateRegisters - 1;

/// Registers `first` to `last`.
struct RegisterRange {
    uint32_t first = 0;
    uint32_t last = 0;
};

/// The array that a register at an index belongs to, or, as guests need not say it, all registers of its file. Throws
/// virgl::Unsupported where the program declares none.
RegisterRange arrayAround(const virgl::tgsi::TgsiProgram& program, virgl::tgsi::File file, int32_t index);

class IndexedRegisters {
  public:
    /// Number of scratch registers that it uses, from `firstScratch` on.
    static constexpr uint32_t kScratchRegisters = isa::kAddressRegisters + 4;
    /// Name of register i of a file; empty for one that is never read.
    using NameOf = std::function<std::optional<std::string>(uint32_t i)>;

    IndexedRegisters(const virgl::tgsi::TgsiProgram& program, uint32_t firstScratch, ProgramText& text);

    /// Keeps what an address register gets: floor(`value`), as a float, which can be compared.
    void setAddress(uint32_t address, uint8_t mask, const TextOperand& value);
    /// Copies the register that the index names; the copy lasts until an operand of the same number is loaded.
    TextOperand load(const virgl::tgsi::Source& source, uint32_t operand, const NameOf& nameOf);
    /// A place for a result, from which `store` takes it.
    TextResult result(uint8_t mask, bool saturate);
    void store(const virgl::tgsi::Destination& destination, const NameOf& nameOf);

  private:
    TextOperand index(const virgl::tgsi::Indirect& indirect);
    uint32_t loads() const { return firstScratch_ + isa::kAddressRegisters; }
    uint32_t stores() const { return loads() + 3; }
    /// Gives the predicate for each element of the array, and its name.
    void choose(virgl::tgsi::File file, int32_t offset, const virgl::tgsi::Indirect& indirect, const NameOf& nameOf,
                const std::function<void(const std::string&)>& use);

    const virgl::tgsi::TgsiProgram& program_;
    uint32_t firstScratch_;
    ProgramText& text_;
    /// Address registers by which the program indexes registers that are no constants.
    std::array<bool, isa::kAddressRegisters> used_{};
};

}  // namespace cyclorama::attila
