// SPDX-License-Identifier: MIT
#pragma once
// The images that draws and clears write, as pictures.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
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

/// What the blocks of a target show that are not as they were.
struct MemoryChange {
    static constexpr uint32_t kBlockBytes = 64;

    /// Bytes of the target.
    size_t bytes = 0;
    /// By block.
    std::vector<uint8_t> changed;
    /// Of the blocks that changed, in their order, one after the other; cleared tiles have their clear value.
    std::vector<std::byte> content;

    /// True if any block changed that the bytes are in. Requires bytes of at most a block.
    bool touches(uint32_t offset, uint32_t count) const {
        return (changed[offset / kBlockBytes] | changed[(offset + count - 1) / kBlockBytes]) != 0;
    }
};

/// A copy of a target's memory, with the tiles that its tile status calls cleared.
class TargetMemory {
  public:
    /// Takes over the memory of now; where it shows something else than before, or may. Nothing if nowhere.
    std::optional<MemoryChange> follow(const machine::Surface& surface);

  private:
    /// Blocks from `block` on differ from the copy.
    bool isChanged(const machine::Surface& surface, size_t block, size_t count) const;
    /// By block; takes over which are cleared.
    std::vector<uint8_t> changedBlocks(const machine::Surface& surface, bool all);

    std::vector<std::byte> bytes_;
    std::vector<uint8_t> cleared_;  // by block
    uint64_t clearPattern_ = 0;
};

/// How the bytes of a target are pixels.
struct TargetForm {
    std::shared_ptr<const func::PixelLayout> layout;
    func::Format color = func::Format::Rgba8888;
    /// Of a depth buffer alone.
    std::optional<func::DepthStencilFormat> depth;
    func::RowOrder order = func::RowOrder::TopFirst;
};

/// The smallest rectangle around the pixels of an image that differ, its ends exclusive; y from the top.
struct ImageDifference {
    uint32_t left = std::numeric_limits<uint32_t>::max();
    uint32_t top = 0;
    uint32_t right = 0;
    uint32_t bottom = 0;
    /// Pixels before XOR pixels after.
    std::vector<uint8_t> pixels;

    bool empty() const { return right == 0; }
};

/// The image of a target, which begins as zeros: RGBA, 8 bits a component, rows from the top as on the screen; colours
/// as func::PixelResolver shows them. Depths are the mean of a pixel's samples and grey, from 0 (black) to 1 (white).
class TargetImage {
  public:
    /// In pixels.
    TargetImage(uint32_t width, uint32_t height);

    /// Follows a change of the memory.
    ImageDifference update(const TargetForm& form, const MemoryChange& change);

  private:
    class Converter;

    void takeOver(const MemoryChange& change);
    void showRun(uint32_t x, uint32_t line, std::span<const uint8_t> shown, ImageDifference& difference);

    uint32_t width_, height_;
    std::vector<std::byte> bytes_;  // of its memory
    std::vector<uint8_t> image_;
    std::vector<uint8_t> difference_;  // zeros, but during update()
};

}  // namespace cyclorama::report
