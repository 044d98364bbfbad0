// SPDX-License-Identifier: MIT
#include "cli/ci_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>

#include "cli/program_files.h"
#include "cli/program_script.h"

namespace cyclorama::cli {
namespace {

/// The names are those that scripts/suites/ci.py reads.
nlohmann::json settingsOf(const CiOptions& options, const std::string& chip,
                          const std::vector<std::string>& execOptions) {
    return {
        {"program", programFile().string()},
        {"gpu", chip},
        {"exec", execOptions},
        {"suite", options.suite},
        {"lists", options.lists},
        {"gpu_version", options.gpuVersion},
        {"output", options.outputFolder},
        {"mesa", options.mesa},
        {"deqp", options.deqp},
        {"baseline", options.baseline},
        {"flakes", options.flakes},
        {"skips", options.skips},
        {"tables", options.tables},
        {"include", options.include},
        {"version_check", options.versionCheck},
        {"fraction", options.fraction},
        {"fraction_start", options.fractionStart},
        {"jobs", options.jobs != 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency())},
        {"timeout", options.timeout},
        {"full", options.full},
    };
}

}  // namespace

void CiOptions::addTo(CLI::App& command) {
    const auto many = [&](const char* name, std::vector<std::string>& values, const char* sentence, const char* type) {
        command.add_option(name, values, sentence)->type_name(type)->allow_extra_args(false);
    };
    command.add_option("--suite", suite, "File of tables of tests, or its name in the folder of Mesa's files")
        ->required()
        ->type_name("FILE");
    command
        .add_option("--lists", lists,
                    "Folder of Mesa's files; by default the suite's, or that beside the Mesa that draws")
        ->type_name("DIR");
    command.add_option("--gpu-version", gpuVersion, "Name of the device in Mesa's files; by default that of the chip")
        ->type_name("DEVICE")
        ->envname("GPU_VERSION");
    many("--deqp", deqp, "Folder of a built VK-GL-CTS, with its lists; repeatable", "DIR");
    command.add_option("--mesa", mesa, "The Mesa that draws, as for `exec`")
        ->type_name("VERSION|DIR")
        ->envname("CYCLORAMA_MESA");
    many("--table", tables, "Only the suite's tables with this program, as deqp-gles2 or piglit; repeatable",
         "PROGRAM");
    command.add_option("--fraction", fraction, "Run 1 test of N")->type_name("N")->check(CLI::Range(1U, 1000000U));
    command.add_option("--fraction-start", fractionStart, "The first test to run, counted from 1")
        ->type_name("N")
        ->check(CLI::Range(1U, 1000000U));
    many("--include", include, "Only tests in whose names this regular expression is found; repeatable", "REGEX");
    many("--baseline", baseline, "Further file of expected results, as failures.csv of an earlier run; repeatable",
         "FILE");
    many("--flakes", flakes, "Further file of expressions for tests that may fail at times; repeatable", "FILE");
    many("--skips", skips, "Further file of expressions for tests that are not run; repeatable", "FILE");
    command.add_flag("--full", full, "Run the tests that Mesa's lists call slow as well");
    command
        .add_option("--version-check", versionCheck,
                    "What the driver's version is to have, in place of the suite's version_check")
        ->type_name("REGEX");
    command.add_option("--jobs,-j", jobs, "Tests at a time; by default one for each processor")
        ->type_name("N")
        ->check(CLI::Range(1U, 4096U));
    command
        .add_option("--timeout", timeout,
                    "Seconds of the processor for a test, 300 by default; a suite may give it more")
        ->type_name("S")
        ->check(CLI::Range(1U, 86400U));
    command.add_option("--out", outputFolder, "Folder for the results, by default 'results'")->type_name("DIR");
}

void runSuite(const CiOptions& options, const std::string& chip, const std::vector<std::string>& execOptions) {
    runScript("ci", ciScript(), settingsOf(options, chip, execOptions));
}

}  // namespace cyclorama::cli
