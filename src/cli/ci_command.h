// SPDX-License-Identifier: MIT
#pragma once
// `cyclorama ci`: a suite of Mesa's own CI on a simulated chip. The program hands what it is asked for to
// scripts/suites/ci.py, which conformance.py shares its runners with.

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's
class App;
}

namespace cyclorama::cli {

struct CiOptions {
    /// File of tables of tests, or its name in the folder of Mesa's files.
    std::string suite;
    /// The folder of Mesa's files; empty: that of the suite, or of the Mesa that draws.
    std::string lists;
    /// The name of the device in Mesa's files; empty: that of the chip.
    std::string gpuVersion;
    std::string outputFolder = "results";
    /// As `exec` takes it.
    std::string mesa;
    /// Folders of built VK-GL-CTS.
    std::vector<std::string> deqp;
    /// Further files of expected results, flakes and skips.
    std::vector<std::string> baseline;
    std::vector<std::string> flakes;
    std::vector<std::string> skips;
    /// Names of the programs whose tables run, without folders, or "piglit"; empty: all.
    std::vector<std::string> tables;
    /// Regular expressions.
    std::vector<std::string> include;
    std::string versionCheck;
    /// 1 test of this many, from the one of this number on, which counts from 1.
    uint32_t fraction = 1;
    uint32_t fractionStart = 1;
    /// Tests at a time; 0: as many as the host has processors.
    uint32_t jobs = 0;
    /// Seconds of the host's processor for a test.
    uint32_t timeout = 300;
    /// Also the tests that Mesa's lists call slow.
    bool full = false;

    /// Adds them to the command; they must outlive the parsing.
    void addTo(CLI::App& command);
};

/// Runs the suite on a chip, with further options of `exec` (NAME and value). Does not return but by sim::Error, where
/// there is no Python or no script: the script takes this process's place, and its exit status.
[[noreturn]] void runSuite(const CiOptions& options, const std::string& chip,
                           const std::vector<std::string>& execOptions);

}  // namespace cyclorama::cli
