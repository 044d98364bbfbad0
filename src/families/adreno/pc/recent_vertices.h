// SPDX-License-Identifier: MIT
#pragma once
// Vertices that may come again, by their indices. One memory serves all draws: a draw of few vertices would else spend
// more on clearing it than on its vertices.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cyclorama::adreno {

class RecentVertices {
  public:
    void forgetAll() { ++stamp_; }

    /// The number of the vertex with an index: the one that is remembered, or `next`, which is from now on.
    uint32_t numberOf(uint32_t index, uint32_t next) {
        Entry& place = entries_[index % kEntries];
        if (place.stamp != stamp_ || place.index != index) place = {.stamp = stamp_, .index = index, .number = next};
        return place.number;
    }

  private:
    static constexpr size_t kEntries = 4096;
    /// At the place that its index gives it.
    struct Entry {
        uint64_t stamp = 0;
        uint32_t index = 0;
        uint32_t number = 0;
    };

    /// Entries with another one are forgotten.
    uint64_t stamp_ = 1;
    std::vector<Entry> entries_ = std::vector<Entry>(kEntries);
};

}  // namespace cyclorama::adreno
