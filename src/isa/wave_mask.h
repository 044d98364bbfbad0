// SPDX-License-Identifier: MIT
#pragma once
// The lanes of a wave of up to 128 that something holds for.

#include <bit>
#include <compare>
#include <cstdint>
#include <span>

#include "func/lanes/lane_loops.h"

namespace cyclorama::isa {

inline constexpr unsigned kWaveLanes = func::kMostLanes;

/// Bit i of `low` stands for lane i, bit i of `high` for lane 64 + i.
struct WaveMask {
    uint64_t low = 0;
    uint64_t high = 0;

    static constexpr WaveMask first(unsigned lanes) {
        const auto ones = [](unsigned count) { return count >= 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1; };
        return {ones(lanes), lanes > 64 ? ones(lanes - 64) : 0};
    }
    static constexpr WaveMask only(unsigned lane) {
        return lane < 64 ? WaveMask{uint64_t{1} << lane, 0} : WaveMask{0, uint64_t{1} << (lane - 64)};
    }

    /// Four lanes from a multiple of four on, as bits.
    static constexpr WaveMask quad(unsigned first, unsigned bits) {
        return first < 64 ? WaveMask{uint64_t{bits} << first, 0} : WaveMask{0, uint64_t{bits} << (first - 64)};
    }

    constexpr bool any() const { return (low | high) != 0; }
    constexpr bool none() const { return !any(); }
    constexpr bool test(unsigned lane) const { return ((lane < 64 ? low : high) >> (lane & 63) & 1) != 0; }
    constexpr unsigned count() const { return static_cast<unsigned>(std::popcount(low) + std::popcount(high)); }
    /// The lowest lane; kWaveLanes if empty.
    constexpr unsigned lowest() const {
        return static_cast<unsigned>(low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(high));
    }
    /// The highest lane; there is one.
    constexpr unsigned highest() const {
        return static_cast<unsigned>(high != 0 ? 127 - std::countl_zero(high) : 63 - std::countl_zero(low));
    }

    friend constexpr WaveMask operator&(WaveMask a, WaveMask b) { return {a.low & b.low, a.high & b.high}; }
    friend constexpr WaveMask operator|(WaveMask a, WaveMask b) { return {a.low | b.low, a.high | b.high}; }
    friend constexpr WaveMask operator~(WaveMask a) { return {~a.low, ~a.high}; }
    constexpr WaveMask& operator|=(WaveMask other) { return *this = *this | other; }
    constexpr WaveMask& operator&=(WaveMask other) { return *this = *this & other; }
    friend constexpr bool operator==(WaveMask, WaveMask) = default;
};

/// Calls `use` with each lane, the lowest first.
template <typename Use>
void forLanes(WaveMask mask, Use use) {
    for (uint64_t rest = mask.low; rest != 0; rest &= rest - 1) use(static_cast<unsigned>(std::countr_zero(rest)));
    for (uint64_t rest = mask.high; rest != 0; rest &= rest - 1) {
        use(static_cast<unsigned>(64 + std::countr_zero(rest)));
    }
}

/// Calls use(lanes, number) once for each number that lanes have, in the order of their first lanes. All have the first
/// one's where it is `uniform`.
template <typename Use>
void forEqualLanes(WaveMask lanes, std::span<const uint32_t, kWaveLanes> numbers, bool uniform, Use use) {
    while (lanes.any()) {
        const uint32_t number = numbers[lanes.lowest()];
        if (uniform) return use(lanes, number);
        WaveMask same;
        forLanes(lanes, [&](unsigned lane) {
            if (numbers[lane] == number) same |= WaveMask::only(lane);
        });
        use(same, number);
        lanes &= ~same;
    }
}

/// Calls `use` with the first lane of each quad that has lanes, the lowest first, and these as bits.
template <typename Use>
void forQuads(WaveMask mask, Use use) {
    constexpr uint64_t kQuad = 15;
    const auto half = [&use](uint64_t rest, unsigned base) {
        while (rest != 0) {
            const auto first = static_cast<unsigned>(std::countr_zero(rest)) & ~3u;
            use(base + first, static_cast<unsigned>(rest >> first & kQuad));
            rest &= ~(kQuad << first);
        }
    };
    half(mask.low, 0);
    half(mask.high, 64);
}

}  // namespace cyclorama::isa
