// SPDX-License-Identifier: MIT
#pragma once
// A call of OpenGL as a GLInterceptor trace has it: a name, arguments, and what was returned.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cyclorama::gltrace {

/// The form of floating-point numbers in a trace.
enum class Encoding : uint8_t {
    Text,  // as in C
    Hex    // a float as 0xBITS; a double as 0xLOW.0xHIGH, the halves of its bits
};

/// A number as it stands in the trace; its type is that of the parameter that it is for.
class Number {
  public:
    explicit Number(std::string text) : text_(std::move(text)) {}

    const std::string& text() const { return text_; }
    /// Decimal or 0xHEX, from -2^63 to 2^64 - 1 (as its bits); empty if it is none.
    std::optional<int64_t> integer() const;
    /// Empty if the text is no number in that encoding. In hex traces a number without 0x is taken as text.
    std::optional<float> toFloat(Encoding encoding) const;
    std::optional<double> toDouble(Encoding encoding) const;

  private:
    std::string text_;
};

struct Argument {
    enum class Kind : uint8_t {
        Number,      // numbers.front()
        Names,       // enumerants, and numbers, joined by '|'
        Array,       // {1,2,3}
        Buffer,      // *7
        String,      // "text"
        Unresolved,  // U0x1240852: a pointer whose bytes are not in the trace
        Nothing      // a result that is not in the trace
    };
    Kind kind = Kind::Nothing;
    /// The string; the names without blanks; else the argument as it stands.
    std::string text;
    std::vector<Number> numbers;
    /// The names, in the order in which they are joined.
    std::vector<std::string> names;
    /// The identifier of a buffer.
    uint32_t buffer = 0;
};

struct Call {
    std::string name;
    std::vector<Argument> arguments;
    /// None if the trace has no '=' after the call.
    std::optional<Argument> result;
    /// Number of the first line, from 1.
    uint64_t line = 0;
};

/// A line "#! NAME TEXT", an instruction for the player.
struct Directive {
    std::string name;
    std::string text;
    uint64_t line = 0;
};

struct FrameSize {
    uint32_t width = 0;
    uint32_t height = 0;
};

/// The size that the text of a directive RES names, "640x480"; empty if it names none.
std::optional<FrameSize> resolutionOf(std::string_view text);

}  // namespace cyclorama::gltrace
