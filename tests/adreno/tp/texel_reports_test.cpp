// SPDX-License-Identifier: MIT
// Texels that listeners hear of.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adreno/tp/texture_words.h"
#include "families/adreno/tp/texel_listener.h"

namespace cyclorama::adreno {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

constexpr uint32_t kNearest = 0;
constexpr uint32_t kLinear = 1 << 1 | 1 << 3;
constexpr uint32_t kRepeat = 0;
constexpr uint32_t kClampToBorder = 3 << 5 | 3 << 8;

class Heard final : public TexelListener {
  public:
    void begin(isa::WaveMask) override {}
    void filtered(isa::WaveMask lanes, TexelFilterKind by) override {
        isa::forLanes(lanes, [&](unsigned lane) { kinds[lane] = by; });
    }
    void texels(std::span<const TexelRead> reads, const TexelForm& form) override {
        filterBytes = form.filterBytes;
        for (const TexelRead& read : reads) {
            ++texelsOfFilters;
            if (read.bytes != 0) all.push_back(read);
        }
    }
    std::vector<uint64_t> addressesOf(uint32_t lane) const {
        std::vector<uint64_t> addresses;
        for (const TexelRead& read : all)
            if (read.lane == lane) addresses.push_back(read.address);
        return addresses;
    }

    std::vector<TexelRead> all;
    uint32_t texelsOfFilters = 0;
    uint32_t filterBytes = 0;
    std::array<TexelFilterKind, 4> kinds{};
};

constexpr uint64_t kAddress = 0x1000;

/// Samples a texture of 8x8 texels for a quad whose lanes all are at a place, but for the last, which is at (1, 1).
Heard heardOf(ir3::Opcode opcode, const TestTexture& words, uint32_t samplerWord, float x, float y) {
    std::vector<std::byte> bytes(64 * 1024);
    const Texture texture = boundTexture(words, bytes);
    const SamplerDescriptor sampler =
        decodeSampler(std::array<uint32_t, kSamplerDescriptorWords>{samplerWord, 0, 0, 0});
    TestRequest request(opcode);
    request.setCoordinates(x, y);
    Heard heard;
    sampleTexture({texture, sampler, {}, &heard}, request.request, isa::WaveMask::first(3), request.data);
    return heard;
}

TestTexture square(uint32_t format, uint32_t pitch) {
    return {.format = format, .width = 8, .height = 8, .pitch = pitch, .address = kAddress};
}

TEST(TexelReports, APointIsOneTexel) {
    const Heard heard = heardOf(ir3::Opcode::Sample, square(0x30, 64), kNearest | kRepeat, 2.5f / 8, 3.5f / 8);
    EXPECT_EQ(heard.filterBytes, 4u);
    for (const uint32_t lane : {0u, 1u, 2u})
        EXPECT_THAT(heard.addressesOf(lane), ElementsAre(kAddress + 3 * 64 + 2 * 4)) << lane;
    EXPECT_THAT(heard.addressesOf(3), ElementsAre()) << "has no result";
}

TEST(TexelReports, ALinearFilterHasFourTexels) {
    // The second format is not sampled lane beside lane.
    for (const auto& [format, pitch, bytes] : {std::tuple{0x30u, 64u, 4u}, std::tuple{0x62u, 64u, 8u}}) {
        const Heard heard = heardOf(ir3::Opcode::Sample, square(format, pitch), kLinear | kRepeat, 0.375f, 0.5f);
        EXPECT_EQ(heard.filterBytes, bytes);
        EXPECT_EQ(heard.kinds[0], TexelFilterKind::Linear);
        EXPECT_EQ(heard.kinds[3], TexelFilterKind::Point) << "has no result";
        EXPECT_EQ(heard.texelsOfFilters, 3 * 4u);
        const uint64_t first = kAddress + uint64_t{3} * pitch + uint64_t{2} * bytes;
        EXPECT_THAT(heard.addressesOf(1),
                    UnorderedElementsAre(first, first + bytes, first + pitch, first + pitch + bytes));
    }
}

TEST(TexelReports, TexelsWithoutWeightAreInFiltersAndNotReadElsewhere) {
    for (const uint32_t format : {0x30u, 0x62u}) {
        const uint32_t bytes = format == 0x30 ? 4 : 8;
        const Heard heard = heardOf(ir3::Opcode::Sample, square(format, 64), kLinear | kRepeat, 2.5f / 8, 3.5f / 8);
        EXPECT_EQ(heard.texelsOfFilters, 3 * 4u);
        const std::vector<uint64_t> addresses = heard.addressesOf(0);
        EXPECT_THAT(addresses, testing::Each(kAddress + 3 * 64 + uint64_t{2} * bytes));
        EXPECT_FALSE(addresses.empty());
    }
}

TEST(TexelReports, BordersAreNotRead) {
    const Heard heard = heardOf(ir3::Opcode::Sample, square(0x62, 64), kNearest | kClampToBorder, -1.0f, 0.5f);
    EXPECT_EQ(heard.texelsOfFilters, 3u);
    EXPECT_TRUE(heard.all.empty());
}

TEST(TexelReports, GatheredTexelsAreRead) {
    const Heard heard = heardOf(ir3::Opcode::GatherRed, square(0x30, 64), kNearest | kRepeat, 0.375f, 0.5f);
    EXPECT_EQ(heard.addressesOf(2).size(), 4u);
}

TEST(TexelReports, CompressedTexelsAreBlocks) {
    // BC1: eight bytes for 4x4 texels.
    TestTexture words = square(0xc1, 64);
    words.format = 0;
    for (uint32_t number = 0; number < 256 && words.format == 0; ++number) {
        const SurfaceFormat* const format = findSurfaceFormat(number);
        if (format != nullptr && format->codec == TexelCodec::Block && format->block == func::BlockCodec::Bc1)
            words.format = number;
    }
    const Heard heard = heardOf(ir3::Opcode::Sample, words, kNearest | kRepeat, 5.5f / 8, 6.5f / 8);
    EXPECT_EQ(heard.filterBytes, 4u) << "decoded";
    ASSERT_FALSE(heard.all.empty());
    EXPECT_EQ(heard.all.front().bytes, 8u);
    EXPECT_EQ(heard.all.front().address, kAddress + 64 + 8);
}

}  // namespace
}  // namespace cyclorama::adreno
