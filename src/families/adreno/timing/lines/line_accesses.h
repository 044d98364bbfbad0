// SPDX-License-Identifier: MIT
#pragma once
// The lines of memory that an instruction of a wave accesses, as UCHE sees them.

#include <array>
#include <cstddef>
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
    void clear() {
        lines_.clear();
        taken_ = 0;
    }
    const std::vector<LineAccess>& lines() const { return lines_; }

  private:
    LineAccess& lineAt(uint64_t address);

    static constexpr size_t kPlaces = 32;

    std::vector<LineAccess> lines_;
    // A small table: a line is searched for only where another one has taken its place.
    uint32_t taken_ = 0;                      ///< a bit for each place that has had a line
    std::array<uint32_t, kPlaces> latest_{};  ///< of each place, its last line's number
};

}  // namespace cyclorama::adreno
