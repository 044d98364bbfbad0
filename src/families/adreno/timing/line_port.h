// SPDX-License-Identifier: MIT
#pragma once
// The way of a unit other than shader units to UCHE: it reads single lines, whose addresses it has worked out.

#include <cstdint>
#include <string>
#include <string_view>

#include "families/adreno/timing/chip_counters.h"
#include "families/adreno/timing/line_accesses.h"
#include "sim/box.h"
#include "sim/queue.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::adreno {

struct LineRead {
    LineAccess line{};
    uint32_t id = 0;  ///< the sender's own
};
std::string describe(const LineRead& read);

/// The line's bytes have come.
struct LineAnswer {
    uint32_t id = 0;
};
std::string describe(const LineAnswer& answer);

/// UCHE's side of it. No more than kMost reads may be without an answer. Answers are bound to a signal of width
/// kAnswers and latency Uche::answerLatency().
struct LinePort {
    static constexpr uint32_t kMost = 256;
    static constexpr uint32_t kAnswers = 8;

    LinePort(sim::Box& uche, const std::string& name)
        : reads(uche, {.name = name + ".reads", .width = 1, .latency = 1}), answers(uche, name + ".answers") {}

    sim::Signal<LineRead> reads;
    sim::Output<LineAnswer> answers;
};

struct LineClientInfo {
    /// As in the chips' counters, READ_REQUESTS_<name>_UCHE; a literal.
    std::string_view name{};
    /// That counter, of lines that the unit reads.
    PerformanceCounter requests{};
    /// Cycles from the end of a hit to the answer's arrival.
    uint32_t latency = 1;
    /// Distinguishes units of the same name.
    std::string unit{};
};

/// A unit as UCHE has it.
class LineClient {
  public:
    LineClient(sim::Box& uche, const LineClientInfo& info);

    LinePort port;

    void addCounters(ChipCounters& counters) const { counters.add(info_.requests, reads_); }
    void receive(sim::Cycle cycle) {
        if (const auto read = port.reads.read(cycle)) queue_.push(*read);
    }
    /// The first read that no bank has got; null without one.
    const LineRead* first() const { return queue_.empty() ? nullptr : &queue_.front(); }
    /// A bank has got it.
    void pop() {
        queue_.pop();
        ++reads_;
    }
    /// A line was served in `cycle`, whose bytes are there in `end`.
    void answer(uint32_t id, sim::Cycle cycle, sim::Cycle end);

  private:
    sim::BoundedQueue<LineRead> queue_{LinePort::kMost};
    LineClientInfo info_;
    sim::Counter reads_;
};

}  // namespace cyclorama::adreno
