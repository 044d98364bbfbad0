// SPDX-License-Identifier: MIT
#include "machine/timing/pipeline/pipeline_changes.h"

#include <algorithm>
#include <string_view>

#include "machine/timing/shader/vector_thread.h"
#include "sim/divide_up.h"

namespace cyclorama::machine::timing {

namespace {

constexpr std::string_view kMemoryChannels = "ChannelScheduler.";
constexpr std::string_view kMemoryController = "MemoryController";
constexpr std::string_view kVectorShaders = "VectorShader";
constexpr std::string_view kScalarShaders = "ScalarShader";
constexpr std::string_view kTextureUnits = "TextureUnit";

/// The part of the time of an instruction of all of a thread's elements that ALUs for twice as many save.
double savedByWiderAlus(const Configuration& configuration) {
    const uint32_t length = configuration.vectorShader.length;
    const uint32_t width = configuration.vectorShader.aluWidth;
    const auto cycles = [length](uint32_t elements) { return std::max(kFetchLoop, sim::divideUp(length, elements)); };
    return 1 - static_cast<double>(cycles(2 * width)) / cycles(width);
}

/// All that a larger cache of texels saves: the whole time of a line that it would have had.
std::vector<Change::Effect> effectsOfLargerTextureCache(uint8_t level) {
    std::vector<Change::Effect> effects;
    for (const std::string_view unit : {kMemoryChannels, kMemoryController, kTextureUnits})
        effects.push_back({.unit = unit, .through = kTextureUnits, .inLarger = level, .saved = 1});
    return effects;
}

std::vector<Change> changesOfShaders(const Configuration& configuration) {
    return {
        {.title = "Shader processors clocked twice as fast",
         .parameters = {{"GPU.ShaderClock"}},
         .effects = {{.unit = kVectorShaders, .through = kVectorShaders},
                     {.unit = kScalarShaders, .through = kScalarShaders}}},
        {.title = "Shader ALUs for twice as many elements",
         .parameters = {{"FRAGMENTSHADER.VectorALUWidth"}},
         .effects = {{.unit = kVectorShaders, .onlyAtFullRate = true, .saved = savedByWiderAlus(configuration)}}},
        {.title = "Twice as many shader processors, with their texture units",
         .parameters = {{"GPU.NumFragmentShaders"}},
         .effects = {{.unit = kVectorShaders, .onlyFull = true},
                     {.unit = kScalarShaders, .onlyFull = true},
                     {.unit = kTextureUnits, .onlyFull = true, .onlyAtFullRate = true}}},
        {.title = "Twice as many texture units",
         .parameters = {{"FRAGMENTSHADER.TextureUnits"}},
         .effects = {{.unit = kTextureUnits, .onlyAtFullRate = true}}},
        {.title = "First level of the texture caches twice as large",
         .parameters = {{"FRAGMENTSHADER.TextureCacheLines"}},
         .effects = effectsOfLargerTextureCache(1)},
        {.title = "Second level of the texture caches twice as large",
         .parameters = {{"FRAGMENTSHADER.TextureCacheLinesL1"}},
         .effects = effectsOfLargerTextureCache(2)},
    };
}

std::vector<Change> changesOfHostLink() {
    return {{.title = "A link to the host twice as wide",
             .parameters = {{"MEMORYCONTROLLER.CommandProcessorBusWidth"}},
             .effects = {{.unit = kMemoryController, .through = "CommandProcessor"}}}};
}

std::vector<Change> changesOfPixels() {
    return {
        {.title = "Colour units that blend twice as fast",
         .parameters = {{"COLORWRITE.BlendALURate", true}},
         .effects = {{.unit = "ColorWrite", .onlyAtFullRate = true}}},
        {.title = "Depth and stencil units that test twice as fast",
         .parameters = {{"ZSTENCILTEST.ZALUTestRate", true}},
         .effects = {{.unit = "ZStencilTest", .onlyAtFullRate = true}}},
        {.title = "Twice as many attributes interpolated in a cycle",
         .parameters = {{"RASTERIZER.NumInterpolators"}},
         .effects = {{.unit = "Interpolator"}}},
    };
}

}  // namespace

std::vector<Change> pipelineChanges(const Configuration& configuration) {
    std::vector<Change> changes = changesOfShaders(configuration);
    for (const std::vector<Change>& more : {memoryChanges(), changesOfHostLink(), changesOfPixels()})
        changes.insert(changes.end(), more.begin(), more.end());
    return changes;
}

}  // namespace cyclorama::machine::timing
