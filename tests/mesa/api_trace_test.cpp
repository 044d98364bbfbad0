// SPDX-License-Identifier: MIT
// `cyclorama run` with traces of apitrace, on chips of all families. The traces and the pictures that they are held to
// are made here: by the bundled OpenGL ES scene, which llvmpipe draws.

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "mesa/virgl_program.h"
#include "support/paths.h"
#include "support/pictures.h"

namespace cyclorama {
namespace {

class ApiTraceTest : public VirglProgramTest {
  protected:
    void SetUp() override {
        if (!installed("apitrace")) GTEST_SKIP() << "apitrace is not installed (Debian: apitrace)";
        VirglProgramTest::SetUp();
        const std::string scene = std::filesystem::path(paths::program()).parent_path() / "examples/gles_scene";
        const cli::ProgramResult traced = execInSoftware(
            {"--out", "expected"},
            {"apitrace", "trace", "-a", "egl", "-o", "scene.trace", scene, "--present", "--frames", "3"});
        ASSERT_EQ(traced.status, 0) << traced.err;
        ASSERT_NE(traced.out.find("renderer llvmpipe"), std::string::npos) << traced.out;
    }
    const std::string& mesa() const override { return kVirglMesas.front(); }

    std::string frame(const std::string& folder, int number) const {
        return file(folder + "/frame000" + std::to_string(number) + ".png");
    }
};

struct TracePlayer {
    std::string preset;
    std::string mesa;
    std::string record;
};
std::string textOfSetting(const TracePlayer& chip) { return chip.preset; }

class ApiTraceOnChip : public ApiTraceTest, public testing::WithParamInterface<TracePlayer> {
  protected:
    void SetUp() override {
        if (GetParam().mesa != "system" && !mesaIsThere(GetParam().mesa))
            GTEST_SKIP() << "Mesa " << GetParam().mesa << " is not there";
        ApiTraceTest::SetUp();
    }
    cli::ProgramResult play(const std::vector<std::string>& options) const {
        std::vector<std::string> words = {"run", "scene.trace", "--gpu", GetParam().preset, "--mesa", GetParam().mesa};
        words.insert(words.end(), options.begin(), options.end());
        return run(words);
    }
};

TEST_P(ApiTraceOnChip, DrawsWhatLlvmpipeDraws) {
    const cli::ProgramResult result = play({"--out", "drawn"});
    ASSERT_EQ(result.status, 0) << result.err;
    EXPECT_NE(result.err.find("3 frames in drawn"), std::string::npos) << result.err;
    EXPECT_EQ(nlohmann::json::parse(content("drawn/summary.json")).at("workload"), "scene.trace");
    for (int number = 0; number < 3; ++number) {
        const Picture drawn = readPng(frame("drawn", number));
        EXPECT_EQ(drawn.width, 320u);
        EXPECT_GE(shareAlike(drawn, readPng(frame("expected", number)), 8), 0.99) << number;
    }
    // The scene turns: a frame is not its neighbour.
    EXPECT_LT(shareAlike(readPng(frame("drawn", 0)), readPng(frame("drawn", 2)), 8), 0.99);
}

TEST_P(ApiTraceOnChip, ShowsTheFramesThatAreAskedForAndRecordsThem) {
    ASSERT_EQ(play({"--out", "all"}).status, 0);
    const std::string record = GetParam().record;
    const cli::ProgramResult result =
        play({"--start-frame", "1", "--frames", "1", "--report", "--record", record, "--out", "one"});
    ASSERT_EQ(result.status, 0) << result.err;
    EXPECT_NE(result.err.find("1 frames in one"), std::string::npos) << result.err;
    EXPECT_FALSE(std::filesystem::exists(frame("one", 0)));
    EXPECT_EQ(readPng(frame("one", 1)), readPng(frame("all", 1)));
    EXPECT_TRUE(std::filesystem::exists(file("one/report.sqlite")));
    const cli::ProgramResult again = run({"run", record, "--gpu", GetParam().preset, "--out", "again"});
    ASSERT_EQ(again.status, 0) << again.err;
    EXPECT_EQ(readPng(frame("again", 0)), readPng(frame("one", 1)));
}

INSTANTIATE_TEST_SUITE_P(Chips, ApiTraceOnChip,
                         testing::Values(TracePlayer{"attila", "system", "work.agp.gz"},
                                         TracePlayer{"gc7000l", "25.0.7", "work.cyc"},
                                         TracePlayer{"a630", "25.0.7", "work.cyc"}),
                         kNameOfSetting);

TEST_F(ApiTraceTest, RefusesWhatCannotBePlayed) {
    const std::string whole = content("scene.trace");
    put("short.trace", whole.substr(0, 3000));
    const cli::ProgramResult ended =
        run({"run", "short.trace", "--gpu", "attila", "--mesa", "system", "--out", "short"});
    EXPECT_EQ(ended.status, 2) << ended.err;
    EXPECT_NE(ended.err.find("short.trace: shows no frame"), std::string::npos) << ended.err;

    const cli::ProgramResult late =
        run({"run", "scene.trace", "--gpu", "attila", "--mesa", "system", "--start-frame", "9", "--out", "late"});
    EXPECT_EQ(late.status, 2) << late.err;
    EXPECT_NE(late.err.find("scene.trace: shows no frame"), std::string::npos) << late.err;

    const cli::ProgramResult served = run({"run", "scene.trace", "--serve", "0"});
    EXPECT_EQ(served.status, 2);
    EXPECT_NE(served.err.find("--serve: does not go with scene.trace, a trace of OpenGL calls"), std::string::npos)
        << served.err;

    const cli::ProgramResult dumped = run({"dump", "scene.trace"});
    EXPECT_EQ(dumped.status, 2);
    EXPECT_NE(dumped.err.find("scene.trace: a trace of OpenGL calls, which `run` plays"), std::string::npos)
        << dumped.err;
}

}  // namespace
}  // namespace cyclorama
