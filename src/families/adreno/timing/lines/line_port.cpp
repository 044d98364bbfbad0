// SPDX-License-Identifier: MIT
#include "families/adreno/timing/lines/line_port.h"

#include <fmt/format.h>

#include "sim/simulation.h"

namespace cyclorama::adreno {

std::string describe(const LineRequest& request) {
    return fmt::format("{} {:#x}", request.write ? "write" : "read", request.line.address);
}

std::string describe(const LineAnswer& answer) { return fmt::format("line {}", answer.id); }

LineClient::LineClient(sim::Box& uche, const LineClientInfo& info)
    : port(uche, std::string(info.name) + info.unit), info_(info) {
    sim::StatisticsRegistry& statistics = uche.simulation().statistics();
    if (info.reads)
        reads_.emplace(statistics, sim::StatisticInfo{fmt::format("READ_REQUESTS_{}_UCHE", info.name), "lines",
                                                      "Lines that the unit of this name reads."});
    if (info.writes)
        writes_.emplace(statistics, sim::StatisticInfo{fmt::format("WRITE_REQUESTS_{}_UCHE", info.name), "lines",
                                                       "Lines that the unit of this name writes."});
}

void LineClient::addCounters(ChipCounters& counters) const {
    if (info_.reads) counters.add(*info_.reads, *reads_);
    if (info_.writes) counters.add(*info_.writes, *writes_);
}

void LineClient::answer(uint32_t id, sim::Cycle cycle, sim::Cycle end) {
    uint32_t latency = info_.latency + static_cast<uint32_t>(end - cycle);
    while (!port.answers.wire().hasRoom(cycle, latency)) ++latency;
    port.answers.write(cycle, LineAnswer{.id = id}, latency);
}

}  // namespace cyclorama::adreno
