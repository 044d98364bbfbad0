// SPDX-License-Identifier: MIT
#pragma once
// The work distributor's vertex path.
//
//   streamer loader -> input queue -> [group] -> shader queues -> shaded queue -> streamer commit
//
// A group leaves when the input queue holds one; when the last vertex of a batch arrives in this very cycle, unless
// streamer commit has had the last already; and when 1000 cycles passed since the last group. Padding fills it up.
// Room in the shaded queue is taken when the group leaves. Vertices go back in the order in which processors end them;
// one a channel and cycle.

#include <memory>
#include <string>
#include <vector>

#include "machine/timing/distributor/work_distributor_settings.h"
#include "machine/timing/distributor/work_distributor_shaders.h"
#include "machine/timing/draw/work_pools.h"
#include "machine/timing/shader/shader_ports.h"
#include "sim/box.h"
#include "sim/level.h"
#include "sim/queue.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::machine::timing {

class VertexPath {
  public:
    VertexPath(sim::Box& owner, const WorkDistributorSettings& settings);

    /// One of NumVertexShaders. Streamer loader n has as many, from n times that on.
    struct Channel {
        Channel(sim::Box& owner, uint32_t number);

        /// From the streamer loader: width 1, latency 1.
        sim::Signal<VertexId> input;
        /// To the streamer commit: width 1, the latency is that of its signal.
        sim::Output<VertexId> output;
    };
    std::vector<std::unique_ptr<Channel>> channels;
    /// To each streamer loader: there is room for two vertices of every channel.
    std::vector<std::unique_ptr<sim::LevelOutput<bool>>> loadersReady;
    /// From streamer commit: the last vertex of the batch has gone to primitive assembly.
    sim::Level<bool> lastVertexCommitted;

    void reset();
    void startBatch() { firstSeen_ = false; }

    // The steps of a cycle; whether anything moved.
    bool send(sim::Cycle cycle);
    bool receive(sim::Cycle cycle, const VertexPool& vertices);
    /// A group is due: no fragments are sent to the shaders in this cycle, whether there is room for the group or not.
    bool groupDue(sim::Cycle cycle) const;
    bool shade(sim::Cycle cycle, ShaderQueues& shaders);
    /// An output of a processor.
    void takeShaded(const ShaderElements& output);
    void showStatus(sim::Cycle cycle);

    void account(uint64_t cycles);
    /// When a group becomes due that nothing else will cause.
    sim::Cycle alarm() const;
    std::string describeWait() const;
    void appendQueues(std::vector<sim::QueueLevel>& queues) const;
    /// The loaders have to wait.
    bool isFull() const { return shownFree_ < 2 * channels.size(); }

  private:
    /// Cycles after which a group leaves incomplete.
    static constexpr uint64_t kGroupThreshold = 1000;

    struct Statistics {
        explicit Statistics(sim::StatisticsRegistry& registry);
        sim::Counter inputs, outputs, shaded, inputOccupation, shadedOccupation;
    };

    uint32_t group_;
    sim::BoundedQueue<ShaderElements> inputs_;
    sim::BoundedQueue<VertexId> shaded_;
    uint32_t reserved_ = 0;      // of the shaded queue
    uint32_t shownFree_ = ~0u;   // of the input queue, as the loaders last saw it
    bool lastReceived_ = false;  // in this cycle
    bool firstSeen_ = false;
    sim::Cycle lastGroup_ = 0;
    Statistics statistics_;
};

}  // namespace cyclorama::machine::timing
