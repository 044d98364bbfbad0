// SPDX-License-Identifier: MIT
#pragma once
// Traces in Perfetto's format (https://perfetto.dev/docs/reference/trace-packet-proto): tracks of slices, instants and
// counters. Times are nanoseconds. Texts are UTF-8.

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "results/protobuf.h"

namespace cyclorama::results {

struct PerfettoTrack {
    /// Tracks of the same name and parent share a row in the viewer, so that their slices may overlap.
    std::string name = {};
    /// 0 for none; children are shown in the order in which they were added.
    uint64_t parent = 0;
    std::string description = {};
    /// Unit of the values of a counter; empty for tracks of slices.
    std::string unit = {};
};

struct PerfettoArgument {
    std::string name;
    std::variant<int64_t, double, std::string> value;
};

/// The begin of a slice, or a moment.
struct PerfettoEvent {
    uint64_t track = 0;
    uint64_t time = 0;
    std::string name = {};
    /// Kind of the event, by which the viewer filters: a word such as `operation`.
    std::string category = {};
    std::vector<PerfettoArgument> arguments = {};
    /// Numbers of the flows, arrows in the viewer, that start here.
    std::vector<uint64_t> flowsFrom = {};
    /// Numbers of the flows that end here.
    std::vector<uint64_t> flowsTo = {};
};

/// Events of a track are added in the order of their times, those of several tracks in any.
class PerfettoTrace {
  public:
    /// Its number, from 1.
    uint64_t addTrack(const PerfettoTrack& track);
    /// A number for a flow from one slice to another.
    uint64_t addFlow() { return ++flows_; }

    /// A slice, within the one that is open on its track.
    void begin(const PerfettoEvent& event);
    /// Ends the innermost slice that is open.
    void end(uint64_t track, uint64_t time);
    void addMoment(const PerfettoEvent& event);
    /// A counter's value from a time on.
    void addValue(uint64_t track, uint64_t time, double value);

    /// All packets, in the order of their times.
    std::string bytes() const;

  private:
    struct Written {
        uint64_t time;
        ProtobufMessage fields;
    };
    /// Texts that events name by a number, from 1.
    using Texts = std::map<std::string, uint64_t>;

    ProtobufMessage& add(uint64_t type, uint64_t track, uint64_t time);
    void addNamed(uint64_t type, const PerfettoEvent& event);
    static uint64_t numberOf(Texts& texts, const std::string& text);
    static void addTexts(ProtobufMessage& interned, uint32_t field, const Texts& texts);
    ProtobufMessage interned() const;

    std::vector<ProtobufMessage> tracks_;
    /// Children of each track; of index 0, those without a parent.
    std::vector<uint64_t> children_ = {0};
    uint64_t flows_ = 0;
    Texts names_;
    Texts categories_;
    Texts argumentNames_;
    std::vector<Written> events_;
};

}  // namespace cyclorama::results
