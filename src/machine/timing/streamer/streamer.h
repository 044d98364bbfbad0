// SPDX-License-Identifier: MIT
#pragma once
// The streamer: from a draw to its shaded vertices in order. This box passes commands on and joins the states of the
// parts that it owns:
//
//   fetch -> output cache -+-> loader(s) -> work distributor (shading) -> commit -> primitive assembly
//                          +----------------------------------------------^
//
// Parameters: StreamerParameters. Inputs: commands of the command processor. Outputs: status.
// Latency: a command reaches the parts a cycle after the streamer read it; the status follows that of the parts by one.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "machine/configuration/parameters/streamer_parameters.h"
#include "machine/timing/core/draw_faults.h"
#include "machine/timing/streamer/streamer_commit.h"
#include "machine/timing/streamer/streamer_fetch.h"
#include "machine/timing/streamer/streamer_loader.h"
#include "machine/timing/streamer/streamer_output_cache.h"
#include "mem/address_space.h"
#include "sim/level.h"
#include "sim/signal.h"

namespace cyclorama::machine::timing {

/// Parameters of the streamer's neighbours, from other sections of the configuration.
struct StreamerLinks {
    /// GPU/NumVertexShaders, a multiple of the loaders.
    uint32_t channels = 8;
    /// VERTEXSHADER/OutputLatency.
    uint32_t shaderOutputLatency = 11;
    /// PRIMITIVEASSEMBLY/InputBusLatency.
    uint32_t assemblyBusLatency = 10;
    /// FRAGMENTSHADER/VertexAttributeLoadFromShader.
    bool attributesByShader = false;
};

class Streamer final : public UnitBox<Streamer, DrawProtocol> {
    friend UnitBox;

  public:
    /// Throws sim::Fault where the channels are no multiple of the loaders.
    Streamer(sim::Simulation& simulation, sim::DomainId domain, VertexPool& vertices, const mem::AddressSpace& memory,
             mem::StaleContents& earlier, const StreamerParameters& parameters, const StreamerLinks& links);

    // The ports of the parts.
    StreamerFetch& fetch() { return *fetch_; }
    const StreamerFetch& fetch() const { return *fetch_; }
    StreamerCommit& commit() { return *commit_; }
    const StreamerCommit& commit() const { return *commit_; }
    uint32_t loaders() const { return static_cast<uint32_t>(loaders_.size()); }
    StreamerLoader& loader(uint32_t unit) { return *loaders_[unit]; }
    const StreamerLoader& loader(uint32_t unit) const { return *loaders_[unit]; }

    uint32_t channels() const { return channels_; }
    /// Vertices to be shaded, one a cycle, to the distributor's signal of latency 1. Channel c belongs to loader c /
    /// (channels / loaders).
    sim::Output<VertexId>& unshaded(uint32_t channel);
    /// Shaded vertices, in any order and on any channel.
    sim::Signal<VertexId>& shaded(uint32_t channel) { return *commit_->shaded[channel]; }

    /// Indices and attributes outside of memory, draw by draw so far.
    std::vector<DrawFaults> takeFaults();

    std::string describeWait() const override;

  private:
    void bindParts();
    void reset(sim::Cycle cycle);
    void start(sim::Cycle cycle, DrawRecord& draw);
    bool work(sim::Cycle cycle);
    void finish(sim::Cycle cycle);
    void collectFaults();
    void passOn(sim::Cycle cycle, const UnitCommand& unitCommand);

    uint32_t channels_;
    sim::Level<UnitStatus> fetchStatus_;
    sim::Level<UnitStatus> commitStatus_;
    std::vector<std::unique_ptr<sim::Output<UnitCommand>>> partCommands_;

    std::unique_ptr<StreamerFetch> fetch_;
    std::unique_ptr<StreamerOutputCache> outputCache_;
    std::vector<std::unique_ptr<StreamerLoader>> loaders_;
    std::unique_ptr<StreamerCommit> commit_;

    std::string place_;
    uint64_t readsCollected_ = 0;
    std::vector<DrawFaults> faults_;
};

extern template class UnitBox<Streamer, DrawProtocol>;

}  // namespace cyclorama::machine::timing
