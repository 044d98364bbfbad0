// SPDX-License-Identifier: MIT
// Any bytes as a configuration file: the reader gives a configuration or throws Error, and what it gives reads back.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string_view>

#include "families/registry.h"
#include "machine/configuration/configuration.h"
#include "machine/configuration/rules/configuration_rules.h"
#include "sim/error.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using cyclorama::machine::Configuration;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    Configuration configuration = cyclorama::families::defaultConfiguration();
    try {
        configuration.load(text, "fuzz.ini");
    } catch (const cyclorama::sim::Error&) {
        // Settings before the refused line stay, and have to be as sound.
    }
    try {
        configuration.set(text.substr(0, text.find('\n')));
    } catch (const cyclorama::sim::Error&) {
    }
    std::ostringstream written;
    configuration.write(written);
    if (Configuration::fromText(written.str(), "written.ini", cyclorama::families::defaultConfiguration()) !=
        configuration)
        std::abort();
    try {
        cyclorama::machine::check(configuration);
    } catch (const cyclorama::sim::Error&) {
    }
    return 0;
}
