// SPDX-License-Identifier: MIT
#pragma once
// The fields of an instruction word as numbers.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "families/attila/isa/encoding.h"

namespace cyclorama::attila {

/// An instruction word as two little-endian halves.
class WordFields {
  public:
    WordFields() = default;
    explicit WordFields(std::span<const std::byte, kInstructionBytes> word) {
        for (size_t i = 0; i < kInstructionBytes; ++i) {
            halves_[i / 8] |= std::to_integer<uint64_t>(word[i]) << (8 * (i % 8));
        }
    }

    uint32_t get(FieldId id) const {
        const WordField& field = fieldTable()[static_cast<size_t>(id)];
        return static_cast<uint32_t>((halves_[field.first / 64] >> (field.first % 64)) & mask(field));
    }

    /// Bits of the value beyond the field's size are dropped.
    void set(FieldId id, uint32_t value) {
        const WordField& field = fieldTable()[static_cast<size_t>(id)];
        uint64_t& half = halves_[field.first / 64];
        half &= ~(mask(field) << (field.first % 64));
        half |= (value & mask(field)) << (field.first % 64);
    }

    std::array<std::byte, kInstructionBytes> bytes() const {
        std::array<std::byte, kInstructionBytes> word{};
        for (size_t i = 0; i < kInstructionBytes; ++i) {
            word[i] = static_cast<std::byte>((halves_[i / 8] >> (8 * (i % 8))) & 0xff);
        }
        return word;
    }

  private:
    static uint64_t mask(const WordField& field) { return (uint64_t{1} << field.size) - 1; }

    std::array<uint64_t, 2> halves_{};
};

/// The fields of source operand 1 to 3.
struct SourceFields {
    FieldId bank, negate, absolute, reg, swizzle;
};
inline constexpr std::array<SourceFields, isa::kMaxSources> kSourceFields{{
    {FieldId::Bank1, FieldId::Negate1, FieldId::Absolute1, FieldId::Register1, FieldId::Swizzle1},
    {FieldId::Bank2, FieldId::Negate2, FieldId::Absolute2, FieldId::Register2, FieldId::Swizzle2},
    {FieldId::Bank3, FieldId::Negate3, FieldId::Absolute3, FieldId::Register3, FieldId::Swizzle3},
}};

/// Constants from here on are in the bank ConstantHigh.
inline constexpr uint16_t kConstantHighStart = 256;

}  // namespace cyclorama::attila
