// SPDX-License-Identifier: MIT
#include "families/adreno/timing/chip/settings.h"

#include "families/adreno/chip/chip.h"

namespace cyclorama::adreno {
namespace {

constexpr uint32_t kKibibyte = 1024;

}  // namespace

ProcessorSettings processorSettings(const machine::Configuration& configuration) {
    const TimingParameters& parameters = parametersOf(configuration).timing;
    const ProcessorParameters& processor = parameters.processor;
    constexpr uint64_t kCyclesPerMillisecond = 1000;  // at 1 MHz
    const uint32_t clock = configuration.gpu.gpuClock;
    return {.shaderProcessors = chipOf(configuration).shaderProcessors,
            .packetCycles = processor.packetCycles,
            .registersPerCycle = processor.registersPerCycle,
            .drawStateGroupCycles = processor.drawStateGroupCycles,
            .workPacketCycles = processor.workPacketCycles,
            .waitForIdleCycles = processor.waitForIdleCycles,
            .streamQueueBytes = {processor.streamQueueBytes, processor.nestedStreamQueueBytes,
                                 processor.drawStateQueueBytes},
            .pollCycles = processor.pollCycles,
            .hangcheckCycles = processor.hangcheckMilliseconds * kCyclesPerMillisecond * clock,
            .clockMegahertz = clock,
            .dispatches = parameters.units.dispatches,
            .draws = parameters.geometry.draws};
}

OccupancySettings occupancySettings(const machine::Configuration& configuration) {
    const Parameters& parameters = parametersOf(configuration);
    const ShaderUnitParameters& units = parameters.timing.units;
    return {.units = units.shaderUnits,
            .waves = units.unitWaves,
            .registerVectors = parameters.chip.registerVectors,
            .branchStackEntries = units.branchStackEntries,
            .localBytes = units.localKibibytes * kKibibyte,
            .dispatchStartCycles = units.dispatchStartCycles,
            .preambleStepCycles = units.preambleStepCycles};
}

ShaderUnitSettings shaderUnitSettings(const machine::Configuration& configuration) {
    const ShaderUnitParameters& units = parametersOf(configuration).timing.units;
    const Chip chip = chipOf(configuration);
    return {.waves = units.unitWaves,
            .processors = chip.shaderProcessors,
            .wave64Cycles = units.wave64Cycles,
            .wave128Cycles = units.wave128Cycles,
            .wave128HalfCycles = units.wave128HalfCycles,
            .integerFactor = units.integerFactor,
            .specialLanes = units.specialLanes,
            .halfSpecialFactor = units.halfSpecialFactor,
            .specialLatency = units.specialLatency,
            .localLatency = units.localLatency,
            .localBytes = units.localBytes,
            .barrierCycles = units.barrierCycles,
            .accessLanes = units.accessLanes,
            .uniformLanes = units.uniformLanes,
            .accessQueue = units.accessQueue,
            .textureLatency = parametersOf(configuration).timing.textures.latency,
            .instructionLines = parametersOf(configuration).timing.instructions.bufferLines,
            .instructionLatency = parametersOf(configuration).timing.instructions.fetchCycles,
            .scalarUnit = chip.generation >= GpuGeneration::A6xxGen3};
}

InstructionCacheSettings instructionCacheSettings(const machine::Configuration& configuration) {
    const InstructionParameters& instructions = parametersOf(configuration).timing.instructions;
    return {.lines = chipOf(configuration).instructionCacheUnits,
            .ways = instructions.cacheWays,
            .fetchCycles = instructions.fetchCycles,
            .prefetchLines = instructions.prefetchLines};
}

TexturePipeSettings texturePipeSettings(const machine::Configuration& configuration) {
    const TextureParameters& textures = parametersOf(configuration).timing.textures;
    return {.lanes = textures.lanes,
            .latency = textures.latency,
            .missCycles = textures.missLatency - textures.latency,
            .cacheBytes = textures.cacheBytes,
            .lineBytes = textures.lineBytes,
            .ways = textures.ways,
            .linesPerCycle = textures.lines,
            .filterBytes = textures.filterBytes,
            .misses = textures.misses,
            .queue = textures.queue,
            .flagLines = textures.flagLines};
}

UcheSettings ucheSettings(const machine::Configuration& configuration) {
    const TimingParameters& parameters = parametersOf(configuration).timing;
    const UcheParameters& uche = parameters.uche;
    const TranslationParameters& translation = parameters.translation;
    return {.units = parameters.units.shaderUnits,
            .bytes = uche.kibibytes * kKibibyte,
            .ways = uche.ways,
            .hashedSets = uche.hashedSets,
            .banks = uche.banks,
            .bankBytes = uche.bankBytes,
            .bankQueue = uche.bankQueue,
            .misses = uche.misses,
            .latency = uche.latency,
            .textureLatency = parameters.textures.latency,
            .uniformLatency = uche.uniformLatency,
            .channels = uche.channels,
            .busWidth = uche.busWidth,
            .translation = {.entries = translation.entries,
                            .mainEntries = translation.mainEntries,
                            .pageBytes = uint64_t{translation.pageKibibytes} * kKibibyte,
                            .missCycles = translation.missCycles}};
}

CcuSettings ccuSettings(const machine::Configuration& configuration) {
    const CcuParameters& ccu = parametersOf(configuration).timing.ccu;
    return {.units = chipOf(configuration).shaderProcessors,
            .bytes = ccu.kibibytes * kKibibyte,
            .ways = ccu.ways,
            .bytesPerCycle = ccu.bytesPerCycle,
            .latency = ccu.latency,
            .misses = ccu.misses,
            .writebacks = ccu.writebacks,
            .flagLines = ccu.flagLines,
            .busWidth = ccu.busWidth};
}

GmemSettings gmemSettings(const machine::Configuration& configuration) {
    const GmemParameters& gmem = parametersOf(configuration).timing.gmem;
    const Chip chip = chipOf(configuration);
    return {.parts = chip.shaderProcessors,
            .range = gmemRangeOf(chip),
            .bytesPerCycle = gmem.bytesPerCycle,
            .latency = gmem.latency};
}

ResolveSettings resolveSettings(const machine::Configuration& configuration) {
    const GmemParameters& gmem = parametersOf(configuration).timing.gmem;
    return {.parts = gmem.moveParts, .startCycles = gmem.moveStartCycles};
}

A2dSettings a2dSettings(const machine::Configuration& configuration) {
    const A2dParameters& engine = parametersOf(configuration).timing.a2d;
    return {.texelsPerCycle = engine.texels,
            .bytesPerCycle = engine.bytes,
            .parts = engine.parts,
            .startCycles = engine.startCycles};
}

GeometrySettings geometrySettings(const machine::Configuration& configuration) {
    const TimingParameters& parameters = parametersOf(configuration).timing;
    const GeometryParameters& geometry = parameters.geometry;
    return {.draws = geometry.draws,
            .drawStartCycles = geometry.drawStartCycles,
            .preambleStepCycles = parameters.units.preambleStepCycles,
            .indicesPerCycle = geometry.indices,
            .skippedPerCycle = geometry.skipped,
            .attributesPerCycle = geometry.attributes,
            .wavesInFetch = geometry.wavesInFetch,
            .varyingBytes = geometry.varyingKibibytes * kKibibyte,
            .streamoutBytes = geometry.streamoutBytes,
            .geometryVertices = geometry.geometryVertices,
            .patchCycles = geometry.patchCycles,
            .tessellatorPoints = geometry.tessellatorPoints};
}

RasterSettings rasterSettings(const machine::Configuration& configuration) {
    const RasterParameters& raster = parametersOf(configuration).timing.raster;
    return {.primitiveCycles = raster.primitiveCycles,
            .clipCycles = raster.clipCycles,
            .triangleQueue = raster.triangleQueue,
            .tilesPerCycle = raster.tiles,
            .waveQueue = raster.waveQueue};
}

VscSettings vscSettings(const machine::Configuration& configuration) {
    return {.binsPerCycle = parametersOf(configuration).timing.raster.bins};
}

LrzSettings lrzSettings(const machine::Configuration& configuration) {
    const RasterParameters& raster = parametersOf(configuration).timing.raster;
    return {.cacheLines = raster.lrzLines, .blocksPerCycle = raster.lrzBlocks};
}

RenderSettings renderSettings(const machine::Configuration& configuration) {
    const RasterParameters& raster = parametersOf(configuration).timing.raster;
    return {.colorPixels = raster.colorPixels, .depthPixels = raster.depthPixels};
}

}  // namespace cyclorama::adreno
