// SPDX-License-Identifier: MIT
#include "machine/values/format_names.h"

#include <array>
#include <cstddef>

namespace cyclorama::machine {

namespace {

// In the order of the enumeration.
constexpr auto kFormatNames = std::to_array<std::string_view>({"Alpha8",
                                                               "Alpha12",
                                                               "Alpha16",
                                                               "Depth16",
                                                               "Depth24",
                                                               "Depth32",
                                                               "Luminance8",
                                                               "Luminance8Signed",
                                                               "Luminance12",
                                                               "Luminance16",
                                                               "Luminance4Alpha4",
                                                               "Luminance6Alpha2",
                                                               "Luminance8Alpha8",
                                                               "Luminance8Alpha8Signed",
                                                               "Luminance12Alpha4",
                                                               "Luminance12Alpha12",
                                                               "Luminance16Alpha16",
                                                               "Intensity8",
                                                               "Intensity12",
                                                               "Intensity16",
                                                               "Rgb332",
                                                               "Rgb444",
                                                               "Rgb555",
                                                               "Rgb565",
                                                               "Rgb888",
                                                               "Rgb101010",
                                                               "Rgb121212",
                                                               "Rgba2222",
                                                               "Rgba4444",
                                                               "Rgba5551",
                                                               "Rgba8888",
                                                               "Rgba1010102",
                                                               "R16",
                                                               "Rg16",
                                                               "Rgba16",
                                                               "R16Float",
                                                               "Rg16Float",
                                                               "Rgba16Float",
                                                               "R32Float",
                                                               "Rg32Float",
                                                               "Rgba32Float",
                                                               "R8Unorm",
                                                               "R8G8Unorm",
                                                               "R8G8B8A8Unorm",
                                                               "R8G8B8X8Unorm",
                                                               "B8G8R8A8Unorm",
                                                               "B8G8R8X8Unorm",
                                                               "B4G4R4A4Unorm",
                                                               "B4G4R4X4Unorm",
                                                               "B5G5R5A1Unorm",
                                                               "B5G5R5X1Unorm",
                                                               "B5G6R5Unorm",
                                                               "R10G10B10A2Unorm",
                                                               "R8Snorm",
                                                               "R8G8Snorm",
                                                               "R8G8B8A8Snorm",
                                                               "R11G11B10Float",
                                                               "R9G9B9E5Float",
                                                               "R8Uint",
                                                               "R8Sint",
                                                               "R8G8Uint",
                                                               "R8G8Sint",
                                                               "R8G8B8A8Uint",
                                                               "R8G8B8A8Sint",
                                                               "R10G10B10A2Uint",
                                                               "R16Uint",
                                                               "R16Sint",
                                                               "R16G16Uint",
                                                               "R16G16Sint",
                                                               "R16G16B16A16Uint",
                                                               "R16G16B16A16Sint",
                                                               "R32Uint",
                                                               "R32Sint",
                                                               "R32G32Uint",
                                                               "R32G32Sint",
                                                               "R32G32B32A32Uint",
                                                               "R32G32B32A32Sint",
                                                               "Stencil8",
                                                               "Stencil8Depth24",
                                                               "X8Depth24",
                                                               "Yuyv",
                                                               "Uyvy"});
static_assert(kFormatNames.size() == static_cast<size_t>(func::Format::Uyvy) + 1);
static_assert(kFormatNames[static_cast<size_t>(func::Format::R8Unorm)] == "R8Unorm");

}  // namespace

std::string_view nameOf(func::Format format) { return kFormatNames[static_cast<size_t>(format)]; }

std::string_view nameOf(func::TextureCompression compression) {
    constexpr auto kCompressions = std::to_array<std::string_view>(
        {"None", "Dxt1Rgb", "Dxt1Rgba", "Dxt3Rgba", "Dxt5Rgba", "Latc1", "Latc1Signed", "Latc2", "Latc2Signed",
         "Etc2Rgb", "Etc2RgbPunchThrough", "Etc2Rgba", "EacR11", "EacR11Signed", "EacRg11", "EacRg11Signed"});
    static_assert(kCompressions.size() == static_cast<size_t>(func::TextureCompression::EacRg11Signed) + 1);
    return kCompressions.at(static_cast<size_t>(compression));
}

}  // namespace cyclorama::machine
