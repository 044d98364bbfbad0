// SPDX-License-Identifier: MIT
// The command line: `cyclorama COMMAND`. Exit status 0: done; 1: the simulation failed; 2: bad usage, configuration,
// workload or output. `exec` ends as its command does.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <iostream>
#include <memory>
#include <new>

#include "cli/command.h"
#include "cli/host_memory.h"
#include "cli/program_commands.h"
#include "cli/table_commands.h"
#include "cli/workload_commands.h"
#include "results/program_version.h"
#include "sim/error.h"
#include "sim/host_requirement.h"

namespace {

using namespace cyclorama;

constexpr int kRefused = 2;
constexpr int kFailed = 1;

int explain(const char* what, int status) {
    fmt::print(stderr, "cyclorama: {}\n", what);
    return status;
}

int run(int argc, char** argv) {
    CLI::App program{"Cyclorama simulates GPUs that exist: it executes what a real driver wrote for a real chip.",
                     "cyclorama"};
    program.set_version_flag("--version", results::versionText(results::programVersion()));
    program.require_subcommand(1);
    cli::Commands commands;
    cli::addProgramCommands(program, commands);
    cli::addWorkloadCommands(program, commands);
    cli::addTableCommands(program, commands);
    try {
        program.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return program.exit(error) == 0 ? 0 : kRefused;
    }
    const int status = (*std::ranges::find_if(commands, &cli::Command::parsed))->execute();
    std::cout.flush();
    if (!std::cout) throw sim::Error("standard output", "", "cannot be written");
    return status;
}

}  // namespace

int main(int argc, char** argv) {
    sim::requireHost();
    try {
        cli::useLargePages();
        return run(argc, argv);
    } catch (const sim::Error& error) {
        return explain(error.what(), kRefused);
    } catch (const std::bad_alloc&) {
        return explain("not enough memory", kFailed);
    } catch (const std::exception& error) {
        return explain(error.what(), kFailed);
    }
}
