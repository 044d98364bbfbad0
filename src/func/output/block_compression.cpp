// SPDX-License-Identifier: MIT
#include "func/output/block_compression.h"

#include <algorithm>
#include <cassert>

namespace cyclorama::func {
namespace {

struct HiloLevel {
    uint32_t lowBits;
    uint32_t bytes;

    constexpr uint32_t highMask() const { return ~((1u << lowBits) - 1); }
};

constexpr std::array<HiloLevel, 3> kHiloLevels = {{{5, 64}, {13, 128}, {21, 192}}};

/// Moves the low quarter of a level's low bits of each byte, in order, to the bottom of the word and the rest to the
/// top, so that channels that vary a little each together vary in the low bits of the word alone.
uint32_t gatherLowBits(uint32_t word, uint32_t lowBits) {
    const uint32_t low = lowBits / 4;
    const uint32_t high = 8 - low;
    uint32_t gathered = 0;
    for (uint32_t byte = 0; byte < 4; ++byte) {
        const uint32_t value = word >> (8 * byte) & 0xff;
        gathered |= (value & ((1u << low) - 1)) << (low * byte);
        gathered |= (value >> low) << (4 * low + high * byte);
    }
    return gathered;
}

/// The four high parts that words of a block may have.
struct HiloReferences {
    std::array<uint32_t, 4> high;

    HiloReferences(uint32_t smallest, uint32_t largest, const HiloLevel& level) {
        const uint32_t step = 1u << level.lowBits;
        const uint32_t first = smallest & level.highMask();
        const uint32_t last = largest & level.highMask();
        high = {first, last, first + step, last - step};
    }

    bool has(uint32_t highPart) const { return std::find(high.begin(), high.end(), highPart) != high.end(); }
};

/// A block as one level sees it.
struct HiloView {
    const HiloLevel& level;
    std::array<uint32_t, kBlockWords> words;
    HiloReferences references;

    bool fits(uint32_t word) const { return references.has(word & level.highMask()); }
};

class Hilo {
  public:
    Hilo(uint32_t levels, bool reordered) : levels_(levels), reordered_(reordered) {}

    uint32_t levels() const { return levels_; }

    /// The first level that all words fit; levels() if none. When a word fails a level, the hardware tries
    /// that word, still in the failed level's order of bits, on the levels after, and skips those that it fails. This
    /// matters for reordered words alone: a level that the block would fit may be skipped.
    uint32_t levelOf(BlockView block) const { return reordered_ ? levelOfReordered(block) : levelOfPlain(block); }

  private:
    uint32_t levelOfPlain(BlockView block) const {
        uint32_t smallest = block[0];
        uint32_t largest = block[0];
        for (const uint32_t word : block) {
            smallest = std::min(smallest, word);
            largest = std::max(largest, word);
        }
        uint32_t level = 0;
        while (level < levels_ &&
               !allFit(block, HiloReferences(smallest, largest, kHiloLevels[level]), kHiloLevels[level].highMask()))
            ++level;
        return level;
    }

    /// Without a way out for each word, so that the compiler takes several at once.
    static bool allFit(BlockView block, const HiloReferences& references, uint32_t highMask) {
        constexpr size_t kWordsAtOnce = 16;
        for (size_t first = 0; first < kBlockWords; first += kWordsAtOnce) {
            uint32_t fit = ~0u;
            for (const uint32_t word : block.subspan(first, kWordsAtOnce)) {
                const uint32_t high = word & highMask;
                uint32_t equal = 0;
                for (const uint32_t reference : references.high) equal |= high == reference ? ~0u : 0u;
                fit &= equal;
            }
            if (fit == 0) return false;
        }
        return true;
    }

    uint32_t levelOfReordered(BlockView block) const {
        uint32_t level = 0;
        while (level < levels_) {
            const HiloView view = look(block, level);
            const auto misfit =
                std::find_if_not(view.words.begin(), view.words.end(), [&](uint32_t word) { return view.fits(word); });
            if (misfit == view.words.end()) return level;
            do {
                ++level;
            } while (level < levels_ && !look(block, level).fits(*misfit));
        }
        return level;
    }

    HiloView look(BlockView block, uint32_t level) const {
        const HiloLevel& config = kHiloLevels[level];
        std::array<uint32_t, kBlockWords> words;
        std::transform(block.begin(), block.end(), words.begin(),
                       [&](uint32_t word) { return reordered_ ? gatherLowBits(word, config.lowBits) : word; });
        const auto [smallest, largest] = std::minmax_element(words.begin(), words.end());
        return {config, words, HiloReferences(*smallest, *largest, config)};
    }

    uint32_t levels_;
    bool reordered_;
};

/// A level of the multisampling compression: groups of `words` that hold at most `values` different words.
struct MsaaLevel {
    uint32_t values;
    uint32_t words;
    uint32_t bytes;
};

constexpr std::array<MsaaLevel, 5> kMsaaLevels = {{{1, 4, 64}, {2, 16, 64}, {1, 2, 128}, {2, 8, 128}, {2, 4, 192}}};

/// A value of the group other than its first; the first if all are equal.
uint32_t secondValue(std::span<const uint32_t> group) {
    const auto other = std::find_if(group.begin(), group.end(), [&](uint32_t word) { return word != group[0]; });
    return other == group.end() ? group[0] : *other;
}

bool fitsMsaa(BlockView block, const MsaaLevel& level) {
    for (uint32_t start = 0; start < kBlockWords; start += level.words) {
        const auto group = block.subspan(start, level.words);
        const uint32_t second = level.values == 2 ? secondValue(group) : group[0];
        if (!std::all_of(group.begin(), group.end(), [&](uint32_t w) { return w == group[0] || w == second; })) {
            return false;
        }
    }
    return true;
}

uint32_t msaaLevelOf(BlockView block) {
    const auto level =
        std::find_if(kMsaaLevels.begin(), kMsaaLevels.end(), [&](const MsaaLevel& l) { return fitsMsaa(block, l); });
    return static_cast<uint32_t>(level - kMsaaLevels.begin());
}

Hilo hiloOf(BlockCompression algorithm) {
    return {algorithm == BlockCompression::HiloTwoLevels ? 2u : 3u, algorithm == BlockCompression::HiloReordered};
}

}  // namespace

uint32_t compressionLevels(BlockCompression algorithm) {
    if (algorithm == BlockCompression::Msaa) return static_cast<uint32_t>(kMsaaLevels.size());
    return hiloOf(algorithm).levels();
}

uint32_t compressedBytes(BlockCompression algorithm, uint32_t level) {
    assert(level < compressionLevels(algorithm));
    return algorithm == BlockCompression::Msaa ? kMsaaLevels[level].bytes : kHiloLevels[level].bytes;
}

BlockSize classifyBlock(BlockCompression algorithm, BlockView block) {
    const uint32_t level = algorithm == BlockCompression::Msaa ? msaaLevelOf(block) : hiloOf(algorithm).levelOf(block);
    if (level >= compressionLevels(algorithm)) return {};
    return {.level = level, .bytes = compressedBytes(algorithm, level), .compressed = true};
}

}  // namespace cyclorama::func
