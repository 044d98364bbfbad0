// SPDX-License-Identifier: MIT
// `cyclorama compare` on real drivers. The rest of what it does is tested on small reports and stand-ins:
// tests/scripts/comparison_test.py.

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/run_program.h"
#include "mesa/mesa_is_there.h"
#include "support/paths.h"

namespace cyclorama {
namespace {

class CompareTest : public cli::ProgramTest {
  protected:
    void SetUp() override {
        for (const char* version : {"22.3.6", "25.0.7"})
            if (!mesaIsThere(version))
                GTEST_SKIP() << "Mesa " << version << " is not there; scripts/setup/mesa " << version << " builds it";
    }

    /// Two frames of the scene for OpenGL ES, with two versions of Mesa.
    cli::ProgramResult compare(const std::string& mesa, const std::string& with,
                               const std::vector<std::string>& options) const {
        std::vector<std::string> words = {"compare", "--gpu", "gc2000", "--mesa", mesa, "--with", with};
        words.insert(words.end(), options.begin(), options.end());
        for (const std::string& word : {std::string("--"), paths::glesScene(), std::string("--present"),
                                        std::string("--frames"), std::string("{frames}")})
            words.push_back(word);
        return run(words);
    }
};

TEST_F(CompareTest, OneDriverOnBothSidesIsExactlyTheSame) {
    const cli::ProgramResult result = compare("25.0.7", "25.0.7", {"--json"});
    ASSERT_EQ(result.status, 0) << result.err;
    const auto found = nlohmann::json::parse(result.out);
    const nlohmann::json& program = found.at("programs").at(0);
    EXPECT_GT(program.at("cycles").at(0), 0);
    ASSERT_GE(program.at("frames").size(), 2);
    for (const nlohmann::json& frame : program.at("frames"))
        for (const nlohmann::json& work : frame.at("works")) {
            EXPECT_EQ(work.at("cycles").at(0), work.at("cycles").at(1)) << work;
            EXPECT_EQ(work.at("count").at(0), work.at("count").at(1)) << work;
        }
    EXPECT_EQ(program.at("shader_programs").size(), 0);
    EXPECT_NE(content("comparison/comparison.md").find("\n\nNo change: 1 program, 2 frames, exactly the same "),
              std::string::npos);
}

TEST_F(CompareTest, TwoDriversDifferInDrawsProgramsAndInstructions) {
    // 22.3.6 resolves each texture that it fills more often than 25.0.7, whose fragment programs are longer.
    const cli::ProgramResult result = compare("22.3.6", "25.0.7", {"--json"});
    ASSERT_EQ(result.status, 0) << result.err;
    const auto found = nlohmann::json::parse(result.out);
    const nlohmann::json& program = found.at("programs").at(0);
    EXPECT_LT(program.at("cycles").at(1), program.at("cycles").at(0));
    size_t slowerDraws = 0;
    for (const nlohmann::json& frame : program.at("frames")) {
        EXPECT_EQ(frame.at("without_partner"), nlohmann::json({0, 0}));
        for (const nlohmann::json& work : frame.at("works"))
            if (work.at("name").get<std::string>().starts_with("draw") &&
                work.at("cycles").at(1) > work.at("cycles").at(0))
                ++slowerDraws;
    }
    EXPECT_GT(slowerDraws, 0);
    const nlohmann::json& shaders = program.at("shader_programs");
    EXPECT_TRUE(std::ranges::any_of(shaders, [](const nlohmann::json& shader) {
        return shader.at("stage") == "fragment" && shader.at("length").at(1) > shader.at("length").at(0) &&
               !shader.at("instructions").empty();
    }));
    const std::string text = content("comparison/comparison.md");
    EXPECT_LE(std::ranges::count(text, '\n'), 40);
    EXPECT_NE(text.find("\n| frame 0, all of resolve |"), std::string::npos) << text;
    // The other way round it is a regression.
    EXPECT_EQ(run({"compare", "comparison/after", "comparison/before", "--threshold", "1"}).status, 1);
}

}  // namespace
}  // namespace cyclorama
