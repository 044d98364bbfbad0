#include "mem/gddr/dram_module.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "sim/fault.h"
#include "sim/simulation.h"

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

sim::StatisticInfo info(std::string_view name, const std::string& suffix, std::string unit, std::string sentence) {
    return {.name = fmt::format("{}_{}", name, suffix), .unit = std::move(unit), .sentence = std::move(sentence)};
}

// Commands in flight at once: one a cycle over the longest way of a burst, and the pins of the last.
uint32_t depth(const Settings& settings) {
    return std::max(settings.timings.casLatency, settings.timings.writeLatency) + 2 * settings.burstCycles() + 4;
}

}  // namespace

DramModule::Statistics::Statistics(sim::StatisticsRegistry& r, const std::string& s)
    : dataCycles(r, info("DataCycles", s, "cycles", "The data pins carried data.")),
      dataBytes(r, info("DataBytes", s, "bytes", "Never counted; kept for the format of the tables.")),
      idleCycles(r, info("IdleCycles", s, "cycles", "The data pins had nothing to wait for.")),
      readDataCycles(r, info("ReadDataCycles", s, "cycles", "The data pins carried read data.")),
      readDataBytes(r, info("ReadDataBytes", s, "bytes", "Carried by the data pins for reads.")),
      writeDataCycles(r, info("WriteDataCycles", s, "cycles", "The data pins carried written data.")),
      writeDataBytes(r, info("WriteDataBytes", s, "bytes", "Carried by the data pins for writes.")),
      casLatencyCycles(r,
                       info("WastedCycles_CASLatency", s, "cycles", "The data pins waited for the first read data.")),
      writeLatencyCycles(
          r, info("WastedCycles_WriteLatency", s, "cycles", "The data pins waited for the first written data.")),
      allBanksPrechargedCycles(r, info("AllBanksPrechargedCycles", s, "cycles", "No bank had an open row.")),
      activateCommands(r, info("ACTCommandsReceived", s, "commands", "Rows opened.")) {
    for (size_t i = 1; i < kConstraints; ++i)
        constraintCycles[i] =
            std::make_unique<sim::Counter>(r, info(fmt::format("WastedCycles_{}", kConstraintNames[i]), s, "cycles",
                                                   "The data pins rested because of this distance between commands."));
}

DramModule::DramModule(sim::Simulation& simulation, sim::DomainId domain, const Settings& settings,
                       const std::string& suffix)
    : Box(simulation, domain, "DramModule." + suffix),
      timings_(settings.timings),
      burstCycles_(settings.burstCycles()),
      bytesPerCycle_(settings.burstBytesPerCycle),
      state_(settings.timings, settings.banks, settings.burstCycles()),
      scheduledPins_(depth(settings)),
      readEnds_(depth(settings)),
      statistics_(simulation.statistics(), suffix) {}

void DramModule::clock(Cycle cycle) {
    state_.advance(cycle);
    if (state_.allBanksIdle()) ++statistics_.allBanksPrechargedCycles;
    reported_ = Constraint::None;
    if (const auto command = commands.read(cycle)) process(cycle, *command);

    if (!readEnds_.empty() && readEnds_.front() == cycle) {
        readEnds_.pop();
        bursts.write(cycle, ReadBurst{});
    }

    // The pins of a cycle enter the statistics in the next: samples are taken in between.
    account(lastPins_, 1);
    lastPins_ = pinsIn(cycle);
    // What the pins do until then is settled when it matters.
    sleepUntil(readEnds_.empty() ? sim::kNever : readEnds_.front());
}

void DramModule::accountSleep(Cycle first, uint64_t count) {
    const Cycle end = first + count;
    for (Cycle cycle = first; cycle < end; ++cycle) {
        if (quiet()) {
            account(lastPins_, end - cycle);
            if (state_.allBanksIdle()) statistics_.allBanksPrechargedCycles.add(end - cycle);
            return;
        }
        passCycle(cycle);
    }
}

void DramModule::passCycle(Cycle cycle) {
    state_.advance(cycle);
    if (state_.allBanksIdle()) ++statistics_.allBanksPrechargedCycles;
    reported_ = Constraint::None;
    account(lastPins_, 1);
    lastPins_ = pinsIn(cycle);
}

bool DramModule::quiet() const {
    return lastPins_.use == PinUse::Idle && scheduledPins_.empty() && state_.stable() && !state_.readUnderWay() &&
           !state_.writeUnderWay();
}

void DramModule::process(Cycle cycle, const Command& command) {
    reported_ = command.constraint;
    switch (command.kind) {
        case CommandKind::Activate:
            ++statistics_.activateCommands;
            break;
        case CommandKind::Read:
            reservePins(cycle + timings_.casLatency, burstCycles_, {.use = PinUse::Read});
            readEnds_.push(cycle + timings_.casLatency + burstCycles_);
            break;
        case CommandKind::Write:
            reservePins(cycle + timings_.writeLatency, burstCycles_, {.use = PinUse::Write});
            break;
        case CommandKind::Precharge:
            break;
        case CommandKind::None: {
            // With data under way the lost cycle shows on the pins when the blocked command's data would have.
            if (!state_.readUnderWay() && !state_.writeUnderWay()) break;
            uint32_t delay = 0;
            if (command.constraint == Constraint::ReadToWrite || command.constraint == Constraint::ActivateToWrite)
                delay = timings_.writeLatency;
            if (command.constraint == Constraint::ActivateToRead) delay = timings_.casLatency;
            if (delay != 0)
                reservePins(cycle + delay, 1, {.use = PinUse::Constrained, .constraint = command.constraint});
            break;
        }
    }
    state_.issue(command);
}

void DramModule::reservePins(Cycle first, uint32_t count, Pins pins) {
    if (!scheduledPins_.empty() && scheduledPins_[scheduledPins_.size() - 1].cycle >= first)
        throw sim::Fault(fmt::format("{}: two uses of the data pins in cycle {}", name(), first));
    for (uint32_t i = 0; i < count; ++i) scheduledPins_.push({.cycle = first + i, .pins = pins});
}

DramModule::Pins DramModule::pinsIn(Cycle cycle) {
    if (!scheduledPins_.empty() && scheduledPins_.front().cycle == cycle) return scheduledPins_.pop().pins;
    // From read to write both are under way; the write is the younger.
    if (state_.writeUnderWay()) return {.use = PinUse::WriteLatency};
    if (state_.readUnderWay()) return {.use = PinUse::CasLatency};
    if (reported_ != Constraint::None) return {.use = PinUse::Constrained, .constraint = reported_};
    return {};
}

void DramModule::account(const Pins& pins, uint64_t cycles) {
    switch (pins.use) {
        case PinUse::Idle:
            statistics_.idleCycles.add(cycles);
            break;
        case PinUse::Read:
            statistics_.dataCycles.add(cycles);
            statistics_.readDataCycles.add(cycles);
            statistics_.readDataBytes.add(bytesPerCycle_ * cycles);
            break;
        case PinUse::Write:
            statistics_.dataCycles.add(cycles);
            statistics_.writeDataCycles.add(cycles);
            statistics_.writeDataBytes.add(bytesPerCycle_ * cycles);
            break;
        case PinUse::CasLatency:
            statistics_.casLatencyCycles.add(cycles);
            break;
        case PinUse::WriteLatency:
            statistics_.writeLatencyCycles.add(cycles);
            break;
        case PinUse::Constrained:
            statistics_.constraintCycles[static_cast<size_t>(pins.constraint)]->add(cycles);
            break;
    }
}

std::string DramModule::describeWait() const {
    return readEnds_.empty() ? "" : fmt::format("{} read bursts are under way", readEnds_.size());
}

}  // namespace cyclorama::mem::gddr
