// SPDX-License-Identifier: MIT
#pragma once
// The table of ir3's opcodes: name, form, and the bits of the word that say which opcode it is. Decoding, assembling
// and listings read it. Facts: Mesa, src/freedreno/isa/ir3*.xml, of what is valid for an a6xx.

#include <cstdint>
#include <span>
#include <string_view>

#include "families/adreno/isa/opcode.h"

namespace cyclorama::adreno::ir3 {

/// Lowest bit of the category, the three highest bits of a word.
inline constexpr unsigned kCategoryBit = 61;

/// The fields of an instruction's word, and its text.
enum class Form : uint8_t {
    Plain,           ///< no operands
    TestedPlain,     ///< a predicate: KILL
    Jump,            ///< a target
    JumpLast,        ///< a target, and the size of a cluster: GETLAST
    IndexedBranch,   ///< a target, and a number: BRAC
    Branch,          ///< a predicate and a target
    TwoBranch,       ///< two predicates and a target
    Move,            ///< MOV, COV, MOVA, MOVA1
    Swizzle,         ///< two results of two sources
    Gather,          ///< a vector of four sources
    Scatter,         ///< four results of a vector
    MoveMask,        ///< MOVMSK
    OneSource,       ///< category 2
    TwoSources,      ///< category 2
    CompareSources,  ///< category 2, with a condition
    Input,           ///< category 2: a varying
    ThreeSources,    ///< category 3
    ThreeImmediate,  ///< category 3, with numbers in the place of constants
    Dot,             ///< category 3: DP2ACC, DP4ACC
    Wide,            ///< category 3: WMM
    Special,         ///< category 4
    Texture,         ///< category 5, with samplers and textures as the row says
    TextureLoad,     ///< category 5: ISAM
    Bare,            ///< a name and (sy), (jp)
    Broadcast,       ///< category 5: BRCST.ACTIVE
    QuadShuffle,     ///< category 5
    GlobalLoad,
    IndexedGlobalLoad,
    ConstantLoad,
    GlobalStore,
    IndexedGlobalStore,
    OffsetLoad,  ///< local and private memory
    VaryingLoad,
    OffsetStore,
    ConstantStore,
    Resource,  ///< RESINFO without descriptors in memory
    LocalAtomic,
    GlobalAtomic,
    UniformConstants,  ///< LDC.K
    Uniform,           ///< LDC
    SystemValue,
    BufferQuery,
    BufferAtomic,
    BufferAccess,
    Shuffle,
    Barrier,
    Sleep,
    Cache,       ///< with a scope
    WholeCache,  ///< without one
};

/// Operands that an opcode's form leaves open, as a sum.
enum Trait : uint8_t {
    kNoTrait = 0,
    kOneSource = 1,   ///< category 5: a vector of coordinates
    kTwoSources = 3,  ///< category 5: and a vector of bias, level or offsets
    kSampler = 4,
    kTexture = 8,
    kType = 16,
    kHalfShown = 32,   ///< registers are shown as half registers where the type is half
    kHalfSources = 64  ///< category 3: the sources are half registers
};

struct OpcodeRow {
    Opcode opcode;
    std::string_view name;  ///< as Mesa's disassembler writes it
    Form form;
    uint8_t traits;  ///< Trait
    uint64_t mask;   ///< bits that every instruction of the opcode has the same
    uint64_t value;  ///< and what they are
};

/// One row for each opcode, in the order of the enumeration. Where the words of two rows overlap, the earlier counts.
std::span<const OpcodeRow> opcodeTable();
const OpcodeRow& rowOf(Opcode opcode);

/// The row of a word, or null.
const OpcodeRow* findRow(uint64_t word);

}  // namespace cyclorama::adreno::ir3
