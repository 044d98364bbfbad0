// SPDX-License-Identifier: MIT
#pragma once
// The choice of a machine, and the configuration that it comes to.

#include <cstdint>
#include <string>
#include <vector>

#include "family/family.h"
#include "machine/configuration/configuration.h"
#include "machine/configuration/parameter_use.h"

namespace cyclorama::session {

/// Families and presets from which a machine is chosen.
struct Chips {
    family::Families families;
    /// Folder of the presets.
    std::string folder;
};

struct MachineChoice {
    /// Configuration file; empty for none.
    std::string configFile{};
    /// Preset of a chip, by name, where there is no file; empty for the defaults.
    std::string gpu{};
    /// Parameters, SECTION.Key=VALUE, on top of these.
    std::vector<std::string> settings{};

    bool namesMachine() const { return !gpu.empty() || !configFile.empty(); }
};

enum class MachineUse : uint8_t {
    Untimed,
    Timed  // what is not modelled would change the result
};

struct ResolvedMachine {
    machine::Configuration configuration;
    /// Sentences on inadvisable settings.
    std::vector<std::string> warnings;
};

/// The configuration that a choice comes to. Throws sim::Error where a file, a name or a value is refused, or where
/// parameters contradict each other.
ResolvedMachine resolve(const MachineChoice& choice, const Chips& chips, MachineUse use);

/// Sentences on settings that are of no use to a run of the configuration.
std::vector<std::string> settingsInVain(const MachineChoice& choice, const Chips& chips,
                                        const machine::Configuration& configuration,
                                        const machine::ParameterNeeds& needs);

/// Name of the preset of the chip that a workload was recorded on; empty where it does not say, or none is.
std::string presetOf(const family::Workload& workload, const Chips& chips);

}  // namespace cyclorama::session
