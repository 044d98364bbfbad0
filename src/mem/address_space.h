#pragma once
// The bytes that a GPU can address, in one of two forms. Its own memory and the system memory mapped into its address
// space: both exist from the start at their configured size and cost nothing until they are written, as pages
// that were never written share one page of the fill pattern. Or a flat space of 4 GiB into which buffers are mapped.
// All data of the simulation is here; memory controllers and caches account for time and never carry bytes.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

#include "mem/mapped_memory.h"

namespace cyclorama::mem {

/// The address bit that selects the memory: clear, the GPU's own; set, system memory.
inline constexpr uint32_t kSystemMemoryBit = 0x80000000;

/// Content of a memory before its first write, word by word: it shows where unwritten memory reaches a picture.
inline constexpr uint32_t kUnwrittenWord = 0xDEADCAFE;

/// One memory: `size()` consecutive bytes, committed page by page as they are written.
class LazyMemory {
  public:
    /// `bytes` may be zero. Throws std::system_error where the host cannot reserve the range.
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

struct AddressSpaceSettings {
    uint64_t gpuMemoryBytes = 0;
    uint64_t systemMemoryBytes = 0;
    uint32_t fillWord = kUnwrittenWord;
};

/// Selects the flat form.
struct FlatAddressSpace {};

/// Memory under 32-bit GPU addresses. With two memories an access lies wholly within one of them or fails; a range
/// never continues from the GPU's memory into system memory. In the flat form an access fails unless all of its bytes
/// are mapped.
class AddressSpace {
  public:
    explicit AddressSpace(const AddressSpaceSettings& settings);
    /// Nothing is mapped at first. Throws std::system_error where the host cannot reserve the range.
    explicit AddressSpace(FlatAddressSpace);
    AddressSpace(AddressSpace&& other) noexcept;
    AddressSpace& operator=(AddressSpace&& other) noexcept;

    static bool isSystem(uint32_t address) { return (address & kSystemMemoryBit) != 0; }

    /// Where buffers are mapped in the flat form; null in the other.
    MappedMemory* mappings() { return mapped_.get(); }
    const MappedMemory* mappings() const { return mapped_.get(); }

    bool contains(uint32_t address, uint64_t bytes) const {
        const uint64_t offset = address & ~kSystemMemoryBit;
        const uint64_t size = half(address).size;
        if (offset <= size && bytes <= size - offset) return true;
        return mapped_ != nullptr && mapped_->contains(address, bytes);
    }

    /// The bytes in place; nothing where any of them is outside. They stay valid as long as the address space does.
    std::optional<std::span<std::byte>> span(uint32_t address, uint64_t bytes) {
        if (!contains(address, bytes)) return std::nullopt;
        return std::span(place(address), static_cast<size_t>(bytes));
    }
    std::optional<std::span<const std::byte>> span(uint32_t address, uint64_t bytes) const {
        if (!contains(address, bytes)) return std::nullopt;
        return std::span(place(address), static_cast<size_t>(bytes));
    }

    /// Copies out of memory. False where any byte is outside; `out` is then untouched.
    bool read(uint32_t address, std::span<std::byte> out) const {
        if (!contains(address, out.size())) return false;
        if (!out.empty()) std::memcpy(out.data(), place(address), out.size());
        return true;
    }

    /// Copies into memory. False where any byte is outside; memory is then untouched.
    bool write(uint32_t address, std::span<const std::byte> data) {
        if (!contains(address, data.size())) return false;
        if (!data.empty()) std::memcpy(place(address), data.data(), data.size());
        return true;
    }

    /// One value in host byte order, at any alignment. Nothing where it is outside.
    template <typename T>
    std::optional<T> load(uint32_t address) const {
        static_assert(std::is_trivially_copyable_v<T>);
        T value;
        if (!contains(address, sizeof value)) return std::nullopt;
        std::memcpy(&value, place(address), sizeof value);
        return value;
    }

    /// False where the value does not fit; memory is then untouched.
    template <typename T>
    bool store(uint32_t address, const T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        if (!contains(address, sizeof value)) return false;
        std::memcpy(place(address), &value, sizeof value);
        return true;
    }

    /// All bytes that can be read below or, `system`, from kSystemMemoryBit on: the whole of either memory. In the flat
    /// form pages that are not mapped read as zeros there.
    std::span<const std::byte> readable(bool system) const {
        const Half& memory = halves_[system ? 1 : 0];
        return {memory.data, mapped_ != nullptr ? kSystemMemoryBit : static_cast<size_t>(memory.size)};
    }

  private:
    /// The addresses that share the top bit.
    struct Half {
        std::byte* data = nullptr;
        /// Bytes that are there without a look at the mapped pages: none in the flat form.
        uint64_t size = 0;
    };

    const Half& half(uint32_t address) const { return halves_[address >> 31]; }
    const std::byte* place(uint32_t address) const { return half(address).data + (address & ~kSystemMemoryBit); }
    std::byte* place(uint32_t address) { return half(address).data + (address & ~kSystemMemoryBit); }

    LazyMemory gpu_;
    LazyMemory system_;
    std::unique_ptr<MappedMemory> mapped_;
    std::array<Half, 2> halves_{};
};

}  // namespace cyclorama::mem
