// SPDX-License-Identifier: MIT
#pragma once
// Signals: the wires between boxes. The reading box owns the wire and declares what travels on it, how many objects
// a cycle (width) and for how long (latency); the writing box declares an Output that the machine binds to it. Wires
// that hold a value instead: sim/level.h.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/box.h"
#include "sim/fault.h"
#include "sim/trace.h"

namespace cyclorama::sim {

struct SignalInfo {
    /// Among the inputs of the reading box.
    std::string name;
    /// Objects that may arrive in one cycle.
    uint32_t width = 1;
    /// Cycles from write to read, at least 1; the longest possible where a write says its own.
    uint32_t latency = 1;
};

/// A pipeline of `latency` cycles for up to `width` objects a cycle. What is written in cycle c is readable in cycle
/// c + latency and in no other. Nothing is allocated after construction.
template <Traceable T>
class Signal final : public InputBase {
  public:
    Signal(Box& owner, SignalInfo info)
        : InputBase(owner, info.name),
          width_(info.width),
          latency_(info.latency),
          mask_(std::bit_ceil(info.latency + 1u) - 1),
          slots_(mask_ + 1u),
          values_(static_cast<size_t>(mask_ + 1u) * info.width) {
        if (width_ == 0 || latency_ == 0) throw Fault("signal " + name() + " without width or latency");
    }

    /// Has what it carries named otherwise than by describe(), in the trace and by contents().
    void describeBy(std::function<std::string(const T&)> text) { text_ = std::move(text); }

    uint32_t width() const { return width_; }
    uint32_t latency() const { return latency_; }
    /// Objects written and not yet read.
    uint32_t inFlight() const { return inFlight_; }

    /// True if an object written in `cycle` still finds room in the cycle of its arrival.
    bool hasRoom(Cycle cycle) const { return hasRoom(cycle, latency_); }
    bool hasRoom(Cycle cycle, uint32_t latency) const {
        const Slot& slot = slots_[(cycle + latency) & mask_];
        return slot.cycle != cycle + latency || slot.count < width_;
    }

    void write(Cycle cycle, T value) { write(cycle, std::move(value), latency_); }
    /// With a latency of its own, from 1 to the declared one. Throws Fault where the signal is full in the cycle of
    /// arrival, or where the reader left an earlier object of that place unread.
    void write(Cycle cycle, T value, uint32_t latency) {
        if (latency == 0 || latency > latency_) fail("written with a latency that it does not have", cycle);
        place(cycle + latency, std::move(value));
        if (SignalTrace* trace = traceOf(reader()); trace != nullptr) [[unlikely]]
            traceWrite(*trace, cycle, latency);
    }

    /// Content from before the first cycle.
    void seed(Cycle arrival, T value) { place(arrival, std::move(value)); }

    /// The next unread object that arrives in `cycle`.
    std::optional<T> read(Cycle cycle) {
        if (inFlight_ == 0) return std::nullopt;
        Slot& slot = slots_[cycle & mask_];
        if (slot.cycle != cycle || slot.read == slot.count) return std::nullopt;
        --inFlight_;
        reader().recordActivity(cycle);
        return std::move(valueAt(cycle, slot.read++));
    }

    /// All unread objects that arrive in `cycle`; they count as read. Valid until the signal is next written.
    std::span<T> take(Cycle cycle) {
        if (inFlight_ == 0) return {};
        Slot& slot = slots_[cycle & mask_];
        if (slot.cycle != cycle || slot.read == slot.count) return {};
        const uint32_t first = std::exchange(slot.read, slot.count);
        inFlight_ -= slot.count - first;
        reader().recordActivity(cycle);
        return {&valueAt(cycle, first), slot.count - first};
    }

    bool holdsUnread(Cycle cycle) const override {
        const Slot& slot = slots_[cycle & mask_];
        return slot.cycle == cycle && slot.read != slot.count;
    }
    std::vector<InputContent> contents() const override {
        std::vector<InputContent> all;
        for (const Slot& slot : slots_)
            for (uint32_t i = slot.read; i < slot.count; ++i)
                all.push_back({.arrives = slot.cycle, .value = textOf(valueAt(slot.cycle, i))});
        return byArrival(std::move(all));
    }

  private:
    struct Slot {
        Cycle cycle = 0;
        uint32_t count = 0;
        uint32_t read = 0;
    };

    size_t placeOf(Cycle cycle, uint32_t index) const { return static_cast<size_t>(cycle & mask_) * width_ + index; }
    T& valueAt(Cycle cycle, uint32_t index) { return values_[placeOf(cycle, index)]; }
    const T& valueAt(Cycle cycle, uint32_t index) const { return values_[placeOf(cycle, index)]; }

    void place(Cycle arrival, T value) {
        Slot& slot = slots_[arrival & mask_];
        if (slot.cycle != arrival) {
            if (slot.read != slot.count) fail("not read in the cycle of its arrival", slot.cycle);
            slot = {.cycle = arrival, .count = 0, .read = 0};
        }
        if (slot.count == width_) fail("has more objects than it is wide", arrival);
        valueAt(arrival, slot.count++) = std::move(value);
        ++inFlight_;
        reader().recordArrival(arrival);
    }

    /// Apart from write(), which is so small that it is inlined.
    [[gnu::noinline]] void traceWrite(SignalTrace& trace, Cycle cycle, uint32_t latency) {
        trace.written({.signal = name(), .written = cycle, .arrives = cycle + latency},
                      [&] { return textOf(valueAt(cycle + latency, slots_[(cycle + latency) & mask_].count - 1)); });
    }

    std::string textOf(const T& value) const { return text_ ? text_(value) : describeForTrace(value); }

    [[noreturn, gnu::noinline]] void fail(const char* what, Cycle cycle) const {
        throw Fault("signal " + name() + " " + what + ", cycle " + std::to_string(cycle));
    }

    uint32_t width_;
    uint32_t latency_;
    uint32_t mask_;
    uint32_t inFlight_ = 0;
    std::vector<Slot> slots_;
    std::vector<T> values_;
    std::function<std::string(const T&)> text_;
};

/// The writing side: it writes to a Signal<T> of another box.
template <typename T>
class Output final : public OutputBase {
  public:
    using OutputBase::OutputBase;

    void bind(Signal<T>& signal) {
        bindTo(signal);
        signal_ = &signal;
    }
    bool isBound() const override { return signal_ != nullptr; }
    Signal<T>& wire() const { return *signal_; }

    /// As Signal<T>::write().
    template <typename... Arguments>
    void write(Cycle cycle, Arguments&&... arguments) {
        signal_->write(cycle, std::forward<Arguments>(arguments)...);
        writer().recordActivity(cycle);
    }

  private:
    Signal<T>* signal_ = nullptr;
};

}  // namespace cyclorama::sim
