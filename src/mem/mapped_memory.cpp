// SPDX-License-Identifier: MIT
#include "mem/mapped_memory.h"

#include <sys/mman.h>

#include <cerrno>
#include <stdexcept>
#include <system_error>

namespace cyclorama::mem {

namespace {

using func::MemoryWindows;

// Private and without reservation: untouched pages cost nothing, and those that are only read share the zero page.
constexpr int kNothing = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;

/// Bytes of the words that have a bit for each page of a window.
constexpr uint64_t kPageBits = MemoryWindows::kWindowBytes / MappedMemory::kPageBytes / 8;

void checkRange(func::Address address, uint64_t offset, uint64_t bytes) {
    if (address.memory() != func::MemoryKind::Dram) throw std::invalid_argument("a mapping must be in DRAM");
    if (bytes == 0 || bytes > MemoryWindows::kWindowBytes - MemoryWindows::offsetInWindow(address))
        throw std::invalid_argument("a mapping must have bytes, and cross no multiple of 64 GiB");
    if ((address.offset() | offset | bytes) % MappedMemory::kPageBytes != 0)
        throw std::invalid_argument("a mapping must consist of whole pages of 4096 bytes");
}

std::byte* reserve(uint64_t bytes, int protection) {
    void* base = mmap(nullptr, bytes, protection, kNothing, -1, 0);
    if (base == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "reserving the GPU's addresses");
    return static_cast<std::byte*>(base);
}

void place(std::byte* data, uint64_t bytes, int protection, int flags, int file, uint64_t offset) {
    void* mapped = mmap(data, bytes, protection, flags | MAP_FIXED, file, static_cast<off_t>(offset));
    if (mapped == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mapping GPU memory");
}

}  // namespace

MappedMemory::~MappedMemory() {
    for (const auto& [number, window] : opened_) {
        munmap(window.data, window.readable);
        munmap(window.pages, kPageBits);
    }
}

const func::MemoryWindow& MappedMemory::open(func::Address address) {
    const uint64_t number = address.offset() / MemoryWindows::kWindowBytes;
    const auto found = opened_.find(number);
    if (found != opened_.end()) return found->second;
    func::MemoryWindow window{.data = reserve(MemoryWindows::kWindowBytes, PROT_READ),
                              .readable = MemoryWindows::kWindowBytes};
    try {
        window.pages = reinterpret_cast<uint64_t*>(reserve(kPageBits, PROT_READ | PROT_WRITE));
    } catch (...) {
        munmap(window.data, window.readable);
        throw;
    }
    const func::MemoryWindow& opened = opened_.emplace(number, window).first->second;
    windows_->add(address, opened);
    return opened;
}

void MappedMemory::map(func::Address address, int file, uint64_t offset, uint64_t bytes) {
    checkRange(address, offset, bytes);
    const func::MemoryWindow& window = open(address);
    const uint64_t at = MemoryWindows::offsetInWindow(address);
    place(window.data + at, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, offset);
    mark(window, at, bytes, true);
}

void MappedMemory::mapZeros(func::Address address, uint64_t bytes) {
    checkRange(address, 0, bytes);
    const func::MemoryWindow& window = open(address);
    const uint64_t at = MemoryWindows::offsetInWindow(address);
    place(window.data + at, bytes, PROT_READ | PROT_WRITE, kNothing, -1, 0);
    mark(window, at, bytes, true);
}

void MappedMemory::unmap(func::Address address, uint64_t bytes) {
    checkRange(address, 0, bytes);
    const func::MemoryWindow& window = open(address);
    const uint64_t at = MemoryWindows::offsetInWindow(address);
    mark(window, at, bytes, false);
    place(window.data + at, bytes, PROT_READ, kNothing, -1, 0);
}

bool MappedMemory::allMapped(const func::MemoryWindow& window, uint64_t first, uint64_t last) {
    const uint64_t firstWord = first / kWordPages;
    const uint64_t lastWord = last / kWordPages;
    for (uint64_t word = firstWord; word <= lastWord; ++word) {
        uint64_t wanted = ~uint64_t{0};
        if (word == firstWord) wanted &= ~uint64_t{0} << first % kWordPages;
        if (word == lastWord) wanted &= ~uint64_t{0} >> (kWordPages - 1 - last % kWordPages);
        if ((wordOf(window, word) & wanted) != wanted) return false;
    }
    return true;
}

void MappedMemory::mark(const func::MemoryWindow& window, uint64_t offset, uint64_t bytes, bool mapped) {
    const uint64_t end = (offset + bytes) / kPageBytes;
    for (uint64_t page = offset / kPageBytes; page < end; ++page) {
        const uint64_t bit = uint64_t{1} << page % kWordPages;
        const std::atomic_ref word(window.pages[page / kWordPages]);
        if (mapped)
            word.fetch_or(bit, std::memory_order_relaxed);
        else
            word.fetch_and(~bit, std::memory_order_relaxed);
    }
}

}  // namespace cyclorama::mem
