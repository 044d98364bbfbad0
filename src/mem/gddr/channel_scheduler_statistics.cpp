// SPDX-License-Identifier: MIT
// The statistics that a channel scheduler counts.

#include <fmt/format.h>

#include "mem/gddr/channel_scheduler.h"

namespace cyclorama::mem::gddr {

namespace {

// These have the channel in front.
sim::StatisticInfo phaseInfo(std::string_view name, const std::string& suffix, std::string_view sentence) {
    return {.name = fmt::format("{}_ChSched_{}", suffix, name), .unit = "cycles", .sentence = sentence};
}

struct BlockedName {
    std::string_view name;
    std::string_view sentence;
};
// By TimingConstraint.
constexpr BlockedName kBlocked[] = {
    {"", ""},
    {"act2actCycles", "The next command waited for tRRD after another bank's activate."},
    {"act2preCycles", "A precharge waited until its bank had opened its row."},
    {"act2readCycles", "A read waited until its bank had opened its row."},
    {"act2writeCycles", "A write waited until its bank had opened its row."},
    {"read2writeCycles", "A write waited for tRTW after a read."},
    {"read2preCycles", "A precharge waited for a read of its bank."},
    {"write2readCycles", "A read waited for tWTR after a write."},
    {"write2preCycles", "A precharge waited for tWR after a write to its bank."},
    {"pre2actCycles", "An activate waited for tRP after its bank's precharge."},
    {"read2readCycles", "An access waited for the data bus, which another used."},
};

// Sums over all clients are counted by hits and misses alone.
constexpr std::string_view kNeverCounted = "Never counted; kept for the format of the tables.";
constexpr std::array<std::string_view, 6> kRowSentences = {
    "In a row that the access before had used.", kNeverCounted, kNeverCounted,
    "The first in a row since it was opened.",   kNeverCounted, kNeverCounted};
constexpr std::array<std::string_view, 6> kClientRowSentences = {
    "The client's bursts in a row that the access before had used.",
    "Read by this client, in a row that the access before had used.",
    "Written by this client, in a row that the access before had used.",
    "The client's bursts that are the first in a row since it was opened.",
    "Read by this client, the first in a row since it was opened.",
    "Written by this client, the first in a row since it was opened."};

sim::StatisticInfo rowInfo(std::string_view prefix, std::string_view name, std::string_view ending,
                           const std::string& suffix, std::string_view sentence) {
    return sim::statisticOf(fmt::format("{}{}{}", prefix, name, ending), suffix, "bursts", sentence);
}

}  // namespace

ChannelScheduler::RowCounters::RowCounters(sim::StatisticsRegistry& r, std::string_view prefix, std::string_view ending,
                                           const std::string& suffix, const std::array<std::string_view, 6>& sentences)
    : hits(r, rowInfo(prefix, "RowHit", ending, suffix, sentences[0])),
      readHits(r, rowInfo(prefix, "ReadRowHit", ending, suffix, sentences[1])),
      writeHits(r, rowInfo(prefix, "WriteRowHit", ending, suffix, sentences[2])),
      misses(r, rowInfo(prefix, "RowMiss", ending, suffix, sentences[3])),
      readMisses(r, rowInfo(prefix, "ReadRowMiss", ending, suffix, sentences[4])),
      writeMisses(r, rowInfo(prefix, "WriteRowMiss", ending, suffix, sentences[5])) {}

ChannelScheduler::Statistics::Statistics(const sim::Box& scheduler, sim::StatisticsRegistry& r, const std::string& s,
                                         const Clients& clientInfos)
    : readBytes(r, sim::statisticOf("ReadBytes", s, "bytes", "Received from the module.")),
      writeBytes(r, sim::statisticOf("WriteBytes", s, "bytes", "Sent to the module.")),
      readCommands(r, sim::statisticOf("DDRReadCommands", s, "commands", "Reads sent to the module.")),
      writeCommands(r, sim::statisticOf("DDRWriteCommands", s, "commands", "Writes sent to the module.")),
      activateCommands(r, sim::statisticOf("DDRActiveCommands", s, "commands", "Activates sent to the module.")),
      prechargeCommands(r, sim::statisticOf("DDRPrechargeCommands", s, "commands", "Precharges sent to the module.")),
      rows(r, "", "", s, kRowSentences),
      idleCycles(r, phaseInfo("IdleCycles", s, "No transaction was under way.")),
      previousCommandCycles(r, phaseInfo("PrevCmdWaitCycles", s, "A transaction waited to send its first command.")),
      previousPageCycles(r, phaseInfo("PrevPageCloseCycles", s, "A transaction waited for a row to close.")),
      openingPageCycles(r, phaseInfo("OpeningPageCycles", s, "A transaction waited for its row to open.")),
      readDelayCycles(r, phaseInfo("AccessingReadDelayCycles", s, "A read waited for its first data.")),
      writeDelayCycles(r, phaseInfo("AccessingWriteDelayCycles", s, "A write waited for its first data.")),
      readDataCycles(r, phaseInfo("AccessingReadDataCycles", s, "Read data moved.")),
      writeDataCycles(r, phaseInfo("AccessingWriteDataCycles", s, "Written data moved.")),
      controlIdleCycles(r, sim::statisticOf("ctrlIdleCycles", s, "cycles", "There was no command to send.")),
      controlUsedCycles(
          r, sim::statisticOf("ctrlUsedCycles", s, "cycles", "A command of the current transaction was sent.")),
      writeToWriteCycles(
          r, sim::statisticOf("write2writeCycles", s, "cycles", "Never counted; kept for the format of the tables.")),
      modeSwitches(r, sim::statisticOf("SwitchModeCount", s, "switches", "From reads to writes and back.")),
      firstAccessCycles(r, sim::statisticOf("sumPreAct2AccessCycles", s, "cycles",
                                            "From the selection of a transaction to its first access, summed.")),
      closedRows(r, sim::statisticOf("ClosePageActivationCount", s, "rows", "Closed by the page policy.")),
      traces{.selected = {scheduler, "selected"}, .commands = {scheduler, "commands"}, .pins = {scheduler, "pins"}} {
    for (size_t i = 1; i < blocked.size(); ++i)
        blocked[i] =
            std::make_unique<sim::Counter>(r, sim::statisticOf(kBlocked[i].name, s, "cycles", kBlocked[i].sentence));
    for (const ClientInfo& client : clientInfos)
        clients.push_back(
            std::make_unique<RowCounters>(r, "Client", fmt::format("_{}", client.name), s, kClientRowSentences));
}

}  // namespace cyclorama::mem::gddr
