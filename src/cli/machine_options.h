// SPDX-License-Identifier: MIT
#pragma once
// The options that choose a machine, which several commands share.

#include "machine/configuration/configuration.h"
#include "machine/configuration/parameter_use.h"
#include "session/machine_choice.h"

namespace CLI {  // NOLINT(readability-identifier-naming): the library's
class App;
}

namespace cyclorama::cli {

/// All chips that the program knows. Throws sim::Error where the folder of their presets is missing.
session::Chips allChips();

struct MachineOptions : session::MachineChoice {
    /// Adds --config, --gpu and --set to a command; the options must outlive the parsing.
    void addTo(CLI::App& command);

    /// The configuration that they resolve to. Throws as session::resolve() does; prints what is merely inadvisable to
    /// standard error.
    machine::Configuration resolve(session::MachineUse use) const;

    /// Names on standard error what is set and of no use to a run of the configuration.
    void warnOfSettingsInVain(const machine::Configuration& configuration, const machine::ParameterNeeds& needs) const;
};

}  // namespace cyclorama::cli
