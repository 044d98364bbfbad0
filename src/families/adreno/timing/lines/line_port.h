// SPDX-License-Identifier: MIT
#pragma once
// The way of a unit other than shader units to UCHE: it reads or writes single lines, whose addresses it has worked
// out.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "families/adreno/timing/chip/chip_counters.h"
#include "families/adreno/timing/lines/line_accesses.h"
#include "sim/box.h"
#include "sim/queue.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::adreno {

struct LineRequest {
    LineAccess line{};
    uint32_t id = 0;  ///< the sender's own
    bool write = false;
};
std::string describe(const LineRequest& request);

/// The line's bytes have come, or were taken.
struct LineAnswer {
    uint32_t id = 0;
};
std::string describe(const LineAnswer& answer);

/// UCHE's side of it. No more than kMost requests may be without an answer. Answers are bound to a signal of width
/// kAnswers and latency Uche::answerLatency().
struct LinePort {
    static constexpr uint32_t kMost = 256;
    static constexpr uint32_t kAnswers = 8;

    LinePort(sim::Box& uche, const std::string& name)
        : requests(uche, {.name = name + ".requests", .width = 1, .latency = 1}), answers(uche, name + ".answers") {}

    sim::Signal<LineRequest> requests;
    sim::Output<LineAnswer> answers;
};

struct LineClientInfo {
    /// As in the chips' counters, READ_REQUESTS_<name>_UCHE and WRITE_REQUESTS_<name>_UCHE; a literal.
    std::string_view name{};
    /// Counters of the lines that the unit reads and writes; empty if it does not.
    std::optional<PerformanceCounter> reads{};
    std::optional<PerformanceCounter> writes{};
    /// Cycles from the end of a hit to the answer's arrival.
    uint32_t latency = 1;
    /// It comes after all that do not, in each cycle: nothing waits for its lines.
    bool yields = false;
    /// Distinguishes units of the same name.
    std::string unit{};
};

/// A unit as UCHE has it.
class LineClient {
  public:
    LineClient(sim::Box& uche, const LineClientInfo& info);

    LinePort port;

    void addCounters(ChipCounters& counters) const;
    void receive(sim::Cycle cycle) {
        for (const LineRequest& request : port.requests.take(cycle)) queue_.push(request);
    }
    /// The first request that no bank has got; null without one.
    const LineRequest* first() const { return queue_.empty() ? nullptr : &queue_.front(); }
    /// A bank has got it.
    void pop() { ++*(queue_.pop().write ? writes_ : reads_); }
    /// A line was served in `cycle`, whose bytes are there in `end`.
    void answer(uint32_t id, sim::Cycle cycle, sim::Cycle end);

  private:
    sim::BoundedQueue<LineRequest> queue_{LinePort::kMost};
    LineClientInfo info_;
    std::optional<sim::Counter> reads_;
    std::optional<sim::Counter> writes_;
};

}  // namespace cyclorama::adreno
