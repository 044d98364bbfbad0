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

CcuWritebacks::CcuWritebacks(uint32_t blocks, LineMemory& memory, FlagCache& flags, uint32_t firstId)
    : memory_(memory), flags_(flags), firstId_(firstId), blocks_(blocks) {}

bool CcuWritebacks::has(uint64_t address) const {
    return std::ranges::any_of(blocks_,
                               [address](const Block& block) { return block.used && block.address == address; });
}

void CcuWritebacks::start(const Leaving& leaving) {
    Block& block = *std::ranges::find_if(blocks_, [](const Block& each) { return !each.used; });
    block = {.address = leaving.address, .written = leaving.written, .flags = leaving.flags, .used = true};
    ++used_;
    if (leaving.flags.compressed()) {
        block.step = Step::Flags;
        block.partial = std::ranges::any_of(leaving.present, [](uint64_t bytes) { return bytes != ~uint64_t{0}; });
        return;
    }
    for (uint32_t i = 0; i < leaving.written.size(); ++i)
        if (hasPartialSector(leaving.written[i], leaving.present[i])) block.toRead |= 1u << i;
}

bool CcuWritebacks::clock() {
    if (used_ == 0) return false;
    const bool found = findFlags();
    const bool read = readOne();
    return writeOne() || read || found;
}

/// True if a block gets its size after this cycle, or no line of flags has room.
bool CcuWritebacks::findFlags() {
    bool any = false;
    for (Block& block : blocks_) {
        if (!block.used || block.step != Step::Flags) continue;
        const FlagCache::Found found = flags_.use(block.flags.address, true);
        any = any || found != FlagCache::Found::Coming;
        if (found == FlagCache::Found::NoRoom || (block.partial && found == FlagCache::Found::Coming)) continue;
        block.step = Step::Size;
        any = true;
    }
    return any;
}

void CcuWritebacks::betweenCycles(const BlockSizes& sizes, BlockCounters& counters) {
    if (used_ == 0) return;
    for (Block& block : blocks_) {
        if (!block.used || block.step != Step::Size) continue;
        const uint32_t sectors = sizes.sectorsOf(block.address, *block.flags.format);
        counters.count(sectors);
        block.step = Step::Moves;
        for (uint32_t i = 0; i < block.written.size(); ++i) {
            const LineAccess line = lineOfBlock(block.address, sectors, i);
            const uint64_t place = (line.address - block.address) / kLineBytes;
            block.written[place] = line.bytes;
            if (block.partial && line.bytes != 0) block.toRead |= 1u << place;
        }
        if (sectors == 0) forget(block);
    }
}

void CcuWritebacks::forget(Block& block) {
    block.used = false;
    --used_;
}

bool CcuWritebacks::readOne() {
    const auto found =
        std::ranges::find_if(blocks_, [](const Block& block) { return block.used && block.toRead != 0; });
    if (found == blocks_.end()) return false;
    const auto line = static_cast<uint32_t>(std::countr_zero(found->toRead));
    found->toRead &= found->toRead - 1;
    ++found->awaited;
    ++linesRead_;
    memory_.read(found->address + uint64_t{line} * kLineBytes,
                 firstId_ + static_cast<uint32_t>(found - blocks_.begin()));
    return true;
}

bool CcuWritebacks::writeOne() {
    const auto found = std::ranges::find_if(blocks_, [this](const Block& block) {
        return block.used && block.step == Step::Moves && block.toRead == 0 && block.awaited == 0 &&
               memory_.hasRoomForWrite(block.address);
    });
    if (found == blocks_.end()) return false;
    const auto line = std::ranges::find_if(found->written, [](uint64_t bytes) { return bytes != 0; });
    const auto number = static_cast<uint32_t>(line - found->written.begin());
    memory_.write(found->address + uint64_t{number} * kLineBytes, *line);
    *line = 0;
    if (std::ranges::all_of(found->written, [](uint64_t bytes) { return bytes == 0; })) forget(*found);
    return true;
}

}  // namespace cyclorama::adreno
