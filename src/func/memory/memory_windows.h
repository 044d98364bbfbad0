// SPDX-License-Identifier: MIT
#pragma once
// Memories as the host holds them, for reading in place: in windows of 64 GiB, of which those that nothing is in take
// no memory.
//
//     const std::byte* texels = windows.find(texture.address, bytes);  // null unless all of them are there

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "func/memory/address.h"

namespace cyclorama::func {

struct MemoryWindow {
    /// Contiguous bytes from the window's first address on.
    std::byte* data = nullptr;
    /// How many can be read.
    uint64_t readable = 0;
    /// How many are memory. Beyond, memory is where a page has its bit in `pages`, from bit 0 of the first word on;
    /// other pages read as zeros.
    uint64_t present = 0;
    uint64_t* pages = nullptr;
};

/// Finding bytes is safe while another thread adds windows.
class MemoryWindows {
  public:
    static constexpr uint32_t kWindowBits = 36;
    static constexpr uint64_t kWindowBytes = uint64_t{1} << kWindowBits;

    MemoryWindows() : windows_(kWindows) {
        for (auto& window : windows_) window.store(&kNothing, std::memory_order_relaxed);
    }
    MemoryWindows(const MemoryWindows&) = delete;
    MemoryWindows& operator=(const MemoryWindows&) = delete;

    /// Adds a window, which must outlive this.
    void add(Address address, const MemoryWindow& window) {
        windows_[indexOf(address)].store(&window, std::memory_order_release);
    }

    /// The window of an address; one without bytes where none was added.
    const MemoryWindow& of(Address address) const {
        return *windows_[indexOf(address)].load(std::memory_order_acquire);
    }
    static uint64_t offsetInWindow(Address address) { return address.bits() & (kWindowBytes - 1); }

    /// `bytes` bytes from `address` on; null unless all can be read. A range never continues into the next window.
    const std::byte* find(Address address, uint64_t bytes) const {
        const MemoryWindow& window = of(address);
        const uint64_t offset = offsetInWindow(address);
        return bytes <= window.readable && offset <= window.readable - bytes ? window.data + offset : nullptr;
    }

  private:
    static constexpr MemoryWindow kNothing{};
    /// Windows of four memories: of no use beyond MemoryKind, but every address finds one.
    static constexpr size_t kWindows = size_t{4} << (Address::kOffsetBits - kWindowBits);
    static size_t indexOf(Address address) { return address.bits() >> kWindowBits & (kWindows - 1); }

    std::vector<std::atomic<const MemoryWindow*>> windows_;
};

}  // namespace cyclorama::func
