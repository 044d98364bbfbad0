// SPDX-License-Identifier: MIT
#pragma once
// The tags of a texture unit's cache. The line whose last use is longest ago is replaced.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cyclorama::adreno {

class TexelCache {
  public:
    /// `lines` in sets of `ways`; as many lines as `neighbours` that follow each other are in the same set.
    TexelCache(uint32_t lines, uint32_t ways, uint32_t neighbours);

    /// Uses a line by its number. False if it was not there: it takes the place of another.
    bool use(uint64_t line);
    void invalidate();

  private:
    struct Entry {
        uint64_t line = kNoLine;
        uint64_t lastUse = 0;
    };
    static constexpr uint64_t kNoLine = ~uint64_t{0};
    static constexpr size_t kHints = 256;

    uint32_t ways_;
    uint32_t sets_;
    uint32_t neighbours_;
    uint64_t uses_ = 0;
    std::vector<Entry> entries_;
    /// Entries in which lines were found last, by the lines' numbers.
    std::array<uint32_t, kHints> hints_{};
};

}  // namespace cyclorama::adreno
