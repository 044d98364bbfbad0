// SPDX-License-Identifier: MIT
#pragma once
// The numbers that identify a Vivante chip, as one table: their places in vivante::Chip, in a configuration, and among
// the parameters of the kernel's driver. Captures have them in this order, which is part of their format, and the
// feature words after them.

#include <array>
#include <cstdint>

#include "families/vivante/chip/chip.h"
#include "families/vivante/chip/parameters.h"
#include "families/vivante/uapi/etnaviv_uapi.h"

namespace cyclorama::vivante {

using ChipParameter = Parameter<uint32_t> ChipParameters::*;

struct ChipNumber {
    uint32_t Chip::*member;
    ChipParameter parameter;
    etnaviv::Param driverParameter;
};

inline constexpr std::array kChipNumbers = {
    ChipNumber{&Chip::model, &ChipParameters::model, etnaviv::Param::Model},
    ChipNumber{&Chip::revision, &ChipParameters::revision, etnaviv::Param::Revision},
    ChipNumber{&Chip::productId, &ChipParameters::productId, etnaviv::Param::ProductId},
    ChipNumber{&Chip::customerId, &ChipParameters::customerId, etnaviv::Param::CustomerId},
    ChipNumber{&Chip::ecoId, &ChipParameters::ecoId, etnaviv::Param::EcoId},
    ChipNumber{&Chip::streamCount, &ChipParameters::streamCount, etnaviv::Param::StreamCount},
    ChipNumber{&Chip::registerMax, &ChipParameters::registerMax, etnaviv::Param::RegisterMax},
    ChipNumber{&Chip::threadCount, &ChipParameters::threadCount, etnaviv::Param::ThreadCount},
    ChipNumber{&Chip::vertexCacheSize, &ChipParameters::vertexCacheSize, etnaviv::Param::VertexCacheSize},
    ChipNumber{&Chip::shaderCoreCount, &ChipParameters::shaderCoreCount, etnaviv::Param::ShaderCoreCount},
    ChipNumber{&Chip::pixelPipes, &ChipParameters::pixelPipes, etnaviv::Param::PixelPipes},
    ChipNumber{&Chip::vertexOutputBufferSize, &ChipParameters::vertexOutputBufferSize,
               etnaviv::Param::VertexOutputBufferSize},
    ChipNumber{&Chip::bufferSize, &ChipParameters::bufferSize, etnaviv::Param::BufferSize},
    ChipNumber{&Chip::instructionCount, &ChipParameters::instructionCount, etnaviv::Param::InstructionCount},
    ChipNumber{&Chip::constantCount, &ChipParameters::constantCount, etnaviv::Param::NumConstants},
    ChipNumber{&Chip::varyingsCount, &ChipParameters::varyingsCount, etnaviv::Param::NumVaryings},
};

/// The words of feature bits in a configuration, in the order of Chip::features.
inline constexpr std::array<ChipParameter, kFeatureWords> kFeatureParameters = {
    &ChipParameters::features,       &ChipParameters::minorFeatures0, &ChipParameters::minorFeatures1,
    &ChipParameters::minorFeatures2, &ChipParameters::minorFeatures3, &ChipParameters::minorFeatures4,
    &ChipParameters::minorFeatures5, &ChipParameters::minorFeatures6, &ChipParameters::minorFeatures7,
    &ChipParameters::minorFeatures8, &ChipParameters::minorFeatures9, &ChipParameters::minorFeatures10,
    &ChipParameters::minorFeatures11};

}  // namespace cyclorama::vivante
