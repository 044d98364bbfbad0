// SPDX-License-Identifier: MIT
#include "mem/lazy_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>

#include "func/memory/memory_windows.h"

namespace cyclorama::mem {

namespace {

// Size of the file with the fill pattern: large enough that 2 GiB needs few mappings (the kernel's limit is 65530 a
// process).
constexpr uint64_t kLargestPattern = uint64_t{1} << 20;
// Bytes of the pattern that are written to the file at a time.
constexpr uint64_t kPatternPiece = uint64_t{1} << 14;
constexpr uint64_t kHostPage = 4096;

[[noreturn]] void throwSystemError(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

/// Bytes of the pattern for a memory of that size: there are about as many mappings as pages of the pattern.
uint64_t patternBytes(uint64_t memoryBytes) {
    uint64_t bytes = kPatternPiece;
    while (bytes < kLargestPattern && memoryBytes / bytes > bytes / kHostPage) bytes *= 2;
    return bytes;
}

/// An anonymous file that holds the fill pattern, for as long as it takes to map it.
class PatternFile {
  public:
    PatternFile(uint32_t word, uint64_t bytes) : descriptor_(memfd_create("cyclorama-memory", MFD_CLOEXEC)) {
        if (descriptor_ < 0) throwSystemError("memfd_create");
        const std::vector<uint32_t> pattern(kPatternPiece / sizeof word, word);
        uint64_t written = 0;
        while (written < bytes) {
            const auto* piece = reinterpret_cast<const std::byte*>(pattern.data());
            const uint64_t begun = written % kPatternPiece;
            const ssize_t count = ::write(descriptor_, piece + begun, kPatternPiece - begun);
            if (count < 0) {
                if (errno == EINTR) continue;
                const int reason = errno;
                ::close(descriptor_);
                errno = reason;
                throwSystemError("filling the memory pattern");
            }
            written += static_cast<uint64_t>(count);
        }
    }
    ~PatternFile() { ::close(descriptor_); }
    PatternFile(const PatternFile&) = delete;
    PatternFile& operator=(const PatternFile&) = delete;
    int descriptor() const { return descriptor_; }

  private:
    int descriptor_;
};

uint64_t roundUp(uint64_t value, uint64_t unit) { return (value + unit - 1) / unit * unit; }

std::byte* reserve(uint64_t bytes) {
    void* base = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED) throwSystemError("reserving memory");
    return static_cast<std::byte*>(base);
}

/// Maps the pattern as often as it takes. False where it cannot be mapped; with MAP_FIXED_NOREPLACE nothing is mapped
/// then.
bool mapPieces(std::byte* base, uint64_t bytes, const PatternFile& pattern, uint64_t piece, int placement) {
    for (uint64_t offset = 0; offset < bytes; offset += piece) {
        // A private mapping copies a page of the pattern at its first write.
        void* mapped = mmap(base + offset, piece, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE | placement,
                            pattern.descriptor(), 0);
        if (mapped == base + offset) continue;
        const int reason = errno;
        // Hosts that do not know MAP_FIXED_NOREPLACE map somewhere else.
        if (mapped != MAP_FAILED) munmap(mapped, piece);
        if (placement == MAP_FIXED_NOREPLACE && offset > 0) munmap(base, offset);
        errno = reason;
        return false;
    }
    return true;
}

}  // namespace

LazyMemory::LazyMemory(uint64_t bytes, uint32_t fillWord) : size_(bytes) {
    if (bytes > func::MemoryWindows::kWindowBytes) throw std::length_error("a memory has at most 64 GiB");
    if (bytes == 0) return;
    const uint64_t piece = patternBytes(bytes);
    reserved_ = roundUp(bytes, piece);
    const PatternFile pattern(fillWord, piece);
    data_ = reserve(reserved_);
    // Mapping is faster by a third where nothing is mapped; unless another thread takes one of the addresses meanwhile.
    munmap(data_, reserved_);
    if (mapPieces(data_, reserved_, pattern, piece, MAP_FIXED_NOREPLACE)) return;
    data_ = reserve(reserved_);
    if (mapPieces(data_, reserved_, pattern, piece, MAP_FIXED)) return;
    const int reason = errno;
    munmap(data_, reserved_);
    errno = reason;
    throwSystemError("mapping memory");
}

LazyMemory::~LazyMemory() {
    if (data_ != nullptr) munmap(data_, reserved_);
}

LazyMemory::LazyMemory(LazyMemory&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      reserved_(std::exchange(other.reserved_, 0)) {}

LazyMemory& LazyMemory::operator=(LazyMemory&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(reserved_, other.reserved_);
    return *this;
}

}  // namespace cyclorama::mem
