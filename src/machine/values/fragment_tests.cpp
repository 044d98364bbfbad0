// SPDX-License-Identifier: MIT
#include "machine/values/fragment_tests.h"

#include "func/compare.h"
#include "func/formats/color_format.h"

namespace cyclorama::machine {

uint32_t liveFragments(uint32_t samples, uint32_t samplesPerPixel) {
    if (samplesPerPixel == 1) return samples;
    const uint32_t pixelMask = (1u << samplesPerPixel) - 1;
    uint32_t fragments = 0;
    for (uint32_t f = 0; f < func::kQuadFragments; ++f)
        if ((samples >> (f * samplesPerPixel) & pixelMask) != 0) fragments |= 1u << f;
    return fragments;
}

uint32_t samplesLeft(uint32_t samples, uint32_t culled, uint32_t samplesPerPixel, bool wholeQuads) {
    const uint32_t alive = ~culled & func::kAllFragments;
    if (samplesPerPixel == 1) return alive;
    if (wholeQuads) return alive != 0 ? samples : 0;
    uint32_t kept = 0;
    for (uint32_t f = 0; f < func::kQuadFragments; ++f)
        if ((alive >> f & 1) != 0) kept |= ((1u << samplesPerPixel) - 1) << (f * samplesPerPixel);
    return samples & kept;
}

uint32_t quadSampleMask(const gpu::Multisampling& multisampling) {
    const uint32_t samplesPerPixel = multisampling.samplesPerPixel();
    if (samplesPerPixel == 1) return ~0u;
    const uint32_t pixel = multisampling.sampleMask & ((1u << samplesPerPixel) - 1);
    uint32_t mask = 0;
    for (uint32_t f = 0; f < func::kQuadFragments; ++f) mask |= pixel << (f * samplesPerPixel);
    return mask;
}

bool passesAlphaTest(const gpu::AlphaTest& test, float alpha) {
    return func::compare(test.function, alpha, test.reference);
}

uint32_t samplesOfAlpha(float alpha, uint32_t samplesPerPixel) {
    const float count = func::clampToUnit(alpha) * static_cast<float>(samplesPerPixel) + 0.5f;
    return (1u << static_cast<uint32_t>(count)) - 1;
}

}  // namespace cyclorama::machine
