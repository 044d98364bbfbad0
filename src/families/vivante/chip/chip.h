// SPDX-License-Identifier: MIT
#pragma once
// The identity of a Vivante chip, as the hardware's identity registers and the kernel's GET_PARAM report it.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace cyclorama::vivante {

/// Words of feature bits: chipFeatures, then chipMinorFeatures0 to chipMinorFeatures11.
inline constexpr size_t kFeatureWords = 13;

/// A feature bit: `word` 0 is chipFeatures, word n is chipMinorFeatures(n - 1) (etna_viv: common.xml).
struct Feature {
    uint8_t word = 0;
    uint8_t bit = 0;

    bool operator==(const Feature&) const = default;
};

/// The features on which the front end depends.
namespace features {
inline constexpr Feature kPipe3d{0, 2};
inline constexpr Feature kYuv420Source{0, 6};
inline constexpr Feature kPipe2d{0, 9};
inline constexpr Feature kPixelEngine20{1, 7};
inline constexpr Feature kRenderTarget8K{1, 9};
inline constexpr Feature kTwoBitsPerTile{1, 10};
inline constexpr Feature kAlphaTarget2d{1, 29};
inline constexpr Feature kHalfFloat{2, 11};
inline constexpr Feature kHalti0{2, 23};
inline constexpr Feature kLogicOperation{3, 1};
inline constexpr Feature kHalti1{3, 11};
inline constexpr Feature kTextureFilterState{3, 15};
inline constexpr Feature kInstructionCache{4, 3};
inline constexpr Feature kGeometryShader{4, 4};
inline constexpr Feature kHalti2{5, 16};
inline constexpr Feature kSmallMsaa{5, 18};
inline constexpr Feature kHalti3{6, 9};
inline constexpr Feature kHalti4{6, 14};
inline constexpr Feature kRasterizerWritesDepth{6, 15};
inline constexpr Feature kHalti5{6, 29};
inline constexpr Feature kBltEngine{6, 31};
inline constexpr Feature kCacheLines128Or256{7, 14};
inline constexpr Feature kResolveNewBaseAddress{8, 2};
inline constexpr Feature kDec400{11, 9};
}  // namespace features

struct Chip {
    std::string name;
    uint32_t model = 0;     ///< 0x2000 for a GC2000
    uint32_t revision = 0;  ///< 0x5108
    uint32_t productId = 0;
    uint32_t customerId = 0;
    uint32_t ecoId = 0;
    std::array<uint32_t, kFeatureWords> features{};

    uint32_t streamCount = 0;
    uint32_t registerMax = 0;  ///< temporaries of a thread
    uint32_t threadCount = 0;
    uint32_t vertexCacheSize = 0;
    uint32_t shaderCoreCount = 0;
    uint32_t pixelPipes = 1;
    uint32_t vertexOutputBufferSize = 0;
    uint32_t bufferSize = 0;
    uint32_t instructionCount = 0;
    uint32_t constantCount = 0;
    uint32_t varyingsCount = 0;

    /// -1 to 5: the generation, from the HALTI bits (Mesa: etnaviv_screen.c).
    int haltiLevel() const {
        using namespace features;
        if (has(kHalti5)) return 5;
        if (has(kHalti4)) return 4;
        if (has(kHalti3)) return 3;
        if (has(kHalti2)) return 2;
        if (has(kHalti1)) return 1;
        return has(kHalti0) ? 0 : -1;
    }
    bool has(Feature feature) const { return (features[feature.word] >> feature.bit & 1) != 0; }
    bool operator==(const Chip&) const = default;
};

}  // namespace cyclorama::vivante
