// SPDX-License-Identifier: MIT
#include "func/texture/texture_sampler.h"

#include <algorithm>
#include <array>

#include "func/lanes/host_versions.h"
#include "func/texture/texture_byte_texels.h"
#include "func/texture/texture_levels.h"
#include "func/texture/texture_pair_sampler.h"
#include "func/texture/texture_quad_level.h"

namespace cyclorama::func {

namespace {

/// The operand of a quad: one value of each component for each fragment.
using QuadOperand = std::array<Float4, 4>;

QuadColors byComponent(const std::array<Vec4, kQuadFragments>& fragments) {
    QuadColors colors;
    for (size_t c = 0; c < colors.size(); c++) {
        colors[c] = Float4{fragments[0][c], fragments[1][c], fragments[2][c], fragments[3][c]};
    }
    return colors;
}

QuadCoordinates byFragment(const QuadOperand& operand) {
    QuadCoordinates fragments;
    for (size_t f = 0; f < fragments.size(); f++) {
        for (size_t c = 0; c < operand.size(); c++) {
            fragments[f][c] = operand[c][f];
        }
    }
    return fragments;
}

/// Turns the operand into coordinates, projected and on a cube face; the same as prepareQuad(), by component.
CubeFace turnToCoordinates(const PreparedTexture& texture, TextureOperation operation, QuadOperand& operand) {
    if (operation == TextureOperation::SampleProject) {
        for (size_t c = 0; c < 3; c++) {
            operand[c] = operand[c] / operand[3];
        }
    }
    if (texture.state.mode != TextureMode::CubeMap) {
        return CubeFace::PositiveX;
    }
    QuadCoordinates fragments = byFragment(operand);
    const CubeFace face = selectCubeFace(fragments);
    operand = byComponent(fragments);
    return face;
}

/// The same as texelDerivatives(), from coordinates by component.
TexelDerivatives derivativesOf(const TextureState& state, const QuadOperand& coordinates) {
    const std::array<uint32_t, 3> size{state.width, state.height, state.depth};
    std::array<Float4, 3> change;
    for (size_t c = 0; c < change.size(); c++) {
        const Float4 texels = coordinates[c] * splat(state.nonNormalized ? 1.0f : static_cast<float>(size[c]));
        change[c] = texels - splat(texels[0]);
    }
    return {change[0][1], change[1][1], change[2][1], change[0][2], change[1][2], change[2][2]};
}

/// Samples quads by writing the access down first. For what the quick way does not hold for: layouts that are not
/// supported, images of 2 GiB, repetition of coordinates that are not normalized, coordinates beyond all bounds.
class PlannedSampler {
  public:
    explicit PlannedSampler(const SamplingContext& context) : context_(context) {}

    [[gnu::noinline]] QuadColors sample(TextureOperation operation, const QuadOperand& operand, uint32_t) {
        planTextureAccess(context_.texture, {operation, byFragment(operand)}, plan_);
        fetchTexels(context_.texture, plan_, context_.memory, context_.cache, texels_, context_.faults);
        return byComponent(filterTexture(context_.texture, plan_, texels_));
    }

  private:
    const SamplingContext& context_;
    TextureAccessPlan plan_;
    FetchedTexels texels_;
};

bool needsPlan(const PreparedTexture& texture) {
    const TextureState& state = texture.state;
    const bool repeats =
        state.wrapS == WrapMode::Repeat || state.wrapT == WrapMode::Repeat || state.wrapR == WrapMode::Repeat;
    return !texture.layout.supported() || (state.nonNormalized && repeats) ||
           texture.layout.level(0).extent >= kLargestExtent;
}

/// Samples the four fragments of a quad together.
template <uint32_t Dimensions, class Texels>
class QuadSampler {
  public:
    explicit QuadSampler(const SamplingContext& context)
        : context_(context),
          texture_(context.texture),
          texels_(context),
          sampler_(context, texels_),
          planned_(context),
          usesLod_(usesLevelOfDetail(texture_.state)),
          anisotropic_(Dimensions == 2 && texture_.maxAnisotropy > 1),
          onlyLevels_(selectLevels(texture_, 0.0f)) {}

    /// Colours of fragments whose bit in `wanted` is clear are undefined.
    QuadColors sample(TextureOperation operation, const QuadOperand& operand, uint32_t wanted) {
        QuadOperand turned = operand;
        const CubeFace face = turnToCoordinates(texture_, operation, turned);
        const bool explicitLevel = operation == TextureOperation::SampleLod;
        Footprint area{.scale = 1.0f};
        if (!explicitLevel && (usesLod_ || anisotropic_)) {
            area = footprint(texture_.state, texture_.anisotropy, derivativesOf(texture_.state, turned),
                             texture_.maxAnisotropy);
        }
        const Coordinates coordinates = {turned[0], turned[1], turned[2]};
        if (!LevelSampler::Locator::holdsFor(coordinates, area)) {
            return planned_.sample(operation, operand, wanted);
        }
        QuadLevels levels{onlyLevels_};
        Float4 weight = splat(onlyLevels_.weight);
        if (usesLod_) {
            if (!levelsOf(operation, turned[3], area, levels)) {
                return sampleEach(levels, face, coordinates, area, wanted);
            }
            weight = Float4{levels[0].weight, levels[1].weight, levels[2].weight, levels[3].weight};
        }
        return sampleArea(levels[0], weight, face, coordinates, area);
    }

  private:
    using LevelSampler = QuadLevelSampler<Dimensions, Texels>;
    using Coordinates = typename LevelSampler::Coordinates;
    using QuadLevels = std::array<FragmentLevels, kQuadFragments>;

    /// Levels of each fragment; true if all have the same. `parameter`: bias or level, as the operation has it.
    bool levelsOf(TextureOperation operation, Float4 parameter, const Footprint& area, QuadLevels& levels) const {
        const bool explicitLevel = operation == TextureOperation::SampleLod;
        const double log2Scale = explicitLevel ? 0.0 : log2OfScale(area.scale);
        if (!explicitLevel && operation != TextureOperation::SampleBias) {
            levels.fill(selectLevels(texture_, levelOfDetail(texture_.state, 0.0f, log2Scale)));
            return true;
        }
        bool uniform = true;
        for (size_t f = 0; f < kQuadFragments; f++) {
            levels[f] = f > 0 && parameter[f] == parameter[0]
                            ? levels[0]
                            : selectLevels(texture_, levelOfDetail(texture_.state, parameter[f], log2Scale));
            uniform = uniform && levels[f].sampled == levels[0].sampled && levels[f].linear == levels[0].linear &&
                      levels[f].twoLevels == levels[0].twoLevels;
        }
        return uniform;
    }

    /// Fragments of different levels.
    [[gnu::noinline]] QuadColors sampleEach(const QuadLevels& levels, CubeFace face, const Coordinates& coordinates,
                                            const Footprint& area, uint32_t wanted) {
        QuadColors colors{};
        for (size_t f = 0; f < kQuadFragments; f++) {
            if ((wanted >> f & 1u) == 0) {
                continue;
            }
            // All four lanes sample this fragment's texels, so that no other fragment's are read from its levels.
            const Coordinates own = {splat(coordinates[0][f]), splat(coordinates[1][f]), splat(coordinates[2][f])};
            const QuadColors sampled = sampleArea(levels[f], splat(levels[f].weight), face, own, area);
            for (size_t c = 0; c < colors.size(); c++) {
                colors[c][f] = sampled[c][f];
            }
        }
        return colors;
    }

    QuadColors sampleArea(const FragmentLevels& levels, Float4 weight, CubeFace face, const Coordinates& coordinates,
                          const Footprint& area) {
        const Float4 reference = coordinates[2];
        QuadColors sum{};
        Coordinates shifted = coordinates;
        for (uint32_t s = 0; s < (anisotropic_ ? area.samples : 1); s++) {
            if (anisotropic_) {
                const float step = anisotropicStep(s, area.samples);
                shifted[0] = coordinates[0] + splat(area.sOffset * step);
                shifted[1] = coordinates[1] + splat(area.tOffset * step);
            }
            add(sum, sampleLevels(levels, weight, face, shifted, reference));
        }
        if (anisotropic_) {
            for (Float4& component : sum) {
                component = component / splat(static_cast<float>(area.samples));
            }
        }
        return sum;
    }

    static void add(QuadColors& sum, const QuadColors& colors) {
        for (size_t c = 0; c < sum.size(); c++) {
            sum[c] = sum[c] + colors[c];
        }
    }

    QuadColors sampleLevels(const FragmentLevels& levels, Float4 weight, CubeFace face, const Coordinates& coordinates,
                            Float4 reference) {
        QuadColors colors;
        for (size_t slot = 0; slot < (levels.twoLevels ? 2 : 1); slot++) {
            const QuadColors sampled =
                sampler_.sample(view(slot, levels.sampled[slot], face), levels.linear, coordinates, reference);
            if (slot == 0) {
                colors = sampled;
                continue;
            }
            for (size_t c = 0; c < colors.size(); c++) {
                colors[c] = colors[c] * (splat(1.0f) - weight) + sampled[c] * weight;
            }
        }
        return colors;
    }

    const LevelView& view(size_t slot, uint32_t level, CubeFace face) {
        LevelView& kept = views_[slot];
        if (kept.level != level || kept.face != face) {
            replace(kept, level, face);
        }
        return kept;
    }
    [[gnu::noinline]] void replace(LevelView& kept, uint32_t level, CubeFace face) const {
        kept = viewLevel(context_, level, face);
    }

    const SamplingContext& context_;
    const PreparedTexture& texture_;
    Texels texels_;
    LevelSampler sampler_;
    PlannedSampler planned_;
    bool usesLod_;
    bool anisotropic_;
    /// Levels of all fragments where the level of detail decides nothing.
    FragmentLevels onlyLevels_;
    std::array<LevelView, 2> views_;
};

/// Runs through the lanes.
template <class Sampler>
void sampleLanes(const SamplingContext& context, const TextureLanes& lanes, const std::array<float*, 4>& result) {
    Sampler sampler(context);
    const bool single = lanes.grouping == LaneGrouping::Single;
    const uint32_t step = single ? 1 : kQuadFragments;
    const uint32_t stepMask = (1u << step) - 1;
    for (uint32_t lane = 0; lane + step <= lanes.count; lane += step) {
        const uint32_t wanted = static_cast<uint32_t>(lanes.active >> lane) & stepMask;
        if (wanted == 0) {
            continue;
        }
        QuadOperand operand;
        for (size_t c = 0; c < operand.size(); c++) {
            const float* const values = lanes.operand[c] + lane;
            operand[c] = single ? splat(*values) : loadFloats(values);
        }
        const QuadColors colors = sampler.sample(lanes.operation, operand, wanted);
        if (!single && wanted == stepMask) {
            for (size_t c = 0; c < result.size(); c++) {
                storeFloats(result[c] + lane, colors[c]);
            }
            continue;
        }
        for (uint32_t fragment = 0; fragment < step; fragment++) {
            if ((wanted >> fragment & 1u) != 0) {
                for (size_t c = 0; c < 4; c++) {
                    result[c][lane + fragment] = colors[c][fragment];
                }
            }
        }
    }
}

/// 2D images and cube maps of bytes, the most frequent ones, for the vectors that the host has.
[[gnu::always_inline]] inline void sampleBytesByQuadsKernel(const SamplingContext& context, const TextureLanes& lanes,
                                                            const std::array<float*, 4>& result) {
    sampleLanes<QuadSampler<2, ByteTexels>>(context, lanes, result);
}

void sampleBytesByQuads(const SamplingContext& context, const TextureLanes& lanes,
                        const std::array<float*, 4>& result) {
    runOnHost<sampleBytesByQuadsKernel>(context, lanes, result);
}

/// Other 2D images and cube maps of four bytes a texel, as depths are, likewise.
[[gnu::always_inline]] inline void sampleWordsByQuadsKernel(const SamplingContext& context, const TextureLanes& lanes,
                                                            const std::array<float*, 4>& result) {
    sampleLanes<QuadSampler<2, FieldTexels<DirectWords<4>>>>(context, lanes, result);
}

void sampleWordsByQuads(const SamplingContext& context, const TextureLanes& lanes,
                        const std::array<float*, 4>& result) {
    runOnHost<sampleWordsByQuadsKernel>(context, lanes, result);
}

void sampleBytes(const SamplingContext& context, const TextureLanes& lanes, const std::array<float*, 4>& result) {
    TextureLanes left = lanes;
    if (canSamplePairs(context, lanes)) left.active = samplePairs(context, lanes, result);
    if (left.active != 0) sampleBytesByQuads(context, left, result);
}

template <uint32_t Dimensions>
void sampleDirect(const SamplingContext& context, const TextureLanes& lanes, const std::array<float*, 4>& result) {
    switch (context.texture.layout.texelBytes()) {
        case 1:
            sampleLanes<QuadSampler<Dimensions, FieldTexels<DirectWords<1>>>>(context, lanes, result);
            break;
        case 2:
            sampleLanes<QuadSampler<Dimensions, FieldTexels<DirectWords<2>>>>(context, lanes, result);
            break;
        case 4:
            if constexpr (Dimensions == 2)
                sampleWordsByQuads(context, lanes, result);
            else
                sampleLanes<QuadSampler<Dimensions, FieldTexels<DirectWords<4>>>>(context, lanes, result);
            break;
        case 8:
            sampleLanes<QuadSampler<Dimensions, FieldTexels<DirectWords<8>>>>(context, lanes, result);
            break;
        default:
            sampleLanes<QuadSampler<Dimensions, FieldTexels<DirectWords<16>>>>(context, lanes, result);
            break;
    }
}

/// Only 2D images and cube maps are compressed.
void sampleCompressed(const SamplingContext& context, const TextureLanes& lanes, const std::array<float*, 4>& result) {
    switch (context.texture.layout.texelBytes()) {
        case 1:
            sampleLanes<QuadSampler<2, FieldTexels<CompressedWords<1>>>>(context, lanes, result);
            break;
        case 2:
            sampleLanes<QuadSampler<2, FieldTexels<CompressedWords<2>>>>(context, lanes, result);
            break;
        default:
            sampleLanes<QuadSampler<2, FieldTexels<CompressedWords<4>>>>(context, lanes, result);
            break;
    }
}

template <uint32_t Dimensions>
void sampleDimensions(const SamplingContext& context, const TextureLanes& lanes, const std::array<float*, 4>& result) {
    const TextureLayout& layout = context.texture.layout;
    const bool compressed = layout.compression() != TextureCompression::None;
    // A state may name a format that its compression does not give: texels could then straddle blocks.
    const bool mismatched = compressed && texelBytes(context.compression.texelFormat) != layout.texelBytes();
    if (!context.texture.conversion.byFields || mismatched) {
        sampleLanes<QuadSampler<Dimensions, GeneralTexels>>(context, lanes, result);
    } else if (compressed) {
        sampleCompressed(context, lanes, result);
    } else if (Dimensions == 2 && ByteTexels::holdFor(context.texture)) {
        sampleBytes(context, lanes, result);
    } else {
        sampleDirect<Dimensions>(context, lanes, result);
    }
}

}  // namespace

void sampleQuads(const PreparedTexture& texture, const MemoryWindows& memory, TextureBlockCache& cache,
                 const TextureLanes& lanes, const std::array<float*, 4>& result, TextureFaults& faults) {
    if (texture.surface != nullptr) return texture.surface->sample(memory, cache, lanes, result, faults);
    SamplingContext context{.texture = texture, .memory = memory, .cache = cache, .faults = faults};
    if (needsPlan(texture)) {
        sampleLanes<PlannedSampler>(context, lanes, result);
        return;
    }
    if (texture.layout.compression() != TextureCompression::None) {
        context.compression = compressionInfo(texture.layout.compression());
    }
    switch (texture.state.mode) {
        case TextureMode::Texture1D:
        case TextureMode::Texture1DArray:
            sampleDimensions<1>(context, lanes, result);
            break;
        case TextureMode::Texture2D:
        case TextureMode::CubeMap:
        case TextureMode::Texture2DArray:
            sampleDimensions<2>(context, lanes, result);
            break;
        case TextureMode::Texture3D:
            sampleDimensions<3>(context, lanes, result);
            break;
    }
}

}  // namespace cyclorama::func
