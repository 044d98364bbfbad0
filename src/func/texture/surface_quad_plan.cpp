// SPDX-License-Identifier: MIT
#include "func/texture/surface_quad_plan.h"

#include <algorithm>

#include "func/texture/surface_locator.h"
#include "func/texture/texture_compression.h"

namespace cyclorama::func {

namespace {

/// The operands component by component, as the locator wants them.
class PlannedLanes {
  public:
    explicit PlannedLanes(const SurfaceQuadRequest& request) {
        for (size_t f = 0; f < kQuadFragments; ++f) {
            for (size_t c = 0; c < operand_.size(); ++c) operand_[c][f] = request.operand[f][c];
            if (request.gradients == nullptr) continue;
            for (size_t c = 0; c < gradientX_.size(); ++c) {
                gradientX_[c][f] = request.gradients->x[f][c];
                gradientY_[c][f] = request.gradients->y[f][c];
            }
        }
        lanes_.operation = request.operation;
        lanes_.count = kQuadFragments;
        lanes_.active = request.fragments;
        for (size_t c = 0; c < operand_.size(); ++c) lanes_.operand[c] = operand_[c].data();
        for (size_t c = 0; c < gradientX_.size() && request.gradients != nullptr; ++c) {
            lanes_.gradientX[c] = gradientX_[c].data();
            lanes_.gradientY[c] = gradientY_[c].data();
        }
    }
    PlannedLanes(const PlannedLanes&) = delete;
    PlannedLanes& operator=(const PlannedLanes&) = delete;

    const TextureLanes& lanes() const { return lanes_; }

  private:
    using Values = std::array<float, kQuadFragments>;
    std::array<Values, 4> operand_{};
    std::array<Values, 3> gradientX_{};
    std::array<Values, 3> gradientY_{};
    TextureLanes lanes_;
};

uint32_t loopsOfLevel(const SurfaceTexture& texture, bool linear) { return linear && texture.dimensions() > 2 ? 2 : 1; }

/// Gathers the texels of one sample, loop by loop.
class SampleLister {
  public:
    SampleLister(const SurfaceTexture& texture, const SurfaceLocator& locator, SampleTexels& texels)
        : texture_(texture), locator_(locator), texels_(texels) {
        const TextureState& state = texture.state();
        uint32_t bytes = texture.level(0).texelBytes;
        if (state.compression != TextureCompression::None)
            bytes = compressionInfo(state.compression).decompressedBytes / 16;
        else if (state.format == Format::Yuyv || state.format == Format::Uyvy)
            bytes = kSmallestReadBytes;
        bytes_ = static_cast<uint8_t>(std::max(bytes, kSmallestReadBytes));
        texels_.loops = 0;
        texels_.mostBytes = bytes_;
    }

    /// The texels of one fragment in loop `loop` of a level.
    void add(const SurfaceLocator::Position& position, uint32_t level, bool linear, uint32_t loop) {
        if (!linear) {
            const SurfaceLocator::Corners at = locator_.nearestCorner(position, level);
            addTexel(level, position.face, at.x.texel[0], at.y.texel[0], at.z.texel[0]);
            return;
        }
        const SurfaceLocator::Corners at = locator_.linearCorners(position, level);
        for (size_t j = 0; j < (texture_.dimensions() > 1 ? 2u : 1u); ++j) {
            for (size_t i = 0; i < 2; ++i) {
                if (locator_.seamless())
                    addSeamless(level, position.face, at.x.texel[i], at.y.texel[j]);
                else
                    addTexel(level, position.face, at.x.texel[i], at.y.texel[j], at.z.texel[loop]);
            }
        }
    }

    void endLoop() { texels_.loopEnd[texels_.loops++] = count_; }

  private:
    void addSeamless(uint32_t level, CubeFace face, int32_t x, int32_t y) {
        std::array<CubeTexel, 3> from;
        const uint32_t count = locator_.seamlessTexels(level, face, x, y, from);
        for (uint32_t n = 0; n < count; ++n) addTexel(level, from[n].face, from[n].x, from[n].y, 0);
    }

    void addTexel(uint32_t level, CubeFace face, int32_t x, int32_t y, int32_t z) {
        texels_.address[count_] = locator_.isOutside(level, x, y, z)
                                      ? kBlackTexelAddress
                                      : locator_.texelAddress(texture_.level(level), face, static_cast<uint32_t>(x),
                                                              static_cast<uint32_t>(y), static_cast<uint32_t>(z));
        texels_.bytes[count_++] = bytes_;
    }

    const SurfaceTexture& texture_;
    const SurfaceLocator& locator_;
    SampleTexels& texels_;
    uint32_t count_ = 0;
    uint8_t bytes_ = 0;
};

}  // namespace

SurfaceQuadAccess startSurfaceAccess(const SurfaceTexture& texture, const SurfaceQuadRequest& request) {
    const PlannedLanes planned(request);
    const SurfaceLocator locator(texture, planned.lanes());
    SurfaceLocator::LocatedLanes lanes;
    locator.locateGroup(0, kQuadFragments, lanes);
    SurfaceQuadAccess access;
    for (uint32_t f = 0; f < kQuadFragments; ++f) {
        if ((request.fragments >> f & 1) == 0) continue;
        const SurfaceLocator::Levels& levels = lanes.levels[f];
        access.samples = std::max(access.samples, lanes.footprint[f].samples);
        access.loops = std::max(access.loops, loopsOfLevel(texture, levels.linear) * (levels.weight != 0.0f ? 2 : 1));
        access.magnified += lanes.lod[f] > 0.0f ? 0 : 1;
        access.pointSampled += levels.linear ? 0 : 1;
    }
    return access;
}

void locateSurfaceSample(const SurfaceTexture& texture, const SurfaceQuadRequest& request,
                         const SurfaceQuadAccess& access, uint32_t sample, SampleTexels& texels) {
    const PlannedLanes planned(request);
    const SurfaceLocator locator(texture, planned.lanes());
    SurfaceLocator::LocatedLanes lanes;
    locator.locateGroup(0, kQuadFragments, lanes);
    SampleLister lister(texture, locator, texels);
    for (uint32_t loop = 0; loop < access.loops; ++loop) {
        for (uint32_t f = 0; f < kQuadFragments; ++f) {
            if ((request.fragments >> f & 1) == 0 || sample >= lanes.footprint[f].samples) continue;
            const SurfaceLocator::Levels& levels = lanes.levels[f];
            const uint32_t perLevel = loopsOfLevel(texture, levels.linear);
            const uint32_t level = loop / perLevel;
            if (level > (levels.weight != 0.0f ? 1u : 0u)) continue;
            lister.add(SurfaceLocator::sampled(lanes.position[f], lanes.footprint[f], sample), levels.index[level],
                       levels.linear, loop % perLevel);
        }
        lister.endLoop();
    }
}

}  // namespace cyclorama::func
