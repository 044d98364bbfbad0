// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "func/types.h"

namespace cyclorama::attila {

/// Consecutive vertices, and the type of primitive that they form.
struct PrimitiveRange {
    func::PrimitiveType primitive = func::PrimitiveType::Quads;
    uint32_t start = 0;
    uint32_t count = 0;
};

/// The quads or the strip of quads with the same triangles as these indices; empty for indices of another kind.
/// Guests make such indices of quads, which the chip draws without: it need not read them, nor send a vertex twice.
std::optional<PrimitiveRange> quadRun(std::span<const uint32_t> indices);

}  // namespace cyclorama::attila
