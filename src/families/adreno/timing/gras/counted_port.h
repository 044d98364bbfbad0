// SPDX-License-Identifier: MIT
#pragma once
// A way for messages that the receiver takes in order: one is sent a cycle, and the number of those that are taken
// comes back.

#include <cstdint>
#include <deque>
#include <string>
#include <utility>

#include "sim/box.h"
#include "sim/level.h"
#include "sim/signal.h"

namespace cyclorama::adreno {

template <typename Message>
class CountedPort {
  public:
    /// `owner` clocks this.
    CountedPort(sim::Box& owner, const std::string& name) : out(owner, name), taken(owner, name + ".taken", 0) {}

    sim::Output<Message> out;
    sim::Level<uint64_t> taken;

    void push(Message message) {
        waiting_.push_back(std::move(message));
        ++count_;
    }
    void receive(sim::Cycle cycle) { done_ = taken.read(cycle); }
    void send(sim::Cycle cycle) {
        if (waiting_.empty()) return;
        out.write(cycle, std::move(waiting_.front()));
        waiting_.pop_front();
    }
    /// The one that is to be sent; null without one.
    const Message* next() const { return waiting_.empty() ? nullptr : &waiting_.front(); }
    /// Messages so far, those of them that are taken, and those that are not.
    uint64_t count() const { return count_; }
    uint64_t done() const { return done_; }
    uint64_t open() const { return count_ - done_; }

  private:
    std::deque<Message> waiting_;
    uint64_t count_ = 0;
    uint64_t done_ = 0;
};

}  // namespace cyclorama::adreno
