// SPDX-License-Identifier: MIT
// The functional machine's frames against those of ATTILA's simulator, for all reference cases. The cases are found
// through the environment variable CYCLORAMA_ATTILA_CASES; without it the test is skipped.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "cli/reference_cases.h"
#include "families/attila/frontend/front_end.h"
#include "families/attila/trace/attila_trace_reader.h"
#include "families/registry.h"
#include "machine/configuration/configuration.h"
#include "machine/functional/functional_machine.h"
#include "support/paths.h"

namespace cyclorama::machine {
namespace {

/// The scene and configuration of each exception.
std::set<std::pair<std::string, std::string>> readExceptions() {
    std::ifstream file(paths::data("attila_functional_exceptions.txt"));
    std::set<std::pair<std::string, std::string>> exceptions;
    std::string line;
    while (std::getline(file, line)) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream words(line);
        std::string scene;
        std::string configuration;
        std::string reason;
        words >> scene >> configuration;
        std::getline(words >> std::ws, reason);
        EXPECT_FALSE(reason.empty()) << line;
        exceptions.emplace(scene, configuration);
    }
    return exceptions;
}

/// The difference between the pictures in red, green and blue; empty where they are identical.
std::string difference(const func::Picture& drawn, const func::Picture& expected) {
    if (drawn.width != expected.width || drawn.height != expected.height) return "the sizes differ";
    uint64_t different = 0;
    int largest = 0;
    for (size_t pixel = 0; pixel < expected.rgba.size(); pixel += 4) {
        int off = 0;
        for (size_t c = 0; c < 3; ++c)
            off = std::max(off, std::abs(int{drawn.rgba[pixel + c]} - int{expected.rgba[pixel + c]}));
        different += off != 0;
        largest = std::max(largest, off);
    }
    if (different == 0) return {};
    return std::to_string(different) + " pixels differ, by up to " + std::to_string(largest);
}

TEST(FunctionalCases, GiveAttilasFrames) {
    const char* variable = std::getenv("CYCLORAMA_ATTILA_CASES");
    if (!variable) GTEST_SKIP() << "CYCLORAMA_ATTILA_CASES is not set";
    const std::filesystem::path folder = variable;
    const std::vector<Case> cases = readCases(folder / "cases.csv");
    ASSERT_FALSE(cases.empty());
    const auto exceptions = readExceptions();
    auto unused = exceptions;
    for (const Case& reference : cases) {
        attila::AttilaTraceReader reader((folder / "traces" / reference.trace).string());
        attila::AttilaFrontEnd frontEnd(reader);
        Frames frames;
        sim::Findings findings;
        FunctionalMachine machine(Configuration::fromFile((folder / "configs" / reference.configuration).string(),
                                                          families::defaultConfiguration()),
                                  {.threads = 2, .limits = {.firstFrame = 0, .frames = 1}}, frames, findings);
        machine.run(frontEnd);
        ASSERT_EQ(frames.pictures.size(), 1u) << reference.scene << ' ' << reference.configuration;
        const func::Picture expected = readPng((folder / "frames" / reference.frame).string());
        const std::string reason = difference(frames.pictures[0], expected);
        const std::pair key{reference.scene, std::filesystem::path(reference.configuration).stem().string()};
        unused.erase(key);
        if (exceptions.contains(key))
            EXPECT_NE(reason, "") << reference.scene << ' ' << reference.configuration
                                  << " is identical: strike it off";
        else
            EXPECT_EQ(reason, "") << reference.scene << ' ' << reference.configuration;
    }
    for (const auto& [scene, configuration] : unused) ADD_FAILURE() << scene << ' ' << configuration << " is no case";
}

}  // namespace
}  // namespace cyclorama::machine
