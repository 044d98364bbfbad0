#include "cli/chip_preset.h"

#include "cli/machine_options.h"
#include "device/vivante_chip.h"
#include "machine/configuration.h"

namespace cyclorama::cli {

frontend::vivante::Chip chipPreset(const std::string& name) {
    return device::vivanteChip(machine::Configuration::preset(name, chipsFolder().string()));
}

}  // namespace cyclorama::cli
