// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "families/attila/driver/memory/byte_ranges.h"
#include "families/attila/driver/memory/driver_memory.h"
#include "virgl/resource.h"

namespace cyclorama::attila {

/// Vertices, indices or constants. What the program writes is sent when a draw needs it, so that the GPU can go on with
/// the draws before; the GPU never writes to buffers.
class BufferStorage final : public virgl::Storage {
  public:
    BufferStorage(const DriverMemory& driver, uint32_t bytes);

    uint32_t address() const { return place_.address(); }
    void write(uint32_t offset, std::span<const std::byte> bytes);
    /// Brings bytes to the memory of the GPU, as far as the buffer goes, for a draw that follows.
    void bring(ByteRange range);
    void bringAll() { bring({.begin = 0, .end = content_.size()}); }
    /// All that was written.
    std::span<const std::byte> content() const { return content_; }

  private:
    DriverMemory driver_;
    Allocation place_;
    std::vector<std::byte> content_;
    /// Not yet sent.
    ByteRanges unsent_;
    /// Read by draws that may be under way: since the last time that the GPU had done all before.
    ByteRanges used_;
    uint32_t usedSince_;
};

inline BufferStorage& bufferOf(const virgl::Resource& resource) {
    return static_cast<BufferStorage&>(*resource.storage);
}

}  // namespace cyclorama::attila
