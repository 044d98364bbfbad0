#include "cli/machine_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "machine/configuration_rules.h"

namespace cyclorama::cli {

std::filesystem::path chipsFolder() {
    std::error_code error;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
    // build/PRESET/cyclorama in a clone, which may have been moved since it was built; else where it was configured.
    const auto beside = program.parent_path().parent_path().parent_path() / "chips";
    return std::filesystem::is_directory(beside, error) ? beside : std::filesystem::path(CYCLORAMA_CHIPS_DIR);
}

void MachineOptions::addTo(CLI::App& command) {
    auto* file = command.add_option("--config", configFile, "Configuration file, in ATTILA's format");
    command.add_option("--gpu", gpu, "Preset from chips/, by name")->excludes(file);
    command.add_option("--set", settings, "SECTION.Key=Value, on top of the file or preset; repeatable")
        ->allow_extra_args(false);
}

machine::Configuration MachineOptions::resolve(Use use) const {
    machine::Configuration configuration;
    if (!configFile.empty())
        configuration = machine::Configuration::fromFile(configFile);
    else if (!gpu.empty())
        configuration = machine::Configuration::preset(gpu, chipsFolder().string());
    for (const std::string& setting : settings) configuration.set(setting);
    if (use == Use::Timed) machine::refuseUnmodelledSettings(configuration);
    for (const machine::RuleViolation& warning : machine::check(configuration))
        fmt::print(stderr, "warning: {}\n", warning.message);
    for (const std::string& setting : machine::unmodelledSettings(configuration))
        fmt::print(stderr, "warning: {}\n", setting);
    return configuration;
}

}  // namespace cyclorama::cli
