// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace cyclorama::attila {

/// Bytes from `begin` on, without the one at `end`.
struct ByteRange {
    uint64_t begin = 0;
    uint64_t end = 0;

    bool operator==(const ByteRange&) const = default;
};

/// A set of bytes, as ranges in their order that do not touch.
class ByteRanges {
  public:
    void add(ByteRange range) {
        if (range.begin >= range.end) return;
        const auto first = std::ranges::find_if(ranges_, [&](const ByteRange& it) { return it.end >= range.begin; });
        const auto last = std::find_if(first, ranges_.end(), [&](const ByteRange& it) { return it.begin > range.end; });
        if (first != last) {
            range.begin = std::min(range.begin, first->begin);
            range.end = std::max(range.end, std::prev(last)->end);
        }
        ranges_.insert(ranges_.erase(first, last), range);
    }
    bool touch(ByteRange range) const {
        return std::ranges::any_of(ranges_,
                                   [&](const ByteRange& it) { return it.begin < range.end && range.begin < it.end; });
    }
    /// Takes the bytes of a range out; what of it was there.
    std::vector<ByteRange> take(ByteRange range) {
        std::vector<ByteRange> taken;
        std::vector<ByteRange> kept;
        for (const ByteRange& it : ranges_) {
            const ByteRange both{.begin = std::max(it.begin, range.begin), .end = std::min(it.end, range.end)};
            if (both.begin >= both.end) {
                kept.push_back(it);
                continue;
            }
            taken.push_back(both);
            if (it.begin < both.begin) kept.push_back({.begin = it.begin, .end = both.begin});
            if (both.end < it.end) kept.push_back({.begin = both.end, .end = it.end});
        }
        ranges_ = std::move(kept);
        return taken;
    }
    void clear() { ranges_.clear(); }
    bool empty() const { return ranges_.empty(); }

  private:
    std::vector<ByteRange> ranges_;
};

}  // namespace cyclorama::attila
