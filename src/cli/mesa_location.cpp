// SPDX-License-Identifier: MIT
#include "cli/mesa_location.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <system_error>

#include "cli/program_files.h"
#include "sim/error.h"

namespace cyclorama::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPrefixStart = "mesa-";
/// Written last by scripts/setup/mesa.
constexpr const char* kStamp = "complete";
/// Names of the kernel's drivers, one a line.
constexpr const char* kDrivers = "drivers";

std::string variable(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

fs::path cacheFolder() {
    const std::string cache = variable("XDG_CACHE_HOME");
    return (cache.empty() ? fs::path(variable("HOME")) / ".cache" : fs::path(cache)) / "cyclorama";
}

/// 25.0.7 is newer than 22.3.6, and 9.1 older than both.
std::vector<int> numbersOf(const std::string& version) {
    std::vector<int> numbers(1);
    for (const char c : version) {
        if (c == '.')
            numbers.push_back(0);
        else if (c >= '0' && c <= '9')
            numbers.back() = 10 * numbers.back() + (c - '0');
    }
    return numbers;
}

std::vector<MesaLocation> builtOnes() {
    std::vector<MesaLocation> found;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(cacheFolder(), error)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with(kPrefixStart) || !fs::exists(entry.path() / kStamp, error)) continue;
        found.push_back({.prefix = entry.path(), .version = name.substr(std::string(kPrefixStart).size())});
    }
    std::ranges::sort(found, [](const MesaLocation& a, const MesaLocation& b) {
        return numbersOf(a.version) > numbersOf(b.version);
    });
    return found;
}

/// Mesa loads the library that is named after the kernel's driver.
bool hasDriver(const fs::path& libraries, std::string_view kernelDriver) {
    std::error_code error;
    return fs::exists(libraries / fmt::format("dri/{}_dri.so", kernelDriver), error);
}

bool systemHasDriver(std::string_view kernelDriver) {
    for (const char* const folder :
         {"/usr/lib", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/local/lib"})
        if (hasDriver(folder, kernelDriver)) return true;
    return false;
}

/// True if a Mesa that scripts/setup/mesa built has a user-space driver for this kernel driver: by the list
/// that scripts/setup/mesa leaves beside it, or else by the name of a library in lib/dri. Empty if it has neither, as
/// builds that are older than the list and have all drivers in one library.
std::optional<bool> builtWith(const MesaLocation& mesa, std::string_view kernelDriver) {
    if (std::ifstream list(mesa.prefix / kDrivers); list) {
        for (std::string name; std::getline(list, name);)
            if (name == kernelDriver) return true;
        return false;
    }
    std::error_code error;
    if (!fs::exists(mesa.prefix / "lib/dri", error)) return std::nullopt;
    return hasDriver(mesa.prefix / "lib", kernelDriver);
}

/// A Mesa that the user installed there.
MesaLocation mesaIn(const fs::path& prefix) {
    std::error_code error;
    if (!fs::exists(prefix / "lib/libEGL_mesa.so.0", error))
        throw sim::Error("--mesa", "",
                         fmt::format("there is no Mesa in {}: it has no lib/libEGL_mesa.so.0", prefix.string()));
    return {.prefix = fs::absolute(prefix), .version = prefix.string()};
}

/// A variable that the user has set is the user's.
void addUnlessSet(std::vector<std::string>& list, const char* name, const fs::path& path) {
    if (variable(name).empty()) list.push_back(fmt::format("{}={}", name, path.string()));
}

/// The files by which Vulkan's loader knows drivers, as it takes them: joined by colons.
std::string vulkanDrivers(const fs::path& prefix) {
    std::vector<std::string> files;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(prefix / "share/vulkan/icd.d", error))
        if (entry.path().extension() == ".json") files.push_back(entry.path().string());
    std::ranges::sort(files);
    std::string joined;
    for (const std::string& file : files) joined += (joined.empty() ? "" : ":") + file;
    return joined;
}

std::string inFrontOf(const char* name, const fs::path& path) {
    const std::string present = variable(name);
    return fmt::format("{}={}{}{}", name, path.string(), present.empty() ? "" : ":", present);
}

}  // namespace

std::vector<std::string> MesaLocation::environment() const {
    if (prefix.empty()) return {};
    std::vector<std::string> list = {inFrontOf("LD_LIBRARY_PATH", prefix / "lib")};
    addUnlessSet(list, "LIBGL_DRIVERS_PATH", prefix / "lib/dri");
    addUnlessSet(list, "GBM_BACKENDS_PATH", prefix / "lib/gbm");
    addUnlessSet(list, "__EGL_VENDOR_LIBRARY_FILENAMES", prefix / "share/glvnd/egl_vendor.d/50_mesa.json");
    const std::string drivers = vulkanDrivers(prefix);
    // The older name of the variable is the user's as well.
    if (!drivers.empty() && variable("VK_ICD_FILENAMES").empty()) addUnlessSet(list, "VK_DRIVER_FILES", drivers);
    return list;
}

MesaLocation findMesa(const std::string& wish, std::string_view kernelDriver) {
    if (wish.find('/') != std::string::npos) return mesaIn(wish);
    const std::vector<MesaLocation> built = builtOnes();
    const auto newest = [&](bool surely) {
        return std::ranges::find_if(
            built, [&](const MesaLocation& mesa) { return builtWith(mesa, kernelDriver).value_or(!surely); });
    };
    if (wish.empty() && !systemHasDriver(kernelDriver)) {
        if (const auto mesa = newest(true); mesa != built.end()) return *mesa;
        if (const auto mesa = newest(false); mesa != built.end()) return *mesa;
    }
    const auto wanted = std::ranges::find(built, wish, &MesaLocation::version);
    if (wanted != built.end()) {
        // Without a driver for the GPU, Mesa draws with the processor and says nothing.
        if (!builtWith(*wanted, kernelDriver).value_or(true))
            throw sim::Error(
                "--mesa", "",
                fmt::format("the Mesa {} that scripts/setup/mesa builds has no {} driver; 'system' takes the "
                            "one of the system",
                            wish, kernelDriver));
        return *wanted;
    }
    if ((wish.empty() || wish == "system") && systemHasDriver(kernelDriver))
        return {.prefix = {}, .version = "of the system"};
    std::string known;
    for (const MesaLocation& mesa : built) known += (known.empty() ? "" : ", ") + mesa.version;
    const std::string script = mesaScript().string();
    throw sim::Error("exec", "",
                     wish.empty() || wish == "system"
                         ? fmt::format("there is no Mesa with the {} driver; {} builds one", kernelDriver, script)
                         : fmt::format("there is no Mesa {}; {}{} {} builds it", wish,
                                       known.empty() ? "" : "there is " + known + "; ", script, wish));
}

}  // namespace cyclorama::cli
