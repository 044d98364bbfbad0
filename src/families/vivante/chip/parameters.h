// SPDX-License-Identifier: MIT
#pragma once
// [VIVANTE]: the family's part of a configuration.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "machine/configuration/configuration.h"
#include "machine/configuration/configuration_rule.h"
#include "sim/parameter.h"

namespace cyclorama::vivante {

using sim::Parameter;
using sim::ParameterSection;
using sim::ParameterSource;
using sim::ParameterStatus;

/// Identity of a chip, as its identity registers and the Linux kernel report it.
struct ChipParameters : ParameterSection {
    ChipParameters() : ParameterSection("VIVANTE", "Identity of a Vivante chip") {}

    // clang-format off
    Parameter<std::string> chipName{*this, {.name = "ChipName", .defaultValue = "",
        .sentence = "The chip's name; empty where the GPU is not one of Vivante's.",
        .source = ParameterSource::Own}};
    Parameter<uint32_t> model{*this, {.name = "Model",
        .sentence = "Model number that the chip reports: 0x2000 for a GC2000; zero on a GPU of another maker.",
        .source = ParameterSource::Own, .hexadecimal = true}};
    Parameter<uint32_t> revision{*this, {.name = "Revision",
        .sentence = "Revision that the chip reports.",
        .status = ParameterStatus::Reported, .source = ParameterSource::Own, .hexadecimal = true}};
    Parameter<uint32_t> productId{*this, {.name = "ProductId",
        .sentence = "Product number that the chip reports.",
        .status = ParameterStatus::Reported, .source = ParameterSource::Own, .hexadecimal = true}};
    Parameter<uint32_t> customerId{*this, {.name = "CustomerId",
        .sentence = "Customer number that the chip reports.",
        .status = ParameterStatus::Reported, .source = ParameterSource::Own, .hexadecimal = true}};
    Parameter<uint32_t> ecoId{*this, {.name = "EcoId",
        .sentence = "Number of the engineering change that the chip reports.",
        .status = ParameterStatus::Reported, .source = ParameterSource::Own, .hexadecimal = true}};
    Parameter<uint32_t> features{*this, {.name = "Features", .unit = "bits",
        .sentence = "Feature bits of the chip, word 0.", .source = ParameterSource::Own, .hexadecimal = true}};
    Parameter<uint32_t> minorFeatures0{*this, {.name = "MinorFeatures0", .unit = "bits",
        .sentence = "Feature bits of the chip, word 1.", .source = ParameterSource::Own, .hexadecimal = true}};
    Parameter<uint32_t> minorFeatures1{*this, {.name = "MinorFeatures1", .unit = "bits",
        .sentence = "Feature bits of the chip, word 2.", .source = ParameterSource::Own, .hexadecimal = true}};
    Parameter<uint32_t> minorFeatures2{*this, {.name = "MinorFeatures2", .unit = "bits",
        .sentence = "Feature bits of the chip, word 3.", .source = ParameterSource::Own, .hexadecimal = true}};
    Parameter<uint32_t> minorFeatures3{*this, {.name = "MinorFeatures3", .unit = "bits",
        .sentence = "Feature bits of the chip, word 4.", .source = ParameterSource::Own, .hexadecimal = true}};
    Parameter<uint32_t> minorFeatures4{*this, {.name = "MinorFeatures4", .unit = "bits",
        .sentence = "Feature bits of the chip, word 5.", .source = ParameterSource::Own, .hexadecimal = true}};
    Parameter<uint32_t> minorFeatures5{*this, {.name = "MinorFeatures5", .unit = "bits",
        .sentence = "Feature bits of the chip, word 6.", .source = ParameterSource::Own, .hexadecimal = true}};
    Parameter<uint32_t> minorFeatures6{*this, {.name = "MinorFeatures6", .unit = "bits",
        .sentence = "Feature bits of the chip, word 7.", .source = ParameterSource::Own, .hexadecimal = true}};
    Parameter<uint32_t> minorFeatures7{*this, {.name = "MinorFeatures7", .unit = "bits",
        .sentence = "Feature bits of the chip, word 8.", .source = ParameterSource::Own, .hexadecimal = true}};
    Parameter<uint32_t> minorFeatures8{*this, {.name = "MinorFeatures8", .unit = "bits",
        .sentence = "Feature bits of the chip, word 9.", .source = ParameterSource::Own, .hexadecimal = true}};
    Parameter<uint32_t> minorFeatures9{*this, {.name = "MinorFeatures9", .unit = "bits",
        .sentence = "Feature bits of the chip, word 10.", .source = ParameterSource::Own, .hexadecimal = true}};
    Parameter<uint32_t> minorFeatures10{*this, {.name = "MinorFeatures10", .unit = "bits",
        .sentence = "Feature bits of the chip, word 11.", .source = ParameterSource::Own, .hexadecimal = true}};
    Parameter<uint32_t> minorFeatures11{*this, {.name = "MinorFeatures11", .unit = "bits",
        .sentence = "Feature bits of the chip, word 12.", .source = ParameterSource::Own, .hexadecimal = true}};
    Parameter<uint32_t> streamCount{*this, {.name = "StreamCount", .unit = "streams", .defaultValue = 1,
        .minimum = 1, .maximum = 32,
        .sentence = "Vertex streams.",
        .source = ParameterSource::Own}};
    Parameter<uint32_t> registerMax{*this, {.name = "RegisterMax", .unit = "registers", .defaultValue = 64,
        .minimum = 1, .maximum = 128,
        .sentence = "Temporary registers that a thread may have.",
        .source = ParameterSource::Own}};
    Parameter<uint32_t> threadCount{*this, {.name = "ThreadCount", .unit = "threads", .defaultValue = 256,
        .minimum = 1, .maximum = 65536,
        .sentence = "Threads in flight.",
        .status = ParameterStatus::Reported, .source = ParameterSource::Own}};
    Parameter<uint32_t> vertexCacheSize{*this, {.name = "VertexCacheSize", .unit = "vertices", .defaultValue = 8,
        .minimum = 0, .maximum = 4096,
        .sentence = "Shaded vertices that are kept for reuse.",
        .status = ParameterStatus::Reported, .source = ParameterSource::Own}};
    Parameter<uint32_t> shaderCoreCount{*this, {.name = "ShaderCoreCount", .unit = "cores", .defaultValue = 1,
        .minimum = 1, .maximum = 64,
        .sentence = "Shader cores of the chip, which run vertex and fragment programs alike.",
        .status = ParameterStatus::Reported, .source = ParameterSource::Own}};
    Parameter<uint32_t> pixelPipes{*this, {.name = "PixelPipes", .unit = "pipes", .defaultValue = 1,
        .minimum = 1, .maximum = 2,
        .sentence = "Pixel pipes; with two, multi-tiled surfaces are split between them.",
        .source = ParameterSource::Own}};
    Parameter<uint32_t> vertexOutputBufferSize{*this, {.name = "VertexOutputBufferSize", .unit = "entries",
        .defaultValue = 512,
        .minimum = 0, .maximum = 65536,
        .sentence = "Entries of the buffer between vertex shading and primitive assembly.",
        .status = ParameterStatus::Reported, .source = ParameterSource::Own}};
    Parameter<uint32_t> bufferSize{*this, {.name = "BufferSize",
        .sentence = "Buffer size that the chip reports.",
        .status = ParameterStatus::Reported, .source = ParameterSource::Own}};
    Parameter<uint32_t> instructionCount{*this, {.name = "InstructionCount", .unit = "instructions",
        .defaultValue = 256,
        .minimum = 1, .maximum = 65536,
        .sentence = "Instructions that the instruction memory holds.",
        .source = ParameterSource::Own}};
    Parameter<uint32_t> constantCount{*this, {.name = "NumConstants", .unit = "vectors", .defaultValue = 168,
        .minimum = 1, .maximum = 65536,
        .sentence = "Uniforms, of four components.",
        .status = ParameterStatus::Reported, .source = ParameterSource::Own}};
    Parameter<uint32_t> varyingsCount{*this, {.name = "VaryingsCount", .unit = "varyings", .defaultValue = 8,
        .minimum = 1, .maximum = 32,
        .sentence = "Varyings from the vertex to the pixel program.",
        .status = ParameterStatus::Reported, .source = ParameterSource::Own}};
    // clang-format on
};

/// The blocks of the timing machine that no other family has.
struct EngineParameters : ParameterSection {
    EngineParameters() : ParameterSection("VIVANTE", "Command stream, resolve engine and tile status") {}

    // clang-format off
    Parameter<uint32_t> streamQueueBytes{*this, {.name = "StreamQueueBytes", .unit = "bytes",
        .defaultValue = 512, .minimum = 128, .maximum = 65536,
        .sentence = "Bytes of the command stream that are fetched ahead of what is decoded; an estimate.",
        .source = ParameterSource::Own}};
    Parameter<uint32_t> streamBytesPerCycle{*this, {.name = "StreamBytesPerCycle", .unit = "bytes/cycle",
        .defaultValue = 8, .minimum = 4, .maximum = 64,
        .sentence = "Bytes of the command stream that are decoded: a packet is a multiple of 8 bytes.",
        .source = ParameterSource::Own}};
    Parameter<uint32_t> resolveSamplesPerCycle{*this, {.name = "ResolveSamplesPerCycle", .unit = "samples/cycle",
        .defaultValue = 4, .minimum = 1, .maximum = 64,
        .sentence = "Samples that the resolve engine takes in or puts out: two for each that is copied, one for each filled.",
        .source = ParameterSource::Own}};
    Parameter<uint32_t> resolveBlocks{*this, {.name = "ResolveBlocks", .unit = "blocks",
        .defaultValue = 8, .minimum = 1, .maximum = 256,
        .sentence = "Blocks of 16x4 samples that the resolve engine has under way; an estimate.",
        .source = ParameterSource::Own}};
    Parameter<uint32_t> resolveStartLatency{*this, {.name = "ResolveStartLatency", .unit = "cycles",
        .defaultValue = 32, .minimum = 0, .maximum = 65536,
        .sentence = "From the command to the resolve engine's first block; an estimate.",
        .source = ParameterSource::Own}};
    Parameter<uint32_t> resolveBusWidth{*this, {.name = "ResolveBusWidth", .unit = "bytes/cycle",
        .defaultValue = 16, .minimum = 8, .maximum = 1024,
        .sentence = "Bandwidth between the memory controller and the resolve engine; an estimate.",
        .source = ParameterSource::Own}};
    // No documentation gives the sizes of this cache: estimates.
    Parameter<uint32_t> tileStatusCacheWays{*this, {.name = "TileStatusCacheWays", .unit = "ways",
        .defaultValue = 4, .minimum = 2, .maximum = 1024,
        .sentence = "Ways of the cache for tile status that colour and depth of a pixel pipe share.",
        .source = ParameterSource::Own}};
    Parameter<uint32_t> tileStatusCacheLines{*this, {.name = "TileStatusCacheLines", .unit = "lines/way",
        .defaultValue = 4, .minimum = 1, .maximum = 1 << 16,
        .sentence = "Lines, of 64 bytes, of each way of the cache for tile status.",
        .source = ParameterSource::Own}};
    // clang-format on
};

struct Parameters final : machine::FamilyParameters {
    ChipParameters chip;
    EngineParameters engines;

    std::unique_ptr<machine::FamilyParameters> clone() const override { return std::make_unique<Parameters>(*this); }
    std::vector<ParameterSection*> sections() override { return {&chip, &engines}; }
    bool isTimed(const ParameterSection& section) const override { return &section == &engines; }
    bool describesChip() const override { return chip.model != 0U; }
    std::span<const machine::ConfigurationRule> rules() const override;
};

/// The family's part of a configuration. Throws std::logic_error for one that was made without the family.
inline const Parameters& parametersOf(const machine::Configuration& configuration) {
    return configuration.familyParameters<Parameters>();
}

}  // namespace cyclorama::vivante
