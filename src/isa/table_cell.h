// SPDX-License-Identifier: MIT
#pragma once
// Text for the tables of the documents that describe an instruction set.

#include <string>
#include <string_view>

namespace cyclorama::isa {

/// The text of a cell of a Markdown table: a bar would end it.
inline std::string tableCell(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '|') escaped += '\\';
        escaped += c;
    }
    return escaped;
}

}  // namespace cyclorama::isa
