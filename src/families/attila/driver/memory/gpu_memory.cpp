// SPDX-License-Identifier: MIT
#include "families/attila/driver/memory/gpu_memory.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>

#include "mem/address_space.h"
#include "sim/error.h"
#include "virgl/protocol/refusal.h"

namespace cyclorama::attila {
namespace {

device::UniqueFd makeMemory(uint64_t bytes) {
    device::UniqueFd memory(memfd_create("cyclorama-gpu", MFD_CLOEXEC));
    if (!memory || ftruncate(memory.get(), static_cast<off_t>(bytes)) != 0)
        throw sim::Error("exec", "", "the host has no memory for that of the GPU");
    return memory;
}

}  // namespace

GpuMemory::GpuMemory(uint64_t bytes, uint64_t surfaces)
    : memory_(makeMemory(bytes)),
      view_(memory_.get(), bytes),
      surfaces_{.begin = 0, .end = surfaces},
      others_{.begin = surfaces, .end = bytes} {
    if (view_.bytes().empty()) throw sim::Error("exec", "", "the host has no addresses for the GPU's memory");
}

std::optional<uint64_t> GpuMemory::findFree(const Zone& zone, uint64_t from, uint64_t bytes) const {
    uint64_t start = from;
    auto it = used_.lower_bound(static_cast<uint32_t>(from));
    // One that begins before may reach over the address.
    if (it != used_.begin()) start = std::max(start, uint64_t{std::prev(it)->first} + std::prev(it)->second);
    for (; it != used_.end() && it->first < zone.end && it->first - start < bytes; ++it)
        start = uint64_t{it->first} + it->second;
    if (start > zone.end || bytes > zone.end - start) return std::nullopt;
    return start;
}

uint32_t GpuMemory::allocate(uint64_t bytes, MemoryPart part) {
    const uint64_t wanted =
        std::max((bytes + device::kPageBytes - 1) / device::kPageBytes, uint64_t{1}) * device::kPageBytes;
    Zone& zone = zoneOf(part);
    std::optional<uint64_t> free = findFree(zone, zone.next, wanted);
    if (!free) free = findFree(zone, zone.begin, wanted);
    if (!free)
        throw virgl::BeyondGpu(
            fmt::format("more memory than the GPU has: {} MiB are full", (zone.end - zone.begin) >> 20));
    const uint64_t start = *free;
    const auto address = static_cast<uint32_t>(start);
    used_[address] = static_cast<uint32_t>(wanted);
    const std::span<std::byte> memory = view_.bytes();
    for (uint64_t at = std::max(zone.untouched, start); at < start + wanted; at += sizeof mem::kUnwrittenWord)
        std::memcpy(memory.data() + at, &mem::kUnwrittenWord, sizeof mem::kUnwrittenWord);
    zone.untouched = std::max(zone.untouched, start + wanted);
    zone.next = start + wanted;
    return address;
}

void GpuMemory::release(uint32_t address) { used_.erase(address); }

}  // namespace cyclorama::attila
