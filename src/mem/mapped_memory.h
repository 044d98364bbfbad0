// SPDX-License-Identifier: MIT
#pragma once
// A flat address space of 48 bits into which the host maps buffers page by page, as an IOMMU does for a GPU.

#include <atomic>
#include <cstdint>
#include <map>

#include "func/memory/address.h"
#include "func/memory/memory_windows.h"

namespace cyclorama::mem {

/// Takes the host's addresses window by window (MemoryWindows) where something is mapped, and memory only for pages
/// that are written. Pages of a window that nothing is mapped to read as zeros and must not be written; contains()
/// distinguishes them. Looking up pages is safe while another thread maps other ones.
class MappedMemory {
  public:
    static constexpr uint64_t kPageBytes = 4096;

    /// The windows, which must outlive it, become those of `windows`.
    explicit MappedMemory(func::MemoryWindows& windows) : windows_(&windows) {}
    ~MappedMemory();
    MappedMemory(const MappedMemory&) = delete;
    MappedMemory& operator=(const MappedMemory&) = delete;

    /// Maps bytes of a file, shared with everyone else who maps it. Takes the place of what was mapped there. All three
    /// must be multiples of kPageBytes, and the range must not be empty, leave the space or cross a multiple of
    /// MemoryWindows::kWindowBytes: std::invalid_argument. Throws std::system_error where the host cannot map.
    void map(func::Address address, int file, uint64_t offset, uint64_t bytes);
    /// Maps zeros of its own.
    void mapZeros(func::Address address, uint64_t bytes);
    void unmap(func::Address address, uint64_t bytes);

    /// True if `bytes` from `offset` in a window are all mapped. The range must be in the readable part of the window.
    static bool contains(const func::MemoryWindow& window, uint64_t offset, uint64_t bytes) {
        if (bytes == 0) return true;
        const uint64_t first = offset / kPageBytes;
        const uint64_t last = (offset + bytes - 1) / kPageBytes;
        if (first == last) return mapped(window, first);
        if (first + 1 == last) return mapped(window, first) && mapped(window, last);
        return allMapped(window, first, last);
    }

  private:
    static constexpr uint64_t kWordPages = 64;

    static uint64_t wordOf(const func::MemoryWindow& window, uint64_t word) {
        return std::atomic_ref(window.pages[word]).load(std::memory_order_relaxed);
    }
    static bool mapped(const func::MemoryWindow& window, uint64_t page) {
        return (wordOf(window, page / kWordPages) >> page % kWordPages & 1) != 0;
    }
    static bool allMapped(const func::MemoryWindow& window, uint64_t first, uint64_t last);
    static void mark(const func::MemoryWindow& window, uint64_t offset, uint64_t bytes, bool mapped);
    /// The window of an address, made if there is none.
    const func::MemoryWindow& open(func::Address address);

    func::MemoryWindows* windows_;
    std::map<uint64_t, func::MemoryWindow> opened_;  // by the number of the window
};

}  // namespace cyclorama::mem
