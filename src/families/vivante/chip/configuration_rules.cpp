// SPDX-License-Identifier: MIT
// Rules between parameters that hold for Vivante's GPUs alone.

#include "families/vivante/chip/parameters.h"
#include "machine/configuration/rules/rule_terms.h"

namespace cyclorama::vivante {
namespace {

using machine::rules::arePowersOfTwo;
using machine::rules::kError;
using C = const machine::Configuration&;

constexpr machine::ConfigurationRule kRules[] = {
    {"vivante-model",
     kError,
     "a Vivante GPU needs its chip's number, VIVANTE.Model",
     {"GPU.Family", "VIVANTE.Model"},
     "VIVANTE/Model",
     [](C c) { return parametersOf(c).chip.model != 0U; }},
    {"vivante-shader-model",
     kError,
     "a Vivante GPU needs VectorShader: the scalar shader model runs no programs with branches",
     {"VIVANTE.Model", "FRAGMENTSHADER.VectorShader"},
     "FRAGMENTSHADER/VectorShader",
     [](C c) { return c.vectorShader.vectorShader.get(); }},
    {"vivante-rop-cache-line",
     kError,
     "lines of a Vivante GPU's depth and colour cache must hold a tile of 4 stamps (64 bytes)",
     {"VIVANTE.Model", "ZSTENCILTEST.ZCacheStampsPerLine", "COLORWRITE.ColorCacheStampsPerLine"},
     "VIVANTE/Model",
     [](C c) { return c.zStencilTest.cacheStampsPerLine >= 4 && c.colorWrite.cacheStampsPerLine >= 4; }},
    {"tile-status-cache-powers-of-two",
     kError,
     "lines of the tile status cache in a way must be a power of two",
     {"VIVANTE.TileStatusCacheLines"},
     "VIVANTE/TileStatusCacheLines",
     [](C c) { return arePowersOfTwo({parametersOf(c).engines.tileStatusCacheLines}); }},
};

}  // namespace

std::span<const machine::ConfigurationRule> Parameters::rules() const { return kRules; }

}  // namespace cyclorama::vivante
