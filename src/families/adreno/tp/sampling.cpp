// SPDX-License-Identifier: MIT
// Facts: Mesa, src/freedreno/ir3/ir3_compiler_nir.c (emit_tex(), emit_tex_txs(), emit_tex_info()).

#include "families/adreno/tp/sampling.h"

#include <algorithm>

#include "families/adreno/tp/texel_reports.h"
#include "families/adreno/tp/wave_sampler.h"

namespace cyclorama::adreno {

namespace {

uint32_t laneWord(const ir3::LaneWords* words, unsigned lane) { return words != nullptr ? words->lane[lane] : 0; }

/// A texel by its numbers (ISAM, ISAML, ISAMM).
class TexelReader {
  public:
    TexelReader(const Texture& texture, const ir3::TextureInstructionRequest& request)
        : texture_(texture), request_(request) {
        const ir3::TextureFields& fields = request.fields;
        axes_ = fields.threeDimensional ? 3 : 2;
        layerAt_ = axes_;
        sampleAt_ = axes_ + (fields.array ? 1 : 0);
        levelAt_ = fields.offset ? axes_ : 0;
    }

    /// kEmptyTap if the texel does not exist.
    TexelTap tap(unsigned lane) const {
        TexelTap tap{};
        tap.offset = kEmptyTap;
        const bool multisampled = request_.opcode == ir3::Opcode::ImageSampleMultisampled;
        const uint32_t levelNumber =
            request_.opcode == ir3::Opcode::ImageSampleLod ? laneWord(request_.parameter[levelAt_], lane) : 0;
        if (levelNumber >= texture_.levels()) return tap;
        const TextureLevel& level = texture_.level(levelNumber);
        const uint32_t x = coordinate(0, lane);
        const uint32_t y = texture_.descriptor().isBuffer() || isLine() ? 0 : coordinate(1, lane);
        const bool volume = texture_.descriptor().type == TextureType::ThreeDimensional;
        uint32_t layer = request_.fields.array ? laneWord(request_.coordinate[layerAt_], lane) : 0;
        if (volume) layer = coordinate(2, lane);
        const uint32_t sample = multisampled ? laneWord(request_.coordinate[sampleAt_], lane) : 0;
        const uint32_t layers = volume ? level.depth : texture_.layers();
        if (x >= level.width || y >= level.height || layer >= layers) return tap;
        if (sample >= texture_.descriptor().samples) return tap;
        return tapAt(texture_, level, x, y, layer, sample);
    }

  private:
    bool isLine() const { return texture_.descriptor().type == TextureType::OneDimensional; }

    uint32_t coordinate(unsigned axis, unsigned lane) const {
        const uint32_t offset = request_.fields.offset ? laneWord(request_.parameter[axis], lane) : 0;
        return laneWord(request_.coordinate[axis], lane) + offset;
    }

    const Texture& texture_;
    const ir3::TextureInstructionRequest& request_;
    unsigned axes_ = 2;
    unsigned layerAt_ = 0;
    unsigned sampleAt_ = 0;
    unsigned levelAt_ = 0;
};

void readTexels(const SampledTexture& sampled, const ir3::TextureInstructionRequest& request,
                const isa::WaveMask& lanes, std::span<ir3::LaneWords> data) {
    const Texture& texture = sampled.texture;
    const TexelReader reader(texture, request);
    std::array<TexelTap, isa::kWaveLanes> taps;
    size_t count = 0;
    forLanes(lanes, [&](unsigned lane) {
        taps[count] = reader.tap(lane);
        taps[count++].lane = static_cast<uint8_t>(lane);
    });
    if (sampled.listener != nullptr) reportTaps(texture, std::span(taps).first(count), *sampled.listener);
    TapWords words;
    fetchTexels(texture, std::span(taps).first(count), {}, words);
    for (size_t i = 0; i < count; ++i) {
        std::array<uint32_t, 4> texel{};
        for (unsigned c = 0; c < 4; ++c) texel[c] = words.component[c][i];
        for (unsigned c = 0; c < 4; ++c) {
            data[c].lane[taps[i].lane] =
                func::componentOf(texel, texture.descriptor().swizzle[c], texture.format()->oneWord());
        }
    }
}

/// Sizes of a level: width, height, depth and layers, or cubes.
void describeSize(const Texture& texture, const ir3::TextureInstructionRequest& request, const isa::WaveMask& lanes,
                  std::span<ir3::LaneWords> data) {
    const TextureDescriptor& descriptor = texture.descriptor();
    forLanes(lanes, [&](unsigned lane) {
        const uint32_t number = request.opcode == ir3::Opcode::GetSize ? laneWord(request.coordinate[0], lane) : 0;
        std::array<uint32_t, 4> size{};
        if (descriptor.isBuffer()) {
            size[0] = static_cast<uint32_t>(descriptor.elements);
        } else if (number < kMaxTextureLevels) {
            // A descriptor of zeros has no texels: none of Vulkan's null descriptors has a size.
            const auto ofLevel = [number](uint32_t whole) { return whole == 0 ? 0 : func::levelSize(whole, number); };
            size = {ofLevel(descriptor.width), ofLevel(descriptor.height), ofLevel(descriptor.depth), descriptor.depth};
        }
        for (unsigned c = 0; c < 4; ++c) data[c].lane[lane] = size[c];
    });
}

/// The number of levels in the third result, that of samples in the fourth; of no texture, zeros.
void describeTexture(const Texture& texture, const isa::WaveMask& lanes, std::span<ir3::LaneWords> data) {
    const bool isThere = texture.format() != nullptr;
    forLanes(lanes, [&](unsigned lane) {
        data[0].lane[lane] = 0;
        data[1].lane[lane] = 0;
        data[2].lane[lane] = isThere ? texture.descriptor().levels : 0;
        data[3].lane[lane] = isThere ? texture.descriptor().samples : 0;
    });
}

bool isGather(ir3::Opcode opcode) { return ir3::isBetween(opcode, ir3::Opcode::GatherRed, ir3::Opcode::GatherAlpha); }

/// True of instructions that have coordinates and a sampler.
bool isSampled(ir3::Opcode opcode) {
    return ir3::isBetween(opcode, ir3::Opcode::Sample, ir3::Opcode::GetLod) || isGather(opcode) ||
           ir3::isBetween(opcode, ir3::Opcode::SampleGradientPixel0, ir3::Opcode::SampleGradientPixel3);
}

void clearResults(const isa::WaveMask& lanes, std::span<ir3::LaneWords> data) {
    forLanes(lanes, [&](unsigned lane) {
        for (ir3::LaneWords& words : data.first(4)) words.lane[lane] = 0;
    });
}

}  // namespace

void sampleTexture(const SampledTexture& sampled, const ir3::TextureInstructionRequest& request,
                   const isa::WaveMask& lanes, std::span<ir3::LaneWords> data) {
    const ir3::Opcode opcode = request.opcode;
    if (opcode == ir3::Opcode::GetSize || opcode == ir3::Opcode::GetBuffer) {
        return describeSize(sampled.texture, request, lanes, data);
    }
    if (opcode == ir3::Opcode::GetInfo) return describeTexture(sampled.texture, lanes, data);
    if (sampled.texture.format() == nullptr || sampled.texture.levels() == 0) return clearResults(lanes, data);
    if (ir3::isBetween(opcode, ir3::Opcode::ImageSample, ir3::Opcode::ImageSampleMultisampled)) {
        return readTexels(sampled, request, lanes, data);
    }
    if (!isSampled(opcode)) return clearResults(lanes, data);
    WaveSampler sampler(sampled, request, lanes);
    if (opcode == ir3::Opcode::GetLod) return sampler.describeLod(data);
    if (isGather(opcode)) {
        return sampler.gather(static_cast<unsigned>(opcode) - static_cast<unsigned>(ir3::Opcode::GatherRed), data);
    }
    sampler.sample(data);
}

}  // namespace cyclorama::adreno
