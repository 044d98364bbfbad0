// SPDX-License-Identifier: MIT
// Buffers: their making, their addresses, names and metadata, and accesses of the processor (Linux: msm_drv.c,
// msm_gem.c).

#include <errno.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <string_view>

#include "device/core/placement.h"
#include "families/adreno/device/msm_ioctls.h"

namespace cyclorama::adreno {
namespace {

using namespace msm;
using device::BufferObject;
using device::Call;

/// The kernel's own error for a buffer of the program that is too small, ETOOSMALL; no C library names it.
constexpr int kTooSmall = 525;
/// Bytes of a buffer's name with its end.
constexpr uint32_t kNameBytes = 32;
constexpr uint32_t kMostMetadataBytes = 128;

constexpr uint32_t kBoFlags = kBoScanout | kBoGpuReadOnly | kBoCacheMask;

/// The text of a program, up to the first character that cannot be printed.
int setName(Call& call, BufferObject& buffer, const GemInfo& argument) {
    if (argument.length >= kNameBytes) return -EINVAL;
    std::string text(argument.length, '\0');
    const device::UserRead read{argument.value, std::as_writable_bytes(std::span(text))};
    const int result = call.user.read(std::span(&read, 1));
    if (result < 0) text.clear();
    const auto end = std::ranges::find_if(text, [](char c) { return c < ' ' || c > '~'; });
    text.erase(end, text.end());
    const std::lock_guard lock(call.core.mutex);
    describe(buffer).name = std::move(text);
    return result;
}

int getName(Call& call, BufferObject& buffer, GemInfo& argument) {
    std::string name;
    {
        const std::lock_guard lock(call.core.mutex);
        name = describe(buffer).name;
    }
    if (argument.value != 0 && argument.length < name.size()) return -kTooSmall;
    argument.length = static_cast<uint32_t>(name.size());
    return argument.value == 0 ? 0 : call.user.write(argument.value, std::as_bytes(std::span(name)));
}

int setMetadata(Call& call, BufferObject& buffer, const GemInfo& argument) {
    if (argument.length > kMostMetadataBytes) return -EOVERFLOW;
    std::vector<std::byte> bytes(argument.length);
    const device::UserRead read{argument.value, bytes};
    if (const int result = call.user.read(std::span(&read, 1)); result < 0) return result;
    const std::lock_guard lock(call.core.mutex);
    describe(buffer).metadata = std::move(bytes);
    return 0;
}

int getMetadata(Call& call, BufferObject& buffer, GemInfo& argument) {
    std::vector<std::byte> bytes;
    {
        const std::lock_guard lock(call.core.mutex);
        bytes = describe(buffer).metadata;
    }
    if (argument.value != 0 && argument.length < bytes.size()) return -kTooSmall;
    argument.length = static_cast<uint32_t>(bytes.size());
    return argument.value == 0 ? 0 : call.user.write(argument.value, bytes);
}

/// Takes an address for the buffer in the file's space; address 0 gives up the one that it has.
int setAddress(Call& call, const std::shared_ptr<BufferObject>& buffer, uint64_t wanted) {
    const std::lock_guard lock(call.core.mutex);
    const auto& context = call.file->context;
    const auto present = device::addressOf(*buffer, *context);
    if (wanted == 0 || (present && *present != wanted)) {
        device::unplaceBuffer(*buffer, *context);
        return wanted == 0 ? 0 : -EBUSY;
    }
    uint64_t address = 0;
    const int result = device::reservePlace(call.core.timeline, context, buffer, wanted, address);
    // An address outside of the space, or one that is no page, is one where there is no room.
    return result == -EINVAL ? -ENOSPC : result;
}

int getAddress(Call& call, const std::shared_ptr<BufferObject>& buffer, uint64_t& address) {
    const std::lock_guard lock(call.core.mutex);
    return device::reservePlace(call.core.timeline, call.file->context, buffer, std::nullopt, address);
}

/// True for what is returned by value: there is nothing of any length.
bool byValue(Info info) {
    return info == Info::GetOffset || info == Info::GetAddress || info == Info::SetAddress || info == Info::GetFlags;
}

}  // namespace

MsmBuffer& describe(BufferObject& buffer) {
    if (!buffer.driver) buffer.driver = std::make_shared<MsmBuffer>();
    return static_cast<MsmBuffer&>(*buffer.driver);
}

int gemNew(Call& call, GemNew& argument) {
    if ((argument.flags & ~kBoFlags) != 0) return -EINVAL;
    // Exactly one mode; the uncached one is of the past (Linux: msm_gem_new_impl).
    const uint32_t cache = argument.flags & kBoCacheMask;
    if (cache != kBoCached && cache != kBoWriteCombined && cache != kBoCachedCoherent) return -EINVAL;
    if (argument.size == 0) return -EINVAL;
    const std::lock_guard lock(call.core.mutex);
    const auto buffer = call.core.buffers.create(argument.size);
    if (!buffer) return -ENOMEM;
    MsmBuffer& description = describe(*buffer);
    description.flags = argument.flags;
    description.name.clear();
    description.hostMaps = false;
    argument.handle = call.file->handleOf(buffer);
    return 0;
}

int gemInfo(Call& call, GemInfo& argument) {
    if (argument.padding != 0 || argument.info > Info::GetMetadata) return -EINVAL;
    if (byValue(argument.info) && argument.length != 0) return -EINVAL;
    const auto buffer = bufferOf(call, argument.handle);
    if (!buffer) return -ENOENT;
    switch (argument.info) {
        case Info::GetOffset: {
            const std::lock_guard lock(call.core.mutex);
            describe(*buffer).hostMaps = true;
            argument.value = buffer->mapOffset();
            return 0;
        }
        case Info::GetAddress:
            return getAddress(call, buffer, argument.value);
        case Info::SetName:
            return setName(call, *buffer, argument);
        case Info::GetName:
            return getName(call, *buffer, argument);
        case Info::SetAddress:
            return setAddress(call, buffer, argument.value);
        case Info::GetFlags: {
            const std::lock_guard lock(call.core.mutex);
            argument.value = describe(*buffer).flags;
            return 0;
        }
        case Info::SetMetadata:
            return setMetadata(call, *buffer, argument);
        case Info::GetMetadata:
            return getMetadata(call, *buffer, argument);
    }
    return -EINVAL;
}

int gemCpuPrep(Call& call, GemCpuPrep& argument) {
    if ((argument.operation & ~(kPrepRead | kPrepWrite | kPrepNoSync | kPrepBoost)) != 0) return -EINVAL;
    const auto buffer = bufferOf(call, argument.handle);
    if (!buffer) return -ENOENT;
    device::Fence fence = 0;
    {
        const std::lock_guard lock(call.core.mutex);
        // A reader waits for those who write, a writer for all.
        fence = (argument.operation & kPrepWrite) != 0 ? buffer->lastUse : buffer->lastWrite;
    }
    if ((argument.operation & kPrepNoSync) != 0) return call.core.timeline.wait(fence, std::nullopt);
    const int result = call.core.timeline.wait(
        fence,
        call.core.timeline.deadlineOf(argument.timeout.seconds, argument.timeout.nanoseconds, call.user.clockLead()));
    // Only a time that has passed ends a wait: the kernel then takes the request for one that asks.
    return result == -ETIMEDOUT ? -EBUSY : result;
}

int gemCpuFini(Call& call, GemCpuFini& argument) { return bufferOf(call, argument.handle) ? 0 : -ENOENT; }

int gemMadvise(Call& call, GemMadvise& argument) {
    if (argument.advice != Advice::WillNeed && argument.advice != Advice::DontNeed) return -EINVAL;
    if (!bufferOf(call, argument.handle)) return -ENOENT;
    // The host never runs short of memory so that contents would be dropped.
    argument.retained = 1;
    return 0;
}

}  // namespace cyclorama::adreno
