// SPDX-License-Identifier: MIT
#pragma once
// A row of the tables of registers: all that is known of one register of the state space, or of an array of them.

#include <cstdint>
#include <span>
#include <string_view>

#include "families/vivante/chip/chip.h"

namespace cyclorama::vivante {

/// How a whole register is read where it has no fields.
enum class ValueType : uint8_t { Bits, Unsigned, Float, Address };

/// Which chips have a register (etna_viv: the comments of the state files; Mesa: the conditions it writes them under).
enum class Presence : uint8_t {
    Always,
    BeforeHalti5,
    Halti1,
    Halti2,
    Halti3,
    Halti4,
    Halti5,
    InstructionCache,
    HalfFloat,
    TextureFilterState,
    GeometryShader,
    BltEngine,
    Engine2d
};

bool exists(Presence presence, const Chip& chip);

struct FieldInfo {
    std::string_view name;
    uint8_t low = 0;
    uint8_t bits = 1;
    /// Names of the values, from 0 up; empty for numbers and flags.
    std::span<const std::string_view> encodings{};
    /// A bit that, when it is set in what is written, keeps the field as it was (GCxxx hardware notes, Masked state);
    /// negative where there is none.
    int8_t maskBit = -1;

    constexpr uint32_t mask() const { return (bits == 32 ? ~0u : (1u << bits) - 1u) << low; }
};

/// Registers that repeat: how many, and the bytes from one to the next.
struct Repetition {
    uint32_t count = 1;
    uint32_t stride = 0;
};

struct RegisterInfo {
    /// MODULE.NAME, as the GCxxx hardware notes write it.
    std::string_view name;
    /// In bytes, of the first.
    uint32_t offset = 0;
    ValueType type = ValueType::Bits;
    Repetition array{};
    /// Arrays within arrays: of the second index.
    Repetition inner{};
    Presence presence = Presence::Always;
    /// At power-on.
    uint32_t reset = 0;
    std::span<const FieldInfo> fields{};
    std::string_view meaning;
};

}  // namespace cyclorama::vivante
