// SPDX-License-Identifier: MIT
// Textures and render targets take the rows of exact_formats.h for the same texels.

#include "func/formats/exact_formats.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstring>
#include <random>

#include "func/formats/color_format.h"
#include "func/texture/surface_texel.h"

namespace cyclorama::func {
namespace {

using Texel = std::array<uint32_t, 4>;

Texel unpacked(const PackedFormat& format, const std::byte* texel) {
    Texel words{};
    unpackTexels(format, texel, 1, {&words[0], &words[1], &words[2], &words[3]});
    return words;
}

std::array<std::byte, 16> randomTexel(std::mt19937_64& random) {
    return std::bit_cast<std::array<std::byte, 16>>(std::array<uint64_t, 2>{random(), random()});
}

TEST(ExactFormats, TexelsAloneEqualThoseInRowsToTheBit) {
    std::mt19937_64 random(4);
    for (const exact_formats::Row& row : exact_formats::kRows) {
        if (row.format < Format::R8Unorm) continue;  // textures of floats have ATTILA's conversion
        for (int i = 0; i < 2000; ++i) {
            const std::array<std::byte, 16> texel = randomTexel(random);
            ASSERT_EQ(std::bit_cast<Texel>(decodeSurfaceTexel(row.format, texel.data(), 0)),
                      unpacked(row.fields, texel.data()))
                << static_cast<int>(row.format);
        }
    }
}

TEST(ExactFormats, TargetsReadTheColoursOfTextures) {
    std::mt19937_64 random(5);
    for (const exact_formats::Row& row : exact_formats::kRows) {
        const ColorFormat* const target = findExactColorFormat(row.format);
        if (target == nullptr) continue;
        EXPECT_EQ(target->bytesPerSample, row.fields.bytes);
        for (int i = 0; i < 2000; ++i) {
            const std::array<std::byte, 16> texel = randomTexel(random);
            SampleBytes samples{};
            std::memcpy(samples.data.data(), texel.data(), row.fields.bytes);
            ColorLanes colors;
            target->unpack(samples, 1, colors);
            const Texel expected = unpacked(row.fields, texel.data());
            for (size_t c = 0; c < expected.size(); ++c) {
                if (row.fields.component[c].bits == 0) continue;
                ASSERT_EQ(std::bit_cast<uint32_t>(colors.component[c][0]), expected[c])
                    << static_cast<int>(row.format) << " component " << c;
            }
        }
    }
}

TEST(ExactFormats, FieldsAreWithinTheirTexels) {
    for (const exact_formats::Row& row : exact_formats::kRows)
        for (const PackedComponent& component : row.fields.component) {
            EXPECT_LE(component.low + component.bits, row.fields.bytes * 8) << static_cast<int>(row.format);
            EXPECT_LE(component.low % 32 + component.bits, 32) << static_cast<int>(row.format);
        }
}

}  // namespace
}  // namespace cyclorama::func
