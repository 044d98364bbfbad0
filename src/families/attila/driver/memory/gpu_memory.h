// SPDX-License-Identifier: MIT
#pragma once
// The GPU's memory as its driver sees it: the bytes, which the driver reads and the machine writes, and who has which
// of them.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>

#include "device/objects/buffer_object.h"
#include "device/protocol/unique_fd.h"

namespace cyclorama::attila {

/// Parts of the memory, which may have channels and banks of their own.
enum class MemoryPart : uint8_t { Surfaces, Others };

class GpuMemory {
  public:
    /// A memory of a whole number of pages, of which the first `surfaces` bytes are for surfaces alone; 0: any. Throws
    /// sim::Error where the host has no memory.
    explicit GpuMemory(uint64_t bytes, uint64_t surfaces = 0);

    int descriptor() const { return memory_.get(); }
    uint64_t size() const { return view_.bytes().size(); }
    std::span<const std::byte> bytes() const { return view_.bytes(); }

    /// An address that is a multiple of a page, and was given back as long ago as possible: the GPU's caches of
    /// textures may still have what was there. What was never given out before reads as a run of the same transactions
    /// on a machine of its own finds it. Throws virgl::Unsupported where the memory is full.
    uint32_t allocate(uint64_t bytes, MemoryPart part = MemoryPart::Others);
    void release(uint32_t address);

  private:
    /// Addresses from `begin` on, without the one at `end`, of which those from `untouched` on were never handed out.
    struct Zone {
        uint64_t begin = 0;
        uint64_t end = 0;
        uint64_t untouched = begin;
        /// After what was handed out last.
        uint64_t next = begin;
    };

    Zone& zoneOf(MemoryPart part) { return part == MemoryPart::Surfaces && surfaces_.end != 0 ? surfaces_ : others_; }

    /// The first address of `bytes` free bytes in a zone, from one of its addresses on.
    std::optional<uint64_t> findFree(const Zone& zone, uint64_t from, uint64_t bytes) const;

    device::UniqueFd memory_;
    device::MappedView view_;
    /// Sizes of what is given out, by address.
    std::map<uint32_t, uint32_t> used_;
    Zone surfaces_;
    Zone others_;
};

/// A range of the memory that is given back in the end.
class Allocation {
  public:
    Allocation() = default;
    Allocation(GpuMemory& memory, uint64_t bytes, MemoryPart part = MemoryPart::Others)
        : memory_(&memory), address_(memory.allocate(bytes, part)) {}
    Allocation(Allocation&& other) noexcept { *this = std::move(other); }
    Allocation& operator=(Allocation&& other) noexcept {
        std::swap(memory_, other.memory_);
        std::swap(address_, other.address_);
        return *this;
    }
    ~Allocation() {
        if (memory_ != nullptr) memory_->release(address_);
    }

    uint32_t address() const { return address_; }
    explicit operator bool() const { return memory_ != nullptr; }

  private:
    GpuMemory* memory_ = nullptr;
    uint32_t address_ = 0;
};

}  // namespace cyclorama::attila
