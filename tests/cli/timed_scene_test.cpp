// SPDX-License-Identifier: MIT
// Timed runs of the bundled scene by the whole program, with everything on that they can write: the same bytes in every
// file from one run to the next, and whether or not idle boxes sleep.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "cli/run_program.h"
#include "support/expressions.h"
#include "support/paths.h"

namespace cyclorama::cli {
namespace {

constexpr const char* kScene = "scene.agp.gz";
constexpr const char* kTriangle = "triangle.agp.gz";

class TimedScene : public ProgramTest {
  protected:
    /// Two frames.
    void writeScene() const {
        const std::string command =
            paths::attilaScene() + " '" + file(kScene).string() + "' --frames 2 --width 64 --height 48";
        EXPECT_EQ(std::system(command.c_str()), 0);
    }
    /// One frame of some thousand cycles.
    void copyTriangle() const { std::filesystem::copy_file(paths::data(kTriangle), file(kTriangle)); }

    void runTimed(const std::string& folder, const char* workload, const std::vector<std::string>& settings,
                  const std::vector<std::string>& more = {}) const {
        std::vector<std::string> arguments{"run", workload, "--mode", "timing", "--out", folder};
        for (const char* setting : {"SIMULATOR.PerCycleStatistics=TRUE", "SIMULATOR.PerBatchStatistics=TRUE",
                                    "SIMULATOR.PerFrameStatistics=TRUE", "SIMULATOR.DumpSignalTrace=TRUE",
                                    "SIMULATOR.GenerateFragmentMap=TRUE", "MEMORYCONTROLLER.V2MemoryTrace=TRUE",
                                    "COMMANDPROCESSOR.DumpShaderPrograms=TRUE", "DAC.SaveBlitSourceData=TRUE"})
            arguments.insert(arguments.end(), {"--set", setting});
        for (const std::string& setting : settings) arguments.insert(arguments.end(), {"--set", setting});
        arguments.insert(arguments.end(), more.begin(), more.end());
        const ProgramResult result = run(arguments);
        ASSERT_EQ(result.status, 0) << result.err;
    }
    uint64_t cycles(const std::string& results) const {
        return nlohmann::json::parse(content(results + "/summary.json")).at("cycles");
    }

    void expectSameFiles(const std::string& a, const std::string& b) const {
        for (const std::string& name : names(a)) {
            // Not EXPECT_EQ of megabytes.
            EXPECT_TRUE(content(a + "/" + name) == content(b + "/" + name)) << name;
            EXPECT_FALSE(content(a + "/" + name).empty()) << name;
        }
        EXPECT_EQ(names(a), names(b));
    }

    std::set<std::string> names(const std::string& results) const {
        std::set<std::string> all;
        for (const auto& entry : std::filesystem::directory_iterator(file(results)))
            all.insert(entry.path().filename());
        return all;
    }
};

TEST_F(TimedScene, WritesTheSameBytesInEveryFileEachTimeAndWithoutSleep) {
    writeScene();
    // Most of the cycles are uploads; the signals are those of the first frame's drawing.
    const std::vector<std::string> settings{"SIMULATOR.FragmentMapMode=2", "SIMULATOR.StatisticsRate=50000",
                                            "SIMULATOR.StartSignalDump=1000000", "SIMULATOR.SignalDumpCycles=10000"};
    runTimed("first", kScene, settings);
    runTimed("second", kScene, settings);
    runTimed("awake", kScene, settings, {"--no-sleep"});
    expectSameFiles("first", "second");
    expectSameFiles("first", "awake");
    for (const char* name : {"config.ini", "summary.json", "frame0000.png", "frame0001.png", "fragmentmap0000.png",
                             "fragmentmap0001.png", "stats.frames.csv", "stats.batches.csv", "stats.cycles.csv",
                             "signaltrace.txt", "memorytrace.txt", "vprogram0000.out", "fprogram0000.out"})
        EXPECT_TRUE(names("first").contains(name)) << name;
    EXPECT_GT(content("first/signaltrace.txt").size(), 100'000u);
}

TEST_F(TimedScene, DrawsTheSameFragmentMapsWithoutSleep) {
    copyTriangle();
    for (const std::string mode : {"0", "1", "2", "3"}) {
        const std::string setting = "SIMULATOR.FragmentMapMode=" + mode;
        runTimed("asleep" + mode, kTriangle, {setting, "SIMULATOR.StatisticsRate=700"});
        runTimed("awake" + mode, kTriangle, {setting, "SIMULATOR.StatisticsRate=700"}, {"--no-sleep"});
        expectSameFiles("asleep" + mode, "awake" + mode);
        EXPECT_TRUE(names("asleep" + mode).contains("fragmentmap0000.png"));
    }
}

TEST_F(TimedScene, RunsTheFramesAndCyclesOfItsConfiguration) {
    writeScene();
    const auto frames = [&](const std::string& setting) {
        EXPECT_EQ(run({"run", kScene, "--set", setting, "--out", setting}).status, 0);
        return std::pair(names(setting).contains("frame0000.png"), names(setting).contains("frame0001.png"));
    };
    EXPECT_EQ(frames("SIMULATOR.SimFrames=1"), std::pair(true, false));
    EXPECT_EQ(frames("SIMULATOR.StartFrame=1"), std::pair(false, true));
    copyTriangle();
    runTimed("cut", kTriangle, {"SIMULATOR.SimFrames=0", "SIMULATOR.SimCycles=1000"});
    EXPECT_EQ(cycles("cut"), 1000u);
}

TEST_F(TimedScene, WritesTheStatisticsOfItsConfiguration) {
    copyTriangle();
    const auto files = [&](const std::string& folder, const std::string& kind, const std::string& all) {
        std::vector<std::string> settings{"SIMULATOR.Statistics=" + all, "SIMULATOR.StatisticsRate=700"};
        for (const std::string other : {"Cycle", "Batch", "Frame"})
            settings.push_back("SIMULATOR.Per" + other + "Statistics=" + (other == kind ? "TRUE" : "FALSE"));
        runTimed(folder, kTriangle, settings);
        std::set<std::string> found;
        for (const std::string& name : names(folder))
            if (name.ends_with(".csv")) found.insert(name);
        return found;
    };
    EXPECT_EQ(files("cycles", "Cycle", "TRUE"), std::set<std::string>{"stats.cycles.csv"});
    EXPECT_EQ(files("batches", "Batch", "TRUE"), std::set<std::string>{"stats.batches.csv"});
    EXPECT_EQ(files("frames", "Frame", "TRUE"), std::set<std::string>{"stats.frames.csv"});
    EXPECT_EQ(files("none", "Frame", "FALSE"), std::set<std::string>{});
    // A row for each StatisticsRate cycles, one for the rest, and the names of the columns.
    const std::string rows = content("cycles/stats.cycles.csv");
    EXPECT_EQ(static_cast<uint64_t>(std::ranges::count(rows, '\n')), 1 + (cycles("cycles") + 699) / 700);
}

TEST_F(TimedScene, WritesFilesOfTheNamesInItsConfiguration) {
    copyTriangle();
    runTimed("plain", kTriangle, {});
    runTimed("named", kTriangle,
             {"SIMULATOR.SignalDumpFile=signals.txt.gz", "SIMULATOR.StatsFile=cycles.csv.gz",
              "SIMULATOR.StatsFilePerFrame=frames.csv", "SIMULATOR.StatsFilePerBatch=draws.csv.gz"});
    EXPECT_EQ(content("named/frames.csv"), content("plain/stats.frames.csv"));
    for (const auto& [compressed, plain] :
         std::initializer_list<std::pair<std::string, std::string>>{{"signals.txt.gz", "signaltrace.txt"},
                                                                    {"cycles.csv.gz", "stats.cycles.csv"},
                                                                    {"draws.csv.gz", "stats.batches.csv"}}) {
        const std::string command =
            "gzip -dc '" + file("named/" + compressed).string() + "' > '" + file("named/plain." + plain).string() + "'";
        EXPECT_EQ(std::system(command.c_str()), 0);
        EXPECT_TRUE(content("named/plain." + plain) == content("plain/" + plain)) << compressed;
        EXPECT_LT(content("named/" + compressed).size(), content("plain/" + plain).size());
    }
    EXPECT_FALSE(names("named").contains("signaltrace.txt"));
    // Files of statistics have their usual names as well: tools look for these.
    for (const char* name : {"stats.cycles.csv", "stats.frames.csv", "stats.batches.csv"})
        EXPECT_EQ(content(std::string("named/") + name), content(std::string("plain/") + name)) << name;
    expectRefusal({"run", kTriangle, "--mode", "timing", "--out", "other", "--set",
                   "SIMULATOR.StatsFilePerFrame=frames.csv", "--set", "SIMULATOR.StatsFilePerBatch=stats.frames.csv"},
                  "[output-files]");
    expectRefusal({"run", kTriangle, "--mode", "timing", "--out", "twice", "--set", "SIMULATOR.PerBatchStatistics=TRUE",
                   "--set", "SIMULATOR.StatsFilePerBatch=stats.frames.csv"},
                  "[output-files]");
}

TEST_F(TimedScene, TracesTheSignalsOfTheWindow) {
    copyTriangle();
    runTimed("traced", kTriangle, {"SIMULATOR.StartSignalDump=1000", "SIMULATOR.SignalDumpCycles=50"});
    std::istringstream lines(content("traced/signaltrace.txt"));
    std::string line;
    std::getline(lines, line);
    size_t events = 0;
    for (; std::getline(lines, line); ++events) {
        const uint64_t arrives = std::stoull(line);
        EXPECT_TRUE(arrives >= 1000 && arrives < 1050) << line;
    }
    EXPECT_GT(events, 0u);
    runTimed("untraced", kTriangle, {"SIMULATOR.DumpSignalTrace=FALSE"});
    EXPECT_FALSE(names("untraced").contains("signaltrace.txt"));
}

TEST_F(TimedScene, TracesAValueAndTheReaderOfEverySignal) {
    copyTriangle();
    runTimed("traced", kTriangle, {});
    std::istringstream lines(content("traced/signaltrace.txt"));
    std::string line;
    std::getline(lines, line);
    EXPECT_EQ(line, "arrives;signal;written;value");
    const Expression event(R"(\d+;([A-Z][\w-]*(?:\.\w+)+);\d+;[^;]+)");
    std::set<std::string> signals;
    while (std::getline(lines, line)) {
        const ExpressionMatch match = event.match(line);
        ASSERT_FALSE(match.empty()) << line;
        signals.insert(match[1]);
    }
    for (const char* signal :
         {"Clipper.command", "VectorShader0.inputs", "VectorShader1.inputs", "StreamerCommit.indices",
          "VectorShader0.texture0.tickets", "MemoryController.ColorWrite0.request", "Rasterizer.setup.status"})
        EXPECT_TRUE(signals.contains(signal)) << signal;
}

}  // namespace
}  // namespace cyclorama::cli
