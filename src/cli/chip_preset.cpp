#include "cli/chip_preset.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "cli/program_files.h"
#include "families/vivante/capture/vivante_capture_reader.h"
#include "machine/configuration/configuration.h"

namespace cyclorama::cli {

std::string presetOfCapture(const std::string& path) {
    if (path.empty() || !vivante::isVivanteCapture(path)) return {};
    const vivante::Chip chip = vivante::VivanteCaptureReader(path).chip();
    std::vector<std::string> names;
    for (const auto& file : std::filesystem::directory_iterator(chipsFolder()))
        if (file.path().extension() == ".ini") names.push_back(file.path().stem().string());
    std::ranges::sort(names);
    for (const std::string& name : names) {
        const auto preset = machine::Configuration::preset(name, chipsFolder().string()).vivante;
        if (preset.model == chip.model && preset.revision == chip.revision && preset.productId == chip.productId &&
            preset.customerId == chip.customerId && preset.ecoId == chip.ecoId)
            return name;
    }
    return {};
}

}  // namespace cyclorama::cli
