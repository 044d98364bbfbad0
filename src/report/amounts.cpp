// SPDX-License-Identifier: MIT
#include "report/amounts.h"

#include <algorithm>

#include "results/statistic_sections.h"
#include "sim/without_numbers.h"

namespace cyclorama::report {

namespace {

std::optional<std::string_view> unlessEmpty(std::string_view text) {
    return text.empty() ? std::nullopt : std::optional(text);
}

}  // namespace

void Amounts::add(const machine::RunSample& sample, const std::vector<uint32_t>& reasons) {
    addCounters(sample.counters);
    addUnits(sample.units);
    for (size_t i = 0; i < reasons.size(); ++i) waits_[reasons[i]] += sample.waits[i].cycles;
}

void Amounts::add(const Amounts& other) {
    addCounters(other.counters_);
    addUnits(other.units_);
    for (const auto& [reason, cycles] : other.waits_) waits_[reason] += cycles;
}

void Amounts::addCounters(std::span<const Counter> counters) {
    if (counters_.size() < counters.size()) counters_.resize(counters.size());
    for (size_t i = 0; i < counters.size(); ++i) {
        counters_[i].sum += counters[i].sum;
        counters_[i].samples += counters[i].samples;
    }
}

void Amounts::addUnits(std::span<const Unit> units) {
    if (units_.size() < units.size()) units_.resize(units.size());
    for (size_t i = 0; i < units.size(); ++i) {
        units_[i].cycles += units[i].cycles;
        units_[i].awake += units[i].awake;
        units_[i].busy += units[i].busy;
    }
}

void Amounts::clear() {
    std::ranges::fill(counters_, Counter{});
    std::ranges::fill(units_, Unit{});
    waits_.clear();
}

AmountTables::AmountTables(const Database& database)
    : database_(&database),
      operationCounter_(database, "INSERT INTO operation_counters VALUES (?, ?, ?)"),
      sliceCounter_(database, "INSERT INTO slice_counters VALUES (?, ?, ?)"),
      frameCounter_(database, "INSERT INTO frame_counters VALUES (?, ?, ?)"),
      operationUnit_(database, "INSERT INTO operation_units VALUES (?, ?, ?, ?, ?, ?)"),
      sliceUnit_(database, "INSERT INTO slice_units VALUES (?, ?, ?, ?, ?, ?)"),
      operationWait_(database, "INSERT INTO operation_waits VALUES (?, ?, ?)"),
      sliceWait_(database, "INSERT INTO slice_waits VALUES (?, ?, ?)"),
      reason_(database, "INSERT INTO wait_reasons VALUES (?, ?, ?)") {}

void AmountTables::describe(const machine::ObservedMachine& machine) {
    if (described_) return;
    described_ = true;
    Statement clock(*database_, "INSERT INTO clocks VALUES (?, ?, ?)");
    for (size_t i = 0; i < machine.clocks.size(); ++i)
        clock.run(i, machine.clocks[i].name, machine.clocks[i].periodPicoseconds);
    Statement unit(*database_, "INSERT INTO units VALUES (?, ?, ?, ?)");
    for (size_t i = 0; i < machine.units.size(); ++i)
        unit.run(i, machine.units[i].name, sim::withoutNumbers(machine.units[i].name), machine.units[i].clock);
    Statement counter(*database_, "INSERT INTO counters VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    for (size_t i = 0; i < machine.counters.size(); ++i) {
        const machine::ObservedCounter& each = machine.counters[i];
        const results::StatisticSection* const section = results::sectionOf(each.name);
        const auto direction =
            each.client.empty() ? std::nullopt : std::optional<std::string_view>(each.written ? "write" : "read");
        counter.run(i, each.name, each.unit, each.sentence, each.average ? "average" : "sum",
                    section == nullptr ? std::string_view() : section->title, results::instanceOf(each.name),
                    unlessEmpty(each.activity), unlessEmpty(each.client), direction);
        averages_.push_back(each.average);
    }
}

std::vector<uint32_t> AmountTables::reasonsOf(const machine::RunSample& sample) {
    std::vector<uint32_t> numbers;
    for (const machine::RunSample::Wait& wait : sample.waits) {
        const auto [place, isNew] =
            reasons_.try_emplace({wait.unit, std::string(wait.reason)}, static_cast<uint32_t>(reasons_.size()));
        if (isNew) {
            reason_.run(place->second, wait.unit, wait.reason);
            unitOfReason_.push_back(wait.unit);
        }
        numbers.push_back(place->second);
    }
    return numbers;
}

void AmountTables::writeOperation(uint32_t operation, const Amounts& amounts) {
    writeCounters(operationCounter_, operation, amounts);
    writeUnits(operationUnit_, operationWait_, operation, amounts);
}

void AmountTables::writeSlice(uint64_t slice, const Amounts& amounts) {
    writeCounters(sliceCounter_, slice, amounts);
    writeUnits(sliceUnit_, sliceWait_, slice, amounts);
}

void AmountTables::writeFrame(uint32_t frame, const Amounts& amounts) { writeCounters(frameCounter_, frame, amounts); }

void AmountTables::writeCounters(Statement& statement, uint64_t key, const Amounts& amounts) {
    for (size_t i = 0; i < amounts.counters().size(); ++i) {
        const Amounts::Counter& counter = amounts.counters()[i];
        if (counter.sum == 0) continue;
        if (averages_[i])
            statement.run(key, i, static_cast<double>(counter.sum) / static_cast<double>(counter.samples));
        else
            statement.run(key, i, counter.sum);
    }
}

void AmountTables::writeUnits(Statement& units, Statement& waits, uint64_t key, const Amounts& amounts) {
    std::vector<uint64_t> waiting(amounts.units().size());
    for (const auto& [reason, cycles] : amounts.waits()) {
        waits.run(key, reason, cycles);
        waiting[unitOfReason_[reason]] += cycles;
    }
    for (size_t i = 0; i < amounts.units().size(); ++i) {
        const Amounts::Unit& unit = amounts.units()[i];
        // The looks that the estimate is made of stand for time from before, too.
        const uint64_t most = unit.cycles - std::min(unit.busy, unit.cycles);
        if (unit.awake != 0 || waiting[i] != 0)
            units.run(key, i, unit.busy, unit.awake, std::min(waiting[i], most), unit.cycles);
    }
}

}  // namespace cyclorama::report
