// SPDX-License-Identifier: MIT
#include "cli/machine_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <utility>

#include "cli/program_files.h"
#include "families/registry.h"
#include "machine/configuration/configuration_rules.h"

namespace cyclorama::cli {

void MachineOptions::addTo(CLI::App& command) {
    auto* file = command.add_option("--config", configFile, "Configuration file: sections of keys and values")
                     ->type_name("FILE");
    command.add_option("--gpu", gpu, "Preset of a chip, by name")->type_name("NAME")->excludes(file);
    command.add_option("--set", settings, "A parameter, SECTION.Key=VALUE, on top of the file or preset; repeatable")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
}

machine::Configuration MachineOptions::resolve(Use use) const {
    machine::Configuration configuration = families::defaultConfiguration();
    if (!configFile.empty())
        configuration = machine::Configuration::fromFile(configFile, std::move(configuration));
    else if (!gpu.empty())
        configuration = machine::Configuration::preset(gpu, chipsFolder().string(), std::move(configuration));
    for (const std::string& setting : settings) configuration.set(setting);
    if (use == Use::Timed) machine::refuseUnmodelledSettings(configuration);
    for (const machine::RuleViolation& warning : machine::check(configuration))
        fmt::print(stderr, "warning: {}\n", warning.message);
    for (const std::string& setting : machine::unmodelledSettings(configuration))
        fmt::print(stderr, "warning: {}\n", setting);
    return configuration;
}

void MachineOptions::warnOfSettingsInVain(const machine::Configuration& configuration,
                                          const machine::ParameterNeeds& needs) const {
    const std::string chip = gpu.empty() ? std::string{} : fmt::format("{}/{}.ini:", chipsFolder().string(), gpu);
    for (const std::string& sentence : machine::settingsInVain(configuration, needs, chip))
        fmt::print(stderr, "warning: {}\n", sentence);
}

}  // namespace cyclorama::cli
