// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cyclorama::sim {

/// Receives the contents of a configuration file, in its order. The views live as long as the text.
class IniHandler {
  public:
    virtual ~IniHandler() = default;
    /// `[NAME]`
    virtual void section(std::string_view name, std::uint32_t line) = 0;
    /// `key = value` in the last section, the value without its quotes.
    virtual void entry(std::string_view key, std::string_view value, std::uint32_t line) = 0;
};

/// Files beyond these are refused, so that hostile ones cost little.
inline constexpr std::size_t kMaximumIniFile = std::size_t{1} << 20;
inline constexpr std::size_t kMaximumIniLine = 4096;

/// Reads configuration files: `[SECTION]`, `Key = Value`, `Key = "string"`, comments from `#` to the end of the line
/// (but not inside quotes), blank lines, LF or CRLF, with or without a final newline. There are no escapes and
/// no values of several lines. Throws Error with `fileName` and the line at the first line that is none of these.
///
/// (Own code, not libinih: as Debian builds it, libinih gives the handler no line numbers, takes an indented line for a
/// continuation of the last value, cuts long lines silently, starts comments at `;` and does not know quotes.)
void readIni(std::string_view text, const std::string& fileName, IniHandler& handler);

/// The whole of a text file. Throws Error where it cannot be read or is larger than `maximumSize`.
std::string readTextFile(const std::string& fileName, std::size_t maximumSize);

}  // namespace cyclorama::sim
