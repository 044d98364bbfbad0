// SPDX-License-Identifier: MIT
#include "mem/gddr/dram_module.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "sim/fault.h"

namespace cyclorama::mem::gddr {

namespace {

constexpr std::array<std::string_view, 10> kConstraintNames = {"",
                                                               "ACT_TO_ACT",
                                                               "ACT_TO_PRE",
                                                               "ACT_TO_READ",
                                                               "ACT_TO_WRITE",
                                                               "READ_TO_WRITE",
                                                               "READ_TO_PRE",
                                                               "WRITE_TO_READ",
                                                               "WRITE_TO_PRE",
                                                               "PRE_TO_ACT"};

// Commands in flight at once: one a cycle over the longest way of a burst, and the pins of the last.
uint32_t depth(const Settings& settings) {
    return std::max(settings.timings.casLatency, settings.timings.writeLatency) + 2 * settings.burstCycles() + 4;
}

}  // namespace

DramModule::Statistics::Statistics(sim::StatisticsRegistry& r, const std::string& s)
    : dataCycles(r, sim::statisticOf("DataCycles", s, "cycles", "The data pins carried data.")),
      dataBytes(r, sim::statisticOf("DataBytes", s, "bytes", "Never counted; kept for the format of the tables.")),
      idleCycles(r, sim::statisticOf("IdleCycles", s, "cycles", "The data pins had nothing to wait for.")),
      readDataCycles(r, sim::statisticOf("ReadDataCycles", s, "cycles", "The data pins carried read data.")),
      readDataBytes(r, sim::statisticOf("ReadDataBytes", s, "bytes", "Carried by the data pins for reads.")),
      writeDataCycles(r, sim::statisticOf("WriteDataCycles", s, "cycles", "The data pins carried written data.")),
      writeDataBytes(r, sim::statisticOf("WriteDataBytes", s, "bytes", "Carried by the data pins for writes.")),
      casLatencyCycles(
          r, sim::statisticOf("WastedCycles_CASLatency", s, "cycles", "The data pins waited for the first read data.")),
      writeLatencyCycles(r, sim::statisticOf("WastedCycles_WriteLatency", s, "cycles",
                                             "The data pins waited for the first written data.")),
      allBanksPrechargedCycles(r,
                               sim::statisticOf("AllBanksPrechargedCycles", s, "cycles", "No bank had an open row.")),
      activateCommands(r, sim::statisticOf("ACTCommandsReceived", s, "commands", "Rows opened.")) {
    for (size_t i = 1; i < kConstraints; ++i)
        constraintCycles[i] = std::make_unique<sim::Counter>(
            r, sim::statisticOf(fmt::format("WastedCycles_{}", kConstraintNames[i]), s, "cycles",
                                "The data pins rested because of this distance between commands."));
}

DramModule::DramModule(sim::StatisticsRegistry& registry, const Settings& settings, const std::string& suffix)
    : timings_(settings.timings),
      burstCycles_(settings.burstCycles()),
      bytesPerCycle_(settings.burstBytesPerCycle),
      scheduledPins_(depth(settings)),
      statistics_(registry, suffix) {}

void DramModule::take(Cycle cycle, const DramCommand& command) {
    process();
    posted_ = command;
    postedAt_ = cycle;
}

void DramModule::settle(Cycle end) {
    if (postedAt_ < end) process();
    if (openRows_ == 0) passClosed(end);
    // The pins of a cycle enter the statistics in the next: samples are taken in between.
    if (end > 0) passPins(end - 1);
    const auto take = [this](PinUse use) { return std::exchange(pinCycles_[use], 0); };
    const uint64_t readCycles = take(kRead);
    const uint64_t writeCycles = take(kWrite);
    statistics_.dataCycles.add(readCycles + writeCycles);
    statistics_.readDataCycles.add(readCycles);
    statistics_.readDataBytes.add(bytesPerCycle_ * readCycles);
    statistics_.writeDataCycles.add(writeCycles);
    statistics_.writeDataBytes.add(bytesPerCycle_ * writeCycles);
    statistics_.idleCycles.add(take(kIdle));
    statistics_.casLatencyCycles.add(take(kCasLatency));
    statistics_.writeLatencyCycles.add(take(kWriteLatency));
    for (size_t i = 1; i < kConstraints; ++i)
        statistics_.constraintCycles[i]->add(take(constrained(static_cast<TimingConstraint>(i))));
}

void DramModule::process() {
    if (postedAt_ == sim::kNever) return;
    const Cycle cycle = std::exchange(postedAt_, sim::kNever);
    passPins(cycle);
    reported_ = posted_.constraint;
    reportEnd_ = posted_.holds || reported_ == TimingConstraint::None ? sim::kNever : cycle + 1;
    switch (posted_.kind) {
        case CommandKind::Activate:
            ++statistics_.activateCommands;
            if (openRows_++ == 0) passClosed(cycle + 1);
            break;
        case CommandKind::Read:
            readEnd_ = cycle + timings_.casLatency + sim::Cycle{posted_.bursts} * burstCycles_;
            reservePins(cycle + timings_.casLatency, readEnd_, kRead);
            break;
        case CommandKind::Write:
            writeEnd_ = cycle + timings_.writeLatency + sim::Cycle{posted_.bursts} * burstCycles_;
            reservePins(cycle + timings_.writeLatency, writeEnd_, kWrite);
            break;
        case CommandKind::Precharge:
            // One that came before is over by then.
            if (--openRows_ == 0) closedFrom_ = cycle + timings_.tRP;
            break;
        case CommandKind::None:
            break;
    }
}

void DramModule::passClosed(Cycle end) {
    if (end <= closedFrom_) return;
    statistics_.allBanksPrechargedCycles.add(end - closedFrom_);
    closedFrom_ = end;
}

void DramModule::passPins(Cycle end) {
    if (reportEnd_ < end) {
        passAlike(reportEnd_);
        reported_ = TimingConstraint::None;
        reportEnd_ = sim::kNever;
    }
    passAlike(end);
}

void DramModule::passAlike(Cycle end) {
    if (pinsPassed_ >= end) return;
    if (reported_ != TimingConstraint::None && reportEnd_ == sim::kNever) loseCycles(pinsPassed_, end);
    Cycle cycle = std::exchange(pinsPassed_, end);
    while (!scheduledPins_.empty() && scheduledPins_.front().first < end) {
        const PinRun& run = scheduledPins_.front();
        if (run.first > cycle) rest(std::exchange(cycle, run.first), run.first);
        pinCycles_[run.use] += std::min(run.end, end) - cycle;
        if (run.end > end) return;
        cycle = run.end;
        scheduledPins_.pop();
    }
    rest(cycle, end);
}

void DramModule::rest(Cycle first, Cycle end) {
    const auto pass = [&](Cycle to, PinUse use) {
        to = std::min(to, end);
        if (to <= first) return;
        pinCycles_[use] += to - first;
        first = to;
    };
    // From read to write both are under way; the write is the younger.
    pass(writeEnd_, kWriteLatency);
    pass(readEnd_, kCasLatency);
    pass(end, reported_ != TimingConstraint::None ? constrained(reported_) : kIdle);
}

void DramModule::loseCycles(Cycle first, Cycle end) {
    uint32_t delay = 0;
    if (reported_ == TimingConstraint::ReadToWrite || reported_ == TimingConstraint::ActivateToWrite)
        delay = timings_.writeLatency;
    else if (reported_ == TimingConstraint::ActivateToRead)
        delay = timings_.casLatency;
    // Only those within the data of accesses before show on the pins later.
    end = std::min(end, std::max(readEnd_, writeEnd_));
    if (delay != 0 && first < end) reservePins(first + delay, end + delay, constrained(reported_));
}

void DramModule::reservePins(Cycle first, Cycle end, PinUse use) {
    if (!scheduledPins_.empty()) {
        PinRun& last = scheduledPins_[scheduledPins_.size() - 1];
        if (last.end > first) throw sim::Fault(fmt::format("two uses of a channel's data pins in cycle {}", first));
        if (last.end == first && last.use == use) {
            last.end = end;
            return;
        }
    }
    scheduledPins_.push({.first = first, .end = end, .use = use});
}

}  // namespace cyclorama::mem::gddr
