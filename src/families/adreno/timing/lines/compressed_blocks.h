// SPDX-License-Identifier: MIT
#pragma once
// Blocks of images that are compressed (UBWC), as those who move them between caches and memory see them: where their
// flags are, and how many sectors their pixels take now (surface/compressed_size.h). Memory has pixels in their places
// whether a block is compressed or not; a compressed block is taken to be in sectors that follow each other in its
// place, from a line on that its address selects: else all blocks would be in the same banks (an estimate; Linux has a
// setting for the spread over banks, ubwc_bank_spread).

#include <cstdint>
#include <utility>
#include <vector>

#include "families/adreno/surface/surface_view.h"
#include "families/adreno/timing/lines/line_accesses.h"
#include "mem/address_space.h"

namespace cyclorama::adreno {

/// Flags of a block; none of one that is not compressed.
struct BlockFlags {
    uint64_t address = 0;
    const SurfaceFormat* format = nullptr;

    bool compressed() const { return address != 0; }
};

/// Sizes of blocks by the pixels that memory has. Used between cycles: boxes change memory in a cycle.
class BlockSizes {
  public:
    /// `space` outlives it.
    explicit BlockSizes(const mem::AddressSpace& space) : space_(&space) {}

    /// Sectors of the block at an address; those of a whole one where it is not mapped.
    uint32_t sectorsOf(uint64_t block, const SurfaceFormat& format) const;

  private:
    const mem::AddressSpace* space_;
};

/// Lines that have the first sectors of a block.
constexpr uint32_t linesOfSectors(uint32_t sectors) { return (sectors + 1) / (kLineBytes / kSectorBytes); }
/// The line with that number of those of a block's sectors; without bytes if it has fewer.
LineAccess lineOfBlock(uint64_t block, uint32_t sectors, uint32_t number);
/// The line of a compressed block that stands for a line of its pixels: lines of pixels have equal shares of those of
/// the sectors. Without bytes where the block has no sectors.
LineAccess compressedLine(uint64_t address, uint32_t sectors);

/// The images of a draw, blit or move that are compressed.
class CompressedSurfaces {
  public:
    /// Without flags it adds nothing.
    void add(const SurfaceView& view);
    /// The flags of the block that an address is in.
    BlockFlags flagsOf(uint64_t address) const;

  private:
    std::vector<SurfaceView> surfaces_;
};

/// The lines of a compressed image in place of those of its pixels, for units that move parts of it. An image without
/// flags has its lines as they are.
class CompressedLines {
  public:
    CompressedLines() = default;
    explicit CompressedLines(const SurfaceView& image) { surfaces_.add(image); }

    /// The lines, each once, that stand for those of a part's pixels.
    std::vector<LineAccess> of(const LineAccesses& pixels, const BlockSizes& sizes);
    /// Lines of flags of the blocks so far that this has not given yet.
    std::vector<LineAccess> takeFlags();
    /// Sectors of the blocks, each once a part, since this was called.
    std::vector<uint32_t> takeSectors() { return std::exchange(sectors_, {}); }

  private:
    CompressedSurfaces surfaces_;
    LineAccesses flags_;
    size_t flagsTaken_ = 0;
    std::vector<uint32_t> sectors_;
};

}  // namespace cyclorama::adreno
