// SPDX-License-Identifier: MIT
#include "cli/driver_sanitizer.h"

#include <cstdlib>
#include <string_view>
#include <system_error>

#include "cli/file_content.h"

namespace cyclorama::cli {
namespace {

/// Starts of the names of the sanitizer's runtime: GCC's, and clang's with -shared-libasan.
constexpr std::string_view kRuntimes[] = {"libasan.so.", "libclang_rt.asan"};

/// The name of the runtime among the libraries that a library needs; empty without one. Such names are in the string
/// table of the file, each between zero bytes (System V ABI, "String Table").
std::string runtimeOf(const std::filesystem::path& library) {
    const std::string content = contentOf(library);
    for (const std::string_view start : kRuntimes) {
        const size_t place = content.find('\0' + std::string(start));
        if (place != std::string::npos) return content.c_str() + place + 1;
    }
    return {};
}

}  // namespace

DriverSanitizer driverSanitizer(const std::filesystem::path& prefix) {
    const std::filesystem::path library = prefix / "lib/libEGL_mesa.so.0";
    std::error_code error;
    if (!std::filesystem::exists(library, error)) return {};
    const std::string runtime = runtimeOf(library);
    if (runtime.empty()) return {};
    DriverSanitizer sanitizer{.preload = {runtime}, .variables = {}};
    // Mesa's own: drivers stay loaded, so that reports name the functions of those that a program has closed.
    const std::filesystem::path keeper = prefix / "lib/libdlclose-skip.so";
    if (std::filesystem::exists(keeper, error)) sanitizer.preload.push_back(keeper.string());
    // Programs and the libraries around Mesa leave memory at their end; those leaks would end each run as failed.
    if (std::getenv("ASAN_OPTIONS") == nullptr) sanitizer.variables.emplace_back("ASAN_OPTIONS=detect_leaks=0");
    return sanitizer;
}

}  // namespace cyclorama::cli
