// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace cyclorama::report {

/// Bytes as a zlib stream.
std::vector<std::byte> deflated(std::span<const std::byte> bytes);

}  // namespace cyclorama::report
