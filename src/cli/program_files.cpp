// SPDX-License-Identifier: MIT
#include "cli/program_files.h"

#include <array>
#include <string>
#include <system_error>

#include "sim/error.h"

namespace cyclorama::cli {
namespace {

/// The first of two places, in an installation and in a clone around build/PRESET, at which there is something; both
/// are relative to the program's folder.
std::filesystem::path find(const std::string& name, std::array<const char*, 2> places) {
    const auto folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
    std::error_code error;
    for (const char* const place : places) {
        auto path = (folder / place).lexically_normal();
        if (std::filesystem::exists(path, error)) return path;
    }
    throw sim::Error((folder / places.front()).lexically_normal().string(), "",
                     name + " missing: the program is not installed whole");
}

/// ld.so(8): spaces and colons separate the items of the list.
std::filesystem::path preloaded(std::filesystem::path path) {
    if (path.string().find_first_of(" :") != std::string::npos)
        throw sim::Error(path.string(), "", "cannot be preloaded: its path has a space or a colon");
    return path;
}

}  // namespace

std::filesystem::path chipsFolder() {
    return find("the chips' presets are", {CYCLORAMA_DATA_FROM_PROGRAM "/chips", "../../chips"});
}

std::filesystem::path reportPage() {
    return find("the page of reports is", {CYCLORAMA_DATA_FROM_PROGRAM "/report.html", "../../web/built/report.html"});
}

std::filesystem::path mesaScript() {
    return find("the script that builds Mesa is",
                {CYCLORAMA_DATA_FROM_PROGRAM "/scripts/setup/mesa", "../../scripts/setup/mesa"});
}

std::filesystem::path ciScript() {
    return find("the script that runs suites is",
                {CYCLORAMA_DATA_FROM_PROGRAM "/scripts/suites/ci.py", "../../scripts/suites/ci.py"});
}

std::filesystem::path compareScript() {
    return find("the script that compares Mesas is",
                {CYCLORAMA_DATA_FROM_PROGRAM "/scripts/comparison/compare.py", "../../scripts/comparison/compare.py"});
}

std::filesystem::path bisectScript() {
    return find("the script that bisects Mesa is", {CYCLORAMA_DATA_FROM_PROGRAM "/scripts/comparison/bisect_mesa.py",
                                                    "../../scripts/comparison/bisect_mesa.py"});
}

std::filesystem::path preloadLibrary() {
    return preloaded(find("the library for exec is", {CYCLORAMA_LIBRARY_FROM_PROGRAM, "libcyclorama_drm.so"}));
}

std::filesystem::path playerProgram() {
    return find("the player of OpenGL traces is", {CYCLORAMA_PLAYER_FROM_PROGRAM, "cyclorama-glplayer"});
}

std::filesystem::path waffleLibrary() {
    return preloaded(find("the library for traces of apitrace, which is built where libwaffle-dev is installed, is",
                          {CYCLORAMA_WINDOWS_FROM_PROGRAM, "libcyclorama_waffle.so"}));
}

}  // namespace cyclorama::cli
