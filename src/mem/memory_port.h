// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "mem/client.h"
#include "mem/transaction.h"
#include "sim/box.h"
#include "sim/level.h"
#include "sim/signal.h"

namespace cyclorama::mem {

class MemoryController;

/// The memory port of a unit, a member of its box.
class MemoryPort {
  public:
    /// `name` is for reports and traces, the box's own name with the port's.
    MemoryPort(sim::Box& owner, const std::string& name)
        : request(owner, name + ".request"),
          data(owner, {.name = name + ".data", .width = 1, .latency = 1}),
          accepts(owner, name + ".accepts", AcceptState{}) {}

    /// Sends a transaction of the port's unit: at most one a cycle, in a cycle in which `accepts` allows it.
    void send(sim::Cycle cycle, MemoryTransaction transaction) {
        transaction.client = client_;
        transaction.unit = unit_;
        request.write(cycle, transaction);
    }

    sim::Output<MemoryTransaction> request;
    /// A read's data begins to arrive; it takes cyclesFor(bytes) cycles, this one included.
    sim::Signal<MemoryTransaction> data;
    /// Kinds of access that may be sent in this cycle; both in the first.
    sim::Level<AcceptState> accepts;

    uint32_t cyclesFor(uint32_t bytes) const { return busCycles(bytes, busWidth_); }

    /// For sim::Box::holdup() of the port's owner, where it waits for data: the part of the memory where the oldest
    /// read is.
    const sim::Box* holdup() const;

  private:
    friend class MemoryController;
    const MemoryController* controller_ = nullptr;
    uint32_t bus_ = 0;
    uint32_t busWidth_ = 1;
    Client client_{};
    uint8_t unit_ = 0;
};

}  // namespace cyclorama::mem
