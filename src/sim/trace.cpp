// SPDX-License-Identifier: MIT
#include "sim/trace.h"

#include <utility>

#include "sim/simulation.h"

namespace cyclorama::sim {
namespace {

/// What a box works out after it slept is reported this many cycles later at most: longer than any transfer,
/// refresh or flush lasts.
constexpr uint64_t kLatest = 65'536;

}  // namespace

TextSignalTrace::TextSignalTrace(std::ostream& out, Cycle firstCycle, uint64_t cycles)
    : out_(&out), first_(firstCycle), cycles_(cycles) {
    *out_ << "arrives;signal;written;value\n";
}

void TextSignalTrace::record(const SignalEvent& event, const std::string& value) {
    std::string line = std::to_string(event.arrives) + ';' + std::string(event.signal) + ';' +
                       std::to_string(event.written) + ';' + value + '\n';
    waiting_.emplace(Place{event.written, std::string(event.signal)}, std::move(line));
    if (event.written > kLatest) writeBefore(event.written - kLatest);
}

void TextSignalTrace::writeBefore(Cycle end) {
    auto at = waiting_.begin();
    for (; at != waiting_.end() && at->first.written < end; ++at) *out_ << at->second;
    waiting_.erase(waiting_.begin(), at);
}

void TextSignalTrace::flush() {
    for (const auto& [place, line] : waiting_) *out_ << line;
    waiting_.clear();
}

TracePoint::TracePoint(const Box& box, std::string_view name) : box_(&box), name_(box.name() + ".") { name_ += name; }

SignalTrace* traceOf(const Box& box) { return box.simulation().trace(); }

}  // namespace cyclorama::sim
