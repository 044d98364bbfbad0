// SPDX-License-Identifier: MIT
#include "machine/timing/core/frame_meter.h"

#include <algorithm>
#include <string>
#include <utility>

#include "machine/timing/core/counter_roles.h"
#include "mem/transaction.h"

namespace cyclorama::machine::timing {

FrameMeter::FrameMeter(const sim::StatisticsRegistry& registry) {
    const auto find = [&](const std::string& name) -> Column {
        const auto found = registry.columns().find(name);
        return found == registry.columns().end() ? nullptr : &found->second;
    };
    for (const auto& [column, activity] : activityColumns()) {
        if (const Column found = find(column)) {
            activities_.emplace_back(activity);
            columns_.push_back(found);
        }
    }
    for (const std::string_view client : mem::kClientNames) {
        for (const char* separator : trafficSeparators()) {
            const TrafficColumns names = trafficColumns(client, separator);
            const Column read = find(names.read);
            const Column written = find(names.written);
            if (read == nullptr || written == nullptr) continue;
            units_.push_back(client);
            columns_.push_back(read);
            columns_.push_back(written);
        }
    }
    for (const auto& [name, column] : registry.columns()) tracked_.push_back({.name = name, .column = &column});
    restart();
}

uint64_t FrameMeter::total(Column column) {
    uint64_t sum = 0;
    for (const auto& statistic : *column) sum += statistic->value(sim::Interval::Frame).sum;
    return sum;
}

std::vector<uint64_t> FrameMeter::totals() const {
    std::vector<uint64_t> now;
    now.reserve(columns_.size());
    for (const Column column : columns_) now.push_back(total(column));
    return now;
}

FrameUse FrameMeter::measure() {
    for (Tracked& tracked : tracked_) tracked.measured = total(tracked.column);
    std::vector<uint64_t> amounts = totals();
    for (size_t i = 0; i < amounts.size(); ++i) amounts[i] -= start_[i];
    FrameUse use;
    size_t at = 0;
    for (const std::string_view activity : activities_)
        if (const uint64_t cycles = amounts[at++]; cycles != 0) use.activities.push_back({activity, cycles});
    for (const std::string_view unit : units_) {
        const uint64_t read = amounts[at++];
        const uint64_t written = amounts[at++];
        if (read + written != 0) use.traffic.push_back({unit, read, written});
    }
    return use;
}

void FrameMeter::restart() {
    start_ = totals();
    for (Tracked& tracked : tracked_) tracked.before += std::exchange(tracked.measured, 0) - total(tracked.column);
}

std::optional<uint64_t> FrameMeter::sinceStart(std::string_view column) const {
    const auto found = std::ranges::lower_bound(tracked_, column, {}, &Tracked::name);
    if (found == tracked_.end() || found->name != column) return std::nullopt;
    return found->before + total(found->column);
}

}  // namespace cyclorama::machine::timing
