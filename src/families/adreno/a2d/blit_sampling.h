// SPDX-License-Identifier: MIT
#pragma once
// From texels of a blit's target to those of its source: places, filters, and means of samples.

#include <cstdint>
#include <span>
#include <vector>

#include "families/adreno/a2d/blit_state.h"
#include "families/adreno/surface/texel_rows.h"

namespace cyclorama::adreno {

/// The two texels around a place on one axis, and the weight of the second in 1/256.
struct TexelPair {
    uint32_t first = 0;
    uint32_t second = 0;
    uint32_t weight = 0;
};

struct TexelSquare {
    TexelPair x;
    TexelPair y;
};

/// One axis of a blit. The middles of the target's texels are spread over the source's area as scaling asks.
class BlitAxis {
  public:
    /// Corners of the area at the source in units of 2^-kFraction, as registers have them; of the area at the target,
    /// and the size of the source in texels.
    BlitAxis(int32_t sourceFirst, int32_t sourceLast, int32_t targetFirst, int32_t targetLast, bool mirrored,
             int32_t window, uint32_t size);

    /// The texel in which the middle of a target's texel is; the nearest one of the image where it is outside.
    uint32_t nearest(int32_t target) const { return clamp(position(target) >> BlitState::kFraction); }
    /// The texels between whose middles it is.
    TexelPair pair(int32_t target) const;
    /// Each texel is the source's at a fixed distance.
    bool isShift() const { return length_ == width_ << BlitState::kFraction && !mirrored_ && isWhole_; }
    /// The nearest texels of a range of the target's are one after the other, without any outside of the image.
    bool isWithin(int32_t first, int32_t last) const;

  private:
    int64_t position(int32_t target) const;
    uint32_t clamp(int64_t texel) const;

    int64_t first_ = 0;   // of the source's area
    int64_t length_ = 0;  // of the source's area
    int64_t start_ = 0;   // of the target's area
    int64_t width_ = 0;   // of the target's area
    int64_t window_ = 0;
    uint32_t size_ = 0;
    bool mirrored_ = false;
    bool isWhole_ = false;
};

class BlitMapping {
  public:
    explicit BlitMapping(const BlitState& state);

    bool isShift() const { return !turned_ && x_.isShift() && y_.isShift(); }
    /// The texels that the target's clipped area needs, in the source's own coordinates: from 0 on, but those of GMEM
    /// from the corner of the bin on.
    BlitRectangle needed() const { return needed_; }
    /// Offsets of the first samples of the texels nearest to a row of the target's, from a place to the right.
    void nearestOffsets(const SurfaceView& source, const TexelPlace& target, std::span<uint64_t> offsets) const;
    /// The texels around the place of a target's one.
    TexelSquare square(int32_t x, int32_t y) const {
        return turned_ ? TexelSquare{x_.pair(y), y_.pair(x)} : TexelSquare{x_.pair(x), y_.pair(y)};
    }
    /// The texel nearest to a target's one.
    TexelPlace nearest(int32_t x, int32_t y) const {
        return turned_ ? TexelPlace{.x = x_.nearest(y), .y = y_.nearest(x)}
                       : TexelPlace{.x = x_.nearest(x), .y = y_.nearest(y)};
    }
    /// Requires isShift().
    bool isWithin(const TexelPlace& target, uint32_t count) const;

  private:
    // Extent of the source.
    BlitAxis x_;
    BlitAxis y_;
    /// Columns of the target are rows of the source.
    bool turned_ = false;
    BlitRectangle needed_;
};

/// A texel is the mean of its source's samples.
bool averagesSamples(const BlitState& state, const SurfaceFormat& source);
/// A texel is made of the four around its place.
bool filtersTexels(const BlitState& state, const SurfaceFormat& source, const BlitMapping& mapping);

/// Rows of a blit's target from samples of its source. Each worker has its own.
class BlitSampler {
  public:
    BlitSampler(const BlitState& state, const ImageBytes& source, const BlitMapping& mapping, uint32_t columns);

    /// One texel for each column, from a place of the target to the right. Valid until the next call.
    const TexelRow& row(const TexelPlace& target);

  private:
    void loadNearest(const TexelPlace& target);
    void loadMean(const TexelPlace& target);
    void loadFiltered(const TexelPlace& target);
    /// The left or right, upper or lower texels of the squares.
    void loadCorners(bool right, bool lower, TexelRow& row);

    const BlitState& state_;
    const ImageBytes& source_;
    const BlitMapping& mapping_;
    bool filters_ = false;
    bool averages_ = false;
    TexelRow result_;
    std::vector<TexelRow> parts_;
    std::vector<uint64_t> offsets_;
    std::vector<TexelSquare> squares_;
};

}  // namespace cyclorama::adreno
