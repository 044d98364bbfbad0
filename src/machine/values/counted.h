// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cyclorama::machine {

/// A value that a machine has counted since its start. Texts live as long as the program, but for the name.
struct Counted {
    std::string name;
    std::string_view unit;
    std::string_view sentence;
    uint64_t sum = 0;
    /// Number of samples in `sum`, of an average; else nothing is to be divided.
    uint64_t samples = 0;
    bool average = false;
};

}  // namespace cyclorama::machine
