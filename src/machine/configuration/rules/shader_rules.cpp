// SPDX-License-Identifier: MIT
#include "machine/configuration/rules/rule_terms.h"
#include "machine/configuration/rules/rules.h"

namespace cyclorama::machine::rules {
namespace {

/// The largest threshold of a fraction with that number of bits.
std::uint64_t largestFraction(std::uint32_t bits) { return (std::uint64_t{1} << bits) - 1; }

using C = const Configuration&;

constexpr ConfigurationRule kShaderRules[] = {
    // Shader processor
    {"attribute-load-translation",
     kError,
     "VertexAttributeLoadFromShader needs EnableDriverShaderTranslation",
     {"FRAGMENTSHADER.VertexAttributeLoadFromShader", "SIMULATOR.EnableDriverShaderTranslation"},
     "FRAGMENTSHADER/VertexAttributeLoadFromShader",
     [](C c) { return !c.shader.vertexAttributeLoadFromShader || c.simulator.enableDriverShaderTranslation; }},
    {"scalar-config-translation",
     kError,
     "VectorALUConfig \"scalar\" needs EnableDriverShaderTranslation",
     {"FRAGMENTSHADER.VectorALUConfig", "SIMULATOR.EnableDriverShaderTranslation"},
     "FRAGMENTSHADER/VectorALUConfig",
     [](C c) {
         return c.vectorShader.aluConfig.get() != VectorAluConfig::Scalar || c.simulator.enableDriverShaderTranslation;
     }},
    {"explicit-block-translation",
     kError,
     "VectorExplicitBlock needs EnableDriverShaderTranslation",
     {"FRAGMENTSHADER.VectorExplicitBlock", "SIMULATOR.EnableDriverShaderTranslation"},
     "FRAGMENTSHADER/VectorExplicitBlock",
     [](C c) { return !c.vectorShader.explicitBlock || c.simulator.enableDriverShaderTranslation; }},
    {"scalar-shader-thread-group",
     kError,
     "in the scalar shader model ExecutableThreads and InputBuffers must be multiples of ThreadGroup",
     {"FRAGMENTSHADER.ThreadGroup", "FRAGMENTSHADER.ExecutableThreads", "FRAGMENTSHADER.InputBuffers",
      "FRAGMENTSHADER.VectorShader"},
     "FRAGMENTSHADER/ExecutableThreads",
     [](C c) {
         return c.vectorShader.vectorShader ||
                (isMultiple(c.scalarShader.executableThreads, c.scalarShader.threadGroup) &&
                 isMultiple(c.scalarShader.inputBuffers, c.scalarShader.threadGroup));
     }},
    {"scalar-shader-thread-resources",
     kError,
     "in the scalar shader model ThreadResources must be at least ExecutableThreads",
     {"FRAGMENTSHADER.ThreadResources", "FRAGMENTSHADER.ExecutableThreads", "FRAGMENTSHADER.VectorShader"},
     "FRAGMENTSHADER/ThreadResources",
     [](C c) {
         return c.vectorShader.vectorShader || c.scalarShader.threadResources >= c.scalarShader.executableThreads.get();
     }},
    {"scalar-shader-alu",
     kError,
     "in the scalar shader model ScalarALU needs a FetchRate of 2",
     {"FRAGMENTSHADER.ScalarALU", "FRAGMENTSHADER.FetchRate", "FRAGMENTSHADER.VectorShader"},
     "FRAGMENTSHADER/ScalarALU",
     [](C c) { return c.vectorShader.vectorShader || !c.scalarShader.scalarAlu || c.scalarShader.fetchRate == 2U; }},
    {"scalar-shader-fetch-delay",
     kWarning,
     "in the scalar shader model without ThreadWindow FetchDelay should cover the cycles that a group takes",
     {"FRAGMENTSHADER.FetchDelay", "FRAGMENTSHADER.ThreadWindow", "FRAGMENTSHADER.ThreadGroup",
      "FRAGMENTSHADER.ThreadRate", "FRAGMENTSHADER.VectorShader"},
     "FRAGMENTSHADER/FetchDelay",
     [](C c) {
         return c.vectorShader.vectorShader || c.scalarShader.threadWindow ||
                (c.scalarShader.fetchDelay > 0 &&
                 c.scalarShader.fetchDelay * c.scalarShader.threadRate >= c.scalarShader.threadGroup);
     }},
    {"scalar-shader-lock-step",
     kWarning,
     "in the scalar shader model LockedExecutionMode should be TRUE, for texture derivatives",
     {"FRAGMENTSHADER.LockedExecutionMode", "FRAGMENTSHADER.VectorShader"},
     "FRAGMENTSHADER/LockedExecutionMode",
     [](C c) { return c.vectorShader.vectorShader || c.scalarShader.lockedExecutionMode; }},
    {"vector-resources",
     kError,
     "VectorResources must be at least VectorThreads",
     {"FRAGMENTSHADER.VectorResources", "FRAGMENTSHADER.VectorThreads", "FRAGMENTSHADER.VectorShader"},
     "FRAGMENTSHADER/VectorResources",
     [](C c) { return !c.vectorShader.vectorShader || c.vectorShader.resources >= c.vectorShader.threads.get(); }},
    {"vector-threads",
     kWarning,
     "VectorThreads should be at least 3: with fewer, vertices and fragments can wait for each other for ever",
     {"FRAGMENTSHADER.VectorThreads", "FRAGMENTSHADER.VectorShader"},
     kUnitBehaviour,
     [](C c) { return !c.vectorShader.vectorShader || c.vectorShader.threads >= 3; }},
    {"vector-length-alus",
     kError,
     "VectorLength must be a multiple of VectorALUWidth",
     {"FRAGMENTSHADER.VectorLength", "FRAGMENTSHADER.VectorALUWidth", "FRAGMENTSHADER.VectorShader"},
     "FRAGMENTSHADER/VectorLength",
     [](C c) { return !c.vectorShader.vectorShader || isMultiple(c.vectorShader.length, c.vectorShader.aluWidth); }},
    {"vector-length-inputs",
     kError,
     "VectorLength must be a multiple of InputsPerCycle",
     {"FRAGMENTSHADER.VectorLength", "FRAGMENTSHADER.InputsPerCycle", "FRAGMENTSHADER.VectorShader"},
     "FRAGMENTSHADER/VectorLength",
     [](C c) { return !c.vectorShader.vectorShader || isMultiple(c.vectorShader.length, c.shader.inputsPerCycle); }},
    {"vector-length-outputs",
     kError,
     "VectorLength must be a multiple of OutputsPerCycle",
     {"FRAGMENTSHADER.VectorLength", "FRAGMENTSHADER.OutputsPerCycle", "FRAGMENTSHADER.VectorShader"},
     "FRAGMENTSHADER/VectorLength",
     [](C c) { return !c.vectorShader.vectorShader || isMultiple(c.vectorShader.length, c.shader.outputsPerCycle); }},

    // Texture unit
    {"texture-request-queue",
     kError,
     "TextureRequestQueueSize must be at least 2 * TextureRequestRate",
     {"FRAGMENTSHADER.TextureRequestQueueSize", "FRAGMENTSHADER.TextureRequestRate"},
     "FRAGMENTSHADER/TextureRequestQueueSize",
     [](C c) { return c.textureUnit.requestQueueSize >= 2 * c.shader.textureRequestRate; }},
    {"texture-request-vector",
     kError,
     "TextureRequestQueueSize must hold the quads of a vector, which are all promised their places before any is sent",
     {"FRAGMENTSHADER.TextureRequestQueueSize", "FRAGMENTSHADER.VectorLength", "FRAGMENTSHADER.VectorShader"},
     kUnitBehaviour,
     [](C c) {
         return !c.vectorShader.vectorShader ||
                c.textureUnit.requestQueueSize * kStampFragments >= c.vectorShader.length.get();
     }},
    {"brilinear-threshold",
     kError,
     "BrilinearThreshold cannot be larger than half a level, 2^(TrilinearPrecision - 1)",
     {"FRAGMENTSHADER.BrilinearThreshold", "FRAGMENTSHADER.TrilinearPrecision"},
     kUnitBehaviour,
     [](C c) { return c.textureUnit.brilinearThreshold <= largestFraction(c.textureUnit.trilinearPrecision) / 2 + 1; }},
    {"aniso-round-threshold",
     kError,
     "AnisoRoundThreshold cannot be larger than 2^AnisoRoundPrecision - 1",
     {"FRAGMENTSHADER.AnisoRoundThreshold", "FRAGMENTSHADER.AnisoRoundPrecision"},
     "FRAGMENTSHADER/AnisoRoundThreshold",
     [](C c) { return c.textureUnit.anisoRoundThreshold <= largestFraction(c.textureUnit.anisoRoundPrecision); }},
    {"texture-block-in-color-line",
     kError,
     "an inner texture tile (4 * 4^TextureBlockDimension bytes) must fit a line of the colour cache, for copies to "
     "textures",
     {"FRAGMENTSHADER.TextureBlockDimension", "COLORWRITE.ColorCacheStampsPerLine"},
     kUnitBehaviour,
     [](C c) { return (4U << (2 * c.textureUnit.blockDimension)) <= c.colorWrite.cacheStampsPerLine * kStampBytes; }},
    {"texture-cache-powers-of-two",
     kError,
     "lines of the texture caches, and their number in a way, must be powers of two",
     {"FRAGMENTSHADER.TextureCacheLineSize", "FRAGMENTSHADER.TextureCacheLines",
      "FRAGMENTSHADER.TextureCacheLineSizeL1", "FRAGMENTSHADER.TextureCacheLinesL1"},
     kUnitBehaviour,
     [](C c) {
         return arePowersOfTwo({c.textureUnit.cacheLineSize, c.textureUnit.cacheLines, c.textureUnit.cacheLineSizeL1,
                                c.textureUnit.cacheLinesL1});
     }},
    {"texture-cache-request",
     kWarning,
     "the first texture cache should have at least 4 ways and 16 lines: the lines of one request can push each other "
     "out for ever",
     {"FRAGMENTSHADER.TextureCacheWays", "FRAGMENTSHADER.TextureCacheLines"},
     kUnitBehaviour,
     [](C c) {
         return c.textureUnit.cacheWays >= 4 && std::uint64_t{c.textureUnit.cacheWays} * c.textureUnit.cacheLines >= 16;
     }},
    {"one-level-texture-cache",
     kWarning,
     "without TwoLevelTextureCache lines should be at least 256 bytes: compressed textures waste bandwidth",
     {"FRAGMENTSHADER.TwoLevelTextureCache", "FRAGMENTSHADER.TextureCacheLineSize"},
     "FRAGMENTSHADER/TwoLevelTextureCache",
     [](C c) { return c.textureUnit.twoLevelCache || c.textureUnit.cacheLineSize >= 256; }},
};

}  // namespace

std::span<const ConfigurationRule> shader() { return kShaderRules; }

}  // namespace cyclorama::machine::rules
