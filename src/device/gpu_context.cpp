#include "device/gpu_context.h"

#include <utility>

#include "device/buffer_object.h"
#include "device/gpu_queue.h"

namespace cyclorama::device {
namespace {

constexpr uint64_t kSpaceBytes = uint64_t{1} << 32;
/// Between buffers that the server places, so that what reaches over the end of one is found.
constexpr uint64_t kGapBytes = 4096;

}  // namespace

ExecutionContext& GpuContext::Target::get() {
    if (!context) context = executor->makeContext();
    return *context;
}

GpuContext::GpuContext(GpuQueue& queue, SubmitExecutor& executor) : queue_(queue), target_(std::make_shared<Target>()) {
    target_->executor = &executor;
}

GpuContext::~GpuContext() {
    // The queue's thread may still be using it.
    queue_.enqueue([target = std::move(target_)] { target->context.reset(); });
}

std::optional<uint32_t> GpuContext::allocate(const std::shared_ptr<BufferObject>& buffer) {
    const std::lock_guard lock(mutex_);
    uint64_t address = kFirstUserAddress;
    for (const auto& [first, entry] : taken_) {
        if (address + buffer->bytes() + kGapBytes <= first) break;
        address = entry.end + kGapBytes;
    }
    if (address + buffer->bytes() > kSpaceBytes) return std::nullopt;
    taken_[static_cast<uint32_t>(address)] = {.end = address + buffer->bytes(), .buffer = buffer};
    return static_cast<uint32_t>(address);
}

std::optional<GpuContext::Taken> GpuContext::overlapping(uint32_t address, uint64_t bytes) const {
    const std::lock_guard lock(mutex_);
    const auto taken = [](const auto& entry) { return Taken{entry.first, entry.second.buffer.lock()}; };
    const auto next = taken_.upper_bound(address);
    if (next != taken_.begin() && std::prev(next)->second.end > address) return taken(*std::prev(next));
    if (next != taken_.end() && next->first < address + bytes) return taken(*next);
    return std::nullopt;
}

bool GpuContext::take(uint32_t address, const std::shared_ptr<BufferObject>& buffer) {
    if (address + buffer->bytes() > kSpaceBytes || overlapping(address, buffer->bytes())) return false;
    const std::lock_guard lock(mutex_);
    taken_[address] = {.end = address + buffer->bytes(), .buffer = buffer};
    return true;
}

void GpuContext::release(uint32_t address, uint64_t bytes) {
    // First the job, so that whoever takes the range next maps it after that.
    queue_.enqueue([target = target_, address, bytes] { target->get().unmap(address, bytes); });
    const std::lock_guard lock(mutex_);
    taken_.erase(address);
}

ExecutionContext& GpuContext::execution() { return target_->get(); }

}  // namespace cyclorama::device
