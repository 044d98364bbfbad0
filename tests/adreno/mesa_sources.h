// SPDX-License-Identifier: MIT
#pragma once
// The part of the sources of Mesa's freedreno that scripts/setup/mesa keeps. Tests that read it have "Mesa" in their
// names, by which tests/CMakeLists.txt labels them.

#include <cstdlib>
#include <filesystem>
#include <string>

namespace cyclorama::adreno {

/// A file of src/freedreno of a version, where scripts/setup/mesa puts it; it need not be there.
inline std::filesystem::path mesaFile(const std::string& version, const std::string& name) {
    const char* cache = std::getenv("XDG_CACHE_HOME");
    const char* home = std::getenv("HOME");
    const std::filesystem::path folder =
        cache != nullptr ? cache : std::filesystem::path(home == nullptr ? "" : home) / ".cache";
    return folder / "cyclorama" / ("mesa-" + version) / "share/freedreno-source" / name;
}

}  // namespace cyclorama::adreno
