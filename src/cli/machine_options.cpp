// SPDX-License-Identifier: MIT
#include "cli/machine_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "cli/program_files.h"
#include "families/registry.h"

namespace cyclorama::cli {
namespace {

void print(const std::vector<std::string>& warnings) {
    for (const std::string& warning : warnings) fmt::print(stderr, "warning: {}\n", warning);
}

}  // namespace

session::Chips allChips() { return {.families = families::all(), .folder = chipsFolder().string()}; }

void MachineOptions::addTo(CLI::App& command) {
    auto* file = command.add_option("--config", configFile, "Configuration file: sections of keys and values")
                     ->type_name("FILE");
    command.add_option("--gpu", gpu, "Preset of a chip, by name")->type_name("NAME")->excludes(file);
    command.add_option("--set", settings, "A parameter, SECTION.Key=VALUE, on top of the file or preset; repeatable")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
}

machine::Configuration MachineOptions::resolve(session::MachineUse use) const {
    session::ResolvedMachine resolved = session::resolve(*this, allChips(), use);
    print(resolved.warnings);
    return std::move(resolved.configuration);
}

void MachineOptions::warnOfSettingsInVain(const machine::Configuration& configuration,
                                          const machine::ParameterNeeds& needs) const {
    print(session::settingsInVain(*this, allChips(), configuration, needs));
}

}  // namespace cyclorama::cli
