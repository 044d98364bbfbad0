// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "machine/configuration/rules/rule_terms.h"
#include "machine/configuration/rules/rules.h"

namespace cyclorama::machine::rules {
namespace {

using C = const Configuration&;

constexpr ConfigurationRule kRunRules[] = {
    // Simulation run
    {"statistics-enabled",
     kWarning,
     "statistics a cycle, frame or draw are written only where Statistics is TRUE",
     {"SIMULATOR.Statistics", "SIMULATOR.PerCycleStatistics", "SIMULATOR.PerFrameStatistics",
      "SIMULATOR.PerBatchStatistics"},
     "SIMULATOR/PerCycleStatistics",
     [](C c) {
         return c.simulator.statistics ||
                !(c.simulator.perCycleStatistics || c.simulator.perFrameStatistics || c.simulator.perBatchStatistics);
     }},
    {"output-files",
     kError,
     "the files of the signal trace and of the statistics must have names that none of the others has, or always has",
     {"SIMULATOR.SignalDumpFile", "SIMULATOR.StatsFile", "SIMULATOR.StatsFilePerFrame", "SIMULATOR.StatsFilePerBatch"},
     kUnitBehaviour,
     [](C c) {
         using Simulator = SimulatorParameters;
         std::vector<std::string> names{c.simulator.signalDumpFile};
         const auto add = [&](std::string_view always, const std::string& named) {
             names.emplace_back(always);
             if (named != always) names.push_back(named);
         };
         add(Simulator::kWindowStatistics, c.simulator.statsFile);
         add(Simulator::kFrameStatistics, c.simulator.statsFilePerFrame);
         add(Simulator::kBatchStatistics, c.simulator.statsFilePerBatch);
         std::ranges::sort(names);
         return std::ranges::adjacent_find(names) == names.end();
     }},

    // Units and clocks
    {"described-family",
     kError,
     "GPU.Family must be the family whose section describes a chip",
     {"GPU.Family"},
     "GPU/Family",
     [](C c) {
         return std::ranges::none_of(c.families(), [&](const ConfigurableFamily& family) {
             return family.parameters() != nullptr && family.parameters()->describesChip() &&
                    family.name() != c.family();
         });
     }},
    {"tiled-distribution-shaders",
     kError,
     "with TiledShaderDistribution there are 1, 2, 4 or 8 fragment shaders",
     {"GPU.NumFragmentShaders", "RASTERIZER.TiledShaderDistribution"},
     "GPU/NumFragmentShaders",
     [](C c) {
         return !c.workDistributor.tiledShaderDistribution ||
                (c.gpu.numFragmentShaders <= 8 && arePowersOfTwo({c.gpu.numFragmentShaders}));
     }},
    {"shader-clock-vector",
     kError,
     "a shader clock of its own needs the vector shader model",
     {"GPU.ShaderClock", "GPU.GPUClock", "FRAGMENTSHADER.VectorShader"},
     "GPU/ShaderClock",
     [](C c) { return c.gpu.shaderClock.get() == c.gpu.gpuClock.get() || c.vectorShader.vectorShader; }},
    {"memory-clock-gddr",
     kError,
     "a memory clock of its own needs the GDDR memory controller",
     {"GPU.MemoryClock", "GPU.GPUClock", "MEMORYCONTROLLER.MemoryControllerV2"},
     kUnitBehaviour,
     [](C c) { return c.gpu.memoryClock.get() == c.gpu.gpuClock.get() || c.memoryController.memoryControllerV2; }},
};

}  // namespace

std::span<const ConfigurationRule> run() { return kRunRules; }

}  // namespace cyclorama::machine::rules
