// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace cyclorama::mem {

/// Content of a memory before its first write, word by word: it shows where unwritten memory reaches a picture.
inline constexpr uint32_t kUnwrittenWord = 0xDEADCAFE;

/// One memory: `size()` consecutive bytes, committed page by page as they are written.
class LazyMemory {
  public:
    /// `bytes` may be zero. Throws std::length_error for more than a window's (MemoryWindows), std::system_error where
    /// the host cannot reserve the range.
    LazyMemory(uint64_t bytes, uint32_t fillWord);
    ~LazyMemory();
    LazyMemory(LazyMemory&& other) noexcept;
    LazyMemory& operator=(LazyMemory&& other) noexcept;

    uint64_t size() const { return size_; }
    std::byte* data() { return data_; }
    const std::byte* data() const { return data_; }

  private:
    std::byte* data_ = nullptr;
    uint64_t size_ = 0;
    uint64_t reserved_ = 0;
};

}  // namespace cyclorama::mem
