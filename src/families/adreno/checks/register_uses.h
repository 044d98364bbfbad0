// SPDX-License-Identifier: MIT
#pragma once
// The registers that an instruction reads and writes, as slots: each a half register, or half of a full one.

#include <array>
#include <cstdint>

#include "families/adreno/isa/program.h"

namespace cyclorama::adreno::ir3::hazards {

namespace slots {

inline constexpr unsigned kGeneral = 2 * kSharedRegisters;
inline constexpr unsigned kHalves = kGeneral;  ///< half registers that are apart
inline constexpr unsigned kShared = kHalves + kSharedRegisters;
inline constexpr unsigned kPredicates = kShared + 64;
inline constexpr unsigned kAddress = kPredicates + 4;
inline constexpr unsigned kAddress1 = kAddress + 1;
inline constexpr unsigned kCount = kAddress1 + 1;

}  // namespace slots

/// Consecutive slots that one component is in.
struct RegisterUse {
    uint16_t first = 0;
    uint8_t count = 1;
    bool half = false;
    /// Cycles from the instruction's start to the read, or to the write.
    uint8_t cycle = 0;
};

struct RegisterUses {
    static constexpr size_t kMost = 32;

    std::array<RegisterUse, kMost> uses{};
    size_t count = 0;

    void add(const RegisterUse& use) {
        if (count < kMost) uses[count++] = use;
    }
    const RegisterUse* begin() const { return uses.data(); }
    const RegisterUse* end() const { return uses.data() + count; }
};

RegisterUses readsOf(const Instruction& instruction, bool mergedRegisters);
RegisterUses writesOf(const Instruction& instruction, bool mergedRegisters);

constexpr bool isShared(const RegisterUse& use) {
    return use.first >= slots::kShared && use.first < slots::kPredicates;
}
constexpr bool isSpecial(const RegisterUse& use) { return use.first >= slots::kPredicates; }

}  // namespace cyclorama::adreno::ir3::hazards
