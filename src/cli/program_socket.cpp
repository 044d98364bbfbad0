// SPDX-License-Identifier: MIT
#include "cli/program_socket.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <system_error>

#include "device/protocol/protocol.h"
#include "sim/error.h"

namespace cyclorama::cli {
namespace {

device::SocketTraits socketOf(const device::DriverTraits& traits) {
    if (!traits.socket)
        throw sim::Error("--vtest", "",
                         fmt::format("programs come to this GPU by its nodes alone: Mesa's {} driver has no socket",
                                     traits.render.name));
    return *traits.socket;
}

[[noreturn]] void refuse(const std::filesystem::path& path, int error) {
    const char* const reason = error == EADDRINUSE
                                   ? "is there already; another server listens to it, or it is no socket"
                                   : std::strerror(error);
    throw sim::Error("--vtest-socket", "", fmt::format("{}: {}", path.string(), reason));
}

}  // namespace

ProgramSocket::ProgramSocket(const device::DriverBackend& driver, const device::SocketAccess& access,
                             const std::filesystem::path& path) try
    : traits_(socketOf(driver.traits())), path_(std::filesystem::absolute(path)), server_(driver, access, path_) {
} catch (const std::system_error& error) {
    refuse(path, error.code().value());
}

std::vector<std::string> ProgramSocket::environment() const {
    std::vector<std::string> variables(traits_.variables.begin(), traits_.variables.end());
    variables.push_back(fmt::format("{}={}", traits_.pathVariable, path_.string()));
    variables.push_back(
        fmt::format("{}={}={}", device::protocol::kSocketRedirectionVariable, traits_.usualPath, path_.string()));
    return variables;
}

std::string ProgramSocket::instructions() const {
    std::string text;
    for (const std::string_view variable : traits_.variables) text += fmt::format("{} ", variable);
    if (path_ != traits_.usualPath) text += fmt::format("{}={} ", traits_.pathVariable, path_.string());
    return text + "PROGRAM";
}

}  // namespace cyclorama::cli
