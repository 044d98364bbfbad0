// SPDX-License-Identifier: MIT
#include "results/perfetto_trace.h"

#include <algorithm>
#include <numeric>
#include <string_view>

namespace cyclorama::results {
namespace {

// Field numbers and values of Perfetto's protos/perfetto/trace (version 54): trace.proto, trace_packet.proto,
// interned_data/interned_data.proto and
// track_event/{track_event,track_descriptor,counter_descriptor,debug_annotation}.proto.

namespace trace {
constexpr uint32_t kPacket = 1;
}

namespace packet {
constexpr uint32_t kTimestamp = 8;
constexpr uint32_t kSequence = 10;
constexpr uint32_t kTrackEvent = 11;
constexpr uint32_t kInternedData = 12;
constexpr uint32_t kSequenceFlags = 13;
constexpr uint32_t kTrackDescriptor = 60;
constexpr uint64_t kStateCleared = 1;
constexpr uint64_t kNeedsState = 2;
}  // namespace packet

namespace interned_data {
constexpr uint32_t kCategories = 1;
constexpr uint32_t kNames = 2;
constexpr uint32_t kArgumentNames = 3;
constexpr uint32_t kNumber = 1;
constexpr uint32_t kText = 2;
}  // namespace interned_data

namespace track_descriptor {
constexpr uint32_t kNumber = 1;
constexpr uint32_t kName = 2;
constexpr uint32_t kParent = 5;
constexpr uint32_t kCounter = 8;
constexpr uint32_t kChildOrdering = 11;
constexpr uint32_t kRank = 12;
constexpr uint32_t kDescription = 14;
constexpr uint32_t kUnitName = 6;  // of the counter's descriptor
constexpr uint64_t kByRank = 3;    // how children are ordered
}  // namespace track_descriptor

namespace track_event {
constexpr uint32_t kCategory = 3;
constexpr uint32_t kArgument = 4;
constexpr uint32_t kType = 9;
constexpr uint32_t kName = 10;
constexpr uint32_t kTrack = 11;
constexpr uint32_t kValue = 44;
constexpr uint32_t kFlow = 47;
constexpr uint32_t kEndingFlow = 48;
constexpr uint64_t kBegin = 1;
constexpr uint64_t kEnd = 2;
constexpr uint64_t kInstant = 3;
constexpr uint64_t kCounter = 4;
}  // namespace track_event

namespace argument {
constexpr uint32_t kName = 1;
constexpr uint32_t kInteger = 4;
constexpr uint32_t kReal = 5;
constexpr uint32_t kText = 6;
}  // namespace argument

/// All packets are of one sequence, within which numbers stand for texts.
constexpr uint64_t kOnlySequence = 1;

void addValueOf(ProtobufMessage& message, const PerfettoArgument& argument) {
    if (const auto* integer = std::get_if<int64_t>(&argument.value))
        message.integer(argument::kInteger, static_cast<uint64_t>(*integer));
    else if (const auto* real = std::get_if<double>(&argument.value))
        message.real(argument::kReal, *real);
    else
        message.text(argument::kText, std::get<std::string>(argument.value));
}

void addPacket(ProtobufMessage& trace, ProtobufMessage packet, uint64_t flags) {
    packet.integer(packet::kSequence, kOnlySequence);
    packet.integer(packet::kSequenceFlags, flags);
    trace.message(trace::kPacket, packet);
}

}  // namespace

uint64_t PerfettoTrace::addTrack(const PerfettoTrack& track) {
    const uint64_t number = tracks_.size() + 1;
    ProtobufMessage& descriptor = tracks_.emplace_back();
    descriptor.integer(track_descriptor::kNumber, number);
    descriptor.text(track_descriptor::kName, track.name);
    if (track.parent != 0) descriptor.integer(track_descriptor::kParent, track.parent);
    if (!track.description.empty()) descriptor.text(track_descriptor::kDescription, track.description);
    if (!track.unit.empty()) {
        ProtobufMessage counter;
        counter.text(track_descriptor::kUnitName, track.unit);
        descriptor.message(track_descriptor::kCounter, counter);
    }
    descriptor.integer(track_descriptor::kChildOrdering, track_descriptor::kByRank);
    descriptor.integer(track_descriptor::kRank, children_[track.parent]++);
    children_.push_back(0);
    return number;
}

uint64_t PerfettoTrace::numberOf(Texts& texts, const std::string& text) {
    return texts.try_emplace(text, texts.size() + 1).first->second;
}

ProtobufMessage& PerfettoTrace::add(uint64_t type, uint64_t track, uint64_t time) {
    ProtobufMessage& event = events_.emplace_back(Written{.time = time, .fields = {}}).fields;
    event.integer(track_event::kType, type);
    event.integer(track_event::kTrack, track);
    return event;
}

void PerfettoTrace::addNamed(uint64_t type, const PerfettoEvent& event) {
    ProtobufMessage& message = add(type, event.track, event.time);
    message.integer(track_event::kCategory, numberOf(categories_, event.category));
    message.integer(track_event::kName, numberOf(names_, event.name));
    for (const PerfettoArgument& argument : event.arguments) {
        ProtobufMessage written;
        written.integer(argument::kName, numberOf(argumentNames_, argument.name));
        addValueOf(written, argument);
        message.message(track_event::kArgument, written);
    }
    for (const uint64_t flow : event.flowsFrom) message.fixed(track_event::kFlow, flow);
    for (const uint64_t flow : event.flowsTo) message.fixed(track_event::kEndingFlow, flow);
}

void PerfettoTrace::begin(const PerfettoEvent& event) { addNamed(track_event::kBegin, event); }

void PerfettoTrace::end(uint64_t track, uint64_t time) { add(track_event::kEnd, track, time); }

void PerfettoTrace::addMoment(const PerfettoEvent& event) { addNamed(track_event::kInstant, event); }

void PerfettoTrace::addValue(uint64_t track, uint64_t time, double value) {
    add(track_event::kCounter, track, time).real(track_event::kValue, value);
}

void PerfettoTrace::addTexts(ProtobufMessage& interned, uint32_t field, const Texts& texts) {
    for (const auto& [text, number] : texts) {
        ProtobufMessage entry;
        entry.integer(interned_data::kNumber, number);
        entry.text(interned_data::kText, text);
        interned.message(field, entry);
    }
}

ProtobufMessage PerfettoTrace::interned() const {
    ProtobufMessage data;
    addTexts(data, interned_data::kCategories, categories_);
    addTexts(data, interned_data::kNames, names_);
    addTexts(data, interned_data::kArgumentNames, argumentNames_);
    return data;
}

std::string PerfettoTrace::bytes() const {
    ProtobufMessage trace;
    ProtobufMessage first;
    first.message(packet::kInternedData, interned());
    addPacket(trace, first, packet::kStateCleared);
    for (const ProtobufMessage& track : tracks_) {
        ProtobufMessage packet;
        packet.message(packet::kTrackDescriptor, track);
        addPacket(trace, packet, packet::kNeedsState);
    }
    std::vector<size_t> order(events_.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::ranges::stable_sort(order, {}, [&](size_t event) { return events_[event].time; });
    for (const size_t event : order) {
        ProtobufMessage packet;
        packet.integer(packet::kTimestamp, events_[event].time);
        packet.message(packet::kTrackEvent, events_[event].fields);
        addPacket(trace, packet, packet::kNeedsState);
    }
    return trace.bytes();
}

}  // namespace cyclorama::results
