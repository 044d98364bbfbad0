// SPDX-License-Identifier: MIT
#include "families/vivante/frontend/resolve_translation.h"

#include <algorithm>

#include "families/vivante/frontend/findings.h"
#include "families/vivante/frontend/formats.h"
#include "families/vivante/frontend/tile_status.h"
#include "func/texture/texture_format.h"

namespace cyclorama::vivante {
namespace {

using func::Tiling;

/// Values of RS.CLEAR_CONTROL.MODE and RS_FORMAT (etna_viv: state_3d.xml; Mesa: RS_FORMAT_64BPP_CLEAR).
constexpr uint32_t kCopy = 0;
constexpr uint32_t kFormat64Bits = 0x15;

constexpr uint32_t kTileRows = 4;
constexpr uint32_t kSuperTile = 64;

/// True if each pipe has an address of its own (Mesa: etna_submit_rs_state).
bool resolvesByPipe(const Chip& chip) { return chip.pixelPipes > 1 || chip.has(features::kResolveNewBaseAddress); }

/// The window that all pipes together work on, in samples of the source, and where it begins.
struct Window {
    uint32_t x = 0;
    uint32_t y = 0;
    uint32_t width = 0;
    uint32_t height = 0;
};

int32_t signedHalf(uint32_t word, uint32_t half) { return static_cast<int16_t>(word >> (16 * half)); }

std::vector<Window> windows(const Chip& chip, const StateFile& state) {
    const Window first{static_cast<uint32_t>(std::max(signedHalf(state.get("RS.PIPE_OFFSET"_reg, 0), 0), 0)),
                       static_cast<uint32_t>(std::max(signedHalf(state.get("RS.PIPE_OFFSET"_reg, 0), 1), 0)),
                       state.get("RS.WINDOW_SIZE.WIDTH"_field), state.get("RS.WINDOW_SIZE.HEIGHT"_field)};
    const bool bothPipes = chip.pixelPipes > 1 && !state.flag("RS.SINGLE_BUFFER.ENABLE"_field);
    if (!bothPipes) return {first};
    Window second = first;
    second.x = static_cast<uint32_t>(std::max(signedHalf(state.get("RS.PIPE_OFFSET"_reg, 1), 0), 0));
    second.y = static_cast<uint32_t>(std::max(signedHalf(state.get("RS.PIPE_OFFSET"_reg, 1), 1), 0));
    if (second.x == first.x && second.y == first.y) return {first};
    if (second.x == first.x && second.y == first.y + first.height)
        return {Window{first.x, first.y, first.width, first.height * 2}};
    return {first, second};
}

Tiling tilingOf(bool tiled, bool superTiled) {
    if (!tiled) return Tiling::Linear;
    return superTiled ? Tiling::SuperTiled : Tiling::Tiled;
}

/// The strides of the engine are those of rows of tiles.
uint32_t rowStride(uint32_t stride, Tiling tiling) { return tiling == Tiling::Linear ? stride : stride / kTileRows; }

/// Source or destination of the RS. Its size is what the window needs, as no register holds it.
struct ResolveSide {
    Field stride, tiling, superTiled, superTiledNew, multi;
    Register address, pipeAddress;
};

constexpr ResolveSide kResolveSource{"RS.SOURCE_STRIDE.STRIDE"_field, "RS.CONFIG.SOURCE_TILED"_field,
                                     "RS.SOURCE_STRIDE.TILING"_field, "RS.SOURCE_STRIDE.SUPER_TILED_NEW"_field,
                                     "RS.SOURCE_STRIDE.MULTI"_field,  "RS.SOURCE_ADDR"_reg,
                                     "RS.PIPE_SOURCE_ADDR"_reg};
constexpr ResolveSide kResolveDestination{"RS.DEST_STRIDE.STRIDE"_field, "RS.CONFIG.DEST_TILED"_field,
                                          "RS.DEST_STRIDE.TILING"_field, "RS.DEST_STRIDE.SUPER_TILED_NEW"_field,
                                          "RS.DEST_STRIDE.MULTI"_field,  "RS.DEST_ADDR"_reg,
                                          "RS.PIPE_DEST_ADDR"_reg};

gpu::Surface readResolveSide(const ResolveSide& side, const Chip& chip, const StateFile& state, func::Format format) {
    const bool pipes = resolvesByPipe(chip);
    gpu::Surface surface;
    surface.address = pipes ? state.get(side.pipeAddress) : state.get(side.address);
    surface.format = format;
    surface.storage.tiling =
        tilingOf(state.flag(side.tiling), state.flag(side.superTiled) || state.flag(side.superTiledNew));
    surface.storage.stride = rowStride(state.get(side.stride), surface.storage.tiling);
    surface.storage.pipes = pipes && state.flag(side.multi) ? 2 : 1;
    surface.storage.secondPipeAddress = state.get(side.pipeAddress, 1);
    surface.width = surface.storage.stride / func::texelBytes(format);
    return surface;
}

/// Alignment of windows (GCxxx hardware notes, Resolve).
void checkAlignment(const gpu::Surface* source, const gpu::Surface& destination, const Window& window,
                    const Reporter& report) {
    constexpr uint32_t kTiledColumns = 16;
    constexpr uint32_t kLinearColumns = 17;
    const bool sourceTiled = source != nullptr && source->storage.tiling != Tiling::Linear;
    const bool destinationTiled = destination.storage.tiling != Tiling::Linear;
    bool aligned = window.width != 0 && window.height != 0;
    if (sourceTiled && !destinationTiled)
        aligned = aligned && window.width % kTiledColumns == 0;
    else if (sourceTiled || destinationTiled)
        aligned = aligned && window.width % kTiledColumns == 0 && window.height % kTileRows == 0;
    else
        aligned = aligned && window.height % kTileRows == 0 && (source == nullptr || window.width >= kLinearColumns);
    if (!aligned) report(findings::kResolveAlignment, fmt::format("window of {} x {}", window.width, window.height));
}

/// The colour tile status, which applies to a source inside the surface that the status describes
/// (GCxxx hardware notes, Operations).
void takeTileStatus(const Chip& chip, const StateFile& state, bool multisampled, gpu::Resolve& resolve,
                    const Hazards& hazards, const Reporter& report) {
    if (!state.flag("TS.MEM_CONFIG.COLOR_FAST_CLEAR"_field)) return;
    gpu::Surface& source = resolve.source;
    const func::Address base = state.get("TS.COLOR_SURFACE_BASE"_reg);
    if (source.address < base) return;
    // A window within the surface: its tiles are counted from the surface's own start.
    const uint64_t offset = source.address - base;
    const uint32_t edge = source.storage.tiling == Tiling::SuperTiled ? kSuperTile
                          : source.storage.tiling == Tiling::Tiled    ? kTileRows
                                                                      : 1;
    const uint64_t rowBytes = uint64_t{source.storage.stride} * edge;
    if (rowBytes == 0) return;
    const uint64_t columnBytes = uint64_t{func::texelBytes(source.format)} * edge * edge;
    resolve.sourceY += static_cast<uint32_t>(offset / rowBytes) * edge * source.storage.pipes;
    resolve.sourceX += static_cast<uint32_t>(offset % rowBytes / columnBytes) * edge;
    source.address = base;
    if (source.storage.pipes > 1) source.storage.secondPipeAddress -= offset;
    const bool large = state.flag("RS.SOURCE_STRIDE.TS_MODE"_field) || state.flag("RS.EXTRA_CONFIG.TS_MODE"_field);
    source.storage.tileStatus = {
        .enabled = true,
        .address = state.get("TS.COLOR_STATUS_BASE"_reg),
        .bitsPerTile = tileStatusBits(chip),
        .tileBytes = tileStatusTileBytes(chip, large, multisampled),
        .clearValue = uint64_t{state.get("TS.COLOR_CLEAR_VALUE_EXT"_reg)} << 32 | state.get("TS.COLOR_CLEAR_VALUE"_reg),
        .compressed = state.flag("TS.MEM_CONFIG.COLOR_COMPRESSION"_field)};
    hazards.tileStatusUsed(source.storage.tileStatus.address, report);
}

std::vector<gpu::Operation> translateFill(const Chip& chip, const StateFile& state, Hazards& hazards,
                                          const Reporter& report) {
    const uint32_t encoding = state.get("RS.CONFIG.DEST_FORMAT"_field);
    const auto format = pixelFormat(encoding);
    if (!format) {
        report(findings::kResolveFormat, fmt::format("fill of format {}", encoding));
        return {};
    }
    gpu::Fill fill;
    fill.destination = readResolveSide(kResolveDestination, chip, state, *format);
    for (uint32_t i = 0; i < 4; ++i) fill.pattern[i] = state.get("RS.FILL_VALUE"_reg, i);
    const uint32_t mode = state.get("RS.CLEAR_CONTROL.MODE"_field);
    fill.patternBytes = encoding == kFormat64Bits ? 8 : 4;
    if (mode > 1 && !std::ranges::all_of(fill.pattern, [&](uint32_t value) { return value == fill.pattern[0]; }))
        report(findings::kResolveFormat, "a fill with four values that differ");
    const uint32_t bits = state.get("RS.CLEAR_CONTROL.BITS"_field);
    uint32_t written = 0;
    for (uint32_t byte = 0; byte < 4; ++byte)
        if ((bits >> byte & 1) != 0) written |= 0xffu << (8 * byte);
    fill.writeBits.fill(written);

    std::vector<gpu::Operation> operations;
    for (const Window& window : windows(chip, state)) {
        checkAlignment(nullptr, fill.destination, window, report);
        fill.x = window.x;
        fill.y = window.y;
        fill.width = window.width;
        fill.height = window.height;
        fill.destination.height = window.y + window.height;
        if (written == ~0u) hazards.filled(surfaceRange(fill.destination, window.y + window.height));
        operations.emplace_back(fill);
    }
    return operations;
}

}  // namespace

AddressRange surfaceRange(const gpu::Surface& surface, uint32_t rows) {
    const gpu::SurfaceLayout& storage = surface.storage;
    const uint32_t edge = storage.tiling == Tiling::SuperTiled ? kSuperTile
                          : storage.tiling == Tiling::Tiled    ? kTileRows
                                                               : 1;
    const uint64_t bytes = uint64_t{storage.stride} * ((uint64_t{rows} + edge - 1) / edge * edge) / storage.pipes;
    AddressRange range{surface.address.bits(), (surface.address + bytes).bits()};
    if (storage.pipes > 1 && storage.secondPipeAddress > surface.address)
        range.end = std::max(range.end, (storage.secondPipeAddress + bytes).bits());
    return range;
}

std::vector<gpu::Operation> translateResolve(const Chip& chip, const StateFile& state, Hazards& hazards,
                                             const Reporter& report) {
    if (state.flag("YUV.CONFIG.ENABLE"_field)) return translateYuvTiler(YuvTiler::Resolve, state, hazards, report);
    if (state.get("RS.CLEAR_CONTROL.MODE"_field) != kCopy) return translateFill(chip, state, hazards, report);
    const uint32_t from = state.get("RS.CONFIG.SOURCE_FORMAT"_field);
    const uint32_t to = state.get("RS.CONFIG.DEST_FORMAT"_field);
    const auto sourceFormat = pixelFormat(from);
    const auto destinationFormat = pixelFormat(to);
    if (!sourceFormat || !destinationFormat) {
        report(findings::kResolveFormat, fmt::format("from format {} to {}", from, to));
        return {};
    }
    gpu::Resolve resolve;
    resolve.averageX = state.flag("RS.CONFIG.DOWNSAMPLE_X"_field) ? 2 : 1;
    resolve.averageY = state.flag("RS.CONFIG.DOWNSAMPLE_Y"_field) ? 2 : 1;
    resolve.flipY = state.flag("RS.CONFIG.FLIP"_field);
    resolve.swapRedBlue = state.flag("RS.CONFIG.SWAP_RB"_field);
    if (state.written("RS.DITHER"_reg))
        resolve.ditherMatrix = {state.get("RS.DITHER"_reg), state.get("RS.DITHER"_reg, 1)};
    resolve.source = readResolveSide(kResolveSource, chip, state, *sourceFormat);
    resolve.destination = readResolveSide(kResolveDestination, chip, state, *destinationFormat);
    const bool averages = resolve.averageX * resolve.averageY > 1;
    resolve.raw = from == to && !averages && !resolve.swapRedBlue;

    std::vector<gpu::Operation> operations;
    for (const Window& window : windows(chip, state)) {
        checkAlignment(&resolve.source, resolve.destination, window, report);
        gpu::Resolve part = resolve;
        part.sourceX = window.x;
        part.sourceY = window.y;
        part.destinationX = window.x / resolve.averageX;
        part.destinationY = window.y / resolve.averageY;
        part.width = window.width / resolve.averageX;
        part.height = window.height / resolve.averageY;
        takeTileStatus(chip, state, averages, part, hazards, report);
        part.source.height = part.sourceY + window.height;
        part.destination.height = part.destinationY + part.height;
        hazards.resolveReads(surfaceRange(part.source, part.source.height), report);
        operations.emplace_back(part);
    }
    return operations;
}

std::vector<gpu::Operation> translateResolveInPlace(const Chip& chip, const StateFile& state, Hazards& hazards,
                                                    const Reporter& report) {
    if (!state.flag("TS.MEM_CONFIG.COLOR_FAST_CLEAR"_field)) return {};
    const bool large = state.flag("RS.SOURCE_STRIDE.TS_MODE"_field) || state.flag("RS.EXTRA_CONFIG.TS_MODE"_field);
    gpu::ResolveTileStatus resolve;
    resolve.surface.address = state.get("TS.COLOR_SURFACE_BASE"_reg);
    resolve.surface.format = func::Format::B8G8R8A8Unorm;
    resolve.surface.storage.tiling = Tiling::SuperTiled;
    resolve.surface.storage.stride =
        rowStride(state.get("RS.SOURCE_STRIDE.STRIDE"_field), resolve.surface.storage.tiling);
    const uint32_t tileBytes = tileStatusTileBytes(chip, large, large);
    resolve.surface.storage.tileStatus = {
        .enabled = true,
        .address = state.get("TS.COLOR_STATUS_BASE"_reg),
        .bitsPerTile = tileStatusBits(chip),
        .tileBytes = tileBytes,
        .clearValue = uint64_t{state.get("TS.COLOR_CLEAR_VALUE_EXT"_reg)} << 32 | state.get("TS.COLOR_CLEAR_VALUE"_reg),
        .compressed = state.flag("TS.MEM_CONFIG.COLOR_COMPRESSION"_field)};
    resolve.bytes = uint64_t{state.get("RS.KICKER_INPLACE"_reg)} * tileBytes;
    hazards.tileStatusUsed(resolve.surface.storage.tileStatus.address, report);
    hazards.resolveReads({resolve.surface.address.bits(), (resolve.surface.address + resolve.bytes).bits()}, report);
    return {resolve};
}

}  // namespace cyclorama::vivante
