// SPDX-License-Identifier: MIT
#pragma once
// Source and destination of the 2D engine, from their registers, and which of them it can draw from and to.

#include <memory>

#include "families/vivante/chip/chip.h"
#include "families/vivante/engine2d/image_access.h"
#include "families/vivante/frontend/reporter.h"
#include "families/vivante/frontend/state_file.h"

namespace cyclorama::vivante {

engine2d::Image readSourceImage(const StateFile& state);
engine2d::Image readDestinationImage(const StateFile& state);
engine2d::SourceColors readSourceColors(const StateFile& state);
std::shared_ptr<const engine2d::Palette> readPalette(const StateFile& state);

/// Formats of colours in one plane, without palettes and bitmaps.
bool isColor(engine2d::PixelFormat format);

// True if the registers describe a source, or a destination, that can be drawn from, or to; reports why not. With
// `yuv`, a destination of YUV pairs is allowed.
bool isSource(const Chip& chip, const StateFile& state, const Reporter& report);
bool isDestination(const Chip& chip, const StateFile& state, bool yuv, const Reporter& report);

}  // namespace cyclorama::vivante
