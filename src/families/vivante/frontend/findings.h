// SPDX-License-Identifier: MIT
#pragma once
// The findings of the Vivante front end: what the GCxxx hardware notes say makes a chip hang, and what it does not do.

#include <array>

#include "families/vivante/frontend/drawing_findings.h"
#include "sim/finding.h"

namespace cyclorama::vivante::findings {

using sim::FindingKind;
using sim::Severity;

inline constexpr FindingKind kStreamOutsideMemory{
    .identifier = "command-stream-outside-memory",
    .severity = Severity::Hang,
    .sentence = "the FE is sent to an address where no memory is mapped; the rest of the buffer is left out",
    .hint = "check the address of the command buffer, link or call, and that its buffer is still mapped"};
inline constexpr FindingKind kPacketTruncated{
    .identifier = "command-packet-truncated",
    .severity = Severity::Hang,
    .sentence = "a command buffer ends within a packet; the rest of the buffer is left out",
    .hint = "check the size of the buffer, or the prefetch count of the link, against the packets in it"};
inline constexpr FindingKind kOpcode{
    .identifier = "command-opcode-unknown",
    .severity = Severity::Hang,
    .sentence = "a packet has an opcode that the FE does not know; the rest of the buffer is left out",
    .hint = "check the word counts of the packets before it, and their padding to 64 bits"};
inline constexpr FindingKind kEndlessStream{
    .identifier = "command-stream-endless",
    .severity = Severity::Hang,
    .sentence = "the links of a command buffer lead around in a circle; the rest of the buffer is left out",
    .hint = "end the buffer, or link back to a WAIT that the link directly follows"};
inline constexpr FindingKind kCallDepth{.identifier = "command-call-depth",
                                        .severity = Severity::Hang,
                                        .sentence = "calls are nested too deeply, or a return has no call",
                                        .hint = "match calls and returns, and do not nest them"};
inline constexpr FindingKind kWrongPipe{
    .identifier = "3d-command-in-2d-pipe",
    .severity = Severity::Hang,
    .sentence = "a draw or resolve is sent while the 2D pipe is selected; a chip never finishes it",
    .hint = "write GL.PIPE_SELECT, after a semaphore and stall from FE to PE, before 3D commands"};
inline constexpr FindingKind kStateMissing{.identifier = "state-missing-on-chip",
                                           .severity = Severity::Corruption,
                                           .sentence = "state is written that this chip does not have",
                                           .hint = "check the chip's feature bits before writing it"};
inline constexpr FindingKind kStateUnknown{.identifier = "state-unknown",
                                           .severity = Severity::Note,
                                           .sentence = "a word of the state space is written that no table names",
                                           .hint = "check the offset of the LOAD_STATE packet"};
inline constexpr FindingKind kVertexInputs{
    .identifier = "vertex-inputs-mismatch",
    .severity = Severity::Hang,
    .sentence = "the vertex program has another number of inputs than there are vertex elements",
    .hint = "make VS.INPUT_COUNT equal to the number of FE.VERTEX_ELEMENT_CONFIG words written last"};
inline constexpr FindingKind kTemporaries{
    .identifier = "shader-temporaries-mismatch",
    .severity = Severity::Hang,
    .sentence = "a program uses temporary registers beyond those that it is given, or more than the chip has",
    .hint = "set TEMP_REGISTER_CONTROL to the highest register used plus one, inputs included"};
inline constexpr FindingKind kShaderLength{
    .identifier = "shader-length-mismatch",
    .severity = Severity::Hang,
    .sentence = "a program's first and last instruction contradict each other or are outside of the instruction memory",
    .hint = "check RANGE, and on chips without it START_PC and END_PC, against the instructions loaded"};
inline constexpr FindingKind kInstruction{.identifier = "shader-instruction-not-executed",
                                          .severity = Severity::Corruption,
                                          .sentence = "a program has an instruction that is not executed",
                                          .hint = "check the program's words, and where they were loaded"};
inline constexpr FindingKind kTextureUnconfigured{
    .identifier = "texture-not-configured",
    .severity = Severity::Hang,
    .sentence = "a program samples a texture unit that was not set up; it reads as zero",
    .hint = "write the sampler's state, or its descriptor, before the draw"};
inline constexpr FindingKind kTextureFormat{
    .identifier = "texture-format-not-sampled",
    .severity = Severity::Corruption,
    .sentence = "a texture has a format, or a layout, that is not sampled; it reads as zero",
    .hint = "use a format that the chip has"};
inline constexpr FindingKind kVertexFormat{
    .identifier = "vertex-format-not-read",
    .severity = Severity::Corruption,
    .sentence = "a vertex element has a type that is not read; the attribute has its default value",
    .hint = "use a type that the chip has"};
inline constexpr FindingKind kTooManyVaryings{
    .identifier = "too-many-attributes",
    .severity = Severity::Corruption,
    .sentence = "a draw has more vertex inputs or varyings than are simulated; those above are left out",
    .hint = "use at most 16 inputs, and 16 varyings"};
inline constexpr FindingKind kColorFormat{
    .identifier = "color-format-not-drawn",
    .severity = Severity::Corruption,
    .sentence = "a colour buffer has a format that is not drawn to; it is not written",
    .hint = "use a format that the chip's pixel engine has"};
inline constexpr FindingKind kScissorRange{
    .identifier = "scissor-out-of-range",
    .severity = Severity::Hang,
    .sentence = "the scissor's right or bottom is outside of what the chip's setup engine takes safely",
    .hint = "keep them within the render target, with the margin that the vendor's driver adds for the chip"};
inline constexpr FindingKind kResolveAlignment{
    .identifier = "resolve-misaligned",
    .severity = Severity::Hang,
    .sentence = "a resolve's window, addresses or strides are not aligned as the engine needs them",
    .hint = "align windows to 16 by 4 pixels (wider ones for linear images), addresses to 64 bytes"};
inline constexpr FindingKind kResolveFormat{.identifier = "resolve-format-not-converted",
                                            .severity = Severity::Corruption,
                                            .sentence = "a resolve or blit asks for formats that are not converted",
                                            .hint = "resolve between formats of the engine"};
inline constexpr FindingKind kTileStatusNeverCleared{
    .identifier = "tile-status-never-cleared",
    .severity = Severity::Hang,
    .sentence = "a draw or resolve uses tile status memory that was never cleared; old content of it hangs a chip",
    .hint = "clear the tile status with a fill before enabling it in TS.MEM_CONFIG"};
inline constexpr FindingKind kMissingFlush{
    .identifier = "resolve-without-cache-flush",
    .severity = Severity::Corruption,
    .sentence = "a resolve reads what the pixel engine wrote, and its cache was not flushed in between",
    .hint = "flush the colour and depth caches with GL.FLUSH_CACHE, and stall, before the resolve"};
inline constexpr FindingKind kMissingStall{
    .identifier = "configuration-without-stall",
    .severity = Severity::Hang,
    .sentence = "tile status or depth configuration changes while draws before it may still be under way",
    .hint = "send a semaphore and a stall from RA to PE before the change"};
inline constexpr FindingKind kVertexTextureFlush{
    .identifier = "vertex-texture-flush-without-semaphore",
    .severity = Severity::Hang,
    .sentence =
        "a draw follows a flush of the vertex texture cache with a semaphore neither before the flush nor after it",
    .hint = "send a semaphore and a stall from RA to PE around GL.FLUSH_CACHE with TEXTUREVS"};
inline constexpr FindingKind kNotSimulated{.identifier = "engine-not-simulated",
                                           .severity = Severity::Corruption,
                                           .sentence = "state starts an engine that is not simulated; it does nothing",
                                           .hint = "draw instead, or resolve"};
inline constexpr FindingKind kMipmapLevels{
    .identifier = "mipmap-levels-too-few",
    .severity = Severity::Hang,
    .sentence = "the blit engine is asked to generate less than one level; a chip never finishes that",
    .hint = "count the level that is there in BLT.MIPMAP_CONFIG.NUM, too"};
inline constexpr FindingKind kPrimitive{.identifier = "primitive-unknown",
                                        .severity = Severity::Hang,
                                        .sentence = "a draw has a primitive type that the chip does not have",
                                        .hint = "use the primitive types of the chip's features"};
inline constexpr FindingKind kUnaligned{
    .identifier = "access-not-16-byte-aligned",
    .severity = Severity::Slow,
    .sentence = "vertices are read in pieces that cross 16-byte boundaries, which takes two memory requests each",
    .hint = "align vertex streams and strides to 16 bytes"};

/// All of them, in the order of docs/reference/findings.md.
inline constexpr std::array kAll{kStreamOutsideMemory,
                                 kPacketTruncated,
                                 kOpcode,
                                 kEndlessStream,
                                 kCallDepth,
                                 k2dInWrongPipe,
                                 kWrongPipe,
                                 kPipeMissing,
                                 kPipeChange,
                                 k2dOperation,
                                 k2dFormat,
                                 k2dAddress,
                                 kVgEngine,
                                 kStateMissing,
                                 kStateUnknown,
                                 kVertexInputs,
                                 kTemporaries,
                                 kShaderLength,
                                 kInstruction,
                                 kTextureUnconfigured,
                                 kTextureFormat,
                                 kVertexFormat,
                                 kTooManyVaryings,
                                 kColorFormat,
                                 kScissorRange,
                                 kResolveAlignment,
                                 kResolveFormat,
                                 kTileStatusNeverCleared,
                                 kMissingFlush,
                                 kMissingStall,
                                 kVertexTextureFlush,
                                 kNotSimulated,
                                 kMipmapLevels,
                                 kPrimitive,
                                 kUnaligned};

}  // namespace cyclorama::vivante::findings
