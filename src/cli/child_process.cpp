// SPDX-License-Identifier: MIT
#include "cli/child_process.h"

#include <errno.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

#include "sim/error.h"

namespace cyclorama::cli {
namespace {

/// For the handler: whom signals are passed on to.
std::atomic<pid_t> commandOfHandler{0};

extern "C" void passOn(int signal) {
    const pid_t command = commandOfHandler.load();
    if (command > 0) kill(command, signal);
}

void handle(int signal, void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    sigaction(signal, &action, nullptr);
}

/// The present environment with some variables set or replaced.
std::vector<std::string> environmentWith(const std::vector<std::string>& variables) {
    std::vector<std::string> all = variables;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string present = *entry;
        const std::string name = present.substr(0, present.find('=') + 1);
        bool replaced = false;
        for (const std::string& variable : variables) replaced = replaced || variable.starts_with(name);
        if (!replaced) all.push_back(present);
    }
    return all;
}

std::vector<char*> pointers(const std::vector<std::string>& strings) {
    std::vector<char*> list;
    list.reserve(strings.size() + 1);
    for (const std::string& string : strings) list.push_back(const_cast<char*>(string.c_str()));
    list.push_back(nullptr);
    return list;
}

/// Processes whose parent we are: orphans of the command become ours (PR_SET_CHILD_SUBREAPER).
std::vector<pid_t> children() {
    std::vector<pid_t> list;
    std::error_code error;
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", error)) {
        std::ifstream file(task.path() / "children");
        for (pid_t pid = 0; file >> pid;) list.push_back(pid);
    }
    return list;
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& command, const std::vector<std::string>& variables) {
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    const std::vector<std::string> environment = environmentWith(variables);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    const int error = posix_spawnp(&pid_, command.front().c_str(), nullptr, &attributes, pointers(command).data(),
                                   pointers(environment).data());
    posix_spawnattr_destroy(&attributes);
    if (error != 0) throw sim::Error(command.front(), "", fmt::format("cannot be started: {}", std::strerror(error)));
    running_ = true;
    commandOfHandler = pid_;
    // The terminal sends these to the command as well, which decides.
    handle(SIGINT, SIG_IGN);
    handle(SIGQUIT, SIG_IGN);
    handle(SIGTERM, passOn);
    handle(SIGHUP, passOn);
}

ChildProcess::~ChildProcess() {
    commandOfHandler = 0;
    if (running_) {
        kill(pid_, SIGKILL);
        waitpid(pid_, nullptr, 0);
    }
    endStragglers();
}

ChildProcess::End ChildProcess::wait() {
    int status = 0;
    while (waitpid(pid_, &status, 0) < 0)
        if (errno != EINTR) return {.status = EXIT_FAILURE};
    running_ = false;
    commandOfHandler = 0;
    endStragglers();
    if (WIFEXITED(status)) return {.status = WEXITSTATUS(status)};
    return {.status = 128 + WTERMSIG(status), .signal = WTERMSIG(status)};
}

void ChildProcess::endStragglers() {
    // A straggler's own children become ours when it ends.
    for (int round = 0; round < 100; ++round) {
        const std::vector<pid_t> left = children();
        if (left.empty()) return;
        for (const pid_t pid : left) {
            kill(pid, SIGKILL);
            waitpid(pid, nullptr, 0);
        }
    }
}

}  // namespace cyclorama::cli
