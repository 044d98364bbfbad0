// SPDX-License-Identifier: MIT
// Features that the ATTILA GPU lacks and its driver makes by programs, passes or triangles: scenes of OpenGL beside
// Mesa's software driver, and beside their own recordings in both machines.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cli/run_program.h"
#include "mesa/mesa_is_there.h"
#include "support/paths.h"
#include "support/pictures.h"

namespace cyclorama {
namespace {

struct FeatureScene {
    std::string name;
    /// Share of the pixels that are as the software driver's, up to 8 of 255.
    double alike = 0.995;
};
void PrintTo(const FeatureScene& scene, std::ostream* out) { *out << scene.name; }

class VirglFeaturesTest : public cli::ProgramTest, public testing::WithParamInterface<FeatureScene> {
  protected:
    void SetUp() override {
        if (!std::filesystem::exists("/usr/lib/x86_64-linux-gnu/dri/virtio_gpu_dri.so"))
            GTEST_SKIP() << "the system's Mesa has no virgl driver (package libgl1-mesa-dri)";
        if (paths::glFeatures().empty()) GTEST_SKIP() << "gl_features is not built: it needs libopengl-dev";
    }
    cli::ProgramResult exec(std::vector<std::string> options, std::vector<std::string> environment) const {
        std::vector<std::string> arguments = {"exec", "--gpu", "attila", "--mesa", "system", "--display", "160x120"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        arguments.emplace_back("--");
        arguments.insert(arguments.end(), environment.begin(), environment.end());
        arguments.insert(arguments.end(), {paths::glFeatures(), GetParam().name});
        return run(arguments);
    }
};

TEST_P(VirglFeaturesTest, DrawsWhatTheSoftwareDriverDraws) {
    const cli::ProgramResult drawn = exec({"--out", "live", "--record", "scene.agp.gz"}, {});
    ASSERT_EQ(drawn.status, 0) << drawn.out << drawn.err;
    EXPECT_EQ(drawn.err.find("virgl-"), std::string::npos) << drawn.err;
    ASSERT_NE(drawn.out.find("ATTILA"), std::string::npos) << drawn.out;
    const cli::ProgramResult reference =
        exec({"--out", "reference"}, {"env", "MESA_LOADER_DRIVER_OVERRIDE=kms_swrast", "GALLIUM_DRIVER=llvmpipe"});
    ASSERT_EQ(reference.status, 0) << reference.out << reference.err;
    ASSERT_NE(reference.out.find("llvmpipe"), std::string::npos) << reference.out;
    const std::string byProcessor = "none of which the simulated GPU drew";
    EXPECT_NE(reference.err.find(byProcessor), std::string::npos) << reference.err;
    EXPECT_EQ(drawn.err.find(byProcessor), std::string::npos) << drawn.err;
    constexpr int kDifference = 8;
    EXPECT_GE(shareAlike(readPng(file("live/frame0000.png")), readPng(file("reference/frame0000.png")), kDifference),
              GetParam().alike);
    for (const std::string mode : {"functional", "timing"}) {
        const cli::ProgramResult replayed =
            run({"run", "scene.agp.gz", "--gpu", "attila", "--mode", mode, "--out", "replayed-" + mode});
        ASSERT_EQ(replayed.status, 0) << replayed.err;
        EXPECT_EQ(content("replayed-" + mode + "/frame0000.png"), content("live/frame0000.png")) << mode;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Scenes, VirglFeaturesTest,
    testing::Values(FeatureScene{"clip-planes"}, FeatureScene{"clip-vertex"}, FeatureScene{"count-faces"},
                    FeatureScene{"test-faces"}, FeatureScene{"blend-equations"}, FeatureScene{"blend-by-alpha"},
                    FeatureScene{"polygon-stipple"}, FeatureScene{"polygon-mode"}, FeatureScene{"stencil-bits"},
                    // OpenGL leaves the pixels of smooth edges open.
                    FeatureScene{"smooth-shapes", 0.95}, FeatureScene{"queries"}, FeatureScene{"color-buffers"},
                    FeatureScene{"program-depth"}, FeatureScene{"volumes"}, FeatureScene{"compressed-textures"},
                    FeatureScene{"texture-formats"}, FeatureScene{"copies"}),
    [](const auto& scene) {
        std::string name = scene.param.name;
        std::ranges::replace(name, '-', '_');
        return name;
    });

}  // namespace
}  // namespace cyclorama
