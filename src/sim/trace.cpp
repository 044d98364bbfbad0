// SPDX-License-Identifier: MIT
#include "sim/trace.h"

#include "sim/simulation.h"

namespace cyclorama::sim {

TextSignalTrace::TextSignalTrace(std::ostream& out, Cycle firstCycle, uint64_t cycles)
    : out_(&out), first_(firstCycle), cycles_(cycles) {
    *out_ << "arrives;signal;written;value\n";
}

void TextSignalTrace::record(const SignalEvent& event, const std::string& value) {
    *out_ << event.arrives << ';' << event.signal << ';' << event.written << ';' << value << '\n';
}

TracePoint::TracePoint(const Box& box, std::string_view name) : box_(&box), name_(box.name() + ".") { name_ += name; }

SignalTrace* traceOf(const Box& box) { return box.simulation().trace(); }

}  // namespace cyclorama::sim
