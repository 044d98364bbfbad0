// SPDX-License-Identifier: MIT
#include "family/capture/replay_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <system_error>

#include "func/memory/memory_windows.h"

namespace cyclorama::family {
namespace {

constexpr uint64_t kReplayPage = 4096;
/// Bytes that all buffers of a file may have together.
constexpr uint64_t kLargestReplay = uint64_t{1} << 34;
/// Beyond what any chip's processes have, and few enough windows of address space to reserve.
constexpr uint64_t kEndOfAddresses = uint64_t{1} << 40;

}  // namespace

ReplayPages ReplayPages::make(uint64_t bytes) {
    ReplayPages pages{.memory = device::UniqueFd(memfd_create("replay", MFD_CLOEXEC)), .view = {}};
    if (pages.memory.get() < 0 || ftruncate(pages.memory.get(), static_cast<off_t>(bytes)) != 0)
        throw std::system_error(errno, std::generic_category(), "a buffer of the file");
    pages.view = std::make_unique<device::MappedView>(pages.memory.get(), bytes);
    if (pages.view->bytes().empty())
        throw std::system_error(errno, std::generic_category(), "mapping a buffer of the file");
    return pages;
}

bool ReplayMemory::write(uint64_t address, std::span<const std::byte> content) {
    if (content.empty()) return true;
    if (address >= kEndOfAddresses || content.size() > kEndOfAddresses - address) return false;
    const uint64_t begin = address / kReplayPage * kReplayPage;
    const uint64_t end = (address + content.size() + kReplayPage - 1) / kReplayPage * kReplayPage;
    if (!fillGaps(begin, end)) return false;
    for (auto run = std::prev(runs_.upper_bound(address)); run != runs_.end() && run->first < end; ++run) {
        const std::span<std::byte> bytes = run->second.view->bytes();
        const uint64_t first = std::max(address, run->first);
        const uint64_t last = std::min(address + content.size(), run->first + bytes.size());
        if (first < last)
            std::memcpy(bytes.data() + (first - run->first), content.data() + (first - address), last - first);
    }
    return true;
}

bool ReplayMemory::fillGaps(uint64_t begin, uint64_t end) {
    auto next = runs_.upper_bound(begin);
    if (next != runs_.begin()) begin = std::max(begin, endOf(*std::prev(next)));
    while (begin < end) {
        uint64_t gapEnd = next == runs_.end() ? end : std::min(end, next->first);
        // No mapping crosses from one window of the address space to the next.
        constexpr uint64_t kWindow = func::MemoryWindows::kWindowBytes;
        gapEnd = std::min(gapEnd, (begin / kWindow + 1) * kWindow);
        if (begin < gapEnd) {
            if (!add(begin, gapEnd - begin)) return false;
            begin = gapEnd;
        } else {
            begin = endOf(*next++);
        }
    }
    return true;
}

bool ReplayMemory::add(uint64_t address, uint64_t bytes) {
    total_ += bytes;
    if (total_ > kLargestReplay) return false;
    ReplayPages run = ReplayPages::make(bytes);
    context_.map(address, run.memory.get(), bytes);
    runs_.emplace(address, std::move(run));
    return true;
}

}  // namespace cyclorama::family
