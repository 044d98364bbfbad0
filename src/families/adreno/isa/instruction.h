// SPDX-License-Identifier: MIT
#pragma once
// One instruction of ir3, decoded: its opcode, operands and modifiers. Facts: Mesa, src/freedreno/isa/ir3*.xml.

#include <array>
#include <cstdint>

#include "families/adreno/isa/opcode.h"
#include "isa/word_conversions.h"

namespace cyclorama::adreno::ir3 {

/// Scalar registers are numbered by component: r3.y is 13.
inline constexpr unsigned kComponents = 4;
inline constexpr uint16_t kSharedRegisters = 48 * kComponents;       ///< r48.x, the first that a wave has once
inline constexpr uint16_t kAddressRegister = 61 * kComponents;       ///< a0.x, one a fiber
inline constexpr uint16_t kAddressRegister1 = kAddressRegister + 1;  ///< a1.x, one a wave
inline constexpr uint16_t kPredicateRegister = 62 * kComponents;     ///< p0.x
inline constexpr uint32_t kNoRegister = 63 * kComponents;            ///< r63.x: no register, as are all after it

enum class OperandKind : uint8_t {
    None,
    Register,
    Constant,
    Immediate,
    FloatTable,        ///< one of twelve floats
    RelativeRegister,  ///< at a0.x + value
    RelativeConstant   ///< at a0.x + value
};

struct Operand {
    OperandKind kind = OperandKind::None;
    bool half = false;
    bool negate = false;  ///< after absolute; operands of bit operations are inverted
    bool absolute = false;
    bool repeats = false;  ///< (r): the next register, or constant, at each repetition
    bool last = false;     ///< (last): nothing reads the register after this
    int32_t value = 0;     ///< register, constant, immediate, row of the table, offset

    bool operator==(const Operand&) const = default;
};

enum class ValueType : uint8_t { F16, F32, U16, U32, S16, S32, U8, U8In32 };

/// True if registers with values of the type are half registers.
constexpr bool isHalf(ValueType type) {
    return type == ValueType::F16 || type == ValueType::U16 || type == ValueType::S16 || type == ValueType::U8;
}
/// True if a move names a half register as its source of this type.
constexpr bool halfMove(ValueType type) { return isHalf(type) || type == ValueType::U8In32; }

/// The last register of a destination that has a size: beyond it are p0 and none.
inline constexpr int32_t kLastSized = 0xf7;

enum class Comparison : uint8_t { Less, LessEqual, Greater, GreaterEqual, Equal, NotEqual };
inline constexpr unsigned kComparisons = 6;

using Rounding = isa::WordRounding;  ///< of a conversion, in the order of the instruction's numbers

/// A component of p0 that a branch tests.
struct BranchCondition {
    uint8_t component = 0;
    bool inverted = false;

    bool operator==(const BranchCondition&) const = default;
};

/// Source of the descriptors of textures and samplers; the bits of the instruction.
enum class DescriptorSource : uint8_t {
    Uniform,            ///< numbers in a register, the same in all fibers
    BindlessA1Uniform,  ///< the same, with the sampler's base in a1.x
    BindlessNonuniform,
    BindlessA1Nonuniform,
    Nonuniform,
    BindlessUniform,
    BindlessImmediate,   ///< numbers in the instruction
    BindlessA1Immediate  ///< the sampler's number in the instruction, its base and the texture's number in a1.x
};

/// Fields of category 5 alone.
struct TextureFields {
    bool threeDimensional = false;   ///< .3d: three coordinates, and cubes
    bool array = false;              ///< .a
    bool offset = false;             ///< .o: texel offsets in the second source
    bool projected = false;          ///< .p
    bool shadow = false;             ///< .s: a reference to compare with; ISAM: .v
    bool notOneDimensional = false;  ///< ISAM: bit 18
    bool immediateOffset = false;    ///< ISAM: the second source is a number
    bool indirect = false;           ///< descriptors by `mode`; else numbers in the instruction
    DescriptorSource mode = DescriptorSource::Uniform;
    uint8_t base = 0;  ///< bindless base of the descriptors
    uint8_t sampler = 0;
    uint8_t texture = 0;
    uint8_t writeMask = 0;
    uint8_t clusterBits = 0;  ///< BRCST.ACTIVE: clusters of 2 << clusterBits fibers

    bool operator==(const TextureFields&) const = default;
};

/// The source of a buffer's number.
enum class BufferMode : uint8_t { Immediate, Uniform, Nonuniform, Reserved };

enum class ShuffleMode : uint8_t { Reserved0, Xor, Up, Down, Reserved4, Reserved5, RotateUp, RotateDown };

/// Fields of category 6 alone.
struct MemoryFields {
    bool typed = false;
    uint8_t dimensions = 0;  ///< coordinates less one
    uint8_t elements = 0;    ///< components less one
    BufferMode mode = BufferMode::Immediate;
    bool bindless = false;
    uint8_t base = 0;
    bool uniformResult = false;    ///< LDC: .u
    bool viaA1 = false;            ///< a constant's number is a1.x plus `destination`
    bool immediateOffset = false;  ///< LDIB, STIB: there is an offset; STG: bit 40
    uint8_t shift = 0;             ///< of the index of LDG.A and STG.A, beyond 2
    int32_t offset = 0;
    uint16_t size = 0;  ///< components, or of LDC.K and LDG.K vectors of four
    ShuffleMode shuffle = ShuffleMode::Reserved0;

    bool operator==(const MemoryFields&) const = default;
};

struct Instruction {
    Opcode opcode = Opcode::Nop;
    bool syncLong = false;    ///< (sy): waits for textures and memory
    bool syncShort = false;   ///< (ss): waits for special functions, local memory, shared registers
    bool joins = false;       ///< (jp): fibers meet here again
    bool endsQuads = false;   ///< (eq): helper fibers end
    bool unlocks = false;     ///< (ul)
    bool endsInputs = false;  ///< (ei): the varyings' storage is free; integer additions are halved
    bool saturate = false;
    uint8_t repeat = 0;               ///< executions beyond the first
    uint8_t delay = 0;                ///< (nopN)
    bool full = true;                 ///< sources are full registers
    bool converts = false;            ///< bit 46: the result has not the sources' size
    ValueType type = ValueType::F16;  ///< of the result, the texel, the memory
    ValueType sourceType = ValueType::F16;
    Comparison comparison = Comparison::Less;
    Rounding rounding = Rounding::TowardZero;
    bool mixedSigns = false;  ///< DP2ACC, DP4ACC: the first source is signed
    bool packedHigh = false;  ///< DP2ACC: the high halves; DP4ACC: the second source is signed
    std::array<BranchCondition, 2> conditions{};
    uint8_t index = 0;   ///< of BRAC; of GETLAST the bits of the cluster
    int32_t target = 0;  ///< of a branch: instructions, from this one
    uint8_t scope = 0;   ///< category 7: bits w r l g, or the type
    std::array<Operand, 4> destinations{};
    std::array<Operand, 4> sources{};
    TextureFields texture{};
    MemoryFields memory{};

    bool operator==(const Instruction&) const = default;
};

}  // namespace cyclorama::adreno::ir3
