// SPDX-License-Identifier: MIT
#pragma once
// Refusals of programs, by the line of the guest's text.

#include <fmt/format.h>

#include <cstdint>
#include <string_view>

#include "virgl/protocol/refusal.h"

namespace cyclorama::attila {

/// Refuses a program that the translation cannot make.
[[noreturn]] inline void refuse(uint32_t line, std::string_view what) {
    throw virgl::Unsupported(fmt::format("TGSI line {}: {}", line, what));
}

/// Refuses a program that the shaders could not execute.
[[noreturn]] inline void refuseForGpu(uint32_t line, std::string_view what) {
    throw virgl::BeyondGpu(fmt::format("TGSI line {}: {}", line, what));
}

}  // namespace cyclorama::attila
