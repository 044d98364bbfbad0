// SPDX-License-Identifier: MIT
#pragma once
// Samples of a quad before and after its program: those that the state lets through, and those that the alpha test and
// alpha-to-coverage leave.

#include <cstdint>

#include "gpu/draw_state.h"

namespace cyclorama::machine {

/// Fragments of a quad that have a bit set among their samples, bit fragment * samplesPerPixel + sample.
uint32_t liveFragments(uint32_t samples, uint32_t samplesPerPixel);

/// Samples of a quad that are left where `culled` fragments of it are: with `wholeQuads` all, as long as any fragment
/// is.
uint32_t samplesLeft(uint32_t samples, uint32_t culled, uint32_t samplesPerPixel, bool wholeQuads);

/// The samples of a quad that the state lets through; all without multisampling.
uint32_t quadSampleMask(const gpu::Multisampling& multisampling);

/// The alpha test of a shaded alpha, where it is enabled.
bool passesAlphaTest(const gpu::AlphaTest& test, float alpha);

/// The samples of a fragment that its alpha leaves: the first ones, their number rounded to the nearest (OpenGL 4.6,
/// 17.3.1, which lets implementations choose).
uint32_t samplesOfAlpha(float alpha, uint32_t samplesPerPixel);

}  // namespace cyclorama::machine
