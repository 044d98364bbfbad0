// SPDX-License-Identifier: MIT
#include "families/adreno/timing/line_port.h"

#include <fmt/format.h>

#include "sim/simulation.h"

namespace cyclorama::adreno {

std::string describe(const LineRead& read) { return fmt::format("read {:#x}", read.line.address); }

std::string describe(const LineAnswer& answer) { return fmt::format("line {}", answer.id); }

LineClient::LineClient(sim::Box& uche, const LineClientInfo& info)
    : port(uche, std::string(info.name) + info.unit),
      info_(info),
      reads_(uche.simulation().statistics(),
             {fmt::format("READ_REQUESTS_{}_UCHE", info.name), "lines", "Lines that the unit of this name reads."}) {}

void LineClient::answer(uint32_t id, sim::Cycle cycle, sim::Cycle end) {
    uint32_t latency = info_.latency + static_cast<uint32_t>(end - cycle);
    while (!port.answers.wire().hasRoom(cycle, latency)) ++latency;
    port.answers.write(cycle, LineAnswer{.id = id}, latency);
}

}  // namespace cyclorama::adreno
