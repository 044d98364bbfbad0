#include "mem/gddr/dram_module.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

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

sim::StatisticInfo info(std::string_view name, const std::string& suffix, std::string_view unit,
                        std::string_view sentence) {
    return {.name = fmt::format("{}_{}", name, suffix), .unit = unit, .sentence = sentence};
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

DramModule::DramModule(sim::StatisticsRegistry& registry, const Settings& settings, const std::string& suffix)
    : timings_(settings.timings),
      burstCycles_(settings.burstCycles()),
      bytesPerCycle_(settings.burstBytesPerCycle),
      prechargeEnds_(settings.banks),
      scheduledPins_(depth(settings)),
      statistics_(registry, suffix) {}

void DramModule::take(Cycle cycle, const Command& command) {
    passTo(cycle);
    posted_ = {.arrival = cycle, .command = command};
}

void DramModule::passTo(Cycle end) {
    while (passed_ < end) {
        const Cycle cycle = passed_;
        if (!prechargeEnds_.empty() && prechargeEnds_.front() == cycle) {
            prechargeEnds_.pop();
            --busyBanks_;
        }
        if (busyBanks_ == 0) ++statistics_.allBanksPrechargedCycles;
        if (posted_ && posted_->arrival == cycle) {
            process(cycle, posted_->command);
            posted_.reset();
        } else if (!holds_) {
            reported_ = Constraint::None;
        }
        // The cycles from this one on that pass alike.
        Cycle next = std::min(end, nextTurn(cycle));
        if (posted_) next = std::min(next, posted_->arrival);
        if (reported_ != Constraint::None) {
            if (!holds_) next = cycle + 1;
            loseCycles(cycle, next);
        }
        // The pins of a cycle enter the statistics in the next: samples are taken in between.
        account(lastPins_, 1);
        lastPins_ = pinsIn(cycle, next);
        const uint64_t more = next - cycle - 1;
        if (more != 0) {
            account(lastPins_, more);
            if (busyBanks_ == 0) statistics_.allBanksPrechargedCycles.add(more);
        }
        passed_ = next;
    }
}

Cycle DramModule::nextTurn(Cycle cycle) const {
    Cycle turn = prechargeEnds_.empty() ? sim::kNever : prechargeEnds_.front();
    if (readEnd_ > cycle) turn = std::min(turn, readEnd_);
    if (writeEnd_ > cycle) turn = std::min(turn, writeEnd_);
    if (!scheduledPins_.empty()) {
        const PinRun& run = scheduledPins_.front();
        turn = std::min(turn, run.first > cycle ? run.first : run.end);
    }
    // Lost cycles that this one adds to those pins.
    if (holds_ && delayOfLostCycles(cycle) != 0) turn = std::min(turn, cycle + delayOfLostCycles(cycle));
    return turn;
}

void DramModule::process(Cycle cycle, const Command& command) {
    reported_ = command.constraint;
    holds_ = command.holds;
    switch (command.kind) {
        case CommandKind::Activate:
            ++statistics_.activateCommands;
            ++busyBanks_;
            break;
        case CommandKind::Read:
            readEnd_ = cycle + timings_.casLatency + burstCycles_;
            reservePins(cycle + timings_.casLatency, readEnd_, {.use = PinUse::Read});
            break;
        case CommandKind::Write:
            writeEnd_ = cycle + timings_.writeLatency + burstCycles_;
            reservePins(cycle + timings_.writeLatency, writeEnd_, {.use = PinUse::Write});
            break;
        case CommandKind::Precharge:
            prechargeEnds_.push(cycle + timings_.tRP);
            break;
        case CommandKind::None:
            break;
    }
}

uint32_t DramModule::delayOfLostCycles(Cycle cycle) const {
    if (readEnd_ <= cycle && writeEnd_ <= cycle) return 0;
    if (reported_ == Constraint::ReadToWrite || reported_ == Constraint::ActivateToWrite) return timings_.writeLatency;
    return reported_ == Constraint::ActivateToRead ? timings_.casLatency : 0;
}

void DramModule::loseCycles(Cycle cycle, Cycle end) {
    const uint32_t delay = holds_ ? delayOfLostCycles(cycle) : 0;
    if (delay != 0) reservePins(cycle + delay, end + delay, {.use = PinUse::Constrained, .constraint = reported_});
}

void DramModule::reservePins(Cycle first, Cycle end, Pins pins) {
    if (!scheduledPins_.empty()) {
        PinRun& last = scheduledPins_[scheduledPins_.size() - 1];
        if (last.end > first) throw sim::Fault(fmt::format("two uses of a channel's data pins in cycle {}", first));
        if (last.end == first && last.pins == pins) {
            last.end = end;
            return;
        }
    }
    scheduledPins_.push({.first = first, .end = end, .pins = pins});
}

DramModule::Pins DramModule::pinsIn(Cycle cycle, Cycle end) {
    if (!scheduledPins_.empty() && scheduledPins_.front().first <= cycle) {
        const PinRun run = scheduledPins_.front();
        if (run.end <= end) scheduledPins_.pop();
        return run.pins;
    }
    // From read to write both are under way; the write is the younger.
    if (writeEnd_ > cycle) return {.use = PinUse::WriteLatency};
    if (readEnd_ > cycle) return {.use = PinUse::CasLatency};
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

}  // namespace cyclorama::mem::gddr
