#include "cli/chip_preset.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "cli/program_files.h"
#include "machine/configuration.h"
#include "workload/vivante_capture_reader.h"

namespace cyclorama::cli {

std::string presetOfCapture(const std::string& path) {
    if (path.empty() || !workload::isVivanteCapture(path)) return {};
    const frontend::vivante::Chip chip = workload::VivanteCaptureReader(path).chip();
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
