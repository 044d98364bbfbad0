// SPDX-License-Identifier: MIT
#pragma once
// The behaviour that a reduced workload must still show: the value of `cyclorama reduce --keep`.

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "reduce/outcome.h"

namespace cyclorama::reduce {

class Condition {
  public:
    /// Reads one of
    ///   finding=IDENTIFIER      a finding of this kind
    ///   hang                    a finding of severity hang that the whole workload has, too, or a machine that stands
    ///                           still as the whole workload's does
    ///   pixel=FRAME,X,Y,COLOUR  a pixel of a frame that has this colour, RRGGBBAA
    ///   crash                   the end of the program by the signal, or the error of its own, of the whole workload
    ///   cycles=OPERATION>N      an operation of more than N cycles whose kind or title has OPERATION in it
    /// Throws sim::Error for anything else.
    static Condition parse(std::string_view text);

    /// As it was given.
    const std::string& text() const { return text_; }
    /// Only a machine with time can show it.
    bool needsTime() const { return std::holds_alternative<Cycles>(kept_); }
    Questions questions() const;

    /// The run of the whole workload shows it. Throws sim::Error, with what it shows instead, if it does not; `file`
    /// stands for the workload there.
    void require(const Outcome& whole, const std::string& file) const;
    /// A run of a part shows it as the whole does.
    bool holds(const Outcome& part, const Outcome& whole) const;

  private:
    struct Finding {
        std::string identifier;
    };
    struct Hang {};
    struct Pixel {
        Questions::Pixel place;
        uint32_t color = 0;
    };
    struct Crash {};
    struct Cycles {
        std::string operation;
        uint64_t more = 0;
    };
    using Kept = std::variant<Finding, Hang, Pixel, Crash, Cycles>;

    Condition(std::string text, Kept kept);

    static Kept keptOf(std::string_view name, std::string_view value);
    static Pixel pixelOf(std::string_view value);
    static Cycles cyclesOf(std::string_view value);
    bool shows(const Outcome& part, const Outcome& whole) const;

    std::string text_;
    Kept kept_;
};

/// Outcome of a run as the end of an error message, without a full stop.
std::string describe(const Outcome& outcome);

}  // namespace cyclorama::reduce
