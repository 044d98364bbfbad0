// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "func/formats/format.h"

namespace cyclorama::machine {

/// Components from the lowest address up, as the enumeration spells them.
std::string_view nameOf(func::Format format);
/// Of compressed images; as the enumeration spells them.
std::string_view nameOf(func::TextureCompression compression);

}  // namespace cyclorama::machine
