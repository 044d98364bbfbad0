// SPDX-License-Identifier: MIT
#pragma once
// The layout of ATTILA's transaction traces, for the reader and the writer (ATTILA: AGPTraceFile.h, AGPTransaction).
// A trace is the memory image that x86 gives these structures: little endian, the header padded, the transactions
// packed.
//
//   header       signature (8 bytes), version (4), parameters (52 bytes in a field of 16384)
//   transaction  its type (4), then
//     memory     address (4), descriptor (4), locked (1), size (4), the bytes
//     register   register (4), index (4), value (16), descriptor (4)
//     command    command (4)
//     event      event (4), length of the message (4), the message without a terminator

#include <array>
#include <cstdint>
#include <string_view>

namespace cyclorama::attila {

/// Parameters of the GPU that the driver wrote the trace for. Sizes of tiles and blocks decide how the driver laid out
/// textures, so a trace shows its image only on a GPU with the same ones.
struct AttilaTraceParameters {
    uint32_t startFrame = 0;  // number of the trace's first frame in the application
    uint32_t frames = 0;      // asked for when the trace was made; the trace may hold fewer
    uint32_t gpuMemoryMiB = 0;
    uint32_t systemMemoryMiB = 0;
    uint32_t textureBlockDimension = 0;       // a block has 2^n x 2^n texels
    uint32_t textureSuperBlockDimension = 0;  // a superblock has 2^n x 2^n blocks
    uint32_t scanWidth = 0;                   // pixels
    uint32_t scanHeight = 0;
    uint32_t overScanWidth = 0;  // scan tiles
    uint32_t overScanHeight = 0;
    bool doubleBuffer = false;
    uint32_t shaderFetchRate = 0;  // instructions a cycle that the driver schedules programs for
    bool memoryControllerV2 = false;
    bool secondInterleaving = false;

    bool operator==(const AttilaTraceParameters&) const = default;
};

namespace attila_trace {

inline constexpr std::string_view kSignature = "ATILAt";
inline constexpr uint32_t kVersion = 0x0100;

inline constexpr uint32_t kVersionOffset = 8;
inline constexpr uint32_t kParametersOffset = 12;
inline constexpr uint32_t kHeaderBytes = kParametersOffset + 16384;

/// A parameter and its offset from the start of the parameters. Flags take one byte.
struct HeaderWord {
    uint32_t offset;
    uint32_t AttilaTraceParameters::*field;
    std::string_view name;
};
struct HeaderFlag {
    uint32_t offset;
    bool AttilaTraceParameters::*field;
    std::string_view name;
};

inline constexpr std::array<HeaderWord, 11> kHeaderWords = {{
    {0, &AttilaTraceParameters::startFrame, "start frame"},
    {4, &AttilaTraceParameters::frames, "frames"},
    {8, &AttilaTraceParameters::gpuMemoryMiB, "GPU memory, MiB"},
    {12, &AttilaTraceParameters::systemMemoryMiB, "system memory, MiB"},
    {16, &AttilaTraceParameters::textureBlockDimension, "texture block, log2 texels"},
    {20, &AttilaTraceParameters::textureSuperBlockDimension, "texture superblock, log2 blocks"},
    {24, &AttilaTraceParameters::scanWidth, "scan tile width, pixels"},
    {28, &AttilaTraceParameters::scanHeight, "scan tile height, pixels"},
    {32, &AttilaTraceParameters::overScanWidth, "over scan tile width, scan tiles"},
    {36, &AttilaTraceParameters::overScanHeight, "over scan tile height, scan tiles"},
    {44, &AttilaTraceParameters::shaderFetchRate, "shader fetch rate, instructions"},
}};
inline constexpr std::array<HeaderFlag, 3> kHeaderFlags = {{
    {40, &AttilaTraceParameters::doubleBuffer, "double buffer"},
    {48, &AttilaTraceParameters::memoryControllerV2, "memory controller V2"},
    {49, &AttilaTraceParameters::secondInterleaving, "second interleaving"},
}};

/// Types of transaction. The others that ATTILA numbers (reads, the end of initialization) are never in a trace.
enum class Type : uint32_t { Write = 0, Preload = 2, RegisterWrite = 3, Command = 5, Event = 7 };

}  // namespace attila_trace
}  // namespace cyclorama::attila
