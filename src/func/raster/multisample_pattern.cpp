// SPDX-License-Identifier: MIT
#include "func/raster/multisample_pattern.h"

#include <array>

namespace cyclorama::func {

namespace {

constexpr SampleOffset at(double x, double y) { return {x / 128.0, y / 128.0}; }

constexpr std::array<SampleOffset, 2> kSpread2{at(8, 120), at(120, 8)};
constexpr std::array<SampleOffset, 4> kSpread4{at(12, 44), at(44, 108), at(76, 12), at(108, 76)};
constexpr std::array<SampleOffset, 8> kSpread8{at(8, 56),  at(24, 104), at(40, 24),  at(56, 88),
                                               at(72, 40), at(88, 120), at(104, 72), at(120, 8)};

constexpr std::array<SampleOffset, 2> kStandard2{at(32, 32), at(96, 96)};
constexpr std::array<SampleOffset, 4> kStandard4{at(48, 16), at(112, 48), at(16, 80), at(80, 112)};

}  // namespace

std::span<const SampleOffset> samplePattern(SamplePattern pattern, uint32_t samples) {
    if (pattern == SamplePattern::Given) return {};
    const bool spread = pattern == SamplePattern::Spread;
    switch (samples) {
        case 2:
            return spread ? kSpread2 : kStandard2;
        case 4:
            return spread ? kSpread4 : kStandard4;
        case 8:
            if (spread) return kSpread8;
            return {};
        default:
            return {};
    }
}

}  // namespace cyclorama::func
