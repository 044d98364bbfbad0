// SPDX-License-Identifier: MIT
#pragma once
// The lines of memory that a block of an engine's work touches, for plans of its accesses.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "families/vivante/timing/resolve_plan.h"
#include "func/memory/address.h"
#include "mem/transaction.h"

namespace cyclorama::vivante {

/// Lines that one block touches, each once, in the order of the first touch.
class TouchedLines {
  public:
    void touch(func::Address address) {
        const func::Address line = address.alignedDown(kLineBytes);
        const auto sector = static_cast<uint8_t>(1u << address.misalignment(kLineBytes) / kSectorBytes);
        for (size_t i = lines_.size(); i-- > 0;) {
            if (lines_[i].address != line) continue;
            lines_[i].sectors = static_cast<uint8_t>(lines_[i].sectors | sector);
            return;
        }
        lines_.push_back({line, sector});
    }
    void touchAll(func::Address address, uint32_t bytes) {
        for (uint32_t at = 0; at < bytes; at += kSectorBytes) touch(address + at);
    }

    /// Appends them, and forgets them. How many they were.
    uint32_t moveTo(std::vector<ResolvePlan::Access>& accesses) {
        for (const Line& line : lines_) {
            const uint32_t from = (line.sectors & 1) != 0 ? 0 : kSectorBytes;
            const uint32_t to = (line.sectors & 2) != 0 ? kLineBytes : kSectorBytes;
            accesses.push_back({.address = line.address + from, .bytes = to - from});
        }
        const auto count = static_cast<uint32_t>(lines_.size());
        lines_.clear();
        return count;
    }

  private:
    /// The smallest write, a burst.
    static constexpr uint32_t kSectorBytes = 32;
    static constexpr uint32_t kLineBytes = mem::kTransactionBytes;

    struct Line {
        func::Address address{};
        uint8_t sectors = 0;
    };
    std::vector<Line> lines_;
};

inline constexpr uint32_t kBlockWidth = 16;
inline constexpr uint32_t kBlockHeight = 4;

/// Calls `visit` with the place and the size of each block of a window, row by row of blocks; those at the right and
/// the lower edge may be smaller.
void forEachBlock(uint32_t width, uint32_t height, const auto& visit) {
    for (uint32_t y = 0; y < height; y += kBlockHeight)
        for (uint32_t x = 0; x < width; x += kBlockWidth)
            visit(x, y, std::min(kBlockWidth, width - x), std::min(kBlockHeight, height - y));
}

}  // namespace cyclorama::vivante
