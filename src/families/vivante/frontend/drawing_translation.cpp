// SPDX-License-Identifier: MIT
#include "families/vivante/frontend/drawing_translation.h"

#include <algorithm>

#include "families/vivante/frontend/drawing_images.h"
#include "families/vivante/frontend/findings.h"
#include "families/vivante/operations/operations.h"

namespace cyclorama::vivante {
namespace {

using engine2d::Blend;
using engine2d::Drawing;
using engine2d::GlobalAlpha;
using engine2d::Pattern;
using engine2d::PixelFormat;
using engine2d::Rectangle;
using engine2d::Transparency;

/// Values of DE.DEST_CONFIG.COMMAND.
enum DrawingCommand : uint32_t { CommandClear = 0, CommandLine = 1, CommandBlit = 2, CommandStretch = 4 };
/// Values of DE.ROP.TYPE.
enum RopType : uint32_t { PatternAlone = 0, SourceAlone = 1, Three = 2, Four = 3 };

constexpr uint32_t kMirrorX = 1;
constexpr uint32_t kMirrorY = 2;
constexpr uint32_t kLocationStream = 1;
constexpr uint32_t kUndithered = 0xffffffff;

std::optional<Drawing::Kind> kindOf(uint32_t command) {
    switch (command) {
        case CommandClear:
            return Drawing::Kind::Clear;
        case CommandLine:
            return Drawing::Kind::Line;
        case CommandBlit:
            return Drawing::Kind::Copy;
        case CommandStretch:
            return Drawing::Kind::Stretch;
        default:
            return std::nullopt;
    }
}

uint64_t rowsOf(const StateFile& state, Register low, Register high) {
    return state.get(low) | uint64_t{state.get(high)} << 32;
}

engine2d::RasterOperation translateRop(const StateFile& state) {
    const auto opaque = static_cast<uint8_t>(state.get("DE.ROP.ROP_FG"_field));
    switch (state.get("DE.ROP.TYPE"_field)) {
        case PatternAlone:
            return {engine2d::ofPatternAlone(opaque), engine2d::ofPatternAlone(opaque)};
        case SourceAlone:
            return {engine2d::ofSourceAlone(opaque), engine2d::ofSourceAlone(opaque)};
        case Three:
            return {opaque, opaque};
        default:
            return {opaque, static_cast<uint8_t>(state.get("DE.ROP.ROP_BG"_field))};
    }
}

GlobalAlpha globalAlpha(uint32_t value) { return static_cast<GlobalAlpha>(std::min(value, 2u)); }

Blend translateBlend(const StateFile& state) {
    Blend blend;
    blend.enabled = state.flag("DE.ALPHA_CONTROL.ENABLE"_field);
    blend.source = {
        .inverseAlpha = state.flag("DE.ALPHA_MODES.SRC_ALPHA_MODE"_field),
        .global = globalAlpha(state.get("DE.ALPHA_MODES.GLOBAL_SRC_ALPHA_MODE"_field)),
        .globalColor = state.get("DE.GLOBAL_SRC_COLOR"_reg),
        .premultiplies = state.flag("DE.COLOR_MULTIPLY_MODES.SRC_PREMULTIPLY"_field),
        .factor = static_cast<engine2d::Factor>(state.get("DE.ALPHA_MODES.SRC_BLENDING_MODE"_field)),
        .ownAlpha = state.flag("DE.ALPHA_MODES.SRC_ALPHA_FACTOR"_field),
    };
    blend.destination = {
        .inverseAlpha = state.flag("DE.ALPHA_MODES.DST_ALPHA_MODE"_field),
        .global = globalAlpha(state.get("DE.ALPHA_MODES.GLOBAL_DST_ALPHA_MODE"_field)),
        .globalColor = state.get("DE.GLOBAL_DEST_COLOR"_reg),
        .premultiplies = state.flag("DE.COLOR_MULTIPLY_MODES.DST_PREMULTIPLY"_field),
        .factor = static_cast<engine2d::Factor>(state.get("DE.ALPHA_MODES.DST_BLENDING_MODE"_field)),
        .ownAlpha = state.flag("DE.ALPHA_MODES.DST_ALPHA_FACTOR"_field),
    };
    blend.sourceMultiplier =
        static_cast<Blend::Multiplier>(std::min(state.get("DE.COLOR_MULTIPLY_MODES.SRC_GLOBAL_PREMULTIPLY"_field), 2u));
    blend.demultiplies = state.flag("DE.COLOR_MULTIPLY_MODES.DST_DEMULTIPLY"_field);
    return blend;
}

Transparency translateTransparency(const StateFile& state) {
    constexpr uint32_t kMask = 1;
    constexpr uint32_t kKey = 2;
    return {.source = static_cast<Transparency::Source>(std::min(state.get("DE.PE_TRANSPARENCY.SOURCE"_field), kKey)),
            .transparentBit = state.flag("DE.SRC_CONFIG.MONO_TRANSPARENCY"_field),
            .patternMasked = state.get("DE.PE_TRANSPARENCY.PATTERN"_field) == kMask,
            .destinationKeyed = state.get("DE.PE_TRANSPARENCY.DESTINATION"_field) == kKey,
            .keepsUnlessMatched = state.flag("DE.PE_TRANSPARENCY.DFB_COLOR_KEY"_field),
            .sourceKey = {state.get("DE.SRC_COLOR_BG"_reg), state.get("DE.SRC_COLOR_KEY_HIGH"_reg)},
            .destinationKey = {state.get("DE.DEST_COLOR_KEY"_reg), state.get("DE.DEST_COLOR_KEY_HIGH"_reg)}};
}

Pattern translatePattern(const StateFile& state) {
    Pattern pattern;
    const auto format = static_cast<PixelFormat>(state.get("DE.PATTERN_CONFIG.FORMAT"_field));
    if (state.flag("DE.PATTERN_CONFIG.TYPE"_field))
        pattern.kind = format == PixelFormat::Monochrome ? Pattern::Kind::TwoColors : Pattern::Kind::Image;
    pattern.background = state.get("DE.PATTERN_BG_COLOR"_reg);
    pattern.foreground = state.get("DE.PATTERN_FG_COLOR"_reg);
    pattern.bits = rowsOf(state, "DE.PATTERN_LOW"_reg, "DE.PATTERN_HIGH"_reg);
    pattern.mask = rowsOf(state, "DE.PATTERN_MASK_LOW"_reg, "DE.PATTERN_MASK_HIGH"_reg);
    constexpr uint32_t kColumns = 8;
    pattern.image.format = format;
    pattern.image.planes[0] = {state.get("DE.PATTERN_ADDRESS"_reg), kColumns * engine2d::pixelBits(format) / 8};
    pattern.origin = {static_cast<int32_t>(state.get("DE.PATTERN_CONFIG.ORIGIN_X"_field)),
                      static_cast<int32_t>(state.get("DE.PATTERN_CONFIG.ORIGIN_Y"_field))};
    return pattern;
}

/// The older way of DE.CONFIG and that of DE.ROT_ANGLE, for each side, cancel each other out.
uint32_t mirrors(const StateFile& state) {
    const uint32_t older =
        state.flag("DE.CONFIG.MIRROR_BLT_ENABLE"_field) ? state.get("DE.CONFIG.MIRROR_BLT_MODE"_field) : 0;
    return older ^ state.get("DE.ROT_ANGLE.SRC_MIRROR"_field) ^ state.get("DE.ROT_ANGLE.DST_MIRROR"_field);
}

void translateSource(const StateFile& state, const Draw2dPacket& packet, Drawing& drawing) {
    drawing.source = readSourceImage(state);
    drawing.colors = readSourceColors(state);
    if (drawing.source.format == PixelFormat::Index8) drawing.palette = readPalette(state);
    drawing.origin = {static_cast<int16_t>(state.get("DE.SRC_ORIGIN.X"_field)),
                      static_cast<int16_t>(state.get("DE.SRC_ORIGIN.Y"_field))};
    drawing.relative = state.flag("DE.SRC_CONFIG.SRC_RELATIVE"_field);
    drawing.mirrorsX = (mirrors(state) & kMirrorX) != 0;
    drawing.mirrorsY = (mirrors(state) & kMirrorY) != 0;
    drawing.factorX = state.get("DE.STRETCH_FACTOR_LOW.X"_field);
    drawing.factorY = state.get("DE.STRETCH_FACTOR_HIGH.Y"_field);
    drawing.truncates = state.flag("DE.DEST_CONFIG.GDI_STRE"_field);
    if (state.get("DE.SRC_CONFIG.LOCATION"_field) != kLocationStream) return;
    constexpr uint32_t kUnpacked = 3;
    const uint32_t pack = state.get("DE.SRC_CONFIG.PACK"_field);
    drawing.bitmap.pieceWidth = pack == kUnpacked ? 0 : 8u << pack;
    const std::span<const uint32_t> data = packet.data();
    drawing.bitmap.words.assign(data.begin(), data.end());
    // A bitmap that the packet does not bring is zeros.
    if (data.empty()) drawing.bitmap.words.push_back(0);
}

std::vector<Rectangle> rectanglesOf(const Draw2dPacket& packet) {
    std::vector<Rectangle> rectangles;
    for (uint32_t i = 0; i < packet.count(); ++i) {
        const Draw2dPacket::Corners corners = packet.corners(i);
        rectangles.push_back({corners.left, corners.top, corners.right, corners.bottom});
    }
    return rectangles;
}

Rectangle clipOf(const StateFile& state) {
    return {static_cast<int32_t>(state.get("DE.CLIP_TOP_LEFT.X"_field)),
            static_cast<int32_t>(state.get("DE.CLIP_TOP_LEFT.Y"_field)),
            static_cast<int32_t>(state.get("DE.CLIP_BOTTOM_RIGHT.X"_field)),
            static_cast<int32_t>(state.get("DE.CLIP_BOTTOM_RIGHT.Y"_field))};
}

/// True if all that a drawing uses is simulated; reports what is not.
bool drawable(const Chip& chip, const StateFile& state, const Drawing& drawing, const Reporter& report) {
    if (!isDestination(chip, state, false, report)) return false;
    if (drawing.readsSource() && !isSource(chip, state, report)) return false;
    const PixelFormat pattern = drawing.pattern.image.format;
    if (drawing.readsPattern() && drawing.pattern.kind == Pattern::Kind::Image && !isColor(pattern)) {
        report(findings::k2dFormat, fmt::format("pattern of DE_FORMAT {}", static_cast<uint32_t>(pattern)));
        return false;
    }
    if ((state.get("DE.PE_DITHER_LOW"_reg) & state.get("DE.PE_DITHER_HIGH"_reg)) != kUndithered) {
        report(findings::k2dOperation, "dither");
        return false;
    }
    return true;
}

}  // namespace

std::optional<gpu::Operation> translateDrawing(const Chip& chip, const StateFile& state, const Draw2dPacket& packet,
                                               const Reporter& report) {
    const uint32_t command = state.get("DE.DEST_CONFIG.COMMAND"_field);
    const std::optional<Drawing::Kind> kind = kindOf(command);
    if (!kind || !chip.has(features::kPixelEngine20)) {
        report(findings::k2dOperation, kind ? "pixel engine 1.0" : fmt::format("command {}", command));
        return std::nullopt;
    }
    Drawing drawing;
    drawing.kind = *kind;
    drawing.destination = readDestinationImage(state);
    drawing.rectangles = rectanglesOf(packet);
    drawing.clip = clipOf(state);
    drawing.clearColor = state.get("DE.CLEAR_PIXEL_VALUE32"_reg);
    drawing.rop = translateRop(state);
    drawing.blend = translateBlend(state);
    drawing.transparency = translateTransparency(state);
    drawing.pattern = translatePattern(state);
    translateSource(state, packet, drawing);
    if (!drawable(chip, state, drawing, report)) return std::nullopt;
    return operation(drawing);
}

std::optional<gpu::Operation> translateFilterBlit(const Chip& chip, const StateFile& state, const Reporter& report) {
    constexpr uint32_t kVertical = 1;
    const uint32_t start = state.get("DE.VR_CONFIG.START"_field);
    if (start > kVertical || !chip.has(features::kPixelEngine20)) {
        report(findings::k2dOperation, start > kVertical ? "one-pass filter blit" : "pixel engine 1.0");
        return std::nullopt;
    }
    if (!isSource(chip, state, report)) return std::nullopt;
    engine2d::FilterBlit blit;
    blit.vertical = start == kVertical;
    blit.source = readSourceImage(state);
    if (!isDestination(chip, state, engine2d::isYuv(blit.source.format), report)) return std::nullopt;
    blit.destination = readDestinationImage(state);
    blit.colors = readSourceColors(state);
    if (blit.source.format == PixelFormat::Index8) blit.palette = readPalette(state);
    const auto signedField = [&](Field field) { return static_cast<int32_t>(state.get(field)); };
    blit.sourceBounds = {
        signedField("DE.VR_SOURCE_IMAGE_LOW.LEFT"_field), signedField("DE.VR_SOURCE_IMAGE_LOW.TOP"_field),
        signedField("DE.VR_SOURCE_IMAGE_HIGH.RIGHT"_field), signedField("DE.VR_SOURCE_IMAGE_HIGH.BOTTOM"_field)};
    blit.window = {signedField("DE.VR_TARGET_WINDOW_LOW.LEFT"_field), signedField("DE.VR_TARGET_WINDOW_LOW.TOP"_field),
                   signedField("DE.VR_TARGET_WINDOW_HIGH.RIGHT"_field),
                   signedField("DE.VR_TARGET_WINDOW_HIGH.BOTTOM"_field)};
    blit.originX = static_cast<int32_t>(state.get("DE.VR_SOURCE_ORIGIN_LOW"_reg));
    blit.originY = static_cast<int32_t>(state.get("DE.VR_SOURCE_ORIGIN_HIGH"_reg));
    blit.factor =
        blit.vertical ? state.get("DE.STRETCH_FACTOR_HIGH.Y"_field) : state.get("DE.STRETCH_FACTOR_LOW.X"_field);
    for (uint32_t i = 0; i < engine2d::kFilterRows * engine2d::kFilterTaps; ++i)
        blit.kernel[i / engine2d::kFilterTaps][i % engine2d::kFilterTaps] =
            static_cast<int16_t>(state.get("DE.FILTER_KERNEL"_reg, i / 2) >> (16 * (i % 2)));
    return operation(blit);
}

}  // namespace cyclorama::vivante
