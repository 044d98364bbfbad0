#pragma once
// Settings of the units of a render output pipe, as their sections of the configuration give them.

#include <cstdint>
#include <optional>

#include "func/layout/pixel_layout.h"
#include "func/output/block_compression.h"
#include "machine/configuration/parameters/vivante_parameters.h"
#include "machine/timing/rop/tile_status_cache.h"
#include "mem/cache_tags.h"
#include "mem/transaction.h"

namespace cyclorama::machine::timing {

struct RopCacheSettings {
    mem::CacheGeometry geometry{.ways = 4, .lines = 16, .lineBytes = 256};
    uint32_t readPorts = 2;
    uint32_t writePorts = 2;
    uint32_t portWidth = 32;  // bytes a cycle
    uint32_t requestQueueSize = 128;
    uint32_t inputQueueSize = 128;   // lines
    uint32_t outputQueueSize = 128;  // lines
    /// Blocks in a row of the buffer that belong to one unit.
    uint32_t blocksPerUnit = 4;
    uint32_t stateBlocks = 262144;
    uint32_t blocksClearedPerCycle = 1024;
    bool compressionDisabled = false;
    func::BlockCompression algorithm = func::BlockCompression::HiloTwoLevels;
    uint32_t compressionLatency = 8;
    uint32_t decompressionLatency = 8;
    mem::Client client = mem::Client::ColorWrite;
    /// Asked for the largest value of each line that leaves.
    bool reportsDepth = false;
    /// Of surfaces that have tile status.
    std::optional<TileStatusCacheSettings> tileStatus;
};

struct RopSettings {
    uint32_t unit = 0;
    uint32_t units = 1;
    func::TileSizes tiles{};
    uint32_t stampsPerCycle = 1;
    // Stamps.
    uint32_t inputQueueSize = 8;
    uint32_t fetchQueueSize = 256;
    uint32_t readQueueSize = 16;
    uint32_t operatedQueueSize = 4;
    uint32_t writeQueueSize = 8;
    /// Cycles from one operation to the next, for each sample and target.
    uint32_t operationRate = 1;
    uint32_t operationLatency = 2;
    RopCacheSettings cache{};
};

/// Of the units of a Vivante chip; none of other makers' GPUs.
inline std::optional<TileStatusCacheSettings> tileStatusCacheSettings(const VivanteParameters& p) {
    if (p.model == 0) return std::nullopt;
    return TileStatusCacheSettings{.geometry = {.ways = p.tileStatusCacheWays,
                                                .lines = p.tileStatusCacheLines,
                                                .lineBytes = mem::kTransactionBytes}};
}

/// What the two sections have in common.
template <typename Parameters>
RopSettings ropSettings(const Parameters& p, const func::TileSizes& tiles, uint32_t units, uint32_t unit) {
    RopSettings settings{.unit = unit,
                         .units = units,
                         .tiles = tiles,
                         .stampsPerCycle = p.stampsPerCycle,
                         .inputQueueSize = p.inputQueueSize,
                         .fetchQueueSize = p.fetchQueueSize,
                         .readQueueSize = p.readQueueSize,
                         .operatedQueueSize = p.opQueueSize,
                         .writeQueueSize = p.writeQueueSize};
    // A stamp of the line's size stands for four bytes a fragment.
    settings.cache.geometry = {
        .ways = p.cacheWays, .lines = p.cacheLines, .lineBytes = p.cacheStampsPerLine * func::kQuadFragments * 4};
    settings.cache.readPorts = p.cacheExtraReadPort ? 2 : 1;
    settings.cache.writePorts = p.cacheExtraWritePort ? 2 : 1;
    settings.cache.portWidth = p.cachePortWidth;
    settings.cache.requestQueueSize = p.cacheRequestQueueSize;
    settings.cache.inputQueueSize = p.cacheInputQueueSize;
    settings.cache.outputQueueSize = p.cacheOutputQueueSize;
    settings.cache.blocksPerUnit =
        (tiles.scanWidth * tiles.scanHeight - 1) / (tiles.generationWidth * tiles.generationHeight) + 1;
    settings.cache.stateBlocks = p.blockStateMemorySize;
    settings.cache.blocksClearedPerCycle = p.blocksClearedPerCycle;
    settings.cache.compressionDisabled = p.disableCompression;
    settings.cache.compressionLatency = p.compressionUnitLatency;
    settings.cache.decompressionLatency = p.decompressionUnitLatency;
    return settings;
}

}  // namespace cyclorama::machine::timing
