// SPDX-License-Identifier: MIT
#pragma once
// The bins of a picture, and their pipes: the VSC's registers, decoded.

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "families/adreno/registers/register_values.h"
#include "func/raster/raster_state.h"

namespace cyclorama::adreno {

inline constexpr uint32_t kVscPipes = 32;

/// Bins of a pipe, in rows from its upper left one.
struct VscPipe {
    uint32_t x = 0;
    uint32_t y = 0;
    uint32_t width = 0;
    uint32_t height = 0;

    uint32_t bins() const { return width * height; }
};

/// Place of a pipe's streams: the first pipe's address, and bytes from a pipe to the next, of which the first
/// `limit` are written.
struct StreamPlace {
    uint64_t address = 0;
    uint32_t pitch = 0;
    uint32_t limit = 0;
};

class BinGrid {
  public:
    /// Bins that pipes have in common, or beyond what a pipe's masks hold, are left out.
    explicit BinGrid(const RegisterValues& registers);

    const std::array<VscPipe, kVscPipes>& pipes() const { return pipes_; }

    /// A bin, by its pipe and its place in the pipe; one of no pipe has kNoPipe.
    struct Place {
        static constexpr uint8_t kNoPipe = 0xff;
        uint8_t pipe = kNoPipe;
        uint8_t bin = 0;
    };
    /// Calls function(place) for each bin that pixels are in.
    template <typename Function>
    void forBins(const func::PixelRectangle& box, Function function) const {
        if (box.maxX <= 0 || box.maxY <= 0 || box.maxX <= box.minX || box.maxY <= box.minY || places_.empty()) return;
        const uint32_t right = std::min(static_cast<uint32_t>(box.maxX - 1) / binWidth_, columns_ - 1);
        const uint32_t bottom = std::min(static_cast<uint32_t>(box.maxY - 1) / binHeight_, rows_ - 1);
        for (uint32_t y = static_cast<uint32_t>(std::max(box.minY, 0)) / binHeight_; y <= bottom; ++y)
            for (uint32_t x = static_cast<uint32_t>(std::max(box.minX, 0)) / binWidth_; x <= right; ++x)
                if (const Place place = places_[y * columns_ + x]; place.pipe != Place::kNoPipe) function(place);
    }

  private:
    uint32_t binWidth_ = 0;
    uint32_t binHeight_ = 0;
    uint32_t columns_ = 0;
    uint32_t rows_ = 0;
    std::array<VscPipe, kVscPipes> pipes_{};
    std::vector<Place> places_;
};

StreamPlace drawStreams(const RegisterValues& registers);
StreamPlace primitiveStreams(const RegisterValues& registers);

}  // namespace cyclorama::adreno
