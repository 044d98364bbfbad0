// SPDX-License-Identifier: MIT
#pragma once
// The queues of quads on the work distributor's fragment path.

#include <bit>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "machine/timing/draw/work.h"
#include "sim/box.h"
#include "sim/queue.h"

namespace cyclorama::machine::timing {

/// A set of pipes or shader processors, of which there are 64 at most: bit p for number p.
using UnitSet = uint64_t;

inline void setMember(UnitSet& set, uint32_t unit, bool member) {
    const UnitSet bit = UnitSet{1} << unit;
    set = member ? set | bit : set & ~bit;
}
inline bool isMember(UnitSet set, uint32_t unit) { return (set >> unit & 1) != 0; }

/// Calls `visit` with each member, in order.
template <typename Visit>
void forEachMember(UnitSet set, const Visit& visit) {
    for (; set != 0; set &= set - 1) visit(static_cast<uint32_t>(std::countr_zero(set)));
}

/// The quads that wait for one thing: a queue for each render output pipe, and what is asked of all of them in every
/// cycle.
class PipeQueues {
  public:
    /// In quads, of each pipe.
    PipeQueues(uint32_t pipes, uint32_t capacity) : capacity_(capacity) {
        for (uint32_t pipe = 0; pipe < pipes; ++pipe) queues_.emplace_back(capacity);
        changed_ = all();
    }

    uint32_t capacity() const { return capacity_; }
    uint32_t size(uint32_t pipe) const { return queues_[pipe].size(); }
    uint32_t free(uint32_t pipe) const { return queues_[pipe].free(); }
    bool empty(uint32_t pipe) const { return !isMember(waiting_, pipe); }
    QuadId front(uint32_t pipe) const { return queues_[pipe].front(); }

    /// Level of the queues of all pipes together.
    sim::QueueLevel level(std::string_view name) const {
        return {.name = name, .unit = "quads", .used = quads_, .capacity = queues_.size() * uint64_t{capacity_}};
    }

    /// Pipes with quads, and how many quads there are in all.
    UnitSet waiting() const { return waiting_; }
    uint32_t quads() const { return quads_; }
    /// Pipes of which quads came or went since this was last asked; at first all.
    UnitSet takeChanges() { return std::exchange(changed_, 0); }

    void push(uint32_t pipe, QuadId id) {
        queues_[pipe].push(id);
        setMember(waiting_, pipe, true);
        setMember(changed_, pipe, true);
        ++quads_;
    }
    QuadId pop(uint32_t pipe) {
        const QuadId id = queues_[pipe].pop();
        if (queues_[pipe].empty()) setMember(waiting_, pipe, false);
        setMember(changed_, pipe, true);
        --quads_;
        return id;
    }
    void clear() {
        for (sim::BoundedQueue<QuadId>& queue : queues_) queue.clear();
        waiting_ = 0;
        quads_ = 0;
        changed_ = all();
    }

  private:
    UnitSet all() const { return (UnitSet{1} << queues_.size()) - 1; }

    uint32_t capacity_;
    std::vector<sim::BoundedQueue<QuadId>> queues_;
    UnitSet waiting_ = 0;
    uint32_t quads_ = 0;
    UnitSet changed_ = 0;
};

}  // namespace cyclorama::machine::timing
