// SPDX-License-Identifier: MIT
#include "report/amounts.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "results/statistic_sections.h"
#include "sim/without_numbers.h"

namespace cyclorama::report {

namespace {

std::optional<std::string_view> unlessEmpty(std::string_view text) {
    return text.empty() ? std::nullopt : std::optional(text);
}

/// A JSON object of values by number.
class NumberedValues {
  public:
    void key(uint64_t number) {
        text_ += text_.size() == 1 ? "\"" : ",\"";
        append(number);
        text_ += "\":";
    }
    void value(uint64_t value) { append(value); }
    void value(double value) { text_ += fmt::format("{}", value); }
    void values(std::initializer_list<uint64_t> all) {
        char before = '[';
        for (const uint64_t each : all) {
            text_ += before;
            append(each);
            before = ',';
        }
        text_ += ']';
    }
    std::string take() { return std::move(text_) + "}"; }

  private:
    void append(uint64_t number) {
        const fmt::format_int digits(number);
        text_.append(digits.data(), digits.size());
    }

    std::string text_ = "{";
};

}  // namespace

void GrowingAmounts::add(const machine::RunSample& sample, const SampleNumbers& numbers) {
    for (const auto& [counter, sum, samples] : sample.counters) {
        CountedAmount& amount = counters_[counter];
        amount.sum += sum;
        amount.samples += samples;
    }
    addUnits(sample.units);
    for (size_t i = 0; i < numbers.reasons.size(); ++i) waits_[numbers.reasons[i]] += sample.waits[i].cycles;
    for (size_t i = 0; i < numbers.causes.size(); ++i) limits_[numbers.causes[i]] += sample.limits[i].cycles;
    queues_.add(sample.queues);
}

void GrowingAmounts::add(const Amounts& amounts) {
    for (const auto& [counter, counted] : amounts.counters) {
        CountedAmount& amount = counters_[counter];
        amount.sum += counted.sum;
        amount.samples += counted.samples;
    }
    addUnits(amounts.units);
    for (const auto& [reason, cycles] : amounts.waits) waits_[reason] += cycles;
    for (const auto& [cause, cycles] : amounts.limits) limits_[cause] += cycles;
    queues_.add(amounts.queues);
}

void GrowingAmounts::addUnits(std::span<const Amounts::Unit> units) {
    if (units_.size() < units.size()) units_.resize(units.size());
    for (size_t i = 0; i < units.size(); ++i) {
        units_[i].cycles += units[i].cycles;
        units_[i].awake += units[i].awake;
        units_[i].busy += units[i].busy;
    }
}

Amounts GrowingAmounts::take() {
    return {.counters = counters_.take(),
            .units = std::exchange(units_, {}),
            .waits = waits_.take(),
            .limits = limits_.take(),
            .queues = queues_.take()};
}

AmountTables::AmountTables(const ReportFile& file)
    : file_(file),
      operation_(file, "INSERT INTO operation_amounts VALUES (?, ?, ?, ?, ?)"),
      slice_(file, "INSERT INTO slice_amounts VALUES (?, ?, ?, ?, ?)"),
      frame_(file, "INSERT INTO frame_amounts VALUES (?, ?)"),
      reason_(file, "INSERT INTO wait_reasons VALUES (?, ?, ?)"),
      cause_(file, "INSERT INTO limit_causes VALUES (?, ?, ?, ?, ?, ?)"),
      effect_(file, "INSERT INTO change_effects VALUES (?, ?, ?)"),
      queues_(file) {}

void AmountTables::describe(const machine::ObservedMachine& machine) {
    if (described_) return;
    described_ = true;
    changes_ = machine.changes;
    file_.background.add([this, machine] { writeDescription(machine); });
}

void AmountTables::writeDescription(const machine::ObservedMachine& machine) {
    const Insert clock(file_, "INSERT INTO clocks VALUES (?, ?, ?)");
    for (size_t i = 0; i < machine.clocks.size(); ++i)
        clock.runNow(i, machine.clocks[i].name, machine.clocks[i].periodPicoseconds);
    const Insert unit(file_, "INSERT INTO units VALUES (?, ?, ?, ?)");
    for (size_t i = 0; i < machine.units.size(); ++i)
        unit.runNow(i, machine.units[i].name, sim::withoutNumbers(machine.units[i].name), machine.units[i].clock);
    queues_.describe(machine);
    const Insert counter(file_, "INSERT INTO counters VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    for (size_t i = 0; i < machine.counters.size(); ++i) {
        const machine::ObservedCounter& each = machine.counters[i];
        averages_.push_back(each.average);
        const results::StatisticSection* const section = results::sectionOf(each.name);
        const auto direction =
            each.client.empty() ? std::nullopt : std::optional<std::string_view>(each.written ? "write" : "read");
        counter.runNow(i, each.name, each.unit, each.sentence, each.average ? "average" : "sum",
                       section == nullptr ? std::string_view() : section->title, results::instanceOf(each.name),
                       unlessEmpty(each.activity), unlessEmpty(each.client), direction);
    }
    writeChanges(machine.changes);
}

void AmountTables::writeChanges(const std::vector<machine::ObservedChange>& changes) const {
    const Insert change(file_, "INSERT INTO changes VALUES (?, ?)");
    const Insert setting(file_, "INSERT INTO change_settings VALUES (?, ?, ?)");
    for (size_t i = 0; i < changes.size(); ++i) {
        change.runNow(i, changes[i].title);
        for (size_t k = 0; k < changes[i].settings.size(); ++k) setting.runNow(i, k, changes[i].settings[k]);
    }
}

SampleNumbers AmountTables::numbersOf(const machine::RunSample& sample) {
    SampleNumbers numbers;
    for (const machine::RunSample::Wait& wait : sample.waits) numbers.reasons.push_back(reasonOf(wait));
    for (const machine::RunSample::Limit& limit : sample.limits) numbers.causes.push_back(causeOf(limit.cause));
    return numbers;
}

uint32_t AmountTables::reasonOf(const machine::RunSample::Wait& wait) {
    const auto [place, isNew] =
        reasons_.try_emplace({wait.unit, std::string(wait.reason)}, static_cast<uint32_t>(reasons_.size()));
    if (isNew) {
        reason_.run(place->second, wait.unit, wait.reason);
        file_.background.add([this, unit = wait.unit] { unitOfReason_.push_back(unit); });
    }
    return place->second;
}

uint32_t AmountTables::causeOf(const machine::LimitCause& cause) {
    const auto [place, isNew] = causes_.try_emplace(cause, static_cast<uint32_t>(causes_.size()));
    if (!isNew) return place->second;
    cause_.run(place->second, cause.unit, cause.through, uint32_t{cause.full}, uint32_t{cause.atFullRate},
               uint32_t{cause.inLarger});
    for (size_t i = 0; i < changes_.size(); ++i)
        if (const double saved = savedPart(changes_[i], cause); saved > 0) effect_.run(i, place->second, saved);
    return place->second;
}

void AmountTables::writeOperation(uint32_t operation, Amounts amounts) {
    file_.background.add([this, operation, amounts = std::move(amounts)] {
        writeRow(operation_, operation, amounts);
        queues_.writeOperation(operation, amounts.queues);
    });
}

void AmountTables::writeSlice(uint64_t slice, Amounts amounts) {
    file_.background.add([this, slice, amounts = std::move(amounts)] {
        writeRow(slice_, slice, amounts);
        queues_.writeSlice(slice, amounts.queues);
    });
}

void AmountTables::writeFrame(uint32_t frame, Amounts amounts) {
    file_.background.add([this, frame, amounts = std::move(amounts)] { frame_.runNow(frame, countersIn(amounts)); });
}

void AmountTables::writeRow(const Insert& table, uint64_t number, const Amounts& amounts) const {
    const Work work = workIn(amounts);
    table.runNow(number, countersIn(amounts), work.units, work.waits, work.limits);
}

std::string AmountTables::countersIn(const Amounts& amounts) const {
    NumberedValues values;
    for (const auto& [number, counted] : amounts.counters) {
        if (counted.sum == 0) continue;
        values.key(number);
        if (averages_[number])
            values.value(static_cast<double>(counted.sum) / static_cast<double>(counted.samples));
        else
            values.value(counted.sum);
    }
    return values.take();
}

AmountTables::Work AmountTables::workIn(const Amounts& amounts) const {
    std::vector<uint64_t> waiting(amounts.units.size());
    NumberedValues waits;
    for (const auto& [reason, cycles] : amounts.waits) {
        waits.key(reason);
        waits.value(cycles);
        waiting[unitOfReason_[reason]] += cycles;
    }
    NumberedValues units;
    for (size_t i = 0; i < amounts.units.size(); ++i) {
        const Amounts::Unit& unit = amounts.units[i];
        if (unit.awake == 0 && waiting[i] == 0) continue;
        // The looks that the estimate is made of stand for time from before, too.
        const uint64_t most = unit.cycles - std::min(unit.busy, unit.cycles);
        units.key(i);
        units.values({unit.busy, unit.awake, std::min(waiting[i], most), unit.cycles});
    }
    NumberedValues limits;
    for (const auto& [cause, cycles] : amounts.limits) {
        limits.key(cause);
        limits.value(cycles);
    }
    return {.units = units.take(), .waits = waits.take(), .limits = limits.take()};
}

}  // namespace cyclorama::report
