// SPDX-License-Identifier: MIT
// Rules between parameters that hold for ATTILA's GPUs alone.

#include "families/attila/chip/parameters.h"
#include "machine/configuration/rules/rule_terms.h"

namespace cyclorama::attila {
namespace {

using machine::rules::arePowersOfTwo;
using machine::rules::genTileStamps;
using machine::rules::kUnitBehaviour;
using machine::rules::kWarning;
using C = const machine::Configuration&;

constexpr machine::ConfigurationRule kRules[] = {
    {"object-sizes",
     kWarning,
     "ObjectSize1 must be larger than ObjectSize0",
     {"SIMULATOR.ObjectSize0", "SIMULATOR.ObjectSize1"},
     "SIMULATOR/ObjectSize1",
     [](C c) {
         const ProgramParameters& programs = c.familyParameters<Parameters>().programs;
         return programs.objectSize1 > programs.objectSize0;
     }},
    {"gddr-counts",
     kWarning,
     "ATTILA has no more than 16 channels and 8 banks, and powers of two of each",
     {"MEMORYCONTROLLER.V2MemoryChannels", "MEMORYCONTROLLER.V2BanksPerMemoryChannel"},
     kUnitBehaviour,
     [](C c) {
         return !c.memoryController.memoryControllerV2 ||
                (c.gddrMemory.channels <= 16 && c.gddrMemory.banksPerChannel <= 8 &&
                 arePowersOfTwo({c.gddrMemory.channels, c.gddrMemory.banksPerChannel}));
     }},
    {"stored-triangles",
     kWarning,
     "EmulatorStoredTriangles should be larger than SetupFIFOSize: ATTILA stops where it is full",
     {"RASTERIZER.EmulatorStoredTriangles", "RASTERIZER.SetupFIFOSize"},
     "RASTERIZER/EmulatorStoredTriangles",
     [](C c) { return c.triangleSetup.emulatorStoredTriangles > c.triangleSetup.setupFifoSize.get(); }},
    {"gen-tile-cache-line",
     kWarning,
     "a line of the depth and of the colour cache should be a generation tile",
     {"RASTERIZER.GenWidth", "RASTERIZER.GenHeight", "ZSTENCILTEST.ZCacheStampsPerLine",
      "COLORWRITE.ColorCacheStampsPerLine"},
     "RASTERIZER/GenWidth",
     [](C c) {
         return c.zStencilTest.cacheStampsPerLine == genTileStamps(c) &&
                c.colorWrite.cacheStampsPerLine == genTileStamps(c);
     }},
};

}  // namespace

std::span<const machine::ConfigurationRule> Parameters::rules() const { return kRules; }

}  // namespace cyclorama::attila
