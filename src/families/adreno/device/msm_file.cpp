// SPDX-License-Identifier: MIT
#include "families/adreno/device/msm_file.h"

#include <limits>

namespace cyclorama::adreno {

std::optional<device::Fence> SubmitQueue::fenceOf(uint32_t number) const {
    const auto found = fences_.find(number);
    return found == fences_.end() ? std::nullopt : std::optional(found->second);
}

uint32_t SubmitQueue::takeNumber() {
    // As the kernel's numbers: below the largest int, around from 1 again.
    constexpr uint32_t kEndOfNumbers = std::numeric_limits<int32_t>::max();
    uint32_t taken = 0;
    do {
        taken = next_++;
        if (next_ == kEndOfNumbers) next_ = 1;
    } while (fences_.contains(taken));
    return taken;
}

void SubmitQueue::add(uint32_t number, device::Fence fence, const device::FenceTimeline& timeline) {
    std::erase_if(fences_, [&](const auto& entry) { return timeline.signalled(entry.second); });
    fences_[number] = fence;
    last_ = number;
}

MsmFile::MsmFile() { addQueue(); }

std::shared_ptr<SubmitQueue> MsmFile::queue(uint32_t id) const {
    const auto found = queues_.find(id);
    return found == queues_.end() ? nullptr : found->second;
}

uint32_t MsmFile::addQueue() {
    const uint32_t id = nextQueue_++;
    queues_[id] = std::make_shared<SubmitQueue>();
    return id;
}

bool MsmFile::removeQueue(uint32_t id) { return id != 0 && queues_.erase(id) == 1; }

}  // namespace cyclorama::adreno
