// SPDX-License-Identifier: MIT
#include "families/adreno/memory/gpu_memory.h"

#include <fmt/format.h>

#include <algorithm>

#include "families/adreno/memory/memory_findings.h"

namespace cyclorama::adreno {

std::string_view name(MemoryClient client) {
    constexpr std::string_view kNames[] = {"SP instruction fetch",
                                           "HLSQ state load",
                                           "SP descriptor fetch",
                                           "SP uniform load",
                                           "SP load or store",
                                           "SP private memory",
                                           "TP texture fetch",
                                           "PC index fetch",
                                           "VFD vertex fetch",
                                           "CP indirect arguments",
                                           "VPC streamout",
                                           "PC tessellation factors",
                                           "RB colours",
                                           "RB depth and stencil",
                                           "GRAS LRZ",
                                           "VSC visibility streams",
                                           "2D engine",
                                           "RB blit",
                                           "counters"};
    return kNames[static_cast<size_t>(client)];
}

std::byte* GpuMemory::look(uint64_t address, uint64_t bytes) const {
    if (address - gmem_.base < gmem_.bytes) return gmem(address - gmem_.base, bytes);
    if (address >> func::Address::kOffsetBits != 0) return nullptr;
    const auto found = space_->span(func::Address(address), bytes);
    return found ? found->data() : nullptr;
}

uint64_t GpuMemory::mappedBytes(uint64_t address, uint64_t most) const {
    if (look(address, most) != nullptr) return most;
    // Binary search: `mapped` bytes are mapped, `tooMany` are not.
    uint64_t mapped = 0;
    uint64_t tooMany = most;
    while (tooMany - mapped > 1) {
        const uint64_t middle = mapped + (tooMany - mapped) / 2;
        (look(address, middle) != nullptr ? mapped : tooMany) = middle;
    }
    return mapped;
}

std::byte* GpuMemory::gmem(uint64_t offset, uint64_t bytes) const {
    if (offset > gmem_.bytes || bytes > gmem_.bytes - offset) return nullptr;
    const auto found = space_->span(func::Address(func::MemoryKind::OnChip, offset), bytes);
    return found ? found->data() : nullptr;
}

bool GpuMemory::read(uint64_t address, std::span<uint32_t> words, MemoryClient client) const {
    const std::byte* const place = find(address, words.size_bytes(), client);
    if (place == nullptr) {
        std::ranges::fill(words, 0);
        return false;
    }
    if (!words.empty()) std::memcpy(words.data(), place, words.size_bytes());
    return true;
}

void GpuMemory::missing(uint64_t address, uint64_t bytes, MemoryClient client) const {
    reporter_->report(findings::kMemoryUnmapped, fmt::format("{}: {:#x}, {} bytes", name(client), address, bytes));
}

}  // namespace cyclorama::adreno
