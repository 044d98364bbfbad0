// SPDX-License-Identifier: MIT
#pragma once
// [ADRENO]: the timing machine. docs/develop/timing_adreno.md has the source of each value.
//
// Long because: one declaration a parameter.

#include <cstdint>

#include "sim/parameter.h"

namespace cyclorama::adreno {

/// The command processor.
struct ProcessorParameters : sim::ParameterSection {
    ProcessorParameters() : ParameterSection("ADRENO", "Command processor in time") {}

    // clang-format off
    sim::Parameter<uint32_t> packetCycles{*this, {.name = "PacketCycles", .unit = "cycles", .defaultValue = 8,
        .minimum = 1, .maximum = 4096,
        .sentence = "Cycles that the command processor takes for a packet beside its registers and groups; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> registersPerCycle{*this, {.name = "RegistersPerCycle", .unit = "registers/cycle",
        .defaultValue = 2, .minimum = 1, .maximum = 64,
        .sentence = "Registers that the command processor writes in a cycle.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> drawStateGroupCycles{*this, {.name = "DrawStateGroupCycles", .unit = "cycles",
        .defaultValue = 3, .minimum = 1, .maximum = 4096,
        .sentence = "Cycles to read a group of draw state from its packet.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> workPacketCycles{*this, {.name = "WorkPacketCycles", .unit = "cycles",
        .defaultValue = 40, .minimum = 1, .maximum = 4096,
        .sentence = "Cycles that the command processor takes for a packet that starts work; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> waitForIdleCycles{*this, {.name = "WaitForIdleCycles", .unit = "cycles",
        .defaultValue = 100, .minimum = 1, .maximum = 65536,
        .sentence = "Cycles from the end of all work to the end of CP_WAIT_FOR_IDLE; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> streamQueueBytes{*this, {.name = "StreamQueueBytes", .unit = "bytes",
        .defaultValue = 1024, .minimum = 128, .maximum = 65536,
        .sentence = "Bytes of a buffer that the command processor fetches ahead.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> nestedStreamQueueBytes{*this, {.name = "NestedStreamQueueBytes", .unit = "bytes",
        .defaultValue = 1024, .minimum = 128, .maximum = 65536,
        .sentence = "Bytes of a buffer that another one calls, which the command processor fetches ahead.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> drawStateQueueBytes{*this, {.name = "DrawStateQueueBytes", .unit = "bytes",
        .defaultValue = 1024, .minimum = 128, .maximum = 65536,
        .sentence = "Bytes of a group of draw state that the command processor fetches ahead.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> pollCycles{*this, {.name = "PollCycles", .unit = "cycles", .defaultValue = 64,
        .minimum = 1, .maximum = 65536,
        .sentence = "Cycles between two looks of a packet that waits for a value; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> hangcheckMilliseconds{*this, {.name = "HangcheckMilliseconds", .unit = "ms",
        .defaultValue = 500, .minimum = 1, .maximum = 100000,
        .sentence = "Simulated time after which a value that a packet waits for does not come any more.",
        .source = sim::ParameterSource::Own}};
    // clang-format on
};

/// Workgroups and the units that execute their waves (uSPTP).
struct ShaderUnitParameters : sim::ParameterSection {
    ShaderUnitParameters() : ParameterSection("ADRENO", "Shader units in time") {}

    // clang-format off
    sim::Parameter<uint32_t> shaderUnits{*this, {.name = "ShaderUnits", .unit = "units", .defaultValue = 4,
        .minimum = 1, .maximum = 64,
        .sentence = "Units (uSPTP) of all shader processors, with two partitions of 64 lanes each.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> unitWaves{*this, {.name = "UnitWaves", .unit = "waves", .defaultValue = 16,
        .minimum = 2, .maximum = 64,
        .sentence = "Waves that a unit holds at most.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> branchStackEntries{*this, {.name = "BranchStackEntries", .unit = "entries",
        .defaultValue = 64, .minimum = 1, .maximum = 4096,
        .sentence = "Entries of the branch stack that pairs of a unit's waves share.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> localKibibytes{*this, {.name = "LocalMemorySize", .unit = "KiB", .defaultValue = 32,
        .minimum = 1, .maximum = 1024,
        .sentence = "Memory of a unit for its workgroups.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> dispatches{*this, {.name = "DispatchesInFlight", .unit = "dispatches", .defaultValue = 2,
        .minimum = 1, .maximum = 64,
        .sentence = "Dispatches whose workgroups may be under way at once: a context of registers each.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> dispatchStartCycles{*this, {.name = "DispatchStartCycles", .unit = "cycles",
        .defaultValue = 100, .minimum = 1, .maximum = 65536,
        .sentence = "Cycles from a dispatch to its first wave; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> preambleStepCycles{*this, {.name = "PreambleStepCycles", .unit = "cycles",
        .defaultValue = 4, .minimum = 1, .maximum = 4096,
        .sentence = "Cycles of each instruction of a preamble, before the first wave; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> wave64Cycles{*this, {.name = "Wave64IssueCycles", .unit = "cycles", .defaultValue = 1,
        .minimum = 1, .maximum = 64,
        .sentence = "Cycles of a partition's arithmetic unit for an instruction of a wave of 64.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> wave128Cycles{*this, {.name = "Wave128IssueCycles", .unit = "cycles", .defaultValue = 2,
        .minimum = 1, .maximum = 64,
        .sentence = "The same for a wave of 128.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> wave128HalfCycles{*this, {.name = "Wave128HalfIssueCycles", .unit = "cycles",
        .defaultValue = 1, .minimum = 1, .maximum = 64,
        .sentence = "The same for a wave of 128 whose operands and result are half registers.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> integerFactor{*this, {.name = "IntegerFactor", .unit = "times", .defaultValue = 2,
        .minimum = 1, .maximum = 64,
        .sentence = "How much longer additions and multiplications of 32-bit integers take than those of floats.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> specialLanes{*this, {.name = "SpecialLanes", .unit = "lanes/cycle", .defaultValue = 8,
        .minimum = 1, .maximum = 64,
        .sentence = "Lanes a cycle of a partition's unit for reciprocals, roots, logarithms and powers.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> halfSpecialFactor{*this, {.name = "HalfSpecialFactor", .unit = "times", .defaultValue = 2,
        .minimum = 1, .maximum = 64,
        .sentence = "How many times as many lanes a cycle that unit has for inverse roots, logarithms and powers of half floats.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> specialLatency{*this, {.name = "SpecialLatency", .unit = "cycles", .defaultValue = 9,
        .minimum = 1, .maximum = 4096,
        .sentence = "Least cycles from the issue of such an instruction to the use of its result.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> localLatency{*this, {.name = "LocalMemoryLatency", .unit = "cycles", .defaultValue = 11,
        .minimum = 1, .maximum = 4096,
        .sentence = "Least cycles from a load of a workgroup's memory to the use of its result.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> localBytes{*this, {.name = "LocalMemoryBytesPerCycle", .unit = "bytes/cycle",
        .defaultValue = 30, .minimum = 4, .maximum = 1024,
        .sentence = "Bytes of workgroups' memory that a unit reads or writes in a cycle.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> barrierCycles{*this, {.name = "BarrierCycles", .unit = "cycles", .defaultValue = 8,
        .minimum = 1, .maximum = 4096,
        .sentence = "Cycles from the last wave's arrival at a barrier to the next instructions; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> accessLanes{*this, {.name = "AccessLanesPerCycle", .unit = "lanes/cycle",
        .defaultValue = 2, .minimum = 1, .maximum = 128,
        .sentence = "Lanes a cycle whose addresses a unit works out for loads, stores and atomic operations.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> uniformLanes{*this, {.name = "UniformLanesPerCycle", .unit = "lanes/cycle",
        .defaultValue = 16, .minimum = 1, .maximum = 128,
        .sentence = "Lanes a cycle and component of loads of uniforms.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> accessQueue{*this, {.name = "AccessQueue", .unit = "instructions", .defaultValue = 16,
        .minimum = 1, .maximum = 4096,
        .sentence = "Instructions of a unit's waves that wait for their addresses to be worked out; an estimate.",
        .source = sim::ParameterSource::Own}};
    // clang-format on
};

/// Instructions on their way to the units.
struct InstructionParameters : sim::ParameterSection {
    InstructionParameters() : ParameterSection("ADRENO", "Instruction caches in time") {}

    // clang-format off
    sim::Parameter<uint32_t> cacheWays{*this, {.name = "InstructionCacheWays", .unit = "ways", .defaultValue = 4,
        .minimum = 1, .maximum = 64,
        .sentence = "Ways of a shader processor's instruction cache, a power of two; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> bufferLines{*this, {.name = "InstructionBufferLines", .unit = "128 bytes",
        .defaultValue = 16, .minimum = 1, .maximum = 1024,
        .sentence = "Lines of 16 instructions that a unit has at hand for its waves; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> fetchCycles{*this, {.name = "InstructionFetchCycles", .unit = "cycles",
        .defaultValue = 4, .minimum = 2, .maximum = 4096,
        .sentence = "Cycles from a unit's request for another line, which the instruction cache has, to its first instruction; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> prefetchLines{*this, {.name = "InstructionPrefetchLines", .unit = "128 bytes",
        .defaultValue = 4, .minimum = 0, .maximum = 64,
        .sentence = "Lines of 16 instructions after the one that a wave comes to that the instruction cache brings if it lacks them; an estimate.",
        .source = sim::ParameterSource::Own}};
    // clang-format on
};

/// The texture unit of each shader unit.
struct TextureParameters : sim::ParameterSection {
    TextureParameters() : ParameterSection("ADRENO", "TP in time") {}

    // clang-format off
    sim::Parameter<uint32_t> lanes{*this, {.name = "TextureLanesPerCycle", .unit = "lanes/cycle",
        .defaultValue = 4, .minimum = 4, .maximum = 16,
        .sentence = "Lanes of texture instructions that a texture unit takes in a cycle: a power of two.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> latency{*this, {.name = "TextureLatency", .unit = "cycles", .defaultValue = 76,
        .minimum = 8, .maximum = 4096,
        .sentence = "Cycles from a texture instruction of one lane to the use of its result, from the first cache.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> missLatency{*this, {.name = "TextureMissLatency", .unit = "cycles", .defaultValue = 94,
        .minimum = 9, .maximum = 4096,
        .sentence = "The same from the unified cache.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> cacheBytes{*this, {.name = "TextureCacheSize", .unit = "bytes", .defaultValue = 1024,
        .minimum = 256, .maximum = 1048576,
        .sentence = "Size of a texture unit's cache, a power of two.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> lineBytes{*this, {.name = "TextureCacheLine", .unit = "bytes", .defaultValue = 16,
        .minimum = 4, .maximum = 64,
        .sentence = "Line of this cache, a power of two.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> ways{*this, {.name = "TextureCacheWays", .unit = "ways", .defaultValue = 32,
        .minimum = 1, .maximum = 1024, .sentence = "Ways of this cache, a power of two.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> lines{*this, {.name = "TextureCacheLinesPerCycle", .unit = "lines/cycle",
        .defaultValue = 4, .minimum = 1, .maximum = 64,
        .sentence = "Lines that lanes look up in this cache in a cycle; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> filterBytes{*this, {.name = "TextureFilterBytesPerCycle", .unit = "bytes/cycle",
        .defaultValue = 64, .minimum = 16, .maximum = 1024,
        .sentence = "Bytes of texels that a texture unit filters in a cycle, those of several lanes for each of them.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> misses{*this, {.name = "TextureMisses", .unit = "lines", .defaultValue = 24,
        .minimum = 1, .maximum = 256,
        .sentence = "Lines of the unified cache that a texture unit has asked for, from the first that has not come on.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> queue{*this, {.name = "TextureQueue", .unit = "groups", .defaultValue = 128,
        .minimum = 1, .maximum = 4096,
        .sentence = "Groups of TextureLanesPerCycle lanes that may wait for their lines; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> flagLines{*this, {.name = "TextureFlagLines", .unit = "lines", .defaultValue = 8,
        .minimum = 1, .maximum = 1024,
        .sentence = "Lines of 64 bytes of flags (UBWC) that a texture unit keeps; an estimate.",
        .source = sim::ParameterSource::Own}};
    // clang-format on
};

/// The unified cache.
struct UcheParameters : sim::ParameterSection {
    UcheParameters() : ParameterSection("ADRENO", "UCHE in time") {}

    // clang-format off
    sim::Parameter<uint32_t> kibibytes{*this, {.name = "UcheSize", .unit = "KiB", .defaultValue = 128,
        .minimum = 4, .maximum = 65536, .sentence = "Size of the unified cache, a power of two.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> ways{*this, {.name = "UcheWays", .unit = "ways", .defaultValue = 4,
        .minimum = 1, .maximum = 64, .sentence = "Ways of the unified cache, a power of two.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<bool> hashedSets{*this, {.name = "UcheHashedSets", .defaultValue = true,
        .sentence = "Selects a line's set by its address and the bits above, so that a power of two leads to several sets; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> banks{*this, {.name = "UcheBanks", .unit = "banks", .defaultValue = 8,
        .minimum = 1, .maximum = 64, .sentence = "Banks of the unified cache, which take lines in turn.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> bankBytes{*this, {.name = "UcheBankBytesPerCycle", .unit = "bytes/cycle",
        .defaultValue = 16, .minimum = 1, .maximum = 64, .sentence = "Bytes that a bank reads or writes in a cycle.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> bankQueue{*this, {.name = "UcheBankQueue", .unit = "accesses", .defaultValue = 8,
        .minimum = 1, .maximum = 4096, .sentence = "Accesses that wait for a bank; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> misses{*this, {.name = "UcheMisses", .unit = "lines", .defaultValue = 256,
        .minimum = 1, .maximum = 4096, .sentence = "Lines that may be on their way from memory; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> latency{*this, {.name = "BufferLatency", .unit = "cycles", .defaultValue = 66,
        .minimum = 8, .maximum = 4096,
        .sentence = "Cycles from a load of one lane to the use of its result, from the unified cache.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> uniformLatency{*this, {.name = "UniformLatency", .unit = "cycles", .defaultValue = 18,
        .minimum = 3, .maximum = 4096,
        .sentence = "Cycles of a load of uniforms from the unified cache, beside those of its lanes.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> channels{*this, {.name = "UcheMemoryChannels", .unit = "channels", .defaultValue = 2,
        .minimum = 1, .maximum = 16, .sentence = "Buses between the unified cache and memory.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> busWidth{*this, {.name = "UcheBusWidth", .unit = "bytes/cycle", .defaultValue = 64,
        .minimum = 8, .maximum = 1024, .sentence = "Bandwidth of each of them; an estimate.",
        .source = sim::ParameterSource::Own}};
    // clang-format on
};

/// Translation of addresses between the unified cache and memory.
struct TranslationParameters : sim::ParameterSection {
    TranslationParameters() : ParameterSection("ADRENO", "Translation of addresses in time") {}

    // clang-format off
    sim::Parameter<uint32_t> entries{*this, {.name = "TlbEntries", .unit = "pages", .defaultValue = 16,
        .minimum = 4, .maximum = 4096,
        .sentence = "Pages whose translation is known between the unified cache and its buses; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> missCycles{*this, {.name = "TlbMissCycles", .unit = "cycles", .defaultValue = 27,
        .minimum = 1, .maximum = 65536,
        .sentence = "Cycles of the lookup of another page in the main table, one after the other.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> mainEntries{*this, {.name = "TlbMainEntries", .unit = "pages", .defaultValue = 512,
        .minimum = 1, .maximum = 65536,
        .sentence = "Pages of the main table; for others a line of page tables is read from memory; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> pageKibibytes{*this, {.name = "TlbPageSize", .unit = "KiB", .defaultValue = 2048,
        .minimum = 4, .maximum = 1048576,
        .sentence = "Memory that an entry of these tables is for; an estimate.",
        .source = sim::ParameterSource::Own}};
    // clang-format on
};

/// The caches of colours and of depth.
struct CcuParameters : sim::ParameterSection {
    CcuParameters() : ParameterSection("ADRENO", "CCU in time") {}

    // clang-format off
    sim::Parameter<uint32_t> kibibytes{*this, {.name = "CcuSize", .unit = "KiB", .defaultValue = 64,
        .minimum = 1, .maximum = 1024,
        .sentence = "Size of each cache of colours and of each one of depth, a power of two.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> ways{*this, {.name = "CcuWays", .unit = "ways", .defaultValue = 4,
        .minimum = 1, .maximum = 64, .sentence = "Ways of these caches, a power of two; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> bytesPerCycle{*this, {.name = "CcuBytesPerCycle", .unit = "bytes/cycle",
        .defaultValue = 32, .minimum = 1, .maximum = 64,
        .sentence = "Bytes that each of these caches reads in a cycle, and as many that it writes.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> latency{*this, {.name = "CcuLatency", .unit = "cycles", .defaultValue = 20,
        .minimum = 1, .maximum = 4096,
        .sentence = "Cycles from a read that one of these caches serves to its bytes; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> misses{*this, {.name = "CcuMisses", .unit = "blocks", .defaultValue = 32,
        .minimum = 1, .maximum = 4096,
        .sentence = "Blocks of 256 bytes that may be on their way from memory to one of these caches; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> writebacks{*this, {.name = "CcuWritebacks", .unit = "blocks", .defaultValue = 16,
        .minimum = 1, .maximum = 4096,
        .sentence = "Blocks that may be on their way from one of these caches to memory; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> flagLines{*this, {.name = "CcuFlagLines", .unit = "lines", .defaultValue = 16,
        .minimum = 1, .maximum = 1024,
        .sentence = "Lines of 64 bytes of flags of compressed blocks (UBWC) that each of these caches keeps; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> busWidth{*this, {.name = "CcuBusWidth", .unit = "bytes/cycle", .defaultValue = 32,
        .minimum = 8, .maximum = 1024,
        .sentence = "Bandwidth between a pair of these caches and memory; an estimate.",
        .source = sim::ParameterSource::Own}};
    // clang-format on
};

/// GMEM, and the unit that moves bins there and back.
struct GmemParameters : sim::ParameterSection {
    GmemParameters() : ParameterSection("ADRENO", "GMEM in time") {}

    // clang-format off
    sim::Parameter<uint32_t> bytesPerCycle{*this, {.name = "GmemBytesPerCycle", .unit = "bytes/cycle",
        .defaultValue = 64, .minimum = 1, .maximum = 64,
        .sentence = "Bytes of GMEM that are read in a cycle for each shader processor, and as many that are written; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> latency{*this, {.name = "GmemLatency", .unit = "cycles", .defaultValue = 16,
        .minimum = 1, .maximum = 4096,
        .sentence = "Cycles from a read that GMEM serves to its bytes; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> moveParts{*this, {.name = "ResolveParts", .unit = "parts", .defaultValue = 64,
        .minimum = 1, .maximum = 4096,
        .sentence = "Parts of 16x4 pixels of a bin's move that may be under way; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> moveStartCycles{*this, {.name = "ResolveStartCycles", .unit = "cycles",
        .defaultValue = 50, .minimum = 1, .maximum = 65536,
        .sentence = "Cycles from the end of the move before, or the packet, to a move's first part; an estimate.",
        .source = sim::ParameterSource::Own}};
    // clang-format on
};

/// The 2D engine.
struct A2dParameters : sim::ParameterSection {
    A2dParameters() : ParameterSection("ADRENO", "2D engine in time") {}

    // clang-format off
    sim::Parameter<uint32_t> texels{*this, {.name = "A2dPixelsPerCycle", .unit = "texels/cycle", .defaultValue = 8,
        .minimum = 1, .maximum = 256,
        .sentence = "Texels that the 2D engine writes in a cycle, or samples of which it takes the means; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> bytes{*this, {.name = "A2dBytesPerCycle", .unit = "bytes/cycle", .defaultValue = 32,
        .minimum = 1, .maximum = 1024,
        .sentence = "The most bytes of texels that it writes in a cycle: larger ones take longer; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> parts{*this, {.name = "A2dParts", .unit = "parts", .defaultValue = 32,
        .minimum = 1, .maximum = 4096,
        .sentence = "Parts of 16x4 texels of a blit that may be under way in it; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> startCycles{*this, {.name = "A2dStartCycles", .unit = "cycles", .defaultValue = 50,
        .minimum = 1, .maximum = 65536,
        .sentence = "Cycles from the end of the blit before, or the packet, to a blit's first part; an estimate.",
        .source = sim::ParameterSource::Own}};
    // clang-format on
};

/// Draws until they are fragments' waves.
struct GeometryParameters : sim::ParameterSection {
    GeometryParameters() : ParameterSection("ADRENO", "Draws in time") {}

    // clang-format off
    sim::Parameter<uint32_t> draws{*this, {.name = "DrawsInFlight", .unit = "draws", .defaultValue = 4,
        .minimum = 1, .maximum = 64,
        .sentence = "Draws that may be under way at once, two for each of two halves of the pipe; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> drawStartCycles{*this, {.name = "DrawStartCycles", .unit = "cycles",
        .defaultValue = 50, .minimum = 1, .maximum = 65536,
        .sentence = "Cycles from a draw to its first vertices: constants and instructions are loaded; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> indices{*this, {.name = "IndicesPerCycle", .unit = "indices/cycle", .defaultValue = 3,
        .minimum = 1, .maximum = 64,
        .sentence = "Indices that are walked over in a cycle: a triangle's of a list; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> skipped{*this, {.name = "SkippedPerCycle", .unit = "primitives/cycle",
        .defaultValue = 16, .minimum = 1, .maximum = 4096,
        .sentence = "Primitives that a visibility stream leaves out, which are passed over in a cycle; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> attributes{*this, {.name = "AttributesPerCycle", .unit = "attributes/cycle",
        .defaultValue = 4, .minimum = 1, .maximum = 128,
        .sentence = "Attributes of vertices that are decoded in a cycle; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> wavesInFetch{*this, {.name = "VertexFetchWaves", .unit = "waves", .defaultValue = 8,
        .minimum = 1, .maximum = 64,
        .sentence = "Waves of vertices whose indices or attributes may be on their way; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> varyingKibibytes{*this, {.name = "VaryingStorage", .unit = "KiB", .defaultValue = 64,
        .minimum = 1, .maximum = 4096,
        .sentence = "Storage for what vertex programs leave until it is rasterized; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> streamoutBytes{*this, {.name = "StreamoutBytesPerCycle", .unit = "bytes/cycle",
        .defaultValue = 16, .minimum = 1, .maximum = 4096,
        .sentence = "Bytes of vertices that streamout writes to buffers in a cycle: a vector; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> geometryVertices{*this, {.name = "GeometryVerticesPerCycle", .unit = "vertices/cycle",
        .defaultValue = 4, .minimum = 1, .maximum = 128,
        .sentence = "Vertices of geometry programs, given or not, that become primitives in a cycle; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> patchCycles{*this, {.name = "PatchCycles", .unit = "cycles", .defaultValue = 8,
        .minimum = 0, .maximum = 4096,
        .sentence = "Cycles of the tessellator for a patch beside those of its points; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> tessellatorPoints{*this, {.name = "TessellatorPointsPerCycle", .unit = "points/cycle",
        .defaultValue = 1, .minimum = 1, .maximum = 64,
        .sentence = "Points of patches that the tessellator makes in a cycle; an estimate.",
        .source = sim::ParameterSource::Own}};
    // clang-format on
};

/// Primitives, quads and pixels.
struct RasterParameters : sim::ParameterSection {
    RasterParameters() : ParameterSection("ADRENO", "Rasterization in time") {}

    // clang-format off
    sim::Parameter<uint32_t> primitiveCycles{*this, {.name = "PrimitiveCycles", .unit = "cycles", .defaultValue = 1,
        .minimum = 1, .maximum = 4096, .sentence = "Cycles to set a primitive up.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> clipCycles{*this, {.name = "ClipCycles", .unit = "cycles", .defaultValue = 50,
        .minimum = 0, .maximum = 4096, .sentence = "Further cycles of a primitive that planes cut.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> triangleQueue{*this, {.name = "TriangleQueue", .unit = "triangles", .defaultValue = 16,
        .minimum = 1, .maximum = 4096,
        .sentence = "Triangles that wait to be rasterized before no more are set up; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> tiles{*this, {.name = "RasterTilesPerCycle", .unit = "tiles/cycle", .defaultValue = 2,
        .minimum = 1, .maximum = 64,
        .sentence = "Tiles of 8x4 pixels of a triangle that are rasterized in a cycle; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> bins{*this, {.name = "VscBinsPerCycle", .unit = "bins/cycle", .defaultValue = 4,
        .minimum = 1, .maximum = 1024,
        .sentence = "Bins that a primitive of a binning pass reaches, which are noted in a cycle; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> lrzLines{*this, {.name = "LrzCacheLines", .unit = "lines", .defaultValue = 64,
        .minimum = 1, .maximum = 4096,
        .sentence = "Lines of 64 bytes of low resolution depth that are kept on the chip; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> lrzBlocks{*this, {.name = "LrzBlocksPerCycle", .unit = "blocks/cycle",
        .defaultValue = 2, .minimum = 1, .maximum = 1024,
        .sentence = "Blocks of 8x8 samples that low resolution depth is tested for in a cycle; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> waveQueue{*this, {.name = "FragmentWaveQueue", .unit = "waves", .defaultValue = 8,
        .minimum = 1, .maximum = 4096,
        .sentence = "Waves of fragments that wait for a unit before no more quads are made; an estimate.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> colorPixels{*this, {.name = "ColorPixelsPerCycle", .unit = "pixels/cycle",
        .defaultValue = 16, .minimum = 1, .maximum = 1024,
        .sentence = "Samples with colours of 32 bits that are written in a cycle; wider ones take as many times as long.",
        .source = sim::ParameterSource::Own}};
    sim::Parameter<uint32_t> depthPixels{*this, {.name = "DepthPixelsPerCycle", .unit = "pixels/cycle",
        .defaultValue = 32, .minimum = 1, .maximum = 1024,
        .sentence = "Samples whose depth and stencil are tested in a cycle; an estimate.",
        .source = sim::ParameterSource::Own}};
    // clang-format on
};

/// All of them.
struct TimingParameters {
    ProcessorParameters processor;
    ShaderUnitParameters units;
    InstructionParameters instructions;
    TextureParameters textures;
    UcheParameters uche;
    TranslationParameters translation;
    CcuParameters ccu;
    GmemParameters gmem;
    A2dParameters a2d;
    GeometryParameters geometry;
    RasterParameters raster;
};

}  // namespace cyclorama::adreno
