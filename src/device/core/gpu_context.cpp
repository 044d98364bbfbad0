#include "device/core/gpu_context.h"

#include <utility>

#include "device/core/buffer_object.h"
#include "device/core/gpu_queue.h"

namespace cyclorama::device {

ExecutionContext& GpuContext::Target::get() {
    if (!context) context = executor->makeContext();
    return *context;
}

GpuContext::GpuContext(const AddressSpaceTraits& traits, GpuQueue& queue, Executor& executor)
    : traits_(traits), queue_(queue), target_(std::make_shared<Target>()) {
    target_->executor = &executor;
}

GpuContext::~GpuContext() {
    // The queue's thread may still be using it.
    queue_.enqueue([target = std::move(target_)] { target->context.reset(); });
}

std::optional<uint64_t> GpuContext::allocate(const std::shared_ptr<BufferObject>& buffer) {
    const std::lock_guard lock(mutex_);
    uint64_t address = traits_.first;
    for (const auto& [first, entry] : taken_) {
        if (address + buffer->bytes() + traits_.gap <= first) break;
        address = entry.end + traits_.gap;
    }
    if (address + buffer->bytes() > traits_.end) return std::nullopt;
    taken_[address] = {.end = address + buffer->bytes(), .buffer = buffer};
    return address;
}

std::optional<GpuContext::Taken> GpuContext::overlapping(uint64_t address, uint64_t bytes) const {
    const std::lock_guard lock(mutex_);
    const auto taken = [](const auto& entry) { return Taken{entry.first, entry.second.buffer.lock()}; };
    const auto next = taken_.upper_bound(address);
    if (next != taken_.begin() && std::prev(next)->second.end > address) return taken(*std::prev(next));
    if (next != taken_.end() && next->first < address + bytes) return taken(*next);
    return std::nullopt;
}

bool GpuContext::take(uint64_t address, const std::shared_ptr<BufferObject>& buffer) {
    if (!contains(address, buffer->bytes()) || overlapping(address, buffer->bytes())) return false;
    const std::lock_guard lock(mutex_);
    taken_[address] = {.end = address + buffer->bytes(), .buffer = buffer};
    return true;
}

void GpuContext::release(uint64_t address, uint64_t bytes) {
    // First the job, so that whoever takes the range next maps it after that.
    queue_.enqueue([target = target_, address, bytes] { target->get().unmap(address, bytes); });
    const std::lock_guard lock(mutex_);
    taken_.erase(address);
}

ExecutionContext& GpuContext::execution() { return target_->get(); }

}  // namespace cyclorama::device
