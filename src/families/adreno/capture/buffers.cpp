// SPDX-License-Identifier: MIT
#include "families/adreno/capture/buffers.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

namespace cyclorama::adreno {

void Buffers::add(uint64_t address, std::vector<std::byte> content, uint64_t size) {
    size = std::min(size, std::numeric_limits<uint64_t>::max() - address);
    if (content.size() > size) content.resize(size);
    if (size == 0) return;
    auto at = buffers_.upper_bound(address);
    if (at != buffers_.begin() && address - std::prev(at)->first < std::prev(at)->second.size) --at;
    while (at != buffers_.end() && at->first < address + size) at = buffers_.erase(at);
    buffers_.emplace(address, Buffer{.content = std::move(content), .size = size});
}

std::span<const std::byte> Buffers::from(uint64_t address) const {
    auto at = buffers_.upper_bound(address);
    if (at == buffers_.begin()) return {};
    --at;
    const std::vector<std::byte>& content = at->second.content;
    const uint64_t distance = address - at->first;
    return distance < content.size() ? std::span(content).subspan(distance) : std::span<const std::byte>{};
}

bool Buffers::read(uint64_t address, std::span<std::byte> out) const {
    auto at = buffers_.upper_bound(address);
    if (at == buffers_.begin()) return out.empty();
    --at;
    const uint64_t distance = address - at->first;
    if (distance >= at->second.size || at->second.size - distance < out.size()) return false;
    const std::span<const std::byte> content = from(address);
    const size_t there = std::min(content.size(), out.size());
    std::copy_n(content.begin(), there, out.begin());
    std::fill(out.begin() + static_cast<std::ptrdiff_t>(there), out.end(), std::byte{});
    return true;
}

}  // namespace cyclorama::adreno
