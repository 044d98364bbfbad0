// SPDX-License-Identifier: MIT
#pragma once
// The paths of a group's lanes through a program with jumps: the place of each lane, and the return places of its
// calls.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "isa/thread_group.h"

namespace cyclorama::isa {

/// Lanes at the same instruction.
struct Path {
    uint64_t next;
    LaneMask lanes;
};

/// The paths of a group, one for each place that lanes are at. Lanes that a jump separates continue as two paths; the
/// one with the lower program counter runs first, so that they reconverge early.
class DivergenceStack {
  public:
    explicit DivergenceStack(LaneMask lanes) { push({0, lanes}); }

    bool empty() const { return count_ == 0; }

    void push(const Path& path) {
        if (path.lanes != 0) paths_[count_++] = path;
    }

    /// Removes the paths that are furthest back, as one.
    Path pop() {
        if (count_ == 1) return paths_[--count_];
        Path furthestBack{~uint64_t{0}, 0};
        for (size_t i = 0; i < count_; ++i) furthestBack.next = std::min(furthestBack.next, paths_[i].next);
        size_t kept = 0;
        for (size_t i = 0; i < count_; ++i) {
            if (paths_[i].next == furthestBack.next) {
                furthestBack.lanes |= paths_[i].lanes;
            } else {
                paths_[kept++] = paths_[i];
            }
        }
        count_ = kept;
        return furthestBack;
    }

  private:
    std::array<Path, kMaxLanes + 1> paths_;
    size_t count_ = 0;
};

/// The places that each lane's open calls return to.
class ReturnStacks {
  public:
    /// False where a lane has as many calls open as there can be (D3D allows four; this is more than a program of
    /// bounded size has use for).
    bool push(LaneMask lanes, uint64_t returnTo) {
        for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<size_t>(std::countr_zero(rest));
            if (depth_[lane] == kDepth) return false;
            stack_[lane][depth_[lane]++] = returnTo;
        }
        return true;
    }

    /// Takes those of the lanes at a return that go back to the same place as the lowest one. Those that have no call
    /// open end: `end` is their place.
    Path pop(LaneMask lanes, uint64_t end) {
        Path back{end, 0};
        for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<size_t>(std::countr_zero(rest));
            const uint64_t place = depth_[lane] == 0 ? end : stack_[lane][depth_[lane] - 1];
            if (back.lanes == 0) back.next = place;
            if (place == back.next) back.lanes |= LaneMask{1} << lane;
        }
        for (LaneMask rest = back.lanes; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<size_t>(std::countr_zero(rest));
            if (depth_[lane] != 0) --depth_[lane];
        }
        return back;
    }

  private:
    static constexpr size_t kDepth = 32;
    std::array<std::array<uint64_t, kDepth>, kMaxLanes> stack_;
    std::array<uint8_t, kMaxLanes> depth_{};
};

}  // namespace cyclorama::isa
