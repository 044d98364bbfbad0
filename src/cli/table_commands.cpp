// SPDX-License-Identifier: MIT
#include "cli/table_commands.h"

#include <CLI/CLI.hpp>
#include <iostream>

#include "cli/report_command.h"
#include "cli/statistics_command.h"
#include "cli/statistics_documentation.h"
#include "families/registry.h"

namespace cyclorama::cli {
namespace {

class ConfigCommand final : public MachineCommand {
  public:
    explicit ConfigCommand(CLI::App& program)
        : MachineCommand(program, "config", "Print the resolved parameters, each with its meaning") {
        machine().addTo(app());
        app().add_flag("--hash", hash_, "Print the hash of the configuration alone");
        app().add_flag("--document", document_, "Print docs/reference/parameters.md");
    }

    int execute() override {
        if (document_) {
            families::defaultConfiguration().writeDocumentation(std::cout);
            return 0;
        }
        const machine::Configuration configuration = machine().resolve(session::MachineUse::Untimed);
        if (hash_)
            std::cout << configuration.hash() << '\n';
        else
            configuration.list(std::cout);
        return 0;
    }

  private:
    bool hash_ = false;
    bool document_ = false;
};

class StatisticsCommand final : public MachineCommand {
  public:
    explicit StatisticsCommand(CLI::App& program)
        : MachineCommand(program, "statistics",
                         "Print what a timed run counts: name, unit and meaning of each column") {
        machine().addTo(app());
        app().add_flag("--counters", counters_,
                       "Print the performance counters that drivers read, and what answers each");
        app().add_flag("--document", document_, "Print docs/reference/statistics.md, or performance_counters.md");
    }

    int execute() override {
        if (document_)
            counters_ ? documentCounters(std::cout) : documentStatistics(std::cout);
        else if (counters_)
            listDriverCounters(machine().resolve(session::MachineUse::Timed), std::cout);
        else
            listStatistics(machine().resolve(session::MachineUse::Timed), std::cout);
        return 0;
    }

  private:
    bool counters_ = false;
    bool document_ = false;
};

class ReportCommand final : public Command {
  public:
    explicit ReportCommand(CLI::App& program)
        : Command(program, "report", "Make a page that shows a run with --report, or two side by side") {
        app()
            .add_option("DIR", report_.folders, "Folder of a run's results, and of a second run to compare with it")
            ->required()
            ->expected(1, 2);
        auto* page = app()
                         .add_option("-o,--output", report_.output, "The page; by default report.html in the first DIR")
                         ->type_name("FILE");
        app()
            .add_option("--perfetto", report_.perfetto, "Write a trace for Perfetto in place of the page")
            ->type_name("FILE")
            ->excludes(page);
    }

    int execute() override {
        reportCommand(report_);
        return 0;
    }

  private:
    ReportOptions report_;
};

}  // namespace

void addTableCommands(CLI::App& program, Commands& commands) {
    commands.push_back(std::make_unique<ConfigCommand>(program));
    commands.push_back(std::make_unique<StatisticsCommand>(program));
    commands.push_back(std::make_unique<ReportCommand>(program));
}

}  // namespace cyclorama::cli
