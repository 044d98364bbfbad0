// SPDX-License-Identifier: MIT
#include "machine/values/draw_state_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "isa/program.h"
#include "machine/values/format_names.h"

namespace cyclorama::machine {

namespace {

// Names in the order of the enumerations of func/types.h.
constexpr std::array<std::string_view, 8> kCompareFunctions{"never", "always",           "less",    "less or equal",
                                                            "equal", "greater or equal", "greater", "not equal"};
constexpr std::array<std::string_view, 8> kStencilOperations{
    "keep", "zero", "replace", "increment and clamp", "decrement and clamp", "invert", "increment", "decrement"};
constexpr std::array<std::string_view, 5> kBlendEquations{"add", "subtract", "reverse subtract", "minimum", "maximum"};
constexpr std::array<std::string_view, 19> kBlendFactors{"0",
                                                         "1",
                                                         "source",
                                                         "1 - source",
                                                         "destination",
                                                         "1 - destination",
                                                         "source alpha",
                                                         "1 - source alpha",
                                                         "destination alpha",
                                                         "1 - destination alpha",
                                                         "constant",
                                                         "1 - constant",
                                                         "constant alpha",
                                                         "1 - constant alpha",
                                                         "saturated source alpha",
                                                         "second colour",
                                                         "1 - second colour",
                                                         "second alpha",
                                                         "1 - second alpha"};
constexpr std::array<std::string_view, 10> kPrimitives{"triangles",  "triangle strip", "triangle fan", "quads",
                                                       "quad strip", "lines",          "line strip",   "line fan",
                                                       "points",     "line loop"};
constexpr std::array<std::string_view, 4> kCullModes{"none", "front", "back", "front and back"};

template <size_t Size, typename Enumeration>
std::string nameIn(const std::array<std::string_view, Size>& names, Enumeration value) {
    return std::string(names.at(static_cast<size_t>(value)));
}

std::string hexadecimal(func::Address address) { return fmt::format("{:#010x}", address.bits()); }

void addInput(StateRowMaker& rows, const gpu::VertexInput& input) {
    rows.topic("vertex input");
    rows.add("primitives", nameIn(kPrimitives, input.primitive));
    rows.add(input.indexed ? "indices" : "vertices", std::to_string(input.count));
    if (input.instances != 1) rows.add("instances", std::to_string(input.instances));
    if (input.indexed) rows.add("index buffer", hexadecimal(input.streams.at(input.indexStream).address));
    for (uint32_t attribute = 0; attribute < input.attributeStream.size(); ++attribute) {
        const uint32_t number = input.attributeStream[attribute];
        if (number >= input.streams.size()) continue;
        const gpu::VertexStream& stream = input.streams[number];
        rows.add(fmt::format("attribute {}", attribute),
                 fmt::format("{} components at {}, {} bytes apart", stream.components, hexadecimal(stream.address),
                             stream.stride));
    }
}

void addRaster(StateRowMaker& rows, const gpu::DrawState& state) {
    const func::RasterState& raster = *state.raster;
    rows.topic("rasterizer");
    rows.add("surface", fmt::format("{}x{} pixels", raster.surfaceWidth, raster.surfaceHeight));
    // In window coordinates there is a transformation in its place.
    if (raster.viewport.width != 0)
        rows.add("viewport", fmt::format("{}x{} pixels at ({}, {})", raster.viewport.width, raster.viewport.height,
                                         raster.viewport.x, raster.viewport.y));
    if (raster.scissor.enabled)
        rows.add("scissor", fmt::format("{}x{} pixels at ({}, {})", raster.scissor.width, raster.scissor.height,
                                        raster.scissor.x, raster.scissor.y));
    rows.add("culled faces", nameIn(kCullModes, raster.cullMode));
    if (state.multisampling.enabled) rows.add("samples", std::to_string(state.multisampling.samples));
}

void addStencil(StateRowMaker& rows, std::string_view side, const func::StencilFace& face) {
    rows.add(fmt::format("stencil {}", side),
             fmt::format("{} {} under {:#04x}; fail: {}, depth fails: {}, passes: {}; writes {:#04x}",
                         nameIn(kCompareFunctions, face.function), face.reference, face.compareMask,
                         nameIn(kStencilOperations, face.stencilFail), nameIn(kStencilOperations, face.depthFail),
                         nameIn(kStencilOperations, face.depthPass), face.writeMask));
}

void addTests(StateRowMaker& rows, const gpu::DrawState& state) {
    const func::DepthStencilState& tests = *state.depthStencil;
    rows.topic("depth and stencil");
    rows.add("depth test", tests.depthTest ? nameIn(kCompareFunctions, tests.depthFunction) : "off");
    if (tests.depthTest) rows.add("depth written", tests.depthWrite ? "yes" : "no");
    if (tests.stencilTest) {
        addStencil(rows, "front", tests.front);
        if (tests.twoSided) addStencil(rows, "back", tests.back);
    }
    if (tests.depthTest || tests.stencilTest) rows.add("buffer", hexadecimal(state.depthBuffer->address));
    rows.add("early test", state.earlyZ ? "yes" : "no");
    rows.add("Hierarchical Z", state.hierarchicalZ ? "yes" : "no");
    if (state.alphaTest.enabled)
        rows.add("alpha test", fmt::format("{} {:g}", nameIn(kCompareFunctions, state.alphaTest.function),
                                           state.alphaTest.reference));
}

void addTargets(StateRowMaker& rows, const gpu::ColorBuffer& color) {
    for (uint32_t i = 0; i < gpu::kRenderTargets; ++i) {
        const gpu::RenderTarget& target = color.targets[i];
        if (!target.enabled) continue;
        rows.topic(fmt::format("colour {}", i));
        rows.add("buffer", hexadecimal(target.address));
        rows.add("format", std::string(nameOf(target.color.format)));
        const func::ComponentMask& mask = target.color.writeMask;
        rows.add("written", fmt::format("{}{}{}{}", mask.red ? "R" : "", mask.green ? "G" : "", mask.blue ? "B" : "",
                                        mask.alpha ? "A" : ""));
        const func::BlendState& blend = target.color.blend;
        if (!blend.enabled) continue;
        const auto equation = [](func::BlendEquation which, func::BlendFactor source, func::BlendFactor destination) {
            return fmt::format("{}: source * ({}), destination * ({})", nameIn(kBlendEquations, which),
                               nameIn(kBlendFactors, source), nameIn(kBlendFactors, destination));
        };
        rows.add("blending", equation(blend.colorEquation, blend.sourceColor, blend.destinationColor));
        rows.add("blending of alpha", equation(blend.alphaEquation, blend.sourceAlpha, blend.destinationAlpha));
    }
}

void addTextures(StateRowMaker& rows, const gpu::Textures& textures) {
    for (uint32_t unit = 0; unit < gpu::kTextureUnits; ++unit) {
        const func::TextureState& texture = textures[unit];
        if (!texture.enabled) continue;
        rows.topic(fmt::format("texture {}", unit));
        rows.add("size", fmt::format("{}x{}x{} texels", texture.width, texture.height, texture.depth));
        rows.add("format",
                 std::string(texture.compression == func::TextureCompression::None ? nameOf(texture.format)
                                                                                   : nameOf(texture.compression)));
        rows.add("image", hexadecimal(texture.address[0][0]));
        rows.add("levels", fmt::format("{} to {}", texture.minLevel, texture.maxLevel));
        if (texture.maxAnisotropy > 1) rows.add("anisotropy", std::to_string(texture.maxAnisotropy));
    }
}

void addPrograms(StateRowMaker& rows, const gpu::ShaderStages& stages) {
    rows.topic("programs");
    for (size_t i = 0; i < gpu::kStages; ++i) {
        const auto number = static_cast<gpu::Stage>(i);
        const gpu::ShaderStage& stage = stages[number];
        if (stage.program == nullptr) continue;
        rows.add(gpu::nameOf(number), fmt::format("{} instructions", stage.program->instructions.size()));
    }
}

}  // namespace

std::vector<StateRow> rowsOf(const gpu::DrawState& state) {
    StateRowMaker rows;
    addInput(rows, *state.input);
    addRaster(rows, state);
    addTests(rows, state);
    addTargets(rows, *state.color);
    addTextures(rows, state.textures);
    addPrograms(rows, state.stages);
    return rows.take();
}

std::span<const StateRows> StateParts::of(const gpu::DrawState& state) {
    const std::vector<StateRow> rows = rowsOf(state);
    const std::vector<StateRows> before = std::exchange(parts_, {});
    for (auto first = rows.begin(); first != rows.end();) {
        const auto end =
            std::find_if(first, rows.end(), [&](const StateRow& row) { return row.topic != first->topic; });
        const auto same = std::ranges::find_if(
            before, [&](const StateRows& part) { return std::equal(part->begin(), part->end(), first, end); });
        parts_.push_back(same != before.end() ? *same : std::make_shared<const std::vector<StateRow>>(first, end));
        first = end;
    }
    return parts_;
}

}  // namespace cyclorama::machine
