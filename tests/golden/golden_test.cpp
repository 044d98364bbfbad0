// SPDX-License-Identifier: MIT
// Workloads of the project's own, whole: each gives the picture, the cycles and the counters that its golden run has
// (tests/golden/runs). Differences are listed by unit. After a change that means it, scripts/renew/goldens writes them
// anew.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>

#include "golden/workloads.h"
#include "results/temporary_folder.h"
#include "support/paths.h"

namespace cyclorama::golden {

/// In the names of tests and in messages.
void PrintTo(const Workload& workload, std::ostream* out) { *out << workload.name; }

namespace {

class Golden : public testing::TestWithParam<Workload> {
  protected:
    GoldenRun run(Mode mode) const { return runWorkload(GetParam(), mode, folder_.path()); }

  private:
    results::TemporaryFolder folder_;
};

std::string all(const std::vector<std::string>& sentences) {
    std::string text;
    for (const std::string& sentence : sentences) text += "\n    " + sentence;
    return text;
}

TEST_P(Golden, Run) {
    const std::string text = results::contentOf(goldenFile(GetParam()));
    ASSERT_FALSE(text.empty()) << goldenFile(GetParam()) << " is missing: scripts/renew/goldens writes it";
    const GoldenRun golden = parseGoldenRun(text);
    const GoldenRun timed = run(Mode::Timing);
    EXPECT_TRUE(timed == golden) << all(differences(golden, timed));
    EXPECT_FALSE(timed.findings.contains("replay-differs")) << "scripts/renew/captures records the captures anew";

    const GoldenRun drawn = run(Mode::Functional);
    EXPECT_EQ(drawn.findings, timed.findings);
    ASSERT_EQ(drawn.frames.size(), timed.frames.size());
    for (size_t i = 0; i < drawn.frames.size(); ++i)
        EXPECT_EQ(drawn.frames[i].picture, timed.frames[i].picture) << "frame " << i << " of the functional machine";
    if (!GetParam().alsoAwake) return;
    const GoldenRun awake = run(Mode::TimingAwake);
    EXPECT_TRUE(awake == timed) << "without sleep:" << all(differences(timed, awake));
}

/// Sets the version of functions that programs run (func/lanes/host_versions.h), as long as it lives.
class ChosenHostVersion {
  public:
    explicit ChosenHostVersion(const char* name) { setenv(kVariable, name, 1); }
    ~ChosenHostVersion() {
        if (before_)
            setenv(kVariable, before_->c_str(), 1);
        else
            unsetenv(kVariable);
    }
    ChosenHostVersion(const ChosenHostVersion&) = delete;
    ChosenHostVersion& operator=(const ChosenHostVersion&) = delete;

  private:
    static constexpr const char* kVariable = "CYCLORAMA_HOST_VECTORS";
    static std::optional<std::string> valueBefore() {
        const char* const value = getenv(kVariable);
        return value != nullptr ? std::optional<std::string>(value) : std::nullopt;
    }
    const std::optional<std::string> before_ = valueBefore();
};

// Functions in two versions compute values, which are the same in both machines. Golden.Run has the processor's
// version, the wide one of most.
TEST_P(Golden, PlainHostVersionDrawsItsFrames) {
    const GoldenRun golden = parseGoldenRun(results::contentOf(goldenFile(GetParam())));
    const ChosenHostVersion chosen("plain");
    const GoldenRun drawn = run(Mode::Functional);
    EXPECT_EQ(drawn.findings, golden.findings);
    ASSERT_EQ(drawn.frames.size(), golden.frames.size());
    for (size_t i = 0; i < drawn.frames.size(); ++i)
        EXPECT_EQ(drawn.frames[i].picture, golden.frames[i].picture) << "frame " << i;
}

INSTANTIATE_TEST_SUITE_P(Workloads, Golden, testing::ValuesIn(workloads()), [](const auto& test) {
    std::string name = test.param.name;
    std::ranges::replace(name, '-', '_');
    return name;
});

TEST(GoldenFiles, AreThoseOfWorkloads) {
    std::set<std::string> expected;
    for (const Workload& workload : workloads()) expected.insert(goldenFile(workload).filename());
    std::set<std::string> found;
    for (const auto& file : std::filesystem::directory_iterator(paths::source("tests/golden/runs")))
        found.insert(file.path().filename());
    EXPECT_EQ(found, expected);
}

TEST(GoldenFiles, ShowEachUnitAtWork) {
    std::map<std::string, bool> works;
    for (const Workload& workload : workloads())
        for (const GoldenFrame& frame : parseGoldenRun(results::contentOf(goldenFile(workload))).frames)
            for (const auto& [unit, counters] : frame.units) works[unit] |= !counters.values.empty();
    for (const auto& [unit, does] : works) EXPECT_TRUE(does) << unit;
    EXPECT_TRUE(works.contains("ResolveEngine"));
    EXPECT_TRUE(works.contains("Blitter"));
}

TEST(GoldenRun, IsReadAsItIsWritten) {
    const GoldenRun run = {.workload = "a",
                           .cycles = 12,
                           .findings = {{"slow-thing", 3}},
                           .frames = {{.picture = "4x2 b",
                                       .cycles = 11,
                                       .activities = {{"end of draws", 5}},
                                       .units = {{"DAC", {.hash = "c", .values = {{"Bytes read_DAC", "1 2.5"}}}}}},
                                      {.picture = "4x2 d", .cycles = 1}},
                           .windows = {{.cycles = "0..7", .units = {{"DAC", "12ab"}, {"Clipper", "34cd"}}},
                                       {.cycles = "8..11", .units = {{"Clipper", "56ef"}}}}};
    EXPECT_TRUE(parseGoldenRun(textOf(run)) == run) << textOf(run);
    EXPECT_THROW(parseGoldenRun("workload a\nunit DAC c\n"), std::runtime_error);
    EXPECT_THROW(parseGoldenRun("units DAC\nwindow 0..7 1234 1234\n"), std::runtime_error);
}

TEST(GoldenCounters, AreGroupedByUnitAndInstance) {
    const std::vector<CounterRow> rows = countersOf(
        "Frame;CycleCounter;Fetches_FC64_TU-FS1TU0;Fetches_FC64_TU-FS0TU0;Reads_Sched10_MC;Reads_Sched9_MC;Bytes_DAC;"
        "New_XYZ\n3;9;4;3;1;2;0;7\n");
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0].label, "3");
    const auto& units = rows[0].units;
    EXPECT_EQ(units.size(), 4u);
    EXPECT_EQ(units.at("TextureUnit").values.at("Fetches_FC64_TU-FS*TU*"), "3 4");
    EXPECT_EQ(units.at("MemoryController").values.at("Reads_Sched*_MC"), "2 1");
    EXPECT_TRUE(units.at("DAC").values.empty());
    EXPECT_EQ(units.at("XYZ").values.at("New_XYZ"), "7");
}

TEST(GoldenDifferences, NameTheUnitAndItsCounters) {
    const std::string table = "Frame;Fetches_TU-FS0TU0;Stalls_TU-FS0TU0;Bytes_DAC\n0;";
    GoldenRun before{.workload = "a", .cycles = 10};
    before.frames.push_back({.picture = "p", .cycles = 9, .units = countersOf(table + "5;6;7").at(0).units});
    before.windows = {{.cycles = "0..4", .units = {{"DAC", "1234"}}},
                      {.cycles = "5..9", .units = {{"DAC", "1234"}, {"TextureUnit", "abcd"}}}};
    GoldenRun now = before;
    EXPECT_TRUE(differences(before, now).empty());
    now.cycles = 11;
    now.frames[0].units = countersOf(table + "5;8;7").at(0).units;
    now.windows[1].units["TextureUnit"] = "abce";
    EXPECT_THAT(differences(before, now),
                testing::ElementsAre("cycles 10 -> 11 (+1)", "first in cycles 5..9: TextureUnit",
                                     "frame 0: unit TextureUnit: 1 of 2 counters changed\n"
                                     "        Stalls_TU-FS*TU*: 6 -> 8"));
}

}  // namespace
}  // namespace cyclorama::golden
