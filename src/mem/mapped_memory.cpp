#include "mem/mapped_memory.h"

#include <sys/mman.h>

#include <cerrno>
#include <stdexcept>
#include <system_error>

namespace cyclorama::mem {

namespace {

// Private and without reservation: untouched pages cost nothing, and those that are only read share the zero page.
constexpr int kNothing = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;

void checkRange(uint32_t address, uint64_t offset, uint64_t bytes) {
    if (bytes == 0 || bytes > MappedMemory::kBytes - address)
        throw std::invalid_argument("a mapping must have bytes, and end within 4 GiB");
    if ((address | offset | bytes) % MappedMemory::kPageBytes != 0)
        throw std::invalid_argument("a mapping must consist of whole pages of 4096 bytes");
}

}  // namespace

MappedMemory::MappedMemory() {
    void* base = mmap(nullptr, kBytes, PROT_READ, kNothing, -1, 0);
    if (base == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "reserving the GPU's addresses");
    data_ = static_cast<std::byte*>(base);
}

MappedMemory::~MappedMemory() { munmap(data_, kBytes); }

void MappedMemory::map(uint32_t address, int file, uint64_t offset, uint64_t bytes) {
    checkRange(address, offset, bytes);
    place(address, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, offset);
    mark(address, bytes, true);
}

void MappedMemory::mapZeros(uint32_t address, uint64_t bytes) {
    checkRange(address, 0, bytes);
    place(address, bytes, PROT_READ | PROT_WRITE, kNothing, -1, 0);
    mark(address, bytes, true);
}

void MappedMemory::unmap(uint32_t address, uint64_t bytes) {
    checkRange(address, 0, bytes);
    mark(address, bytes, false);
    place(address, bytes, PROT_READ, kNothing, -1, 0);
}

void MappedMemory::place(uint32_t address, uint64_t bytes, int protection, int flags, int file, uint64_t offset) {
    void* mapped = mmap(data_ + address, bytes, protection, flags | MAP_FIXED, file, static_cast<off_t>(offset));
    if (mapped == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mapping GPU memory");
}

bool MappedMemory::allMapped(uint64_t first, uint64_t last) const {
    const uint64_t firstWord = first / kWordPages;
    const uint64_t lastWord = last / kWordPages;
    for (uint64_t word = firstWord; word <= lastWord; ++word) {
        uint64_t wanted = ~uint64_t{0};
        if (word == firstWord) wanted &= ~uint64_t{0} << first % kWordPages;
        if (word == lastWord) wanted &= ~uint64_t{0} >> (kWordPages - 1 - last % kWordPages);
        if ((pages_[word].load(std::memory_order_relaxed) & wanted) != wanted) return false;
    }
    return true;
}

void MappedMemory::mark(uint32_t address, uint64_t bytes, bool mapped) {
    const uint64_t end = (address + bytes) / kPageBytes;
    for (uint64_t page = address / kPageBytes; page < end; ++page) {
        const uint64_t bit = uint64_t{1} << page % kWordPages;
        std::atomic<uint64_t>& word = pages_[page / kWordPages];
        if (mapped)
            word.fetch_or(bit, std::memory_order_relaxed);
        else
            word.fetch_and(~bit, std::memory_order_relaxed);
    }
}

}  // namespace cyclorama::mem
