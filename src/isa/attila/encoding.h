#pragma once
// ATTILA's shader instruction set as tables: where each field of the 128-bit instruction word is, which byte is which
// opcode, and what each opcode costs. Decoding, encoding, listings and documentation all read these tables.
// Source of all facts: ATTILA, ShaderInstruction and ShaderArchitectureParameters.

#include <array>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <span>
#include <string_view>

#include "isa/program.h"

namespace cyclorama::isa::attila {

inline constexpr size_t kInstructionBytes = 16;

/// The opcodes of the internal form that ATTILA has: the first ones.
inline constexpr unsigned kAttilaOpcodes = static_cast<unsigned>(Opcode::End) + 1;

/// Bits [first, first + size) of the instruction word, whose bit 0 is bit 0 of its first byte. No field crosses bit 64.
struct Field {
    std::string_view name;
    uint8_t first;
    uint8_t size;
    std::string_view meaning;
};

/// Position of a field in fieldTable().
enum class FieldId : uint8_t {
    Opcode,
    End,
    WaitPoint,
    Predicated,
    InvertPredicate,
    PredicateRegister,
    Bank1,
    Negate1,
    Absolute1,
    Bank2,
    Negate2,
    Absolute2,
    Bank3,
    Negate3,
    Absolute3,
    ResultBank,
    Saturate,
    Mask,
    Relative,
    RelativeRegister,
    RelativeComponent,
    RelativeOffset,
    Register1,
    Swizzle1,
    ResultRegister,
    Register2,
    Swizzle2,
    Register3,
    Swizzle3,
    Immediate
};
inline constexpr unsigned kFields = static_cast<unsigned>(FieldId::Immediate) + 1;

std::span<const Field, kFields> fieldTable();

/// Codes of the 3-bit register bank fields.
enum class BankCode : uint8_t {
    Input = 0,
    Output = 1,
    Constant = 2,
    Temporary = 3,
    Address = 4,
    ConstantHigh = 5,  ///< constants 256 to 511
    Immediate = 6,
    Invalid = 7
};

/// What an instruction word holds beside its register sources.
enum class Form : uint8_t {
    Plain,
    NoOperands,
    Predicates,  ///< boolean sources and a predicate result
    Jump,        ///< one boolean source and a 32-bit offset
    Unit         ///< the second register field is a sampler, a stream or a sample number
};

/// Latency and repeat rate of an opcode in shader cycles; where either is 0, the architecture does not have the opcode.
struct Timing {
    uint8_t latency;
    uint8_t repeatRate;
};

/// ATTILA's four shader architectures: vector (AOS) or scalar (SOA) units, with latencies by opcode or all alike.
enum class ShaderArchitecture : uint8_t { VarLatAOS, VarLatSOA, FixedLatAOS, FixedLatSOA };

struct OpcodeEncoding {
    Opcode opcode;
    uint8_t code;
    Form form;
    std::array<Timing, 4> timing;  ///< by ShaderArchitecture
};

std::span<const OpcodeEncoding, kAttilaOpcodes> encodingTable();
/// Requires an opcode that ATTILA has.
const OpcodeEncoding& encodingOf(Opcode opcode);

/// The opcode with this code, if there is one.
std::optional<Opcode> opcodeOf(uint8_t code);

/// Latency and repeat rate of an opcode that ATTILA has on an architecture.
inline Timing timingOf(Opcode opcode, ShaderArchitecture architecture) {
    return encodingOf(opcode).timing[static_cast<size_t>(architecture)];
}

/// Writes the instruction set as a Markdown document: the fields, the opcodes, and where execution differs from
/// ATTILA's emulator (docs/isa_attila.md).
void writeOpcodeTable(std::ostream& out);

}  // namespace cyclorama::isa::attila
