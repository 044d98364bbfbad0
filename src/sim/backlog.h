#pragma once
// A wire whose reader need not look at it in every cycle: what arrives stays there until it is taken, in order, each
// with the cycle in which it came. For boxes that work out their past when it matters.

#include <algorithm>
#include <deque>
#include <string>
#include <utility>

#include "sim/box.h"
#include "sim/signal.h"

namespace cyclorama::sim {

/// One object a cycle, latency 1.
template <typename T>
class Backlog final : public InputBase {
  public:
    struct Item {
        Cycle arrival = 0;
        /// The reader is clocked in this cycle, if not before.
        Cycle due = kNever;
        T value;
    };

    Backlog(Box& owner, std::string name) : InputBase(owner, std::move(name)) {}

    void write(Cycle cycle, T value, Cycle due = kNever) {
        if (!items_.empty() && items_.back().arrival > cycle)
            throw Fault("backlog " + this->name() + " written twice in cycle " + std::to_string(cycle));
        // However little is due, the backlog does not grow without end.
        if (items_.size() % kMost == kMost - 1) due = std::min(due, cycle + 1);
        items_.push_back({.arrival = cycle + 1, .due = due, .value = std::move(value)});
        if (due != kNever) reader().noteArrival(due);
        if (SignalTrace* trace = traceOf(reader()); trace != nullptr) [[unlikely]]
            trace->written({.signal = this->name(), .written = cycle, .arrives = cycle + 1},
                           [&] { return describeForTrace(items_.back().value); });
    }

    /// The oldest that is there, null without.
    const Item* front() const { return items_.empty() ? nullptr : &items_.front(); }
    void pop() { items_.pop_front(); }

    Cycle nextArrival(Cycle from) const override {
        Cycle next = kNever;
        for (const Item& item : items_)
            if (item.due >= from) next = std::min(next, item.due);
        return next;
    }
    bool holdsUnread(Cycle) const override { return false; }

  private:
    static constexpr size_t kMost = 64;
    std::deque<Item> items_;
};

/// Where a box writes: to a Backlog<T> of another box.
template <typename T>
class BacklogOutput final : public OutputBase {
  public:
    using OutputBase::OutputBase;

    void bind(Backlog<T>& backlog) {
        bindTo(backlog);
        backlog_ = &backlog;
    }
    bool isBound() const override { return backlog_ != nullptr; }

    /// As Backlog<T>::write().
    void write(Cycle cycle, T value, Cycle due = kNever) {
        backlog_->write(cycle, std::move(value), due);
        writer().noteActivity(cycle);
    }

  private:
    Backlog<T>* backlog_ = nullptr;
};

}  // namespace cyclorama::sim
