// SPDX-License-Identifier: MIT
#pragma once
// Fetches the indices of a draw, or counts them, and sends them to the output cache in order.
//
// Parameters: StreamerParameters: IndicesCycle, IndexBufferSize, OutputFIFOSize, OutputMemorySize, SLIndicesCycle,
// SLInputRequestQueueSize.
// Inputs: commands; index data from memory; places given back by loaders and commit.
// Outputs: indices, IndicesCycle a cycle; memory requests; status.
// Statistics: the columns with the suffix StF.
//
// An index takes, from the cycle in which it is sent, an entry of the output queue, a line of the output memory (given
// back at once where it hits) and an entry of the first loader that has one. Index data is requested 64 bytes at a
// time, aligned, each request in order and up to 64 under way, and becomes usable in order, one request a cycle. Each
// instance reads the index stream again and begins on a 64 byte boundary of the buffer.
//
// Indices that restart a strip or fan, and those between two restarts that are too few for a primitive, take their turn
// but go no further: the command processor has found them out (DrawRecord::restartedRuns).
//
// Simplified: the value of an index is read when it is sent.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "machine/configuration/parameters/streamer_parameters.h"
#include "machine/timing/draw/draw_protocol.h"
#include "machine/timing/streamer/streamer_messages.h"
#include "mem/address_space.h"
#include "mem/memory_controller.h"
#include "mem/stale_contents.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::machine::timing {

class StreamerFetch final : public UnitBox<StreamerFetch, DrawProtocol> {
    friend UnitBox;

  public:
    static constexpr std::string_view kMemoryClient = "StreamerFetch";

    StreamerFetch(sim::Simulation& simulation, sim::DomainId domain, const mem::AddressSpace& memory,
                  mem::StaleContents& earlier, const StreamerParameters& parameters);

    /// Port of client kMemoryClient, unit 0.
    mem::MemoryPort memory;
    sim::Output<StreamIndex> indices;
    /// One for each loader.
    std::vector<std::unique_ptr<sim::Signal<FreedRequests>>> freedRequests;
    sim::Signal<FreedOutputs> freedOutputs;

    /// Indices outside of memory; read as zero.
    uint64_t readsOutOfRange() const { return readsOutOfRange_; }

    std::string describeWait() const override;
    sim::Backlog backlog() const override;
    void appendQueues(std::vector<sim::QueueLevel>& queues) const override;
    const Box* holdup() const override;

  private:
    static constexpr uint32_t kRequests = 64;

    struct Statistics {
        explicit Statistics(sim::StatisticsRegistry& registry);
        sim::Counter bytesRead, transactions, indicesSent;
    };

    struct Limits {
        uint32_t indicesPerCycle = 0;
        uint32_t indicesOfLoader = 0;  // in a cycle
        uint32_t loaderRequests = 0;
        uint32_t bufferBytes = 0;
        uint32_t outputEntries = 0;
        uint32_t outputLines = 0;
    };

    /// Index data on its way from memory into the buffer.
    struct Reading {
        uint32_t instance = 0;
        uint32_t requestedBytes = 0;  // of the index stream, for the instance
        uint32_t bytesUnderWay = 0;
        uint32_t place = 0;                         // in the buffer
        uint32_t padding = 0;                       // bytes of the buffer that no instance uses
        std::array<uint32_t, kRequests> arrived{};  // bytes of each request that wait for those before it
        uint32_t oldestRequest = 0;
        uint32_t nextRequest = 0;
        uint32_t activeRequests = 0;
        mem::MemoryTransaction transfer;
        uint32_t transferCycles = 0;
    };

    struct Loader {
        uint32_t free = 0;
        uint32_t sent = 0;  // in this cycle
    };

    bool receive(sim::Cycle cycle);
    void reset(sim::Cycle cycle);
    void start(sim::Cycle cycle, DrawRecord& draw);
    bool work(sim::Cycle cycle);
    bool standBy(sim::Cycle cycle);
    void takeFreed(sim::Cycle cycle);
    void takeArrivedData();
    void requestData(sim::Cycle cycle);
    void restartReading();
    bool sendIndex(sim::Cycle cycle);
    /// Returns true if the next index is part of no run.
    bool betweenRuns() const { return restarts_ && (run_ == draw_->runs() || sent_ < draw_->run(run_).first); }
    bool passOverIndex();
    void takeIndexData();
    void finishInstance();
    uint32_t streamBytes() const { return input_->count * indexBytes_; }

    const mem::AddressSpace* addressSpace_;
    mem::StaleContents* earlier_;
    Limits limits_;
    Statistics statistics_;

    bool changed_ = false;  // in this cycle: the next may be different
    const DrawRecord* draw_ = nullptr;
    const gpu::VertexInput* input_ = nullptr;
    bool restarts_ = false;
    uint32_t indexBytes_ = 1;
    uint64_t readsOutOfRange_ = 0;

    std::vector<Loader> loaders_;
    uint32_t freeEntries_ = 0;
    uint32_t freeLines_ = 0;
    uint32_t nextEntry_ = 0;

    // Indices that are sent.
    uint32_t sent_ = 0;       // of the instance
    uint32_t run_ = 0;        // of the instance
    uint64_t remaining_ = 0;  // of the batch: those that name a vertex
    uint32_t instance_ = 0;
    uint32_t data_ = 0;          // bytes in the buffer
    uint32_t readPlace_ = 0;     // in the buffer
    uint32_t startPadding_ = 0;  // bytes before the first index that were read for alignment
    bool skipStartPadding_ = false;

    Reading reading_;
};

extern template class UnitBox<StreamerFetch, DrawProtocol>;

}  // namespace cyclorama::machine::timing
