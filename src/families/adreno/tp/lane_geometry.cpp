// SPDX-License-Identifier: MIT
// Facts: order of coordinates: Mesa, src/freedreno/ir3/ir3_compiler_nir.c, emit_tex(). Formulas: Vulkan 1.3, Image
// Operations, as far as the API defines them. The level of detail has 8 fraction bits, by turnip's limits.

#include "families/adreno/tp/lane_geometry.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "isa/lane_math.h"
#include "isa/thread_group.h"

namespace cyclorama::adreno {

namespace {

using ir3::Opcode;
using Vector = std::array<float, 3>;

constexpr unsigned kFirstGradient = 4;
/// Beyond any image, and far from what 32 bits hold.
constexpr int32_t kOffsetLimit = 1 << 20;

func::CubeFace faceOf(const Vector& direction) {
    const Vector magnitude = {std::abs(direction[0]), std::abs(direction[1]), std::abs(direction[2])};
    unsigned axis = magnitude[1] >= magnitude[0] ? 1 : 0;
    if (magnitude[2] >= magnitude[axis]) axis = 2;
    return static_cast<func::CubeFace>(axis * 2 + (direction[axis] < 0.0f ? 1 : 0));
}

class Locator {
  public:
    Locator(const Texture& texture, const SamplerDescriptor& sampler, const ir3::TextureInstructionRequest& request,
            LaneGeometry& geometry)
        : texture_(texture), sampler_(sampler), request_(request), geometry_(geometry) {
        const TextureType type = texture.descriptor().type;
        cube_ = type == TextureType::Cube;
        axes_ = cube_ || type == TextureType::ThreeDimensional ? 3 : type == TextureType::OneDimensional ? 1 : 2;
        geometry.axes = cube_ ? 2 : axes_;
        geometry.layered = cube_ || request.fields.array;
        // Coordinates of the instruction beyond those of the texture are passed over.
        unsigned next = request.fields.threeDimensional ? 3 : 2;
        referenceAt_ = request.fields.shadow ? next++ : 0;
        layerAt_ = request.fields.array ? next++ : 0;
        divisorAt_ = request.fields.projected ? next++ : 0;
        const TextureLevel& base = texture.level(0);
        size_ = {static_cast<float>(base.width), static_cast<float>(base.height), static_cast<float>(base.depth)};
        if (!sampler.normalized) size_ = {1.0f, 1.0f, 1.0f};
    }

    void locate(unsigned lane) {
        const Vector place = coordinates(lane);
        uint32_t layer = 0;
        if (request_.fields.array) layer = layerOf(word(layerAt_, lane));
        if (cube_) {
            const func::CubePlace cubePlace = cubePlaceOf(place);
            geometry_.position[0][lane] = cubePlace.s;
            geometry_.position[1][lane] = cubePlace.t;
            layer = layer * func::kCubeFaces + static_cast<uint32_t>(cubePlace.face);
        } else {
            for (unsigned i = 0; i < axes_; ++i) geometry_.position[i][lane] = place[i];
        }
        geometry_.layer[lane] = layer;
        if (request_.fields.shadow) {
            const float divisor = request_.fields.projected ? word(divisorAt_, lane) : 1.0f;
            geometry_.reference[lane] = word(referenceAt_, lane) / divisor;
        }
        locateOffsets(lane);
    }

    /// True if positions and references are the coordinates as they are given.
    bool isPlain() const {
        const ir3::TextureFields& fields = request_.fields;
        return !cube_ && !fields.array && !fields.projected && !fields.offset;
    }
    /// For the lanes up to the last of `lanes`.
    void copyCoordinates(const isa::WaveMask& lanes) {
        const size_t count = (lanes.highest() + isa::kLaneBlock) / isa::kLaneBlock * size_t{isa::kLaneBlock};
        for (unsigned i = 0; i < axes_; ++i) copyWords(i, count, geometry_.position[i]);
        if (request_.fields.shadow) copyWords(referenceAt_, count, geometry_.reference);
        std::fill_n(geometry_.layer.begin(), count, 0u);
    }

    /// True if the lanes of a quad have one footprint.
    bool sharesFootprint() const { return !cube_ && !hasGradients(); }
    /// True if that is a point, along the change of the coordinates as they are given.
    bool hasPlainFootprints() const {
        return sharesFootprint() && !request_.fields.projected && sampler_.minification != TextureFilter::Anisotropic &&
               sampler_.magnification != TextureFilter::Anisotropic;
    }

    /// The footprints of quads, as footprint() has each: squares of all quads first, in vectors.
    void takePlainFootprints(const isa::WaveMask& lanes) {
        std::array<float, isa::kWaveLanes / kQuadLanes> alongX{};
        std::array<float, isa::kWaveLanes / kQuadLanes> alongY{};
        const unsigned quads = lanes.highest() / kQuadLanes + 1;
        for (unsigned i = 0; i < axes_; ++i) {
            if (request_.coordinate[i] == nullptr) continue;
            const uint32_t* const words = request_.coordinate[i]->lane.data();
            const float size = size_[i];
            for (unsigned q = 0; q < quads; ++q) {
                const uint32_t* const quad = &words[size_t{kQuadLanes} * q];
                const auto origin = std::bit_cast<float>(quad[0]);
                const float x = (std::bit_cast<float>(quad[1]) - origin) * size;
                const float y = (std::bit_cast<float>(quad[2]) - origin) * size;
                alongX[q] += x * x;
                alongY[q] += y * y;
            }
        }
        for (unsigned q = 0; q < quads; ++q) {
            const float x = std::sqrt(alongX[q]);
            const float y = std::sqrt(alongY[q]);
            alongX[q] = std::max(x, y);
        }
        isa::forQuads(lanes, [&](unsigned first, unsigned) {
            LaneFootprint footprint = kPointFootprint;
            footprint.lod = std::log2(alongX[first / kQuadLanes]);
            std::fill_n(&geometry_.footprint[first], kQuadLanes, footprint);
        });
    }

    LaneFootprint footprint(unsigned lane) const {
        Vector dx{};
        Vector dy{};
        if (hasGradients()) {
            const unsigned given = request_.fields.threeDimensional ? 3 : 2;
            for (unsigned i = 0; i < axes_; ++i) {
                dx[i] = word(kFirstGradient + i, lane);
                dy[i] = word(kFirstGradient + given + i, lane);
            }
        } else {
            const unsigned first = lane & ~(kQuadLanes - 1);
            const Vector origin = coordinates(first);
            const Vector right = coordinates(first + 1);
            const Vector below = coordinates(first + 2);
            for (unsigned i = 0; i < axes_; ++i) {
                dx[i] = right[i] - origin[i];
                dy[i] = below[i] - origin[i];
            }
        }
        return cube_ ? cubeFootprint(coordinates(lane), dx, dy) : footprintOf(dx, dy);
    }

  private:
    bool hasGradients() const {
        return request_.opcode == Opcode::SampleGradient ||
               ir3::isBetween(request_.opcode, Opcode::SampleGradientPixel0, Opcode::SampleGradientPixel3);
    }

    void copyWords(unsigned index, size_t count, PerLane<float>& to) const {
        // In vectors: so few bytes are copied faster than by the host's instruction for strings.
        const auto width = static_cast<int>(count);
        if (const ir3::LaneWords* const words = request_.coordinate[index]; words != nullptr) {
            isa::mapLanes(
                width, to.data(), [](uint32_t word) { return std::bit_cast<float>(word); }, words->lane.data());
        } else {
            std::fill_n(to.begin(), count, 0.0f);
        }
    }

    float word(unsigned index, unsigned lane) const {
        const ir3::LaneWords* words = request_.coordinate[index];
        return words != nullptr ? std::bit_cast<float>(words->lane[lane]) : 0.0f;
    }

    Vector coordinates(unsigned lane) const {
        Vector place{};
        for (unsigned i = 0; i < axes_; ++i) place[i] = word(i, lane);
        if (request_.fields.projected) {
            const float divisor = word(divisorAt_, lane);
            for (unsigned i = 0; i < axes_; ++i) place[i] /= divisor;
        }
        return place;
    }

    /// Programs add the half that makes the nearest layer of it (Mesa: ir3/ir3_compiler.c, array_index_add_half).
    uint32_t layerOf(float layer) const {
        const uint32_t layers = cube_ ? texture_.layers() / func::kCubeFaces : texture_.layers();
        if (!(layer > 0.0f)) return 0;
        return static_cast<uint32_t>(std::min(layer, static_cast<float>(layers - 1)));
    }

    void locateOffsets(unsigned lane) {
        if (!request_.fields.offset) return;
        geometry_.shifted = true;
        for (unsigned i = 0; i < geometry_.axes; ++i) {
            const ir3::LaneWords* words = request_.parameter[i];
            const int32_t offset = words != nullptr ? static_cast<int32_t>(words->lane[lane]) : 0;
            geometry_.offset[i][lane] = std::clamp(offset, -kOffsetLimit, kOffsetLimit);
        }
    }

    LaneFootprint footprintOf(Vector dx, Vector dy) const {
        float alongX = 0.0f;
        float alongY = 0.0f;
        for (unsigned i = 0; i < axes_; ++i) {
            const float x = dx[i] * size_[i];
            const float y = dy[i] * size_[i];
            alongX += x * x;
            alongY += y * y;
        }
        return footprintOf(std::sqrt(alongX), std::sqrt(alongY), dx, dy);
    }

    LaneFootprint footprintOf(float alongX, float alongY, const Vector& dx, const Vector& dy) const {
        const float longer = std::max(alongX, alongY);
        const float shorter = std::min(alongX, alongY);
        LaneFootprint footprint = kPointFootprint;
        const bool anisotropic =
            sampler_.minification == TextureFilter::Anisotropic || sampler_.magnification == TextureFilter::Anisotropic;
        float extent = longer;
        if (anisotropic && sampler_.maxAnisotropy > 1 && longer > 0.0f && axes_ != 1) {
            const auto most = static_cast<float>(sampler_.maxAnisotropy);
            // The most also where both are infinite: std::min gives its first value beside a NaN.
            const float ratio = shorter > 0.0f ? std::min(most, std::ceil(longer / shorter)) : most;
            footprint.samples = static_cast<uint32_t>(std::max(ratio, 1.0f));
            extent = longer / static_cast<float>(footprint.samples);
            const Vector& axis = alongX >= alongY ? dx : dy;
            for (unsigned i = 0; i < 2; ++i) footprint.step[i] = axis[i] / static_cast<float>(footprint.samples);
        }
        footprint.lod = std::log2(extent);
        return footprint;
    }

    /// By the derivatives of the coordinates on the lane's own face.
    LaneFootprint cubeFootprint(const Vector& direction, const Vector& dx, const Vector& dy) const {
        const func::CubeFaceAxes& face = func::axesOf(faceOf(direction));
        const float middle = std::abs(direction[face.axis[2]]);
        const auto onFace = [&](const Vector& change) {
            Vector result{};
            for (unsigned i = 0; i < 2; ++i) {
                const float along = change[face.axis[2]] * face.sign[2];
                const float value = change[face.axis[i]] * middle - direction[face.axis[i]] * along;
                result[i] = 0.5f * face.sign[i] * value / (middle * middle);
            }
            return result;
        };
        return footprintOf(onFace(dx), onFace(dy));
    }

    const Texture& texture_;
    const SamplerDescriptor& sampler_;
    const ir3::TextureInstructionRequest& request_;
    LaneGeometry& geometry_;
    bool cube_ = false;
    unsigned axes_ = 2;

    unsigned referenceAt_ = 0;
    unsigned layerAt_ = 0;
    unsigned divisorAt_ = 0;
    Vector size_{};
};

/// True if the instruction's level of detail follows from how coordinates change.
bool usesFootprint(Opcode opcode) {
    return opcode == Opcode::Sample || opcode == Opcode::SampleBias || opcode == Opcode::GetLod ||
           opcode == Opcode::SampleGradient ||
           ir3::isBetween(opcode, Opcode::SampleGradientPixel0, Opcode::SampleGradientPixel3);
}

}  // namespace

func::CubePlace cubePlaceOf(const std::array<float, 3>& direction) {
    return func::dividedPlace(faceOf(direction), direction);
}

void locateLanes(const Texture& texture, const SamplerDescriptor& sampler,
                 const ir3::TextureInstructionRequest& request, const isa::WaveMask& lanes, bool footprints,
                 LaneGeometry& geometry) {
    Locator locator(texture, sampler, request, geometry);
    geometry.quadsShareFootprint = locator.sharesFootprint();
    if (locator.isPlain()) {
        locator.copyCoordinates(lanes);
    } else {
        isa::forQuads(lanes, [&](unsigned first, unsigned) {
            for (unsigned f = 0; f < kQuadLanes; ++f) locator.locate(first + f);
        });
    }
    geometry.hasFootprints = footprints && usesFootprint(request.opcode);
    if (!geometry.hasFootprints) return;
    if (locator.hasPlainFootprints()) return locator.takePlainFootprints(lanes);
    isa::forQuads(lanes, [&](unsigned first, unsigned wanted) {
        LaneFootprint footprint = kPointFootprint;
        if (locator.sharesFootprint()) footprint = locator.footprint(first);
        for (unsigned f = 0; f < kQuadLanes; ++f) {
            if ((wanted >> f & 1) == 0) continue;
            geometry.footprint[first + f] = locator.sharesFootprint() ? footprint : locator.footprint(first + f);
        }
    });
}

}  // namespace cyclorama::adreno
