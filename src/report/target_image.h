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

/// Blocks of a target's memory that differ between two moments.
class ChangedBlocks {
  public:
    /// None of so many bytes.
    explicit ChangedBlocks(size_t bytes) : flags_((bytes + kBytes - 1) / kBytes) {}

    void mark(size_t block) {
        flags_[block] = 1;
        any_ = true;
    }
    bool none() const { return !any_; }
    /// True if any block changed that the bytes are in. Requires bytes of at most a block.
    bool touch(uint32_t offset, uint32_t bytes) const {
        return flags_[offset / kBytes] != 0 || flags_[(offset + bytes - 1) / kBytes] != 0;
    }

    static constexpr uint32_t kBytes = 64;

  private:
    std::vector<uint8_t> flags_;
    bool any_ = false;
};

/// A copy of a target's memory, with the tiles that its tile status calls cleared.
class TargetMemory {
  public:
    /// Takes over the memory of now; the blocks in which it shows something else than before, or may.
    ChangedBlocks follow(const machine::Surface& surface);

  private:
    std::vector<std::byte> bytes_;
    std::vector<uint8_t> cleared_;  // by block
    uint64_t clearPattern_ = 0;
};

/// Rows of an image.
struct ImageRows {
    uint32_t top = 0;     // counted from the top
    uint32_t bottom = 0;  // behind the last one
    std::vector<uint8_t> pixels;
};

/// The rows of a target's image in which anything changed, brought up to date: RGBA, 8 bits a component, rows from the
/// top as on the screen; colours as func::PixelResolver shows them. Depths are the mean of a pixel's samples and grey,
/// from 0 (black) to 1 (white). Cleared tiles show their clear value. Pixels of several samples are all made anew.
ImageRows changedRows(std::span<const uint8_t> image, const Target& target, const gpu::DrawState& state,
                      const ChangedBlocks& changed);

}  // namespace cyclorama::report
