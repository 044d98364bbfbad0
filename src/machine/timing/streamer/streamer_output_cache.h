// SPDX-License-Identifier: MIT
#pragma once
// Finds out which indices have been shaded already, or are being shaded: the tags of the output memory, fully
// associative.
//
// Parameters: StreamerParameters: IndicesCycle, OutputMemorySize, VerticesCycle, StreamerLoaderUnits, SLIndicesCycle.
// Inputs: commands; indices from fetch; releases from the commit.
// Outputs: the same indices, with hit or miss and their line, to a loader and the commit, a cycle later.
// Statistics: the columns with the suffix StOC.
//
// A miss takes the line that became free the longest ago and has its tag in the next cycle; equal indices that miss in
// one cycle share the line. A released line hits no more, and is free a cycle later if the commit confirms it; else it
// hits again.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "machine/configuration/parameters/streamer_parameters.h"
#include "machine/timing/draw/draw_protocol.h"
#include "machine/timing/streamer/output_tags.h"
#include "machine/timing/streamer/streamer_messages.h"
#include "sim/queue.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::machine::timing {

class StreamerOutputCache final : public UnitBox<StreamerOutputCache, DrawProtocol, UnitKind::Part> {
    friend UnitBox;

  public:
    StreamerOutputCache(sim::Simulation& simulation, sim::DomainId domain, const StreamerParameters& parameters);

    sim::Signal<StreamIndex> indices;
    sim::Signal<LineRelease> releases;
    sim::Output<StreamIndex> toCommit;
    /// One for each loader.
    std::vector<std::unique_ptr<sim::Output<StreamIndex>>> toLoaders;

    std::string describeWait() const override;

  private:
    struct Statistics {
        explicit Statistics(sim::StatisticsRegistry& registry);
        sim::Counter hits, misses, indices;
    };

    void start(sim::Cycle cycle, DrawRecord& draw);
    bool work(sim::Cycle cycle);
    static constexpr bool kWorksUntilEnd = true;
    void takeReleases(sim::Cycle cycle);
    void lookUpIndices(sim::Cycle cycle);
    void allocate(StreamIndex& index);
    void addFree(uint32_t line);
    void removeFree(uint32_t line);

    Statistics statistics_;
    OutputTags tags_;
    sim::BoundedQueue<uint32_t> free_;  // lines, those that became free the longest ago first
    std::vector<bool> isFree_;
    std::vector<StreamIndex> allocated_;   // in this cycle: tagged in the next
    std::vector<uint32_t> released_;       // in this cycle
    std::vector<uint32_t> toBeConfirmed_;  // released in the cycle before
};

extern template class UnitBox<StreamerOutputCache, DrawProtocol, UnitKind::Part>;

}  // namespace cyclorama::machine::timing
