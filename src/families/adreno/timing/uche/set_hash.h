// SPDX-License-Identifier: MIT
#pragma once
// The sets of UCHE's lines: addresses a power of two apart are in several.

#include <bit>
#include <cstdint>

#include "families/adreno/timing/chip/settings.h"
#include "families/adreno/timing/lines/line_accesses.h"

namespace cyclorama::adreno {

/// Gives the address that the tags have in the place of a line's: the number of its set is combined with the bits above
/// by an exclusive or. Applied once more, it gives the line's address.
class SetHash {
  public:
    explicit SetHash(const UcheSettings& settings) {
        if (!settings.hashedSets) return;
        const uint32_t bytesOfWay = settings.bytes / settings.ways;
        shift_ = static_cast<uint32_t>(std::countr_zero(bytesOfWay));
        sets_ = bytesOfWay / kLineBytes - 1;
    }

    uint64_t operator()(uint64_t address) const { return address ^ (address >> shift_ & sets_) * kLineBytes; }

  private:
    uint32_t shift_ = 0;
    uint64_t sets_ = 0;  ///< a way's, less one; 0 without a hash
};

}  // namespace cyclorama::adreno
