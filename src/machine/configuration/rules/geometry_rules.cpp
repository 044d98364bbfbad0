// SPDX-License-Identifier: MIT
#include <algorithm>

#include "machine/configuration/rules/rule_terms.h"
#include "machine/configuration/rules/rules.h"

namespace cyclorama::machine::rules {
namespace {

constexpr std::uint32_t kVertexAttributes = 16;

using C = const Configuration&;

constexpr ConfigurationRule kGeometryRules[] = {
    // Streamer
    {"index-buffer",
     kError,
     "IndexBufferSize must be a multiple of a memory transaction (64 bytes)",
     {"STREAMER.IndexBufferSize"},
     "STREAMER/IndexBufferSize",
     [](C c) { return isMultiple(c.streamer.indexBufferSize, kTransactionBytes); }},
    {"loader-indices",
     kError,
     "IndicesCycle must be what all loaders take: SLIndicesCycle * StreamerLoaderUnits",
     {"STREAMER.IndicesCycle", "STREAMER.SLIndicesCycle", "STREAMER.StreamerLoaderUnits"},
     "STREAMER/SLIndicesCycle",
     [](C c) { return c.streamer.indicesPerCycle == c.streamer.loaderIndicesPerCycle * c.streamer.loaderUnits; }},
    {"loader-channels",
     kError,
     "NumVertexShaders must be a multiple of StreamerLoaderUnits",
     {"GPU.NumVertexShaders", "STREAMER.StreamerLoaderUnits"},
     kUnitBehaviour,
     [](C c) { return isMultiple(c.gpu.numVertexShaders, c.streamer.loaderUnits); }},
    {"loader-request-queue",
     kError,
     "SLInputRequestQueueSize must be at least SLIndicesCycle",
     {"STREAMER.SLInputRequestQueueSize", "STREAMER.SLIndicesCycle"},
     kUnitBehaviour,
     [](C c) { return c.streamer.loaderInputRequestQueueSize >= c.streamer.loaderIndicesPerCycle.get(); }},
    {"loader-line-power-of-two",
     kError,
     "SLInputCacheLineSize must be a power of two",
     {"STREAMER.SLInputCacheLineSize"},
     "STREAMER/SLInputCacheLineSize",
     [](C c) { return arePowersOfTwo({c.streamer.loaderCacheLineSize}); }},
    {"loader-line-size",
     kWarning,
     "SLInputCacheLineSize should be no smaller than a memory transaction (64 bytes)",
     {"STREAMER.SLInputCacheLineSize"},
     "STREAMER/SLInputCacheLineSize",
     [](C c) { return c.streamer.loaderCacheLineSize >= kTransactionBytes; }},
    {"loader-line-burst",
     kError,
     "SLInputCacheLineSize must be no smaller than a burst (4 * BurstLength bytes): a line is read from its start",
     {"STREAMER.SLInputCacheLineSize", "MEMORYCONTROLLER.BurstLength", "MEMORYCONTROLLER.MemoryControllerV2"},
     kUnitBehaviour,
     [](C c) {
         return !c.memoryController.memoryControllerV2 ||
                c.streamer.loaderCacheLineSize >= 4 * c.memoryController.burstLength;
     }},
    {"loader-lines",
     kWarning,
     "SLInputCacheLines should be at least 16: with fewer lines than a vertex has attributes the loader can lock up",
     {"STREAMER.SLInputCacheLines"},
     kUnitBehaviour,
     [](C c) { return c.streamer.loaderCacheLines >= kVertexAttributes; }},

    // Vertex shader of the non-unified model: no machine has it, so nothing is refused for its sake.
    {"vertex-thread-group",
     kWarning,
     "ExecutableThreads and InputBuffers must be multiples of ThreadGroup",
     {"VERTEXSHADER.ThreadGroup", "VERTEXSHADER.ExecutableThreads", "VERTEXSHADER.InputBuffers"},
     "VERTEXSHADER/ExecutableThreads",
     [](C c) {
         return isMultiple(c.vertexShader.executableThreads, c.vertexShader.threadGroup) &&
                isMultiple(c.vertexShader.inputBuffers, c.vertexShader.threadGroup);
     }},
    {"vertex-thread-resources",
     kWarning,
     "ThreadResources must be at least ExecutableThreads",
     {"VERTEXSHADER.ThreadResources", "VERTEXSHADER.ExecutableThreads"},
     "VERTEXSHADER/ThreadResources",
     [](C c) { return c.vertexShader.threadResources >= c.vertexShader.executableThreads.get(); }},
    {"vertex-scalar-alu",
     kWarning,
     "ScalarALU needs a FetchRate of 2",
     {"VERTEXSHADER.ScalarALU", "VERTEXSHADER.FetchRate"},
     "VERTEXSHADER/ScalarALU",
     [](C c) { return !c.vertexShader.scalarAlu || c.vertexShader.fetchRate == 2U; }},
    {"vertex-output-latency",
     kError,
     "OutputLatency must be the same at both ends of the shaded vertices' way",
     {"VERTEXSHADER.OutputLatency", "FRAGMENTSHADER.OutputLatency"},
     kUnitBehaviour,
     [](C c) { return c.vertexShader.outputLatency.get() == c.shader.outputLatency.get(); }},

    // Primitive assembly, clipper, triangle setup
    {"output-latency",
     kError,
     "OutputLatency must be at least 4, what an element with two outputs takes; one with sixteen takes 11",
     {"VERTEXSHADER.OutputLatency", "FRAGMENTSHADER.OutputLatency"},
     kUnitBehaviour,
     [](C c) { return c.vertexShader.outputLatency >= 4U && c.shader.outputLatency >= 4U; }},
    {"vertex-rate",
     kError,
     "the streamer must send as many vertices a cycle as primitive assembly receives",
     {"STREAMER.VerticesCycle", "PRIMITIVEASSEMBLY.VerticesCycle"},
     kUnitBehaviour,
     [](C c) { return c.streamer.verticesPerCycle.get() == c.primitiveAssembly.verticesPerCycle.get(); }},
    {"assembly-queue-strip",
     kError,
     "AssemblyQueueSize must be at least 4, for strips of quads",
     {"PRIMITIVEASSEMBLY.AssemblyQueueSize"},
     "PRIMITIVEASSEMBLY/AssemblyQueueSize",
     [](C c) { return c.primitiveAssembly.assemblyQueueSize >= 4; }},
    {"assembly-queue-rate",
     kError,
     "AssemblyQueueSize must be larger than the vertices and the triangles of a cycle",
     {"PRIMITIVEASSEMBLY.AssemblyQueueSize", "PRIMITIVEASSEMBLY.VerticesCycle", "PRIMITIVEASSEMBLY.TrianglesCycle"},
     "PRIMITIVEASSEMBLY/AssemblyQueueSize",
     [](C c) {
         return c.primitiveAssembly.assemblyQueueSize >
                std::max(c.primitiveAssembly.verticesPerCycle.get(), c.primitiveAssembly.trianglesPerCycle.get());
     }},
    {"triangle-rate",
     kError,
     "primitive assembly, clipper and triangle setup must pass on as many triangles a cycle",
     {"PRIMITIVEASSEMBLY.TrianglesCycle", "CLIPPER.TrianglesCycle", "RASTERIZER.TrianglesCycle"},
     kUnitBehaviour,
     [](C c) {
         return c.primitiveAssembly.trianglesPerCycle.get() == c.clipper.trianglesPerCycle.get() &&
                c.clipper.trianglesPerCycle.get() == c.triangleSetup.trianglesPerCycle.get();
     }},
    {"clipper-units",
     kError,
     "ClipperUnits must match TrianglesCycle",
     {"CLIPPER.ClipperUnits", "CLIPPER.TrianglesCycle"},
     "CLIPPER/ClipperUnits",
     [](C c) { return c.clipper.units.get() == c.clipper.trianglesPerCycle.get(); }},
    {"clip-buffer",
     kError,
     "ClipBufferSize must be at least 3 * TrianglesCycle",
     {"CLIPPER.ClipBufferSize", "CLIPPER.TrianglesCycle"},
     "CLIPPER/ClipBufferSize",
     [](C c) { return c.clipper.clipBufferSize >= 3 * c.clipper.trianglesPerCycle; }},
    {"setup-fifo",
     kError,
     "SetupFIFOSize must be at least TrianglesCycle * (TriangleInputLatency + 1)",
     {"RASTERIZER.SetupFIFOSize", "RASTERIZER.TrianglesCycle", "RASTERIZER.TriangleInputLatency"},
     "RASTERIZER/SetupFIFOSize",
     [](C c) {
         return c.triangleSetup.setupFifoSize >=
                c.triangleSetup.trianglesPerCycle * (c.triangleSetup.triangleInputLatency + 1);
     }},
    {"setup-units",
     kError,
     "SetupUnits must match TrianglesCycle",
     {"RASTERIZER.SetupUnits", "RASTERIZER.TrianglesCycle"},
     "RASTERIZER/SetupUnits",
     [](C c) { return c.triangleSetup.setupUnits.get() == c.triangleSetup.trianglesPerCycle.get(); }},
    {"shader-setup-queue",
     kError,
     "with TriangleSetupOnShader TriangleShaderQueueSize cannot be zero",
     {"RASTERIZER.TriangleSetupOnShader", "RASTERIZER.TriangleShaderQueueSize"},
     "RASTERIZER/TriangleShaderQueueSize",
     [](C c) { return !c.triangleSetup.setupOnShader || c.triangleSetup.shaderQueueSize != 0U; }},
    {"shader-setup-input",
     kError,
     "with TriangleSetupOnShader TriangleInputQueueSize must be at least a group + (1 + SetupLatency) * TrianglesCycle",
     {"RASTERIZER.TriangleSetupOnShader", "RASTERIZER.TriangleInputQueueSize", "RASTERIZER.SetupLatency",
      "RASTERIZER.TrianglesCycle", "FRAGMENTSHADER.VectorLength", "FRAGMENTSHADER.ThreadGroup"},
     "RASTERIZER/TriangleInputQueueSize",
     [](C c) {
         return !c.triangleSetup.setupOnShader ||
                c.workDistributor.triangleInputQueueSize >=
                    shaderGroup(c) + (1 + c.triangleSetup.setupLatency) * c.triangleSetup.trianglesPerCycle;
     }},
    {"shader-setup-output",
     kError,
     "with TriangleSetupOnShader TriangleOutputQueueSize must be at least a group and (1 + SetupLatency) * "
     "TrianglesCycle",
     {"RASTERIZER.TriangleSetupOnShader", "RASTERIZER.TriangleOutputQueueSize", "RASTERIZER.SetupLatency",
      "RASTERIZER.TrianglesCycle", "FRAGMENTSHADER.VectorLength", "FRAGMENTSHADER.ThreadGroup"},
     "RASTERIZER/TriangleOutputQueueSize",
     [](C c) {
         return !c.triangleSetup.setupOnShader ||
                c.workDistributor.triangleOutputQueueSize >=
                    std::max(shaderGroup(c), (1 + c.triangleSetup.setupLatency) * c.triangleSetup.trianglesPerCycle);
     }},
    {"micropolygon-rasterizer",
     kError,
     "there is no micropolygon rasterizer",
     {"RASTERIZER.UseMicroPolygonRasterizer"},
     kUnitBehaviour,
     [](C c) { return !c.micropolygon.useMicroPolygonRasterizer; }},
};

}  // namespace

std::span<const ConfigurationRule> geometry() { return kGeometryRules; }

}  // namespace cyclorama::machine::rules
