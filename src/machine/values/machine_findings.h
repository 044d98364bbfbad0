// SPDX-License-Identifier: MIT
#pragma once
// The findings that a machine itself can have, whatever the front end.

#include <array>

#include "sim/finding.h"

namespace cyclorama::machine::findings {

using sim::FindingKind;
using sim::Severity;

inline constexpr FindingKind kNoProgram{
    .identifier = "draw-without-program",
    .severity = Severity::Hang,
    .sentence = "a draw was issued before a vertex and a fragment program were loaded",
    .hint = "load both programs before the draw command"};
inline constexpr FindingKind kPrimitive{.identifier = "primitive-not-supported",
                                        .severity = Severity::Corruption,
                                        .sentence = "lines and points are not rasterized by this GPU; nothing is drawn",
                                        .hint = "draw them as triangles"};
inline constexpr FindingKind kSamples{
    .identifier = "sample-count-not-supported",
    .severity = Severity::Corruption,
    .sentence = "there is no sample pattern for this number of samples; nothing is drawn",
    .hint = "use 2, 4 or 8 samples a pixel"};
inline constexpr FindingKind kTarget{
    .identifier = "render-target-invalid",
    .severity = Severity::Corruption,
    .sentence = "a colour buffer is not wholly in memory or has a format that cannot be drawn to; it is not written",
    .hint = "check its address against the size of the memory, and its format"};
inline constexpr FindingKind kDepthBuffer{
    .identifier = "depth-buffer-invalid",
    .severity = Severity::Corruption,
    .sentence = "the depth and stencil buffer is not wholly in memory; the tests are left out",
    .hint = "check its address against the size of the memory"};
inline constexpr FindingKind kVertexFetch{
    .identifier = "vertex-fetch-out-of-memory",
    .severity = Severity::Corruption,
    .sentence = "an index or a vertex attribute is outside of memory and reads as zero",
    .hint = "check the stream's address, stride and the indices"};
inline constexpr FindingKind kTextureFetch{
    .identifier = "texture-fetch-out-of-memory",
    .severity = Severity::Corruption,
    .sentence = "a texel or attribute that a program asks for is outside of memory and reads as zero",
    .hint = "check the addresses of the texture's levels"};
inline constexpr FindingKind kTexture{.identifier = "texture-not-supported",
                                      .severity = Severity::Corruption,
                                      .sentence = "a texture cannot be sampled as it is described, and reads as zero",
                                      .hint = "check its size, format and blocking"};
inline constexpr FindingKind kProgram{
    .identifier = "program-does-not-end",
    .severity = Severity::Hang,
    .sentence = "a shader program has no end, or runs for more than a million instructions and ends its draw",
    .hint = "mark the last instruction with the end flag"};
inline constexpr FindingKind kDrawWork{
    .identifier = "draw-too-long",
    .severity = Severity::Hang,
    .sentence = "a draw asks for more than a chip does before its driver resets it; the rest of the draw is left out",
    .hint = "check the counts of vertices and instances, and the loops of the programs"};
inline constexpr FindingKind kWrite{.identifier = "write-out-of-memory",
                                    .severity = Severity::Corruption,
                                    .sentence = "data is written outside of memory and lost",
                                    .hint = "check the address, and the sizes of the memories"};
inline constexpr FindingKind kBlit{
    .identifier = "blit-incomplete",
    .severity = Severity::Corruption,
    .sentence = "a blit's formats cannot be copied, or its window is not wholly inside both images",
    .hint = "blit between 8-bit RGBA images, within their sizes"};
inline constexpr FindingKind kBlitFormat{
    .identifier = "blit-without-conversion",
    .severity = Severity::Corruption,
    .sentence = "a blit copies the first four bytes of each pixel of a buffer that is not 8-bit RGBA",
    .hint = "blit from 8-bit RGBA buffers, or draw the copy"};
inline constexpr FindingKind kFeedback{
    .identifier = "texture-feedback",
    .severity = Severity::Corruption,
    .sentence = "a draw samples memory that it also writes; the result depends on the order of its fragments",
    .hint = "copy the buffer to a texture of its own first"};
inline constexpr FindingKind kWriteDuringDraw{
    .identifier = "write-during-draw",
    .severity = Severity::Corruption,
    .sentence = "the host changes memory that the draw before may still use; what the draw sees depends on time",
    .hint = "make the write wait for the draw, or write to memory of its own"};

inline constexpr FindingKind kProgramMemory{
    .identifier = "program-access-out-of-memory",
    .severity = Severity::Corruption,
    .sentence = "a shader program loads from, or stores to, memory that is not there; loads give zero",
    .hint = "check the addresses and sizes of the buffers that the program is given"};
inline constexpr FindingKind kTileStatusInvalid{
    .identifier = "tile-status-invalid",
    .severity = Severity::Hang,
    .sentence = "a draw meets tile status that is neither that of a cleared nor of a written tile; a chip may hang",
    .hint = "clear the tile status of the whole buffer with the chip's pattern before it is enabled"};
inline constexpr FindingKind kTileStatusCount{
    .identifier = "tile-status-count-too-small",
    .severity = Severity::Corruption,
    .sentence =
        "more cleared tiles are filled than the driver said there were; a chip stops looking at tile status "
        "before and shows what memory held",
    .hint =
        "write the number of all tiles of the buffer to TS.COLOR_AUTO_DISABLE_COUNT or "
        "TS.DEPTH_AUTO_DISABLE_COUNT at each clear"};
inline constexpr FindingKind kResolve{
    .identifier = "resolve-not-supported",
    .severity = Severity::Corruption,
    .sentence = "a resolve or fill is asked for between formats or layouts that it cannot convert, and is left out",
    .hint = "use formats of the engine, or a raw copy between formats of the same size"};
inline constexpr FindingKind kResolveMemory{
    .identifier = "resolve-out-of-memory",
    .severity = Severity::Corruption,
    .sentence = "a resolve, fill or copy reads or writes memory that is not mapped, and is left out",
    .hint = "check addresses, strides and sizes against the buffers"};
inline constexpr FindingKind kAttributesNotLoaded{
    .identifier = "attributes-not-loaded",
    .severity = Severity::Corruption,
    .sentence = "a vertex program reads attributes that the streamer leaves to programs to load, and loads none",
    .hint = "unset FRAGMENTSHADER.VertexAttributeLoadFromShader, or load attributes in the program"};
inline constexpr FindingKind kOperation{
    .identifier = "operation-not-executed",
    .severity = Severity::Corruption,
    .sentence = "a command asks for something that this machine does not do, and is left out",
    .hint = "run the workload in the functional machine, or without the command"};

/// All of them, in the order of docs/reference/findings.md.
inline constexpr std::array kAll{kNoProgram,     kPrimitive,          kSamples,         kTarget,
                                 kDepthBuffer,   kVertexFetch,        kTextureFetch,    kTexture,
                                 kProgram,       kDrawWork,           kWrite,           kBlit,
                                 kBlitFormat,    kFeedback,           kWriteDuringDraw, kOperation,
                                 kProgramMemory, kTileStatusInvalid,  kTileStatusCount, kResolve,
                                 kResolveMemory, kAttributesNotLoaded};

}  // namespace cyclorama::machine::findings
