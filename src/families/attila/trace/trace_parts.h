// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "reduce/capture.h"

namespace cyclorama::attila {

/// A trace taken apart: frames, presents (as submissions), draws, clears and blits, writes to memory, and all other
/// transactions. The last frame that is presented keeps its number, by the start frame in the header. `name` stands for
/// the file in errors. Throws as AttilaTraceReader does.
std::unique_ptr<reduce::Capture> takeTraceApart(std::span<const std::byte> bytes, const std::string& name);

}  // namespace cyclorama::attila
