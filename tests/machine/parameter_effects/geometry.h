// SPDX-License-Identifier: MIT
#pragma once
// Effects of the parameters of the whole GPU and of its units from the command processor to the clipper.

#include "machine/parameter_effects/parameter_effect.h"

namespace cyclorama::machine {

inline constexpr ParameterEffect kGeometryEffects[] = {
    {.setting = "GPU.NumVertexShaders=1"},
    {.setting = "GPU.NumFragmentShaders=2"},
    {.setting = "GPU.NumStampPipes=2", .together = "ZSTENCILTEST.StampsPerCycle=2 COLORWRITE.StampsPerCycle=2"},
    {.setting = "GPU.GPUClock=600", .context = "GPU.MemoryClock=750"},
    {.setting = "GPU.ShaderClock=1000"},
    {.setting = "GPU.MemoryClock=750"},
    {.setting = "COMMANDPROCESSOR.PipelinedBatchRendering=FALSE"},
    {.setting = "STREAMER.IndicesCycle=1", .together = "STREAMER.SLIndicesCycle=1"},
    {.setting = "STREAMER.IndexBufferSize=64", .test = "TimingStreamer.IndexBufferBoundsWhatIsReadAhead"},
    {.setting = "STREAMER.OutputFIFOSize=32", .test = "TimingStreamer.OutputQueueBoundsTheVerticesUnderWay"},
    {.setting = "STREAMER.OutputMemorySize=32", .test = "TimingStreamer.OutputMemoryBoundsTheVerticesUnderWay"},
    {.setting = "STREAMER.VerticesCycle=1", .together = "PRIMITIVEASSEMBLY.VerticesCycle=1"},
    {.setting = "STREAMER.AttributesSentCycle=1"},
    {.setting = "STREAMER.StreamerLoaderUnits=2", .together = "STREAMER.SLIndicesCycle=1"},
    {.setting = "STREAMER.SLIndicesCycle=1", .together = "STREAMER.IndicesCycle=1"},
    {.setting = "STREAMER.SLInputRequestQueueSize=4", .test = "TimingStreamer.LoaderQueueBoundsTheVerticesBeingLoaded"},
    {.setting = "STREAMER.SLAttributesCycle=1"},
    {.setting = "STREAMER.SLInputCacheLines=2"},
    {.setting = "STREAMER.SLInputCacheLineSize=64"},
    {.setting = "STREAMER.SLInputCachePortWidth=4"},
    {.setting = "STREAMER.SLInputCacheRequestQueueSize=1",
     .test = "TimingStreamer.TheLoadersCacheAsksForAsManyLinesAsItHasRoomFor"},
    {.setting = "STREAMER.SLInputCacheInputQueueSize=1",
     .test = "TimingStreamer.TheLoadersCacheAsksForAsManyLinesAsItHasRoomFor"},
    {.setting = "VERTEXSHADER.OutputLatency=30",
     .test = "TimingStreamer.ShadedVerticesTakeTheLatenciesOfBothTheirBuses",
     .together = "FRAGMENTSHADER.OutputLatency=30"},
    {.setting = "PRIMITIVEASSEMBLY.VerticesCycle=1", .together = "STREAMER.VerticesCycle=1"},
    {.setting = "PRIMITIVEASSEMBLY.TrianglesCycle=1", .together = kOneTriangle},
    {.setting = "PRIMITIVEASSEMBLY.InputBusLatency=30",
     .test = "TimingStreamer.ShadedVerticesTakeTheLatenciesOfBothTheirBuses"},
    {.setting = "PRIMITIVEASSEMBLY.AssemblyQueueSize=6",
     .test = "TimingPrimitiveAssembly.AsksForTwoVerticesACycleUntilTheQueueIsSpokenFor"},
    {.setting = "CLIPPER.TrianglesCycle=1", .together = kOneTriangle},
    {.setting = "CLIPPER.ClipperUnits=1", .together = kOneTriangle},
    {.setting = "CLIPPER.StartLatency=5",
     .test = "TimingPrimitiveAssembly.SendsTwoTrianglesEveryClipperStartLatencyCycles"},
    {.setting = "CLIPPER.ExecLatency=60", .test = "TimingClipper.TriangleStaysInItsUnitForTheExecutionLatency"},
    {.setting = "CLIPPER.ClipBufferSize=6", .test = "TimingClipper.AsksForTwoACycleUntilTheBufferIsSpokenFor"},
};

}  // namespace cyclorama::machine
