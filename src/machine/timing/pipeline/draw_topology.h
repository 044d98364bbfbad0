// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gpu/dialect.h"
#include "machine/timing/command/command_processor.h"
#include "machine/timing/command/draw_checks.h"
#include "machine/timing/pipeline/draw_pipeline.h"
#include "machine/timing/pipeline/limiting_unit.h"
#include "machine/timing/topology/topology.h"
#include "machine/values/draw_in_flight.h"
#include "machine/values/fast_clear_tracker.h"
#include "mem/client.h"
#include "mem/stale_contents.h"
#include "sim/statistic_info.h"

namespace cyclorama::machine::timing {

/// A topology of the draw pipeline and its command processor, to which a family adds its command front and its engines.
class DrawTopology : public Topology {
  public:
    CommandProcessor& commandUnit() final { return commandProcessor_; }
    std::vector<DrawFaults> takeFaults() final { return pipeline_.takeFaults(); }
    Pace pace() const final { return limitingUnit_.find(); }
    std::vector<Change> changes(const Configuration& configuration) const override;
    void compareCaches(bool compare) final { pipeline_.shaders.compareCaches(compare); }
    void afterFrame(const PresentedFrame& frame, func::RowOrder order) final;
    uint64_t samplesPassed() const final { return pipeline_.pixels.samplesPassed(); }

  protected:
    /// A family's choices for the common blocks.
    struct Settings {
        gpu::Dialect dialect{};
        uint32_t depthFlushDelay = 1;
        /// Tile status on the buffers, if any.
        std::optional<TileStatusUnit::Settings> tileStatus{};
        /// Engines of the family that use memory, after the blocks of the pipeline.
        std::vector<mem::ClientInfo> engines{};
        /// Counts the cycles of the command front's engine, if it has one.
        std::optional<sim::StatisticInfo> engineCycles{};
        /// See mem::ClientSettings.
        bool flatAddresses = false;
    };
    DrawTopology(const TopologyContext& context, const Settings& settings);

    /// To be called once, with an engine that works while no draw does and connects to the memory itself.
    void addEngine(const sim::Box& engine) { limitingUnit_.addEngine(engine); }

    const TopologyContext& context() const { return context_; }
    FastClearTracker& fastClears() { return fastClears_; }
    const Dac& dac() const { return pipeline_.dac; }

  private:
    TopologyContext context_;
    mem::StaleContents earlier_;
    FastClearTracker fastClears_;
    DrawInFlight drawInFlight_;
    DrawChecks drawChecks_;
    CommandProcessor commandProcessor_;
    DrawPipeline pipeline_;
    LimitingUnit limitingUnit_;
};

}  // namespace cyclorama::machine::timing
