// SPDX-License-Identifier: MIT
#pragma once
// The driver's own state of open files and of buffers.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "device/core/driver_backend.h"
#include "device/objects/fence_timeline.h"
#include "families/adreno/device/msm_uapi.h"

namespace cyclorama::adreno {

/// A submit queue: programs know its jobs by numbers of its own. Under the device's lock, but for what is atomic. All
/// jobs are done in the order of submission, whatever the priority of their queue.
class SubmitQueue {
  public:
    /// The fence of a number; empty if that is of no job or of one that is done.
    std::optional<device::Fence> fenceOf(uint32_t number) const;
    /// Newer than the number of the last job, in the order of numbers that wrap around.
    bool isNewer(uint32_t number) const { return static_cast<int32_t>(number - last_) > 0; }
    /// The next number that no job under way has.
    uint32_t takeNumber();
    /// Gives a job's fence a number, and forgets the jobs that are done.
    void add(uint32_t number, device::Fence fence, const device::FenceTimeline& timeline);

    /// Jobs of the queue that hung.
    std::atomic<uint32_t> faults{0};

  private:
    uint32_t last_ = 0;
    uint32_t next_ = 1;
    std::map<uint32_t, device::Fence> fences_;
};

/// An open file of either node: its queues, and what the driver counts in its address space.
class MsmFile final : public device::DriverFile {
  public:
    /// With queue 0 (Linux: msm_submitqueue_init).
    MsmFile();

    /// Under the device's lock.
    std::shared_ptr<SubmitQueue> queue(uint32_t id) const;
    uint32_t addQueue();
    bool removeQueue(uint32_t id);

    /// Under the device's lock: the names that the program gives itself, for reports of hangs.
    std::string command;
    std::string commandLine;
    /// Jobs that hung, of all queues.
    std::atomic<uint64_t> faults{0};
    /// Some job was submitted: what restores the state of the GPU for the file is done.
    bool submitted = false;

  private:
    std::map<uint32_t, std::shared_ptr<SubmitQueue>> queues_;
    uint32_t nextQueue_ = 0;
};

/// A buffer as its GEM_NEW described it, and what programs keep with it. As it is made here, that of a dumb buffer
/// (Linux: msm_gem_dumb_create). Under the device's lock.
struct MsmBuffer final : device::DriverBuffer {
    uint32_t flags = msm::kBoScanout | msm::kBoWriteCombined;
    std::string name = "dumb";
    /// A program may have it in its own memory, and write to it at any time.
    bool hostMaps = true;
    std::vector<std::byte> metadata;
};

}  // namespace cyclorama::adreno
