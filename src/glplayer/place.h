// SPDX-License-Identifier: MIT
#pragma once
// Words to the user, on standard error.

#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace cyclorama::glplayer {

/// A line of the trace, for messages.
struct Place {
    std::string file;
    uint64_t line = 0;

    std::string text() const { return fmt::format("{}:{}", file, line); }
};

/// Something that the picture may lack, and why; the player continues.
inline void note(const Place& place, const std::string& text) {
    fmt::print(stderr, "cyclorama-glplayer: {}: {}\n", place.text(), text);
}

}  // namespace cyclorama::glplayer
