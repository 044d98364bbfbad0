// SPDX-License-Identifier: MIT
#pragma once
// Commands that are scripts of Python, which run this program in turn.

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace cyclorama::cli {

/// This program's own file.
std::filesystem::path programFile();

/// Runs a script, which gets its settings as JSON. Does not return but by sim::Error, which names the command, where
/// there is no Python: the script takes this process's place, and its exit status.
[[noreturn]] void runScript(const std::string& command, const std::filesystem::path& script,
                            const nlohmann::json& settings);

}  // namespace cyclorama::cli
