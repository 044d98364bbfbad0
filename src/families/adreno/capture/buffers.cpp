// SPDX-License-Identifier: MIT
#include "families/adreno/capture/buffers.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace cyclorama::adreno {

void Buffers::add(uint64_t address, std::vector<std::byte> content) {
    const uint64_t room = std::numeric_limits<uint64_t>::max() - address;
    if (content.size() > room) content.resize(room);
    if (content.empty()) return;
    auto at = buffers_.upper_bound(address);
    if (at != buffers_.begin() && address - std::prev(at)->first < std::prev(at)->second.size()) --at;
    while (at != buffers_.end() && at->first < address + content.size()) at = buffers_.erase(at);
    buffers_.emplace(address, std::move(content));
}

std::span<const std::byte> Buffers::from(uint64_t address) const {
    auto at = buffers_.upper_bound(address);
    if (at == buffers_.begin()) return {};
    --at;
    const uint64_t distance = address - at->first;
    return distance < at->second.size() ? std::span(at->second).subspan(distance) : std::span<const std::byte>{};
}

bool Buffers::read(uint64_t address, std::span<std::byte> out) const {
    const std::span<const std::byte> bytes = from(address);
    if (bytes.size() < out.size()) return false;
    std::copy_n(bytes.begin(), out.size(), out.begin());
    return true;
}

}  // namespace cyclorama::adreno
