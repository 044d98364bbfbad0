// SPDX-License-Identifier: MIT
#include "sim/finding.h"

#include <gtest/gtest.h>

namespace cyclorama::sim {
namespace {

constexpr FindingKind kFirst{.identifier = "first", .severity = Severity::Note, .sentence = "one", .hint = "do one"};
constexpr FindingKind kSecond{.identifier = "second", .severity = Severity::Hang, .sentence = "two", .hint = "do two"};

TEST(Findings, CountsAndKeepsTheFirstPlace) {
    Findings findings;
    findings.report(kFirst, "here", "a");
    findings.report(kSecond, "there");
    findings.report(kFirst, "elsewhere", "b", 4);
    ASSERT_EQ(findings.all().size(), 2u);
    EXPECT_EQ(findings.all()[0].kind.identifier, "first");
    EXPECT_EQ(findings.all()[0].place, "here");
    EXPECT_EQ(findings.all()[0].detail, "a");
    EXPECT_EQ(findings.all()[0].count, 5u);
    EXPECT_EQ(findings.all()[1].place, "there");
    EXPECT_EQ(findings.all()[1].count, 1u);
}

TEST(Findings, IgnoresNothing) {
    Findings findings;
    findings.report(kFirst, "here", "", 0);
    EXPECT_TRUE(findings.all().empty());
}

TEST(Findings, NamesSeverities) {
    EXPECT_EQ(name(Severity::Note), "note");
    EXPECT_EQ(name(Severity::Slow), "slow");
    EXPECT_EQ(name(Severity::Corruption), "corruption");
    EXPECT_EQ(name(Severity::Hang), "hang");
}

}  // namespace
}  // namespace cyclorama::sim
