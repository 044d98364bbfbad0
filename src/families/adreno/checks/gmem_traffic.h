// SPDX-License-Identifier: MIT
#pragma once
// Follows moves between memory and GMEM for those that change nothing.

#include <cstdint>
#include <map>

#include "families/adreno/checks/remark.h"

namespace cyclorama::adreno {

enum class GmemMove : uint8_t { Load, Store, Clear };

/// A part of a bin's image that a move is for, in pixels of the picture; ends are the last pixels.
struct GmemPart {
    uint32_t offset = 0;  ///< of the image in GMEM, in bytes
    int32_t left = 0;
    int32_t top = 0;
    int32_t right = -1;
    int32_t bottom = -1;

    bool covers(const GmemPart& other) const {
        return left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom;
    }
};

class GmemTraffic {
  public:
    void beginSubmission() { loaded_.clear(); }
    /// Whatever was loaded may have changed.
    void draw() { loaded_.clear(); }
    /// Clears that leave some of the components are no clears here.
    Remarks move(GmemMove kind, const GmemPart& part);

  private:
    /// Images as they were loaded, and not drawn to since, by their offset.
    std::map<uint32_t, GmemPart> loaded_;
};

}  // namespace cyclorama::adreno
