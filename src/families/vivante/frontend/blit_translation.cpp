// SPDX-License-Identifier: MIT
// The blit engine of newer chips (etna_viv: state_blt.xml; Mesa: etnaviv_blt.c).

#include <algorithm>
#include <array>

#include "families/vivante/frontend/findings.h"
#include "families/vivante/frontend/formats.h"
#include "families/vivante/frontend/resolve_translation.h"
#include "families/vivante/frontend/tile_status.h"
#include "func/texture/texture_format.h"
#include "sim/divide_up.h"

namespace cyclorama::vivante {
namespace {

using func::Tiling;

/// Values of BLT.COMMAND.
enum BlitCommand : uint32_t {
    ClearImage = 1,
    CopyImage = 2,
    CopyBuffer = 3,
    InPlace = 4,
    TileYuv = 5,
    GenerateMipmaps = 6
};

/// Levels that there are addresses for.
constexpr uint32_t kGeneratedLevels = 13;

/// Source or destination.
struct BlitSide {
    Register address, status, clearValue0, clearValue1;
    Field stride, format, tiling, superTiled, tileStatus, tileStatusMode, compression;
};

constexpr BlitSide kBlitSource{"BLT.SRC_ADDR"_reg,
                               "BLT.SRC_TS"_reg,
                               "BLT.SRC_TS_CLEAR_VALUE0"_reg,
                               "BLT.SRC_TS_CLEAR_VALUE1"_reg,
                               "BLT.SRC_STRIDE.STRIDE"_field,
                               "BLT.SRC_STRIDE.FORMAT"_field,
                               "BLT.SRC_STRIDE.TILING"_field,
                               "BLT.SRC_CONFIG.FROM_SUPER_TILED"_field,
                               "BLT.SRC_CONFIG.TS"_field,
                               "BLT.SRC_CONFIG.TS_MODE"_field,
                               "BLT.SRC_CONFIG.COMPRESSION"_field};
constexpr BlitSide kBlitDestination{"BLT.DEST_ADDR"_reg,
                                    "BLT.DEST_TS"_reg,
                                    "BLT.DEST_TS_CLEAR_VALUE0"_reg,
                                    "BLT.DEST_TS_CLEAR_VALUE1"_reg,
                                    "BLT.DEST_STRIDE.STRIDE"_field,
                                    "BLT.DEST_STRIDE.FORMAT"_field,
                                    "BLT.DEST_STRIDE.TILING"_field,
                                    "BLT.DEST_CONFIG.TO_SUPER_TILED"_field,
                                    "BLT.DEST_CONFIG.TS"_field,
                                    "BLT.DEST_CONFIG.TS_MODE"_field,
                                    "BLT.DEST_CONFIG.COMPRESSION"_field};

uint64_t joined(uint32_t low, uint32_t high) { return uint64_t{high} << 32 | low; }

gpu::Surface readBlitSide(const BlitSide& side, const Chip& chip, const StateFile& state, func::Format format) {
    gpu::Surface surface;
    surface.address = state.get(side.address);
    surface.format = format;
    surface.storage.tiling = !state.flag(side.tiling)      ? Tiling::Linear
                             : state.flag(side.superTiled) ? Tiling::SuperTiled
                                                           : Tiling::Tiled;
    surface.storage.stride = state.get(side.stride);
    surface.width = surface.storage.stride / func::texelBytes(format);
    if (state.flag(side.tileStatus))
        surface.storage.tileStatus = {.enabled = true,
                                      .address = state.get(side.status),
                                      .bitsPerTile = tileStatusBits(chip),
                                      .tileBytes = tileStatusTileBytes(chip, state.flag(side.tileStatusMode), false),
                                      .clearValue = joined(state.get(side.clearValue0), state.get(side.clearValue1)),
                                      .compressed = state.flag(side.compression)};
    return surface;
}

/// Rows and columns that the tiles of a surface begin and end at.
uint32_t tileEdge(Tiling tiling) { return tiling == Tiling::SuperTiled ? 64 : tiling == Tiling::Tiled ? 4 : 1; }

/// A fill of the status of all tiles that the rows take with a word of status.
gpu::Fill fillTileStatus(const gpu::Surface& surface, uint32_t rows, uint32_t word) {
    constexpr uint32_t kRowBytes = 64;
    const gpu::TileStatus& status = surface.storage.tileStatus;
    const uint64_t bytes = uint64_t{surface.storage.stride} * rows;
    const uint64_t tiles = (bytes + status.tileBytes - 1) / status.tileBytes;
    const uint64_t statusBytes = (tiles * status.bitsPerTile + 7) / 8;
    gpu::Fill fill;
    fill.destination.address = status.address;
    fill.destination.format = func::Format::R8Unorm;
    fill.destination.storage.tiling = Tiling::Linear;
    const bool wholeRows = statusBytes % kRowBytes == 0;
    fill.destination.storage.stride = wholeRows ? kRowBytes : static_cast<uint32_t>(statusBytes);
    fill.width = fill.destination.storage.stride;
    fill.height = static_cast<uint32_t>(wholeRows ? statusBytes / kRowBytes : 1);
    fill.destination.width = fill.width;
    fill.destination.height = fill.height;
    fill.pattern.fill(word);
    return fill;
}

std::vector<gpu::Operation> clearImage(const Chip& chip, const StateFile& state, Hazards& hazards,
                                       const Reporter& report) {
    const uint32_t bytes = state.get("BLT.CONFIG.CLEAR_BPP"_field) + 1;
    const auto format = formatOfSize(bytes);
    if (!format) {
        report(findings::kResolveFormat, fmt::format("clear of {} bytes a pixel", bytes));
        return {};
    }
    gpu::Fill fill;
    fill.destination = readBlitSide(kBlitDestination, chip, state, *format);
    fill.x = state.get("BLT.DEST_POS.X"_field);
    fill.y = state.get("BLT.DEST_POS.Y"_field);
    fill.width = state.get("BLT.IMAGE_SIZE.WIDTH"_field);
    fill.height = state.get("BLT.IMAGE_SIZE.HEIGHT"_field);
    fill.destination.height = fill.y + fill.height;
    fill.patternBytes = bytes == 8 ? 8 : 4;
    const uint32_t color0 = state.get("BLT.CLEAR_COLOR0"_reg);
    const uint32_t color1 = state.get("BLT.CLEAR_COLOR1"_reg);
    fill.pattern = {color0, color1, color0, color1};
    const uint32_t bits0 = state.get("BLT.CLEAR_BITS0"_reg);
    const uint32_t bits1 = state.get("BLT.CLEAR_BITS1"_reg);
    fill.writeBits = {bits0, bits1, bits0, bits1};

    const gpu::TileStatus& status = fill.destination.storage.tileStatus;
    if (!status.enabled) {
        hazards.filled(surfaceRange(fill.destination, fill.y + fill.height));
        return {fill};
    }
    const uint32_t edge = tileEdge(fill.destination.storage.tiling);
    const bool allBits = bits0 == ~0u && (bytes < 8 || bits1 == ~0u);
    const bool sameValue =
        bytes < 8 ? static_cast<uint32_t>(status.clearValue) == color0 : status.clearValue == joined(color0, color1);
    const bool whole = fill.x == 0 && fill.y == 0 &&
                       sim::roundUp(fill.width, std::max(edge, 16u)) * bytes >= fill.destination.storage.stride;
    if (allBits && sameValue && whole) {
        const gpu::Fill statusFill =
            fillTileStatus(fill.destination, sim::roundUp(fill.height, edge), clearedTileStatus(chip));
        hazards.filled(surfaceRange(statusFill.destination, statusFill.height));
        return {statusFill};
    }
    gpu::ResolveTileStatus resolve;
    resolve.surface = fill.destination;
    resolve.bytes = uint64_t{fill.destination.storage.stride} * sim::roundUp(fill.y + fill.height, edge);
    // From here on the tile status says of each tile that it was written, also where it said nothing before: drivers
    // leave it to the engine to make status valid that they have never cleared (Mesa: etna_blit_clear_zs_blt, "This
    // made the TS valid").
    hazards.filled({status.address.bits(), (status.address + 1).bits()});
    fill.destination.storage.tileStatus = {};
    if (!whole) return {resolve, fill};
    return {resolve, fill, fillTileStatus(resolve.surface, sim::roundUp(fill.height, edge), 0)};
}

/// Moves the pixels of an image, or of its window, to another one, converted where the formats or their order differ.
struct Conversion {
    func::Format from;
    func::Format to;
    bool swapRedBlue = false;
    bool sameFormat = false;
};

/// True if the swizzles of source and destination together exchange red and blue, false if they change nothing; no
/// value for any other swizzle.
std::optional<bool> swapsRedBlue(const StateFile& state) {
    const uint32_t swizzle = state.get("BLT.SWIZZLE"_reg);
    constexpr uint32_t kIdentity = 0 | 1 << 3 | 2 << 6 | 3 << 9;
    constexpr uint32_t kExchanged = 2 | 1 << 3 | 0 << 6 | 3 << 9;
    const uint32_t source = swizzle & 0xfff;
    const uint32_t destination = swizzle >> 12 & 0xfff;
    for (const uint32_t side : {source, destination})
        if (side != kIdentity && side != kExchanged) return std::nullopt;
    return (source == kExchanged) != (destination == kExchanged);
}

/// How the pixels are converted; nothing, and a report, where they cannot be.
std::optional<Conversion> conversionOf(const StateFile& state, const Reporter& report) {
    const uint32_t from = state.get(kBlitSource.format);
    const uint32_t to = state.get(kBlitDestination.format);
    const auto sourceFormat = blitFormat(from);
    const auto destinationFormat = blitFormat(to);
    const auto swap = swapsRedBlue(state);
    if (sourceFormat && destinationFormat && swap)
        return Conversion{*sourceFormat, *destinationFormat, *swap, from == to};
    report(findings::kResolveFormat,
           fmt::format("from format {} to {}, swizzle {:#x}", from, to, state.get("BLT.SWIZZLE"_reg)));
    return std::nullopt;
}

std::vector<gpu::Operation> copyImage(const Chip& chip, const StateFile& state, Hazards& hazards,
                                      const Reporter& report) {
    const auto conversion = conversionOf(state, report);
    if (!conversion) return {};
    gpu::Resolve resolve;
    resolve.source = readBlitSide(kBlitSource, chip, state, conversion->from);
    resolve.destination = readBlitSide(kBlitDestination, chip, state, conversion->to);
    resolve.destination.storage.tileStatus = {};
    resolve.averageX = state.flag("BLT.SRC_STRIDE.DOWNSAMPLE_X"_field) ? 2 : 1;
    resolve.averageY = state.flag("BLT.SRC_STRIDE.DOWNSAMPLE_Y"_field) ? 2 : 1;
    // The size is that of the source's window, in samples (Mesa: etna_try_blt_blit).
    const uint32_t width = state.get("BLT.IMAGE_SIZE.WIDTH"_field);
    const uint32_t height = state.get("BLT.IMAGE_SIZE.HEIGHT"_field);
    resolve.width = width / resolve.averageX;
    resolve.height = height / resolve.averageY;
    resolve.sourceX = state.get("BLT.SRC_POS.X"_field);
    resolve.sourceY = state.get("BLT.SRC_POS.Y"_field);
    resolve.destinationX = state.get("BLT.DEST_POS.X"_field);
    resolve.destinationY = state.get("BLT.DEST_POS.Y"_field);
    resolve.source.height = resolve.sourceY + height;
    resolve.destination.height = resolve.destinationY + resolve.height;
    resolve.flipY = state.flag("BLT.DEST_CONFIG.FLIP_Y"_field);
    resolve.swapRedBlue = conversion->swapRedBlue;
    resolve.raw = conversion->sameFormat && resolve.averageX * resolve.averageY == 1 && !conversion->swapRedBlue;
    if (resolve.source.storage.tileStatus.enabled)
        hazards.tileStatusUsed(resolve.source.storage.tileStatus.address, report);
    hazards.resolveReads(surfaceRange(resolve.source, resolve.source.height), report);
    return {resolve};
}

/// Each level is the mean of the pixels of the one before it, down from the source; they are tiled as the destination
/// is, and have addresses and strides of their own (etnaviv's tests of the engine: emit_blt_genmipmaps).
std::vector<gpu::Operation> generateMipmaps(const Chip& chip, const StateFile& state, Hazards& hazards,
                                            const Reporter& report) {
    const auto conversion = conversionOf(state, report);
    if (!conversion) return {};
    uint32_t width = state.get("BLT.IMAGE_SIZE.WIDTH"_field);
    uint32_t height = state.get("BLT.IMAGE_SIZE.HEIGHT"_field);
    // The number of levels counts the source; without another one the engine never finishes (etna_viv: state_blt.xml).
    const uint32_t levels = std::clamp(state.get("BLT.MIPMAP_CONFIG.NUM"_field), 1u, kGeneratedLevels + 1) - 1;
    if (levels == 0) report(findings::kMipmapLevels);
    gpu::Surface source = readBlitSide(kBlitSource, chip, state, conversion->from);
    source.height = height;
    if (source.storage.tileStatus.enabled) hazards.tileStatusUsed(source.storage.tileStatus.address, report);
    hazards.resolveReads(surfaceRange(source, height), report);
    std::vector<gpu::Operation> operations;
    for (uint32_t level = 0; level < levels && width * height > 1; ++level) {
        gpu::Resolve resolve;
        resolve.source = source;
        resolve.averageX = width > 1 ? 2 : 1;
        resolve.averageY = height > 1 ? 2 : 1;
        resolve.width = width = std::max(width / 2, 1u);
        resolve.height = height = std::max(height / 2, 1u);
        resolve.swapRedBlue = level == 0 && conversion->swapRedBlue;
        gpu::Surface& to = resolve.destination;
        to = readBlitSide(kBlitDestination, chip, state, conversion->to);
        to.storage.tileStatus = {};
        to.address = state.get("BLT.MIP_ADDR"_reg, level);
        to.storage.stride = state.get("BLT.MIP_STRIDE"_reg, level);
        to.width = to.storage.stride / func::texelBytes(to.format);
        to.height = height;
        source = to;
        operations.emplace_back(resolve);
    }
    return operations;
}

std::vector<gpu::Operation> resolveInPlace(const Chip& chip, const StateFile& state, Hazards& hazards,
                                           const Reporter& report) {
    const uint32_t tileBytes = tileStatusTileBytes(chip, state.flag("BLT.CONFIG.INPLACE_TS_MODE"_field), false);
    gpu::ResolveTileStatus resolve;
    resolve.surface.address = state.get("BLT.DEST_ADDR"_reg);
    resolve.surface.format = formatOfSize(1u << std::min(state.get("BLT.CONFIG.INPLACE_BPP"_field), 3u)).value();
    resolve.surface.storage.tiling = Tiling::SuperTiled;
    resolve.surface.storage.tileStatus = {
        .enabled = true,
        .address = state.get("BLT.DEST_TS"_reg),
        .bitsPerTile = tileStatusBits(chip),
        .tileBytes = tileBytes,
        .clearValue = joined(state.get("BLT.DEST_TS_CLEAR_VALUE0"_reg), state.get("BLT.DEST_TS_CLEAR_VALUE1"_reg)),
        .compressed = false};
    resolve.bytes = uint64_t{state.get("BLT.INPLACE_TILE_COUNT"_reg)} * tileBytes;
    hazards.tileStatusUsed(resolve.surface.storage.tileStatus.address, report);
    hazards.resolveReads({resolve.surface.address.bits(), (resolve.surface.address + resolve.bytes).bits()}, report);
    return {resolve};
}

}  // namespace

std::vector<gpu::Operation> translateBlit(const Chip& chip, const StateFile& state, Hazards& hazards,
                                          const Reporter& report) {
    const uint32_t command = state.get("BLT.COMMAND.COMMAND"_field);
    switch (command) {
        case ClearImage:
            return clearImage(chip, state, hazards, report);
        case CopyImage:
            return copyImage(chip, state, hazards, report);
        case CopyBuffer:
            return {gpu::CopyMemory{.source = state.get("BLT.SRC_ADDR"_reg),
                                    .destination = state.get("BLT.DEST_ADDR"_reg),
                                    .bytes = state.get("BLT.BUFFER_SIZE"_reg)}};
        case InPlace:
            return resolveInPlace(chip, state, hazards, report);
        case TileYuv:
            return translateYuvTiler(YuvTiler::Blit, state, hazards, report);
        case GenerateMipmaps:
            return generateMipmaps(chip, state, hazards, report);
        default:
            report(findings::kNotSimulated, fmt::format("blit command {}", command));
            return {};
    }
}

}  // namespace cyclorama::vivante
