// SPDX-License-Identifier: MIT
#include "families/adreno/pc/index_stream.h"

#include <algorithm>
#include <numeric>

#include "func/memory/load_value.h"

namespace cyclorama::adreno {

std::span<const uint32_t> IndexStream::read(uint32_t position) {
    const size_t count = std::min<size_t>(kBlock, draw_.count - position);
    const std::span<uint32_t> indices = std::span(block_).first(count);
    if (draw_.initiator.source() == DrawInitiator::Memory)
        readMemory(uint64_t{draw_.firstIndex} + position, count);
    else
        std::iota(indices.begin(), indices.end(), position);
    return indices;
}

void IndexStream::readMemory(uint64_t first, size_t count) {
    const uint64_t end = draw_.mostIndices;
    const size_t there = static_cast<size_t>(std::min<uint64_t>(count, end - std::min(first, end)));
    const std::span<uint32_t> indices = std::span(block_).first(there);
    std::fill(block_.begin() + static_cast<std::ptrdiff_t>(there), block_.end(), 0u);
    if (there == 0) return;
    const uint32_t bytes = draw_.initiator.indexBytes();
    const uint64_t address = draw_.indexAddress + first * bytes;
    if (const std::byte* const all = memory_.lookAtOnce(address, there * bytes))
        return func::loadNumbers(all, bytes, indices);
    for (size_t i = 0; i < there; ++i) {
        const std::byte* const one = memory_.find(address + i * bytes, bytes, MemoryClient::Indices);
        indices[i] = 0;
        if (one != nullptr) func::loadNumbers(one, bytes, indices.subspan(i, 1));
    }
}

}  // namespace cyclorama::adreno
