// SPDX-License-Identifier: MIT
#pragma once
// Loads the attributes of vertices and sends them to be shaded. Each vertex goes through three stages in order: its
// attributes' lines are fetched into the cache, the attributes are read from it, the vertex is sent on the next
// channel.
//
// Parameters: StreamerParameters: SLIndicesCycle, SLInputRequestQueueSize, SLAttributesCycle and those of the cache.
// Inputs: commands; indices of the output cache, of which only misses and the batch's last are kept; data from memory;
// whether the work distributor has room.
// Outputs: vertices, SLIndicesCycle a cycle, at most one on a channel; memory requests; free entries, to fetch.
// Statistics: the columns with the suffix SLn; those of the cache end in _FC_InC, added up over all loaders.
//
// Fetching and reading take SLAttributesCycle steps a cycle each; a step is an attribute, or a part of one that crosses
// a line, or the passage of a vertex to the next stage. An attribute takes 4-byte words of its line, one more than
// needed where it does not begin on a word. An attribute that is fed once for several instances is read for the first
// vertex that needs a new entry; for the others the line of address 0 is fetched and never read. The last index of a
// batch goes to the shader even where it hits, with attributes of no meaning.
//
// Simplified: the values of attributes are read when the vertex is sent.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "machine/configuration/parameters/streamer_parameters.h"
#include "machine/timing/draw/draw_protocol.h"
#include "machine/timing/draw/work_pools.h"
#include "machine/timing/streamer/loader_request.h"
#include "machine/timing/streamer/streamer_messages.h"
#include "machine/timing/streamer/vertex_input_cache.h"
#include "mem/address_space.h"
#include "mem/memory_controller.h"
#include "mem/stale_contents.h"
#include "sim/level.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::machine::timing {

class StreamerLoader final : public UnitBox<StreamerLoader, DrawProtocol, UnitKind::Part> {
    friend UnitBox;

  public:
    static constexpr std::string_view kMemoryClient = "StreamerLoader";
    struct Links {
        uint32_t unit = 0;
        uint32_t channels = 8;
        bool attributesByShader = false;
    };

    StreamerLoader(sim::Simulation& simulation, sim::DomainId domain, VertexPool& vertices,
                   const mem::AddressSpace& memory, mem::StaleContents& earlier, const StreamerParameters& parameters,
                   const Links& links);

    sim::Signal<StreamIndex> indices;
    /// Port of client kMemoryClient, unit `unit`.
    mem::MemoryPort memory;
    /// From the work distributor: it has room for two vertices of every channel.
    sim::Level<bool> distributorReady;
    /// To the work distributor, one vertex a cycle each.
    std::vector<std::unique_ptr<sim::Output<VertexId>>> channels;
    sim::Output<FreedRequests> freed;

    /// Attributes outside of memory; read as zero.
    uint64_t readsOutOfRange() const { return readsOutOfRange_; }

    void accountSleep(sim::Cycle first, uint64_t count) override;
    std::string describeWait() const override;
    sim::Backlog backlog() const override;
    void appendQueues(std::vector<sim::QueueLevel>& queues) const override;
    const Box* holdup() const override;

  private:
    struct Statistics {
        Statistics(sim::StatisticsRegistry& registry, const std::string& suffix);
        sim::Counter indices, transactions, bytesRead, fetches, noFetches, reads, noReads, inputs;
        sim::Counter splitAttributes, mappedAttributes, stallsShaderBusy;
        sim::Average verticesSent;
    };

    /// From the configuration.
    struct Limits {
        uint32_t indicesPerCycle = 0;
        uint32_t attributesPerCycle = 0;
        uint32_t lineBytes = 0;
    };

    /// The stages' next requests, places in the ring, and the number of requests in each stage.
    struct Stages {
        uint32_t nextFree = 0;
        uint32_t nextFetch = 0;
        uint32_t nextRead = 0;
        uint32_t nextSend = 0;
        uint32_t fetching = 0;
        uint32_t reading = 0;
        uint32_t sending = 0;
    };

    bool receive(sim::Cycle cycle);
    sim::Cycle alarm(sim::Cycle cycle) const { return cache_.nextEvent(cycle, memory.accepts.read(cycle).reads); }
    void reset(sim::Cycle cycle);
    void start(sim::Cycle cycle, DrawRecord& draw);
    bool work(sim::Cycle cycle);
    static constexpr bool kWorksUntilEnd = true;
    void load(sim::Cycle cycle);
    void sendVertices(sim::Cycle cycle);
    void send(sim::Cycle cycle, const LoaderRequest& request);
    void setAttributes(VertexInFlight& vertex);
    void readAttributes();
    void fetchAttributes();
    /// A step each; false where it has to be tried again.
    bool readAttribute();
    bool fetchAttribute();
    void takeIndices(sim::Cycle cycle);
    void planAttributes(LoaderRequest& request);
    void planAttribute(LoaderRequest& request, uint32_t place);
    /// Returns true for the first request of an entry of an attribute of instances.
    bool takesNewEntry(uint32_t attribute, uint32_t entry);
    void resume(LoaderRequest& request, bool wholeAttribute);
    /// The next attribute to be read is not in the cache yet.
    bool readStalls() const;
    /// `attempts` to fetch the next attribute fail, there being no room for another miss.
    void countRefusedFetches(uint64_t attempts);
    bool canMove(sim::Cycle cycle) const;
    uint32_t nextPlace(uint32_t place) const { return place + 1 == requests_.size() ? 0 : place + 1; }

    VertexPool* vertices_;
    const mem::AddressSpace* addressSpace_;
    mem::StaleContents* earlier_;
    Limits limits_;
    bool attributesByShader_;
    VertexInputCache cache_;
    Statistics statistics_;

    DrawRecord* draw_ = nullptr;
    std::array<uint32_t, func::kVertexAttributes> mapped_{};  // attributes with a stream
    uint32_t mappedCount_ = 0;
    uint32_t loadedCount_ = 0;  // of them: all, or none if the program loads them
    bool byShader_ = false;     // in this draw
    uint64_t readsOutOfRange_ = 0;
    uint32_t nextChannel_ = 0;
    uint32_t freedNow_ = 0;
    /// The last attempt to fetch failed, and all others will until the cache has something to do.
    bool fetchesRefused_ = false;

    std::vector<LoaderRequest> requests_;  // a ring
    Stages stages_;

    /// The entry that an attribute of instances was last read from.
    struct InstanceEntry {
        bool valid = false;
        uint32_t entry = 0;
    };
    std::array<InstanceEntry, func::kVertexAttributes> instanceEntries_{};
};

extern template class UnitBox<StreamerLoader, DrawProtocol, UnitKind::Part>;

}  // namespace cyclorama::machine::timing
