// SPDX-License-Identifier: MIT
#pragma once
// Sums of structures of counts. Such a structure names its counts once, in a binding that does not compile when one is
// missing:
//
//     template <typename Counts>
//     static auto all(Counts& counts) {
//         auto& [hits, misses] = counts;
//         return std::array{&hits, &misses};
//     }

#include <cstddef>
#include <cstdint>

namespace cyclorama::sim {

/// Calls `combine(count, other)` for each count of `counts`, which it may change, and the same one of `others`.
template <typename Counts, typename Combine>
void combineCounts(Counts& counts, const Counts& others, Combine combine) {
    const auto to = Counts::all(counts);
    const auto from = Counts::all(others);
    for (size_t i = 0; i < to.size(); ++i) combine(*to[i], *from[i]);
}

/// Adds each count of `others` to the same one of `counts`.
template <typename Counts>
Counts& addCounts(Counts& counts, const Counts& others) {
    combineCounts(counts, others, [](uint64_t& count, uint64_t other) { count += other; });
    return counts;
}

/// Subtracts each count of `others` from the same one of `counts`.
template <typename Counts>
Counts& subtractCounts(Counts& counts, const Counts& others) {
    combineCounts(counts, others, [](uint64_t& count, uint64_t other) { count -= other; });
    return counts;
}

}  // namespace cyclorama::sim
