// SPDX-License-Identifier: MIT
#pragma once
// DRM ioctls as tables: number, permission and handler.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <span>

#include "device/core/device_core.h"

namespace cyclorama::device {

/// Who may make a request, as the kernel's tables say (Linux: drm_ioctl_permit).
enum class Access : uint8_t {
    Any,            // anyone, on the display node
    Render,         // anyone, on both nodes
    Authenticated,  // on the display node
    Master,         // on the display node
};

struct IoctlEntry {
    uint32_t number = 0;
    const char* name = "";
    Access access = Access::Any;
    /// `argument` is the program's copy, which has the program's idea of the structure's size. 0 or a positive result,
    /// or a negative errno.
    int (*run)(Call& call, std::span<std::byte> argument) = nullptr;
};

/// A handler of a structure: what the program's structure lacks is zero, what it has more is left alone, as in the
/// kernel.
template <auto handler, typename Argument>
int runTyped(Call& call, std::span<std::byte> argument) {
    Argument value{};
    const size_t bytes = std::min(sizeof value, argument.size());
    std::memcpy(&value, argument.data(), bytes);
    const int result = handler(call, value);
    std::memcpy(argument.data(), &value, bytes);
    return result;
}

template <typename Argument>
Argument argumentOf(int (*)(Call&, Argument&));

/// The number in a request's code, which has its size and direction, too (Linux: _IOC_NR).
constexpr uint32_t number(unsigned long code) { return code & 0xff; }

/// A row: the structure is that of the handler.
template <auto handler>
constexpr IoctlEntry row(uint32_t number, const char* name, Access access) {
    return {.number = number, .name = name, .access = access, .run = runTyped<handler, decltype(argumentOf(handler))>};
}

/// Copies an argument; false where the program's is shorter.
template <typename T>
bool loadArgument(std::span<const std::byte> argument, T& value) {
    if (argument.size() < sizeof value) return false;
    std::memcpy(&value, argument.data(), sizeof value);
    return true;
}

/// The device of the node that a request came in at.
inline const NodeIdentity& identityOf(const Call& call) { return call.core.driver.traits().identity(call.file->node); }

/// The buffer of a handle of the request's file; null without one. Takes the device's lock.
inline std::shared_ptr<BufferObject> bufferOf(const Call& call, uint32_t handle) {
    const std::lock_guard lock(call.core.mutex);
    return call.file->buffer(handle);
}

std::span<const IoctlEntry> coreIoctls();
std::span<const IoctlEntry> syncObjectIoctls();

}  // namespace cyclorama::device
