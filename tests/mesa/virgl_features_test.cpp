// SPDX-License-Identifier: MIT
// Features that the ATTILA GPU lacks and its driver makes by programs, passes or triangles: scenes of OpenGL beside
// Mesa's software driver, and beside their own recordings in both machines.

#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "mesa/virgl_program.h"
#include "support/paths.h"
#include "support/pictures.h"

namespace cyclorama {
namespace {

struct FeatureScene {
    std::string name;
    /// Share of the pixels that are as the software driver's, up to 8 of 255.
    double alike = 0.995;
};
const std::string& textOfSetting(const FeatureScene& scene) { return scene.name; }
void PrintTo(const FeatureScene& scene, std::ostream* out) { *out << scene.name; }

class VirglFeaturesTest : public VirglProgramTest,
                          public testing::WithParamInterface<std::tuple<FeatureScene, std::string>> {
  protected:
    VirglFeaturesTest() : VirglProgramTest("160x120") {}
    void SetUp() override {
        VirglProgramTest::SetUp();
        if (paths::glFeatures().empty()) GTEST_SKIP() << "gl_features is not built: it needs libopengl-dev";
    }
    const std::string& mesa() const override { return std::get<1>(GetParam()); }
    static const FeatureScene& scene() { return std::get<0>(GetParam()); }
    static std::vector<std::string> command() { return {paths::glFeatures(), scene().name}; }
};

TEST_P(VirglFeaturesTest, DrawsWhatTheSoftwareDriverDraws) {
    const cli::ProgramResult drawn = exec({"--out", "live", "--record", "scene.agp.gz"}, command());
    ASSERT_EQ(drawn.status, 0) << drawn.out << drawn.err;
    EXPECT_EQ(drawn.err.find("virgl-"), std::string::npos) << drawn.err;
    ASSERT_NE(drawn.out.find("ATTILA"), std::string::npos) << drawn.out;
    const cli::ProgramResult reference = execInSoftware({"--out", "reference"}, command());
    ASSERT_EQ(reference.status, 0) << reference.out << reference.err;
    ASSERT_NE(reference.out.find("llvmpipe"), std::string::npos) << reference.out;
    const std::string byProcessor = "none of which the simulated GPU drew";
    EXPECT_NE(reference.err.find(byProcessor), std::string::npos) << reference.err;
    EXPECT_EQ(drawn.err.find(byProcessor), std::string::npos) << drawn.err;
    constexpr int kDifference = 8;
    EXPECT_GE(shareAlike(readPng(file("live/frame0000.png")), readPng(file("reference/frame0000.png")), kDifference),
              scene().alike);
    for (const std::string mode : {"functional", "timing"}) {
        const cli::ProgramResult replayed =
            run({"run", "scene.agp.gz", "--gpu", "attila", "--mode", mode, "--out", "replayed-" + mode});
        ASSERT_EQ(replayed.status, 0) << replayed.err;
        EXPECT_EQ(content("replayed-" + mode + "/frame0000.png"), content("live/frame0000.png")) << mode;
    }
}

const std::vector<FeatureScene> kFeatureScenes = {{"clip-planes"},
                                                  {"clip-vertex"},
                                                  {"count-faces"},
                                                  {"test-faces"},
                                                  {"blend-equations"},
                                                  {"blend-by-alpha"},
                                                  {"polygon-stipple"},
                                                  {"polygon-mode"},
                                                  {"stencil-bits"},
                                                  // OpenGL leaves the pixels of smooth edges open.
                                                  {"smooth-shapes", 0.95},
                                                  {"queries"},
                                                  {"color-buffers"},
                                                  {"program-depth"},
                                                  {"volumes"},
                                                  {"compressed-textures"},
                                                  {"texture-formats"},
                                                  {"copies"}};

INSTANTIATE_TEST_SUITE_P(Scenes, VirglFeaturesTest,
                         testing::Combine(testing::ValuesIn(kFeatureScenes), testing::ValuesIn(kVirglMesas)),
                         kNameOfSetting);

}  // namespace
}  // namespace cyclorama
