#pragma once
// A flat 32-bit address space into which the host maps buffers page by page, as an IOMMU does for a GPU.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace cyclorama::mem {

/// 4 GiB of the host's addresses. Pages that nothing is mapped to read as zeros and must not be written; contains()
/// tells them apart. Looking up pages is safe while another thread maps other ones.
class MappedMemory {
  public:
    static constexpr uint64_t kBytes = uint64_t{1} << 32;
    static constexpr uint64_t kPageBytes = 4096;

    /// Throws std::system_error where the host cannot reserve the range.
    MappedMemory();
    ~MappedMemory();
    MappedMemory(const MappedMemory&) = delete;
    MappedMemory& operator=(const MappedMemory&) = delete;

    /// Maps bytes of a file, shared with everyone else who maps it. Takes the place of what was mapped there. All three
    /// must be multiples of kPageBytes, and the range must not be empty or leave the space: std::invalid_argument.
    /// Throws std::system_error where the host cannot map.
    void map(uint32_t address, int file, uint64_t offset, uint64_t bytes);
    /// Maps zeros of its own.
    void mapZeros(uint32_t address, uint64_t bytes);
    void unmap(uint32_t address, uint64_t bytes);

    /// Whether all bytes of the range are mapped.
    bool contains(uint32_t address, uint64_t bytes) const {
        if (bytes == 0) return true;
        if (bytes > kBytes - address) return false;
        const uint64_t first = address / kPageBytes;
        const uint64_t last = (address + bytes - 1) / kPageBytes;
        if (first == last) return mapped(first);
        if (first + 1 == last) return mapped(first) && mapped(last);
        return allMapped(first, last);
    }

    std::byte* data() { return data_; }
    const std::byte* data() const { return data_; }

  private:
    static constexpr uint64_t kPages = kBytes / kPageBytes;
    static constexpr uint64_t kWordPages = 64;
    using PageWords = std::array<std::atomic<uint64_t>, kPages / kWordPages>;

    bool mapped(uint64_t page) const {
        return (pages_[page / kWordPages].load(std::memory_order_relaxed) >> page % kWordPages & 1) != 0;
    }
    bool allMapped(uint64_t first, uint64_t last) const;
    void mark(uint32_t address, uint64_t bytes, bool mapped);
    void place(uint32_t address, uint64_t bytes, int protection, int flags, int file, uint64_t offset);

    std::byte* data_ = nullptr;
    PageWords pages_{};
};

}  // namespace cyclorama::mem
