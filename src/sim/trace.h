// SPDX-License-Identifier: MIT
#pragma once
// The signal trace: everything that a box writes, as it is written. Without a trace a write costs one test of a
// pointer.

#include <compare>
#include <concepts>
#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <string_view>

#include "sim/time.h"

namespace cyclorama::sim {

class Box;

struct SignalEvent {
    std::string_view signal;
    /// In the clock domain of the signal.
    Cycle written = 0;
    Cycle arrives = 0;
};

class SignalTrace {
  public:
    virtual ~SignalTrace() = default;

    /// Called for each object written. `describe` makes its text, and only where the event is wanted.
    template <std::invocable Describe>
    void written(const SignalEvent& event, Describe&& describe) {
        if (wants(event)) record(event, describe());
    }

  protected:
    virtual bool wants(const SignalEvent& event) const = 0;
    virtual void record(const SignalEvent& event, const std::string& value) = 0;
};

/// Writes a line an event, `arrives;signal;written;value`, for events that arrive in a window of cycles. Lines are in
/// the order of `written`, then of the signals' names: not in that of the reports, which depends on what sleeps.
class TextSignalTrace final : public SignalTrace {
  public:
    /// The stream must outlive the trace. The first line, with the names of the columns, is written at once.
    TextSignalTrace(std::ostream& out, Cycle firstCycle, uint64_t cycles);
    TextSignalTrace(const TextSignalTrace&) = delete;
    TextSignalTrace& operator=(const TextSignalTrace&) = delete;
    ~TextSignalTrace() override { flush(); }

    /// Writes the lines that wait for earlier ones. None is to follow that is earlier than these.
    void flush();

  private:
    bool wants(const SignalEvent& event) const override {
        return event.arrives >= first_ && event.arrives - first_ < cycles_;
    }
    void record(const SignalEvent& event, const std::string& value) override;
    void writeBefore(Cycle end);

    struct Place {
        Cycle written = 0;
        std::string signal;

        // clang-tidy 14 takes the 0 in a comparison of strings for a pointer.
        auto operator<=>(const Place&) const = default;  // NOLINT(modernize-use-nullptr)
    };
    std::ostream* out_;
    Cycle first_;
    uint64_t cycles_;
    /// Lines that wait, of a signal in a cycle in the order in which they came.
    std::multimap<Place, std::string> waiting_;
};

/// The trace of the simulation that a box belongs to, or null.
SignalTrace* traceOf(const Box& box);

/// Work within a box that no signal carries, for the trace: lines as of a signal. It may be reported
/// before its time or after it, when it is worked out.
class TracePoint {
  public:
    /// The name is the box's, a full stop and `name`. The box must outlive it.
    TracePoint(const Box& box, std::string_view name);

    /// From `begins` to `ends`, in the clock domain of the box.
    template <std::invocable Describe>
    void passed(Cycle begins, Cycle ends, Describe&& describe) const {
        if (SignalTrace* const trace = traceOf(*box_)) [[unlikely]]
            trace->written({.signal = name_, .written = begins, .arrives = ends}, describe);
    }

  private:
    const Box* box_;
    std::string name_;
};

/// Payload with a text of its own: `std::string describe(const T&)`, declared in the namespace of T, returns one line,
/// not empty and without semicolons.
template <typename T>
concept Described = requires(const T& value) {
    { describe(value) } -> std::same_as<std::string>;
};

/// Payload that the trace can print; signals and levels carry no other.
template <typename T>
concept Traceable = Described<T> || std::integral<T>;

template <Traceable T>
std::string describeForTrace(const T& value) {
    if constexpr (Described<T>)
        return describe(value);
    else
        return std::to_string(value);
}

}  // namespace cyclorama::sim
