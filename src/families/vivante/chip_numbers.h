#pragma once
// The numbers that identify a Vivante chip, as one table: their places in vivante::Chip, in a configuration, and among
// the parameters of the kernel's driver. Captures have them in this order, which is part of their format, and the
// feature words behind them.

#include <array>
#include <cstdint>

#include "families/vivante/device/etnaviv_uapi.h"
#include "families/vivante/frontend/chip.h"
#include "machine/configuration/parameters/vivante_parameters.h"

namespace cyclorama::vivante {

using ChipParameter = machine::Parameter<uint32_t> machine::VivanteParameters::*;

struct ChipNumber {
    uint32_t Chip::*member;
    ChipParameter parameter;
    etnaviv::Param driverParameter;
};

inline constexpr std::array kChipNumbers = {
    ChipNumber{&Chip::model, &machine::VivanteParameters::model, etnaviv::Param::Model},
    ChipNumber{&Chip::revision, &machine::VivanteParameters::revision, etnaviv::Param::Revision},
    ChipNumber{&Chip::productId, &machine::VivanteParameters::productId, etnaviv::Param::ProductId},
    ChipNumber{&Chip::customerId, &machine::VivanteParameters::customerId, etnaviv::Param::CustomerId},
    ChipNumber{&Chip::ecoId, &machine::VivanteParameters::ecoId, etnaviv::Param::EcoId},
    ChipNumber{&Chip::streamCount, &machine::VivanteParameters::streamCount, etnaviv::Param::StreamCount},
    ChipNumber{&Chip::registerMax, &machine::VivanteParameters::registerMax, etnaviv::Param::RegisterMax},
    ChipNumber{&Chip::threadCount, &machine::VivanteParameters::threadCount, etnaviv::Param::ThreadCount},
    ChipNumber{&Chip::vertexCacheSize, &machine::VivanteParameters::vertexCacheSize, etnaviv::Param::VertexCacheSize},
    ChipNumber{&Chip::shaderCoreCount, &machine::VivanteParameters::shaderCoreCount, etnaviv::Param::ShaderCoreCount},
    ChipNumber{&Chip::pixelPipes, &machine::VivanteParameters::pixelPipes, etnaviv::Param::PixelPipes},
    ChipNumber{&Chip::vertexOutputBufferSize, &machine::VivanteParameters::vertexOutputBufferSize,
               etnaviv::Param::VertexOutputBufferSize},
    ChipNumber{&Chip::bufferSize, &machine::VivanteParameters::bufferSize, etnaviv::Param::BufferSize},
    ChipNumber{&Chip::instructionCount, &machine::VivanteParameters::instructionCount,
               etnaviv::Param::InstructionCount},
    ChipNumber{&Chip::constantCount, &machine::VivanteParameters::constantCount, etnaviv::Param::NumConstants},
    ChipNumber{&Chip::varyingsCount, &machine::VivanteParameters::varyingsCount, etnaviv::Param::NumVaryings},
};

/// The words of feature bits in a configuration, in the order of Chip::features.
inline constexpr std::array<ChipParameter, kFeatureWords> kFeatureParameters = {
    &machine::VivanteParameters::features,       &machine::VivanteParameters::minorFeatures0,
    &machine::VivanteParameters::minorFeatures1, &machine::VivanteParameters::minorFeatures2,
    &machine::VivanteParameters::minorFeatures3, &machine::VivanteParameters::minorFeatures4,
    &machine::VivanteParameters::minorFeatures5, &machine::VivanteParameters::minorFeatures6,
    &machine::VivanteParameters::minorFeatures7, &machine::VivanteParameters::minorFeatures8,
    &machine::VivanteParameters::minorFeatures9, &machine::VivanteParameters::minorFeatures10,
    &machine::VivanteParameters::minorFeatures11};

}  // namespace cyclorama::vivante
