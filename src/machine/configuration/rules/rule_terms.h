// SPDX-License-Identifier: MIT
#pragma once
// The terms in which rules are written.
//
// A requirement is an error, unless there are machines that run what breaks it; advice is a warning, unless there are
// machines that refuse what breaks it.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "machine/configuration/configuration.h"
#include "machine/configuration/configuration_rule.h"

namespace cyclorama::machine::rules {

inline constexpr RuleSeverity kError = RuleSeverity::Error;
inline constexpr RuleSeverity kWarning = RuleSeverity::Warning;
inline constexpr std::string_view kUnitBehaviour{};  ///< source of a rule that no heading states

inline constexpr std::uint32_t kTransactionBytes = 64;  ///< of the largest memory transaction
inline constexpr std::uint32_t kStampFragments = 4;
inline constexpr std::uint32_t kStampBytes = 16;  ///< of four-byte fragments: the unit of the ROP caches' lines

inline bool isMultiple(std::uint32_t value, std::uint32_t of) { return of != 0 && value % of == 0; }

inline bool arePowersOfTwo(std::initializer_list<std::uint32_t> values) {
    return std::all_of(values.begin(), values.end(), [](std::uint32_t value) { return std::has_single_bit(value); });
}

/// Elements that a shader takes at once.
inline std::uint32_t shaderGroup(const Configuration& c) {
    return c.vectorShader.vectorShader ? c.vectorShader.length : c.scalarShader.threadGroup;
}

inline std::uint32_t genTileStamps(const Configuration& c) {
    return c.rasterization.genWidth * c.rasterization.genHeight / kStampFragments;
}

}  // namespace cyclorama::machine::rules
