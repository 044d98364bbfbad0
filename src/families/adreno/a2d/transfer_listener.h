// SPDX-License-Identifier: MIT
#pragma once
// Hears of the memory that transfers read and write, and of moves between memory and GMEM.

#include <cstdint>

#include "families/adreno/memory/write_listener.h"

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

class TransferListener {
  public:
    virtual ~TransferListener() = default;
    /// True where transferRead() may find a fault between two addresses.
    virtual bool wantsReads(uint64_t address, uint64_t bytes) const = 0;
    /// A read through UCHE; true where a fault was found, and the rest of the transfer need not be reported.
    virtual bool transferRead(uint64_t address, uint64_t bytes) = 0;
    /// A write through the colour cache between two addresses. `runs` names its bytes, and may be called later.
    virtual void transferWritten(uint64_t first, uint64_t end, ByteRuns runs) = 0;
    virtual void gmemMoved(GmemMove kind, const GmemPart& part) = 0;
};

}  // namespace cyclorama::adreno
