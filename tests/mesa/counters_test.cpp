// SPDX-License-Identifier: MIT
// The chip's performance counters as programs read them: by GL_AMD_performance_monitor and VK_KHR_performance_query of
// Mesa's drivers, untouched, from the timing machine.

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "cli/run_program.h"
#include "mesa/mesa_is_there.h"
#include "support/paths.h"

namespace cyclorama {
namespace {

using Values = std::map<std::string, uint64_t>;

/// Prefix of the names of counters in Mesa's tables.
constexpr std::string_view kPrefix = "PERF_";

std::string withoutPrefix(const std::string& name) {
    return name.starts_with(kPrefix) ? name.substr(kPrefix.size()) : name;
}

/// The last two words of each line: a counter's name and its value.
Values valuesOf(const std::string& text) {
    Values values;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const size_t value = line.rfind(' ');
        const size_t name = line.rfind(' ', value - 1);
        if (value == std::string::npos || name == std::string::npos) continue;
        values[withoutPrefix(line.substr(name + 1, value - name - 1))] = std::stoull(line.substr(value + 1));
    }
    return values;
}

class CountersTest : public cli::ProgramTest, public testing::WithParamInterface<std::string> {
  protected:
    static std::string mesa() { return GetParam(); }

    /// Counters that a program prints on a chip in time, with one variable of its environment.
    Values measure(const std::string& gpu, const std::string& variable, const std::vector<std::string>& program) const {
        std::vector<std::string> command = {variable, paths::program(), "exec",   "--gpu", gpu,   "--mesa",
                                            mesa(),   "--mode",         "timing", "--out", "out", "--"};
        command.insert(command.end(), program.begin(), program.end());
        const cli::ProgramResult result = cli::runProgram(folder(), command, {}, "/usr/bin/env");
        EXPECT_EQ(result.status, 0) << result.err;
        return valuesOf(result.out);
    }
    /// Counters that a listing of the program's says nothing answers.
    std::set<std::string> unanswered(const std::string& gpu) const {
        std::set<std::string> names;
        std::istringstream lines(run({"statistics", "--counters", "--gpu", gpu}).out);
        for (std::string line; std::getline(lines, line);)
            if (line.ends_with(';'))
                names.insert(line.substr(line.find(';') + 1, line.rfind(';') - line.find(';') - 1));
        return names;
    }
    /// How often each finding of the last run was reported, by its identifier.
    std::map<std::string, uint64_t> findings() const {
        std::map<std::string, uint64_t> counts;
        const auto summary = nlohmann::json::parse(content("out/summary.json"));
        for (const auto& finding : summary.at("findings"))
            counts[finding.at("identifier")] += finding.at("count").get<uint64_t>();
        return counts;
    }
};

/// Adreno's counters: drivers read each at the beginning and at the end of a measurement.
class AdrenoCountersTest : public CountersTest {
  protected:
    static constexpr size_t kCounters = 489;  // in Mesa's fd6_perfcntr.c

    void SetUp() override {
        if (!mesaHasTurnip(mesa()))
            GTEST_SKIP() << "Mesa " << mesa() << " with Turnip is not there; scripts/setup/mesa " << mesa()
                         << " builds it";
    }
    /// Counters that nothing answers are zero, and each of their two reads is a finding; no other read is one.
    void expectZerosAreNamed(const Values& values) const {
        const std::set<std::string> zeros = unanswered("a630");
        uint64_t reads = 0;
        for (const auto& [name, value] : values) {
            if (!zeros.contains(name)) continue;
            reads += 2;
            EXPECT_EQ(value, 0u) << name;
        }
        EXPECT_GT(reads, 0u);
        EXPECT_EQ(findings().at("performance-counter-not-modelled"), reads);
    }
};

TEST_P(AdrenoCountersTest, MonitorsOfADrawReadWhatTheModelCounts) {
    if (paths::glesCounters().empty()) GTEST_SKIP() << "built without the libraries of OpenGL ES";
    const Values values = measure("a630", "FD_MESA_DEBUG=perfcntrs,sysmem", {paths::glesCounters()});
    EXPECT_EQ(values.size(), kCounters);
    EXPECT_EQ(values.at("PC_3D_DRAWCALLS"), 1u);
    EXPECT_EQ(values.at("PC_IA_VERTICES"), 4u);
    EXPECT_EQ(values.at("PC_IA_PRIMITIVES"), 2u);
    EXPECT_EQ(values.at("PC_VS_INVOCATIONS"), 4u);
    EXPECT_EQ(values.at("VFD_NUM_ATTRIBUTES"), 4u);
    EXPECT_EQ(values.at("TSE_INPUT_PRIM"), 2u);
    EXPECT_GE(values.at("CP_ALWAYS_COUNT"), values.at("CP_BUSY_CYCLES"));
    EXPECT_GT(values.at("SP_FS_INSTRUCTIONS"), 0u);
    expectZerosAreNamed(values);
}

TEST_P(AdrenoCountersTest, QueriesOfADispatchReadWhatTheModelCounts) {
    if (paths::vulkanCounters().empty())
        GTEST_SKIP() << "Vulkan's library or glslangValidator is not installed (Debian: libvulkan-dev, glslang-tools)";
    // 12 workgroups of 64 invocations, each a wave that stores a word for each invocation: lines of 64 bytes.
    const Values values = measure("a630", "TU_DEBUG=perfc", {paths::vulkanCounters(), "12"});
    EXPECT_EQ(values.size(), kCounters);
    EXPECT_EQ(values.at("HLSQ_COMPUTE_DRAWCALLS"), 1u);
    EXPECT_EQ(values.at("HLSQ_CS_INVOCATIONS"), 768u);
    EXPECT_EQ(values.at("SP_WAVE_CONTEXTS"), 12u);
    EXPECT_EQ(values.at("SP_GM_STORE_INSTRUCTIONS"), 12u);
    EXPECT_EQ(values.at("UCHE_WRITE_REQUESTS_SP"), 48u);
    expectZerosAreNamed(values);
    EXPECT_EQ(findings().size(), 1u);
}

INSTANTIATE_TEST_SUITE_P(Versions, AdrenoCountersTest, testing::Values("22.3.6", "25.0.7"), kNameOfSetting);

/// Vivante's counters: etnaviv reads each before and after a submission.
class VivanteCountersTest : public CountersTest {
  protected:
    void SetUp() override {
        if (!mesaIsThere(mesa()))
            GTEST_SKIP() << "Mesa " << mesa() << " is not there; scripts/setup/mesa " << mesa() << " builds it";
        if (paths::glesCounters().empty()) GTEST_SKIP() << "built without the libraries of OpenGL ES";
    }
};

TEST_P(VivanteCountersTest, MonitorsOfADrawReadWhatTheModelCounts) {
    const Values values = measure("gc2000", "ETNA_MESA_DEBUG=", {paths::glesCounters()});
    EXPECT_EQ(values.at("pe-pixel-count-drawn-by-depth-pipe"), 64u * 64u);
    EXPECT_EQ(values.at("sh-rendered-vertice-counter"), 4u);
    EXPECT_GT(values.at("hi-total-cycles"), 0u);
    // The picture's 64x64 pixels of 4 bytes, in parts of 8 bytes.
    EXPECT_GE(values.at("mc-total-write-req-8b-from-pipeline"), 64u * 64u * 4 / 8);
    EXPECT_GT(findings().at("performance-counter-not-modelled"), 0u);
}

INSTANTIATE_TEST_SUITE_P(Versions, VivanteCountersTest, testing::Values("25.0.7"), kNameOfSetting);

}  // namespace
}  // namespace cyclorama
