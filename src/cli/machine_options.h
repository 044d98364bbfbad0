// SPDX-License-Identifier: MIT
#pragma once
// The options that choose a machine, which several commands share.

#include <cstdint>
#include <string>
#include <vector>

#include "machine/configuration/configuration.h"
#include "machine/configuration/parameter_use.h"

namespace CLI {  // NOLINT(readability-identifier-naming): the library's
class App;
}

namespace cyclorama::cli {

struct MachineOptions {
    std::string configFile;
    std::string gpu;
    std::vector<std::string> settings;

    /// Adds --config, --gpu and --set to a command; the options must outlive the parsing.
    void addTo(CLI::App& command);

    enum class Use : uint8_t {
        Untimed,
        Timed  // what is not modelled would change the result
    };

    /// The configuration that they resolve to. Throws sim::Error where a file, a name or a value is refused, or where
    /// parameters contradict each other; prints what is merely inadvisable to standard error.
    machine::Configuration resolve(Use use) const;

    /// Names on standard error what is set and of no use to a run of the configuration.
    void warnOfSettingsInVain(const machine::Configuration& configuration, const machine::ParameterNeeds& needs) const;
};

}  // namespace cyclorama::cli
