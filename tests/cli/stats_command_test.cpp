// SPDX-License-Identifier: MIT
// `cyclorama stats`: counts of workloads, against what their sources say.

#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "cli/run_program.h"
#include "support/paths.h"

namespace cyclorama::cli {
namespace {

using Rows = std::vector<std::map<std::string, std::string>>;

std::vector<std::string> split(const std::string& line) {
    std::vector<std::string> cells;
    std::istringstream words(line);
    for (std::string cell; std::getline(words, cell, ';');) cells.push_back(cell);
    return cells;
}

Rows rowsOf(const std::string& table) {
    std::istringstream lines(table);
    std::string line;
    std::getline(lines, line);
    const std::vector<std::string> names = split(line);
    Rows rows;
    while (std::getline(lines, line)) {
        const std::vector<std::string> cells = split(line);
        auto& row = rows.emplace_back();
        for (size_t i = 0; i < names.size(); ++i) row[names[i]] = i < cells.size() ? cells[i] : "";
    }
    return rows;
}

uint64_t sum(const Rows& rows, const std::string& column) {
    uint64_t all = 0;
    for (const auto& row : rows) all += std::stoull(row.at(column));
    return all;
}

class StatsCommand : public ProgramTest {
  protected:
    std::string stats(const std::string& workload, const std::vector<std::string>& more = {}) const {
        std::vector<std::string> arguments{"stats", paths::source(workload), "--out", "out"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const ProgramResult result = run(arguments);
        EXPECT_EQ(result.status, 0) << result.err;
        return result.out;
    }
    Rows table(const std::string& name) const { return rowsOf(content("out/" + name + ".csv")); }
};

// As tests/data/triangle.dump.txt has it: one draw of three vertices without indices; a vertex program of two
// instructions and a fragment program of one; a 64x48 surface that is cleared in colour, and in depth and stencil.
TEST_F(StatsCommand, CountsATriangle) {
    const std::string text = stats("tests/data/triangle.agp.gz");
    EXPECT_NE(text.find("triangles: 1 draws, 3 indices, 1 triangles\n"), std::string::npos) << text;
    EXPECT_NE(text.find("2 programs\n  vertex: 2 instructions"), std::string::npos) << text;
    EXPECT_NE(text.find("  fragment: 1 instructions"), std::string::npos) << text;
    EXPECT_NE(text.find("0 textures\n"), std::string::npos) << text;
    const Rows frames = table("frames");
    ASSERT_EQ(frames.size(), 1u);
    for (const auto& [column, value] : std::map<std::string, std::string>{{"Draws", "1"},
                                                                          {"Instances", "1"},
                                                                          {"Indices", "3"},
                                                                          {"Vertices", "3"},
                                                                          {"Triangles", "1"},
                                                                          {"TrianglesRasterized", "1"},
                                                                          {"Programs", "2"},
                                                                          {"Textures", "0"},
                                                                          {"Clears", "2"}})
        EXPECT_EQ(frames[0].at(column), value) << column;
    // Two instructions a vertex and one a fragment of the quads that have any.
    const Rows programs = table("programs");
    ASSERT_EQ(programs.size(), 2u);
    EXPECT_EQ(programs[0].at("Executed"), "6");
    const uint64_t fragments = std::stoull(programs[1].at("Executed"));
    EXPECT_EQ(fragments % 4, 0u);
    EXPECT_GE(fragments, sum(frames, "FragmentsShaded"));
    EXPECT_EQ(sum(frames, "ShaderInstructions"), 6 + fragments);
    const Rows draws = table("draws");
    ASSERT_EQ(draws.size(), 1u);
    EXPECT_EQ(draws[0].at("Command"), "42");
    EXPECT_EQ(draws[0].at("Fragments"), frames[0].at("Fragments"));
}

TEST_F(StatsCommand, DrawsAddUpToFramesInEachKindOfWorkload) {
    for (const char* workload : {"examples/gles_scene/gc2000.cyc", "examples/vulkan_scene/a630.cyc",
                                 "tests/golden/captures/medley-gc7000l.cyc"}) {
        SCOPED_TRACE(workload);
        stats(workload);
        const Rows frames = table("frames");
        const Rows draws = table("draws");
        for (const char* column : {"Draws", "Instances", "Indices", "Triangles", "ChangedProperties", "Textures"})
            EXPECT_EQ(sum(frames, column), sum(draws, column)) << column;
        EXPECT_EQ(sum(frames, "Draws"), draws.size());
        EXPECT_GT(sum(draws, "Indices"), 0u);
        EXPECT_GT(sum(draws, "ShaderInstructions"), 0u);
        EXPECT_LE(sum(draws, "ShaderInstructions"), sum(frames, "ShaderInstructions"));
        EXPECT_GT(sum(draws, "Programs"), 0u);
        EXPECT_GT(sum(draws, "ChangedProperties"), 0u);
        EXPECT_FALSE(table("programs").empty());
        EXPECT_FALSE(table("textures").empty());
    }
}

TEST_F(StatsCommand, CountsTheFramesThatAreAskedFor) {
    stats("tests/golden/captures/medley-gc2000.cyc");
    const Rows all = table("frames");
    ASSERT_GE(all.size(), 2u);
    stats("tests/golden/captures/medley-gc2000.cyc", {"--frames", "1"});
    const Rows first = table("frames");
    ASSERT_EQ(first.size(), 1u);
    EXPECT_EQ(first[0], all[0]);
}

TEST_F(StatsCommand, RefusesWhatIsNoWorkload) {
    put("text", "no workload");
    expectRefusal({"stats", "text"}, "text");
}

}  // namespace
}  // namespace cyclorama::cli
