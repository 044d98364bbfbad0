// SPDX-License-Identifier: MIT
#include "cli/command.h"

#include <CLI/CLI.hpp>
#include <cctype>

#include "families/registry.h"
#include "family/family.h"
#include "session/machine_choice.h"

namespace cyclorama::cli {

Command::Command(CLI::App& program, const std::string& name, const std::string& sentence)
    : app_(program.add_subcommand(name, sentence)) {}

bool Command::parsed() const { return app_->parsed(); }

void MachineCommand::addMode(const std::string& sentence) {
    app().add_option("--mode", mode_, sentence)->check(CLI::IsMember({"functional", "timing"}));
}

session::RunMode MachineCommand::runMode() const {
    return mode_ == "timing" ? session::RunMode::Timing : session::RunMode::Functional;
}

session::MachineUse MachineCommand::use() const {
    return runMode() == session::RunMode::Timing ? session::MachineUse::Timed : session::MachineUse::Untimed;
}

MachineOptions MachineCommand::chosen(const std::function<std::string()>& preset) const {
    MachineOptions options = machine_;
    if (!options.namesMachine()) options.gpu = preset();
    return options;
}

MachineOptions MachineCommand::chosenFor(const family::Workload& workload) const {
    return chosen([&] { return session::presetOf(workload, allChips()); });
}

std::string kindsOfWorkloads() {
    std::string kinds = family::workloadKinds(families::all());
    kinds.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(kinds.front())));
    return kinds;
}

}  // namespace cyclorama::cli
