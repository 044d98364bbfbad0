// SPDX-License-Identifier: MIT
#include "results/summary.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "results/temporary_folder.h"
#include "sim/error.h"

namespace cyclorama::results {
namespace {

constexpr sim::FindingKind kSlow{
    .identifier = "slow-thing", .severity = sim::Severity::Slow, .sentence = "it is slow", .hint = "make it fast"};
constexpr sim::FindingKind kHang{
    .identifier = "hanging-thing", .severity = sim::Severity::Hang, .sentence = "it hangs", .hint = ""};

RunSummary exampleRun() {
    return {.workload = "a \"quoted\" name.agp.gz",
            .mode = "timing",
            .configHash = "0123abcd",
            .program = {.version = "1.2.3", .commit = "4567cdef", .compiler = "GNU 12", .buildType = "Debug"},
            .cycles = 5'000'000'000,
            .frames = {{.index = 3, .image = "frame0003.png", .cycles = 17},
                       {.index = 4, .image = "frame0004.png", .cycles = std::nullopt}},
            .findings = {{.kind = kSlow, .place = "transaction 7", .detail = "x = 1", .count = 2},
                         {.kind = kHang, .place = "transaction 9", .detail = "", .count = 1}},
            .error = std::nullopt};
}

TEST(Summary, FramesThatWereNotWrittenHaveNoImage) {
    RunSummary run = exampleRun();
    run.frames = {{.index = 7}};
    EXPECT_NE(summaryText(run).find(R"("image": null)"), std::string::npos);
}

TEST(Summary, HasTheFieldsThatToolsReadInTheirOrder) {
    EXPECT_EQ(summaryText(exampleRun()), R"({
  "workload": "a \"quoted\" name.agp.gz",
  "mode": "timing",
  "config_hash": "0123abcd",
  "program": {
    "name": "cyclorama",
    "version": "1.2.3",
    "commit": "4567cdef",
    "compiler": "GNU 12",
    "build_type": "Debug"
  },
  "cycles": 5000000000,
  "frames": [
    {
      "index": 3,
      "image": "frame0003.png",
      "cycles": 17
    },
    {
      "index": 4,
      "image": "frame0004.png",
      "cycles": null
    }
  ],
  "findings": [
    {
      "identifier": "hanging-thing",
      "severity": "hang",
      "place": "transaction 9",
      "sentence": "it hangs",
      "hint": "",
      "detail": "",
      "count": 1
    },
    {
      "identifier": "slow-thing",
      "severity": "slow",
      "place": "transaction 7",
      "sentence": "it is slow",
      "hint": "make it fast",
      "detail": "x = 1",
      "count": 2
    }
  ]
}
)");
}

TEST(Summary, OfNothingHasEmptyListsAndNoCycles) {
    const auto json = nlohmann::json::parse(summaryText({.workload = "w", .mode = "functional"}));
    EXPECT_TRUE(json.at("cycles").is_null());
    EXPECT_TRUE(json.at("frames").is_array());
    EXPECT_TRUE(json.at("findings").is_array());
    EXPECT_FALSE(json.contains("error"));
}

TEST(Summary, SaysWhyARunFailed) {
    RunSummary run = exampleRun();
    run.error = "deadlock";
    EXPECT_EQ(nlohmann::json::parse(summaryText(run)).at("error"), "deadlock");
}

TEST(Summary, SurvivesNamesThatAreNotUtf8) {
    RunSummary run = exampleRun();
    run.workload = "bad\xff\xfename";
    EXPECT_EQ(nlohmann::json::parse(summaryText(run)).at("workload"), "bad\xef\xbf\xbd\xef\xbf\xbdname");
}

TEST(Summary, IsWrittenIntoTheFolder) {
    const TemporaryFolder folder;
    writeSummary(folder.path(), exampleRun());
    EXPECT_EQ(contentOf(folder.path() / "summary.json"), summaryText(exampleRun()));
    EXPECT_THROW(writeSummary(folder.path() / "none", exampleRun()), sim::Error);
}

TEST(Summary, NamesThisBuildByDefault) {
    const auto json = nlohmann::json::parse(summaryText({.workload = "w", .mode = "functional"})).at("program");
    const ProgramVersion own = programVersion();
    EXPECT_EQ(json.at("version"), own.version);
    for (const std::string& part : {own.version, own.commit, own.compiler, own.buildType}) {
        EXPECT_FALSE(part.empty());
        EXPECT_NE(versionText(own).find(part), std::string::npos);
        EXPECT_NE(versionLine(own).find(part), std::string::npos);
    }
}

TEST(Findings, AreListedGravestFirst) {
    EXPECT_EQ(findingsText(exampleRun().findings),
              "hang: it hangs [hanging-thing]\n"
              "    once at transaction 9\n"
              "slow: it is slow [slow-thing]\n"
              "    2 times, first at transaction 7: x = 1\n"
              "    hint: make it fast\n");
    EXPECT_EQ(findingsText({}), "");
}

TEST(Findings, OfOneSeverityKeepTheirOrder) {
    std::vector<sim::Finding> findings;
    for (const char* place : {"a", "b", "c"})
        findings.push_back({.kind = kSlow, .place = place, .detail = "", .count = 1});
    findings.insert(findings.begin() + 1, {.kind = kHang, .place = "h", .detail = "", .count = 1});
    std::string order;
    for (const sim::Finding& finding : bySeverity(findings)) order += finding.place;
    EXPECT_EQ(order, "habc");
}

}  // namespace
}  // namespace cyclorama::results
