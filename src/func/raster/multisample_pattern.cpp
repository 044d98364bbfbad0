#include "func/raster/multisample_pattern.h"

#include <array>

namespace cyclorama::func {

namespace {

constexpr SampleOffset at(double x, double y) { return {x / 128.0, y / 128.0}; }

constexpr std::array<SampleOffset, 2> kPattern2{at(8, 120), at(120, 8)};
constexpr std::array<SampleOffset, 4> kPattern4{at(12, 44), at(44, 108), at(76, 12), at(108, 76)};
constexpr std::array<SampleOffset, 6> kPattern6{at(12, 12), at(32, 52),  at(52, 96),
                                                at(76, 32), at(96, 116), at(116, 76)};
constexpr std::array<SampleOffset, 8> kPattern8{at(8, 56),  at(24, 104), at(40, 24),  at(56, 88),
                                                at(72, 40), at(88, 120), at(104, 72), at(120, 8)};

constexpr std::array<SampleOffset, 2> kWindowPattern2{at(32, 32), at(96, 96)};
constexpr std::array<SampleOffset, 4> kWindowPattern4{at(48, 16), at(112, 48), at(16, 80), at(80, 112)};

}  // namespace

std::span<const SampleOffset> samplePattern(uint32_t samples) {
    switch (samples) {
        case 2:
            return kPattern2;
        case 4:
            return kPattern4;
        case 6:
            return kPattern6;
        case 8:
            return kPattern8;
        default:
            return {};
    }
}

std::span<const SampleOffset> windowSamplePattern(uint32_t samples) {
    switch (samples) {
        case 2:
            return kWindowPattern2;
        case 4:
            return kWindowPattern4;
        default:
            return {};
    }
}

}  // namespace cyclorama::func
