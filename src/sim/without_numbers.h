// SPDX-License-Identifier: MIT
#pragma once

#include <cctype>
#include <string>
#include <string_view>

namespace cyclorama::sim {

/// A text with N in place of each number: the same for units of a kind, and for reasons that differ in amounts.
inline std::string withoutNumbers(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (std::isdigit(static_cast<unsigned char>(c)) == 0)
            result += c;
        else if (result.empty() || result.back() != 'N')
            result += 'N';
    }
    return result;
}

}  // namespace cyclorama::sim
