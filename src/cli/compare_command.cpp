// SPDX-License-Identifier: MIT
#include "cli/compare_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>

#include "cli/program_files.h"
#include "cli/program_script.h"

namespace cyclorama::cli {
namespace {

/// The names are those that scripts/comparison/entrance.py reads.
nlohmann::json settingsOf(const ComparedRuns& runs) {
    return {
        {"program", programFile().string()},
        {"gpu", runs.gpu},
        {"set", runs.settings},
        {"corpus", runs.corpus},
        {"frames", runs.frames},
        {"display", runs.display},
        {"frame_time", runs.frameTime},
        {"jobs", runs.jobs != 0 ? runs.jobs : std::max(1U, std::thread::hardware_concurrency())},
        {"output", runs.outputFolder},
        {"json", runs.json},
        {"words", runs.words},
    };
}

void addThreshold(CLI::App& command, ComparedRuns& runs, const char* sentence) {
    command.add_option("--threshold", runs.threshold, sentence)->type_name("PERCENT")->check(CLI::Range(0.0, 1e6));
}

void addOutput(CLI::App& command, ComparedRuns& runs, const char* sentence) {
    command.add_option("--out", runs.outputFolder, sentence)->type_name("DIR");
}

}  // namespace

void ComparedRuns::addTo(CLI::App& command) {
    command.add_option("--set", settings, "A parameter, SECTION.Key=VALUE, on top of the preset; repeatable")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    command
        .add_option("--corpus", corpus, "File with a program to run in each line; by default a few that are installed")
        ->type_name("FILE");
    command
        .add_option("--frames", frames,
                    "Frames to compare, by default all; takes the place of {frames} in programs, by default 2")
        ->type_name("N")
        ->check(CLI::Range(1U, 1000000U));
    command.add_option("--display", display, "Size of the display, by default 320x240")->type_name("WIDTHxHEIGHT");
    command
        .add_option("--frame-time", frameTime,
                    "Milliseconds by which programs' clocks advance from frame to frame, by default 100")
        ->type_name("MS")
        ->check(CLI::Range(0.001, 1e6));
    command.add_option("--jobs,-j", jobs, "Runs at a time; by default one for each processor")
        ->type_name("N")
        ->check(CLI::Range(1U, 4096U));
    command.add_flag("--json", json, "Print JSON, with all that differs, instead of Markdown");
}

void CompareOptions::addTo(CLI::App& command) {
    command.add_option("RUN", runs.words,
                       "Two folders of results, or two captures; with --with a program and its arguments, after --");
    command.add_option("--gpu", runs.gpu, "Preset of a chip, by name")->type_name("NAME");
    command.add_option("--mesa", mesa, "The first Mesa, as for `exec`")->type_name("VERSION|DIR");
    command.add_option("--with", with, "The second Mesa, which is compared with the first")->type_name("VERSION|DIR");
    addThreshold(command, runs, "Percent of more cycles from which on the exit status is 1, by default 0");
    addOutput(command, runs, "Folder for the results of the runs, by default 'comparison'");
    runs.addTo(command);
}

void BisectOptions::addTo(CLI::App& command) {
    command.add_option("COMMAND", runs.words, "The program and its arguments, after --");
    command.add_option("--source", source, "Checkout of Mesa, which stays as it is")->required()->type_name("DIR");
    command.add_option("--good", good, "Revision that costs less")->required()->type_name("REVISION");
    command.add_option("--bad", bad, "Revision that costs more")->required()->type_name("REVISION");
    command.add_option("--gpu", runs.gpu, "Preset of a chip, by name")->required()->type_name("NAME");
    command
        .add_option(
            "--build", build,
            "Command that builds a revision, with two more words: its folder, and the prefix to install into; by "
            "default scripts/setup/mesa")
        ->type_name("COMMAND");
    addThreshold(command, runs,
                 "Percent of more cycles than the good revision's from which on one is bad; by default half of what "
                 "the bad one has");
    addOutput(command, runs, "Folder for the build and the runs, by default one in the cache folder");
    runs.addTo(command);
}

void compareRuns(const CompareOptions& options) {
    nlohmann::json settings = settingsOf(options.runs);
    settings["mesa"] = options.mesa;
    settings["with"] = options.with;
    settings["threshold"] = options.runs.threshold.value_or(0);
    if (options.runs.outputFolder.empty()) settings["output"] = "comparison";
    runScript("compare", compareScript(), settings);
}

void bisectCheckout(const BisectOptions& options) {
    nlohmann::json settings = settingsOf(options.runs);
    settings["source"] = options.source;
    settings["good"] = options.good;
    settings["bad"] = options.bad;
    settings["build"] = options.build;
    settings["mesa_script"] = options.build.empty() ? mesaScript().string() : std::string();
    settings["threshold"] = nullptr;
    if (options.runs.threshold) settings["threshold"] = *options.runs.threshold;
    runScript("bisect", bisectScript(), settings);
}

}  // namespace cyclorama::cli
