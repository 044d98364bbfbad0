// SPDX-License-Identifier: MIT
#pragma once
// The bytes that a GPU can address, in one of three forms. Memories of a configured size that start at address 0 each:
// its DRAM, system memory mapped for it, memory on the chip. They exist from the start and cost nothing until they are
// written, as pages that were never written share one page of the fill pattern. Or a flat space of 48 bits into which
// buffers are mapped, for DRAM. Or a reference to one of these, for blocks that work for several programs in turn. All
// data of the simulation is here; memory controllers and caches account for time and never carry bytes.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>

#include "func/memory/address.h"
#include "func/memory/memory_windows.h"
#include "mem/lazy_memory.h"
#include "mem/mapped_memory.h"

namespace cyclorama::mem {

inline constexpr uint64_t kMebibyte = uint64_t{1} << 20;

struct AddressSpaceSettings {
    uint64_t gpuMemoryBytes = 0;
    uint64_t systemMemoryBytes = 0;
    uint64_t onChipMemoryBytes = 0;
    uint32_t fillWord = kUnwrittenWord;
};

/// Selects the flat form.
struct FlatAddressSpace {
    uint64_t onChipMemoryBytes = 0;
};

/// Selects the form of a reference.
struct AddressSpaceReference {};

/// The memories under a GPU's addresses. An access is wholly within one of them or fails; a range never continues
/// from one memory into another. In the flat form an access fails unless all of its bytes are mapped.
class AddressSpace {
  public:
    explicit AddressSpace(const AddressSpaceSettings& settings);
    /// Nothing is mapped at first.
    explicit AddressSpace(const FlatAddressSpace& settings);
    /// Has no bytes until it is bound.
    explicit AddressSpace(AddressSpaceReference) {}

    /// A reference shows the bytes of `memory`, which must outlive that, from now on.
    void bind(AddressSpace& memory) {
        windows_ = memory.windows_;
        mapped_ = memory.mapped_;
    }
    /// A reference has no bytes any more.
    void unbind() {
        windows_ = ownWindows_.get();
        mapped_ = nullptr;
    }

    /// Mappings of buffers in the flat form; null in the other.
    MappedMemory* mappings() { return mapped_; }
    const MappedMemory* mappings() const { return mapped_; }

    bool contains(func::Address address, uint64_t bytes) const { return find(address, bytes) != nullptr; }

    /// The bytes in place; none if any of them is outside. They stay valid as long as the address space does.
    std::optional<std::span<std::byte>> span(func::Address address, uint64_t bytes) {
        std::byte* const place = find(address, bytes);
        if (place == nullptr) return std::nullopt;
        return std::span(place, static_cast<size_t>(bytes));
    }
    std::optional<std::span<const std::byte>> span(func::Address address, uint64_t bytes) const {
        const std::byte* const place = find(address, bytes);
        if (place == nullptr) return std::nullopt;
        return std::span(place, static_cast<size_t>(bytes));
    }

    /// Copies out of memory. False where any byte is outside; `out` is then untouched.
    bool read(func::Address address, std::span<std::byte> out) const {
        const std::byte* const place = find(address, out.size());
        if (place == nullptr) return false;
        if (!out.empty()) std::memcpy(out.data(), place, out.size());
        return true;
    }

    /// Copies into memory. False where any byte is outside; memory is then untouched.
    bool write(func::Address address, std::span<const std::byte> data) {
        std::byte* const place = find(address, data.size());
        if (place == nullptr) return false;
        if (!data.empty()) std::memcpy(place, data.data(), data.size());
        return true;
    }

    /// One value in host byte order, at any alignment. None if it is outside.
    template <typename T>
    std::optional<T> load(func::Address address) const {
        static_assert(std::is_trivially_copyable_v<T>);
        const std::byte* const place = find(address, sizeof(T));
        if (place == nullptr) return std::nullopt;
        T value;
        std::memcpy(&value, place, sizeof value);
        return value;
    }

    /// False where the value does not fit; memory is then untouched.
    template <typename T>
    bool store(func::Address address, const T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        std::byte* const place = find(address, sizeof value);
        if (place == nullptr) return false;
        std::memcpy(place, &value, sizeof value);
        return true;
    }

    /// All bytes that can be read. In the flat form pages that are not mapped read as zeros there, in windows that have
    /// mapped ones.
    const func::MemoryWindows& windows() const { return *windows_; }

  private:
    void add(func::MemoryKind kind, uint64_t bytes, uint32_t fillWord);

    /// Null where any of the bytes is outside.
    std::byte* find(func::Address address, uint64_t bytes) const {
        const func::MemoryWindow& window = windows_->of(address);
        const uint64_t offset = func::MemoryWindows::offsetInWindow(address);
        if (bytes > window.readable || offset > window.readable - bytes) return nullptr;
        if (bytes > window.present || offset > window.present - bytes) {
            if (window.pages == nullptr || !MappedMemory::contains(window, offset, bytes)) return nullptr;
        }
        return window.data + offset;
    }

    struct Memory {
        LazyMemory bytes;
        func::MemoryWindow window;
    };
    std::unique_ptr<func::MemoryWindows> ownWindows_ = std::make_unique<func::MemoryWindows>();
    std::unique_ptr<MappedMemory> ownMapped_;
    const func::MemoryWindows* windows_ = ownWindows_.get();
    MappedMemory* mapped_ = nullptr;  // null unless the form is flat
    std::array<std::unique_ptr<Memory>, func::kMemoryKinds> memories_;
};

}  // namespace cyclorama::mem
