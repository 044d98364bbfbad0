// SPDX-License-Identifier: MIT
#include "session/configuration_file.h"

#include <sstream>

#include "results/program_version.h"

namespace cyclorama::session {

void writeConfiguration(const results::OutputFolder& folder, const machine::Configuration& configuration) {
    std::ostringstream text;
    text << "# " << results::versionLine(results::programVersion()) << '\n';
    configuration.write(text);
    results::writeFile(folder.file("config.ini"), text.str());
}

}  // namespace cyclorama::session
