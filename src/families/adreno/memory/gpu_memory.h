// SPDX-License-Identifier: MIT
#pragma once
// Memory at the 64-bit addresses that the blocks after the command processor use: buffers that are mapped, and the
// range through which GMEM is seen.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "families/adreno/chip/chip.h"
#include "families/adreno/chip/reporter.h"
#include "mem/address_space.h"

namespace cyclorama::adreno {

/// The blocks that access memory, as findings name them.
enum class MemoryClient : uint8_t {
    Instructions,  ///< fetch of programs
    LoadState,     ///< LOAD_STATE6
    Descriptors,
    Uniforms,
    Program,  ///< loads, stores and atomics of programs
    PrivateMemory,
    Texture,
    Indices,
    Vertices,
    Indirect,  ///< arguments of indirect work
    Streamout,
    Tessellation,
    Colors,
    DepthStencil,
    Lrz,
    Visibility,
    Blit,     ///< the 2D engine
    Resolve,  ///< the event BLIT
    Counters
};
/// "SP instruction fetch", "RB colours".
std::string_view name(MemoryClient client);

/// The bytes of a chip's own memory, and the address at which shaders and the 2D engine see it.
struct GmemRange {
    uint64_t base = 0;
    uint64_t bytes = 0;
};

/// GMEM of a chip.
inline GmemRange gmemRangeOf(const Chip& chip) { return {.base = chip.gmemBase, .bytes = chip.gmemBytes}; }

/// Hears of accesses to memory.
class AccessListener {
  public:
    virtual ~AccessListener() = default;
    /// Bytes that a block is about to access, exactly. Any thread may call it.
    virtual void accessed(MemoryClient client, uint64_t address, uint64_t bytes) = 0;
    /// True if accessed() may find a fault with an access within these bytes. Any thread may call it.
    virtual bool mayFault(uint64_t address, uint64_t bytes) const = 0;
};

/// All functions may be called by several threads at once. Pointers stay valid until the operation ends.
class GpuMemory {
  public:
    /// All outlive it; the listener may be null.
    GpuMemory(mem::AddressSpace& space, const GmemRange& gmem, Reporter& reporter, AccessListener* listener = nullptr)
        : space_(&space), gmem_(gmem), reporter_(&reporter), listener_(listener) {}

    /// The bytes in place. Null where not all are mapped: a finding with client and address; loads then read zero,
    /// stores are lost.
    std::byte* find(uint64_t address, uint64_t bytes, MemoryClient client) const {
        std::byte* const place = look(address, bytes);
        if (place == nullptr)
            missing(address, bytes, client);
        else if (listener_ != nullptr)
            listener_->accessed(client, address, bytes);
        return place;
    }
    /// The same without a finding.
    std::byte* look(uint64_t address, uint64_t bytes) const;
    /// The bytes that several accesses are within, for callers that find() those one by one where it is null: not all
    /// bytes are mapped, or a listener needs the accesses exactly. Without a finding.
    std::byte* lookAtOnce(uint64_t address, uint64_t bytes) const {
        return listener_ != nullptr && listener_->mayFault(address, bytes) ? nullptr : look(address, bytes);
    }
    /// How many bytes from an address on are mapped without a gap, up to `most`; without a finding.
    uint64_t mappedBytes(uint64_t address, uint64_t most) const;
    /// Bytes of GMEM, at an offset from its start; null, without a finding, where the range exceeds GMEM.
    std::byte* gmem(uint64_t offset, uint64_t bytes) const;

    /// The address at which programs and the 2D engine see that offset.
    uint64_t gmemAddress(uint64_t offset) const { return gmem_.base + offset; }

    /// Zeros, and a finding, where not all is mapped.
    template <typename T>
    T load(uint64_t address, MemoryClient client) const {
        T value{};
        if (const std::byte* const place = find(address, sizeof value, client))
            std::memcpy(&value, place, sizeof value);
        return value;
    }
    template <typename T>
    void store(uint64_t address, const T& value, MemoryClient client) const {
        if (std::byte* const place = find(address, sizeof value, client)) std::memcpy(place, &value, sizeof value);
    }
    /// False, with `words` of zeros and a finding, where not all is mapped.
    bool read(uint64_t address, std::span<uint32_t> words, MemoryClient client) const;

    /// Reports an access to memory that is not there.
    void missing(uint64_t address, uint64_t bytes, MemoryClient client) const;

  private:
    mem::AddressSpace* space_;
    GmemRange gmem_;
    Reporter* reporter_;
    AccessListener* listener_;
};

}  // namespace cyclorama::adreno
