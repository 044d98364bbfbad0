// SPDX-License-Identifier: MIT
#pragma once
// Vivante's shader instruction set as tables: where each field of the four words of an instruction is, and what each
// opcode is called, takes and does. Decoding, assembling, listings and documentation all read these tables.
// Sources of the facts: etna_viv, rnndb/isa.xml and doc/isa.md; Mesa, src/etnaviv/isa (the opcodes that etna_viv calls
// unverified, the names, the immediates, the memory instructions).

#include <array>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <span>
#include <string_view>

#include "isa/program.h"

namespace cyclorama::vivante {

inline constexpr unsigned kInstructionWords = 4;
using InstructionWords = std::array<uint32_t, kInstructionWords>;

/// Bits [first, first + size) of the 128 of an instruction; bit 0 is the lowest of the first word.
struct WordField {
    std::string_view name;
    uint8_t first;
    uint8_t size;
    std::string_view meaning;
};
std::span<const WordField> fieldTable();

enum class RegisterGroup : uint8_t {
    Temporary = 0,
    Internal = 1,
    Uniform0 = 2,
    Uniform1 = 3,       ///< uniforms from 128 on
    TemporaryFull = 4,  ///< temporaries in full precision, for programs that work on halves
    Immediate = 7
};

struct SourceFields {
    bool use = false;
    uint16_t reg = 0;     ///< 9 bits
    uint8_t swizzle = 0;  ///< two bits a component, x lowest
    bool negate = false;
    bool absolute = false;
    uint8_t addressing = 0;  ///< 3 bits: Indexing
    uint8_t group = 0;       ///< 3 bits: RegisterGroup

    bool operator==(const SourceFields&) const = default;
};

/// Every bit of an instruction, by field: pack(unpack(words)) == words.
struct InstructionFields {
    uint8_t opcode = 0;     ///< 7 bits
    uint8_t condition = 0;  ///< 5 bits: conditionOf()
    bool saturate = false;
    bool resultUse = false;
    uint8_t resultAddressing = 0;
    uint8_t resultRegister = 0;  ///< 7 bits
    uint8_t resultMask = 0;
    uint8_t sampler = 0;       ///< 5 bits
    uint8_t rounding = 0;      ///< 2 bits; with `unpacked` as third one the addressing of the sampler
    bool unpacked = false;     ///< the instruction is no ".pack" one
    uint8_t texelSwizzle = 0;  ///< a texture's; in memory accesses their flags
    uint8_t type = 0;          ///< typeOf()
    std::array<SourceFields, isa::kMaxSources> sources{};
    bool lowHalf = false;   ///< works on the first of two threads alone (".t0")
    bool highHalf = false;  ///< on the second (".t1")
    bool full = false;      ///< ".hp"

    /// The third source's place, of branches and calls.
    uint16_t target() const;
    void setTarget(uint16_t target);
    uint8_t samplerAddressing() const { return static_cast<uint8_t>(rounding | (unpacked ? 4 : 0)); }

    bool operator==(const InstructionFields&) const = default;
};

InstructionFields unpack(const InstructionWords& words);
InstructionWords pack(const InstructionFields& fields);

/// The 32 bits that an immediate source stands for.
uint32_t immediateBits(const SourceFields& source);

/// The content of an instruction beside its sources.
enum class Form : uint8_t {
    Plain,
    Texture,  ///< a sampler, its addressing, a swizzle of the texel
    Flow,     ///< a target in the third source's place
    Load,     ///< flags of a memory access
    Store     ///< those, and a mask of components without a result
};

/// The state of an opcode in the simulator.
enum class Support : uint8_t {
    Executed,
    Estimated,    ///< executed, but what it does is inferred from its name
    NotExecuted,  ///< known by name alone, or of no use to a graphics driver
};

struct OpcodeRow {
    uint8_t code;
    std::string_view name;  ///< as Mesa's disassembler writes it
    Form form;
    /// The sources in the order of the internal form; -1 for none.
    std::array<int8_t, isa::kMaxSources> sources;
    uint8_t optional;  ///< sources that need not be used: bit i is source i of the word
    Support support;
    isa::Operation operation;     ///< for float operands
    isa::Operation intOperation;  ///< for integer operands
    isa::CostClass cost;
    std::string_view meaning;
};

/// One row for each of the 128 codes, in their order.
std::span<const OpcodeRow> instructionTable();
const OpcodeRow& rowOf(uint8_t code);

/// The type with this code; the codes have three bits.
isa::DataType typeOf(uint8_t code);
std::optional<isa::Condition> conditionOf(uint8_t code);

/// Writes the instruction set as a Markdown document (docs/reference/isa_vivante.md).
void writeInstructionSet(std::ostream& out);

}  // namespace cyclorama::vivante
