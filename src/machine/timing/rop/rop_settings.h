// SPDX-License-Identifier: MIT
#pragma once
// Settings of the units of a render output pipe, as their sections of the configuration give them.

#include <cstdint>

#include "func/layout/pixel_layout.h"
#include "func/output/block_compression.h"
#include "mem/cache_tags.h"

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
    /// The largest depth of each line that leaves is reported.
    bool reportsDepth = false;
    /// There is a cache for tile status; not for units whose surfaces have block states.
    bool tileStatus = false;
};

struct RopSettings {
    uint32_t unit = 0;
    uint32_t units = 1;
    func::TileSizes tiles{};
    uint32_t stampsPerCycle = 1;
    // Queues, in quads.
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

/// Settings that the sections of both units give.
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
    // A quad of the line's size has four bytes a fragment.
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
