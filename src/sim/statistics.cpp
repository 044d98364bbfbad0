#include "sim/statistics.h"

#include <fmt/format.h>

#include <utility>

namespace cyclorama::sim {

namespace {

std::string textOf(const std::vector<Statistic*>& column, Interval interval) {
    Statistic::Value total;
    for (const Statistic* statistic : column) {
        const Statistic::Value value = statistic->value(interval);
        total.sum += value.sum;
        total.samples += value.samples;
    }
    // 32-bit sums, and averages in single precision with six digits: what ATTILA's tables hold, to the character.
    const auto sum = static_cast<uint32_t>(total.sum);
    if (total.samples == 0) return fmt::format("{}", sum);
    return fmt::format("{:g}", static_cast<float>(sum) / static_cast<float>(total.samples));
}

}  // namespace

Statistic::Statistic(StatisticsRegistry& registry, StatisticInfo info) : info_(std::move(info)) {
    registry.columns_[info_.name].push_back(this);
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
        for (Statistic* statistic : column) statistic->restart(interval);
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
