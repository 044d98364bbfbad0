// SPDX-License-Identifier: MIT
// `cyclorama run`, from a trace to the files that it writes.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "attila/triangle_trace.h"
#include "cli/run_program.h"

namespace cyclorama::cli {
namespace {

using Json = nlohmann::json;

class RunCommand : public ProgramTest {
  protected:
    RunCommand() {
        const std::vector<std::byte> trace = attila::triangleTrace();
        put("triangle.agp", {reinterpret_cast<const char*>(trace.data()), trace.size()});
        traceBytes_ = trace.size();
    }
    Json summary(const std::string& results) const { return Json::parse(content(results + "/summary.json")); }
    /// Names of all files in a folder of results.
    std::set<std::string> names(const std::string& results) const {
        std::set<std::string> all;
        for (const auto& entry : std::filesystem::directory_iterator(file(results)))
            all.insert(entry.path().filename());
        return all;
    }
    size_t traceBytes_ = 0;
};

TEST_F(RunCommand, WritesFramesSummaryAndConfiguration) {
    const ProgramResult result = run({"run", "triangle.agp", "--out", "results/here"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err.find("results in results/here"), std::string::npos) << result.err;
    EXPECT_EQ(names("results/here"), (std::set<std::string>{"config.ini", "frame0000.png", "summary.json"}));
    EXPECT_TRUE(content("results/here/frame0000.png").starts_with("\x89PNG"));

    const Json json = summary("results/here");
    EXPECT_EQ(json.at("workload"), "triangle.agp");
    EXPECT_EQ(json.at("mode"), "functional");
    EXPECT_EQ(json.at("config_hash").get<std::string>().size(), 16u);
    EXPECT_TRUE(json.at("cycles").is_null());
    EXPECT_EQ(json.at("frames"), Json::parse(R"([{"index": 0, "image": "frame0000.png", "cycles": null}])"));
    EXPECT_EQ(json.at("findings"), Json::array());
    EXPECT_FALSE(json.contains("error"));
}

TEST_F(RunCommand, NamesWhatIsSetInVain) {
    const auto said = [&](const std::vector<std::string>& options) {
        std::vector<std::string> arguments{"run", "triangle.agp", "--out", "said"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const ProgramResult result = run(arguments);
        EXPECT_EQ(result.status, 0) << result.err;
        return result.err;
    };
    EXPECT_EQ(said({}).find("warning"), std::string::npos);
    EXPECT_EQ(said({"--gpu", "attila"}).find("warning"), std::string::npos);
    EXPECT_NE(said({"--set", "SIMULATOR.PerCycleStatistics=TRUE"})
                  .find("warning: set in vain, because the run is functional: it has no time and writes no statistics: "
                        "SIMULATOR.PerCycleStatistics = TRUE (--set)"),
              std::string::npos);
    EXPECT_NE(said({"--mode", "timing", "--set", "SIMULATOR.UseACD=TRUE"}).find("warning: set in vain, because"),
              std::string::npos);
    EXPECT_EQ(said({"--mode", "timing", "--set", "SIMULATOR.SimCycles=1000", "--frames", "0"}).find("warning"),
              std::string::npos);
    // Attributes of a program that loads none.
    EXPECT_NE(said({"--set", "FRAGMENTSHADER.VertexAttributeLoadFromShader=TRUE"}).find("attributes-not-loaded"),
              std::string::npos);
    expectRefusal({"run", "triangle.agp", "--mode", "timing", "--out", "scalar", "--set",
                   "FRAGMENTSHADER.VectorALUConfig=scalar"},
                  "is for units of four components");
}

TEST_F(RunCommand, WritesAReportThatChangesNoOtherFile) {
    for (const char* mode : {"functional", "timing"}) {
        const std::string plain = std::string("plain ") + mode;
        const std::string reported = std::string("reported ") + mode;
        ASSERT_EQ(run({"run", "triangle.agp", "--mode", mode, "--out", plain}).status, 0);
        ASSERT_EQ(run({"run", "triangle.agp", "--mode", mode, "--out", reported, "--report"}).status, 0);
        for (const std::string& name : names(plain))
            EXPECT_EQ(content(plain + "/" + name), content(reported + "/" + name)) << name;
        EXPECT_EQ(names(reported).size(), names(plain).size() + 1);
        EXPECT_TRUE(content(reported + "/report.sqlite").starts_with("SQLite format 3"));
    }
    expectRefusal({"exec", "--report", "--", "true"}, "--report: needs --out DIR");
}

TEST_F(RunCommand, TwiceGivesTheSameBytesInEveryFile) {
    ASSERT_EQ(run({"run", "triangle.agp", "--out", "first"}).status, 0);
    ASSERT_EQ(run({"run", "triangle.agp", "--out", "second"}).status, 0);
    ASSERT_EQ(names("first"), names("second"));
    for (const std::string& name : names("first"))
        EXPECT_EQ(content("first/" + name), content("second/" + name)) << name;
}

TEST_F(RunCommand, ConfigurationWrittenReproducesTheRun) {
    ASSERT_EQ(run({"run", "triangle.agp", "--set", "MEMORYCONTROLLER.MemorySize=64", "--set", "GPU.GPUClock=400",
                   "--frames", "3", "--out", "first"})
                  .status,
              0);
    // The workload's name is part of it.
    ASSERT_EQ(run({"run", "--config", "first/config.ini", "--out", "second"}).status, 0);
    EXPECT_EQ(summary("first"), summary("second"));
    EXPECT_EQ(content("first/config.ini"), content("second/config.ini"));
    EXPECT_EQ(content("first/frame0000.png"), content("second/frame0000.png"));

    ASSERT_EQ(run({"run", "triangle.agp", "--out", "third"}).status, 0);
    EXPECT_NE(summary("third").at("config_hash"), summary("first").at("config_hash"));
}

TEST_F(RunCommand, MakesANewFolderNamedAfterTheWorkload) {
    std::filesystem::create_directory(file("elsewhere"));
    std::filesystem::copy_file(file("triangle.agp"), file("elsewhere/my.trace.agp.gz"));
    for (const std::string folder : {"my", "my-2", "my-3"}) {
        const ProgramResult result = run({"run", "elsewhere/my.trace.agp.gz"});
        EXPECT_EQ(result.status, 0) << result.err;
        EXPECT_TRUE(std::filesystem::exists(file(folder + "/summary.json"))) << folder;
    }
    EXPECT_FALSE(std::filesystem::exists(file("my-4")));
}

TEST_F(RunCommand, SkipsAndLimitsFrames) {
    ASSERT_EQ(run({"run", "triangle.agp", "--start-frame", "1", "--out", "none"}).status, 0);
    EXPECT_EQ(summary("none").at("frames"), Json::array());
    ASSERT_EQ(run({"run", "triangle.agp", "--frames", "0", "--out", "all"}).status, 0);
    EXPECT_EQ(summary("all").at("frames").size(), 1u);
    expectRefusal({"run", "triangle.agp", "--frames", "many"}, "--frames");
    expectRefusal({"run", "triangle.agp", "--frames", "-1"}, "--frames");
}

TEST_F(RunCommand, ReportsFindingsAndContinues) {
    const ProgramResult result = run({"run", "triangle.agp", "--set", "RASTERIZER.OverScanWidth=8", "--set",
                                      "RASTERIZER.OverScanHeight=8", "--out", "results"});
    EXPECT_EQ(result.status, 0) << result.err;
    const Json json = summary("results");
    ASSERT_EQ(json.at("findings").size(), 1u);
    const Json& finding = json.at("findings")[0];
    EXPECT_EQ(finding.at("identifier"), "trace-for-other-layout");
    EXPECT_EQ(finding.at("severity"), "corruption");
    EXPECT_EQ(finding.at("count"), 1);
    for (const char* member : {"place", "sentence", "hint"}) EXPECT_FALSE(finding.at(member).empty()) << member;
    EXPECT_NE(result.err.find("[trace-for-other-layout]"), std::string::npos) << result.err;
    EXPECT_TRUE(std::filesystem::exists(file("results/frame0000.png")));
}

TEST_F(RunCommand, RefusesWorkloadsThatAreMissingOrDamaged) {
    expectRefusal({"run", "nothing.agp.gz"}, "nothing.agp.gz: cannot be opened");
    EXPECT_FALSE(std::filesystem::exists(file("nothing"))) << "no folder is made for it";
    expectRefusal({"run", "."}, ".");

    const std::string trace = content("triangle.agp");
    put("text.agp", "no trace at all");
    expectRefusal({"run", "text.agp"},
                  "text.agp:offset 0: no workload that is known: it does not begin as an ATTILA transaction trace");
    put("header.agp", trace.substr(0, 3000));
    expectRefusal({"run", "header.agp"}, "header.agp:offset 3000: the trace ends within its header");
    std::string other = trace;
    other[8] = 9;
    put("version.agp", other);
    expectRefusal({"run", "version.agp"}, "version.agp:offset 8: version 0x0109 of the trace format is unknown");
    put("empty.agp", "");
    expectRefusal({"run", "empty.agp"}, "empty.agp");
    std::string unknown = trace;
    unknown[16396] = 99;
    put("unknown.agp", unknown);
    expectRefusal({"run", "unknown.agp"}, "unknown.agp:transaction 0 at offset 16396: transaction type 99 is unknown");
}

TEST_F(RunCommand, KeepsWhatATruncatedTraceDrew) {
    const std::string trace = content("triangle.agp");
    put("cut.agp", trace.substr(0, trace.size() - 2));
    expectRefusal({"run", "cut.agp"}, "the trace ends within a transaction");
    const Json json = summary("cut");
    EXPECT_EQ(json.at("frames"), Json::array());
    EXPECT_NE(json.at("error").get<std::string>().find("cut.agp:transaction "), std::string::npos);
    EXPECT_NE(json.at("error").get<std::string>().find(" at offset "), std::string::npos);
}

TEST_F(RunCommand, RefusesOutputThatCannotBeWritten) {
    put("file", "");
    expectRefusal({"run", "triangle.agp", "--out", "file"}, "file");
    expectRefusal({"run", "triangle.agp", "--out", "file/below"}, "file/below");
    expectRefusal({"run", "triangle.agp", "--out", "/proc/none"}, "/proc/none");
    // A folder that is there, in which the frame's name is taken by a folder.
    std::filesystem::create_directories(file("taken/frame0000.png"));
    expectRefusal({"run", "triangle.agp", "--out", "taken"}, "frame0000.png");
}

TEST_F(RunCommand, TimesARunAndDrawsTheSameFrame) {
    ASSERT_EQ(run({"run", "triangle.agp", "--frames", "1", "--out", "drawn"}).status, 0);
    const ProgramResult result = run({"run", "triangle.agp", "--mode", "timing", "--frames", "1", "--out", "timed"});
    ASSERT_EQ(result.status, 0) << result.err;
    const Json json = summary("timed");
    EXPECT_EQ(json.at("mode"), "timing");
    ASSERT_TRUE(json.at("cycles").is_number_unsigned());
    EXPECT_GT(json.at("cycles").get<uint64_t>(), 100u);
    EXPECT_EQ(json.at("frames")[0].at("cycles"), json.at("cycles"));
    EXPECT_EQ(content("timed/frame0000.png"), content("drawn/frame0000.png"));
    EXPECT_EQ(content("timed/stats.frames.csv").substr(0, 6), "Frame;");
    expectRefusal({"run", "triangle.agp", "--mode", "guess"}, "guess not in {");
}

TEST_F(RunCommand, RefusesWhatIsNotModelledWhereItWouldMatter) {
    const std::string setting = "RASTERIZER.TriangleSetupOnShader=TRUE";
    const std::string reason = "RASTERIZER.TriangleSetupOnShader = TRUE (--set) is not modelled: ";
    const std::vector<std::string> roomForIt = {"--set", "RASTERIZER.TriangleInputQueueSize=256", "--set",
                                                "RASTERIZER.TriangleOutputQueueSize=256"};
    std::vector<std::string> timed = {"run", "triangle.agp", "--mode", "timing", "--set", setting, "--out", "timed"};
    expectRefusal(timed, reason);
    EXPECT_FALSE(std::filesystem::exists(file("timed")));
    timed.insert(timed.end(), roomForIt.begin(), roomForIt.end());
    expectRefusal(timed, reason);
    // Frames do not depend on it.
    std::vector<std::string> drawn = {"run", "triangle.agp", "--set", setting, "--out", "drawn"};
    drawn.insert(drawn.end(), roomForIt.begin(), roomForIt.end());
    const ProgramResult result = run(drawn);
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_NE(result.err.find("warning: " + reason), std::string::npos) << result.err;
}

TEST_F(RunCommand, WritesAFragmentMapBesideEachFrame) {
    ASSERT_EQ(run({"run", "triangle.agp", "--mode", "timing", "--set", "SIMULATOR.GenerateFragmentMap=TRUE", "--out",
                   "mapped"})
                  .status,
              0);
    EXPECT_EQ(names("mapped"), (std::set<std::string>{"config.ini", "fragmentmap0000.png", "frame0000.png",
                                                      "stats.frames.csv", "summary.json"}));
    EXPECT_TRUE(content("mapped/fragmentmap0000.png").starts_with("\x89PNG"));
}

}  // namespace
}  // namespace cyclorama::cli
