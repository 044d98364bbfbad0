// SPDX-License-Identifier: MIT
#pragma once
// The family's part of a configuration.

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "machine/configuration/configuration.h"
#include "machine/configuration/configuration_rule.h"
#include "machine/configuration/family_parameters.h"
#include "machine/configuration/parameters/simulator_parameters.h"
#include "sim/parameter.h"

namespace cyclorama::attila {

using sim::Parameter;
using sim::ParameterSection;
using sim::ParameterStatus;

/// [SIMULATOR]: settings of ATTILA's own programs, which its files hold.
struct ProgramParameters : ParameterSection {
    ProgramParameters() : ParameterSection("SIMULATOR", "ATTILA's driver and allocator") {}

    static constexpr std::string_view kNoSizing = "Cyclorama's allocation needs no sizing";

    // clang-format off
    Parameter<bool> useAcd{*this, {.name = "UseACD", .defaultValue = false,
        .sentence = "Chose the newer of ATTILA's two OpenGL drivers when the trace was made.",
        .status = ParameterStatus::Unused, .statusReason = machine::SimulatorParameters::kDriverOnly}};
    Parameter<uint32_t> objectSize0{*this, {.name = "ObjectSize0", .unit = "bytes", .defaultValue = 512,
        .sentence = "Block size of the first pool of ATTILA's own allocator.", .status = ParameterStatus::Unused,
        .statusReason = kNoSizing}};
    Parameter<uint32_t> bucketSize0{*this, {.name = "BucketSize0", .unit = "blocks", .defaultValue = 262144,
        .sentence = "Blocks in the first pool of ATTILA's own allocator.", .status = ParameterStatus::Unused,
        .statusReason = kNoSizing}};
    Parameter<uint32_t> objectSize1{*this, {.name = "ObjectSize1", .unit = "bytes", .defaultValue = 4096,
        .sentence = "Block size of the second pool of ATTILA's own allocator.", .status = ParameterStatus::Unused,
        .statusReason = kNoSizing}};
    Parameter<uint32_t> bucketSize1{*this, {.name = "BucketSize1", .unit = "blocks", .defaultValue = 32768,
        .sentence = "Blocks in the second pool of ATTILA's own allocator.", .status = ParameterStatus::Unused,
        .statusReason = kNoSizing}};
    Parameter<uint32_t> objectSize2{*this, {.name = "ObjectSize2", .unit = "bytes", .defaultValue = 64,
        .sentence = "Block size of the third pool of ATTILA's own allocator.", .status = ParameterStatus::Unused,
        .statusReason = kNoSizing}};
    Parameter<uint32_t> bucketSize2{*this, {.name = "BucketSize2", .unit = "blocks", .defaultValue = 65536,
        .sentence = "Blocks in the third pool of ATTILA's own allocator.", .status = ParameterStatus::Unused,
        .statusReason = kNoSizing}};
    // clang-format on
};

struct Parameters final : machine::FamilyParameters {
    ProgramParameters programs;

    std::unique_ptr<machine::FamilyParameters> clone() const override { return std::make_unique<Parameters>(*this); }
    std::vector<ParameterSection*> sections() override { return {&programs}; }
    bool hasDriver() const override { return true; }
    std::span<const machine::ConfigurationRule> rules() const override;
};

}  // namespace cyclorama::attila
