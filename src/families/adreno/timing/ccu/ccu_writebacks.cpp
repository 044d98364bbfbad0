// SPDX-License-Identifier: MIT
#include "families/adreno/timing/ccu/ccu_writebacks.h"

#include <algorithm>
#include <bit>

namespace cyclorama::adreno {
namespace {

/// True if a sector of the line was written, and the cache does not have all of it.
bool hasPartialSector(uint64_t written, uint64_t present) {
    constexpr uint64_t kSector = (uint64_t{1} << kSectorBytes) - 1;
    for (uint32_t first = 0; first < kLineBytes; first += kSectorBytes)
        if ((written >> first & kSector) != 0 && (present >> first & kSector) != kSector) return true;
    return false;
}

}  // namespace

CcuWritebacks::CcuWritebacks(uint32_t blocks, LineMemory& memory, uint32_t firstId)
    : memory_(memory), firstId_(firstId), blocks_(blocks) {}

bool CcuWritebacks::has(uint64_t address) const {
    return std::ranges::any_of(blocks_,
                               [address](const Block& block) { return block.used && block.address == address; });
}

uint32_t CcuWritebacks::start(uint64_t address, const CcuBlockBytes& written, const CcuBlockBytes& present) {
    Block& block = *std::ranges::find_if(blocks_, [](const Block& each) { return !each.used; });
    block = {.address = address, .written = written, .used = true};
    for (uint32_t i = 0; i < written.size(); ++i)
        if (hasPartialSector(written[i], present[i])) block.toRead |= 1u << i;
    ++used_;
    return static_cast<uint32_t>(std::popcount(block.toRead));
}

bool CcuWritebacks::clock() {
    if (used_ == 0) return false;
    const bool read = readOne();
    return writeOne() || read;
}

bool CcuWritebacks::readOne() {
    const auto found = std::ranges::find_if(blocks_, [](const Block& block) { return block.toRead != 0; });
    if (found == blocks_.end()) return false;
    const auto line = static_cast<uint32_t>(std::countr_zero(found->toRead));
    found->toRead &= found->toRead - 1;
    ++found->awaited;
    memory_.read(found->address + uint64_t{line} * kLineBytes,
                 firstId_ + static_cast<uint32_t>(found - blocks_.begin()));
    return true;
}

bool CcuWritebacks::writeOne() {
    const auto found = std::ranges::find_if(blocks_, [this](const Block& block) {
        return block.used && block.toRead == 0 && block.awaited == 0 && memory_.hasRoomForWrite(block.address);
    });
    if (found == blocks_.end()) return false;
    const auto line = std::ranges::find_if(found->written, [](uint64_t bytes) { return bytes != 0; });
    const auto number = static_cast<uint32_t>(line - found->written.begin());
    memory_.write(found->address + uint64_t{number} * kLineBytes, *line);
    *line = 0;
    if (std::ranges::all_of(found->written, [](uint64_t bytes) { return bytes == 0; })) {
        found->used = false;
        --used_;
    }
    return true;
}

}  // namespace cyclorama::adreno
