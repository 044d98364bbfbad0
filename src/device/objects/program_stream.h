// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

namespace cyclorama::device {

/// A program at the other end of a stream of bytes.
class ProgramStream {
  public:
    virtual ~ProgramStream() = default;
    /// Waits for as many bytes; false where the program's end comes before the last of them.
    virtual bool read(std::span<std::byte> out) = 0;
    /// Sends all of the bytes, of which there is at least one, and with the first a descriptor where that is not
    /// negative; false where the program takes them no more.
    virtual bool write(std::span<const std::byte> bytes, int descriptor) = 0;
    bool write(std::span<const std::byte> bytes) { return write(bytes, -1); }
};

}  // namespace cyclorama::device
