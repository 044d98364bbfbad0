// SPDX-License-Identifier: MIT
#pragma once
// Bytes of a test as the memory of a GPU.
//
//     loadAttribute(stream, settings, SpansAsMemory(bytes), index, faults);

#include <cstddef>
#include <span>

#include "func/memory/memory_windows.h"

namespace cyclorama {

/// DRAM, and system memory, from their offset 0 on. The bytes must outlive it; nothing writes them.
class SpansAsMemory {
  public:
    explicit SpansAsMemory(std::span<const std::byte> dram, std::span<const std::byte> system = {})
        : dram_(windowOf(dram)), system_(windowOf(system)) {
        windows_.add(func::Address(), dram_);
        windows_.add(func::Address(func::MemoryKind::System, 0), system_);
    }

    operator const func::MemoryWindows&() const { return windows_; }

  private:
    static func::MemoryWindow windowOf(std::span<const std::byte> bytes) {
        return {.data = const_cast<std::byte*>(bytes.data()), .readable = bytes.size(), .present = bytes.size()};
    }

    func::MemoryWindow dram_;
    func::MemoryWindow system_;
    func::MemoryWindows windows_;
};

}  // namespace cyclorama
