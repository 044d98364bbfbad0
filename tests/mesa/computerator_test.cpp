// SPDX-License-Identifier: MIT
// The compute programs that come with Mesa's computerator, run by that tool on a simulated chip: it assembles them,
// submits them to the driver's interface, and prints their buffer.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "adreno/mesa_sources.h"
#include "cli/run_program.h"
#include "mesa/mesa_is_there.h"

namespace cyclorama {
namespace {

/// A program, and the words that it leaves in its buffer, by their number.
struct ComputeExample {
    std::string preset;
    uint32_t words = 0;
    std::function<uint32_t(uint32_t)> word;
    /// The wait that a program written by hand lacks; empty where it has all.
    std::string finding;
};

void PrintTo(const ComputeExample& example, std::ostream* out) { *out << example.preset; }

/// The words of "buf[0]:", lines of eight in hexadecimal; behind them stand the same as floats.
std::vector<uint32_t> bufferIn(const std::string& text, size_t count) {
    std::vector<uint32_t> words;
    std::istringstream in(text.substr(std::min(text.find("buf[0]:\n"), text.size())));
    std::string word;
    in >> word;
    while (words.size() < count && in >> word && word.size() == 8)
        words.push_back(static_cast<uint32_t>(std::stoul(word, nullptr, 16)));
    return words;
}

class ComputeratorTest : public cli::ProgramTest,
                         public testing::WithParamInterface<std::tuple<ComputeExample, std::string>> {
  protected:
    /// The identifiers of what was found.
    std::set<std::string> reported() const {
        std::set<std::string> identifiers;
        const auto summary = nlohmann::json::parse(content("out/summary.json"));
        for (const auto& finding : summary.at("findings")) identifiers.insert(finding.at("identifier"));
        return identifiers;
    }
};

TEST_P(ComputeratorTest, PrintsWhatTheProgramComputes) {
    const auto& [example, mesa] = GetParam();
    const std::filesystem::path tool = mesaPrefix(mesa) / "bin/computerator";
    if (!std::filesystem::exists(tool)) GTEST_SKIP() << "scripts/setup/mesa " << mesa << " builds computerator";
    const std::filesystem::path text = adreno::mesaFile(mesa, "computerator/examples/" + example.preset + ".asm");
    if (!std::filesystem::exists(text)) GTEST_SKIP() << "no " << text << ": scripts/setup/mesa puts it there";
    const cli::ProgramResult result = run({"exec", "--gpu", "a630", "--mesa", mesa, "--out", "out", "--", tool.string(),
                                           "-g", "1,1,1", "-f", text.string()});
    ASSERT_EQ(result.status, 0) << result.err;
    std::set<std::string> findings;
    if (!example.finding.empty()) findings.insert(example.finding);
    // 25.0.7 sets MEMSIZEPERITEM, in units of 512 bytes, to the 4 bytes that the program asks for: to nothing. 22.3.6
    // rounds up (Mesa: computerator/a6xx.cc).
    const bool hasNoPrivateMemory = example.preset == "pvtmem" && mesa == "25.0.7";
    if (hasNoPrivateMemory) findings.insert("shader-private-memory-exceeded");
    std::vector<uint32_t> expected;
    for (uint32_t i = 0; i < example.words; ++i) expected.push_back(hasNoPrivateMemory ? 0 : example.word(i));
    EXPECT_EQ(bufferIn(result.out, expected.size()), expected) << result.out;
    EXPECT_EQ(reported(), findings) << result.err;
}

INSTANTIATE_TEST_SUITE_P(
    Examples, ComputeratorTest,
    testing::Combine(
        testing::Values(ComputeExample{"simple", 4, [](uint32_t i) { return i == 0 ? 0x12345678u : 0u; }, ""},
                        ComputeExample{"branch", 16, [](uint32_t i) { return i == 0 ? 0x87654321u : 0x12345678u; }, ""},
                        ComputeExample{"invocationid", 32, [](uint32_t i) { return i; }, ""},
                        ComputeExample{"pvtmem", 4, [](uint32_t i) { return i == 0 ? 0x12345678u : 0u; },
                                       "shader-result-not-awaited"},
                        ComputeExample{"stg_ldg_offset", 128,
                                       [](uint32_t i) {
                                           constexpr uint32_t kValues[] = {0, 0x100, 0xff, 0};
                                           return i < 64 ? kValues[i % 4] : 0;
                                       },
                                       "shader-result-early"},
                        ComputeExample{"early_preamble", 4, [](uint32_t i) { return i + 1; },
                                       "shader-result-not-awaited"}),
        testing::Values("22.3.6", "25.0.7")),
    kNameOfSetting);

// Examples that came after Mesa 22.3.6.
INSTANTIATE_TEST_SUITE_P(
    NewerExamples, ComputeratorTest,
    testing::Combine(testing::Values(ComputeExample{"localmem", 8, [](uint32_t) { return 5u; }, "shader-result-early"},
                                     ComputeExample{"buf-init", 8, [](uint32_t i) { return i + 6; }, ""}),
                     testing::Values("25.0.7")),
    kNameOfSetting);

}  // namespace
}  // namespace cyclorama
