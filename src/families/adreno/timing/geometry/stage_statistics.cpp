// SPDX-License-Identifier: MIT
#include "families/adreno/timing/geometry/stage_statistics.h"

namespace cyclorama::adreno {

StageStatistics::StageStatistics(sim::StatisticsRegistry& registry)
    : hulls(registry, {"HS_WAVES_PC", "waves", "Waves of hull programs that were made."}),
      hullFibers(registry, {"HS_INVOCATIONS_PC", "fibers", "Fibers that were given to hull programs."}),
      patches(registry, {"TESS_PC_UV_PATCHES_PC", "patches", "Patches that were tessellated for domain programs."}),
      points(registry, {"DS_INVOCATIONS_PC", "points", "Points of patches that were given to domain programs."}),
      domainPrimitives(registry,
                       {"DS_PRIMITIVES_PC", "primitives", "Primitives of patches that went to the rasterizer."}),
      geometryFibers(registry, {"GS_INVOCATIONS_PC", "fibers",
                                "Fibers that were given to geometry programs, one for each vertex that may come."}),
      geometryPrimitives(
          registry, {"GS_PRIMITIVES_PC", "primitives", "Primitives of geometry programs that went to the rasterizer."}),
      factorLines(registry, {"TESS_FACTOR_TRANS_PC", "lines", "Lines of tessellation factors that were read."}),
      waitForFactors(registry, {"STARVE_CYCLES_FOR_TESS_FACTOR_PC", "cycles",
                                "Cycles in which the tessellator waited for factors."}),
      tessellator(registry,
                  {"STALL_CYCLES_TESS_PC", "cycles", "Cycles in which points of patches waited for the tessellator."}) {
}

void StageStatistics::addCounters(ChipCounters& counters) const {
    counters.add("PC_HS_INVOCATIONS"_counter, hullFibers);
    counters.add("PC_TESS_PC_UV_PATCHES"_counter, patches);
    counters.add("PC_TESS_PC_UV_TRANS"_counter, points);
    counters.add("PC_DS_INVOCATIONS"_counter, points);
    counters.add("PC_DS_PRIMITIVES"_counter, domainPrimitives);
    counters.add("PC_GS_INVOCATIONS"_counter, geometryFibers);
    counters.add("PC_GS_PRIMITIVES"_counter, geometryPrimitives);
    counters.add("PC_TESS_FACTOR_TRANS"_counter, factorLines);
    counters.add("PC_STARVE_CYCLES_FOR_TESS_FACTOR"_counter, waitForFactors);
    counters.add("PC_STALL_CYCLES_TESS"_counter, tessellator);
    counters.add("TESS_BUSY_CYCLES"_counter, tessellator);
    counters.add("TESS_WORKING_CYCLES"_counter, tessellator);
    counters.add("TESS_STARVE_CYCLES_PC"_counter, waitForFactors);
    counters.add("RBBM_TESS_BUSY"_counter, tessellator);
}

void StageStatistics::count(const VertexWave& wave) {
    switch (wave.stage()) {
        case ShaderStage::Hull:
            ++hulls;
            return hullFibers.add(wave.fibers());
        case ShaderStage::Domain:
            patches.add(wave.patches);
            return points.add(wave.fibers());
        case ShaderStage::Geometry:
            return geometryFibers.add(wave.fibers());
        default:
            return;
    }
}

void StageStatistics::countEnd(const VertexWave& wave) {
    if (wave.stage() == ShaderStage::Domain) domainPrimitives.add(wave.primitives.size());
    if (wave.stage() == ShaderStage::Geometry) geometryPrimitives.add(wave.primitives.size());
}

}  // namespace cyclorama::adreno
