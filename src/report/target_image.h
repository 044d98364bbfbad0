// SPDX-License-Identifier: MIT
#pragma once
// The images that draws and clears write, as pictures.

#include <cstddef>
#include <cstdint>
#include <span>
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
    uint32_t number = 0;  // the place of a colour buffer among the draw's; 0 for others
    bool operator<(const TargetName& other) const {
        return std::tie(aspect, address, width, height, format, number) <
               std::tie(other.aspect, other.address, other.width, other.height, other.format, other.number);
    }
};

struct Target {
    TargetName name;
    machine::Surface surface;
    func::Format format = func::Format::Rgba8888;  // a colour buffer's; unused for others
};

/// The targets that a draw of that state can change, or, without `tests`, a clear; as far as they are in memory.
std::vector<Target> targetsOf(const gpu::DrawState& state, machine::Surfaces& surfaces, bool tests);

/// Blocks of memory that differ between two moments.
class ChangedBlocks {
  public:
    /// All of them, where the sizes differ.
    ChangedBlocks(std::span<const std::byte> before, std::span<const std::byte> now);

    bool none() const { return changed_ == 0; }
    /// True if any block changed that the bytes are in. Requires bytes of at most a block.
    bool touch(uint32_t offset, uint32_t bytes) const {
        return flags_[offset / kBytes] != 0 || flags_[(offset + bytes - 1) / kBytes] != 0;
    }

    static constexpr uint32_t kBytes = 64;

  private:
    std::vector<uint8_t> flags_;
    size_t changed_ = 0;
};

/// Brings an image of a target up to date: RGBA, 8 bits a component, rows from the top as on the screen; colours as
/// func::PixelResolver shows them. Depths are the mean of a pixel's samples and grey, from 0 (black) to 1 (white).
/// Tiles that the tile status calls cleared show their clear value; those that it covers, and pixels of several
/// samples, are made anew whatever changed.
void update(std::span<uint8_t> image, const Target& target, const gpu::DrawState& state, const ChangedBlocks& changed);

}  // namespace cyclorama::report
