// SPDX-License-Identifier: MIT
#pragma once
// Addresses of a GPU, and the memories that they lead to.

#include <compare>
#include <cstddef>
#include <cstdint>

namespace cyclorama::func {

/// Memories that a GPU reaches: its own DRAM, the host's memory as far as it is mapped for the GPU, and memory on the
/// chip, in which for example a frame is drawn tile by tile.
enum class MemoryKind : uint8_t { Dram, System, OnChip };
inline constexpr size_t kMemoryKinds = 3;

/// The place of a byte: one of the memories, and an offset of up to 48 bits from its start. An integer becomes an
/// address in DRAM by itself. An address becomes an integer by name only, so that none is narrowed unseen.
class Address {
  public:
    static constexpr uint32_t kOffsetBits = 48;

    constexpr Address() = default;
    constexpr Address(uint64_t offset) : bits_(offset) {}
    constexpr Address(MemoryKind memory, uint64_t offset)
        : bits_(static_cast<uint64_t>(memory) << kOffsetBits | offset) {}
    static constexpr Address fromBits(uint64_t bits) {
        Address address{};
        address.bits_ = bits;
        return address;
    }

    constexpr MemoryKind memory() const { return static_cast<MemoryKind>(bits_ >> kOffsetBits); }
    constexpr uint64_t offset() const { return bits_ & ((uint64_t{1} << kOffsetBits) - 1); }
    /// The offset, with the memory in the bits above it: a number unique among all addresses, as caches use it for
    /// tags.
    constexpr uint64_t bits() const { return bits_; }

    /// The multiple of `alignment`, a power of two, at or below it.
    constexpr Address alignedDown(uint64_t alignment) const { return fromBits(bits_ & ~(alignment - 1)); }
    /// Distance from the multiple of `alignment`, a power of two, at or below it.
    constexpr uint32_t misalignment(uint32_t alignment) const { return static_cast<uint32_t>(bits_) & (alignment - 1); }

    constexpr Address& operator+=(uint64_t bytes) {
        bits_ += bytes;
        return *this;
    }
    constexpr Address& operator-=(uint64_t bytes) {
        bits_ -= bytes;
        return *this;
    }
    friend constexpr Address operator+(Address address, uint64_t bytes) { return address += bytes; }
    friend constexpr Address operator-(Address address, uint64_t bytes) { return address -= bytes; }
    /// Bytes from `from` up to `to`, in the same memory.
    friend constexpr uint64_t operator-(Address to, Address from) { return to.bits_ - from.bits_; }
    friend constexpr auto operator<=>(Address,
                                      Address) = default;  // NOLINT(modernize-use-nullptr): no pointer is there

  private:
    uint64_t bits_ = 0;
};

}  // namespace cyclorama::func
