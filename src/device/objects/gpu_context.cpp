// SPDX-License-Identifier: MIT
#include "device/objects/gpu_context.h"

#include <utility>

#include "device/objects/buffer_object.h"
#include "device/objects/gpu_queue.h"

namespace cyclorama::device {

JobContext& GpuContext::Target::get() {
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
    const auto address = taken_.findRoom(buffer->bytes(), traits_.gap, {traits_.first, traits_.end});
    if (address) taken_.insert({*address, *address + buffer->bytes()}, buffer);
    return address;
}

std::optional<GpuContext::Taken> GpuContext::overlapping(uint64_t address, uint64_t bytes) const {
    const std::lock_guard lock(mutex_);
    const auto* const entry = taken_.overlapping({address, address + bytes});
    return entry == nullptr ? std::nullopt : std::optional(Taken{entry->range.begin, entry->value.lock()});
}

bool GpuContext::take(uint64_t address, const std::shared_ptr<BufferObject>& buffer) {
    if (!contains(address, buffer->bytes())) return false;
    const std::lock_guard lock(mutex_);
    const mem::AddressRange range{address, address + buffer->bytes()};
    if (taken_.overlapping(range) != nullptr) return false;
    taken_.insert(range, buffer);
    return true;
}

void GpuContext::release(uint64_t address, uint64_t bytes, bool mapped) {
    // First the job, so that whoever takes the range next maps it after that.
    if (mapped) queue_.enqueue([target = target_, address, bytes] { target->get().unmap(address, bytes); });
    const std::lock_guard lock(mutex_);
    taken_.erase(address);
}

JobContext& GpuContext::execution() { return target_->get(); }

}  // namespace cyclorama::device
