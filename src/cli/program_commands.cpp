// SPDX-License-Identifier: MIT
#include "cli/program_commands.h"

#include <CLI/CLI.hpp>
#include <optional>
#include <utility>

#include "cli/call_trace.h"
#include "cli/ci_command.h"
#include "cli/compare_command.h"
#include "cli/exec_command.h"
#include "cli/run_command.h"
#include "families/registry.h"

namespace cyclorama::cli {
namespace {

/// The chip of `exec` where none is named: that of the first family that runs programs.
std::string defaultChip() {
    for (const family::Family* family : families::all())
        if (!family->defaultChip().empty()) return std::string(family->defaultChip());
    return {};
}

/// The options of run and exec that look closer at what is drawn.
void addTraces(CLI::App& command, std::string& pixel, std::optional<uint32_t>& vertex) {
    command
        .add_option("--trace-pixel", pixel,
                    "Write what happens to a pixel, from the top left corner, to trace.txt in the folder")
        ->type_name("X,Y");
    command.add_option("--trace-vertex", vertex, "Write what happens to the vertices of an index as well")
        ->type_name("N");
}

void limitFrames(const RunOptions& options, machine::Configuration& configuration) {
    if (options.frames) configuration.simulator.frames = *options.frames;
    if (options.startFrame) configuration.simulator.startFrame = *options.startFrame;
}

class RunCommand final : public MachineCommand {
  public:
    explicit RunCommand(CLI::App& program)
        : MachineCommand(program, "run", "Execute a workload; write its frames and a summary") {
        app().add_option("WORKLOAD", run_.workload,
                         kindsOfWorkloads() + ", or a trace of OpenGL calls by GLInterceptor or apitrace");
        machine().addTo(app());
        addMode("functional: the frames; timing: cycles and statistics as well");
        app().add_option("--frames", run_.frames, "Frames to draw; 0 for all")->type_name("N");
        app().add_option("--start-frame", run_.startFrame, "First frame to draw")->type_name("N");
        app()
            .add_option("--out", run_.outputFolder,
                        "Folder for the results; by default a new one, named after WORKLOAD")
            ->type_name("DIR");
        app().add_flag("--report", run_.report,
                       "Write report.sqlite into the folder as well: what happened, when, and why");
        app().add_flag("--buffers", run_.buffers,
                       "Write buffers.csv into the folder as well: hashes of what is left in each buffer of a capture");
        app()
            .add_option("--serve", run_.serve,
                        "Serve a page with the progress to this computer alone, at this port; 0 for one that is free")
            ->type_name("PORT");
        auto* waveform =
            app()
                .add_option("--waveform", run_.waveform,
                            "File for the signals of a timed run (FST), in the cycles of SIMULATOR.StartSignalDump")
                ->type_name("FILE");
        app()
            .add_option("--signals", run_.signals,
                        "Only signals whose names match in the waveform, as 'Clipper.*'; repeatable")
            ->type_name("PATTERN")
            ->needs(waveform)
            ->allow_extra_args(false);
        addTraces(app(), run_.tracePixel, run_.traceVertex);
        app()
            .add_option("--stop-at", run_.stopAt,
                        "Stop at 'cycle=N' or 'frame=N,draw=N,command=N', and print the state of all units there")
            ->type_name("PLACE");
        app()
            .add_option("--mesa", run_.mesa, "The Mesa that draws a trace of OpenGL calls, as for `exec`")
            ->type_name("VERSION|DIR");
        app()
            .add_option("--record", run_.record, "File for a capture of what a trace of OpenGL calls has the GPU do")
            ->type_name("FILE");
        app().add_flag("!--no-sleep", run_.sleeping,
                       "Clock idle parts of a timed run as well: slower, the same results");
    }

    /// Executes the workload that the command line names, on the chip that it was recorded on unless the user names
    /// another; else the workload that the configuration names.
    int execute() override {
        RunOptions options = run_;
        options.mode = runMode();
        if (!options.workload.empty() && isCallTrace(options.workload))
            return play(options, chosen(defaultChip), chosen(defaultChip).resolve(use()));
        std::unique_ptr<family::Workload> workload;
        MachineOptions chip = machine();
        machine::Configuration configuration;
        if (options.workload.empty()) {
            configuration = chip.resolve(use());
            const std::string named = workloadOf(options, configuration);
            if (isCallTrace(named)) return play(options, chip, std::move(configuration));
            workload = openWorkload(named);
        } else {
            workload = openWorkload(options.workload);
            chip = chosenFor(*workload);
            configuration = chip.resolve(use());
        }
        refuseOptionsOfCallTraces(options);
        limitFrames(options, configuration);
        chip.warnOfSettingsInVain(
            configuration, {.timed = use() == session::MachineUse::Timed, .waveform = !options.waveform.empty()});
        cli::runWorkload(options, *workload, std::move(configuration));
        return 0;
    }

  private:
    static int play(const RunOptions& options, const MachineOptions& chip, machine::Configuration configuration) {
        limitFrames(options, configuration);
        chip.warnOfSettingsInVain(configuration, {.timed = options.mode == session::RunMode::Timing});
        return playCallTrace(options, std::move(configuration));
    }

    RunOptions run_;
};

class ExecCommand final : public MachineCommand {
  public:
    explicit ExecCommand(CLI::App& program)
        : MachineCommand(program, "exec", "Run a program on a simulated GPU and display; write its frames") {
        app().add_option("COMMAND", exec_.command, "The program and its arguments, after --");
        machine().addTo(app());
        addMode("functional: the frames; timing: cycles and statistics as well");
        app()
            .add_option("--out", exec_.outputFolder,
                        "Folder for the frames and a summary; by default nothing is written")
            ->type_name("DIR");
        app().add_flag("--report", exec_.report,
                       "Write report.sqlite into the folder as well: what happened, when, and why");
        addTraces(app(), exec_.tracePixel, exec_.traceVertex);
        app()
            .add_option("--stop-at", exec_.stopAt,
                        "At 'cycle=N' or 'frame=N,draw=N,command=N' print the state of all units, and continue")
            ->type_name("PLACE");
        app().add_flag("--discard-frames", exec_.discardFrames, "Write no pictures of the frames, to measure speed");
        app().add_flag("--show", exec_.show, "Show the display in a window while the program runs");
        app()
            .add_option("--record", exec_.record, "File for a capture, which `run` replays and `dump` prints")
            ->type_name("FILE");
        app()
            .add_option("--display", exec_.display, "Size of the display; by default 1024x768")
            ->type_name("WIDTHxHEIGHT")
            ->envname("CYCLORAMA_DISPLAY");
        app()
            .add_option("--frame-time", exec_.frameTime,
                        "Milliseconds by which the program's clock advances from frame to frame; 0 for the true time")
            ->type_name("MS")
            ->check(CLI::Range(0.0, 1e6));
        app()
            .add_option("--mesa", exec_.mesa,
                        "A version of Mesa that scripts/setup/mesa built, the folder of another, or 'system'")
            ->type_name("VERSION|DIR")
            ->envname("CYCLORAMA_MESA");
        app()
            .add_option("--driver-modes", exec_.driverModes,
                        "Run the program once in each of these modes of its driver, as gmem,sysmem; compare the runs")
            ->type_name("NAME,NAME...")
            ->delimiter(',')
            ->allow_extra_args(false);
        app().add_flag("--vtest", exec_.vtest,
                       "Have the program draw through a socket of Mesa's virgl driver, on X11 as well");
        app()
            .add_option("--vtest-socket", exec_.vtestSocket,
                        "Path of that socket; without COMMAND for programs that are started elsewhere")
            ->type_name("PATH");
    }

    int execute() override {
        exec_.mode = runMode();
        const MachineOptions chip = chosen(defaultChip);
        exec_.configuration = chip.resolve(use());
        chip.warnOfSettingsInVain(
            exec_.configuration,
            {.timed = runMode() == session::RunMode::Timing, .files = !exec_.outputFolder.empty(), .programs = true});
        return execCommand(exec_);
    }

  private:
    ExecOptions exec_;
};

class CiCommand final : public MachineCommand {
  public:
    explicit CiCommand(CLI::App& program)
        : MachineCommand(program, "ci", "Run a suite of Mesa's CI on a simulated chip, by Mesa's own files") {
        app().add_option("--gpu", machine().gpu, "Preset of a chip, by name")->required()->type_name("NAME");
        app()
            .add_option("--set", machine().settings, "A parameter, SECTION.Key=VALUE, on top of the preset; repeatable")
            ->type_name("KEY=VALUE")
            ->allow_extra_args(false);
        addMode("functional: the results; timing: in the timing machine");
        ci_.addTo(app());
    }

    int execute() override {
        static_cast<void>(machine().resolve(use()));
        std::vector<std::string> options = {"--mode", mode()};
        for (const std::string& setting : machine().settings) options.insert(options.end(), {"--set", setting});
        runSuite(ci_, machine().gpu, options);
    }

  private:
    CiOptions ci_;
};

/// Refuses a chip that is unknown, and settings that it has not, before anything runs.
void checkMachine(const ComparedRuns& runs) {
    MachineOptions machine;
    machine.gpu = runs.gpu;
    machine.settings = runs.settings;
    static_cast<void>(machine.resolve(session::MachineUse::Timed));
}

class CompareCommand final : public Command {
  public:
    explicit CompareCommand(CLI::App& program)
        : Command(program, "compare",
                  "Compare the cycles of two Mesas, or of two runs: draws, programs, instructions") {
        compare_.addTo(app());
    }

    int execute() override {
        if (!compare_.runs.gpu.empty()) checkMachine(compare_.runs);
        compareRuns(compare_);
    }

  private:
    CompareOptions compare_;
};

class BisectCommand final : public Command {
  public:
    explicit BisectCommand(CLI::App& program)
        : Command(program, "bisect", "Find the commit of a checkout of Mesa since which programs cost more cycles") {
        bisect_.addTo(app());
    }

    int execute() override {
        checkMachine(bisect_.runs);
        bisectCheckout(bisect_);
    }

  private:
    BisectOptions bisect_;
};

}  // namespace

void addProgramCommands(CLI::App& program, Commands& commands) {
    commands.push_back(std::make_unique<RunCommand>(program));
    commands.push_back(std::make_unique<ExecCommand>(program));
    commands.push_back(std::make_unique<CiCommand>(program));
    commands.push_back(std::make_unique<CompareCommand>(program));
    commands.push_back(std::make_unique<BisectCommand>(program));
}

}  // namespace cyclorama::cli
