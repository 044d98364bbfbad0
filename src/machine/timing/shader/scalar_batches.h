// SPDX-License-Identifier: MIT
#pragma once
// The order in which the scalar shader fetches without ThreadWindow: groups
// gather in batches, and all groups of a batch fetch an instruction in turn before any fetches the next one. Each
// target has a batch that is fetched and one that is loaded; they may be the same. A batch closes when it holds the
// last vertex of a draw, when the shader is full, when its first group ends, or when nothing came for a while.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "machine/timing/shader/scalar_thread.h"
#include "machine/timing/shader/shader_ports.h"

namespace cyclorama::machine::timing {

class ScalarBatches {
  public:
    ScalarBatches(uint32_t groups, uint32_t groupSize);

    /// All threads of the group have come; `last`: the last vertex of the draw is among them.
    void load(ShaderTarget target, uint32_t group, bool last, sim::Cycle cycle);

    enum class FetchChoice : uint8_t {
        Group,  // `group` fetches now
        Retry,  // none yet, but the next call in this cycle may choose one
        None    // none in this cycle
    };
    /// Chooses the group that fetches, or takes one step towards the choice. Sets `group` for `Group` alone.
    FetchChoice chooseGroup(sim::Cycle cycle, std::span<const ScalarGroup> groups, uint32_t& group);

    /// A thread has ended.
    void end(ShaderTarget target, uint32_t thread);

    /// The shader has no room for more.
    void closeWhenFull();

  private:
    struct Batch {
        std::vector<uint32_t> groups;
        uint32_t size = 0;
        bool closed = false;
    };
    struct Queue {
        std::array<Batch, 2> batches;
        uint32_t fetch = 0;
        uint32_t load = 0;
        uint32_t next = 0;  // group of the batch that is fetched
        sim::Cycle lastLoad = 0;
        /// The first group of the batch that is fetched has ended.
        bool ending = false;

        Batch& fetched() { return batches[fetch]; }
        Batch& loaded() { return batches[load]; }
        bool shared() const { return fetch == load; }
        void turnLoad() { load ^= 1; }
        void reopen();
    };

    /// Vertices go first.
    void chooseTarget();

    std::array<Queue, kShaderTargets> queues_;
    uint32_t groupCount_;
    uint32_t groupSize_;
    size_t current_ = 0;
};

}  // namespace cyclorama::machine::timing
