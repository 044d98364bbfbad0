// SPDX-License-Identifier: MIT
#include "machine/timing/topology/change.h"

#include <fmt/format.h>

#include <optional>
#include <string>

#include "machine/configuration/rules/configuration_rules.h"
#include "sim/error.h"

namespace cyclorama::machine::timing {

namespace {

/// `SECTION.Key=Value` for each parameter; none if the configuration does not allow all of them.
std::optional<std::vector<std::string>> settingsOf(const Change& change, Configuration configuration) {
    std::vector<std::string> settings;
    try {
        for (const Change::Parameter& parameter : change.parameters) {
            const uint64_t value = std::stoull(configuration.item(parameter.name).text());
            if (parameter.halved && value % 2 != 0) return std::nullopt;
            settings.push_back(fmt::format("{}={}", parameter.name, parameter.halved ? value / 2 : 2 * value));
            configuration.set(settings.back());
        }
        (void)check(configuration);
    } catch (const sim::Error&) {
        return std::nullopt;
    }
    return settings;
}

std::vector<uint32_t> unitsOf(std::string_view prefix, std::span<const ObservedUnit> units) {
    std::vector<uint32_t> numbers;
    for (uint32_t i = 0; i < units.size(); ++i)
        if (units[i].name.starts_with(prefix)) numbers.push_back(i);
    return numbers;
}

ObservedChange::Effect observed(const Change::Effect& effect, std::span<const ObservedUnit> units) {
    return {.units = unitsOf(effect.unit, units),
            .through = effect.through.empty() ? std::vector<uint32_t>{} : unitsOf(effect.through, units),
            .onlyFull = effect.onlyFull,
            .onlyAtFullRate = effect.onlyAtFullRate,
            .inLarger = effect.inLarger,
            .saved = effect.saved};
}

}  // namespace

std::vector<Change> memoryChanges() {
    constexpr std::string_view kChannels = "ChannelScheduler.";
    return {{.title = "Memory clocked twice as fast",
             .parameters = {{"GPU.MemoryClock"}},
             .effects = {{.unit = kChannels}}},
            {.title = "Memory channels twice as wide",
             .parameters = {{"MEMORYCONTROLLER.V2BurstBytesPerCycle"}},
             .effects = {{.unit = kChannels, .onlyAtFullRate = true}}}};
}

std::vector<ObservedChange> observedChanges(std::span<const Change> changes, const Configuration& configuration,
                                            std::span<const ObservedUnit> units) {
    std::vector<ObservedChange> result;
    for (const Change& change : changes) {
        std::optional<std::vector<std::string>> settings = settingsOf(change, configuration);
        if (!settings) continue;
        ObservedChange each{.title = std::string(change.title), .settings = std::move(*settings), .effects = {}};
        for (const Change::Effect& effect : change.effects) each.effects.push_back(observed(effect, units));
        result.push_back(std::move(each));
    }
    return result;
}

}  // namespace cyclorama::machine::timing
