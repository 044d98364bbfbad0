// SPDX-License-Identifier: MIT
// The pixel engine and its tile status.

#include <algorithm>
#include <array>
#include <bit>

#include "families/vivante/frontend/draw_translation.h"
#include "families/vivante/frontend/findings.h"
#include "families/vivante/frontend/formats.h"
#include "families/vivante/frontend/tile_status.h"
#include "func/formats/color_format.h"
#include "func/formats/half_float.h"
#include "func/texture/texture_format.h"

namespace cyclorama::vivante {
namespace {

using func::Tiling;

/// Values of PE.LOGIC_OP.SINGLE_BUFFER (Mesa: etna_set_framebuffer_state).
constexpr uint32_t kLinearTarget = 1;

struct SampleGrid {
    uint32_t samples = 1;
    uint32_t columns = 1;
    uint32_t rows = 1;
};

/// 2X doubles the buffers in width, 4X in both (GCxxx hardware notes, Multisampling).
SampleGrid sampleGrid(const StateFile& state) {
    switch (state.get("GL.MULTI_SAMPLE_CONFIG.MSAA_SAMPLES"_field)) {
        case 1:
            return {2, 2, 1};
        case 2:
            return {4, 2, 2};
        default:
            return {};
    }
}

/// Chips whose pixel pipes have addresses of their own (Mesa: etna_emit_state).
bool hasPipeAddresses(const Chip& chip) { return chip.haltiLevel() >= 0 && chip.model != 0x880; }

uint32_t sharingPipes(const Chip& chip, const StateFile& state) {
    return chip.pixelPipes > 1 && hasPipeAddresses(chip) && state.get("PE.LOGIC_OP.SINGLE_BUFFER"_field) == 0 ? 2 : 1;
}

func::StencilFace stencilFace(uint32_t operations, uint32_t reference, uint32_t compareMask, uint32_t writeMask) {
    return {.function = compareFunction(operations & 7),
            .reference = static_cast<uint8_t>(reference),
            .compareMask = static_cast<uint8_t>(compareMask),
            .writeMask = static_cast<uint8_t>(writeMask),
            .stencilFail = stencilOperation(operations >> 8 & 7),
            .depthFail = stencilOperation(operations >> 12 & 7),
            .depthPass = stencilOperation(operations >> 4 & 7)};
}

void translateDepthStencil(const Chip& chip, const StateFile& state, const SampleGrid& grid, gpu::DrawState& draw) {
    func::DepthStencilState& tests = draw.depthStencil.edit();
    const bool buffer = state.get("PE.DEPTH_CONFIG.DEPTH_MODE"_field) != 0;
    // The early stage may do all the work: the late one is then off (Mesa: etna_update_zsa).
    const bool lateOff = state.flag("PE.DEPTH_CONFIG.DISABLE_ZS"_field);
    const bool earlyWrite =
        chip.has(features::kRasterizerWritesDepth) && !state.flag("RA.EARLY_DEPTH.WRITE_DISABLE"_field);
    tests.depthTest = buffer;
    tests.depthFunction = compareFunction(state.get("PE.DEPTH_CONFIG.DEPTH_FUNC"_field));
    tests.depthWrite = state.flag("PE.DEPTH_CONFIG.WRITE_ENABLE"_field) && (!lateOff || earlyWrite);
    tests.samples = grid.samples;

    const uint32_t mode = state.get("PE.STENCIL_CONFIG.MODE"_field);
    const uint32_t operations = state.get("PE.STENCIL_OP"_reg);
    tests.stencilTest = buffer && mode != 0 && state.flag("PE.DEPTH_CONFIG.DEPTH_FORMAT"_field);
    tests.twoSided = mode == 2;
    tests.front = stencilFace(operations & 0xffff, state.get("PE.STENCIL_CONFIG.REF_FRONT"_field),
                              state.get("PE.STENCIL_CONFIG.MASK_FRONT"_field),
                              state.get("PE.STENCIL_CONFIG.WRITE_MASK_FRONT"_field));
    tests.back = stencilFace(operations >> 16, state.get("PE.STENCIL_CONFIG_EXT.REF_BACK"_field),
                             state.get("PE.STENCIL_CONFIG_EXT2.MASK_BACK"_field),
                             state.get("PE.STENCIL_CONFIG_EXT2.WRITE_MASK_BACK"_field));

    draw.raster.edit().depthBits = state.flag("PE.DEPTH_CONFIG.DEPTH_FORMAT"_field) ? 24 : 16;
    gpu::DepthStencilBuffer& depth = draw.depthBuffer.edit();
    const bool pipes = hasPipeAddresses(chip);
    depth.address = pipes ? state.get("PE.PIPE_DEPTH_ADDR"_reg) : state.get("PE.DEPTH_ADDR"_reg);
    depth.storage = {.tiling = state.flag("PE.DEPTH_CONFIG.SUPER_TILED"_field) ? Tiling::SuperTiled : Tiling::Tiled,
                     .stride = state.get("PE.DEPTH_STRIDE"_reg),
                     .pipes = sharingPipes(chip, state),
                     .secondPipeAddress = state.get("PE.PIPE_DEPTH_ADDR"_reg, 1),
                     .tileStatus = {}};
    if (state.flag("TS.MEM_CONFIG.DEPTH_FAST_CLEAR"_field))
        depth.storage.tileStatus = {
            .enabled = true,
            .address = state.get("TS.DEPTH_STATUS_BASE"_reg),
            .bitsPerTile = tileStatusBits(chip),
            .tileBytes = tileStatusTileBytes(chip, state.flag("PE.MEM_CONFIG.DEPTH_TS_MODE"_field), grid.samples > 1),
            .clearValue = state.get("TS.DEPTH_CLEAR_VALUE"_reg),
            .compressed = state.flag("TS.MEM_CONFIG.DEPTH_COMPRESSION"_field),
            .autoDisable = state.flag("TS.MEM_CONFIG.DEPTH_AUTO_DISABLE"_field),
            .clearedTiles = state.get("TS.DEPTH_AUTO_DISABLE_COUNT"_reg),
            .timesCounted = 0};
}

void translateAlphaTest(const Chip& chip, const StateFile& state, gpu::AlphaTest& test) {
    test.enabled = state.flag("PE.ALPHA_OP.ALPHA_TEST"_field);
    test.function = compareFunction(state.get("PE.ALPHA_OP.ALPHA_FUNC"_field));
    const auto half = static_cast<uint16_t>(state.get("PE.STENCIL_CONFIG_EXT.EXTRA_ALPHA_REF"_field));
    test.reference = chip.has(features::kHalfFloat)
                         ? func::floatFromHalf(half)
                         : static_cast<float>(state.get("PE.ALPHA_OP.ALPHA_REF"_field)) / 255.0f;
}

/// Blending from a word of the form of PE.ALPHA_CONFIG.
func::BlendState blendState(uint32_t config) {
    func::BlendState blend;
    blend.enabled = "PE.ALPHA_CONFIG.BLEND_ENABLE_COLOR"_field.of(config) != 0;
    blend.colorEquation = blendEquation("PE.ALPHA_CONFIG.EQ_COLOR"_field.of(config));
    blend.sourceColor = blendFactor("PE.ALPHA_CONFIG.SRC_FUNC_COLOR"_field.of(config));
    blend.destinationColor = blendFactor("PE.ALPHA_CONFIG.DST_FUNC_COLOR"_field.of(config));
    const bool separate = "PE.ALPHA_CONFIG.BLEND_SEPARATE_ALPHA"_field.of(config) != 0;
    blend.alphaEquation = separate ? blendEquation("PE.ALPHA_CONFIG.EQ_ALPHA"_field.of(config)) : blend.colorEquation;
    blend.sourceAlpha = separate ? blendFactor("PE.ALPHA_CONFIG.SRC_FUNC_ALPHA"_field.of(config)) : blend.sourceColor;
    blend.destinationAlpha =
        separate ? blendFactor("PE.ALPHA_CONFIG.DST_FUNC_ALPHA"_field.of(config)) : blend.destinationColor;
    return blend;
}

/// The constant colour from two words of half floats: red and green, blue and alpha (Mesa: etna_update_blend_color,
/// where the lower half of the first takes what PE.ALPHA_BLEND_COLOR.R takes; the names of their fields are the other
/// way round).
func::Vec4 halfColor(uint32_t redGreen, uint32_t blueAlpha) {
    const auto half = [](uint32_t bits) { return func::floatFromHalf(static_cast<uint16_t>(bits)); };
    return {half(redGreen & 0xffff), half(redGreen >> 16), half(blueAlpha & 0xffff), half(blueAlpha >> 16)};
}

func::Vec4 blendConstant(const Chip& chip, const StateFile& state) {
    if (chip.has(features::kHalfFloat))
        return halfColor(state.get("PE.ALPHA_COLOR_EXT0"_reg), state.get("PE.ALPHA_COLOR_EXT1"_reg));
    const auto byte = [&](Field field) { return static_cast<float>(state.get(field)) / 255.0f; };
    return {byte("PE.ALPHA_BLEND_COLOR.R"_field), byte("PE.ALPHA_BLEND_COLOR.G"_field),
            byte("PE.ALPHA_BLEND_COLOR.B"_field), byte("PE.ALPHA_BLEND_COLOR.A"_field)};
}

/// OpenGL clamps the constant where a target's components are clamped, and no driver does (Mesa: etna_set_blend_color).
func::Vec4 constantOf(const func::ColorTargetState& target, func::Vec4 constant) {
    const func::ColorFormat* format = func::findColorFormat(target.format, func::ColorConversion::Exact);
    if (format != nullptr && format->clampsInput)
        for (float& component : constant) component = func::clampToUnit(component);
    return constant;
}

func::ComponentMask componentMask(uint32_t components) {
    return {(components & 1) != 0, (components & 2) != 0, (components & 4) != 0, (components & 8) != 0};
}

/// The format that a target of integers is of depends on how the program's output is converted (HALTI5:
/// COLOR_OUTPUT_MODE).
func::Format outputFormat(func::Format format, uint32_t mode) {
    constexpr uint32_t kSigned8 = 5;
    constexpr uint32_t kSigned16 = 6;
    using enum func::Format;
    if (mode == kSigned8) {
        if (format == R8Uint) return R8Sint;
        if (format == R8G8Uint) return R8G8Sint;
        if (format == R8G8B8A8Uint) return R8G8B8A8Sint;
    }
    if (mode == kSigned16) {
        if (format == R16Uint) return R16Sint;
        if (format == R16G16Uint) return R16G16Sint;
        if (format == R16G16B16A16Uint) return R16G16B16A16Sint;
    }
    return format;
}

/// By target.
constexpr std::array<Field, gpu::kRenderTargets> kOutputModes{
    "PS.CONTROL_EXT.OUTPUT_MODE0"_field, "PS.CONTROL_EXT.OUTPUT_MODE1"_field, "PS.CONTROL_EXT.OUTPUT_MODE2"_field,
    "PS.CONTROL_EXT.OUTPUT_MODE3"_field, "PS.CONTROL_EXT.OUTPUT_MODE4"_field, "PS.CONTROL_EXT.OUTPUT_MODE5"_field,
    "PS.CONTROL_EXT.OUTPUT_MODE6"_field, "PS.CONTROL_EXT.OUTPUT_MODE7"_field};

Tiling targetTiling(bool superTiled, const StateFile& state) {
    if (state.get("PE.LOGIC_OP.SINGLE_BUFFER"_field) == kLinearTarget) return Tiling::Linear;
    return superTiled ? Tiling::SuperTiled : Tiling::Tiled;
}

void translateFirstTarget(const Chip& chip, const StateFile& state, const SampleGrid& grid, const Reporter& report,
                          gpu::RenderTarget& target) {
    const uint32_t extended = state.get("PE.COLOR_FORMAT.FORMAT_EXT"_field);
    const uint32_t encoding = extended != 0 ? extended : state.get("PE.COLOR_FORMAT.FORMAT"_field);
    const uint32_t components = state.get("PE.COLOR_FORMAT.COMPONENTS"_field);
    const auto format = pixelFormat(encoding);
    target.enabled = components != 0 && format.has_value();
    if (components != 0 && !format) report(findings::kColorFormat, fmt::format("target 0, format {}", encoding));
    if (!target.enabled) return;
    target.color.format = outputFormat(*format, state.get(kOutputModes[0]));
    target.color.writeMask = componentMask(components);
    target.color.blend = blendState(state.get("PE.ALPHA_CONFIG"_reg));
    target.color.blend.constant = constantOf(target.color, blendConstant(chip, state));
    const bool pipes = hasPipeAddresses(chip);
    target.address = pipes ? state.get("PE.PIPE_COLOR_ADDR"_reg) : state.get("PE.COLOR_ADDR"_reg);
    const bool superTiled =
        state.flag("PE.COLOR_FORMAT.SUPER_TILED"_field) || state.flag("PE.COLOR_FORMAT.SUPER_TILED_NEW"_field);
    target.storage = {.tiling = targetTiling(superTiled, state),
                      .stride = state.get("PE.COLOR_STRIDE"_reg),
                      .pipes = sharingPipes(chip, state),
                      .secondPipeAddress = state.get("PE.PIPE_COLOR_ADDR"_reg, 1),
                      .tileStatus = {}};
    if (state.flag("TS.MEM_CONFIG.COLOR_FAST_CLEAR"_field))
        target.storage.tileStatus = {
            .enabled = true,
            .address = state.get("TS.COLOR_STATUS_BASE"_reg),
            .bitsPerTile = tileStatusBits(chip),
            .tileBytes = tileStatusTileBytes(chip, state.flag("PE.MEM_CONFIG.COLOR_TS_MODE"_field), grid.samples > 1),
            .clearValue =
                uint64_t{state.get("TS.COLOR_CLEAR_VALUE_EXT"_reg)} << 32 | state.get("TS.COLOR_CLEAR_VALUE"_reg),
            .compressed = state.flag("TS.MEM_CONFIG.COLOR_COMPRESSION"_field),
            .autoDisable = state.flag("TS.MEM_CONFIG.COLOR_AUTO_DISABLE"_field),
            .clearedTiles = state.get("TS.COLOR_AUTO_DISABLE_COUNT"_reg),
            .timesCounted = 0};
}

/// Registers of render targets 1 on, which newer chips have elsewhere.
struct TargetRegisters {
    Register address;
    Register config;
    uint32_t targets;
};

void translateOtherTargets(const Chip& chip, const StateFile& state, const SampleGrid& grid, const Reporter& report,
                           gpu::DrawState& draw) {
    const bool halti2 = chip.haltiLevel() >= 2;
    const TargetRegisters regs = halti2 ? TargetRegisters{"PE.RT_ADDR_8_PIPE"_reg, "PE.RT_CONFIG_8"_reg, 7}
                                        : TargetRegisters{"PE.RT_ADDR_4_PIPE"_reg, "PE.RT_CONFIG_4"_reg, 3};
    const bool halti5 = chip.haltiLevel() >= 5;
    const uint32_t count = std::min(state.get("PS.CONTROL.RT_COUNT"_field), regs.targets);
    for (uint32_t i = 0; i + 1 < gpu::kRenderTargets; ++i) {
        gpu::RenderTarget& target = draw.color.edit().targets[i + 1];
        target.enabled = i < count && chip.haltiLevel() >= 0;
        if (!target.enabled) continue;
        const uint32_t config = state.get(regs.config, i);
        const uint32_t encoding = "PE.RT_CONFIG_8.FORMAT"_field.of(config);
        const auto format = pixelFormat(encoding);
        const uint32_t components = halti5 ? state.get("PE.HALTI5_RT_COLORMASK.COMPONENTS"_field, i)
                                           : state.get("PE.COLOR_FORMAT.COMPONENTS"_field);
        target.enabled = components != 0 && format.has_value();
        if (!format) report(findings::kColorFormat, fmt::format("target {}, format {}", i + 1, encoding));
        if (!target.enabled) continue;
        target.color.format = outputFormat(*format, state.get(kOutputModes[i + 1]));
        target.color.writeMask = componentMask(components);
        if (halti5) {
            target.color.blend = blendState(state.get("PE.HALTI5_RT_ALPHA_CONFIG"_reg, i));
            target.color.blend.constant =
                constantOf(target.color, halfColor(state.get("PE.HALTI5_RT_ALPHA_COLOR_EXT0"_reg, i),
                                                   state.get("PE.HALTI5_RT_ALPHA_COLOR_EXT1"_reg, i)));
        } else {
            target.color.blend = draw.color->targets[0].color.blend;
        }
        const bool superTiled = "PE.RT_CONFIG_8.SUPER_TILED"_field.of(config) != 0 ||
                                "PE.RT_CONFIG_8.SUPER_TILED_NEW"_field.of(config) != 0;
        target.address = state.get(regs.address, i, 0);
        target.storage = {.tiling = targetTiling(superTiled, state),
                          .stride = "PE.RT_CONFIG_8.STRIDE"_field.of(config),
                          .pipes = sharingPipes(chip, state),
                          .secondPipeAddress = state.get(regs.address, i, 1),
                          .tileStatus = {}};
        // These registers count the first target, too (Mesa: etna_emit_state).
        const uint32_t ts = i + 1;
        if (halti2 && state.flag("TS.RT_CONFIG.ENABLE"_field, ts))
            target.storage.tileStatus = {.enabled = true,
                                         .address = state.get("TS.RT_STATUS_BASE"_reg, ts),
                                         .bitsPerTile = tileStatusBits(chip),
                                         .tileBytes = tileStatusTileBytes(
                                             chip, state.flag("PE.MEM_CONFIG.COLOR_TS_MODE"_field), grid.samples > 1),
                                         .clearValue = uint64_t{state.get("TS.RT_CLEAR_VALUE2"_reg, ts)} << 32 |
                                                       state.get("TS.RT_CLEAR_VALUE"_reg, ts),
                                         .compressed = state.flag("TS.RT_CONFIG.COMPRESSION"_field, ts)};
    }
}

AddressRange rangeOf(func::Address address, const gpu::SurfaceLayout& storage, uint32_t rows) {
    const uint64_t bytes = uint64_t{storage.stride} * ((uint64_t{rows} + 63) / 64 * 64) / storage.pipes;
    AddressRange range{address.bits(), (address + bytes).bits()};
    if (storage.pipes > 1 && storage.secondPipeAddress > address)
        range.end = std::max(range.end, (storage.secondPipeAddress + bytes).bits());
    return range;
}

}  // namespace

void translatePixelEngine(const Chip& chip, const StateFile& state, const Reporter& report, gpu::DrawState& draw) {
    const SampleGrid grid = sampleGrid(state);
    draw.multisampling = {
        .enabled = grid.samples > 1,
        .samples = std::max(grid.samples, 2u),
        .sampleMask = grid.samples > 1 ? state.get("GL.MULTI_SAMPLE_CONFIG.MSAA_ENABLES"_field) : ~0u,
        .alphaToCoverage = chip.haltiLevel() >= 4 && state.flag("PS.MSAA_CONFIG.ALPHA_TO_COVERAGE"_field)};
    draw.raster.edit().samples = grid.samples;
    translateDepthStencil(chip, state, grid, draw);
    translateAlphaTest(chip, state, draw.alphaTest);
    translateFirstTarget(chip, state, grid, report, draw.color.edit().targets[0]);
    translateOtherTargets(chip, state, grid, report, draw);

    const uint32_t operation = state.get("PE.LOGIC_OP.OP"_field);
    const bool srgb = state.flag("PE.LOGIC_OP.SRGB"_field);
    for (gpu::RenderTarget& target : draw.color.edit().targets) {
        target.color.samples = grid.samples;
        target.color.logicOperation = logicOperation(operation);
        target.color.logicOperationEnabled =
            chip.has(features::kLogicOperation) && target.color.logicOperation != func::LogicOperation::Copy;
        target.color.srgb = srgb;
        target.color.ditherMatrix = {state.get("PE.DITHER"_reg), state.get("PE.DITHER"_reg, 1)};
    }

    // No register holds the size of the buffers: a width follows from a stride. Where they differ, the driver keeps the
    // scissor within the smallest (OpenGL draws to what all attachments have); without any, only samples are counted.
    uint32_t width = func::kMaxTextureSize * grid.columns;
    for (const gpu::RenderTarget& target : draw.color->targets)
        if (target.enabled) width = std::min(width, target.storage.stride / func::texelBytes(target.color.format));
    if (draw.depthStencil->depthTest)
        width = std::min(width, draw.depthBuffer->storage.stride / (draw.raster->depthBits == 16 ? 2 : 4));
    draw.raster.edit().surfaceWidth = width / grid.columns;
}

std::array<AddressRange, gpu::kRenderTargets> colorRanges(const gpu::DrawState& draw) {
    std::array<AddressRange, gpu::kRenderTargets> ranges{};
    const uint32_t rows = draw.raster->surfaceHeight * (draw.raster->samples == 4 ? 2 : 1);
    for (size_t i = 0; i < ranges.size(); ++i) {
        const gpu::RenderTarget& target = draw.color->targets[i];
        if (target.enabled) ranges[i] = rangeOf(target.address, target.storage, rows);
    }
    return ranges;
}

AddressRange depthRange(const gpu::DrawState& draw) {
    const bool writes =
        draw.depthStencil->depthTest && (draw.depthStencil->depthWrite || draw.depthStencil->stencilTest);
    const uint32_t rows = draw.raster->surfaceHeight * (draw.raster->samples == 4 ? 2 : 1);
    return writes ? rangeOf(draw.depthBuffer->address, draw.depthBuffer->storage, rows) : AddressRange{};
}

}  // namespace cyclorama::vivante
