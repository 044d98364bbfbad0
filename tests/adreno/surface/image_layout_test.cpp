// SPDX-License-Identifier: MIT
// Layouts of the vendor's driver, which Mesa's tests have (src/freedreno/fdl/fd6_layout_test.c). They are read from
// Mesa's source where scripts/setup/mesa put it.

#include "adreno/surface/image_layout.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "adreno/mesa_sources.h"
#include "families/adreno/tp/texture.h"
#include "support/expressions.h"

namespace cyclorama::adreno {
namespace {

/// A layout as Mesa's test has it.
struct LayoutVector {
    std::string text;
    ImageShape shape;
    bool disabled = false;
    std::vector<std::map<std::string, uint64_t>> levels;
    std::vector<std::map<std::string, uint64_t>> flags;
};

const SurfaceFormat* formatOf(const std::string& name) {
    static const std::map<std::string, uint32_t> kNumbers = {
        {"R8_UNORM", 0x03},       {"R16_UINT", 0x18},          {"R8G8B8A8_UNORM", 0x30},     {"R8G8B8A8_UINT", 0x33},
        {"R9G9B9E5_FLOAT", 0x35}, {"R16G16B16A16_UINT", 0x63}, {"R32G32B32A32_FLOAT", 0x82}, {"R32_UINT", 0x4b}};
    const auto found = kNumbers.find(name);
    return found == kNumbers.end() ? nullptr : findSurfaceFormat(found->second);
}

std::optional<std::string> matched(const std::string& text, const std::string& expression) {
    const ExpressionMatch match = Expression(expression).find(text);
    return match.empty() ? std::nullopt : std::optional(match[1]);
}

uint32_t numberIn(const std::string& text, const std::string& name, uint32_t otherwise) {
    const auto found = matched(text, "\\." + name + " = (\\w+)");
    return found ? static_cast<uint32_t>(std::stoul(*found, nullptr, 0)) : otherwise;
}

std::vector<std::map<std::string, uint64_t>> slicesIn(const std::string& text, const std::string& name) {
    std::vector<std::map<std::string, uint64_t>> slices;
    const size_t begin = text.find("." + name + " =");
    if (begin == std::string::npos) return slices;
    const Expression slice(R"(\{ ?(\.offset = [^{}]*)\})");
    const Expression field(R"(\.(\w+) = (\w+)(?: \* (\w+))?)");
    const size_t end = text.find("ubwc_slices", begin + name.size() + 2);
    const std::string own = text.substr(begin, end == std::string::npos ? std::string::npos : end - begin);
    for (const ExpressionMatch& fields : slice.findAll(own)) {
        auto& row = slices.emplace_back();
        for (const ExpressionMatch& each : field.findAll(fields[1])) {
            const uint64_t factor = each[3].empty() ? 1 : std::stoull(each[3], nullptr, 0);
            row[each[1]] = std::stoull(each[2], nullptr, 0) * factor;
        }
    }
    return slices;
}

std::vector<LayoutVector> vectorsOf(const std::string& source) {
    std::vector<LayoutVector> vectors;
    const size_t second = source.find("testcases_a660[] =");
    size_t begin = source.find(".format = ");
    while (begin != std::string::npos) {
        const size_t end = source.find(".format = ", begin + 1);
        const std::string text = source.substr(begin, end == std::string::npos ? end : end - begin);
        LayoutVector& vector = vectors.emplace_back();
        vector.text = text.substr(0, 400);
        ImageShape& shape = vector.shape;
        shape.format = formatOf(matched(text, "PIPE_FORMAT_(\\w+)").value_or(""));
        shape.width = numberIn(text, "width0", 1);
        shape.height = std::max(numberIn(text, "height0", 1), 1u);
        shape.depth = std::max(numberIn(text, "depth0", 1), 1u);
        shape.layers = numberIn(text, "array_size", 1);
        shape.samples = numberIn(text, "nr_samples", 1);
        shape.volume = text.find(".is_3d = true") != std::string::npos;
        shape.tiled = text.find("TILE6_3") != std::string::npos;
        shape.ubwc = text.find(".ubwc = true") != std::string::npos;
        shape.generation =
            second != std::string::npos && begin > second ? GpuGeneration::A6xxGen4 : GpuGeneration::A6xxGen1;
        vector.disabled = source.rfind("#if 0", begin) != std::string::npos &&
                          source.rfind("#if 0", begin) > source.rfind("testcases_a630", begin) &&
                          (source.rfind("#endif", begin) == std::string::npos ||
                           source.rfind("#endif", begin) < source.rfind("#if 0", begin));
        vector.levels = slicesIn(text, "slices");
        vector.flags = slicesIn(text, "ubwc_slices");
        begin = end;
    }
    return vectors;
}

/// The levels that the chip finds by a descriptor of the layout.
Texture textureOf(const ImageShape& shape, const ImageLayout& layout) {
    TextureDescriptor descriptor;
    descriptor.format = shape.format;
    descriptor.tileMode = shape.tiled && layout.level[0].tiled ? TileMode::Tiled : TileMode::Linear;
    descriptor.type = shape.volume ? TextureType::ThreeDimensional : TextureType::TwoDimensional;
    descriptor.width = shape.width;
    descriptor.height = shape.height;
    descriptor.depth = shape.volume ? shape.depth : shape.layers;
    descriptor.levels = shape.levels;
    descriptor.samples = shape.samples;
    descriptor.pitch = static_cast<uint32_t>(layout.level[0].pitch);
    descriptor.pitchAlign = layout.pitchAlign;
    descriptor.arrayPitch = static_cast<uint32_t>(shape.volume ? layout.level[0].size : layout.layerSize);
    descriptor.minLayerSize = static_cast<uint32_t>(layout.level[shape.levels - 1].size) & 0xf000;
    descriptor.tileAll = layout.tileAll;
    descriptor.flags = layout.ubwc;
    return Texture(descriptor);
}

/// A volume whose slices the vendor's driver makes larger than Mesa's: the chip finds its levels all the same.
void expectLevels(const LayoutVector& vector) {
    ImageLayout layout = layOut(vector.shape);
    layout.level[0].size = vector.levels[0].at("size0");
    layout.level[vector.shape.levels - 1].size = vector.levels[3].at("size0");
    const Texture texture = textureOf(vector.shape, layout);
    for (uint32_t i = 0; i < vector.shape.levels; ++i) {
        EXPECT_EQ(texture.level(i).base, vector.levels[i].at("offset")) << "level " << i;
        EXPECT_EQ(texture.level(i).pitch, vector.levels[i].at("pitch")) << "level " << i;
    }
}

void expectLayout(const LayoutVector& vector) {
    const ImageShape& shape = vector.shape;
    const ImageLayout layout = layOut(shape);
    const Texture texture = textureOf(shape, layout);
    // The vectors' pixels begin at 0, but for those whose flags lie in the same buffer.
    const uint64_t first = vector.levels[0].at("offset") == 0 ? layout.level[0].offset : 0;
    for (uint32_t i = 0; i < shape.levels; ++i) {
        const ImageLevelLayout& level = layout.level[i];
        EXPECT_EQ(level.offset - first, vector.levels[i].at("offset")) << "level " << i;
        EXPECT_EQ(level.pitch, vector.levels[i].at("pitch")) << "level " << i;
        if (vector.levels[i].contains("size0")) {
            EXPECT_EQ(level.size, vector.levels[i].at("size0")) << "level " << i;
        }
        EXPECT_EQ(texture.level(i).base, level.offset - layout.level[0].offset) << "level " << i;
        EXPECT_EQ(texture.level(i).pitch, level.pitch) << "level " << i;
        EXPECT_EQ(texture.level(i).layout.isTiled(), level.tiled) << "level " << i;
        if (i >= vector.flags.size()) continue;
        EXPECT_EQ(level.flagOffset, vector.flags[i].at("offset")) << "level " << i;
        EXPECT_EQ(level.flagPitch, vector.flags[i].at("pitch")) << "level " << i;
    }
}

TEST(ImageLayout, IsThatOfMesasVectors) {
    const std::filesystem::path path = mesaFile("25.0.7", "fdl/fd6_layout_test.c");
    std::ifstream file(path);
    if (!file) GTEST_SKIP() << path << " is not there: scripts/setup/mesa 25.0.7 puts it there";
    std::stringstream source;
    source << file.rdbuf();
    const std::vector<LayoutVector> vectors = vectorsOf(source.str());
    EXPECT_EQ(vectors.size(), 43u);
    for (LayoutVector vector : vectors) {
        SCOPED_TRACE(vector.text);
        ASSERT_NE(vector.shape.format, nullptr);
        ASSERT_FALSE(vector.levels.empty());
        vector.shape.levels = static_cast<uint32_t>(vector.levels.size());
        // The two vectors that Mesa leaves out have a larger pitch, and larger slices, than it needs.
        if (vector.disabled) vector.shape.pitch = vector.levels[0].at("pitch");
        if (vector.disabled && vector.shape.volume) {
            expectLevels(vector);
        } else {
            expectLayout(vector);
        }
    }
}

TEST(ImageLayout, BlocksOfCompression) {
    const auto block = [](uint32_t number, uint32_t samples) {
        const CompressionBlock found = blockOf(*findSurfaceFormat(number), samples);
        return std::pair(found.width, found.height);
    };
    EXPECT_EQ(block(0x30, 1), std::pair(16u, 4u));
    EXPECT_EQ(block(0x30, 4), std::pair(4u, 4u));
    EXPECT_EQ(block(0x0f, 1), std::pair(16u, 8u));
    EXPECT_EQ(block(0x15, 1), std::pair(16u, 4u));
    EXPECT_EQ(block(0x15, 2), std::pair(8u, 4u));
    EXPECT_EQ(block(0x82, 2), std::pair(4u, 2u));
    EXPECT_EQ(block(0x82, 4), std::pair(0u, 0u));
}

}  // namespace
}  // namespace cyclorama::adreno
