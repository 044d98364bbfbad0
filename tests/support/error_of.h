// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "sim/error.h"

namespace cyclorama {

/// Message of the sim::Error that `action` throws; empty if it throws none.
std::string errorOf(const auto& action) {
    try {
        action();
    } catch (const sim::Error& error) {
        return error.what();
    }
    return "";
}

}  // namespace cyclorama
