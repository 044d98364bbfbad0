// SPDX-License-Identifier: MIT
#include "cli/program_script.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "sim/error.h"

namespace cyclorama::cli {

std::filesystem::path programFile() { return std::filesystem::read_symlink("/proc/self/exe"); }

void runScript(const std::string& command, const std::filesystem::path& script, const nlohmann::json& settings) {
    std::string python = "python3";
    std::string file = script.string();
    // Bytes of a path that are no UTF-8 are replaced: Python then names the file that it does not find.
    std::string text = settings.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    const std::array<char*, 4> words = {python.data(), file.data(), text.data(), nullptr};
    execvp(words[0], words.data());
    throw sim::Error(command, python, std::string("cannot be started: ") + std::strerror(errno));
}

}  // namespace cyclorama::cli
