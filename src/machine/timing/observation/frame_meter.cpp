// SPDX-License-Identifier: MIT
#include "machine/timing/observation/frame_meter.h"

#include <algorithm>
#include <utility>

namespace cyclorama::machine::timing {

FrameMeter::FrameMeter(const sim::StatisticsRegistry& registry) {
    for (const sim::StatisticInfo* part : registry.parts()) {
        const Amount amount{.column = &registry.columns().at(part->name)};
        if (part->role == sim::StatisticRole::Activity)
            activities_.push_back({.name = part->part, .cycles = amount});
        else
            (part->role == sim::StatisticRole::BytesRead ? trafficOf(part->part).read : trafficOf(part->part).written) =
                amount;
    }
    for (const auto& [name, column] : registry.columns()) tracked_.push_back({.name = name, .column = &column});
    restart();
}

FrameMeter::Traffic& FrameMeter::trafficOf(std::string_view client) {
    const auto found = std::ranges::find(traffic_, client, &Traffic::client);
    return found != traffic_.end() ? *found
                                   : traffic_.emplace_back(Traffic{.client = client, .read = {}, .written = {}});
}

uint64_t FrameMeter::total(Column column) {
    uint64_t sum = 0;
    for (const auto& statistic : *column) sum += statistic->value(sim::Interval::Frame).sum;
    return sum;
}

FrameUse FrameMeter::measure() {
    for (Tracked& tracked : tracked_) tracked.measured = total(tracked.column);
    FrameUse use;
    for (const Activity& activity : activities_)
        if (const uint64_t cycles = activity.cycles.sinceStart(); cycles != 0)
            use.activities.push_back({activity.name, cycles});
    for (const Traffic& traffic : traffic_) {
        const uint64_t read = traffic.read.sinceStart();
        const uint64_t written = traffic.written.sinceStart();
        if (read + written != 0) use.traffic.push_back({traffic.client, read, written});
    }
    return use;
}

void FrameMeter::restart() {
    for (Activity& activity : activities_) activity.cycles.restart();
    for (Traffic& traffic : traffic_) {
        traffic.read.restart();
        traffic.written.restart();
    }
    for (Tracked& tracked : tracked_) tracked.before += std::exchange(tracked.measured, 0) - total(tracked.column);
}

std::optional<uint64_t> FrameMeter::sinceStart(std::string_view column) const {
    const auto found = std::ranges::lower_bound(tracked_, column, {}, &Tracked::name);
    if (found == tracked_.end() || found->name != column) return std::nullopt;
    return found->before + total(found->column);
}

}  // namespace cyclorama::machine::timing
