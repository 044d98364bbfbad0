// SPDX-License-Identifier: MIT
// The statistics that the simple memory controller counts.

#include <fmt/format.h>

#include "mem/simple/simple_controller.h"

namespace cyclorama::mem::simple {

namespace {

sim::StatisticInfo info(std::string name, std::string_view unit, std::string_view sentence) {
    return {.name = std::move(name) + "_MC", .unit = unit, .sentence = sentence};
}
sim::StatisticInfo info(std::string_view name, uint32_t bus, std::string_view unit, std::string_view sentence) {
    return info(fmt::format("{}{:02}", name, bus), unit, sentence);
}

}  // namespace

ClientStatistics::ClientStatistics(sim::StatisticsRegistry& r, const std::string& c, std::string_view client)
    : transactions(r, info(c + "Transactions", "transactions", "Received from units of this kind.")),
      readTransactions(r, info(c + "ReadTransactions", "transactions", "Reads received from units of this kind.")),
      writeTransactions(r, info(c + "WriteTransactions", "transactions", "Writes received from units of this kind.")),
      readBytes(r, sim::partOf(info(c + "ReadBytes", "bytes", "Read from memory for units of this kind."),
                               sim::StatisticRole::BytesRead, client)),
      writeBytes(r, sim::partOf(info(c + "WriteBytes", "bytes", "Written to memory for units of this kind."),
                                sim::StatisticRole::BytesWritten, client)) {}

BusStatistics::BusStatistics(sim::StatisticsRegistry& r, uint32_t b)
    : dataCycles(r, info("DataCycles", b, "cycles", "A transaction occupied the memory bus.")),
      readToWriteCycles(r, info("ReadToWritePenalty", b, "cycles", "A write waited because a read went before it.")),
      writeToReadCycles(r, info("WriteToReadPenalty", b, "cycles", "A read waited because a write went before it.")),
      openPageCycles(r, info("OpenPagePenalty", b, "cycles", "A transaction waited for its page to open.")),
      openPages(r, info("OpenPages", b, "pages", "Opened.")),
      readBytes(r, info("ReadBytesMemoryBus", b, "bytes", "Read over the memory bus.")),
      writeBytes(r, info("WriteBytesMemoryBus", b, "bytes", "Written over the memory bus.")) {}

ControllerStatistics::ControllerStatistics(sim::StatisticsRegistry& r, const Clients& clientInfos, uint32_t busCount)
    : preloads(r, info("PreloadTransactions", "transactions", "Writes that take no time, before the first frame.")),
      unusedCycles(r, info("UnusedCycles", "cycles",
                           "A memory bus had nothing to do while others had and none moved data, summed over buses.")),
      systemReadBytes(r, info("ReadBytesSystemBus", "bytes", "Read from system memory.")),
      systemWriteBytes(r, info("WriteBytesSystemBus", "bytes", "Written to system memory.")),
      systemReadCycles(r, info("SystemDataCycles", 0, "cycles", "A read occupied the bus to system memory.")),
      systemWriteCycles(r, info("SystemDataCycles", 1, "cycles", "A write occupied the bus to system memory.")) {
    for (const ClientInfo& client : clientInfos)
        clients.push_back(std::make_unique<ClientStatistics>(r, std::string(client.name), client.name));
    // Never counted; kept for the format of the tables.
    for (const char* bus : {"MemoryModule", "System"})
        clients.push_back(std::make_unique<ClientStatistics>(r, bus, ""));
    for (uint32_t bus = 0; bus < busCount; ++bus) buses.push_back(std::make_unique<BusStatistics>(r, bus));
}

}  // namespace cyclorama::mem::simple
