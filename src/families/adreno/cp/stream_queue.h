// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace cyclorama::adreno {

/// Queue that a packet's words pass through on their way from memory: one for each level of buffers within each other
/// (Mesa: src/freedreno/afuc/README.rst, reading memory; the ring's is the kernel's).
enum class StreamQueue : uint8_t {
    Buffer,        ///< IB1: buffers that the kernel calls
    NestedBuffer,  ///< IB2: buffers that these call
    DrawState      ///< SDS: groups of draw state
};
inline constexpr size_t kStreamQueues = 3;

}  // namespace cyclorama::adreno
