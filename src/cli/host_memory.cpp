// SPDX-License-Identifier: MIT
#include "cli/host_memory.h"

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace cyclorama::cli {

#if defined(__GLIBC__) && defined(MADV_HUGEPAGE)

namespace {

constexpr uintptr_t kLargePage = uintptr_t{2} << 20;
// Growth of the heap: addresses alone, until they are written.
constexpr int kHeapGrowth = 64 << 20;
// More than what is left of the heap when it has been trimmed to whole pages of the host.
constexpr size_t kSmallBlock = size_t{8} << 10;
// Size of the block and of malloc's notes after it.
constexpr uintptr_t kFirstPages = 2 * kSmallBlock;

std::byte* endOfHeap() { return static_cast<std::byte*>(sbrk(0)); }

/// Bytes from a place to the next boundary of large pages.
uintptr_t toLargePage(const std::byte* place) { return -reinterpret_cast<uintptr_t>(place) % kLargePage; }

}  // namespace

void useLargePages() {
    // The heap continues just before a boundary of large pages: of these none may have been written when they are asked
    // for, as its part that was stays in small pages.
    malloc_trim(0);
    const uintptr_t skipped = toLargePage(endOfHeap() + kFirstPages);
    std::byte* const start = endOfHeap() + skipped + kFirstPages;
    if (reinterpret_cast<intptr_t>(sbrk(static_cast<intptr_t>(skipped))) == -1) return;
    if (mallopt(M_TOP_PAD, kHeapGrowth) == 0) return;
    void* volatile block = std::malloc(kSmallBlock);  // volatile: the compiler may not leave it out
    std::free(block);
    // Pages stay small if the host refuses.
    if (endOfHeap() > start) madvise(start, static_cast<size_t>(endOfHeap() - start), MADV_HUGEPAGE);
}

#else

void useLargePages() {}

#endif

}  // namespace cyclorama::cli
