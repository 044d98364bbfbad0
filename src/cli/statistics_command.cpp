// SPDX-License-Identifier: MIT
#include "cli/statistics_command.h"

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "cli/program_files.h"
#include "cli/statistics_documentation.h"
#include "families/registry.h"
#include "machine/configuration/configuration.h"

namespace cyclorama::cli {

namespace {

/// Presets of the chips that have a timing machine, by name.
std::vector<NamedConfiguration> timedPresets() {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(chipsFolder())) files.push_back(entry.path());
    std::ranges::sort(files);
    std::vector<NamedConfiguration> chips;
    for (const std::filesystem::path& file : files) {
        auto chip = machine::Configuration::fromFile(file.string(), families::defaultConfiguration());
        if (family::hasTimingMachine(families::all(), chip))
            chips.push_back({.name = file.stem().string(), .configuration = std::move(chip)});
    }
    return chips;
}

}  // namespace

void documentStatistics(std::ostream& out) {
    std::vector<machine::Configuration> machines{families::defaultConfiguration()};
    for (const char* setting : {"MEMORYCONTROLLER.MemoryControllerV2=FALSE", "FRAGMENTSHADER.VectorShader=FALSE",
                                "FRAGMENTSHADER.TwoLevelTextureCache=FALSE"})
        machines.emplace_back(families::defaultConfiguration()).set(setting);
    for (NamedConfiguration& chip : timedPresets()) machines.push_back(std::move(chip.configuration));
    writeStatisticsDocumentation(machines, out);
}

void documentCounters(std::ostream& out) { writeCountersDocumentation(timedPresets(), out); }

}  // namespace cyclorama::cli
