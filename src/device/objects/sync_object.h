// SPDX-License-Identifier: MIT
#pragma once
// Binary synchronization objects (Linux: drm_syncobj.c): each holds the fence that was put into it last, or none.

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>

#include "device/objects/fence_timeline.h"

namespace cyclorama::device {

class SyncObject {
  public:
    /// Empty if no fence was put in, or it was taken out.
    std::optional<Fence> fence() const {
        const Fence held = fence_.load(std::memory_order_acquire);
        return held == kNone ? std::nullopt : std::optional(held);
    }
    void put(Fence fence) { fence_.store(fence, std::memory_order_release); }
    void clear() { fence_.store(kNone, std::memory_order_release); }

  private:
    static constexpr Fence kNone = std::numeric_limits<Fence>::max();
    std::atomic<Fence> fence_{kNone};
};

/// A descriptor of a program that stands for an object.
struct SyncObjectFile {
    /// Hangs up when the program closes its last copy of the descriptor.
    UniqueFd server;
    std::shared_ptr<SyncObject> object;
};

struct SyncObjectWait {
    /// For all objects, else for any one.
    bool all = false;
    /// For fences that are not in an object yet, too; else such an object is an error.
    bool forSubmit = false;
    /// The end of a wait for fences to be put in; the past: no wait. Fences that are there are waited for to their end
    /// (FenceTimeline, patientDeadline).
    std::chrono::steady_clock::time_point deadline{};
};

/// The index of the first object that has signalled; -EINVAL where one has no fence, -ETIME after the deadline, -EINTR
/// after the timeline's end. `objects` is not empty.
int waitForObjects(const FenceTimeline& timeline, std::span<const std::shared_ptr<SyncObject>> objects,
                   const SyncObjectWait& wait);

}  // namespace cyclorama::device
