// SPDX-License-Identifier: MIT
// Vertex input, the linkage of the programs, primitive assembly, setup and rasterizer.

#include <algorithm>
#include <array>
#include <cmath>

#include "families/vivante/frontend/draw_translation.h"
#include "families/vivante/frontend/findings.h"
#include "families/vivante/frontend/formats.h"
#include "func/texture/texture_attribute.h"

namespace cyclorama::vivante {
namespace {

using func::PrimitiveType;

/// Values of PRIMITIVE_TYPE (etna_viv: cmdstream.xml), and the vertices that n primitives take: scale * n + extra.
struct PrimitiveRow {
    uint32_t encoding;
    PrimitiveType type;
    uint32_t scale;
    uint32_t extra;
};
constexpr PrimitiveRow kPrimitiveRows[] = {
    {1, PrimitiveType::Points, 1, 0},    {2, PrimitiveType::Lines, 2, 0},         {3, PrimitiveType::LineStrip, 1, 1},
    {4, PrimitiveType::Triangles, 3, 0}, {5, PrimitiveType::TriangleStrip, 1, 2}, {6, PrimitiveType::TriangleFan, 1, 2},
    {7, PrimitiveType::LineLoop, 1, 0},  {8, PrimitiveType::Quads, 4, 0}};

const PrimitiveRow* findPrimitive(uint32_t encoding) {
    for (const PrimitiveRow& row : kPrimitiveRows)
        if (row.encoding == encoding) return &row;
    return nullptr;
}

constexpr uint32_t kIntegerScale = 1;
constexpr uint32_t kRequestBytes = 16;
constexpr uint32_t kOldStreams = 8;
constexpr uint32_t kNewStreams = 16;
/// Inputs and outputs of the vertex program that registers before HALTI5 list, four a word, and varyings.
constexpr uint32_t kPackedRegisters = 16;

/// One vertex element, wherever its registers are.
struct VertexElement {
    uint32_t type = 0;
    uint32_t stream = 0;
    uint32_t components = 0;
    uint32_t start = 0;
    bool normalized = false;
    bool integer = false;
};

VertexElement readElement(const Chip& chip, const StateFile& state, uint32_t index) {
    const auto count = [](uint32_t num) { return num == 0 ? 4 : num; };
    if (chip.haltiLevel() >= 5)
        return {.type = state.get("NFE.GENERIC_ATTRIB_CONFIG0.TYPE"_field, index),
                .stream = state.get("NFE.GENERIC_ATTRIB_CONFIG0.STREAM"_field, index),
                .components = count(state.get("NFE.GENERIC_ATTRIB_CONFIG0.NUM"_field, index)),
                .start = state.get("NFE.GENERIC_ATTRIB_CONFIG0.START"_field, index),
                .normalized = state.flag("NFE.GENERIC_ATTRIB_CONFIG0.NORMALIZE"_field, index),
                .integer = state.get("NFE.GENERIC_ATTRIB_SCALE"_reg, index) == kIntegerScale};
    return {.type = state.get("FE.VERTEX_ELEMENT_CONFIG.TYPE"_field, index),
            .stream = state.get("FE.VERTEX_ELEMENT_CONFIG.STREAM"_field, index),
            .components = count(state.get("FE.VERTEX_ELEMENT_CONFIG.NUM"_field, index)),
            .start = state.get("FE.VERTEX_ELEMENT_CONFIG.START"_field, index),
            .normalized = state.flag("FE.VERTEX_ELEMENT_CONFIG.NORMALIZE"_field, index),
            .integer = chip.haltiLevel() >= 2 && state.get("FE.GENERIC_ATTRIB_SCALE"_reg, index) == kIntegerScale};
}

struct StreamPlace {
    uint32_t address = 0;
    uint32_t stride = 0;
    uint32_t divisor = 0;
};

StreamPlace readStream(const Chip& chip, const StateFile& state, uint32_t index) {
    if (chip.haltiLevel() >= 2) {
        index %= kNewStreams;
        return {state.get("NFE.VERTEX_STREAMS_BASE_ADDR"_reg, index),
                state.get("NFE.VERTEX_STREAMS_CONTROL.VERTEX_STRIDE"_field, index),
                state.get("NFE.VERTEX_STREAMS_VERTEX_DIVISOR"_reg, index)};
    }
    if (chip.streamCount > 1) {
        index %= kOldStreams;
        return {state.get("FE.VERTEX_STREAMS_BASE_ADDR"_reg, index),
                state.get("FE.VERTEX_STREAMS_CONTROL.VERTEX_STRIDE"_field, index),
                state.get("FE.VERTEX_STREAMS_CONTROL.VERTEX_DIVISOR"_field, index)};
    }
    return {state.get("FE.VERTEX_STREAM_BASE_ADDR"_reg), state.get("FE.VERTEX_STREAM_CONTROL.VERTEX_STRIDE"_field), 0};
}

/// True if the entry of any vertex crosses a boundary of requests, and is read in two (GCxxx hardware notes, Memory
/// alignment).
bool crossesRequests(const gpu::VertexStream& stream) {
    const uint32_t bytes = func::streamEntryBytes(stream.format, stream.components);
    for (uint32_t entry = 0; entry < kRequestBytes; ++entry)
        if ((stream.address + uint64_t{entry} * stream.stride).misalignment(kRequestBytes) + bytes > kRequestBytes)
            return true;
    return false;
}

void translateIndices(const StateFile& state, const DrawParameters& draw, gpu::VertexInput& input) {
    static constexpr std::array kIndexFormats{func::StreamFormat::Uint8, func::StreamFormat::Uint16,
                                              func::StreamFormat::Uint32, func::StreamFormat::Uint32};
    input.indexed = draw.indexed;
    input.indexStream = gpu::kVertexStreams - 1;
    input.restartIndex.reset();
    if (!draw.indexed) return;
    const uint32_t type = state.get("FE.INDEX_STREAM_CONTROL.TYPE"_field);
    input.streams[input.indexStream] = {.address = state.get("FE.INDEX_STREAM_BASE_ADDR"_reg),
                                        .stride = 0,
                                        .format = kIndexFormats[type % kIndexFormats.size()],
                                        .components = 1};
    if (state.flag("FE.INDEX_STREAM_CONTROL.PRIMITIVE_RESTART"_field)) {
        static constexpr std::array kLargest{0xffu, 0xffffu, 0xffffffffu, 0xffffffffu};
        input.restartIndex = state.get("FE.PRIMITIVE_RESTART_INDEX"_reg) & kLargest[type % kLargest.size()];
    }
}

uint32_t varyingComponents(const Chip& chip, const StateFile& state, uint32_t varying) {
    const uint32_t word = chip.haltiLevel() >= 5 ? state.get("PA.VARYING_NUM_COMPONENTS"_reg, varying / 8)
                          : varying < 8          ? state.get("GL.VARYING_NUM_COMPONENTS"_reg)
                                                 : state.get("GL.VARYING_NUM_COMPONENTS2"_reg);
    return word >> (varying % 8 * 4) & 7;
}

/// The two bits of GL.VARYING_COMPONENT_USE for a component, counted over all varyings.
uint32_t componentUse(const StateFile& state, uint32_t component) {
    const uint32_t word = component < 32   ? state.get("GL.VARYING_COMPONENT_USE"_reg, component / 16)
                          : component < 48 ? state.get("GL.VARYING_COMPONENT_USE2"_reg)
                                           : state.get("GL.VARYING_COMPONENT_USE3"_reg);
    return word >> (component % 16 * 2) & 3;
}

void translateVaryings(const Chip& chip, const StateFile& state, gpu::DrawState& draw) {
    constexpr uint32_t kPointCoordinateX = 2;
    // Values of VARYING_INTERPOLATION_MODE (etna_viv: state_3d.xml).
    constexpr uint32_t kWithoutPerspective = 1;
    constexpr uint32_t kFlat = 2;
    const bool halti5 = chip.haltiLevel() >= 5;
    const bool flatShading = state.get("PA.CONFIG.SHADE_MODEL"_field) == 0;
    const bool sprites = state.flag("PA.CONFIG.POINT_SPRITE_ENABLE"_field);
    uint32_t component = 0;
    for (uint32_t varying = 0; varying + 1 < func::kVertexAttributes; ++varying) {
        const uint32_t attribute = varying + 1;
        const uint32_t components = varyingComponents(chip, state, varying);
        bool flat = false;
        bool linear = false;
        bool coordinate = false;
        if (halti5) {
            const uint32_t mode =
                state.get("GL.HALTI5_SHADER_ATTRIBUTES"_reg, component / 8 % 16) >> (component % 8 * 4) & 7;
            flat = mode == kFlat;
            linear = mode == kWithoutPerspective;
            coordinate = components != 0 && state.get("GL.HALTI5_SH_SPECIALS.PS_PCOORD_IN"_field) == component;
        } else {
            flat = flatShading && varying < kPackedRegisters &&
                   !state.flag("PA.SHADER_ATTRIBUTES.BYPASS_FLAT"_field, varying);
            coordinate = components != 0 && componentUse(state, component) >= kPointCoordinateX;
        }
        draw.interpolated[attribute] = !flat;
        draw.linear[attribute] = linear;
        draw.pointsAndLines.pointCoordinate[attribute] = sprites && coordinate;
        component += components;
    }
}

/// The scissor in pixels: those whose centre is inside.
int32_t firstPixel(float edge) {
    const float pixel = std::ceil(edge - 0.5f);
    // Not-a-number is no edge either.
    return pixel > 0.0f ? static_cast<int32_t>(std::min(pixel, static_cast<float>(func::kMaxTextureSize))) : 0;
}

bool saneEdge(float value, uint32_t limit) { return value >= -1.0f && value <= static_cast<float>(limit) + 1.0f; }

void translateScissor(const Chip& chip, const StateFile& state, const Reporter& report, func::RasterState& raster) {
    const float left = state.getFloat("SE.SCISSOR_LEFT"_reg);
    const float top = state.getFloat("SE.SCISSOR_TOP"_reg);
    const float right = state.getFloat("SE.SCISSOR_RIGHT"_reg);
    const float bottom = state.getFloat("SE.SCISSOR_BOTTOM"_reg);
    // On large targets a margin of a few 1/65536 beyond the edge hangs the chip (GCxxx hardware notes: seen on GC600).
    constexpr float kTinyMargin = 16.0f / 65536.0f;
    constexpr float kLargeTarget = 1024.0f;
    const auto tinyMargin = [&](float edge) {
        const float fraction = edge - std::floor(edge);
        return chip.model == 0x600 && edge >= kLargeTarget && fraction > 0.0f && fraction < kTinyMargin;
    };
    const uint32_t limit = chip.has(features::kRenderTarget8K) ? 8192 : 2048;
    if (!saneEdge(right, limit) || !saneEdge(bottom, limit) || tinyMargin(right) || tinyMargin(bottom))
        report(findings::kScissorRange, fmt::format("right {}, bottom {}, limit {}", right, bottom, limit));
    const int32_t x = firstPixel(left);
    const int32_t y = firstPixel(top);
    raster.scissor = {.enabled = true,
                      .x = x,
                      .y = y,
                      .width = static_cast<uint32_t>(std::max(firstPixel(right) - x, 0)),
                      .height = static_cast<uint32_t>(std::max(firstPixel(bottom) - y, 0))};
}

uint32_t limited(uint32_t count, uint32_t limit, const char* what, const Reporter& report) {
    if (count > limit) report(findings::kTooManyVaryings, fmt::format("{} {}", count, what));
    return std::min(count, limit);
}

/// The registers of a packed list.
void takeRegisters(const StateFile& state, Register packed, uint32_t count,
                   std::array<uint8_t, isa::kInterfaceRegisters>& registers) {
    for (uint32_t i = 0; i < count; ++i) registers[i] = static_cast<uint8_t>(state.byteOf(packed, i));
}

}  // namespace

gpu::DrawState initialDrawState() {
    gpu::DrawState draw;
    draw.raster.edit().frontFace = func::FaceOrientation::Clockwise;
    // Rows of pictures, as the window's coordinates, begin at the top.
    draw.raster.edit().invertY = true;
    draw.depthBuffer.edit().compression = false;
    draw.color.edit().compression = false;
    return draw;
}

uint64_t verticesOfPrimitives(uint32_t primitive, uint32_t count) {
    const PrimitiveRow* row = findPrimitive(primitive);
    if (row == nullptr || count == 0) return 0;
    return uint64_t{count} * row->scale + row->extra;
}

bool translateVertexInput(const Chip& chip, const StateFile& state, const DrawParameters& draw, uint32_t elements,
                          const Reporter& report, gpu::VertexInput& input) {
    const PrimitiveRow* row = findPrimitive(draw.primitive);
    if (row == nullptr) {
        report(findings::kPrimitive, fmt::format("type {}", draw.primitive));
        return false;
    }
    input.primitive = row->type;
    input.start = draw.first;
    input.count = draw.vertices;
    input.instances = draw.instances;
    input.baseVertex = draw.baseVertex;
    input.attributeStream = gpu::everyAttribute(gpu::kNoStream);
    for (uint32_t i = 0; i < std::min(elements, func::kVertexAttributes); ++i) {
        const VertexElement element = readElement(chip, state, i);
        const StreamPlace place = readStream(chip, state, element.stream);
        const auto format = vertexFormat(element.type, element.normalized, element.integer);
        if (!format) {
            report(findings::kVertexFormat, fmt::format("element {}, type {}", i, element.type));
            continue;
        }
        input.streams[i] = {.address = place.address + element.start,
                            .stride = place.stride,
                            .format = *format,
                            .components = element.components,
                            .instancesPerEntry = place.divisor};
        input.attributeStream[i] = i;
        if (crossesRequests(input.streams[i]))
            report(findings::kUnaligned, fmt::format("stream {} at {:#010x}, stride {}", element.stream,
                                                     input.streams[i].address.bits(), place.stride));
    }
    translateIndices(state, draw, input);
    input.idAttribute = gpu::kNoAttribute;
    if (chip.haltiLevel() >= 5 && state.flag("VS.INPUT_COUNT.ID_ENABLE"_field) && elements < func::kVertexAttributes)
        input.idAttribute = elements;
    return true;
}

StageLinkage vertexLinkage(const Chip& chip, const StateFile& state, const Reporter& report) {
    const bool halti5 = chip.haltiLevel() >= 5;
    StageLinkage linkage;
    linkage.inputs = limited(state.get("VS.INPUT_COUNT.COUNT"_field),
                             halti5 ? func::kVertexAttributes : kPackedRegisters, "vertex inputs", report);
    linkage.outputs =
        limited(state.get("VS.OUTPUT_COUNT.COUNT"_field), func::kVertexAttributes, "vertex outputs", report);
    auto& outputs = linkage.interface.outputs;
    if (halti5) {
        takeRegisters(state, "VS.HALTI5_INPUT"_reg, linkage.inputs, linkage.interface.inputs);
        takeRegisters(state, "VS.HALTI5_OUTPUT"_reg, linkage.outputs, outputs);
    } else {
        takeRegisters(state, "VS.INPUT"_reg, linkage.inputs, linkage.interface.inputs);
        takeRegisters(state, "VS.OUTPUT"_reg, std::min(linkage.outputs, kPackedRegisters), outputs);
        constexpr std::array kOthers{"VS.OUTPUT_COUNT.OUTPUT16_REG"_field, "VS.OUTPUT_COUNT.OUTPUT17_REG"_field};
        for (uint32_t i = kPackedRegisters; i < linkage.outputs; ++i)
            outputs[i] = static_cast<uint8_t>(state.get(kOthers[i - kPackedRegisters]));
    }
    linkage.temporaries = state.get("VS.TEMP_REGISTER_CONTROL.NUM_TEMPS"_field);
    return linkage;
}

StageLinkage pixelLinkage(const Chip&, const StateFile& state, const Reporter& report) {
    StageLinkage linkage;
    linkage.inputs = state.get("PS.INPUT_COUNT.COUNT"_field);
    // Multisampling adds an input after the others, whose meaning is unknown (GCxxx hardware notes, Multisampling).
    if (state.get("GL.MULTI_SAMPLE_CONFIG.MSAA_SAMPLES"_field) != 0 && linkage.inputs > 1) --linkage.inputs;
    linkage.inputs = limited(linkage.inputs, func::kVertexAttributes, "pixel inputs", report);
    for (uint32_t i = 0; i < linkage.inputs; ++i) linkage.interface.inputs[i] = static_cast<uint8_t>(i);
    // Output 0 is the depth, which a program leaves in t0; output 1 + k the colour of target k.
    linkage.interface.outputs[0] = 0;
    static constexpr std::array kOutputs{
        "PS.OUTPUT_REG.O0"_field,  "PS.OUTPUT_REG.O1"_field,  "PS.OUTPUT_REG.O2"_field,  "PS.OUTPUT_REG.O3"_field,
        "PS.OUTPUT_REG2.O4"_field, "PS.OUTPUT_REG2.O5"_field, "PS.OUTPUT_REG2.O6"_field, "PS.OUTPUT_REG2.O7"_field};
    for (size_t i = 0; i < kOutputs.size(); ++i)
        linkage.interface.outputs[1 + i] = static_cast<uint8_t>(state.get(kOutputs[i]));
    linkage.outputs = 1 + static_cast<uint32_t>(kOutputs.size());
    linkage.temporaries = state.get("PS.TEMP_REGISTER_CONTROL.NUM_TEMPS"_field);
    return linkage;
}

void translateRaster(const Chip& chip, const StateFile& state, const Reporter& report, gpu::DrawState& draw) {
    func::RasterState& raster = draw.raster.edit();
    raster.viewportTransform.scale = {state.getFloat("PA.VIEWPORT_SCALE_X"_reg),
                                      state.getFloat("PA.VIEWPORT_SCALE_Y"_reg),
                                      state.getFloat("PA.VIEWPORT_SCALE_Z"_reg)};
    raster.viewportTransform.offset = {state.getFloat("PA.VIEWPORT_OFFSET_X"_reg),
                                       state.getFloat("PA.VIEWPORT_OFFSET_Y"_reg),
                                       state.getFloat("PA.VIEWPORT_OFFSET_Z"_reg)};
    // The viewport takes depths from 0 to w. To these the chip brings OpenGL's own, from -w to w; the oldest leave that
    // to the program (Mesa: vs_need_z_div).
    raster.depthRange.zeroToOne = chip.model < 0x1000 && chip.model != 0x880;
    if (!raster.depthRange.zeroToOne) {
        raster.viewportTransform.scale[2] *= 0.5f;
        raster.viewportTransform.offset[2] += raster.viewportTransform.scale[2];
    }
    translateScissor(chip, state, report, raster);
    raster.surfaceHeight = static_cast<uint32_t>(raster.scissor.y) + raster.scissor.height;
    raster.sampleAtPixelCorner = !state.flag("PA.SYSTEM_MODE.HALF_PIXEL_CENTER"_field);
    draw.provokingVertexLast = state.flag("PA.SYSTEM_MODE.PROVOKING_VERTEX_LAST"_field);

    // The mode names the faces that are culled, as they turn on the screen (Mesa: translate_cull_face).
    static constexpr std::array kCullModes{func::CullMode::None, func::CullMode::Front, func::CullMode::Back,
                                           func::CullMode::FrontAndBack};
    raster.cullMode = kCullModes[state.get("PA.CONFIG.CULL_FACE_MODE"_field) % kCullModes.size()];

    const float bias = state.getFloat("SE.DEPTH_BIAS"_reg);
    const float slope = state.getFloat("SE.DEPTH_SCALE"_reg);
    // Triangles in wireframe come out filled, but without the bias: so the GC2000 fails piglit's polygon-mode-offset
    // (Mesa: etnaviv-gc2000-fails.txt).
    constexpr uint32_t kSolid = 2;
    const bool solid = state.get("PA.CONFIG.FILL_MODE"_field) == kSolid;
    raster.polygonOffset = {.enabled = solid && (bias != 0.0f || slope != 0.0f),
                            .slopeFactor = slope,
                            .units = std::ldexp(bias, static_cast<int>(raster.depthBits))};

    const bool wide = state.flag("PA.CONFIG.WIDE_LINE"_field);
    draw.pointsAndLines.lineWidth =
        2.0f * (wide ? state.getFloat("PA.WIDE_LINE_WIDTH0"_reg) : state.getFloat("PA.LINE_WIDTH"_reg));
    draw.pointsAndLines.pointSize = 2.0f * state.getFloat("PA.POINT_SIZE"_reg);
    const uint32_t outputs = state.get("VS.OUTPUT_COUNT.COUNT"_field);
    draw.pointsAndLines.pointSizeAttribute =
        state.flag("PA.CONFIG.POINT_SIZE_ENABLE"_field) && outputs > 1 && outputs <= func::kVertexAttributes
            ? outputs - 1
            : gpu::kNoAttribute;
    translateVaryings(chip, state, draw);
}

}  // namespace cyclorama::vivante
