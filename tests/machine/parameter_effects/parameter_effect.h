// SPDX-License-Identifier: MIT
#pragma once
// The effect by which a parameter shows.

#include <string_view>

namespace cyclorama::machine {

/// A value of a parameter, other than its default, that changes the cycles, a counter or the picture of a timed run.
struct ParameterEffect {
    /// SECTION.Name=Value
    std::string_view setting;
    /// Test that holds a latency or a queue alone, to the cycle or to the place.
    std::string_view test = {};
    /// More settings, separated by spaces, for both of the runs that are compared.
    std::string_view context = {};
    /// Settings that must change together with this one.
    std::string_view together = {};
};

/// Parameters, separated by spaces, that such a run cannot show, and the test that does.
struct HeldElsewhere {
    std::string_view test;
    std::string_view names;
};

// Settings that several parameters need beside them.

inline constexpr std::string_view kSimpleMemory = "MEMORYCONTROLLER.MemoryControllerV2=FALSE";
inline constexpr std::string_view kInterleaved = "MEMORYCONTROLLER.V2SplitterType=0";
inline constexpr std::string_view kReadAndWriteQueues =
    "MEMORYCONTROLLER.V2ChannelScheduler=1 MEMORYCONTROLLER.V2MaxChannelTransactions=4";
inline constexpr std::string_view kCountedModes =
    "MEMORYCONTROLLER.V2ChannelScheduler=1 MEMORYCONTROLLER.V2MaxChannelTransactions=4 "
    "MEMORYCONTROLLER.V2SwitchModePolicy=0";

/// One triangle a cycle, for each of the units that pass on as many.
inline constexpr std::string_view kOneTriangle =
    "PRIMITIVEASSEMBLY.TrianglesCycle=1 CLIPPER.TrianglesCycle=1 RASTERIZER.TrianglesCycle=1 CLIPPER.ClipperUnits=1 "
    "RASTERIZER.SetupUnits=1";
/// Two stamps a cycle, for each of the units that pass on as many, and the room that they ask for.
inline constexpr std::string_view kTwoStamps =
    "RASTERIZER.StampsPerCycle=8 ZSTENCILTEST.StampsPerCycle=2 COLORWRITE.StampsPerCycle=2";
inline constexpr std::string_view kRoomForTwoStamps =
    "RASTERIZER.EarlyZQueueSize=1024 RASTERIZER.GeneratedStampQueueSize=1024";
inline constexpr std::string_view kManyDepthBlocks = "RASTERIZER.StampsPerHZBlock=4";

inline constexpr std::string_view kScalarShader = "FRAGMENTSHADER.VectorShader=FALSE";
inline constexpr std::string_view kShortVectors = "FRAGMENTSHADER.VectorLength=16 FRAGMENTSHADER.VectorALUWidth=16";
inline constexpr std::string_view kOneShader =
    "FRAGMENTSHADER.VectorLength=16 FRAGMENTSHADER.VectorALUWidth=16 GPU.NumFragmentShaders=1";

}  // namespace cyclorama::machine
