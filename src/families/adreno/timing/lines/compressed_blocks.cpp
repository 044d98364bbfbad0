// SPDX-License-Identifier: MIT
#include "families/adreno/timing/lines/compressed_blocks.h"

#include <algorithm>

#include "families/adreno/surface/compressed_size.h"

namespace cyclorama::adreno {
namespace {

constexpr uint32_t kLines = kCompressedBlockBytes / kLineBytes;

/// By all digits of the block's number.
uint32_t firstLineOf(uint64_t block) {
    uint64_t number = block / kCompressedBlockBytes;
    for (uint32_t bits = 32; bits >= 2; bits /= 2) number ^= number >> bits;
    return static_cast<uint32_t>(number % kLines);
}

}  // namespace

uint32_t BlockSizes::sectorsOf(uint64_t block, const SurfaceFormat& format) const {
    if (block >> func::Address::kOffsetBits != 0) return kWholeBlockSectors;
    const auto bytes = space_->span(func::Address(block), kCompressedBlockBytes);
    return bytes ? compressedSectors(format, bytes->first<kCompressedBlockBytes>()) : kWholeBlockSectors;
}

LineAccess lineOfBlock(uint64_t block, uint32_t sectors, uint32_t number) {
    constexpr uint32_t kSectors = kLineBytes / kSectorBytes;
    const uint32_t before = number * kSectors;
    const uint32_t bytes = sectors <= before ? 0 : std::min(sectors - before, kSectors) * kSectorBytes;
    const uint32_t first = sectors == kWholeBlockSectors ? 0 : firstLineOf(block);
    return {.address = block + uint64_t{(first + number) % kLines} * kLineBytes,
            .bytes = bytes == kLineBytes ? ~uint64_t{0} : (uint64_t{1} << bytes) - 1,
            .lanes = 1};
}

LineAccess compressedLine(uint64_t address, uint32_t sectors) {
    const uint64_t block = address / kCompressedBlockBytes * kCompressedBlockBytes;
    const auto line = static_cast<uint32_t>((address - block) / kLineBytes);
    return lineOfBlock(block, sectors, line * linesOfSectors(sectors) / kLines);
}

void CompressedSurfaces::add(const SurfaceView& view) {
    if (view.format() != nullptr && view.parameters().flagAddress != 0) surfaces_.push_back(view);
}

BlockFlags CompressedSurfaces::flagsOf(uint64_t address) const {
    for (const SurfaceView& view : surfaces_) {
        const uint64_t offset = address - view.address();
        if (offset < view.extent()) return {.address = view.flagOf(offset), .format = view.format()};
    }
    return {};
}

std::vector<LineAccess> CompressedLines::of(const LineAccesses& pixels, const BlockSizes& sizes) {
    std::vector<LineAccess> lines;
    std::vector<std::pair<uint64_t, uint32_t>> blocks;
    for (const LineAccess& line : pixels.lines()) {
        const BlockFlags flags = surfaces_.flagsOf(line.address);
        if (!flags.compressed()) {
            lines.push_back(line);
            continue;
        }
        const uint64_t block = line.address / kCompressedBlockBytes * kCompressedBlockBytes;
        auto known = std::ranges::find(blocks, block, &std::pair<uint64_t, uint32_t>::first);
        if (known == blocks.end()) {
            known = blocks.insert(known, {block, sizes.sectorsOf(block, *flags.format)});
            sectors_.push_back(known->second);
            flags_.access(flags.address, 1);
        }
        const LineAccess stands = compressedLine(line.address, known->second);
        if (stands.bytes != 0 && std::ranges::find(lines, stands.address, &LineAccess::address) == lines.end())
            lines.push_back(stands);
    }
    return lines;
}

std::vector<LineAccess> CompressedLines::takeFlags() {
    const std::vector<LineAccess>& all = flags_.lines();
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(flagsTaken_);
    flagsTaken_ = all.size();
    return {first, all.end()};
}

}  // namespace cyclorama::adreno
