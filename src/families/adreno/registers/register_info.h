// SPDX-License-Identifier: MIT
#pragma once
// Rows of the tables of registers and of the words of packets: names, bits, and how they are read.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace cyclorama::adreno {

/// A value of an enumeration.
struct Choice {
    uint32_t value = 0;
    std::string_view name;
};

/// The reading of some bits.
enum class ValueForm : uint8_t {
    Hexadecimal,
    Address,  // of the GPU
    Unsigned,
    Signed,  // two's complement
    Flag,
    Float,          // of 16 or 32 bits
    Fixed,          // two's complement
    UnsignedFixed,  // with bits after the point
    ShaderRegister,
    Enumeration,
    Undescribed  // known by name alone
};

/// The bits `low` to `low + bits - 1` of a word, or of two, and how they are read.
struct ValueInfo {
    ValueForm form = ValueForm::Hexadecimal;
    uint8_t low = 0;
    uint8_t bits = 32;
    /// The value is in units of 2 to the power of `shift`.
    uint8_t shift = 0;
    /// Bits after the point.
    uint8_t fraction = 0;
    std::span<const Choice> choices{};

    constexpr uint64_t mask() const { return (bits == 64 ? ~0ull : (1ull << bits) - 1) << low; }
    /// The bits, at the low end; not yet in units of one.
    constexpr uint64_t of(uint64_t word) const { return (word & mask()) >> low; }
    constexpr uint32_t words() const { return low + bits > 32 ? 2 : 1; }
};

constexpr ValueInfo bitsAs(ValueForm form, uint32_t low, uint32_t high, uint32_t shift = 0) {
    return {.form = form,
            .low = static_cast<uint8_t>(low),
            .bits = static_cast<uint8_t>(high - low + 1),
            .shift = static_cast<uint8_t>(shift)};
}

// The words in which the tables are written; `low` and `high` are the first and the last bit.

constexpr ValueInfo hex(uint32_t low = 0, uint32_t high = 31, uint32_t shift = 0) {
    return bitsAs(ValueForm::Hexadecimal, low, high, shift);
}
constexpr ValueInfo address() { return bitsAs(ValueForm::Address, 0, 63); }
constexpr ValueInfo number(uint32_t low = 0, uint32_t high = 31, uint32_t shift = 0) {
    return bitsAs(ValueForm::Unsigned, low, high, shift);
}
constexpr ValueInfo signedNumber(uint32_t low = 0, uint32_t high = 31) { return bitsAs(ValueForm::Signed, low, high); }
constexpr ValueInfo flag(uint32_t bit) { return bitsAs(ValueForm::Flag, bit, bit); }
constexpr ValueInfo real(uint32_t low = 0, uint32_t high = 31) { return bitsAs(ValueForm::Float, low, high); }
constexpr ValueInfo fixed(uint32_t low, uint32_t high, uint32_t fraction) {
    ValueInfo value = bitsAs(ValueForm::Fixed, low, high);
    value.fraction = static_cast<uint8_t>(fraction);
    return value;
}
constexpr ValueInfo unsignedFixed(uint32_t low, uint32_t high, uint32_t fraction) {
    ValueInfo value = fixed(low, high, fraction);
    value.form = ValueForm::UnsignedFixed;
    return value;
}
constexpr ValueInfo shaderRegister(uint32_t low, uint32_t high) { return bitsAs(ValueForm::ShaderRegister, low, high); }
constexpr ValueInfo choice(std::span<const Choice> choices, uint32_t low, uint32_t high) {
    ValueInfo value = bitsAs(ValueForm::Enumeration, low, high);
    value.choices = choices;
    return value;
}
constexpr ValueInfo undescribed() { return bitsAs(ValueForm::Undescribed, 0, 31); }

/// A set of values of a packet's selector, a bit each, in which a word or a field is there; 0: in all.
using SelectorMask = uint32_t;

struct FieldInfo {
    std::string_view name;
    ValueInfo value;
    SelectorMask condition = 0;
};

/// Registers that repeat: how many, and the words from one to the next.
struct Repetition {
    uint32_t count = 1;
    uint32_t stride = 0;
};

/// A register, or a word of a packet. It has fields, or is one value.
struct RegisterInfo {
    constexpr RegisterInfo(uint32_t place, std::string_view nameOfAll, ValueInfo whole = hex(), Repetition repeats = {},
                           SelectorMask presence = 0)
        : offset(place), name(nameOfAll), value(whole), array(repeats), condition(presence) {}
    template <size_t N>
    constexpr RegisterInfo(uint32_t place, std::string_view nameOfAll, const FieldInfo (&all)[N],
                           Repetition repeats = {}, SelectorMask presence = 0)
        : offset(place), name(nameOfAll), fields(all), array(repeats), condition(presence) {
        for (const FieldInfo& field : all)
            if (field.value.words() == 2) value = hex(0, 63);
    }

    /// In words; of the first.
    uint32_t offset = 0;
    /// As Mesa writes it; of registers in an array, with [] in the place of the index: "RB_MRT[].PITCH".
    std::string_view name;
    ValueInfo value{};
    std::span<const FieldInfo> fields{};
    Repetition array{};
    SelectorMask condition = 0;

    constexpr bool isArray() const { return array.stride != 0; }
    constexpr uint32_t words() const { return value.words(); }
};

}  // namespace cyclorama::adreno
