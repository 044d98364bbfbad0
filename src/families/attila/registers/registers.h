// SPDX-License-Identifier: MIT
#pragma once
// The registers, commands and events of ATTILA as tables: the only place where their numbers, names, value types and
// ranges stand. Decoding, checks, printing, documentation and tests come from them (ATTILA: GPU.h for the numbers and
// encodings, GPUEmulator and CommandProcessor for the indices and ranges).

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "families/attila/registers/register_numbers.h"
#include "func/types.h"

namespace cyclorama::attila {

struct RegisterFile;

/// The 16 bytes that every register write carries, whatever the register's type.
struct RegisterValue {
    std::array<uint32_t, 4> words{};

    static RegisterValue fromUint(uint32_t value) { return {{value, 0, 0, 0}}; }
    static RegisterValue fromBool(bool value) { return fromUint(value ? 1 : 0); }
    static RegisterValue fromFloat(float value) { return fromUint(std::bit_cast<uint32_t>(value)); }
    static RegisterValue fromVec4(const func::Vec4& value) {
        return {{std::bit_cast<uint32_t>(value[0]), std::bit_cast<uint32_t>(value[1]),
                 std::bit_cast<uint32_t>(value[2]), std::bit_cast<uint32_t>(value[3])}};
    }

    uint32_t asUint() const { return words[0]; }
    int32_t asInt() const { return static_cast<int32_t>(words[0]); }
    /// Only the first byte counts (ATTILA: GPURegData).
    bool asBool() const { return (words[0] & 0xff) != 0; }
    float asFloat() const { return std::bit_cast<float>(words[0]); }
    func::Vec4 asVec4() const {
        return {std::bit_cast<float>(words[0]), std::bit_cast<float>(words[1]), std::bit_cast<float>(words[2]),
                std::bit_cast<float>(words[3])};
    }

    bool operator==(const RegisterValue&) const = default;
};

enum class ValueType : uint8_t { Uint, Int, Float, Bool, Vec4, Enumeration };

/// How an index is read by people.
enum class IndexMeaning : uint8_t {
    None,       // the register has no index
    Constant,   // in a shader's constant bank
    Attribute,  // a vertex's or fragment's
    Stream,
    ClipPlane,
    TextureUnit,
    TextureImage,  // (unit * 13 + level) * 6 + face
    RenderTarget,
    ShaderTarget  // vertex, fragment, triangle, microtriangle
};

/// A rule for a register's values besides their range.
enum class Constraint : uint8_t {
    None,
    MultipleOfEight,
    PowerOfTwo,
    StreamOrNone,       // below the number of streams, or gpu::kNoStream
    RenderTargetFormat  // a format that the colour stage can write
};

/// How a number is printed.
enum class Radix : uint8_t { Decimal, Hexadecimal };

/// A row of the table of registers.
struct RegisterInfo {
    Register reg = Register::Status;
    std::string_view name;
    /// Valid indices are below it.
    uint32_t indices = 1;
    IndexMeaning indexMeaning = IndexMeaning::None;
    ValueType type = ValueType::Uint;
    /// Names of the encodings, from 0 up; empty unless the type is Enumeration.
    std::span<const std::string_view> encodings;
    /// Values outside [minimum, maximum] are refused (Uint, Int and Float).
    double minimum = 0;
    double maximum = 0;
    Constraint constraint = Constraint::None;
    Radix radix = Radix::Decimal;
    StateDomain domain = StateDomain::Geometry;
    std::string_view meaning;
    /// The unit of ATTILA that gives the value its meaning.
    std::string_view source;

    /// Takes a value that problem() accepts, and gives it back as the state holds it.
    void (*store)(RegisterFile& file, uint32_t index, const RegisterValue& value) = nullptr;
    RegisterValue (*load)(const RegisterFile& file, uint32_t index) = nullptr;
};

/// All registers that can be written, by rising number.
std::span<const RegisterInfo> registerTable();

/// The row of a register; null where the number is none, or cannot be written.
const RegisterInfo* findRegister(uint32_t number);
/// The same by its name in the table.
const RegisterInfo* findRegister(std::string_view name);
/// Requires a register of the table.
const RegisterInfo& registerInfo(Register reg);

/// Why the register cannot take this value at this index, as a sentence; empty where it can.
std::string problem(const RegisterInfo& info, uint32_t index, const RegisterValue& value);

/// "TEXTURE_ADDRESS[2 level 3 face 0]", "CULLING".
std::string formatRegister(const RegisterInfo& info, uint32_t index);
/// The value by its type: "BACK", "true", "(0, 0.5, 1, 1)", "0x00180000".
std::string formatValue(const RegisterInfo& info, const RegisterValue& value);

/// A row of the table of commands.
struct CommandInfo {
    ControlCommand command = ControlCommand::Reset;
    std::string_view name;
    /// False for the numbers that ATTILA names and does not execute.
    bool supported = true;
    std::string_view meaning;
};

/// The command of a number from 0 on without gaps; null past the last.
const CommandInfo* findCommand(uint32_t number);

/// A row of the table of events.
struct EventInfo {
    Event event = Event::EndOfFrame;
    std::string_view name;
    std::string_view meaning;
};

/// The event of a number from 0 on without gaps; null past the last.
const EventInfo* findEvent(uint32_t number);

}  // namespace cyclorama::attila
