// SPDX-License-Identifier: MIT
#include "mem/gddr/controller_statistics.h"

#include <fmt/format.h>

namespace cyclorama::mem::gddr {

namespace {

sim::StatisticInfo info(std::string_view name, std::string_view unit, std::string_view sentence) {
    return {.name = fmt::format("{}_MC", name), .unit = unit, .sentence = sentence};
}
sim::StatisticInfo info(const std::string& unit, std::string_view name, std::string_view measure,
                        std::string_view sentence) {
    return info(fmt::format("{}_{}", unit, name), measure, sentence);
}
sim::StatisticInfo info(const std::string& unit, std::string_view name, uint32_t channel, std::string_view measure,
                        std::string_view sentence) {
    return info(fmt::format("{}_{}_Sched{}", unit, name, channel), measure, sentence);
}

}  // namespace

UnitStatistics::UnitStatistics(sim::StatisticsRegistry& r, const std::string& u, std::string_view client)
    : transactions(r, info(u, "Transactions", "transactions", "Received from the unit.")),
      readTransactions(r, info(u, "ReadTransactions", "transactions", "Reads received from the unit.")),
      writeTransactions(r, info(u, "WriteTransactions", "transactions", "Writes received from the unit.")),
      readBytes(r, sim::partOf(info(u, "ReadBytes", "bytes", "Read from memory for the unit."),
                               sim::StatisticRole::BytesRead, client)),
      writeBytes(r, sim::partOf(info(u, "WriteBytes", "bytes", "Written to memory for the unit."),
                                sim::StatisticRole::BytesWritten, client)),
      acceptReadCycles(r, info(u, "AcceptReadCycles", "cycles", "The controller accepted reads from the unit.")),
      acceptWriteCycles(r, info(u, "AcceptWriteCycles", "cycles", "The controller accepted writes from the unit.")),
      serviceCycles(r, info(u, "serviceAccumTime", "cycles", "From a read's arrival to its answer, summed.")),
      completedReads(r, info(u, "completedReadTrans", "transactions", "Reads answered.")),
      serviceTime(r, info(u, "serviceTimeAvg", "cycles", "From a read's arrival to its answer, on average.")) {}

UnitChannelStatistics::UnitChannelStatistics(sim::StatisticsRegistry& r, const std::string& u, uint32_t c)
    : readBytes(r, info(u, "ReadBytes", c, "bytes", "Read from this channel for the unit.")),
      writeBytes(r, info(u, "WriteBytes", c, "bytes", "Written to this channel for the unit.")),
      readCycles(r, info(u, "ReadChannelTransAccumTime", c, "cycles",
                         "From a read's arrival to the end of its part in this channel, summed.")),
      completedReads(r,
                     info(u, "CompletedReadChannelTrans", c, "accesses", "Parts of reads that this channel served.")) {}

ControllerStatistics::ControllerStatistics(sim::StatisticsRegistry& r, const Clients& clients, uint32_t channels)
    : transactions(r, info("TotalTransactions", "transactions", "Received.")),
      readTransactions(r, info("TotalReadTransactions", "transactions", "Reads received.")),
      writeTransactions(r, info("TotalWriteTransactions", "transactions", "Writes received.")),
      preloads(r, info("PreloadTransactions", "transactions", "Writes that take no time, before the first frame.")),
      readPieces(r, info("TotalReadBytes", "accesses", "Parts of reads that channels served, not bytes.")),
      writePieces(r, info("TotalWriteBytes", "accesses", "Parts of writes that channels served, not bytes.")),
      readStallCycles(r, info("ChannelReq_ReadStallCycles", "cycles",
                              "A channel's next access, a read, was not accepted; summed over channels.")),
      writeStallCycles(r, info("ChannelReq_WriteStallCycles", "cycles",
                               "A channel's next access, a write, was not accepted; summed over channels.")),
      systemReadBytes(r, info("ReadBytesSystemBus", "bytes", "Read from system memory.")),
      systemWriteBytes(r, info("WriteBytesSystemBus", "bytes", "Written to system memory.")),
      requestEntries(r, info("Request_Buffer_ACCUM_Allocated_Entries", "entries",
                             "Entries of the request buffer in use, summed over cycles.")),
      serviceEntries(
          r, info("Service_Queue_ACCUM_Items", "entries", "Entries of the service queue in use, summed over cycles.")),
      meanRequestEntries(r, info("Request_Buffer_AVG_Allocated_Entries", "entries",
                                 "Entries of the request buffer in use, on average.")),
      meanServiceEntries(
          r, info("Service_Queue_AVG_Items", "entries", "Entries of the service queue in use, on average.")),
      channelCount_(channels),
      units_(clients.size()),
      channels_(clients.size()) {
    for (size_t i = 0; i < clients.size(); ++i) {
        const auto client = static_cast<Client>(i);
        const std::string all(clients[client].name);
        const uint32_t count = clients[client].units;
        for (uint32_t unit = 0; unit < count; ++unit) {
            const std::string name = count > 1 ? fmt::format("{}{}", all, unit) : all;
            units_[client].push_back(
                std::make_unique<UnitStatistics>(r, name, count > 1 ? std::string_view{} : clients[client].name));
            for (uint32_t channel = 0; channel < channels; ++channel)
                channels_[client].push_back(std::make_unique<UnitChannelStatistics>(r, name, channel));
        }
        if (count > 1) units_[client].push_back(std::make_unique<UnitStatistics>(r, all, clients[client].name));
    }
}

}  // namespace cyclorama::mem::gddr
