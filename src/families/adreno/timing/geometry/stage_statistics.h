// SPDX-License-Identifier: MIT
#pragma once
// Statistics of the stages between vertices and the rasterizer.

#include "families/adreno/timing/chip/chip_counters.h"
#include "families/adreno/timing/draw/vertex_wave.h"
#include "sim/statistics.h"

namespace cyclorama::adreno {

struct StageStatistics {
    explicit StageStatistics(sim::StatisticsRegistry& registry);
    void addCounters(ChipCounters& counters) const;
    /// Counts a wave that is made.
    void count(const VertexWave& wave);
    /// Counts the primitives of one that goes to the rasterizer.
    void countEnd(const VertexWave& wave);

    sim::Counter hulls, hullFibers, patches, points, domainPrimitives, geometryFibers, geometryPrimitives, factorLines,
        waitForFactors, tessellator;
};

}  // namespace cyclorama::adreno
