// SPDX-License-Identifier: MIT
// The command line: `cyclorama COMMAND`. Exit status 0: done; 1: the simulation failed; 2: bad usage, configuration,
// workload or output. `exec` ends as its command does.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <iostream>
#include <new>
#include <string>
#include <vector>

#include "cli/ci_command.h"
#include "cli/exec_command.h"
#include "cli/gl_trace.h"
#include "cli/host_memory.h"
#include "cli/machine_options.h"
#include "cli/program_files.h"
#include "cli/reduce_command.h"
#include "cli/report_command.h"
#include "cli/run_command.h"
#include "cli/statistics_command.h"
#include "cli/statistics_documentation.h"
#include "cli/stats_command.h"
#include "families/registry.h"
#include "results/program_version.h"
#include "session/machine_choice.h"
#include "sim/error.h"
#include "sim/host_requirement.h"

namespace {

using namespace cyclorama;

constexpr int kRefused = 2;
constexpr int kFailed = 1;

/// The chip of `exec` where none is named: that of the first family that runs programs.
std::string defaultChip() {
    for (const family::Family* family : families::all())
        if (!family->defaultChip().empty()) return std::string(family->defaultChip());
    return {};
}

struct CutOptions {
    std::string workload;
    uint32_t first = 0;
    uint32_t end = 0;
    std::string file;
};

struct CommandLine {
    CLI::App app{"Cyclorama simulates GPUs that exist: it executes what a real driver wrote for a real chip."};
    cli::MachineOptions machine;
    cli::RunOptions run;
    cli::ExecOptions exec;
    cli::CiOptions ci;
    cli::ReportOptions report;
    std::string mode = "functional";
    std::string dumped;
    CutOptions cut;
    cli::ReduceOptions reduce;
    cli::StatsOptions stats;
    bool documentStatistics = false;
    bool driverCounters = false;
    bool hashConfiguration = false;
    bool documentParameters = false;
    CLI::App* runCommand = nullptr;
    CLI::App* execCommand = nullptr;
    CLI::App* ciCommand = nullptr;
    CLI::App* dumpCommand = nullptr;
    CLI::App* cutCommand = nullptr;
    CLI::App* reduceCommand = nullptr;
    CLI::App* statsCommand = nullptr;
    CLI::App* configCommand = nullptr;
    CLI::App* statisticsCommand = nullptr;
    CLI::App* reportCommand = nullptr;

    CommandLine() {
        app.name("cyclorama");
        app.set_version_flag("--version", results::versionText(results::programVersion()));
        app.require_subcommand(1);
        // A sentence: the list's first letter is a capital.
        std::string kinds = family::workloadKinds(families::all());
        kinds.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(kinds.front())));
        addRun(kinds);
        addExec();
        addCi();
        addWorkloadTools(kinds);
        addReduce(kinds);
        addStats(kinds);
        addTables();
        addReport();
    }

    void addRun(const std::string& kinds) {
        runCommand = app.add_subcommand("run", "Execute a workload; write its frames and a summary");
        runCommand->add_option("WORKLOAD", run.workload, kinds + ", or a GLInterceptor trace of OpenGL calls");
        machine.addTo(*runCommand);
        runCommand->add_option("--mode", mode, "functional: the frames; timing: cycles and statistics as well")
            ->check(CLI::IsMember({"functional", "timing"}));
        runCommand->add_option("--frames", run.frames, "Frames to draw; 0 for all")->type_name("N");
        runCommand->add_option("--start-frame", run.startFrame, "First frame to draw")->type_name("N");
        runCommand
            ->add_option("--out", run.outputFolder,
                         "Folder for the results; by default a new one, named after WORKLOAD")
            ->type_name("DIR");
        runCommand->add_flag("--report", run.report,
                             "Write report.sqlite into the folder as well: what happened, when, and why");
        runCommand
            ->add_option("--serve", run.serve,
                         "Serve a page with the progress to this computer alone, at this port; 0 for one that is free")
            ->type_name("PORT");
        auto* waveform =
            runCommand
                ->add_option("--waveform", run.waveform,
                             "File for the signals of a timed run (FST), in the cycles of SIMULATOR.StartSignalDump")
                ->type_name("FILE");
        runCommand
            ->add_option("--signals", run.signals,
                         "Only signals whose names match in the waveform, as 'Clipper.*'; repeatable")
            ->type_name("PATTERN")
            ->needs(waveform)
            ->allow_extra_args(false);
        addTraces(*runCommand, run.tracePixel, run.traceVertex);
        runCommand
            ->add_option("--stop-at", run.stopAt,
                         "Stop at 'cycle=N' or 'frame=N,draw=N,command=N', and print the state of all units there")
            ->type_name("PLACE");
        runCommand->add_option("--mesa", run.mesa, "The Mesa that draws a trace of OpenGL calls, as for `exec`")
            ->type_name("VERSION|DIR");
        runCommand
            ->add_option("--record", run.record, "File for a capture of what a trace of OpenGL calls has the GPU do")
            ->type_name("FILE");
        runCommand->add_flag("!--no-sleep", run.sleeping,
                             "Clock idle parts of a timed run as well: slower, the same results");
    }

    void addExec() {
        execCommand = app.add_subcommand("exec", "Run a program on a simulated GPU and display; write its frames");
        execCommand->add_option("COMMAND", exec.command, "The program and its arguments, after --");
        machine.addTo(*execCommand);
        execCommand->add_option("--mode", mode, "functional: the frames; timing: cycles and statistics as well")
            ->check(CLI::IsMember({"functional", "timing"}));
        execCommand
            ->add_option("--out", exec.outputFolder,
                         "Folder for the frames and a summary; by default nothing is written")
            ->type_name("DIR");
        execCommand->add_flag("--report", exec.report,
                              "Write report.sqlite into the folder as well: what happened, when, and why");
        addTraces(*execCommand, exec.tracePixel, exec.traceVertex);
        execCommand
            ->add_option("--stop-at", exec.stopAt,
                         "At 'cycle=N' or 'frame=N,draw=N,command=N' print the state of all units, and continue")
            ->type_name("PLACE");
        execCommand->add_flag("--discard-frames", exec.discardFrames,
                              "Write no pictures of the frames, to measure speed");
        execCommand->add_flag("--show", exec.show, "Show the display in a window while the program runs");
        execCommand->add_option("--record", exec.record, "File for a capture, which `run` replays and `dump` prints")
            ->type_name("FILE");
        execCommand->add_option("--display", exec.display, "Size of the display; by default 1024x768")
            ->type_name("WIDTHxHEIGHT")
            ->envname("CYCLORAMA_DISPLAY");
        execCommand
            ->add_option("--frame-time", exec.frameTime,
                         "Milliseconds by which the program's clock advances from frame to frame; 0 for the true time")
            ->type_name("MS")
            ->check(CLI::Range(0.0, 1e6));
        execCommand
            ->add_option("--mesa", exec.mesa,
                         "A version of Mesa that scripts/setup/mesa built, the folder of another, or 'system'")
            ->type_name("VERSION|DIR")
            ->envname("CYCLORAMA_MESA");
        execCommand
            ->add_option("--driver-modes", exec.driverModes,
                         "Run the program once in each of these modes of its driver, as gmem,sysmem; compare the runs")
            ->type_name("NAME,NAME...")
            ->delimiter(',')
            ->allow_extra_args(false);
        execCommand->add_flag("--vtest", exec.vtest,
                              "Have the program draw through a socket of Mesa's virgl driver, on X11 as well");
        execCommand
            ->add_option("--vtest-socket", exec.vtestSocket,
                         "Path of that socket; without COMMAND for programs that are started elsewhere")
            ->type_name("PATH");
    }

    void addCi() {
        ciCommand = app.add_subcommand("ci", "Run a suite of Mesa's CI on a simulated chip, by Mesa's own files");
        ciCommand->add_option("--gpu", machine.gpu, "Preset of a chip, by name")->required()->type_name("NAME");
        ciCommand
            ->add_option("--set", machine.settings, "A parameter, SECTION.Key=VALUE, on top of the preset; repeatable")
            ->type_name("KEY=VALUE")
            ->allow_extra_args(false);
        ciCommand->add_option("--mode", mode, "functional: the results; timing: in the timing machine")
            ->check(CLI::IsMember({"functional", "timing"}));
        ci.addTo(*ciCommand);
    }

    void addWorkloadTools(const std::string& kinds) {
        dumpCommand = app.add_subcommand("dump", "Print a workload's commands and shader programs as text");
        dumpCommand->add_option("WORKLOAD", dumped, kinds)->required();

        cutCommand = app.add_subcommand("cut", "Make a workload of some frames, with the state and memory they need");
        cutCommand->add_option("WORKLOAD", cut.workload, kinds)->required();
        cutCommand->add_option("FROM", cut.first, "The first of the frames")->required()->type_name("N");
        cutCommand->add_option("TO", cut.end, "The frame after the last of them")->required()->type_name("N");
        cutCommand->add_option("OUT", cut.file, "File for the new workload")->required();
        machine.addTo(*cutCommand);
    }

    void addReduce(const std::string& kinds) {
        reduceCommand = app.add_subcommand(
            "reduce", "Make the smallest workload that still shows a finding, a hang, a pixel, a crash or a slow draw");
        reduceCommand->add_option("WORKLOAD", reduce.workload, kinds)->required();
        reduceCommand
            ->add_option(
                "--keep", reduce.keep,
                "What to keep: finding=IDENTIFIER, hang, pixel=FRAME,X,Y,RRGGBBAA, crash or cycles=OPERATION>N")
            ->required()
            ->type_name("CONDITION");
        machine.addTo(*reduceCommand);
        reduceCommand->add_option("--mode", mode, "The machine that shows it: functional, or timing")
            ->check(CLI::IsMember({"functional", "timing"}));
        reduceCommand->add_option("--out", reduce.file, "File for the new workload; by default named after WORKLOAD")
            ->type_name("FILE");
        reduceCommand->add_option("--time-limit", reduce.timeLimit, "Seconds that a run may take; by default 60")
            ->type_name("S")
            ->check(CLI::Range(1u, 86400u));
        reduceCommand
            ->add_option("--most-tries", reduce.mostTries, "Stop after N tries; the same command continues later")
            ->type_name("N")
            ->check(CLI::PositiveNumber);
    }

    void addStats(const std::string& kinds) {
        statsCommand = app.add_subcommand(
            "stats", "Count what a workload asks for: draws, state changes, programs, textures and their work");
        statsCommand->add_option("WORKLOAD", stats.workload, kinds)->required();
        machine.addTo(*statsCommand);
        statsCommand->add_option("--frames", stats.frames, "Frames to draw; 0 for all")->type_name("N");
        statsCommand->add_option("--start-frame", stats.startFrame, "First frame to draw")->type_name("N");
        statsCommand
            ->add_option("--out", stats.outputFolder,
                         "Folder for tables of frames, draws, programs and textures; by default none are written")
            ->type_name("DIR");
    }

    void addTables() {
        configCommand = app.add_subcommand("config", "Print the resolved parameters, each with its meaning");
        machine.addTo(*configCommand);
        configCommand->add_flag("--hash", hashConfiguration, "Print the hash of the configuration alone");
        configCommand->add_flag("--document", documentParameters, "Print docs/reference/parameters.md");

        statisticsCommand =
            app.add_subcommand("statistics", "Print what a timed run counts: name, unit and meaning of each column");
        machine.addTo(*statisticsCommand);
        statisticsCommand->add_flag("--counters", driverCounters,
                                    "Print the performance counters that drivers read, and what answers each");
        statisticsCommand->add_flag("--document", documentStatistics,
                                    "Print docs/reference/statistics.md, or performance_counters.md");
    }

    void addReport() {
        reportCommand = app.add_subcommand("report", "Make a page that shows a run with --report, or two side by side");
        reportCommand
            ->add_option("DIR", report.folders, "Folder of a run's results, and of a second run to compare with it")
            ->required()
            ->expected(1, 2);
        auto* page =
            reportCommand->add_option("-o,--output", report.output, "The page; by default report.html in the first DIR")
                ->type_name("FILE");
        reportCommand->add_option("--perfetto", report.perfetto, "Write a trace for Perfetto in place of the page")
            ->type_name("FILE")
            ->excludes(page);
    }

    /// The options of run and exec that look closer at what is drawn.
    static void addTraces(CLI::App& command, std::string& pixel, std::optional<uint32_t>& vertex) {
        command
            .add_option("--trace-pixel", pixel,
                        "Write what happens to a pixel, from the top left corner, to trace.txt in the folder")
            ->type_name("X,Y");
        command.add_option("--trace-vertex", vertex, "Write what happens to the vertices of an index as well")
            ->type_name("N");
    }

    /// The options that choose the machine; where they name none, that of the preset which a function names, or the
    /// default's if the name is empty.
    cli::MachineOptions chosen(const std::function<std::string()>& preset) const {
        cli::MachineOptions options = machine;
        if (!options.namesMachine()) options.gpu = preset();
        return options;
    }

    /// Executes the workload that the command line names, on the chip that it was recorded on unless the user names
    /// another; else the workload that the configuration names. The exit status.
    int runWorkload(const cli::RunOptions& options, session::MachineUse use) const {
        if (!options.workload.empty() && cli::isGlTrace(options.workload))
            return playGlTrace(options, chosen(defaultChip), chosen(defaultChip).resolve(use));
        std::unique_ptr<family::Workload> workload;
        cli::MachineOptions chip = machine;
        machine::Configuration configuration;
        if (options.workload.empty()) {
            configuration = chip.resolve(use);
            const std::string named = cli::workloadOf(options, configuration);
            if (cli::isGlTrace(named)) return playGlTrace(options, chip, std::move(configuration));
            workload = cli::openWorkload(named);
        } else {
            workload = cli::openWorkload(options.workload);
            chip = chosen([&] { return session::presetOf(*workload, cli::allChips()); });
            configuration = chip.resolve(use);
        }
        cli::refuseOptionsOfGlTraces(options);
        limitFrames(options, configuration);
        chip.warnOfSettingsInVain(configuration,
                                  {.timed = use == session::MachineUse::Timed, .waveform = !options.waveform.empty()});
        cli::runWorkload(options, *workload, std::move(configuration));
        return 0;
    }

    static void limitFrames(const cli::RunOptions& options, machine::Configuration& configuration) {
        if (options.frames) configuration.simulator.frames = *options.frames;
        if (options.startFrame) configuration.simulator.startFrame = *options.startFrame;
    }

    static int playGlTrace(const cli::RunOptions& options, const cli::MachineOptions& chip,
                           machine::Configuration configuration) {
        limitFrames(options, configuration);
        chip.warnOfSettingsInVain(configuration, {.timed = options.mode == session::RunMode::Timing});
        return cli::playGlTrace(options, std::move(configuration));
    }

    void cutWorkload() const {
        if (cut.first >= cut.end) throw sim::Error("cut", "", "FROM must be less than TO");
        std::error_code missing;
        if (std::filesystem::equivalent(cut.file, cut.workload, missing))
            throw sim::Error(cut.file, "", "is the workload itself");
        const auto workload = cli::openWorkload(cut.workload);
        const machine::Configuration configuration =
            chosen([&] { return session::presetOf(*workload, cli::allChips()); }).resolve(session::MachineUse::Untimed);
        workload->cut({.configuration = configuration, .first = cut.first, .end = cut.end, .file = cut.file});
        fmt::print(stderr, "frames {} to {} are in {}\n", cut.first, cut.end - 1, cut.file);
    }

    void reduceWorkload(session::MachineUse use) const {
        const auto condition = cyclorama::reduce::Condition::parse(reduce.keep);
        cli::ReduceOptions options = reduce;
        options.timed = use == session::MachineUse::Timed;
        if (condition.needsTime() && !options.timed)
            throw sim::Error("--keep", reduce.keep, "needs --mode timing: cycles are the timing machine's");
        if (cli::isGlTrace(options.workload))
            throw sim::Error(options.workload, "",
                             "a trace of OpenGL calls cannot be reduced; `run --record` makes a capture of it");
        const auto workload = cli::openWorkload(options.workload);
        const machine::Configuration configuration =
            chosen([&] { return session::presetOf(*workload, cli::allChips()); }).resolve(use);
        cli::reduceWorkload(options, condition, *workload, configuration);
    }

    [[noreturn]] void runSuite(session::MachineUse use) const {
        static_cast<void>(machine.resolve(use));
        std::vector<std::string> options = {"--mode", mode};
        for (const std::string& setting : machine.settings) options.insert(options.end(), {"--set", setting});
        cli::runSuite(ci, machine.gpu, options);
    }

    void countWorkload() const {
        const auto workload = cli::openWorkload(stats.workload);
        cli::statsCommand(stats, *workload, chosen([&] {
                                                return session::presetOf(*workload, cli::allChips());
                                            }).resolve(session::MachineUse::Untimed),
                          std::cout);
    }

    void printStatistics() const {
        if (documentStatistics)
            driverCounters ? cli::documentCounters(std::cout) : cli::documentStatistics(std::cout);
        else if (driverCounters)
            cli::listDriverCounters(machine.resolve(session::MachineUse::Timed), std::cout);
        else
            cli::listStatistics(machine.resolve(session::MachineUse::Timed), std::cout);
    }

    /// The exit status.
    int execute() const {
        const session::RunMode runMode = mode == "timing" ? session::RunMode::Timing : session::RunMode::Functional;
        const auto use =
            runMode == session::RunMode::Timing ? session::MachineUse::Timed : session::MachineUse::Untimed;
        if (execCommand->parsed()) {
            cli::ExecOptions options = exec;
            options.mode = runMode;
            const cli::MachineOptions chip = chosen(defaultChip);
            options.configuration = chip.resolve(use);
            chip.warnOfSettingsInVain(
                options.configuration,
                {.timed = runMode == session::RunMode::Timing, .files = !exec.outputFolder.empty(), .programs = true});
            return cli::execCommand(options);
        }
        if (ciCommand->parsed()) runSuite(use);
        if (runCommand->parsed()) {
            cli::RunOptions options = run;
            options.mode = runMode;
            if (const int status = runWorkload(options, use); status != 0) return status;
        } else if (cutCommand->parsed()) {
            cutWorkload();
        } else if (reduceCommand->parsed()) {
            reduceWorkload(use);
        } else if (statsCommand->parsed()) {
            countWorkload();
        } else if (dumpCommand->parsed()) {
            cli::openWorkload(dumped)->dump(std::cout);
        } else if (reportCommand->parsed()) {
            cli::reportCommand(report);
        } else if (statisticsCommand->parsed()) {
            printStatistics();
        } else if (documentParameters) {
            families::defaultConfiguration().writeDocumentation(std::cout);
        } else {
            const machine::Configuration configuration = machine.resolve(session::MachineUse::Untimed);
            if (hashConfiguration)
                std::cout << configuration.hash() << '\n';
            else
                configuration.list(std::cout);
        }
        std::cout.flush();
        if (!std::cout) throw sim::Error("standard output", "", "cannot be written");
        return 0;
    }
};

int explain(const char* what, int status) {
    fmt::print(stderr, "cyclorama: {}\n", what);
    return status;
}

}  // namespace

int main(int argc, char** argv) {
    sim::requireHost();
    try {
        cli::useLargePages();
        CommandLine line;
        try {
            line.app.parse(argc, argv);
        } catch (const CLI::ParseError& error) {
            return line.app.exit(error) == 0 ? 0 : kRefused;
        }
        return line.execute();
    } catch (const sim::Error& error) {
        return explain(error.what(), kRefused);
    } catch (const std::bad_alloc&) {
        return explain("not enough memory", kFailed);
    } catch (const std::exception& error) {
        return explain(error.what(), kFailed);
    }
}
