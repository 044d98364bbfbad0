// SPDX-License-Identifier: MIT
#pragma once
// Counts of the blocks after the command processor, for queries. Events start and stop counting, and write what was
// counted; packets read RBBM_PRIMCTR_n.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "families/adreno/chip/counter_source.h"
#include "sim/count_sums.h"

namespace cyclorama::adreno {

/// The counters of RBBM_PRIMCTR_n, by n (Mesa: a6xx.xml; tu_query_pool.cc, statistics_index).
enum class PipelineStatistic : uint8_t {
    InputVertices,
    InputPrimitives,
    VertexInvocations,
    HullPatches,
    DomainInvocations,
    GeometryInvocations,
    GeometryPrimitives,
    ClipInvocations,  // primitives that come to the clipper
    ClipPrimitives,   // primitives that leave it
    FragmentInvocations,
    ComputeInvocations
};
inline constexpr uint32_t kStatistics = 11;

/// Counters that are started and stopped together.
enum class StatisticGroup : uint8_t { Primitives, Fragments, Compute };

/// Low resolution depth (LRZ): blocks of 8x8 samples that primitives are in.
struct LrzCounts {
    uint64_t coveredBlocks = 0;
    uint64_t partialBlocks = 0;
    uint64_t rejectedBlocks = 0;
    uint64_t writtenBlocks = 0;
    /// Blocks that took a depth over from the depth buffer.
    uint64_t fedBackBlocks = 0;
    /// Primitives that a binning pass leaves out as all of their blocks are rejected, and those that it keeps.
    uint64_t rejectedPrimitives = 0;
    uint64_t keptPrimitives = 0;

    /// The count of a number in GRAS_PERFCTR_LRZ_SEL (Mesa: a6xx.xml, a6xx_lrz_perfcounter_select); nothing for those
    /// of cycles and pixels.
    std::optional<uint64_t> selected(uint32_t number) const;

    /// All counts: does not compile when one is missing.
    template <typename Counts>
    static auto all(Counts& counts) {
        auto& [covered, partial, rejected, written, fedBack, rejectedWhole, kept] = counts;
        return std::array{&covered, &partial, &rejected, &written, &fedBack, &rejectedWhole, &kept};
    }
    LrzCounts& operator+=(const LrzCounts& other) { return sim::addCounts(*this, other); }
};

class QueryCounters {
  public:
    /// Primitives of a stream of the last geometry stage.
    struct Stream {
        uint64_t written = 0;
        uint64_t generated = 0;
    };

    void count(PipelineStatistic statistic, uint64_t number) {
        if (isStarted(groupOf(statistic))) statistics_[static_cast<size_t>(statistic)] += number;
    }
    /// Requires number < kStatistics.
    uint64_t statistic(uint32_t number) const { return statistics_[number]; }

    void start(StatisticGroup group) { started_[static_cast<size_t>(group)] = true; }
    void stop(StatisticGroup group) { started_[static_cast<size_t>(group)] = false; }
    bool isStarted(StatisticGroup group) const { return started_[static_cast<size_t>(group)]; }

    /// Samples that passed the tests, while RB_SAMPLE_COUNT_CONTROL lets them be counted.
    uint64_t samplesPassed = 0;
    std::array<Stream, 4> streams{};
    LrzCounts lrz;
    /// The performance counters of a machine with time, which outlives its use; null in one without.
    CounterSource* timed = nullptr;

  private:
    static constexpr StatisticGroup groupOf(PipelineStatistic statistic) {
        if (statistic == PipelineStatistic::ComputeInvocations) return StatisticGroup::Compute;
        return statistic == PipelineStatistic::FragmentInvocations ? StatisticGroup::Fragments
                                                                   : StatisticGroup::Primitives;
    }

    std::array<uint64_t, kStatistics> statistics_{};
    std::array<bool, 3> started_{};
};

}  // namespace cyclorama::adreno
