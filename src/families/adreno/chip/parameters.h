// SPDX-License-Identifier: MIT
#pragma once
// [ADRENO]: the family's part of a configuration.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "families/adreno/chip/timing_parameters.h"
#include "machine/configuration/configuration.h"
#include "machine/configuration/configuration_rule.h"
#include "machine/configuration/family_parameters.h"
#include "sim/parameter.h"

namespace cyclorama::adreno {

using sim::Parameter;
using sim::ParameterSection;
using sim::ParameterSource;
using sim::ParameterStatus;

/// Identity of a chip, and the sizes that its driver asks for or knows by the identity.
struct ChipParameters : ParameterSection {
    ChipParameters() : ParameterSection("ADRENO", "Identity of an Adreno chip") {}

    // clang-format off
    Parameter<std::string> chipName{*this, {.name = "ChipName", .defaultValue = "",
        .sentence = "The chip's name; empty where the GPU is no Adreno.",
        .status = ParameterStatus::Reported, .source = ParameterSource::Own}};
    Parameter<uint32_t> chipId{*this, {.name = "ChipId",
        .sentence = "Core, major, minor and patch number, a byte each: 0x06030001 for an a630; zero for no Adreno.",
        .status = ParameterStatus::Reported, .source = ParameterSource::Own, .hexadecimal = true}};
    Parameter<uint32_t> gpuId{*this, {.name = "GpuId",
        .sentence = "The chip's number, 630; zero for chips that are known by ChipId alone.",
        .status = ParameterStatus::Reported, .source = ParameterSource::Own}};
    Parameter<uint32_t> generation{*this, {.name = "Generation", .defaultValue = 1, .minimum = 1, .maximum = 4,
        .sentence = "Step within the sixth generation.",
        .status = ParameterStatus::Reported, .source = ParameterSource::Own}};
    Parameter<uint32_t> gmemSize{*this, {.name = "GmemSize", .unit = "KiB", .defaultValue = 1024, .minimum = 64,
        .maximum = 16384,
        .sentence = "GMEM, the memory on the chip for bins of the picture.",
        .status = ParameterStatus::Reported, .source = ParameterSource::Own}};
    Parameter<uint32_t> gmemBase{*this, {.name = "GmemBase",
        .sentence = "Address at which shaders and the 2D engine see GMEM.",
        .status = ParameterStatus::Reported, .source = ParameterSource::Own, .hexadecimal = true}};
    Parameter<uint32_t> addressSpaceSize{*this, {.name = "AddressSpaceSize", .unit = "GiB", .defaultValue = 4,
        .minimum = 1, .maximum = 256,
        .sentence = "Addresses that a process can use on the GPU.",
        .status = ParameterStatus::Reported, .source = ParameterSource::Own}};
    Parameter<uint32_t> highestBankBit{*this, {.name = "HighestBankBit", .unit = "bit", .defaultValue = 15,
        .minimum = 13, .maximum = 16,
        .sentence = "Highest bit of an address that chooses a bank of memory, for tiled layouts.",
        .status = ParameterStatus::Reported, .source = ParameterSource::Own}};
    Parameter<uint32_t> ubwcSwizzle{*this, {.name = "UbwcSwizzle", .unit = "bits", .defaultValue = 6, .minimum = 0,
        .maximum = 7,
        .sentence = "Levels, a bit each, at which tiled layouts swizzle banks.",
        .status = ParameterStatus::Reported, .source = ParameterSource::Own}};
    Parameter<uint32_t> macrotileMode{*this, {.name = "MacrotileMode", .minimum = 0, .maximum = 1,
        .sentence = "Macrotiles of tiled layouts: 0 over four channels of memory, 1 over eight.",
        .status = ParameterStatus::Reported, .source = ParameterSource::Own}};
    Parameter<uint32_t> shaderProcessors{*this, {.name = "ShaderProcessors", .unit = "processors",
        .defaultValue = 1, .minimum = 1, .maximum = 8,
        .sentence = "Shader processors, each with a colour and depth cache.",
        .status = ParameterStatus::Reported, .source = ParameterSource::Own}};
    Parameter<uint32_t> registerVectors{*this, {.name = "RegisterVectors", .unit = "registers", .defaultValue = 96,
        .minimum = 1, .maximum = 512,
        .sentence = "Registers of four components for each fiber slot of a shader processor.",
        .status = ParameterStatus::Reported, .source = ParameterSource::Own}};
    Parameter<uint32_t> fibersPerProcessor{*this, {.name = "FibersPerProcessor", .unit = "fibers",
        .defaultValue = 2048, .minimum = 128, .maximum = 65536,
        .sentence = "Fibers of a shader processor that private memory is laid out for.",
        .status = ParameterStatus::Reported, .source = ParameterSource::Own}};
    Parameter<uint32_t> instructionCacheUnits{*this, {.name = "InstructionCacheUnits", .unit = "128 bytes",
        .defaultValue = 64, .minimum = 1, .maximum = 1024,
        .sentence = "Size of a shader processor's instruction cache, which the timing machine rounds up to a power of two.",
        .source = ParameterSource::Own}};
    // clang-format on
};

struct Parameters final : machine::FamilyParameters {
    ChipParameters chip;
    TimingParameters timing;

    std::unique_ptr<machine::FamilyParameters> clone() const override { return std::make_unique<Parameters>(*this); }
    std::vector<ParameterSection*> sections() override {
        return {&chip,
                &timing.processor,
                &timing.units,
                &timing.instructions,
                &timing.textures,
                &timing.uche,
                &timing.translation,
                &timing.ccu,
                &timing.gmem,
                &timing.a2d,
                &timing.geometry,
                &timing.raster};
    }
    bool describesChip() const override { return chip.chipId != 0U; }
    std::span<const machine::ConfigurationRule> rules() const override;
};

/// The family's part of a configuration. Throws std::logic_error for one that was made without the family.
inline const Parameters& parametersOf(const machine::Configuration& configuration) {
    return configuration.familyParameters<Parameters>();
}

}  // namespace cyclorama::adreno
