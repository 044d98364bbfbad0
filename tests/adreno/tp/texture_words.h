// SPDX-License-Identifier: MIT
#pragma once
// Words of descriptors and requests as tests write them.

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "families/adreno/tp/sampling.h"

namespace cyclorama::adreno {

/// Texture words of a linear image of one level; what is not named is 0.
struct TestTexture {
    uint32_t format = 0x30;
    uint32_t width = 1;
    uint32_t height = 1;
    uint32_t depth = 1;
    uint32_t pitch = 64;
    uint32_t arrayPitch = 0;
    uint32_t levels = 1;
    TextureType type = TextureType::TwoDimensional;
    TileMode tileMode = TileMode::Linear;
    bool srgb = false;
    uint64_t address = 0x1000;

    std::array<uint32_t, kTextureDescriptorWords> words() const {
        std::array<uint32_t, kTextureDescriptorWords> descriptor{};
        const uint32_t swizzle = 0u << 4 | 1u << 7 | 2u << 10 | 3u << 13;
        descriptor[0] =
            static_cast<uint32_t>(tileMode) | (srgb ? 4u : 0u) | swizzle | (levels - 1) << 16 | format << 22;
        descriptor[1] = width | height << 15;
        descriptor[2] = pitch << 7 | static_cast<uint32_t>(type) << 29;
        descriptor[3] = arrayPitch >> 12;
        descriptor[4] = static_cast<uint32_t>(address);
        descriptor[5] = static_cast<uint32_t>(address >> 32) | depth << 17;
        return descriptor;
    }
};

/// A texture on bytes of the host.
inline Texture boundTexture(const TestTexture& words, std::vector<std::byte>& bytes) {
    Texture texture(decodeTexture(words.words()));
    texture.bind([&](uint64_t, uint64_t size) {
        return std::span(bytes).first(std::min<size_t>(bytes.size(), static_cast<size_t>(size)));
    });
    return texture;
}

/// Lanes of a request; coordinates lane by lane.
struct TestRequest {
    ir3::TextureInstructionRequest request;
    std::array<ir3::LaneWords, 12> coordinate{};
    std::array<ir3::LaneWords, 4> parameter{};
    std::array<ir3::LaneWords, 4> data{};

    explicit TestRequest(ir3::Opcode opcode, unsigned lanes = 4) {
        request.opcode = opcode;
        request.type = ir3::ValueType::F32;
        request.executing = isa::WaveMask::first(lanes);
        request.lanes = request.executing;
        for (size_t i = 0; i < coordinate.size(); ++i) request.coordinate[i] = &coordinate[i];
        for (size_t i = 0; i < parameter.size(); ++i) request.parameter[i] = &parameter[i];
    }
    TestRequest(const TestRequest&) = delete;
    TestRequest& operator=(const TestRequest&) = delete;

    /// The same in all lanes.
    void set(std::array<ir3::LaneWords, 12>& words, unsigned index, float value) {
        words[index].lane.fill(std::bit_cast<uint32_t>(value));
    }
    void setCoordinates(float s, float t, float r = 0.0f) {
        set(coordinate, 0, s);
        set(coordinate, 1, t);
        set(coordinate, 2, r);
    }
    float result(unsigned component, unsigned lane = 0) const {
        return std::bit_cast<float>(data[component].lane[lane]);
    }
    void run(const Texture& texture, const SamplerDescriptor& sampler, std::array<uint32_t, 4> border = {}) {
        sampleTexture({texture, sampler, border}, request, request.executing, data);
    }
};

}  // namespace cyclorama::adreno
