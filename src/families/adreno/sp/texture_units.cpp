// SPDX-License-Identifier: MIT
// Texture instructions by descriptor. Storage buffers that a program only reads are loaded by ISAM, as textures (Mesa:
// ir3/ir3_a6xx.c).
#include <algorithm>
#include <bit>
#include <cstring>

#include "families/adreno/sp/buffer_view.h"
#include "families/adreno/sp/stage_units.h"
#include "families/adreno/tp/sampling.h"

namespace cyclorama::adreno {
namespace {

using ir3::LaneWords;

/// The base of the texture's descriptor, and that of the sampler's.
struct TextureBases {
    BindlessBase texture;
    BindlessBase sampler;
};

TextureBases basesOf(const ir3::TextureInstructionRequest& request) {
    using Mode = ir3::DescriptorSource;
    const Mode mode = request.fields.mode;
    const bool bindless = request.fields.indirect && mode != Mode::Uniform && mode != Mode::Nonuniform;
    if (!bindless) return {};
    return {.texture = request.fields.base, .sampler = request.samplerBase};
}

bool isUniform(const ir3::TextureInstructionRequest& request) {
    using Mode = ir3::DescriptorSource;
    const Mode mode = request.fields.mode;
    return !request.fields.indirect ||
           (mode != Mode::Nonuniform && mode != Mode::BindlessNonuniform && mode != Mode::BindlessA1Nonuniform);
}

ImageAccess accessOf(ir3::Opcode opcode) {
    using ir3::Opcode;
    const bool describes = ir3::isBetween(opcode, Opcode::GetSize, Opcode::GetInfo);
    return describes ? ImageAccess::Describe : ImageAccess::Sample;
}

constexpr SamplerDescriptor kNoSampler{};

/// Elements of a buffer of plain words: one a lane, or with .v as many as there are components.
void loadElements(const StageResources& resources, const ir3::TextureInstructionRequest& request, isa::WaveMask lanes,
                  const PlainElements& elements, std::span<LaneWords> data) {
    const BufferView& view = elements.view;
    const unsigned size = elements.bytes;
    const size_t count = request.fields.shadow ? data.size() : 1;
    const std::byte* const all = resources.memory->look(view.address, view.bytes);
    const uint64_t there = view.bytes / size;
    isa::forLanes(lanes, [&](unsigned lane) {
        const uint64_t first =
            uint64_t{request.coordinate[0]->lane[lane]} + static_cast<uint64_t>(int64_t{request.elementOffset});
        for (size_t c = 0; c < count; ++c) {
            if (!request.fields.shadow || (request.fields.writeMask >> c & 1) != 0) {
                if (first + c >= there) continue;
                const uint64_t offset = (first + c) * size;
                const std::byte* const place =
                    all != nullptr ? all + offset
                                   : resources.memory->find(view.address + offset, size, MemoryClient::Texture);
                if (place != nullptr) std::memcpy(&data[c].lane[lane], place, size);
            }
        }
    });
}

/// RGETPOS: the places of the target's samples, from the centre of a pixel (Mesa:
/// ir3/ir3_nir_lower_load_barycentric_at_sample.c).
void locateSamples(const SamplePlaces& samples, const ir3::TextureInstructionRequest& request,
                   std::span<LaneWords> data) {
    if (request.coordinate[0] == nullptr) return;
    isa::forLanes(request.lanes, [&](unsigned lane) {
        const uint32_t number = std::min(request.coordinate[0]->lane[lane], samples.samples - 1);
        const func::SampleOffset& place = samples.places[number];
        data[0].lane[lane] = std::bit_cast<uint32_t>(static_cast<float>(place.x - 0.5));
        data[1].lane[lane] = std::bit_cast<uint32_t>(static_cast<float>(place.y - 0.5));
    });
}

}  // namespace

void StageUnits::sample(const ir3::TextureInstructionRequest& request, std::span<LaneWords> data) {
    if (request.opcode == ir3::Opcode::GetTargetPosition) return locateSamples(resources_.samplePlaces, request, data);
    const TextureBases bases = basesOf(request);
    if (texels_ != nullptr) texels_->begin(request.lanes);
    isa::forEqualLanes(
        request.lanes, request.texture->lane, isUniform(request), [&](isa::WaveMask lanes, uint32_t number) {
            const TextureWords words = textureDescriptor(resources_, bases.texture, number);
            if (request.opcode == ir3::Opcode::ImageSample) {
                if (const auto elements = plainElements(words, request.type, request.fields.shadow)) {
                    if (texels_ != nullptr) reportPlain(request, lanes, *elements);
                    return loadElements(resources_, request, lanes, *elements, data);
                }
            }
            const Texture& texture = views_->texture(words, accessOf(request.opcode));
            if (!ir3::usesSampler(request.opcode))
                return sampleTexture({texture, kNoSampler, {}, texels_}, request, lanes, data);
            isa::forEqualLanes(
                lanes, request.sampler->lane, isUniform(request), [&](isa::WaveMask same, uint32_t samplerNumber) {
                    const SamplerDescriptor& sampler =
                        views_->sampler(samplerDescriptor(resources_, bases.sampler, samplerNumber));
                    sampleTexture({texture, sampler, views_->border(sampler, texture), texels_}, request, same, data);
                });
        });
}

}  // namespace cyclorama::adreno
