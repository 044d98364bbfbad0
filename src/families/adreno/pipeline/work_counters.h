// SPDX-License-Identifier: MIT
#pragma once
// Counts of the blocks behind the command processor, for queries. Events start and stop counting, and write what was
// counted; packets read RBBM_PRIMCTR_n.

#include <array>
#include <cstdint>

namespace cyclorama::adreno {

/// The counters of RBBM_PRIMCTR_n, by n (Mesa: a6xx.xml; tu_query_pool.cc, statistics_index).
enum class Statistic : uint8_t {
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

class WorkCounters {
  public:
    /// Primitives of a stream of the last geometry stage.
    struct Stream {
        uint64_t written = 0;
        uint64_t generated = 0;
    };

    void count(Statistic statistic, uint64_t number) {
        if (isStarted(groupOf(statistic))) statistics_[static_cast<size_t>(statistic)] += number;
    }
    uint64_t statistic(uint32_t number) const { return statistics_[number]; }

    void start(StatisticGroup group) { started_[static_cast<size_t>(group)] = true; }
    void stop(StatisticGroup group) { started_[static_cast<size_t>(group)] = false; }
    bool isStarted(StatisticGroup group) const { return started_[static_cast<size_t>(group)]; }

    /// Samples that passed the tests, while RB_SAMPLE_COUNT_CONTROL lets them be counted.
    uint64_t samplesPassed = 0;
    std::array<Stream, 4> streams{};

  private:
    static constexpr StatisticGroup groupOf(Statistic statistic) {
        if (statistic == Statistic::ComputeInvocations) return StatisticGroup::Compute;
        return statistic == Statistic::FragmentInvocations ? StatisticGroup::Fragments : StatisticGroup::Primitives;
    }

    std::array<uint64_t, kStatistics> statistics_{};
    std::array<bool, 3> started_{};
};

}  // namespace cyclorama::adreno
