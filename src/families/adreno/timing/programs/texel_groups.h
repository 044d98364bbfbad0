// SPDX-License-Identifier: MIT
#pragma once
// The texels of texture instructions, in groups of lanes that a texture unit takes at once, as lines of its cache.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "families/adreno/timing/programs/distinct_numbers.h"
#include "families/adreno/tp/texel_listener.h"

namespace cyclorama::adreno {

/// Lines of memory and of flags that groups read, one group's after the other's, and each group's part of them.
struct TexelGroups {
    struct Group {
        uint32_t lines = 0;
        uint32_t flags = 0;        ///< lines of flags, after the others
        uint32_t filterBytes = 0;  ///< of all texels of its filters
        uint32_t lanes = 0;
        std::array<uint32_t, 4> lanesBy{};  ///< by TexelFilterKind; not said of points
    };
    std::vector<Group> groups;
    /// Numbers: addresses by the bytes of a line of the cache; of flags, by those of UCHE's.
    std::vector<uint64_t> lines;
    /// Blocks of compressed textures, some several times.
    struct Block {
        uint64_t number = 0;  ///< its address by the bytes of a block
        const SurfaceFormat* format = nullptr;
    };
    std::vector<Block> blocks;
};

/// Powers of two.
struct TexelGroupShape {
    uint32_t lanes = 4;       ///< of a group
    uint32_t lineBytes = 16;  ///< of the cache
};

/// Puts reads of texels in groups. Lines of a group are in the order of their first reads, each once.
class TexelGrouping final : public TexelListener {
  public:
    /// Lanes of a group at least: a quad.
    static constexpr uint32_t kLeastLanes = 4;

    explicit TexelGrouping(const TexelGroupShape& shape);

    /// Clears `groups`, and puts the reads that follow in it.
    void collectIn(TexelGroups& groups);
    void begin(isa::WaveMask lanes) override;
    void filtered(isa::WaveMask lanes, TexelFilterKind by) override;
    void texels(std::span<const TexelRead> reads, const TexelForm& form) override;
    /// Groups of the last instruction are complete.
    void finish();

  private:
    void addBlock(const TexelGroups::Block& block);

    struct Collected {
        TexelGroups::Group group{};
        DistinctNumbers lines{};
        DistinctNumbers flags{};
        // The last read's: the address of its flags, and its block's number.
        uint64_t lastFlag = 0;
        uint64_t lastBlock = 0;
    };

    uint32_t laneShift_;
    uint32_t lineShift_;
    TexelGroups* groups_ = nullptr;
    std::array<Collected, isa::kWaveLanes / kLeastLanes> collected_;
};

}  // namespace cyclorama::adreno
