// SPDX-License-Identifier: MIT
#pragma once
// Levels: wires between boxes that hold a value, as sim/signal.h has those that carry objects. The reading box owns the
// wire; the writing box declares a LevelOutput that the machine binds to it.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/box.h"
#include "sim/trace.h"

namespace cyclorama::sim {

/// A level instead of objects: the reader sees, at any time, what was last written a cycle or more ago. A change wakes
/// the reader; writing the same value again costs nothing and wakes no box.
template <Traceable T>
class Level final : public InputBase {
  public:
    Level(Box& owner, const std::string& name, T initial)
        : InputBase(owner, name), before_(initial), now_(std::move(initial)) {}

    /// Returns true if that is a change.
    bool write(Cycle cycle, T value) {
        if (cycle >= visibleFrom_) before_ = now_;
        if (value == now_) return false;
        now_ = std::move(value);
        visibleFrom_ = cycle + 1;
        reader().recordArrival(visibleFrom_);
        if (SignalTrace* trace = traceOf(reader()); trace != nullptr) [[unlikely]]
            trace->written({.signal = name(), .written = cycle, .arrives = cycle + 1},
                           [&] { return describeForTrace(now_); });
        return true;
    }

    const T& read(Cycle cycle) const { return cycle >= visibleFrom_ ? now_ : before_; }

    bool holdsUnread(Cycle) const override { return false; }
    std::vector<InputContent> contents() const override {
        return {{.arrives = visibleFrom_, .value = describeForTrace(now_)}};
    }

  private:
    T before_;
    T now_;
    Cycle visibleFrom_ = 0;
};

/// The writing side of a Level<T>, which has no other writer.
template <typename T>
class LevelOutput final : public OutputBase {
  public:
    using OutputBase::OutputBase;

    void bind(Level<T>& level) {
        bindTo(level);
        level_ = &level;
    }
    bool isBound() const override { return level_ != nullptr; }

    void write(Cycle cycle, const T& value) {
        if (written_ && *written_ == value) return;
        written_ = value;
        if (level_->write(cycle, value)) writer().recordActivity(cycle);
    }

  private:
    Level<T>* level_ = nullptr;
    std::optional<T> written_;
};

}  // namespace cyclorama::sim
