// SPDX-License-Identifier: MIT
#include "cli/workload_commands.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <iostream>

#include "cli/call_trace.h"
#include "cli/reduce_command.h"
#include "cli/stats_command.h"
#include "sim/error.h"

namespace cyclorama::cli {
namespace {

class DumpCommand final : public Command {
  public:
    explicit DumpCommand(CLI::App& program)
        : Command(program, "dump", "Print a workload's commands and shader programs as text") {
        app().add_option("WORKLOAD", workload_, kindsOfWorkloads())->required();
    }

    int execute() override {
        openWorkload(workload_)->dump(std::cout);
        return 0;
    }

  private:
    std::string workload_;
};

class CutCommand final : public MachineCommand {
  public:
    explicit CutCommand(CLI::App& program)
        : MachineCommand(program, "cut", "Make a workload of some frames, with the state and memory they need") {
        app().add_option("WORKLOAD", cut_.workload, kindsOfWorkloads())->required();
        app().add_option("FROM", cut_.first, "The first of the frames")->required()->type_name("N");
        app().add_option("TO", cut_.end, "The frame after the last of them")->required()->type_name("N");
        app().add_option("OUT", cut_.file, "File for the new workload")->required();
        machine().addTo(app());
    }

    int execute() override {
        if (cut_.first >= cut_.end) throw sim::Error("cut", "", "FROM must be less than TO");
        std::error_code missing;
        if (std::filesystem::equivalent(cut_.file, cut_.workload, missing))
            throw sim::Error(cut_.file, "", "is the workload itself");
        const auto workload = openWorkload(cut_.workload);
        const machine::Configuration configuration = chosenFor(*workload).resolve(session::MachineUse::Untimed);
        workload->cut({.configuration = configuration, .first = cut_.first, .end = cut_.end, .file = cut_.file});
        fmt::print(stderr, "frames {} to {} are in {}\n", cut_.first, cut_.end - 1, cut_.file);
        return 0;
    }

  private:
    struct Options {
        std::string workload;
        uint32_t first = 0;
        uint32_t end = 0;
        std::string file;
    };
    Options cut_;
};

class ReduceCommand final : public MachineCommand {
  public:
    explicit ReduceCommand(CLI::App& program)
        : MachineCommand(
              program, "reduce",
              "Make the smallest workload that still shows a finding, a hang, a pixel, a crash or a slow draw") {
        app().add_option("WORKLOAD", reduce_.workload, kindsOfWorkloads())->required();
        app()
            .add_option("--keep", reduce_.keep,
                        "What to keep: finding=IDENTIFIER, hang, pixel=FRAME,X,Y,RRGGBBAA, crash or cycles=OPERATION>N")
            ->required()
            ->type_name("CONDITION");
        machine().addTo(app());
        addMode("The machine that shows it: functional, or timing");
        app()
            .add_option("--out", reduce_.file, "File for the new workload; by default named after WORKLOAD")
            ->type_name("FILE");
        app()
            .add_option("--time-limit", reduce_.timeLimit, "Seconds that a run may take; by default 60")
            ->type_name("S")
            ->check(CLI::Range(1u, 86400u));
        app()
            .add_option("--most-tries", reduce_.mostTries, "Stop after N tries; the same command continues later")
            ->type_name("N")
            ->check(CLI::PositiveNumber);
    }

    int execute() override {
        const auto condition = reduce::Condition::parse(reduce_.keep);
        ReduceOptions options = reduce_;
        options.timed = use() == session::MachineUse::Timed;
        if (condition.needsTime() && !options.timed)
            throw sim::Error("--keep", reduce_.keep, "needs --mode timing: cycles are the timing machine's");
        if (isCallTrace(options.workload))
            throw sim::Error(options.workload, "",
                             "a trace of OpenGL calls cannot be reduced; `run --record` makes a capture of it");
        const auto workload = openWorkload(options.workload);
        const machine::Configuration configuration = chosenFor(*workload).resolve(use());
        reduceWorkload(options, condition, *workload, configuration);
        return 0;
    }

  private:
    ReduceOptions reduce_;
};

class StatsCommand final : public MachineCommand {
  public:
    explicit StatsCommand(CLI::App& program)
        : MachineCommand(program, "stats",
                         "Count what a workload asks for: draws, state changes, programs, textures and their work") {
        app().add_option("WORKLOAD", stats_.workload, kindsOfWorkloads())->required();
        machine().addTo(app());
        app().add_option("--frames", stats_.frames, "Frames to draw; 0 for all")->type_name("N");
        app().add_option("--start-frame", stats_.startFrame, "First frame to draw")->type_name("N");
        app()
            .add_option("--out", stats_.outputFolder,
                        "Folder for tables of frames, draws, programs and textures; by default none are written")
            ->type_name("DIR");
    }

    int execute() override {
        const auto workload = openWorkload(stats_.workload);
        statsCommand(stats_, *workload, chosenFor(*workload).resolve(session::MachineUse::Untimed), std::cout);
        return 0;
    }

  private:
    StatsOptions stats_;
};

}  // namespace

void addWorkloadCommands(CLI::App& program, Commands& commands) {
    commands.push_back(std::make_unique<DumpCommand>(program));
    commands.push_back(std::make_unique<CutCommand>(program));
    commands.push_back(std::make_unique<ReduceCommand>(program));
    commands.push_back(std::make_unique<StatsCommand>(program));
}

}  // namespace cyclorama::cli
