// SPDX-License-Identifier: MIT
#include "func/output/color_write.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace cyclorama::func {
namespace {

using ColorBytes = std::vector<uint8_t>;

/// One quad: red, green, blue and alpha of four fragments.
struct Shaded {
    std::array<std::array<float, 4>, 4> component;

    ColorRun run(std::span<const uint32_t> offsets, std::span<const uint32_t> coverage) const {
        return {.offsets = offsets,
                .coverage = coverage,
                .color = {component[0].data(), component[1].data(), component[2].data(), component[3].data()}};
    }
};

/// Inputs of the known answers below: fragment colours (0.25, 0.5, 0.75, 1), (1.5, -0.5, 0.1, 0.5),
/// (0, 1, 0.3, 0.25), (0.9, 0.8, 0.7, 0.6); a buffer whose byte i is 37 i + 11.
constexpr Shaded kQuad = {
    {{{0.25f, 1.5f, 0.0f, 0.9f}, {0.5f, -0.5f, 1.0f, 0.8f}, {0.75f, 0.1f, 0.3f, 0.7f}, {1.0f, 0.5f, 0.25f, 0.6f}}}};

ColorBytes knownBuffer(size_t size) {
    ColorBytes bytes(size);
    for (size_t i = 0; i < size; ++i) bytes[i] = static_cast<uint8_t>(i * 37 + 11);
    return bytes;
}

BlendState blendState(BlendEquation equation, BlendFactor source, BlendFactor destination) {
    return {.enabled = true,
            .colorEquation = equation,
            .alphaEquation = equation,
            .sourceColor = source,
            .sourceAlpha = source,
            .destinationColor = destination,
            .destinationAlpha = destination};
}

struct KnownWrite {
    std::string name;
    ColorTargetState state;
    uint32_t coverage;
    ColorBytes result;
};

/// Computed by ATTILA's FragmentOpEmulator and the conversions of its ColorWriteV2 (2015 snapshot).
std::vector<KnownWrite> knownWrites() {
    std::vector<KnownWrite> known;
    const BlendState over = blendState(BlendEquation::Add, BlendFactor::SourceAlpha, BlendFactor::OneMinusSourceAlpha);
    known.push_back({"alpha",
                     {.format = Format::Rgba8888, .blend = over},
                     0xd,
                     {0x3f, 0x7f, 0xbf, 0xff, 0x9f, 0xc4, 0xe9, 0x0e, 0x26, 0x81, 0x70, 0x89, 0xd9, 0xd8, 0x71, 0x71}});
    known.push_back({"alpha in sRGB, alpha masked",
                     {.format = Format::Rgba8888, .srgb = true, .writeMask = {.alpha = false}, .blend = over},
                     0xd,
                     {0x87, 0xba, 0xdf, 0x7a, 0x9f, 0xc4, 0xe9, 0x0e, 0x2c, 0x98, 0x83, 0xa2, 0xe2, 0xe8, 0xac, 0x36}});
    known.push_back({"constants, 16 bits",
                     {.format = Format::Rgba16,
                      .writeMask = {.green = false},
                      .blend = {.enabled = true,
                                .colorEquation = BlendEquation::ReverseSubtract,
                                .alphaEquation = BlendEquation::ReverseSubtract,
                                .sourceColor = BlendFactor::ConstantColor,
                                .sourceAlpha = BlendFactor::ConstantAlpha,
                                .destinationColor = BlendFactor::DestinationColor,
                                .destinationAlpha = BlendFactor::DestinationAlpha,
                                .constant = {0.1f, 0.2f, 0.3f, 0.4f}}},
                     0xd,
                     {0x9d, 0x02, 0x55, 0x7a, 0x6b, 0x5d, 0x00, 0x00, 0x33, 0x58, 0x7d, 0xa2, 0xc7, 0xec, 0x11, 0x36,
                      0x5b, 0x40, 0xa5, 0xca, 0x00, 0x00, 0x14, 0x09, 0xe2, 0x57, 0xcd, 0xf2, 0x00, 0x00, 0x19, 0x09}});
    known.push_back({"alpha saturated",
                     {.format = Format::Rgba16Float,
                      .blend = blendState(BlendEquation::Subtract, BlendFactor::SourceAlphaSaturate, BlendFactor::One)},
                     0xd,
                     {0xe8, 0x2f, 0x54, 0xfa, 0x5e, 0x45, 0xff, 0x3b, 0x33, 0x58, 0x7d, 0xa2, 0xc7, 0xec, 0x11, 0x36,
                      0x5b, 0x00, 0xff, 0xdd, 0x72, 0xd7, 0x38, 0xde, 0x9a, 0x38, 0xcd, 0x72, 0xd1, 0xb8, 0xcc, 0x38}});
    known.push_back({"green alone",
                     {.format = Format::Rg16Float, .writeMask = {.red = false}},
                     0xd,
                     {0x0b, 0x30, 0x00, 0x38, 0x9f, 0xc4, 0xe9, 0x0e, 0x33, 0x58, 0x00, 0x3c, 0xc7, 0xec, 0x66, 0x3a}});
    known.push_back(
        {"maximum",
         {.format = Format::R32Float, .blend = blendState(BlendEquation::Max, BlendFactor::Zero, BlendFactor::Zero)},
         0xd,
         {0x0b, 0x30, 0x55, 0x7a, 0x9f, 0xc4, 0xe9, 0x0e, 0x00, 0x00, 0x00, 0x00, 0x66, 0x66, 0x66, 0x3f}});
    known.push_back({"exclusive or",
                     {.format = Format::Rgba8888, .logicOperationEnabled = true, .logicOperation = LogicOperation::Xor},
                     0xd,
                     {0x34, 0x4f, 0xea, 0x85, 0x9f, 0xc4, 0xe9, 0x0e, 0x33, 0xa7, 0x31, 0x9d, 0x22, 0x20, 0xa3, 0xaf}});
    known.push_back({"four samples added",
                     {.format = Format::Rgba8888,
                      .samples = 4,
                      .blend = blendState(BlendEquation::Add, BlendFactor::One, BlendFactor::One)},
                     0x5a5a,
                     {0x0b, 0x30, 0x55, 0x7a, 0xde, 0xff, 0xff, 0xff, 0x33, 0x58, 0x7d, 0xa2, 0xff, 0xff, 0xd0, 0xff,
                      0xff, 0x80, 0xbe, 0xff, 0xef, 0x14, 0x39, 0x5e, 0xff, 0xa8, 0xe6, 0xff, 0x17, 0x3c, 0x61, 0x86,
                      0xab, 0xd0, 0xf5, 0x1a, 0x3f, 0xff, 0xd5, 0xed, 0xd3, 0xf8, 0x1d, 0x42, 0x67, 0xff, 0xfd, 0xff,
                      0xff, 0xec, 0xf7, 0xff, 0x8f, 0xb4, 0xd9, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xb7, 0xdc, 0x01, 0x26}});
    return known;
}

TEST(ColorWrite, WritesWhatAttilaWrites) {
    for (const KnownWrite& known : knownWrites()) {
        const ColorWriter writer(known.state);
        ASSERT_EQ(writer.quadBytes(), known.result.size()) << known.name;
        ColorBytes buffer = knownBuffer(writer.quadBytes());
        const uint32_t offset = 0;
        writer.write(std::as_writable_bytes(std::span(buffer)), kQuad.run({&offset, 1}, {&known.coverage, 1}));
        EXPECT_EQ(buffer, known.result) << known.name;
    }
}

/// 24 quads over 5 places, in one run and one at a time.
TEST(ColorWrite, LaterQuadsSeeEarlierOnes) {
    std::mt19937 random(3);
    std::uniform_real_distribution<float> value(0.0f, 1.0f);
    for (uint32_t samples : {1u, 2u, 4u, 8u}) {
        const ColorWriter writer(
            {.format = Format::Rgba8888,
             .samples = samples,
             .blend = blendState(BlendEquation::Add, BlendFactor::SourceAlpha, BlendFactor::OneMinusSourceAlpha)});
        constexpr uint32_t kQuads = 24;
        std::vector<uint32_t> offsets;
        std::vector<uint32_t> coverage;
        std::array<std::vector<float>, 4> color;
        for (uint32_t q = 0; q < kQuads; ++q) {
            offsets.push_back(static_cast<uint32_t>(random() % 5) * writer.quadBytes());
            coverage.push_back(static_cast<uint32_t>(random()));
            for (auto& component : color) {
                for (uint32_t f = 0; f < kQuadFragments; ++f) component.push_back(value(random));
            }
        }
        ColorBytes atOnce = knownBuffer(5 * writer.quadBytes());
        ColorBytes oneByOne = atOnce;
        writer.write(std::as_writable_bytes(std::span(atOnce)),
                     {offsets, coverage, {color[0].data(), color[1].data(), color[2].data(), color[3].data()}});
        for (uint32_t q = 0; q < kQuads; ++q) {
            const size_t first = q * kQuadFragments;
            writer.write(std::as_writable_bytes(std::span(oneByOne)),
                         {std::span(offsets).subspan(q, 1),
                          std::span(coverage).subspan(q, 1),
                          {&color[0][first], &color[1][first], &color[2][first], &color[3][first]}});
        }
        EXPECT_EQ(atOnce, oneByOne) << samples;
    }
}

TEST(ColorWrite, SaysWhatItNeedsOfTheBuffer) {
    EXPECT_FALSE(ColorWriter({.writeMask = {.red = false}}).readsDestination());
    EXPECT_TRUE(
        ColorWriter({.blend = blendState(BlendEquation::Min, BlendFactor::One, BlendFactor::One)}).readsDestination());
    EXPECT_TRUE(ColorWriter({.logicOperationEnabled = true}).readsDestination());
    // Logic operations do not apply to floats.
    EXPECT_FALSE(ColorWriter({.format = Format::Rgba16Float, .logicOperationEnabled = true}).readsDestination());
    EXPECT_TRUE(ColorWriter({.writeMask = {false, false, false, false}}).masked());
    EXPECT_TRUE(ColorWriter({.format = Format::R32Float, .writeMask = {false, true, true, true}}).masked());
}

TEST(ColorWrite, FillsWithTheClearColor) {
    ColorBytes buffer(32);
    fillColor(std::as_writable_bytes(std::span(buffer)), Format::Rgba8888, {1.0f, 0.5f, 0.0f, 2.0f});
    for (size_t i = 0; i < buffer.size(); i += 4) {
        EXPECT_EQ(ColorBytes(buffer.begin() + static_cast<std::ptrdiff_t>(i),
                             buffer.begin() + static_cast<std::ptrdiff_t>(i) + 4),
                  (ColorBytes{255, 127, 0, 255}));
    }
}

}  // namespace
}  // namespace cyclorama::func
