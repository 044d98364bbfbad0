// SPDX-License-Identifier: MIT
#pragma once
// The lines of memory that an instruction of a wave accesses, as UCHE sees them.

#include <cstdint>
#include <vector>

#include "families/adreno/memory/address_listener.h"

namespace cyclorama::adreno {

/// Bytes of a line of UCHE.
inline constexpr uint32_t kLineBytes = 64;
/// Bytes that memory reads or writes at least: a burst.
inline constexpr uint32_t kSectorBytes = 32;

struct LineAccess {
    uint64_t address = 0;  ///< of the line
    uint64_t bytes = 0;    ///< a bit for each byte of it that is accessed
    uint32_t lanes = 0;    ///< that access it: atomic operations take turns
};

/// Accesses of lanes, joined by line in the order of the first ones.
class LineAccesses final : public AddressListener {
  public:
    void access(uint64_t address, uint64_t bytes) override;
    void clear() { lines_.clear(); }
    const std::vector<LineAccess>& lines() const { return lines_; }

  private:
    LineAccess& lineAt(uint64_t address);

    std::vector<LineAccess> lines_;
};

}  // namespace cyclorama::adreno
