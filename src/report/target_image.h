// SPDX-License-Identifier: MIT
#pragma once
// The images that draws and clears write, as pictures.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "gpu/draw_state.h"
#include "machine/values/surfaces.h"

namespace cyclorama::report {

/// Bytes of a pixel of a picture.
inline constexpr uint32_t kChannels = 4;

/// A target as a state describes it: equal for draws into the same image.
struct TargetName {
    std::string aspect;  // "colour" or "depth"
    uint64_t address = 0;
    uint32_t width = 0;   // pixels
    uint32_t height = 0;  // pixels
    std::string_view format;
    uint32_t number = 0;  // of a colour buffer
    auto operator<=>(const TargetName&) const = default;
};

struct Target {
    TargetName name;
    machine::Surface surface;
    func::Format format = func::Format::Rgba8888;  // of a colour buffer
};

/// The targets that a draw of that state can change, or, without `tests`, a clear; as far as they are in memory.
std::vector<Target> targetsOf(const gpu::DrawState& state, machine::Surfaces& surfaces, bool tests);

/// RGBA, 8 bits a component, rows from the top; the mean of a pixel's samples. Depths are grey, from 0 (black) to 1
/// (white). Tiles that the tile status calls cleared show their clear value.
std::vector<uint8_t> imageOf(const Target& target, const gpu::DrawState& state);

}  // namespace cyclorama::report
