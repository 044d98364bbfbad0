// SPDX-License-Identifier: MIT
#include "session/waveform.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <utility>

#include "sim/error.h"

namespace cyclorama::session {
namespace {

/// The number that a text is, where it is nothing else.
std::optional<uint64_t> wholeNumber(const std::string& text) {
    uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

uint32_t bitsFor(uint64_t most) { return std::max(1U, static_cast<uint32_t>(std::bit_width(most))); }

}  // namespace

/// A value that a variable takes.
struct Waveform::Change {
    uint64_t time;
    uint32_t variable;
    /// 0 for a text.
    uint32_t bits;
    uint64_t value = 0;
    std::string text = {};
};

Waveform::Waveform(WaveformSettings settings, sim::SignalTrace* otherTrace)
    : settings_(std::move(settings)), otherTrace_(otherTrace), file_(settings_.file) {}

bool Waveform::matches(std::string_view signal) const {
    const std::string name(signal);
    const auto fits = [&](const std::string& pattern) { return fnmatch(pattern.c_str(), name.c_str(), 0) == 0; };
    return settings_.patterns.empty() || std::ranges::any_of(settings_.patterns, fits);
}

/// Clock period, in picoseconds, of the unit that reads the signal: the unit with the longest name that the signal's
/// begins with, as units may be parts of units.
uint64_t Waveform::periodOf(std::string_view signal) const {
    uint64_t period = machine_.clocks.at(0).periodPicoseconds;
    size_t longest = 0;
    for (const machine::ObservedUnit& unit : machine_.units) {
        const bool reads = signal.starts_with(unit.name) && signal.substr(unit.name.size()).starts_with('.');
        if (!reads || unit.name.size() < longest) continue;
        longest = unit.name.size();
        period = machine_.clocks.at(unit.clock).periodPicoseconds;
    }
    return period;
}

bool Waveform::inWindow(const sim::SignalEvent& event) const {
    const auto found = signals_.find(event.signal);
    const uint64_t time = event.arrives * (found == signals_.end() ? periodOf(event.signal) : found->second.period);
    const uint64_t mainPeriod = machine_.clocks.at(0).periodPicoseconds;
    return time / mainPeriod >= settings_.firstCycle && time / mainPeriod - settings_.firstCycle < settings_.cycles;
}

bool Waveform::wants(const sim::SignalEvent& event) const {
    return otherTrace_ != nullptr || (inWindow(event) && matches(event.signal));
}

void Waveform::record(const sim::SignalEvent& event, const std::string& value) {
    if (otherTrace_ != nullptr) otherTrace_->written(event, [&] { return value; });
    if (!inWindow(event) || !matches(event.signal)) return;
    auto found = signals_.find(event.signal);
    if (found == signals_.end())
        found = signals_.emplace(std::string(event.signal), Gathered{.period = periodOf(event.signal)}).first;
    found->second.arrivals[event.arrives * found->second.period].push_back(value);
}

void Waveform::addChanges(const std::string& name, const Gathered& gathered, std::vector<Change>& changes) {
    size_t most = 0;
    std::optional<uint64_t> largest = 0;
    for (const auto& [time, texts] : gathered.arrivals) {
        most = std::max(most, texts.size());
        for (const std::string& text : texts) {
            const std::optional<uint64_t> number = wholeNumber(text);
            largest =
                number && largest && texts.size() == 1 ? std::optional(std::max(*largest, *number)) : std::nullopt;
        }
    }
    const uint32_t countBits = bitsFor(most);
    const uint32_t count = file_.addBits(name + ".count", countBits);
    const uint32_t valueBits = largest ? bitsFor(*largest) : 0;
    const uint32_t value = largest ? file_.addBits(name + ".value", valueBits) : file_.addText(name + ".value");
    const uint64_t begin = settings_.firstCycle * machine_.clocks.at(0).periodPicoseconds;
    if (!gathered.arrivals.contains(begin)) changes.push_back({.time = begin, .variable = count, .bits = countBits});
    for (const auto& [time, texts] : gathered.arrivals) {
        changes.push_back({.time = time, .variable = count, .bits = countBits, .value = texts.size()});
        changes.push_back({.time = time,
                           .variable = value,
                           .bits = valueBits,
                           .value = largest ? *wholeNumber(texts.front()) : 0,
                           .text = fmt::format("{}", fmt::join(texts, " | "))});
        const uint64_t next = time + gathered.period;
        if (!gathered.arrivals.contains(next)) changes.push_back({.time = next, .variable = count, .bits = countBits});
    }
}

void Waveform::write() {
    if (signals_.empty())
        throw sim::Error(settings_.file.string(), "",
                         fmt::format("nothing arrived on these signals in {} cycles from {} on", settings_.cycles,
                                     settings_.firstCycle));
    std::vector<Change> changes;
    for (const auto& [name, gathered] : signals_) addChanges(name, gathered, changes);
    std::ranges::stable_sort(changes, {}, &Change::time);
    std::optional<uint64_t> time;
    for (const Change& change : changes) {
        if (time != change.time) file_.setTime(change.time);
        time = change.time;
        if (change.bits == 0)
            file_.setText(change.variable, change.text);
        else
            file_.setBits(change.variable, change.bits, change.value);
    }
    file_.close();
}

void Waveform::machine(const machine::ObservedMachine& machine) { machine_ = machine; }

}  // namespace cyclorama::session
