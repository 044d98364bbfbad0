// SPDX-License-Identifier: MIT
#include "sim/statistics.h"

#include <fmt/format.h>

#include <utility>

namespace cyclorama::sim {

namespace {

std::string textOf(const std::vector<std::unique_ptr<Statistic>>& column, Interval interval) {
    Statistic::Value total;
    for (const auto& statistic : column) {
        const Statistic::Value value = statistic->value(interval);
        total.sum += value.sum;
        total.samples += value.samples;
    }
    // 32-bit sums, and averages in single precision with six digits: tables are compared to the character.
    const auto sum = static_cast<uint32_t>(total.sum);
    if (total.samples == 0) return fmt::format("{}", sum);
    return fmt::format("{:g}", static_cast<float>(sum) / static_cast<float>(total.samples));
}

/// A total that only grows: of each interval what was there at its start is kept.
class TotalColumn final : public Statistic {
  public:
    TotalColumn(StatisticInfo info, const uint64_t& sum, const uint64_t* samples)
        : Statistic(std::move(info)), sum_(&sum), samples_(samples) {}

    Value value(Interval interval) const override {
        const Value& start = start_[static_cast<size_t>(interval)];
        const Value now = current();
        return {now.sum - start.sum, now.samples - start.samples};
    }
    void restart(Interval interval) override { start_[static_cast<size_t>(interval)] = current(); }
    std::optional<Total> total() const override { return Total{.sum = sum_, .samples = samples_}; }
    bool isAverage() const override { return samples_ != nullptr; }

  private:
    Value current() const { return {*sum_, samples_ == nullptr ? 0 : *samples_}; }

    const uint64_t* sum_;
    const uint64_t* samples_;
    std::array<Value, kIntervals> start_{};
};

/// A value for each interval, which starts again at zero.
class ValuesColumn final : public Statistic {
  public:
    ValuesColumn(StatisticInfo info, std::array<uint32_t, kIntervals>& values)
        : Statistic(std::move(info)), values_(&values) {}

    Value value(Interval interval) const override { return {(*values_)[static_cast<size_t>(interval)], 0}; }
    void restart(Interval interval) override { (*values_)[static_cast<size_t>(interval)] = 0; }
    std::optional<Total> total() const override { return std::nullopt; }

  private:
    std::array<uint32_t, kIntervals>* values_;
};

}  // namespace

StatisticInfo statisticOf(std::string_view name, std::string_view suffix, std::string_view unit,
                          std::string_view sentence) {
    return {.name = fmt::format("{}_{}", name, suffix), .unit = unit, .sentence = sentence};
}

StatisticInfo partOf(StatisticInfo info, StatisticRole role, std::string_view part) {
    if (part.empty()) return info;
    info.role = role;
    info.part = part;
    return info;
}

Counter::Counter(StatisticsRegistry& registry, StatisticInfo info) {
    registry.add(std::make_unique<TotalColumn>(std::move(info), total_, nullptr));
}

Average::Average(StatisticsRegistry& registry, StatisticInfo info) {
    registry.add(std::make_unique<TotalColumn>(std::move(info), total_.sum, &total_.samples));
}

template <typename Better>
Extremum<Better>::Extremum(StatisticsRegistry& registry, StatisticInfo info, uint32_t initial) {
    values_.fill(initial);
    registry.add(std::make_unique<ValuesColumn>(std::move(info), values_));
}
template class Extremum<std::greater<>>;
template class Extremum<std::less<>>;

void StatisticsRegistry::add(std::unique_ptr<Statistic> statistic) {
    std::vector<std::unique_ptr<Statistic>>& column = columns_[statistic->info().name];
    if (column.empty() && statistic->info().role != StatisticRole::None) parts_.push_back(&statistic->info());
    column.push_back(std::move(statistic));
}

void StatisticsRegistry::writeWindows(std::ostream& out, uint64_t cycles) {
    windows_.out = &out;
    windowCycles_ = cycles;
    windowEnd_ = cycles - 1;
}

void StatisticsRegistry::sampleWindow(Cycle cycle) {
    sample(windows_, "Cycles", Interval::Window, fmt::format("{}..{}", windowStart_, cycle));
    windowStart_ = cycle + 1;
    windowEnd_ = cycle + windowCycles_;
}

void StatisticsRegistry::finish(Cycle cycle) {
    if (windows_.out != nullptr && cycle + 1 > windowStart_) sampleWindow(cycle);
}

void StatisticsRegistry::sample(Table& table, std::string_view firstColumn, Interval interval,
                                const std::string& label) {
    if (table.out == nullptr) return;
    fmt::memory_buffer line;
    const auto append = [&line](std::string_view text) { line.append(text.data(), text.data() + text.size()); };
    if (!std::exchange(table.named, true)) {
        append(firstColumn);
        for (const auto& [name, column] : columns_) {
            append(";");
            append(name);
        }
        append("\n");
    }
    append(label);
    for (const auto& [name, column] : columns_) {
        append(";");
        append(textOf(column, interval));
        for (const auto& statistic : column) statistic->restart(interval);
    }
    append("\n");
    table.out->write(line.data(), static_cast<std::streamsize>(line.size()));
}

std::string StatisticsRegistry::text(std::string_view name, Interval interval) const {
    const auto found = columns_.find(name);
    return found == columns_.end() ? std::string() : textOf(found->second, interval);
}

void StatisticsRegistry::writeDescriptions(std::ostream& out) const {
    out << "name;unit;sentence\n";
    for (const auto& [name, column] : columns_)
        out << name << ';' << column.front()->info().unit << ';' << column.front()->info().sentence << '\n';
}

}  // namespace cyclorama::sim
