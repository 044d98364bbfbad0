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

#include "func/output/resolve.h"
#include "gpu/draw_state.h"
#include "machine/values/draw_observer.h"
#include "machine/values/surfaces.h"

namespace cyclorama::report {

/// Bytes of a pixel of a picture: RGBA, or how deep it is.
constexpr uint32_t channelsOf(std::string_view aspect) { return aspect == "colour" ? 4 : 1; }

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

/// Pixels of a part of a target as they are stored: row by row, pixel by pixel, sample by sample.
struct StoredPart {
    machine::ImagePart place;
    size_t bytes = 0;
    std::shared_ptr<const std::byte[]> samples;
};

/// How the bytes of a target are pixels.
struct TargetForm {
    uint32_t samples = 1;
    uint32_t sampleBytes = 4;
    func::Format color = func::Format::Rgba8888;
    /// Format of a depth buffer; none in a colour buffer.
    std::optional<func::DepthStencilFormat> depth{};
    func::RowOrder order = func::RowOrder::TopFirst;
};

/// Reads parts of a target out of memory; tiles that are cleared have their clear value, whatever is there.
class TargetReader {
  public:
    /// The surface outlives it. `sampleBytes` are those of a sample that count; there may be others behind.
    TargetReader(const machine::Surface& surface, uint32_t sampleBytes);

    StoredPart read(const machine::ImagePart& part) const;

  private:
    class Copy;

    void readRows(const machine::ImagePart& rows, Copy& copy, std::byte* out) const;

    const machine::Surface& surface_;
    uint32_t samples_;
    uint32_t sampleBytes_;
    /// The samples of a pixel, and the pixels up to the next multiple of so many, lie together; 0: samples do not.
    uint32_t together_;
};

/// The smallest rectangle around the pixels of an image that differ, its ends exclusive; y from the top.
struct ImageDifference {
    uint32_t left = std::numeric_limits<uint32_t>::max();
    uint32_t top = std::numeric_limits<uint32_t>::max();
    uint32_t right = 0;
    uint32_t bottom = 0;
    /// Pixels before XOR pixels after.
    std::vector<uint8_t> pixels;

    bool empty() const { return right == 0; }
    /// Takes in a stretch of a line, its end exclusive.
    void reach(uint32_t line, uint32_t from, uint32_t end);
};

/// The image of a target, which begins as zeros: 8 bits a component, rows from the top as on the screen; RGBA as
/// func::PixelResolver shows it, or the mean depth of a pixel's samples, from 0 to 1.
class TargetImage {
  public:
    /// In pixels.
    TargetImage(uint32_t width, uint32_t height, uint32_t channels);

    /// Follows parts of the memory.
    ImageDifference update(const TargetForm& form, std::span<const StoredPart> parts);
    /// Follows parts that are shown anew. The image grows where they reach beyond it.
    ImageDifference update(std::span<const machine::ImagePart> places, std::span<const std::vector<uint8_t>> pixels);

  private:
    void grow(uint32_t width, uint32_t height);
    /// Takes the pixels of a difference over from `difference_`, and clears them there.
    void cut(ImageDifference& difference);
    void showRun(uint32_t x, uint32_t line, std::span<const uint8_t> shown, ImageDifference& difference);

    uint32_t width_, height_, channels_;
    std::vector<uint8_t> image_;
    std::vector<uint8_t> difference_;  // zeros, but during update()
};

}  // namespace cyclorama::report
