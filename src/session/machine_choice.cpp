// SPDX-License-Identifier: MIT
#include "session/machine_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "machine/configuration/rules/configuration_rules.h"

namespace cyclorama::session {

ResolvedMachine resolve(const MachineChoice& choice, const Chips& chips, MachineUse use) {
    ResolvedMachine resolved{.configuration = family::defaultConfiguration(chips.families), .warnings = {}};
    machine::Configuration& configuration = resolved.configuration;
    if (!choice.configFile.empty())
        configuration = machine::Configuration::fromFile(choice.configFile, std::move(configuration));
    else if (!choice.gpu.empty())
        configuration = machine::Configuration::preset(choice.gpu, chips.folder, std::move(configuration));
    for (const std::string& setting : choice.settings) configuration.set(setting);
    if (use == MachineUse::Timed) machine::refuseUnmodelledSettings(configuration);
    for (machine::RuleViolation& warning : machine::check(configuration))
        resolved.warnings.push_back(std::move(warning.message));
    for (std::string& setting : machine::unmodelledSettings(configuration))
        resolved.warnings.push_back(std::move(setting));
    return resolved;
}

std::vector<std::string> settingsInVain(const MachineChoice& choice, const Chips& chips,
                                        const machine::Configuration& configuration,
                                        const machine::ParameterNeeds& needs) {
    const std::string chip = choice.gpu.empty() ? std::string{} : fmt::format("{}/{}.ini:", chips.folder, choice.gpu);
    return machine::settingsInVain(configuration, needs, chip);
}

std::string presetOf(const family::Workload& workload, const Chips& chips) {
    const auto isOf = [&](const std::string& name) {
        return workload.isOf(
            machine::Configuration::preset(name, chips.folder, family::defaultConfiguration(chips.families)));
    };
    const std::vector<std::string> names = machine::Configuration::presets(chips.folder);
    const auto own = std::ranges::find_if(names, isOf);
    return own == names.end() ? std::string{} : *own;
}

}  // namespace cyclorama::session
