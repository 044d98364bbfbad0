// SPDX-License-Identifier: MIT
#pragma once
// The program that a request came from, as far as a kernel reaches into it.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "device/protocol/unique_fd.h"

namespace cyclorama::device {

/// A range of the program's memory, and where its content is to go.
struct UserRead {
    uint64_t address = 0;
    std::span<std::byte> out;
};

/// All results: 0 or a negative errno. None is called with a lock held: the program answers when it likes.
class UserProcess {
  public:
    virtual ~UserProcess() = default;

    /// At most 16 ranges; -EFAULT where any of them is not the program's to read.
    virtual int read(std::span<const UserRead> reads) = 0;
    virtual int write(uint64_t address, std::span<const std::byte> data) = 0;
    /// A copy of one of the program's descriptors; -EBADF.
    virtual int takeDescriptor(int number, UniqueFd& out) = 0;
    /// Gives the program a copy of a descriptor; its number there, or a negative errno.
    virtual int installDescriptor(int descriptor, bool closeOnExec) = 0;
    /// Makes a range of the program's private memory shared with the server; -EFAULT where it is not of that kind.
    virtual int shareMemory(uint64_t address, uint64_t bytes, UniqueFd& out) = 0;

    /// How far the monotonic clock by which the program's driver waits is ahead of the host's.
    virtual std::chrono::nanoseconds clockLead() const { return {}; }

    /// One value.
    template <typename T>
    int readValue(uint64_t address, T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        const UserRead one{address, std::as_writable_bytes(std::span(&value, 1))};
        return read(std::span(&one, 1));
    }
    template <typename T>
    int writeArray(uint64_t address, std::span<const T> values) {
        return values.empty() ? 0 : write(address, std::as_bytes(values));
    }
};

}  // namespace cyclorama::device
