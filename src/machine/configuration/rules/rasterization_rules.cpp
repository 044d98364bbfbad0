// SPDX-License-Identifier: MIT
#include "func/layout/pixel_layout.h"
#include "machine/configuration/rules/rule_terms.h"
#include "machine/configuration/rules/rules.h"

namespace cyclorama::machine::rules {
namespace {

using C = const Configuration&;

constexpr ConfigurationRule kRasterizationRules[] = {
    // Rasterization and hierarchical Z
    {"stamps-per-pipe",
     kError,
     "StampsPerCycle must be a multiple of NumStampPipes",
     {"RASTERIZER.StampsPerCycle", "GPU.NumStampPipes"},
     "RASTERIZER/StampsPerCycle",
     [](C c) { return isMultiple(c.rasterization.stampsPerCycle, c.gpu.numStampPipes); }},
    {"depth-stamp-rate",
     kError,
     "the depth units' StampsPerCycle must be the rasterizer's divided by NumStampPipes",
     {"ZSTENCILTEST.StampsPerCycle", "RASTERIZER.StampsPerCycle", "GPU.NumStampPipes"},
     "ZSTENCILTEST/StampsPerCycle",
     [](C c) {
         return !isMultiple(c.rasterization.stampsPerCycle, c.gpu.numStampPipes) ||
                c.zStencilTest.stampsPerCycle * c.gpu.numStampPipes == c.rasterization.stampsPerCycle;
     }},
    {"color-stamp-rate",
     kError,
     "the colour units' StampsPerCycle must be the rasterizer's divided by NumStampPipes",
     {"COLORWRITE.StampsPerCycle", "RASTERIZER.StampsPerCycle", "GPU.NumStampPipes"},
     "COLORWRITE/StampsPerCycle",
     [](C c) {
         return !isMultiple(c.rasterization.stampsPerCycle, c.gpu.numStampPipes) ||
                c.colorWrite.stampsPerCycle * c.gpu.numStampPipes == c.rasterization.stampsPerCycle;
     }},
    {"gen-tile-size",
     kError,
     "GenWidth and GenHeight must be 8",
     {"RASTERIZER.GenWidth", "RASTERIZER.GenHeight"},
     "RASTERIZER/GenWidth",
     [](C c) { return c.rasterization.genWidth == 8U && c.rasterization.genHeight == 8U; }},
    {"scan-tile-of-gen-tiles",
     kError,
     "a scan tile must be whole generation tiles wide and high",
     {"RASTERIZER.ScanWidth", "RASTERIZER.ScanHeight", "RASTERIZER.GenWidth", "RASTERIZER.GenHeight"},
     "RASTERIZER/ScanWidth",
     [](C c) {
         return isMultiple(c.rasterization.scanWidth, c.rasterization.genWidth) &&
                isMultiple(c.rasterization.scanHeight, c.rasterization.genHeight);
     }},
    {"scan-tile-powers-of-two",
     kError,
     "ScanWidth and ScanHeight must be powers of two, or surfaces have no layout",
     {"RASTERIZER.ScanWidth", "RASTERIZER.ScanHeight"},
     kUnitBehaviour,
     [](C c) {
         return arePowersOfTwo({c.rasterization.scanWidth, c.rasterization.scanHeight});
     }},
    {"square-scan-tiles",
     kWarning,
     "scan tiles should be square",
     {"RASTERIZER.ScanWidth", "RASTERIZER.ScanHeight"},
     "RASTERIZER/ScanWidth",
     [](C c) { return c.rasterization.scanWidth.get() == c.rasterization.scanHeight.get(); }},
    {"over-scan-tiles",
     kError,
     "an over-scan tile must be a square of 1, 2, 4 or 8 scan tiles a side: others overlap in memory",
     {"RASTERIZER.OverScanWidth", "RASTERIZER.OverScanHeight"},
     "RASTERIZER/OverScanWidth",
     [](C c) {
         const std::uint32_t edge = c.rasterization.overScanWidth;
         return edge == c.rasterization.overScanHeight && edge <= func::kLargestOverScan && arePowersOfTwo({edge});
     }},
    {"batch-queue-rate",
     kError,
     "BatchQueueSize must be a multiple of TrianglesCycle",
     {"RASTERIZER.BatchQueueSize", "RASTERIZER.TrianglesCycle"},
     "RASTERIZER/BatchQueueSize",
     [](C c) { return isMultiple(c.rasterization.batchQueueSize, c.triangleSetup.trianglesPerCycle); }},
    {"batch-queue-batches",
     kWarning,
     "BatchQueueSize should be a multiple of RasterizationBatchSize",
     {"RASTERIZER.BatchQueueSize", "RASTERIZER.RasterizationBatchSize"},
     "RASTERIZER/BatchQueueSize",
     [](C c) { return isMultiple(c.rasterization.batchQueueSize, c.rasterization.batchSize); }},
    {"batch-queue-recursive",
     kError,
     "with RecursiveMode BatchQueueSize must be at least two batches (2 * RasterizationBatchSize)",
     {"RASTERIZER.BatchQueueSize", "RASTERIZER.RasterizationBatchSize", "RASTERIZER.RecursiveMode"},
     kUnitBehaviour,
     [](C c) {
         return !c.rasterization.recursiveMode || c.rasterization.batchQueueSize >= 2 * c.rasterization.batchSize;
     }},
    {"hz-needs-compression",
     kError,
     "without depth compression hierarchical Z must be disabled (DisableHZ)",
     {"RASTERIZER.DisableHZ", "ZSTENCILTEST.DisableCompression"},
     "RASTERIZER/DisableHZ",
     [](C c) { return c.hierarchicalZ.disable || !c.zStencilTest.disableCompression; }},
    {"hz-block",
     kWarning,
     "StampsPerHZBlock should be the stamps of a generation tile",
     {"RASTERIZER.StampsPerHZBlock", "RASTERIZER.GenWidth", "RASTERIZER.GenHeight"},
     "RASTERIZER/StampsPerHZBlock",
     [](C c) { return c.hierarchicalZ.stampsPerBlock == genTileStamps(c); }},
    {"early-z-queue",
     kError,
     "EarlyZQueueSize must hold more than the generation tiles of two cycles, or traversal never starts",
     {"RASTERIZER.EarlyZQueueSize", "RASTERIZER.StampsPerCycle", "RASTERIZER.GenWidth", "RASTERIZER.GenHeight"},
     "RASTERIZER/EarlyZQueueSize",
     [](C c) { return c.hierarchicalZ.earlyZQueueSize > 2 * c.rasterization.stampsPerCycle * genTileStamps(c); }},
    {"generated-stamp-queue",
     kError,
     "GeneratedStampQueueSize must hold the generation tiles of two cycles, or hierarchical Z never sends any",
     {"RASTERIZER.GeneratedStampQueueSize", "RASTERIZER.StampsPerCycle", "RASTERIZER.GenWidth", "RASTERIZER.GenHeight"},
     kUnitBehaviour,
     [](C c) {
         return c.workDistributor.generatedStampQueueSize >= 2 * c.rasterization.stampsPerCycle * genTileStamps(c);
     }},
    {"tested-stamp-queue",
     kError,
     "EarlyZTestedStampQueueSize must hold more than two cycles' stamps of a depth unit, or none ever leaves it",
     {"RASTERIZER.EarlyZTestedStampQueueSize", "RASTERIZER.StampsPerCycle", "GPU.NumStampPipes"},
     kUnitBehaviour,
     [](C c) {
         return c.workDistributor.earlyZTestedStampQueueSize > 2 * c.rasterization.stampsPerCycle / c.gpu.numStampPipes;
     }},

    // Work distributor
    {"shader-group-quads",
     kError,
     "a shader group (VectorLength, or ThreadGroup in the scalar shader model) must be whole quads",
     {"FRAGMENTSHADER.VectorLength", "FRAGMENTSHADER.ThreadGroup", "FRAGMENTSHADER.VectorShader"},
     kUnitBehaviour,
     [](C c) { return isMultiple(shaderGroup(c), kStampFragments); }},
    {"shader-input-queue",
     kError,
     "ShaderInputQueueSize must be at least 2 * NumStampPipes * shader group",
     {"RASTERIZER.ShaderInputQueueSize", "GPU.NumStampPipes", "FRAGMENTSHADER.VectorLength",
      "FRAGMENTSHADER.ThreadGroup"},
     "RASTERIZER/ShaderInputQueueSize",
     [](C c) { return c.workDistributor.shaderInputQueueSize >= 2 * c.gpu.numStampPipes * shaderGroup(c); }},
    {"shader-output-queue",
     kError,
     "ShaderOutputQueueSize must be at least 2 * NumStampPipes * shader group",
     {"RASTERIZER.ShaderOutputQueueSize", "GPU.NumStampPipes", "FRAGMENTSHADER.VectorLength",
      "FRAGMENTSHADER.ThreadGroup"},
     "RASTERIZER/ShaderOutputQueueSize",
     [](C c) { return c.workDistributor.shaderOutputQueueSize >= 2 * c.gpu.numStampPipes * shaderGroup(c); }},
    {"shader-input-batch",
     kError,
     "ShaderInputBatchSize must be a multiple of a shader group",
     {"RASTERIZER.ShaderInputBatchSize", "FRAGMENTSHADER.VectorLength", "FRAGMENTSHADER.ThreadGroup"},
     "RASTERIZER/ShaderInputBatchSize",
     [](C c) { return isMultiple(c.workDistributor.shaderInputBatchSize, shaderGroup(c)); }},
    {"vertex-input-queue",
     kError,
     "VertexInputQueueSize must be at least a shader group + 2 * NumVertexShaders",
     {"RASTERIZER.VertexInputQueueSize", "GPU.NumVertexShaders", "FRAGMENTSHADER.VectorLength",
      "FRAGMENTSHADER.ThreadGroup"},
     "RASTERIZER/VertexInputQueueSize",
     [](C c) { return c.workDistributor.vertexInputQueueSize >= shaderGroup(c) + 2 * c.gpu.numVertexShaders; }},
    {"shaded-vertex-queue",
     kError,
     "ShadedVertexQueueSize must be at least a shader group",
     {"RASTERIZER.ShadedVertexQueueSize", "FRAGMENTSHADER.VectorLength", "FRAGMENTSHADER.ThreadGroup"},
     "RASTERIZER/ShadedVertexQueueSize",
     [](C c) { return c.workDistributor.shadedVertexQueueSize >= shaderGroup(c); }},
    {"interpolated-stamp-queue",
     kError,
     "InterpolatedStampQueueSize must hold a shader group",
     {"RASTERIZER.InterpolatedStampQueueSize", "FRAGMENTSHADER.VectorLength", "FRAGMENTSHADER.ThreadGroup"},
     "RASTERIZER/InterpolatedStampQueueSize",
     [](C c) { return c.workDistributor.interpolatedStampQueueSize >= shaderGroup(c) / kStampFragments; }},
    {"shaded-stamp-queue-group",
     kWarning,
     "ShadedStampQueueSize should hold a shader group, whose stamps may all be of one pipe: the run may lock up",
     {"RASTERIZER.ShadedStampQueueSize", "FRAGMENTSHADER.VectorLength", "FRAGMENTSHADER.ThreadGroup"},
     kUnitBehaviour,
     [](C c) { return c.workDistributor.shadedStampQueueSize >= shaderGroup(c) / kStampFragments; }},
    {"shaded-stamp-queue",
     kWarning,
     "the shaded stamp queues of all pipes should hold what all shaders can execute",
     {"RASTERIZER.ShadedStampQueueSize", "GPU.NumStampPipes", "GPU.NumFragmentShaders", "FRAGMENTSHADER.VectorThreads",
      "FRAGMENTSHADER.VectorLength", "FRAGMENTSHADER.ExecutableThreads"},
     "RASTERIZER/ShadedStampQueueSize",
     [](C c) {
         const std::uint64_t elements = c.vectorShader.vectorShader
                                            ? std::uint64_t{c.vectorShader.threads} * c.vectorShader.length
                                            : c.scalarShader.executableThreads.get();
         return std::uint64_t{kStampFragments} * c.workDistributor.shadedStampQueueSize * c.gpu.numStampPipes >=
                elements * c.gpu.numFragmentShaders;
     }},
};

}  // namespace

std::span<const ConfigurationRule> rasterization() { return kRasterizationRules; }

}  // namespace cyclorama::machine::rules
