#pragma once
// Where the samples of a multisampled pixel lie.

#include <cstdint>
#include <span>

namespace cyclorama::func {

inline constexpr uint32_t kMaxSamples = 8;

/// Position of a sample in its pixel, in pixels from the corner with the lowest coordinates; multiples of 1/128.
struct SampleOffset {
    double x = 0.0;
    double y = 0.0;
};

/// The pattern for 2, 4, 6 or 8 samples a pixel; empty for any other number (ATTILA: RasterizerEmulator,
/// MSAAPatternTable2 ... MSAAPatternTable8).
std::span<const SampleOffset> samplePattern(uint32_t samples);

/// The pattern in window coordinates, with y downwards, of 2 or 4 samples (Mesa sets that of 4 in
/// RA_MULTISAMPLE_UNK00E10; that of 2 is an estimate).
std::span<const SampleOffset> windowSamplePattern(uint32_t samples);

}  // namespace cyclorama::func
