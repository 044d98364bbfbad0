// SPDX-License-Identifier: MIT
// The timing machine over all reference cases of ATTILA: its cycles, and the functional machine's frames. The cases are
// found through the environment variable CYCLORAMA_ATTILA_CASES; without it the test is skipped.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/reference_cases.h"
#include "families/attila/frontend/front_end.h"
#include "families/attila/trace/attila_trace_reader.h"
#include "families/registry.h"
#include "machine/configuration/configuration.h"
#include "machine/functional/functional_machine.h"
#include "machine/timing/timing_machine.h"

namespace cyclorama::machine {
namespace {

/// Identifier, count, first place and detail of each finding, sorted: the machines meet them in orders of their own.
std::vector<std::string> textOf(const sim::Findings& findings) {
    std::vector<std::string> text;
    for (const sim::Finding& finding : findings.all())
        text.push_back(std::string(finding.kind.identifier) + ", " + std::to_string(finding.count) + ", " +
                       finding.place + ", " + finding.detail);
    std::ranges::sort(text);
    return text;
}

TEST(TimingCases, TakeAttilasCyclesAndDrawTheFunctionalMachinesFrames) {
    const char* variable = std::getenv("CYCLORAMA_ATTILA_CASES");
    if (!variable) GTEST_SKIP() << "CYCLORAMA_ATTILA_CASES is not set";
    const std::filesystem::path folder = variable;
    const std::vector<Case> cases = readCases(folder / "cases.csv");
    ASSERT_FALSE(cases.empty());
    for (const Case& reference : cases) {
        const std::string name = reference.scene + ' ' + reference.configuration;
        const std::string trace = folder / "traces" / reference.trace;
        const Configuration configuration =
            Configuration::fromFile(folder / "configs" / reference.configuration, families::defaultConfiguration());
        const RunLimits limits{.firstFrame = 0, .frames = 1};
        Frames timed;
        sim::Findings findings;
        TimingMachine timing(family::topologyOf(families::all(), configuration), configuration, {.limits = limits},
                             timed, findings);
        attila::AttilaTraceReader timedReader(trace);
        attila::AttilaFrontEnd timedFrontEnd(timedReader);
        timing.run(timedFrontEnd);
        EXPECT_EQ(timing.cycles(), reference.cycles) << name;

        Frames drawn;
        sim::Findings functionalFindings;
        FunctionalMachine functional(configuration, {.threads = 2, .limits = limits}, drawn, functionalFindings);
        attila::AttilaTraceReader reader(trace);
        attila::AttilaFrontEnd frontEnd(reader);
        functional.run(frontEnd);
        ASSERT_EQ(timed.pictures.size(), 1u) << name;
        ASSERT_EQ(drawn.pictures.size(), 1u) << name;
        EXPECT_EQ(timed.pictures[0].rgba, drawn.pictures[0].rgba) << name;
        EXPECT_EQ(textOf(findings), textOf(functionalFindings)) << name;
    }
}

}  // namespace
}  // namespace cyclorama::machine
