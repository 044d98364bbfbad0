// SPDX-License-Identifier: MIT
#pragma once
// The subcommands of the command line: each has its options and does its work.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cli/machine_options.h"
#include "family/workload.h"
#include "session/session.h"

namespace CLI {  // NOLINT(readability-identifier-naming): the library's
class App;
}

namespace cyclorama::cli {

class Command {
  public:
    /// Adds the subcommand, which must outlive the parsing, to a program.
    Command(CLI::App& program, const std::string& name, const std::string& sentence);
    virtual ~Command() = default;
    Command(const Command&) = delete;
    Command& operator=(const Command&) = delete;

    /// True if the command line names this subcommand.
    bool parsed() const;
    /// Does what the options ask for. The exit status of the program. Throws sim::Error for what is refused.
    virtual int execute() = 0;

  protected:
    CLI::App& app() { return *app_; }

  private:
    CLI::App* app_;
};

using Commands = std::vector<std::unique_ptr<Command>>;

/// A subcommand for which the user chooses a machine.
class MachineCommand : public Command {
  public:
    using Command::Command;

  protected:
    /// Adds --mode; `sentence` says what its words mean.
    void addMode(const std::string& sentence);

    MachineOptions& machine() { return machine_; }
    const std::string& mode() const { return mode_; }
    session::RunMode runMode() const;
    /// Timed for a timed run.
    session::MachineUse use() const;
    /// The options that choose the machine; where they name none, that of the preset which a function names, or the
    /// default's if the name is empty.
    MachineOptions chosen(const std::function<std::string()>& preset) const;
    /// The chip that a workload was recorded on, unless the user names another.
    MachineOptions chosenFor(const family::Workload& workload) const;

  private:
    MachineOptions machine_;
    std::string mode_ = "functional";
};

/// The kinds of workload files that all families read, as the first words of an option's help text.
std::string kindsOfWorkloads();

}  // namespace cyclorama::cli
