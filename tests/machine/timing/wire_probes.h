// SPDX-License-Identifier: MIT
#pragma once
// Boxes at the other ends of the wires of a box under test: they write what they are told in the cycle they are told,
// and note what is written to them in the cycle in which it was written.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sim/level.h"
#include "sim/signal.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

/// Writes to a Signal (Wire = sim::Output<T>) or a Level (sim::LevelOutput<T>).
template <typename Wire, typename T>
class Writer final : public sim::Box {
  public:
    explicit Writer(sim::Simulation& simulation, const std::string& name)
        : Box(simulation, 0, name + " writer"), out(*this, name) {}

    Wire out;

    /// Also while the simulation runs, for cycles to come.
    void at(sim::Cycle cycle, T value) {
        plan_.emplace(cycle, std::move(value));
        wakeAt(cycle);
    }

    void clock(sim::Cycle cycle) override {
        while (!plan_.empty() && plan_.begin()->first <= cycle) {
            out.write(cycle, plan_.begin()->second);
            plan_.erase(plan_.begin());
        }
        sleepUntil(plan_.empty() ? sim::kNever : plan_.begin()->first);
    }
    std::string describeWait() const override { return {}; }

  private:
    std::multimap<sim::Cycle, T> plan_;
};

template <typename T>
using SignalWriter = Writer<sim::Output<T>, T>;
template <typename T>
using LevelWriter = Writer<sim::LevelOutput<T>, T>;

template <typename T>
struct Written {
    sim::Cycle cycle = 0;
    T value{};
    bool operator==(const Written&) const = default;
};

template <typename T>
class SignalReader final : public sim::Box {
  public:
    SignalReader(sim::Simulation& simulation, const std::string& name, uint32_t width)
        : Box(simulation, 0, name + " reader"), in(*this, {.name = name, .width = width, .latency = 1}) {}

    sim::Signal<T> in;
    std::vector<Written<T>> seen;

    void clock(sim::Cycle cycle) override {
        for (const T& value : in.take(cycle)) seen.push_back({cycle - 1, value});
        sleep();
    }
    std::string describeWait() const override { return {}; }
};

/// Notes changes.
template <typename T>
class LevelReader final : public sim::Box {
  public:
    LevelReader(sim::Simulation& simulation, const std::string& name, T initial)
        : Box(simulation, 0, name + " reader"), in(*this, name, initial), last_(initial) {}

    sim::Level<T> in;
    std::vector<Written<T>> seen;

    void clock(sim::Cycle cycle) override {
        if (in.read(cycle) != last_) {
            last_ = in.read(cycle);
            seen.push_back({cycle - 1, last_});
        }
        sleep();
    }
    std::string describeWait() const override { return {}; }

    /// The first cycle in which the value was written, kNever without.
    sim::Cycle when(const T& value) const {
        for (const Written<T>& change : seen)
            if (change.value == value) return change.cycle;
        return sim::kNever;
    }

  private:
    T last_;
};

}  // namespace cyclorama::machine::timing
