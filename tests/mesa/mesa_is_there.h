// SPDX-License-Identifier: MIT
#pragma once
// The builds of Mesa that scripts/setup/mesa has made on this machine, and the names of tests that run on them.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <tuple>
#include <type_traits>

namespace cyclorama {

/// The place of a version, built or not.
inline std::filesystem::path mesaPrefix(const std::string& version) {
    const auto variable = [](const char* name) {
        const char* const value = std::getenv(name);
        return std::filesystem::path(value == nullptr ? "" : value);
    };
    std::filesystem::path cache = variable("XDG_CACHE_HOME");
    if (cache.empty()) cache = variable("HOME") / ".cache";
    return cache / "cyclorama" / ("mesa-" + version);
}

inline bool mesaIsThere(const std::string& version) {
    return std::filesystem::exists(mesaPrefix(version) / "complete");
}

/// False as well for a build of an earlier scripts/setup/mesa.
inline bool mesaHasTurnip(const std::string& version) {
    return mesaIsThere(version) && std::filesystem::exists(mesaPrefix(version) / "lib/libvulkan_freedreno.so");
}

/// Number of the recipe of scripts/setup/mesa that a version was built by; 0 where it is not there.
inline int mesaRecipe(const std::string& version) {
    std::ifstream complete(mesaPrefix(version) / "complete");
    std::string word;
    int recipe = 0;
    complete >> word >> recipe;
    return recipe;
}

/// False as well for a build of an earlier scripts/setup/mesa.
inline bool mesaHasWayland(const std::string& version) { return mesaRecipe(version) >= 3; }
inline bool mesaHasX11(const std::string& version) { return version != "22.3.6" && mesaRecipe(version) >= 4; }

/// The text of one part of a test's setting: a chip by its preset, a version of Mesa, or another word.
inline const std::string& textOfSetting(const std::string& word) { return word; }
template <typename Chip>
requires requires(const Chip& chip) { chip.preset; }
const std::string& textOfSetting(const Chip& chip) { return chip.preset; }

/// The name of a test by its setting, one part or a tuple of them: "a630_25_0_7".
inline constexpr auto kNameOfSetting = [](const auto& info) {
    std::string name;
    const auto append = [&](const auto&... parts) {
        ((name += (name.empty() ? "" : "_") + textOfSetting(parts)), ...);
    };
    if constexpr (requires { std::tuple_size<std::remove_cvref_t<decltype(info.param)>>::value; })
        std::apply(append, info.param);
    else
        append(info.param);
    std::ranges::replace_if(
        name, [](char c) { return c == '.' || c == '-'; }, '_');
    return name;
};

/// True if Debian's program of that name is there.
inline bool installed(const std::string& program) { return std::filesystem::exists("/usr/bin/" + program); }

}  // namespace cyclorama
