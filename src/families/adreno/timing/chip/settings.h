// SPDX-License-Identifier: MIT
#pragma once
// Parts of a configuration in the form that the boxes take.
//
// Long because: one declaration a parameter.

#include <array>
#include <cstdint>

#include "families/adreno/chip/parameters.h"
#include "families/adreno/cp/stream_queue.h"
#include "families/adreno/memory/gpu_memory.h"

namespace cyclorama::adreno {

struct ProcessorSettings {
    uint32_t shaderProcessors = 1;
    uint32_t packetCycles = 8;
    uint32_t registersPerCycle = 2;
    uint32_t drawStateGroupCycles = 3;
    uint32_t workPacketCycles = 40;
    uint32_t waitForIdleCycles = 100;
    std::array<uint32_t, kStreamQueues> streamQueueBytes{1024, 1024, 1024};
    uint32_t pollCycles = 64;
    uint64_t hangcheckCycles = 0;
    uint32_t clockMegahertz = 1;
    uint32_t dispatches = 2;
    uint32_t draws = 4;
};

/// The front of the geometry pipe.
struct GeometrySettings {
    uint32_t draws = 4;  ///< that may be under way
    uint32_t drawStartCycles = 50;
    uint32_t preambleStepCycles = 4;
    uint32_t indicesPerCycle = 3;
    uint32_t skippedPerCycle = 16;  ///< primitives that do not reach the bin
    uint32_t attributesPerCycle = 4;
    uint32_t wavesInFetch = 8;
    uint32_t varyingBytes = 64 * 1024;
    uint32_t streamoutBytes = 16;   ///< in a cycle
    uint32_t geometryVertices = 4;  ///< the same
    uint32_t patchCycles = 8;
    uint32_t tessellatorPoints = 1;  ///< in a cycle
};

struct RasterSettings {
    uint32_t primitiveCycles = 1;
    uint32_t clipCycles = 50;
    uint32_t triangleQueue = 16;
    uint32_t tilesPerCycle = 2;
    uint32_t waveQueue = 8;
};

struct VscSettings {
    uint32_t binsPerCycle = 4;
};

struct LrzSettings {
    uint32_t cacheLines = 64;
    uint32_t blocksPerCycle = 2;
};

struct RenderSettings {
    uint32_t colorPixels = 16;  ///< of 32 bits, in a cycle
    uint32_t depthPixels = 32;
};

/// Limits of the waves of a unit.
struct OccupancySettings {
    uint32_t units = 1;
    uint32_t waves = 16;
    uint32_t registerVectors = 96;  ///< for each pair of waves of 64
    uint32_t branchStackEntries = 64;
    uint32_t localBytes = 32 * 1024;
    uint32_t dispatchStartCycles = 100;
    uint32_t preambleStepCycles = 4;
};

struct ShaderUnitSettings {
    uint32_t waves = 16;
    uint32_t processors = 1;  ///< among which the units are spread
    uint32_t wave64Cycles = 1;
    uint32_t wave128Cycles = 2;
    uint32_t wave128HalfCycles = 1;
    uint32_t integerFactor = 2;
    uint32_t specialLanes = 8;
    uint32_t halfSpecialFactor = 2;
    uint32_t specialLatency = 9;
    uint32_t localLatency = 11;
    uint32_t localBytes = 32;
    uint32_t barrierCycles = 8;
    uint32_t accessLanes = 2;
    uint32_t uniformLanes = 16;
    uint32_t accessQueue = 16;
    uint32_t textureLatency = 76;  ///< of exchanges in quads
    uint32_t answerLatency = 1;    ///< the longest from UCHE's answer to its arrival
    uint32_t texelLatency = 1;     ///< the same of the texture unit
    uint32_t instructionLines = 16;
    uint32_t instructionLatency = 2;  ///< the longest from the instruction cache's answer to its arrival
    bool scalarUnit = false;
};

/// The instruction cache of a shader processor.
struct InstructionCacheSettings {
    uint32_t lines = 64;  ///< of 128 bytes
    uint32_t ways = 4;
    uint32_t fetchCycles = 4;    ///< from a unit's request to its first instruction
    uint32_t prefetchLines = 4;  ///< after the one that a wave comes to
    uint32_t lineLatency = 1;    ///< the longest from UCHE's answer to its arrival
};

/// The texture unit of a shader unit.
struct TexturePipeSettings {
    uint32_t lanes = 4;        ///< in a cycle
    uint32_t latency = 76;     ///< from an instruction's issue to its result
    uint32_t missCycles = 18;  ///< more if its line comes from UCHE
    uint32_t cacheBytes = 1024;
    uint32_t lineBytes = 16;
    uint32_t ways = 32;
    uint32_t linesPerCycle = 4;
    uint32_t filterBytes = 64;  ///< of texels, in a cycle
    uint32_t misses = 24;
    uint32_t queue = 128;  ///< groups of lanes between the tags and the filter
    uint32_t flagLines = 8;
    uint32_t lineLatency = 1;  ///< the longest from UCHE's answer to its arrival
};

/// Translation of addresses.
struct TranslationSettings {
    uint32_t entries = 16;
    uint32_t mainEntries = 512;
    uint64_t pageBytes = 2 << 20;
    uint32_t missCycles = 27;
};

struct UcheSettings {
    uint32_t units = 1;  ///< that send accesses
    uint32_t bytes = 128 * 1024;
    uint32_t ways = 4;
    bool hashedSets = true;
    uint32_t banks = 8;
    uint32_t bankBytes = 16;
    uint32_t bankQueue = 8;
    uint32_t misses = 256;
    uint32_t latency = 66;         ///< from a load's issue to its result
    uint32_t textureLatency = 76;  ///< the same of a line of the 2D engine
    uint32_t uniformLatency = 18;  ///< the same of a load of uniforms, beside its lanes
    uint32_t channels = 2;
    uint32_t busWidth = 64;
    TranslationSettings translation{};
};

struct CcuSettings {
    uint32_t units = 1;          ///< pairs of a cache of colours and one of depth
    uint32_t bytes = 64 * 1024;  ///< of each cache
    uint32_t ways = 4;
    uint32_t bytesPerCycle = 32;
    uint32_t latency = 20;  ///< from a read's service to its answer
    uint32_t misses = 32;
    uint32_t writebacks = 16;
    uint32_t flagLines = 16;  ///< of each cache
    uint32_t busWidth = 32;
};

struct GmemSettings {
    uint32_t parts = 1;  ///< one for each pair of caches
    GmemRange range{};
    uint32_t bytesPerCycle = 64;  ///< of each part, of reads and as many of writes
    uint32_t latency = 16;        ///< from a read's service to its answer
};

struct ResolveSettings {
    uint32_t parts = 64;
    uint32_t startCycles = 50;
};

struct A2dSettings {
    uint32_t texelsPerCycle = 8;
    uint32_t bytesPerCycle = 32;
    uint32_t parts = 32;
    uint32_t startCycles = 50;
};

ProcessorSettings processorSettings(const machine::Configuration& configuration);
OccupancySettings occupancySettings(const machine::Configuration& configuration);
ShaderUnitSettings shaderUnitSettings(const machine::Configuration& configuration);
InstructionCacheSettings instructionCacheSettings(const machine::Configuration& configuration);
TexturePipeSettings texturePipeSettings(const machine::Configuration& configuration);
UcheSettings ucheSettings(const machine::Configuration& configuration);
CcuSettings ccuSettings(const machine::Configuration& configuration);
GmemSettings gmemSettings(const machine::Configuration& configuration);
ResolveSettings resolveSettings(const machine::Configuration& configuration);
A2dSettings a2dSettings(const machine::Configuration& configuration);
GeometrySettings geometrySettings(const machine::Configuration& configuration);
RasterSettings rasterSettings(const machine::Configuration& configuration);
VscSettings vscSettings(const machine::Configuration& configuration);
LrzSettings lrzSettings(const machine::Configuration& configuration);
RenderSettings renderSettings(const machine::Configuration& configuration);

}  // namespace cyclorama::adreno
