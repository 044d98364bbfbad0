// SPDX-License-Identifier: MIT
#pragma once
// How a row of the register table is made from the field of the register file that it stands for. Type, encodings and
// the functions that store and load a value follow from the type of the field.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "families/attila/registers/address_word.h"
#include "families/attila/registers/encodings.h"
#include "families/attila/registers/register_file.h"
#include "families/attila/registers/registers.h"

namespace cyclorama::attila::detail {

template <typename T>
constexpr ValueType valueTypeOf() {
    if constexpr (std::is_same_v<T, bool>)
        return ValueType::Bool;
    else if constexpr (std::is_enum_v<T>)
        return ValueType::Enumeration;
    else if constexpr (std::is_same_v<T, float>)
        return ValueType::Float;
    else if constexpr (std::is_same_v<T, func::Vec4>)
        return ValueType::Vec4;
    else if constexpr (std::is_same_v<T, int32_t>)
        return ValueType::Int;
    else
        return ValueType::Uint;
}

template <typename T>
void assign(T& field, const RegisterValue& value) {
    if constexpr (std::is_same_v<T, bool>)
        field = value.asBool();
    else if constexpr (std::is_enum_v<T>)
        field = Encodings<T>::kTable[value.asUint()].value;
    else if constexpr (std::is_same_v<T, float>)
        field = value.asFloat();
    else if constexpr (std::is_same_v<T, func::Vec4>)
        field = value.asVec4();
    else if constexpr (std::is_same_v<T, func::Address>)
        field = addressOf(value.asUint());
    else
        field = static_cast<T>(value.asUint());
}

template <typename T>
RegisterValue valueOf(const T& field) {
    if constexpr (std::is_same_v<T, bool>)
        return RegisterValue::fromBool(field);
    else if constexpr (std::is_enum_v<T>)
        return RegisterValue::fromUint(encodingOf(field));
    else if constexpr (std::is_same_v<T, float>)
        return RegisterValue::fromFloat(field);
    else if constexpr (std::is_same_v<T, func::Vec4>)
        return RegisterValue::fromVec4(field);
    else if constexpr (std::is_same_v<T, func::Address>)
        return RegisterValue::fromUint(wordOf(field));
    else
        return RegisterValue::fromUint(static_cast<uint32_t>(field));
}

/// The parts of the file that are in shared groups: to be read, or changed in a group of the file's own.
inline const func::TextureState& texture(const RegisterFile& file, uint32_t unit) { return file.draw.textures[unit]; }
inline func::TextureState& texture(RegisterFile& file, uint32_t unit) { return file.draw.textures.edit(unit); }
inline const gpu::Constants& constants(const RegisterFile& file, gpu::Stage stage) {
    return *file.draw.stages[stage].constants;
}
inline gpu::Constants& constants(RegisterFile& file, gpu::Stage stage) {
    return file.draw.stages[stage].constants.edit();
}

template <typename Group>
const Group& part(const gpu::Shared<Group>& group) {
    return *group;
}
template <typename Group>
Group& part(gpu::Shared<Group>& group) {
    return group.edit();
}

/// The optional part of a row: defaults stand for a register with one index and the whole range of its type.
struct Options {
    uint32_t indices = 1;
    IndexMeaning indexMeaning = IndexMeaning::None;
    double minimum = 0;
    double maximum = 0;  // with minimum 0: the type's own range
    Constraint constraint = Constraint::None;
    Radix radix = Radix::Decimal;
    void (*store)(RegisterFile& file, uint32_t index, const RegisterValue& value) = nullptr;
};

constexpr Options kHexadecimal = {.radix = Radix::Hexadecimal};
constexpr Options upTo(double maximum) { return {.maximum = maximum}; }

/// Bounds of the registers that place programs.
constexpr Options kInstructionAddress = upTo(kInstructionMemorySize - 1);
constexpr Options kProgramBytes = upTo(kInstructionMemorySize * kInstructionBytes);

constexpr Options indexed(uint32_t indices, IndexMeaning meaning, Options options) {
    options.indices = indices;
    options.indexMeaning = meaning;
    return options;
}
/// Attributes with registers: the first of the vocabulary's (ATTILA: GPU.h, MAX_VERTEX_ATTRIBUTES).
inline constexpr uint32_t kAttilaVertexAttributes = 16;
constexpr Options perAttribute(Options options = {}) {
    return indexed(kAttilaVertexAttributes, IndexMeaning::Attribute, options);
}
constexpr Options perStream(Options options = {}) {
    return indexed(gpu::kVertexStreams, IndexMeaning::Stream, options);
}
constexpr Options perConstant() { return indexed(gpu::kShaderConstants, IndexMeaning::Constant, {}); }
/// Texture units with registers: the first of the vocabulary's (ATTILA: GPU.h, MAX_TEXTURES).
inline constexpr uint32_t kAttilaTextureUnits = 16;
constexpr Options perTexture(Options options = {}) {
    return indexed(kAttilaTextureUnits, IndexMeaning::TextureUnit, options);
}
constexpr Options perTarget(Options options = {}) {
    return indexed(gpu::kRenderTargets, IndexMeaning::RenderTarget, options);
}
constexpr Options perShader(Options options = {}) {
    return indexed(kShaderTargets, IndexMeaning::ShaderTarget, options);
}

struct Description {
    Register reg;
    std::string_view name;
    std::string_view meaning;
    std::string_view source;
};

/// A row. `field` is a function object without state that takes a register file and an index and returns the field that
/// the register stands for. Where the register concerns more than that field, the options bring their own `store`.
template <typename Field>
constexpr RegisterInfo row(const Description& description, const Options& options, Field field) {
    using T = std::remove_cvref_t<decltype(field(std::declval<RegisterFile&>(), 0u))>;
    RegisterInfo info;
    info.reg = description.reg;
    info.name = description.name;
    info.meaning = description.meaning;
    info.source = description.source;
    info.domain = description.reg < Register::FrontBufferAddress ? StateDomain::Geometry : StateDomain::Fragment;
    info.indices = options.indices;
    info.indexMeaning = options.indexMeaning;
    info.constraint = options.constraint;
    info.radix = options.radix;
    info.type = valueTypeOf<T>();
    if constexpr (std::is_enum_v<T>) info.encodings = Encodings<T>::kNames;
    info.minimum = options.minimum;
    info.maximum = options.maximum;
    if (info.minimum == 0 && info.maximum == 0) {
        if constexpr (std::is_same_v<T, float>) {
            info.minimum = -std::numeric_limits<double>::infinity();
            info.maximum = std::numeric_limits<double>::infinity();
        } else if constexpr (std::is_same_v<T, func::Address>) {
            info.maximum = static_cast<double>(std::numeric_limits<uint32_t>::max());
        } else if constexpr (std::is_integral_v<T>) {
            info.minimum = static_cast<double>(std::numeric_limits<T>::min());
            info.maximum = static_cast<double>(std::numeric_limits<T>::max());
        }
    }
    info.store = options.store;
    if (!info.store) {
        info.store = [](RegisterFile& file, uint32_t index, const RegisterValue& value) {
            // Only what changes takes a group out of those that are shared.
            const T& before = Field{}(std::as_const(file), index);
            T after = before;
            assign(after, value);
            using Bits = std::array<std::byte, sizeof(T)>;
            if (std::bit_cast<Bits>(after) != std::bit_cast<Bits>(before)) Field{}(file, index) = after;
        };
    }
    info.load = [](const RegisterFile& file, uint32_t index) { return valueOf(Field{}(file, index)); };
    return info;
}

/// The parts of the table, by rising number.
std::span<const RegisterInfo> geometryRegisters();
std::span<const RegisterInfo> rasterRegisters();
std::span<const RegisterInfo> textureRegisters();
std::span<const RegisterInfo> outputRegisters();

}  // namespace cyclorama::attila::detail
