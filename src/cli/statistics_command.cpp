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

void documentStatistics(std::ostream& out) {
    std::vector<std::filesystem::path> presets;
    for (const auto& entry : std::filesystem::directory_iterator(chipsFolder())) presets.push_back(entry.path());
    std::ranges::sort(presets);
    std::vector<machine::Configuration> machines{families::defaultConfiguration()};
    for (const char* setting : {"MEMORYCONTROLLER.MemoryControllerV2=FALSE", "FRAGMENTSHADER.VectorShader=FALSE",
                                "FRAGMENTSHADER.TwoLevelTextureCache=FALSE"})
        machines.emplace_back(families::defaultConfiguration()).set(setting);
    for (const std::filesystem::path& preset : presets) {
        auto chip = machine::Configuration::fromFile(preset.string(), families::defaultConfiguration());
        if (family::hasTimingMachine(families::all(), chip)) machines.push_back(std::move(chip));
    }
    writeStatisticsDocumentation(machines, out);
}

}  // namespace cyclorama::cli
