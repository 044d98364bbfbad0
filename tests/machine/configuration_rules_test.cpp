// SPDX-License-Identifier: MIT
#include "machine/configuration/rules/configuration_rules.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <sstream>
#include <vector>

#include "families/registry.h"
#include "families/vivante/chip/parameters.h"
#include "sim/error.h"
#include "support/paths.h"

namespace cyclorama::machine {
namespace {

/// For a rule, settings on top of the defaults that break it and no other, and settings at its edge that break none.
struct RuleCase {
    const char* id;
    std::vector<const char*> breaking;
    std::vector<const char*> keeping;
};

const std::vector<RuleCase>& ruleCases() {
    static const std::vector<RuleCase> cases = {
        {"statistics-enabled",
         {"SIMULATOR.Statistics=FALSE"},
         {"SIMULATOR.Statistics=FALSE", "SIMULATOR.PerFrameStatistics=FALSE"}},
        {"output-files", {"SIMULATOR.StatsFile=stats.frames.csv"}, {"SIMULATOR.StatsFile=stats.csv.gz"}},
        {"object-sizes", {"SIMULATOR.ObjectSize1=512"}, {"SIMULATOR.ObjectSize1=513"}},
        {"tiled-distribution-shaders",
         {"GPU.NumFragmentShaders=3"},
         {"GPU.NumFragmentShaders=3", "RASTERIZER.TiledShaderDistribution=FALSE"}},
        {"shader-clock-vector",
         {"GPU.ShaderClock=1000", "FRAGMENTSHADER.VectorShader=FALSE"},
         {"GPU.ShaderClock=1000"}},
        {"memory-clock-gddr",
         {"GPU.MemoryClock=700", "MEMORYCONTROLLER.MemoryControllerV2=FALSE"},
         {"GPU.MemoryClock=700"}},
        {"request-queue", {"MEMORYCONTROLLER.RequestQueueSize=23"}, {"MEMORYCONTROLLER.RequestQueueSize=24"}},
        {"buffer-lines", {"MEMORYCONTROLLER.ReadBufferLines=15"}, {"MEMORYCONTROLLER.ReadBufferLines=16"}},
        {"write-buffer-lines", {"MEMORYCONTROLLER.WriteBufferLines=19"}, {"MEMORYCONTROLLER.WriteBufferLines=20"}},
        {"simple-memory-page-size",
         {"MEMORYCONTROLLER.MemoryControllerV2=FALSE", "MEMORYCONTROLLER.MemoryPageSize=5000"},
         {"MEMORYCONTROLLER.MemoryPageSize=5000"}},
        {"simple-memory-bank-granularity",
         {"MEMORYCONTROLLER.MemoryControllerV2=FALSE", "MEMORYCONTROLLER.BankGranurality=8192"},
         {"MEMORYCONTROLLER.MemoryControllerV2=FALSE", "MEMORYCONTROLLER.BankGranurality=4096"}},
        {"simple-memory-bank-transactions",
         {"MEMORYCONTROLLER.MemoryControllerV2=FALSE", "MEMORYCONTROLLER.BankGranurality=32"},
         {"MEMORYCONTROLLER.MemoryControllerV2=FALSE", "MEMORYCONTROLLER.BankGranurality=64"}},
        {"simple-memory-write-latency",
         {"MEMORYCONTROLLER.MemoryControllerV2=FALSE", "MEMORYCONTROLLER.WriteLatency=11"},
         {"MEMORYCONTROLLER.MemoryControllerV2=FALSE", "MEMORYCONTROLLER.WriteLatency=10"}},
        {"gddr-memory-size",
         {"MEMORYCONTROLLER.V2MemoryRowSize=6144"},
         {"MEMORYCONTROLLER.V2MemoryRowSize=6144", "MEMORYCONTROLLER.MemorySize=384"}},
        {"gddr-counts",
         {"MEMORYCONTROLLER.V2MemoryChannels=32", "MEMORYCONTROLLER.V2ChannelInterleavingMask=16 15 11 10 9"},
         {"MEMORYCONTROLLER.V2MemoryChannels=16", "MEMORYCONTROLLER.V2ChannelInterleavingMask=15 11 10 9"}},
        {"gddr-row-size", {"MEMORYCONTROLLER.V2MemoryRowSize=1024"}, {"MEMORYCONTROLLER.V2MemoryRowSize=4096"}},
        {"channel-mask",
         {"MEMORYCONTROLLER.V2ChannelInterleavingMask=10 9"},
         {"MEMORYCONTROLLER.V2ChannelInterleavingMask=8 10 9"}},
        {"bank-mask",
         {"MEMORYCONTROLLER.V2BankInterleavingMask=14 32 12"},
         {"MEMORYCONTROLLER.V2BankInterleavingMask=14 31 12"}},
        {"masks-disjoint",
         {"MEMORYCONTROLLER.V2BankInterleavingMask=14 13 11"},
         {"MEMORYCONTROLLER.V2BankInterleavingMask=14 13 8"}},
        {"second-masks",
         {"MEMORYCONTROLLER.V2SecondInterleaving=TRUE", "MEMORYCONTROLLER.V2SecondChannelInterleavingMask=8 9 10",
          "MEMORYCONTROLLER.V2SecondBankInterleavingMask=10 11 12"},
         {"MEMORYCONTROLLER.V2SecondInterleaving=TRUE", "MEMORYCONTROLLER.V2SecondChannelInterleavingMask=8 9 10",
          "MEMORYCONTROLLER.V2SecondBankInterleavingMask=11 12 13"}},
        {"interleaving",
         {"MEMORYCONTROLLER.V2SplitterType=0", "MEMORYCONTROLLER.V2BankInterleaving=16"},
         {"MEMORYCONTROLLER.V2SplitterType=0", "MEMORYCONTROLLER.V2BankInterleaving=32"}},
        {"second-interleaving",
         {"MEMORYCONTROLLER.V2SplitterType=0", "MEMORYCONTROLLER.V2SecondInterleaving=TRUE"},
         {"MEMORYCONTROLLER.V2SplitterType=0", "MEMORYCONTROLLER.V2SecondInterleaving=TRUE",
          "MEMORYCONTROLLER.V2SecondChannelInterleaving=256", "MEMORYCONTROLLER.V2SecondBankInterleaving=256"}},
        {"burst-length", {"MEMORYCONTROLLER.BurstLength=6"}, {"MEMORYCONTROLLER.BurstLength=4"}},
        {"burst-within-transaction",
         {"MEMORYCONTROLLER.BurstLength=32", "STREAMER.SLInputCacheLineSize=128"},
         {"MEMORYCONTROLLER.BurstLength=8"}},
        {"burst-length-gddr", {"MEMORYCONTROLLER.BurstLength=16"}, {"MEMORYCONTROLLER.BurstLength=4"}},
        {"burst-cycles", {"MEMORYCONTROLLER.V2BurstBytesPerCycle=12"}, {"MEMORYCONTROLLER.V2BurstBytesPerCycle=32"}},
        {"channel-transactions",
         {"MEMORYCONTROLLER.V2MaxChannelTransactions=60"},
         {"MEMORYCONTROLLER.V2MaxChannelTransactions=60", "MEMORYCONTROLLER.V2ChannelScheduler=0"}},
        {"dedicated-reads",
         {"MEMORYCONTROLLER.V2ChannelScheduler=1", "MEMORYCONTROLLER.V2DedicatedChannelReadTransactions=64"},
         {"MEMORYCONTROLLER.V2ChannelScheduler=1", "MEMORYCONTROLLER.V2DedicatedChannelReadTransactions=63"}},
        {"bank-criteria",
         {"MEMORYCONTROLLER.V2BankSelectionPolicy=OLDEST"},
         {"MEMORYCONTROLLER.V2BankSelectionPolicy=MORE_CONSECUTIVE_HITS OLDEST_FIRST RANDOM"}},
        {"index-buffer", {"STREAMER.IndexBufferSize=2000"}, {"STREAMER.IndexBufferSize=64"}},
        {"loader-indices",
         {"STREAMER.SLIndicesCycle=1"},
         {"STREAMER.SLIndicesCycle=1", "STREAMER.StreamerLoaderUnits=2"}},
        {"loader-channels",
         {"GPU.NumVertexShaders=7", "STREAMER.SLIndicesCycle=1", "STREAMER.StreamerLoaderUnits=2"},
         {"GPU.NumVertexShaders=6", "STREAMER.SLIndicesCycle=1", "STREAMER.StreamerLoaderUnits=2"}},
        {"loader-request-queue", {"STREAMER.SLInputRequestQueueSize=1"}, {"STREAMER.SLInputRequestQueueSize=2"}},
        {"loader-line-power-of-two", {"STREAMER.SLInputCacheLineSize=96"}, {"STREAMER.SLInputCacheLineSize=128"}},
        {"loader-line-size", {"STREAMER.SLInputCacheLineSize=32"}, {"STREAMER.SLInputCacheLineSize=64"}},
        {"loader-line-burst",
         {"STREAMER.SLInputCacheLineSize=16"},
         {"STREAMER.SLInputCacheLineSize=64", "MEMORYCONTROLLER.BurstLength=8"}},
        {"loader-lines", {"STREAMER.SLInputCacheLines=15"}, {"STREAMER.SLInputCacheLines=16"}},
        {"vertex-thread-group", {"VERTEXSHADER.ThreadGroup=3"}, {"VERTEXSHADER.ThreadGroup=4"}},
        {"vertex-thread-resources", {"VERTEXSHADER.ThreadResources=11"}, {"VERTEXSHADER.ThreadResources=12"}},
        {"vertex-scalar-alu",
         {"VERTEXSHADER.FetchRate=1"},
         {"VERTEXSHADER.FetchRate=1", "VERTEXSHADER.ScalarALU=FALSE"}},
        {"vertex-output-latency",
         {"FRAGMENTSHADER.OutputLatency=5"},
         {"FRAGMENTSHADER.OutputLatency=5", "VERTEXSHADER.OutputLatency=5"}},
        {"output-latency",
         {"VERTEXSHADER.OutputLatency=3", "FRAGMENTSHADER.OutputLatency=3"},
         {"VERTEXSHADER.OutputLatency=4", "FRAGMENTSHADER.OutputLatency=4"}},
        {"vertex-rate",
         {"STREAMER.VerticesCycle=1"},
         {"STREAMER.VerticesCycle=1", "PRIMITIVEASSEMBLY.VerticesCycle=1"}},
        {"assembly-queue-strip", {"PRIMITIVEASSEMBLY.AssemblyQueueSize=3"}, {"PRIMITIVEASSEMBLY.AssemblyQueueSize=4"}},
        {"assembly-queue-rate",
         {"PRIMITIVEASSEMBLY.AssemblyQueueSize=8", "PRIMITIVEASSEMBLY.VerticesCycle=8", "STREAMER.VerticesCycle=8"},
         {"PRIMITIVEASSEMBLY.AssemblyQueueSize=9", "PRIMITIVEASSEMBLY.VerticesCycle=8", "STREAMER.VerticesCycle=8"}},
        {"triangle-rate",
         {"PRIMITIVEASSEMBLY.TrianglesCycle=1"},
         {"PRIMITIVEASSEMBLY.TrianglesCycle=1", "CLIPPER.TrianglesCycle=1", "CLIPPER.ClipperUnits=1",
          "RASTERIZER.TrianglesCycle=1", "RASTERIZER.SetupUnits=1"}},
        {"clipper-units",
         {"CLIPPER.ClipperUnits=4"},
         {"CLIPPER.ClipperUnits=4", "CLIPPER.TrianglesCycle=4", "PRIMITIVEASSEMBLY.TrianglesCycle=4",
          "RASTERIZER.TrianglesCycle=4", "RASTERIZER.SetupUnits=4"}},
        {"clip-buffer", {"CLIPPER.ClipBufferSize=5"}, {"CLIPPER.ClipBufferSize=6"}},
        {"setup-fifo", {"RASTERIZER.SetupFIFOSize=5"}, {"RASTERIZER.SetupFIFOSize=6"}},
        {"setup-units", {"RASTERIZER.SetupUnits=1"}, {"RASTERIZER.SetupUnits=2"}},
        {"shader-setup-queue",
         {"RASTERIZER.TriangleSetupOnShader=TRUE", "RASTERIZER.TriangleShaderQueueSize=0",
          "RASTERIZER.TriangleInputQueueSize=86", "RASTERIZER.TriangleOutputQueueSize=64"},
         {"RASTERIZER.TriangleSetupOnShader=TRUE", "RASTERIZER.TriangleShaderQueueSize=1",
          "RASTERIZER.TriangleInputQueueSize=86", "RASTERIZER.TriangleOutputQueueSize=64"}},
        {"shader-setup-input",
         {"RASTERIZER.TriangleSetupOnShader=TRUE", "RASTERIZER.TriangleInputQueueSize=85",
          "RASTERIZER.TriangleOutputQueueSize=64"},
         {"RASTERIZER.TriangleSetupOnShader=TRUE", "RASTERIZER.TriangleInputQueueSize=86",
          "RASTERIZER.TriangleOutputQueueSize=64"}},
        {"shader-setup-output",
         {"RASTERIZER.TriangleSetupOnShader=TRUE", "RASTERIZER.TriangleInputQueueSize=86",
          "RASTERIZER.TriangleOutputQueueSize=63"},
         {"RASTERIZER.TriangleInputQueueSize=1", "RASTERIZER.TriangleOutputQueueSize=1"}},
        {"stored-triangles", {"RASTERIZER.EmulatorStoredTriangles=32"}, {"RASTERIZER.EmulatorStoredTriangles=33"}},
        {"micropolygon-rasterizer",
         {"RASTERIZER.UseMicroPolygonRasterizer=TRUE"},
         {"RASTERIZER.UseMicroPolygonRasterizer=FALSE"}},
        {"stamps-per-pipe",
         {"RASTERIZER.StampsPerCycle=6"},
         {"RASTERIZER.StampsPerCycle=8", "ZSTENCILTEST.StampsPerCycle=2", "COLORWRITE.StampsPerCycle=2",
          "RASTERIZER.EarlyZQueueSize=512"}},
        {"depth-stamp-rate",
         {"ZSTENCILTEST.StampsPerCycle=2"},
         {"GPU.NumStampPipes=2", "ZSTENCILTEST.StampsPerCycle=2", "COLORWRITE.StampsPerCycle=2",
          "RASTERIZER.ShadedStampQueueSize=4096"}},
        {"color-stamp-rate",
         {"COLORWRITE.StampsPerCycle=2"},
         {"GPU.NumStampPipes=1", "RASTERIZER.StampsPerCycle=1", "RASTERIZER.ShadedStampQueueSize=8192"}},
        {"gen-tile-size",
         {"RASTERIZER.GenWidth=16", "RASTERIZER.GenHeight=4"},
         {"RASTERIZER.GenWidth=8", "RASTERIZER.GenHeight=8"}},
        {"scan-tile-of-gen-tiles",
         {"RASTERIZER.ScanWidth=4", "RASTERIZER.ScanHeight=4"},
         {"RASTERIZER.ScanWidth=8", "RASTERIZER.ScanHeight=8"}},
        {"scan-tile-powers-of-two",
         {"RASTERIZER.ScanWidth=24", "RASTERIZER.ScanHeight=24"},
         {"RASTERIZER.ScanWidth=32", "RASTERIZER.ScanHeight=32"}},
        {"square-scan-tiles", {"RASTERIZER.ScanHeight=32"}, {"RASTERIZER.ScanHeight=32", "RASTERIZER.ScanWidth=32"}},
        {"over-scan-tiles",
         {"RASTERIZER.OverScanWidth=2"},
         {"RASTERIZER.OverScanWidth=8", "RASTERIZER.OverScanHeight=8"}},
        {"batch-queue-rate",
         {"RASTERIZER.BatchQueueSize=17", "RASTERIZER.RasterizationBatchSize=1"},
         {"RASTERIZER.BatchQueueSize=18", "RASTERIZER.RasterizationBatchSize=1"}},
        {"batch-queue-batches", {"RASTERIZER.BatchQueueSize=18"}, {"RASTERIZER.BatchQueueSize=20"}},
        {"batch-queue-recursive",
         {"RASTERIZER.BatchQueueSize=4"},
         {"RASTERIZER.BatchQueueSize=4", "RASTERIZER.RecursiveMode=FALSE"}},
        {"hz-needs-compression",
         {"ZSTENCILTEST.DisableCompression=TRUE"},
         {"ZSTENCILTEST.DisableCompression=TRUE", "RASTERIZER.DisableHZ=TRUE"}},
        {"hz-block", {"RASTERIZER.StampsPerHZBlock=32"}, {"RASTERIZER.StampsPerHZBlock=16"}},
        {"early-z-queue", {"RASTERIZER.EarlyZQueueSize=128"}, {"RASTERIZER.EarlyZQueueSize=129"}},
        {"generated-stamp-queue",
         {"RASTERIZER.GeneratedStampQueueSize=127"},
         {"RASTERIZER.GeneratedStampQueueSize=128"}},
        {"tested-stamp-queue",
         {"RASTERIZER.EarlyZTestedStampQueueSize=2"},
         {"RASTERIZER.EarlyZTestedStampQueueSize=3"}},
        {"rop-input-queues", {"ZSTENCILTEST.InputQueueSize=2"}, {"ZSTENCILTEST.InputQueueSize=3"}},
        {"shader-group-quads",
         {"FRAGMENTSHADER.VectorLength=2", "FRAGMENTSHADER.VectorALUWidth=2", "FRAGMENTSHADER.InputsPerCycle=2",
          "FRAGMENTSHADER.OutputsPerCycle=2"},
         {"FRAGMENTSHADER.VectorLength=4", "FRAGMENTSHADER.VectorALUWidth=4"}},
        {"shader-input-queue", {"RASTERIZER.ShaderInputQueueSize=511"}, {"RASTERIZER.ShaderInputQueueSize=512"}},
        {"shader-output-queue", {"RASTERIZER.ShaderOutputQueueSize=511"}, {"RASTERIZER.ShaderOutputQueueSize=512"}},
        {"shader-input-batch", {"RASTERIZER.ShaderInputBatchSize=96"}, {"RASTERIZER.ShaderInputBatchSize=128"}},
        {"vertex-input-queue", {"RASTERIZER.VertexInputQueueSize=79"}, {"RASTERIZER.VertexInputQueueSize=80"}},
        {"shaded-vertex-queue", {"RASTERIZER.ShadedVertexQueueSize=63"}, {"RASTERIZER.ShadedVertexQueueSize=64"}},
        {"interpolated-stamp-queue",
         {"RASTERIZER.InterpolatedStampQueueSize=15"},
         {"RASTERIZER.InterpolatedStampQueueSize=16"}},
        {"shaded-stamp-queue-group",
         {"RASTERIZER.ShadedStampQueueSize=15", "FRAGMENTSHADER.VectorThreads=3", "GPU.NumFragmentShaders=1"},
         {"RASTERIZER.ShadedStampQueueSize=16", "FRAGMENTSHADER.VectorThreads=3", "GPU.NumFragmentShaders=1"}},
        {"shaded-stamp-queue", {"RASTERIZER.ShadedStampQueueSize=2047"}, {"RASTERIZER.ShadedStampQueueSize=2048"}},
        {"attribute-load-translation",
         {"FRAGMENTSHADER.VertexAttributeLoadFromShader=TRUE", "SIMULATOR.EnableDriverShaderTranslation=FALSE"},
         {"FRAGMENTSHADER.VertexAttributeLoadFromShader=TRUE"}},
        {"scalar-config-translation",
         {"FRAGMENTSHADER.VectorALUConfig=scalar", "SIMULATOR.EnableDriverShaderTranslation=FALSE"},
         {"FRAGMENTSHADER.VectorALUConfig=scalar"}},
        {"explicit-block-translation",
         {"FRAGMENTSHADER.VectorExplicitBlock=TRUE", "SIMULATOR.EnableDriverShaderTranslation=FALSE"},
         {"FRAGMENTSHADER.VectorExplicitBlock=TRUE"}},
        {"scalar-shader-thread-group",
         {"FRAGMENTSHADER.VectorShader=FALSE", "FRAGMENTSHADER.InputBuffers=100"},
         {"FRAGMENTSHADER.InputBuffers=100"}},
        {"scalar-shader-thread-resources",
         {"FRAGMENTSHADER.VectorShader=FALSE", "FRAGMENTSHADER.ThreadResources=8191"},
         {"FRAGMENTSHADER.VectorShader=FALSE", "FRAGMENTSHADER.ThreadResources=8192"}},
        {"scalar-shader-alu",
         {"FRAGMENTSHADER.VectorShader=FALSE", "FRAGMENTSHADER.FetchRate=4"},
         {"FRAGMENTSHADER.VectorShader=FALSE", "FRAGMENTSHADER.FetchRate=4", "FRAGMENTSHADER.ScalarALU=FALSE"}},
        {"scalar-shader-fetch-delay",
         {"FRAGMENTSHADER.VectorShader=FALSE", "FRAGMENTSHADER.ThreadWindow=FALSE", "FRAGMENTSHADER.FetchDelay=3"},
         {"FRAGMENTSHADER.VectorShader=FALSE", "FRAGMENTSHADER.ThreadWindow=FALSE", "FRAGMENTSHADER.FetchDelay=4"}},
        {"scalar-shader-lock-step",
         {"FRAGMENTSHADER.VectorShader=FALSE", "FRAGMENTSHADER.LockedExecutionMode=FALSE"},
         {"FRAGMENTSHADER.LockedExecutionMode=FALSE"}},
        {"vector-resources", {"FRAGMENTSHADER.VectorResources=127"}, {"FRAGMENTSHADER.VectorResources=128"}},
        {"vector-threads", {"FRAGMENTSHADER.VectorThreads=2"}, {"FRAGMENTSHADER.VectorThreads=3"}},
        {"vector-length-alus", {"FRAGMENTSHADER.VectorALUWidth=48"}, {"FRAGMENTSHADER.VectorALUWidth=16"}},
        {"vector-length-inputs", {"FRAGMENTSHADER.InputsPerCycle=3"}, {"FRAGMENTSHADER.InputsPerCycle=8"}},
        {"vector-length-outputs", {"FRAGMENTSHADER.OutputsPerCycle=3"}, {"FRAGMENTSHADER.OutputsPerCycle=1"}},
        {"described-family",
         {"GPU.Family=attila", "VIVANTE.Model=0x2000"},
         {"GPU.Family=vivante", "VIVANTE.Model=0x2000"}},
        {"adreno-chip", {"ADRENO.ChipId=0x07030001"}, {"ADRENO.ChipId=0x06030001"}},
        {"adreno-unified-cache",
         {"ADRENO.ChipId=0x06030001", "ADRENO.UcheSize=96"},
         {"ADRENO.ChipId=0x06030001", "ADRENO.UcheSize=64"}},
        {"adreno-colour-caches",
         {"ADRENO.ChipId=0x06030001", "ADRENO.CcuSize=48"},
         {"ADRENO.ChipId=0x06030001", "ADRENO.CcuSize=32"}},
        {"adreno-latencies",
         {"ADRENO.ChipId=0x06030001", "ADRENO.TextureMissLatency=76"},
         {"ADRENO.ChipId=0x06030001", "ADRENO.TextureMissLatency=77"}},
        {"adreno-texture-cache",
         {"ADRENO.ChipId=0x06030001", "ADRENO.TextureCacheWays=48"},
         {"ADRENO.ChipId=0x06030001", "ADRENO.TextureCacheWays=64"}},
        {"vivante-model", {"GPU.Family=vivante"}, {"GPU.Family=vivante", "VIVANTE.Model=1"}},
        {"vivante-shader-model",
         {"VIVANTE.Model=0x2000", "FRAGMENTSHADER.VectorShader=FALSE"},
         {"VIVANTE.Model=0x2000"}},
        {"texture-request-queue",
         {"FRAGMENTSHADER.TextureRequestQueueSize=31", "FRAGMENTSHADER.TextureRequestRate=16"},
         {"FRAGMENTSHADER.TextureRequestQueueSize=32", "FRAGMENTSHADER.TextureRequestRate=16"}},
        {"texture-request-vector",
         {"FRAGMENTSHADER.TextureRequestQueueSize=15"},
         {"FRAGMENTSHADER.TextureRequestQueueSize=16"}},
        {"brilinear-threshold", {"FRAGMENTSHADER.BrilinearThreshold=129"}, {"FRAGMENTSHADER.BrilinearThreshold=128"}},
        {"aniso-round-threshold",
         {"FRAGMENTSHADER.AnisoRoundThreshold=256"},
         {"FRAGMENTSHADER.AnisoRoundThreshold=4294967295", "FRAGMENTSHADER.AnisoRoundPrecision=32"}},
        {"texture-block-in-color-line",
         {"FRAGMENTSHADER.TextureBlockDimension=4"},
         {"FRAGMENTSHADER.TextureBlockDimension=3"}},
        {"texture-cache-powers-of-two", {"FRAGMENTSHADER.TextureCacheLines=6"}, {"FRAGMENTSHADER.TextureCacheWays=6"}},
        {"texture-cache-request",
         {"FRAGMENTSHADER.TextureCacheWays=3"},
         {"FRAGMENTSHADER.TextureCacheWays=4", "FRAGMENTSHADER.TextureCacheLines=4"}},
        {"one-level-texture-cache",
         {"FRAGMENTSHADER.TwoLevelTextureCache=FALSE"},
         {"FRAGMENTSHADER.TwoLevelTextureCache=FALSE", "FRAGMENTSHADER.TextureCacheLineSize=256"}},
        {"rop-cache-powers-of-two", {"ZSTENCILTEST.ZCacheLines=12"}, {"COLORWRITE.ColorCacheWays=3"}},
        {"tile-status-cache-powers-of-two",
         {"VIVANTE.Model=0x2000", "VIVANTE.TileStatusCacheLines=3"},
         {"VIVANTE.Model=0x2000", "VIVANTE.TileStatusCacheLines=8", "VIVANTE.TileStatusCacheWays=3"}},
        {"vivante-rop-cache-line",
         {"VIVANTE.Model=0x2000", "ZSTENCILTEST.ZCacheStampsPerLine=2", "ZSTENCILTEST.DisableCompression=TRUE",
          "RASTERIZER.DisableHZ=TRUE"},
         {"VIVANTE.Model=0x2000"}},
        {"depth-compression-line", {"ZSTENCILTEST.ZCacheStampsPerLine=8"}, {"ZSTENCILTEST.ZCacheStampsPerLine=16"}},
        {"color-compression-line",
         {"COLORWRITE.ColorCacheStampsPerLine=8", "DAC.BlockSize=128"},
         {"COLORWRITE.ColorCacheStampsPerLine=16", "DAC.BlockSize=256"}},
        {"gen-tile-cache-line", {"ZSTENCILTEST.ZCacheStampsPerLine=32"}, {"ZSTENCILTEST.ZCacheStampsPerLine=16"}},
        {"depth-operation-queue", {"ZSTENCILTEST.ZALULatency=5"}, {"ZSTENCILTEST.ZALULatency=4"}},
        {"color-operation-queue", {"COLORWRITE.OpQueueSize=1"}, {"COLORWRITE.OpQueueSize=2"}},
        {"rop-port-width", {"COLORWRITE.ColorCachePortWidth=8"}, {"COLORWRITE.ColorCachePortWidth=16"}},
        {"display-block", {"DAC.BlockSize=512"}, {"DAC.BlockSize=256"}},
    };
    return cases;
}

/// Rules whose breach cannot but break advice as well, which stands in the same terms.
const std::set<std::string_view>& alsoAdvice(std::string_view id) {
    using Advice = std::set<std::string_view>;
    static const Advice none;
    static const std::map<std::string_view, Advice> advice = {{"depth-compression-line", {"gen-tile-cache-line"}},
                                                              {"color-compression-line", {"gen-tile-cache-line"}},
                                                              {"burst-within-transaction", {"burst-length-gddr"}},
                                                              {"loader-line-burst", {"loader-line-size"}}};
    const auto found = advice.find(id);
    return found == advice.end() ? none : found->second;
}

Configuration configured(const std::vector<const char*>& settings) {
    Configuration configuration = families::defaultConfiguration();
    for (const char* setting : settings) configuration.set(setting);
    return configuration;
}

std::set<std::string_view> brokenRules(const Configuration& configuration) {
    std::set<std::string_view> ids;
    for (const auto& violation : violations(configuration)) ids.insert(violation.rule->id);
    return ids;
}

TEST(ConfigurationRules, EachIsBrokenByItselfAndKeptAtItsEdge) {
    for (const RuleCase& ruleCase : ruleCases()) {
        SCOPED_TRACE(ruleCase.id);
        std::set<std::string_view> expected = alsoAdvice(ruleCase.id);
        expected.insert(ruleCase.id);
        EXPECT_EQ(brokenRules(configured(ruleCase.breaking)), expected);
        EXPECT_EQ(brokenRules(configured(ruleCase.keeping)), std::set<std::string_view>{});
    }
}

TEST(ConfigurationRules, AllHaveACaseAndNameKnownParameters) {
    std::set<std::string_view> tested;
    for (const RuleCase& ruleCase : ruleCases()) EXPECT_TRUE(tested.insert(ruleCase.id).second) << ruleCase.id;
    std::set<std::string_view> known;
    const Configuration configuration = families::defaultConfiguration();
    const std::span<const ConfigurationRule> common = configurationRules();
    std::vector<ConfigurationRule> all(common.begin(), common.end());
    for (const ConfigurableFamily& family : configuration.families())
        std::ranges::copy(family.parameters()->rules(), std::back_inserter(all));
    for (const ConfigurationRule& rule : all) {
        SCOPED_TRACE(rule.id);
        EXPECT_TRUE(known.insert(rule.id).second);
        EXPECT_FALSE(rule.parameters.empty());
        for (const std::string_view name : rule.parameters) EXPECT_EQ(configuration.item(name).name(), name);
        if (!rule.source.empty()) {
            std::string name(rule.source);
            std::replace(name.begin(), name.end(), '/', '.');
            EXPECT_NO_THROW(configuration.item(name)) << "the source is no heading of the reference";
        }
    }
    EXPECT_EQ(tested, known);
}

TEST(ConfigurationRules, CheckNamesTheParametersTheirValuesAndOrigins) {
    Configuration configuration =
        Configuration::fromText("[GPU]\nNumStampPipes = 8\n", "eight.ini", families::defaultConfiguration());
    configuration.set("RASTERIZER.ShaderInputQueueSize=1024");
    configuration.set("RASTERIZER.ShaderOutputQueueSize=1024");
    configuration.set("RASTERIZER.EarlyZQueueSize=512");
    configuration.set("RASTERIZER.StampsPerCycle=8");
    configuration.set("ZSTENCILTEST.StampsPerCycle=2");
    try {
        check(configuration);
        FAIL() << "the contradiction was not found";
    } catch (const sim::Error& error) {
        EXPECT_EQ(error.reason(),
                  "the depth units' StampsPerCycle must be the rasterizer's divided by NumStampPipes "
                  "[depth-stamp-rate]: ZSTENCILTEST.StampsPerCycle = 2 (--set), RASTERIZER.StampsPerCycle = 8 (--set), "
                  "GPU.NumStampPipes = 8 (eight.ini:2)");
    }
}

TEST(ConfigurationRules, WarningsDoNotRefuse) {
    Configuration configuration = families::defaultConfiguration();
    configuration.set("RASTERIZER.StampsPerHZBlock=32");
    const auto warnings = check(configuration);
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_EQ(warnings[0].rule->id, "hz-block");
    EXPECT_TRUE(check(families::defaultConfiguration()).empty());
}

TEST(ConfigurationRules, ChipsBreakNoneAndHaveTheUnitsOfTheirFeatures) {
    const std::string folder = paths::source("chips");
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
        const std::string name = file.path().stem().string();
        SCOPED_TRACE(name);
        const Configuration chip = Configuration::preset(name, folder, families::defaultConfiguration());
        EXPECT_TRUE(violations(chip).empty());
        EXPECT_NO_THROW(refuseUnmodelledSettings(chip));
        if (chip.family() != "vivante") continue;
        const vivante::ChipParameters& identity = vivante::parametersOf(chip).chip;
        EXPECT_EQ(chip.gpu.numFragmentShaders, identity.shaderCoreCount);
        EXPECT_EQ(chip.gpu.numStampPipes, identity.pixelPipes);
        EXPECT_EQ(chip.gpu.numFragmentShaders * chip.vectorShader.threads * chip.vectorShader.length,
                  identity.threadCount);
        // Two threads of a program with all temporaries there are must find room, or none would ever start.
        EXPECT_GE(chip.vectorShader.resources, 2 * identity.registerMax);
    }
}

TEST(ConfigurationRules, WhatIsNotModelledIsRefusedInTimedRuns) {
    EXPECT_TRUE(unmodelledSettings(families::defaultConfiguration()).empty());
    EXPECT_NO_THROW(refuseUnmodelledSettings(families::defaultConfiguration()));
    for (const std::string name : {"RASTERIZER.TriangleSetupOnShader", "RASTERIZER.UseMicroPolygonRasterizer"}) {
        SCOPED_TRACE(name);
        Configuration configuration = families::defaultConfiguration();
        configuration.set(name + "=TRUE");
        const auto settings = unmodelledSettings(configuration);
        ASSERT_EQ(settings.size(), 1u);
        EXPECT_TRUE(settings[0].starts_with(name + " = TRUE (--set) is not modelled: ")) << settings[0];
        try {
            refuseUnmodelledSettings(configuration);
            FAIL() << "accepted";
        } catch (const sim::Error& error) {
            EXPECT_EQ(error.reason(), settings[0]);
        }
    }
}

TEST(ConfigurationRules, ParametersOfWhatCannotBeSelectedAreSaidToBeUnused) {
    const Configuration configuration = families::defaultConfiguration();
    for (const char* name : {"VERTEXSHADER.FetchRate", "VERTEXSHADER.ScalarALU", "RASTERIZER.TriangleShaderQueueSize",
                             "RASTERIZER.TriangleInputQueueSize", "RASTERIZER.LargeTriangleFIFOSize",
                             "RASTERIZER.MSAASamplesCycle", "ZSTENCILTEST.BytesPerPixel"}) {
        const sim::ParameterInfo& info = configuration.item(name).info();
        EXPECT_EQ(info.status, sim::ParameterStatus::Unused) << name;
        EXPECT_FALSE(info.statusReason.empty()) << name;
    }
    // ATTILA's unified model takes it too.
    EXPECT_EQ(configuration.item("VERTEXSHADER.OutputLatency").info().status, sim::ParameterStatus::Modelled);
}

TEST(ConfigurationRules, FilesOfTheReferenceCasesBreakNone) {
    const char* cases = std::getenv("CYCLORAMA_ATTILA_CASES");
    if (cases == nullptr) GTEST_SKIP() << "CYCLORAMA_ATTILA_CASES is not set";
    std::size_t files = 0;
    for (const auto& file : std::filesystem::directory_iterator(std::string(cases) + "/configs")) {
        const Configuration configuration =
            Configuration::fromFile(file.path().string(), families::defaultConfiguration());
        EXPECT_EQ(brokenRules(configuration), std::set<std::string_view>{}) << file.path();
        EXPECT_EQ(unmodelledSettings(configuration), std::vector<std::string>{}) << file.path();
        ++files;
    }
    EXPECT_EQ(files, 14U);
}

/// Why `base.ini` with one parameter changed is refused; empty where it is not.
std::string refusal(const std::string& base, const std::string& assignment) {
    try {
        auto configuration = Configuration::fromFile(base, families::defaultConfiguration());
        configuration.set(assignment);
        check(configuration);
    } catch (const sim::Error& error) {
        return error.what();
    }
    return "";
}

TEST(ConfigurationRules, AgreeWithWhatAttilaRunsAndRefuses) {
    const char* cases = std::getenv("CYCLORAMA_ATTILA_CASES");
    if (cases == nullptr) GTEST_SKIP() << "CYCLORAMA_ATTILA_CASES is not set";
    const std::string base = std::string(cases) + "/configs/base.ini";
    std::ifstream matrix(std::string(cases) + "/matrix.csv");
    std::string line;
    std::getline(matrix, line);
    std::set<std::string> accepted;
    std::size_t ran = 0;
    while (std::getline(matrix, line)) {
        std::istringstream columns(line);
        std::string scene, section, parameter, value, result;
        for (std::string* column : {&scene, &section, &parameter, &value, &result}) std::getline(columns, *column, ',');
        if (parameter.empty()) continue;
        const std::string assignment = fmt::format("{}.{}={}", section, parameter, value);
        const std::string reason = refusal(base, assignment);
        if (result == "ok") {
            EXPECT_EQ(reason, "") << assignment << " is refused, though ATTILA runs it";
            ++ran;
        } else if (reason.empty()) {
            accepted.insert(assignment);
        }
    }
    EXPECT_GT(ran, 500U);
    // Settings at which ATTILA stops while it runs, with some scenes: no configuration is at fault by itself.
    const std::set<std::string> runTime = {
        "FRAGMENTSHADER.TextureCacheLineSize=128", "FRAGMENTSHADER.TwoLevelTextureCache=FALSE",
        "FRAGMENTSHADER.VectorALUConfig=scalar",   "GPU.ShaderClock=250",
        "MEMORYCONTROLLER.V2GDDR_Profile=perfect", "MEMORYCONTROLLER.ZStencilBusWidth=32",
        "RASTERIZER.EmulatorStoredTriangles=32",   "RASTERIZER.SetupFIFOSize=64"};
    EXPECT_EQ(accepted, runTime);
}

}  // namespace
}  // namespace cyclorama::machine
