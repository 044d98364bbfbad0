// SPDX-License-Identifier: MIT
#pragma once
// The texture unit of a shader processor. Requests come with the operands of a quad and leave as results, not
// necessarily in order; the shader knows the values of the texels already.
//
//   requests -> access queue -> address unit -> fetch -> window -> ready -> read -> filter -> results
//
// - Admission: a request a cycle moves into the access queue, where it stays until its result.
// - Address unit: a trilinear sample of the oldest access at a time, which takes it for a cycle a loop (bilinear quad),
//   and its latency more to come out. The addresses of an access count as known when a sample comes out after its last
//   one went in.
// - Fetch: a loop of up to sixteen texels a cycle of the oldest access, as far as the cache takes them. A sample with
//   all its lines goes to the ready queue, others to the window, which they leave when their lines have come, in the
//   order in which they entered.
// - Read: a loop of the oldest ready sample a cycle, as far as the cache's ports allow.
// - Filter: a sample at a time, a cycle a loop, and its latency. The last sample of an access makes it a result; one
//   result leaves a cycle.
// - Tickets: one is given in each cycle in which waiting requests and tickets together are fewer than the queue holds.
//
// Textures that are surfaces (func::SurfaceTexture) go the same way, with the texels of
// func/texture/surface_quad_plan.h; fragments that do not take part have none. So do accesses of programs to memory, as
// samples of one loop: each fragment's bytes are one texel, or two if they cross a boundary of 16 bytes. Their way
// through the texture units and their caches is an ESTIMATE. A store fetches its lines, too, and its bytes are not
// written back in time.
//
// Flush, when nothing is under way, forgets all lines of the cache.
//
// Parameters: TextureTimingSettings. Register writes cost the unit nothing.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "machine/timing/draw/draw_protocol.h"
#include "machine/timing/texture/loop_alu.h"
#include "machine/timing/texture/refused_tries.h"
#include "machine/timing/texture/texel_locator.h"
#include "machine/timing/texture/texel_sample.h"
#include "machine/timing/texture/texture_cache.h"
#include "machine/timing/texture/texture_request.h"
#include "machine/timing/texture/texture_unit_settings.h"
#include "machine/timing/texture/texture_unit_statistics.h"
#include "mem/memory_controller.h"
#include "sim/box.h"
#include "sim/queue.h"
#include "sim/signal.h"

namespace cyclorama::machine::timing {

/// Which of the GPU's texture units it is.
struct TextureUnitPlace {
    uint32_t shader = 0;
    uint32_t unit = 0;
};

class TextureUnit final : public sim::Box {
  public:
    using Cycle = sim::Cycle;
    static constexpr std::string_view kMemoryClient = "TextureUnit";

    /// In the main clock's domain, called "TextureUnitFSh<shader>-<unit>"; statistics end in "TU-FS<shader>TU<unit>".
    TextureUnit(sim::Simulation& simulation, sim::DomainId domain, TextureUnitPlace place,
                const TextureTimingSettings& settings);

    // The shader's side, to be bound to ShaderProcessor::TexturePort.
    sim::Signal<TextureRequest> requests;  // TextureRequestRate wide, latency 1
    sim::Output<TextureResult> results;
    sim::Output<TextureTicket> tickets;
    /// Flush, while no request is under way; everything else is ignored.
    sim::Signal<UnitCommand> command;
    /// Ports of client kMemoryClient, in the order of shaders and units.
    mem::MemoryPort memory;

    void clock(Cycle cycle) override;
    std::string describeWait() const override;
    sim::Backlog backlog() const override;
    void appendQueues(std::vector<sim::QueueLevel>& queues) const override;
    const Box* holdup() const override;
    /// More waits to be addressed or filtered.
    bool atFullRate() const override { return !toAddress_.empty() || !toFilter_.empty() || !ready_.empty(); }
    void accountSleep(Cycle first, uint64_t count) override;

    TextureCache& cache() { return cache_; }
    const TextureCache& cache() const { return cache_; }

  private:
    struct Request {
        TextureRequest request;
        Cycle sent = 0;
    };
    /// A quad between admission and result.
    struct Access {
        Request request;
        PlannedAccess plan;
        uint32_t addressed = 0;  // samples that entered the address unit
        bool addressesKnown = false;
        uint32_t fetched = 0;   // samples
        uint32_t filtered = 0;  // samples
    };
    struct Result {
        uint32_t thread = 0;
        Cycle sent = 0;
    };
    /// In the window.
    struct Waiting {
        uint64_t expects = 0;  // TexelSample::expects()
        uint32_t sample = 0;
        bool complete = false;
    };
    enum class FetchState : uint8_t { Nothing, WaitsForAddress, WaitsForReady, WaitsForWindow, Fetching };

    void flush();
    void takeRequests(Cycle cycle);
    /// `filled`: a line came in this cycle.
    void wakeSamples(std::optional<mem::CacheSlot> filled);
    void sendResult(Cycle cycle);
    void filter(Cycle cycle);
    void finishSample(uint32_t access);
    void read();
    /// A loop of the sample, in one cycle; or texel by texel, where true means that it is complete.
    void readRuns(TexelSample& sample);
    bool readTexels(TexelSample& sample);
    void fetch();
    FetchState fetchState() const;
    void countStall(FetchState state, uint64_t cycles);
    void calculateAddresses(Cycle cycle);
    void startSample(uint32_t access);
    std::string nameOf(uint32_t access) const;
    void admit();
    void offerTicket(Cycle cycle);
    void countLevels(uint64_t cycles);
    Cycle nextEvent(Cycle cycle) const;

    TextureTimingSettings settings_;
    bool started_ = false;
    uint32_t ticketsGiven_ = 0;

    sim::BoundedQueue<Request> waiting_;
    std::vector<Access> accesses_;
    std::vector<uint32_t> freeAccesses_;
    sim::BoundedQueue<uint32_t> toAddress_;  // accesses
    sim::BoundedQueue<uint32_t> toFetch_;    // accesses
    TexelLocator locator_;
    TexelSamples samples_;
    LoopAlu addressAlu_;  // accesses

    std::optional<uint32_t> fetching_;      // the sample whose lines are fetched
    std::vector<Waiting> window_;           // the oldest first
    uint32_t movesPending_ = 0;             // complete samples in the window, for want of room in ready_
    sim::BoundedQueue<uint32_t> ready_;     // samples
    sim::BoundedQueue<uint32_t> toFilter_;  // samples
    LoopAlu filterAlu_;                     // accesses
    sim::BoundedQueue<uint32_t> filtered_;  // accesses, one for each sample
    sim::BoundedQueue<Result> finished_;

    TextureCache cache_;
    TextureUnitStatistics statistics_;
    RefusedTries tries_;  // of the fetch stage
};

}  // namespace cyclorama::machine::timing
