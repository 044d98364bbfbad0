// SPDX-License-Identifier: MIT
// Arbitrary words as descriptors of textures and samplers, instructions on them, and stores and loads of images:
// nothing outside of the memory that was given may be touched. The rest of the bytes are that memory, and blocks of
// each compression.

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "families/adreno/surface/surface_view.h"
#include "families/adreno/tp/image_access.h"
#include "families/adreno/tp/sampling.h"

namespace {

using namespace cyclorama;
using namespace cyclorama::adreno;
using ir3::Opcode;

constexpr unsigned kLanes = 8;

/// Words of the input; zeros behind its end.
class Words {
  public:
    explicit Words(std::span<const uint8_t> bytes) : bytes_(bytes) {}

    uint32_t next() {
        uint32_t word = 0;
        const size_t count = bytes_.size() < sizeof word ? bytes_.size() : sizeof word;
        for (size_t i = 0; i < count; ++i) word |= uint32_t{bytes_[i]} << (8 * i);
        bytes_ = bytes_.subspan(count);
        return word;
    }
    template <size_t Count>
    std::array<uint32_t, Count> array() {
        std::array<uint32_t, Count> words{};
        for (uint32_t& word : words) word = next();
        return words;
    }
    std::span<const uint8_t> rest() const { return bytes_; }

  private:
    std::span<const uint8_t> bytes_;
};

/// Lanes with words of the input, and numbers near the edges of images.
struct Lanes {
    std::array<ir3::LaneWords, 16> words{};

    void fill(Words& input) {
        for (ir3::LaneWords& each : words) {
            const uint32_t first = input.next();
            for (unsigned lane = 0; lane < kLanes; ++lane) each.lane[lane] = first + lane * (first >> 28);
        }
    }
};

ir3::TextureInstructionRequest requestOf(uint32_t bits, const Lanes& lanes) {
    constexpr std::array kOpcodes = {Opcode::ImageSample,    Opcode::ImageSampleLod, Opcode::ImageSampleMultisampled,
                                     Opcode::Sample,         Opcode::SampleBias,     Opcode::SampleLod,
                                     Opcode::SampleGradient, Opcode::GetLod,         Opcode::GetSize,
                                     Opcode::GetBuffer,      Opcode::GetPosition,    Opcode::GetInfo,
                                     Opcode::GatherRed,      Opcode::GatherAlpha,    Opcode::SampleGradientPixel2,
                                     Opcode::Convolve,       Opcode::GatherGreen,    Opcode::GetTargetPosition,
                                     Opcode::Sample,         Opcode::SampleLod};
    ir3::TextureInstructionRequest request;
    request.opcode = kOpcodes[bits % kOpcodes.size()];
    request.fields.threeDimensional = (bits >> 8 & 1) != 0;
    request.fields.array = (bits >> 9 & 1) != 0;
    request.fields.offset = (bits >> 10 & 1) != 0;
    request.fields.projected = (bits >> 11 & 1) != 0;
    request.fields.shadow = (bits >> 12 & 1) != 0;
    request.executing = isa::WaveMask::first(kLanes);
    request.lanes = request.executing;
    // Some sources are not there.
    for (size_t i = 0; i < request.coordinate.size(); ++i) {
        if ((bits >> 13 & 1) == 0 || i < 2) request.coordinate[i] = &lanes.words[i];
    }
    for (size_t i = 0; i < request.parameter.size(); ++i) request.parameter[i] = &lanes.words[12 + i];
    return request;
}

void accessImage(const Texture& image, const Lanes& lanes, uint32_t bits) {
    ir3::BufferRequest request;
    request.lanes = isa::WaveMask::first(kLanes);
    request.typed = true;
    request.coordinates = bits >> 14 & 3;
    request.offset = static_cast<int32_t>(bits) >> 16;
    for (size_t i = 0; i < request.coordinate.size(); ++i) request.coordinate[i] = &lanes.words[i];
    std::array<ir3::LaneWords, 4> data{};
    loadImage(image, request, request.lanes, data);
    storeImage(image, request, request.lanes, data);
    std::array<std::byte*, isa::kWaveLanes> texels{};
    locateImageTexels(image, request, request.lanes, texels);
    for (std::byte* texel : texels) {
        if (texel != nullptr) *texel ^= std::byte{1};
    }
}

void accessSurface(const TextureDescriptor& descriptor, const Lanes& lanes, std::span<std::byte> memory) {
    const SurfaceView view({.format = descriptor.format,
                            .swap = descriptor.swap,
                            .srgb = descriptor.srgb,
                            .tileMode = descriptor.tileMode,
                            .width = descriptor.width,
                            .height = descriptor.height,
                            .layers = descriptor.depth,
                            .samples = descriptor.samples,
                            .pitch = descriptor.pitch,
                            .layerPitch = descriptor.arrayPitch});
    if (descriptor.format == nullptr) return;
    std::array<std::array<uint32_t, 24>, 4> words{};
    const TexelPlace place = {.x = lanes.words[0].lane[0] & 0xffff,
                              .y = lanes.words[1].lane[0] & 0xffff,
                              .layer = lanes.words[2].lane[0] & 0xff,
                              .sample = lanes.words[3].lane[0] & 3};
    view.loadRow(memory, place, 24, {words[0].data(), words[1].data(), words[2].data(), words[3].data()});
    view.storeRow(memory, place, 24, {words[0].data(), words[1].data(), words[2].data(), words[3].data()},
                  lanes.words[4].lane[0] & 15);
}

/// The memory as a block of every compression.
void decodeBlocks(std::span<const std::byte> memory) {
    if (memory.size() < 16) return;
    std::array<func::BlockTexel, func::kMaxBlockTexels> texels{};
    for (uint32_t number = 0; number < 256; ++number) {
        const SurfaceFormat* format = findSurfaceFormat(number);
        if (format == nullptr || format->codec != TexelCodec::Block) continue;
        const std::vector<std::byte> block(memory.begin(), memory.begin() + format->bytes);
        func::decodeBlock(format->blockFormat(memory[0] == std::byte{1}), block, texels);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    Words input({data, size});
    const TextureDescriptor descriptor = decodeTexture(input.array<kTextureDescriptorWords>());
    const SamplerDescriptor sampler = decodeSampler(input.array<kSamplerDescriptorWords>());
    const uint32_t bits = input.next();
    Lanes lanes;
    lanes.fill(input);
    std::vector<std::byte> memory(input.rest().size());
    if (!memory.empty()) std::memcpy(memory.data(), input.rest().data(), memory.size());
    Texture texture(descriptor, {.highestBankBit = 13 + (bits >> 20 & 3), .levels = 7});
    texture.bind([&](uint64_t, uint64_t bytes) {
        return std::span(memory).first(bytes < memory.size() ? static_cast<size_t>(bytes) : memory.size());
    });
    std::array<ir3::LaneWords, 4> results{};
    const ir3::TextureInstructionRequest request = requestOf(bits, lanes);
    sampleTexture({texture, sampler, {1, 2, 3, 4}}, request, request.lanes, results);
    accessImage(texture, lanes, bits);
    accessSurface(descriptor, lanes, memory);
    decodeBlocks(memory);
    return 0;
}
