// SPDX-License-Identifier: MIT
#include "families/vivante/frontend/drawing_images.h"

#include <algorithm>

#include "families/vivante/frontend/findings.h"

namespace cyclorama::vivante {
namespace {

using engine2d::Image;
using engine2d::Orientation;
using engine2d::PixelFormat;

constexpr uint32_t kAddressAlignment = 4;

/// The registers of one side.
struct DrawingSide {
    std::string_view name;
    Register address;
    Field stride, format, order, rotates, width, height, angle, tiled, endian;
};

constexpr DrawingSide kDrawingSource{"source",
                                     "DE.SRC_ADDRESS"_reg,
                                     "DE.SRC_STRIDE.STRIDE"_field,
                                     "DE.SRC_CONFIG.SOURCE_FORMAT"_field,
                                     "DE.SRC_CONFIG.SWIZZLE"_field,
                                     "DE.SRC_ROTATION_CONFIG.ROTATION"_field,
                                     "DE.SRC_ROTATION_CONFIG.WIDTH"_field,
                                     "DE.SRC_ROTATION_HEIGHT.HEIGHT"_field,
                                     "DE.ROT_ANGLE.SRC"_field,
                                     "DE.SRC_CONFIG.TILED"_field,
                                     "DE.SRC_CONFIG.ENDIAN_CONTROL"_field};
constexpr DrawingSide kDrawingDestination{"destination",
                                          "DE.DEST_ADDRESS"_reg,
                                          "DE.DEST_STRIDE.STRIDE"_field,
                                          "DE.DEST_CONFIG.FORMAT"_field,
                                          "DE.DEST_CONFIG.SWIZZLE"_field,
                                          "DE.DEST_ROTATION_CONFIG.ROTATION"_field,
                                          "DE.DEST_ROTATION_CONFIG.WIDTH"_field,
                                          "DE.DEST_ROTATION_HEIGHT.HEIGHT"_field,
                                          "DE.ROT_ANGLE.DST"_field,
                                          "DE.DEST_CONFIG.TILED"_field,
                                          "DE.DEST_CONFIG.ENDIAN_CONTROL"_field};

Image readImage(const DrawingSide& side, const StateFile& state) {
    Image image;
    image.format = static_cast<PixelFormat>(state.get(side.format));
    image.order = static_cast<engine2d::ChannelOrder>(state.get(side.order));
    image.planes[0] = {state.get(side.address), state.get(side.stride)};
    image.orientation = static_cast<Orientation>(state.get(side.angle));
    // The older way to turn an image.
    if (image.orientation == Orientation::Upright && state.flag(side.rotates))
        image.orientation = Orientation::Turned90;
    image.width = static_cast<int32_t>(state.get(side.width));
    image.height = static_cast<int32_t>(state.get(side.height));
    image.standard = static_cast<engine2d::YuvStandard>(state.get("DE.PE_CONTROL.YUV"_field));
    image.swapsDifferences = state.flag("DE.PE_CONTROL.UV_SWIZZLE"_field);
    return image;
}

/// Checks that source and destination share; reports what is not simulated.
bool isSimulated(const DrawingSide& side, const StateFile& state, const Reporter& report) {
    const auto refuse = [&](std::string_view what) {
        report(findings::k2dOperation, fmt::format("{} {}", what, side.name));
        return false;
    };
    const uint32_t angle = state.get(side.angle);
    if (angle == 3 || angle == 7) return refuse("unknown angle of the");
    if (state.flag(side.tiled)) return refuse("tiled");
    if (state.get(side.endian) != 0) return refuse("bytes in another order of the");
    if (const uint32_t address = state.get(side.address); address % kAddressAlignment != 0)
        report(findings::k2dAddress, fmt::format("{} at {:#010x}", side.name, address));
    return true;
}

bool refuseFormat(uint32_t format, const DrawingSide& side, const Reporter& report) {
    report(findings::k2dFormat, fmt::format("{} of DE_FORMAT {}", side.name, format));
    return false;
}

}  // namespace

Image readSourceImage(const StateFile& state) {
    Image image = readImage(kDrawingSource, state);
    image.planes[1] = {state.get("DE.UPLANE_ADDRESS"_reg), state.get("DE.UPLANE_STRIDE.STRIDE"_field)};
    image.planes[2] = {state.get("DE.VPLANE_ADDRESS"_reg), state.get("DE.VPLANE_STRIDE.STRIDE"_field)};
    return image;
}

Image readDestinationImage(const StateFile& state) { return readImage(kDrawingDestination, state); }

engine2d::SourceColors readSourceColors(const StateFile& state) {
    return {.palette = nullptr,
            .zero = state.get("DE.SRC_COLOR_BG"_reg),
            .one = state.get("DE.SRC_COLOR_FG"_reg),
            .alphaOnly = state.get("DE.GLOBAL_SRC_COLOR"_reg)};
}

std::shared_ptr<const engine2d::Palette> readPalette(const StateFile& state) {
    auto palette = std::make_shared<engine2d::Palette>();
    std::ranges::copy(state.words("DE.INDEX_COLOR_TABLE32"_reg, 0, 256), palette->begin());
    return palette;
}

bool isColor(PixelFormat format) { return format <= PixelFormat::X8R8G8B8 || format == PixelFormat::A8R8G8B8; }

bool isSource(const Chip& chip, const StateFile& state, const Reporter& report) {
    constexpr Field kMoreTiling[] = {"DE.SRC_EX_CONFIG.MULTI_TILED"_field, "DE.SRC_EX_CONFIG.SUPER_TILED"_field,
                                     "DE.SRC_EX_CONFIG.MINOR_TILED"_field};
    if (std::ranges::any_of(kMoreTiling, [&](Field field) { return state.flag(field); })) {
        report(findings::k2dOperation, "tiled source");
        return false;
    }
    if (!isSimulated(kDrawingSource, state, report)) return false;
    const uint32_t number = state.get(kDrawingSource.format);
    switch (const auto format = static_cast<PixelFormat>(number)) {
        case PixelFormat::Index8:
        case PixelFormat::Monochrome:
        case PixelFormat::A8:
        case PixelFormat::Yuy2:
        case PixelFormat::Uyvy:
        case PixelFormat::Nv12:
        case PixelFormat::Nv16:
            return true;
        case PixelFormat::Yv12:
            return chip.has(features::kYuv420Source) || refuseFormat(number, kDrawingSource, report);
        default:
            return isColor(format) || refuseFormat(number, kDrawingSource, report);
    }
}

bool isDestination(const Chip& chip, const StateFile& state, bool yuv, const Reporter& report) {
    if (state.flag("DE.DEST_CONFIG.MINOR_TILED"_field) || state.get("DE.DEYUV_CONVERSION.ENABLE"_field) != 0) {
        report(findings::k2dOperation, "tiled destination, or one of planes");
        return false;
    }
    if (!isSimulated(kDrawingDestination, state, report)) return false;
    const uint32_t number = state.get(kDrawingDestination.format);
    const auto format = static_cast<PixelFormat>(number);
    const bool drawn = isColor(format) || (format == PixelFormat::A8 && chip.has(features::kAlphaTarget2d)) ||
                       (yuv && (format == PixelFormat::Yuy2 || format == PixelFormat::Uyvy));
    return drawn || refuseFormat(number, kDrawingDestination, report);
}

}  // namespace cyclorama::vivante
