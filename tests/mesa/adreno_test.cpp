// SPDX-License-Identifier: MIT
// Mesa's freedreno and Turnip, untouched, on every preset of their chips: programs find the device on both nodes, and
// see the chip that it is.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

#include "cli/run_program.h"
#include "mesa/mesa_is_there.h"
#include "support/paths.h"
#include "support/pictures.h"

namespace cyclorama {
namespace {

/// A chip by its preset, and as the drivers call it (Mesa: freedreno_devices.py). Where 25.0.7 has another name, that.
struct Chip {
    std::string preset;
    std::string name;
    std::string newerName = name;
};

void PrintTo(const Chip& chip, std::ostream* out) { *out << chip.preset; }

/// A chip and a version of Mesa.
class AdrenoMesaTest : public cli::ProgramTest, public testing::WithParamInterface<std::tuple<Chip, std::string>> {
  protected:
    void SetUp() override {
        if (!mesaHasTurnip(mesa()))
            GTEST_SKIP() << "Mesa " << mesa() << " with Turnip is not there; scripts/setup/mesa " << mesa()
                         << " builds it";
    }

    static Chip chip() { return std::get<0>(GetParam()); }
    static std::string mesa() { return std::get<1>(GetParam()); }
    static std::string chipName() { return mesa() == "22.3.6" ? chip().name : chip().newerName; }
    /// Turnip says so where freedreno has a number alone.
    static std::string vulkanName() {
        const std::string name = chipName();
        return name.starts_with("FD") ? "Turnip Adreno (TM) " + name.substr(2) : name;
    }

    cli::ProgramResult exec(const std::vector<std::string>& command) const {
        std::vector<std::string> arguments = {"exec", "--gpu", chip().preset, "--mesa", mesa(), "--out", "out", "--"};
        arguments.insert(arguments.end(), command.begin(), command.end());
        return run(arguments);
    }

    /// The rest of each line behind some words.
    static std::vector<std::string> linesWith(const std::string& text, const std::string& start) {
        std::vector<std::string> found;
        for (size_t at = text.find(start); at != std::string::npos; at = text.find(start, at + 1))
            found.push_back(text.substr(at + start.size(), text.find('\n', at) - at - start.size()));
        return found;
    }
};

TEST_P(AdrenoMesaTest, VulkanShowsTheChip) {
    if (!installed("vulkaninfo")) GTEST_SKIP() << "vulkaninfo is not installed (Debian: vulkan-tools)";
    const cli::ProgramResult result = exec({"vulkaninfo", "--summary"});
    ASSERT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(linesWith(result.out, "deviceName         = "), std::vector<std::string>{vulkanName()}) << result.out;
    EXPECT_EQ(linesWith(result.out, "driverName         = "), std::vector<std::string>{"turnip Mesa driver"});
    EXPECT_EQ(linesWith(result.out, "driverInfo         = Mesa "),
              std::vector<std::string>{mesa() == "22.3.6" ? "22.3.6" : "25.0.7"});
    ASSERT_EQ(linesWith(result.out, "apiVersion         = ").size(), 1u);
    EXPECT_TRUE(linesWith(result.out, "apiVersion         = ")[0].starts_with("1.3")) << result.out;
}

// All that there is to ask of the device: vulkaninfo makes one, with its queues and the display's surfaces.
TEST_P(AdrenoMesaTest, VulkanDescribesAllOfTheDevice) {
    if (!installed("vulkaninfo")) GTEST_SKIP() << "vulkaninfo is not installed (Debian: vulkan-tools)";
    const cli::ProgramResult result = exec({"vulkaninfo"});
    ASSERT_EQ(result.status, 0) << result.err;
    EXPECT_NE(result.out.find("VK_KHR_display "), std::string::npos);
    EXPECT_NE(result.out.find("VK_KHR_swapchain "), std::string::npos);
    EXPECT_EQ(content("out/summary.json").find("\"identifier\""), std::string::npos) << content("out/summary.json");
}

TEST_P(AdrenoMesaTest, EveryPlatformOfEglHasTheDriver) {
    if (!installed("eglinfo")) GTEST_SKIP() << "eglinfo is not installed (Debian: mesa-utils)";
    const cli::ProgramResult result = exec({"env", "-u", "DISPLAY", "eglinfo"});
    // The number of platforms that fail: those of Wayland and X11 have no server here.
    ASSERT_EQ(result.status, (mesaHasWayland(mesa()) ? 1 : 0) + (mesaHasX11(mesa()) ? 1 : 0)) << result.err;
    for (const std::string platform : {"GBM platform:", "Surfaceless platform:", "Device #0:"}) {
        const size_t start = result.out.find(platform);
        ASSERT_NE(start, std::string::npos) << platform << "\n" << result.out;
        const auto drivers = linesWith(result.out.substr(start), "EGL driver name: ");
        ASSERT_FALSE(drivers.empty()) << platform;
        EXPECT_EQ(drivers.front(), "msm") << platform;
    }
}

TEST_P(AdrenoMesaTest, OpenGlShowsTheChip) {
    if (!installed("kmscube")) GTEST_SKIP() << "kmscube is not installed (Debian: kmscube)";
    const cli::ProgramResult result = exec({"kmscube", "-c", "2"});
    ASSERT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(linesWith(result.out, "renderer: "), std::vector<std::string>{"\"" + chipName() + "\""}) << result.out;
    const auto versions = linesWith(result.out, "  version: ");
    EXPECT_TRUE(std::ranges::any_of(versions, [](const std::string& version) {
        return version.find("OpenGL ES 3.2 Mesa") != std::string::npos;
    })) << result.out;
    EXPECT_TRUE(std::filesystem::exists(file("out/frame0000.png"))) << "the display shows what the program flips to";
}

/// Turnip with one chip, and a version of Mesa.
class TurnipTest : public cli::ProgramTest, public testing::WithParamInterface<std::string> {
  protected:
    void SetUp() override {
        if (!mesaHasTurnip(GetParam()))
            GTEST_SKIP() << "Mesa " << GetParam() << " with Turnip is not there; scripts/setup/mesa builds it";
        if (paths::vulkanProbe().empty()) GTEST_SKIP() << "Vulkan's library is not installed (Debian: libvulkan-dev)";
    }
    /// Runs the probe, which says itself where anything is not as it should be.
    void probe(const std::string& what) const {
        const cli::ProgramResult result = run({"exec", "--gpu", "a630", "--mesa", GetParam(), "--display", "320x240",
                                               "--out", "out", "--", paths::vulkanProbe(), what});
        EXPECT_EQ(result.status, 0) << result.err;
    }
    bool reported(const std::string& finding) const {
        return content("out/summary.json").find("\"" + finding + "\"") != std::string::npos;
    }
};

TEST_P(TurnipTest, EventsGoBothWays) {
    probe("events");
    EXPECT_FALSE(reported("identifier"));
}

TEST_P(TurnipTest, FencesPassBetweenSubmitsAndAsDescriptors) {
    probe("fences");
    EXPECT_FALSE(reported("identifier"));
}

TEST_P(TurnipTest, AHangLosesTheDevice) {
    probe("hang");
    EXPECT_TRUE(reported("gpu-hang"));
    EXPECT_TRUE(reported("pm4-wait-without-end"));
}

TEST_P(TurnipTest, SwapchainsAreShownOnTheDisplay) {
    probe("display");
    EXPECT_TRUE(std::filesystem::exists(file("out/frame0002.png")));
    EXPECT_FALSE(std::filesystem::exists(file("out/frame0003.png")));
}

// OpenGL by another driver, which is a program of Turnip's as any other: what llvmpipe draws, and freedreno.
TEST_P(TurnipTest, CarriesZink) {
    const auto drawn = [&](const std::string& setting, const std::string& out) {
        return run({"exec", "--gpu", "a630", "--mesa", GetParam(), "--out", "out", "--", "env", setting,
                    paths::glesScene(), "--out", out});
    };
    const cli::ProgramResult result = drawn("MESA_LOADER_DRIVER_OVERRIDE=zink", "read");
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_NE(result.out.find("zink"), std::string::npos) << result.out;
    EXPECT_NE(result.out.find("Turnip Adreno (TM) 630"), std::string::npos) << result.out;
    const Picture picture = readPng(file("read/frame0000.png"));
    EXPECT_GE(shareAlike(picture, readPng(paths::data("gles_scene_llvmpipe.png")), 2), 0.999);
    EXPECT_EQ(drawn("MESA_LOADER_DRIVER_OVERRIDE=msm", "other").status, 0);
    EXPECT_EQ(shareAlike(picture, readPng(file("other/frame0000.png")), 1), 1.0);
}

INSTANTIATE_TEST_SUITE_P(Mesas, TurnipTest, testing::Values("22.3.6", "25.0.7"), kNameOfSetting);

INSTANTIATE_TEST_SUITE_P(Chips, AdrenoMesaTest,
                         testing::Combine(testing::Values(Chip{"a618", "FD618"}, Chip{"a630", "FD630"},
                                                          Chip{"a635", "Adreno 7c+ Gen 3", "FD643"},
                                                          Chip{"a640", "FD640"}, Chip{"a650", "FD650"},
                                                          Chip{"a660", "FD660"}),
                                          testing::Values("22.3.6", "25.0.7")),
                         kNameOfSetting);

// 22.3.6 writes one table of border colours, for all stages of draws; 25.0.7 one for draws and one for dispatches
// (dEQP-GLES31.functional.texture.border_clamp.per_axis_wrap_mode.texture_2d.snorm_color.gather.*).
class AdrenoBordersTest : public cli::ProgramTest,
                          public testing::WithParamInterface<std::tuple<std::string, std::string>> {
  protected:
    void SetUp() override {
        const std::string& mesa = std::get<1>(GetParam());
        if (paths::glFeatures().empty()) GTEST_SKIP() << "gl_features is not built: it needs libopengl-dev";
        if (!mesaHasTurnip(mesa))
            GTEST_SKIP() << "Mesa " << mesa << " for Adreno is not there; scripts/setup/mesa builds it";
    }
    cli::ProgramResult exec(const std::string& chip, const std::string& mesa, const std::string& folder,
                            std::vector<std::string> command) const {
        command.insert(command.begin(),
                       {"exec", "--gpu", chip, "--mesa", mesa, "--display", "160x120", "--out", folder, "--"});
        return run(command);
    }
};

TEST_P(AdrenoBordersTest, HaveTheirColours) {
    const cli::ProgramResult drawn =
        exec(std::get<0>(GetParam()), std::get<1>(GetParam()), "drawn", {paths::glFeatures(), "borders"});
    ASSERT_EQ(drawn.status, 0) << drawn.out << drawn.err;
    EXPECT_EQ(content("drawn/summary.json").find("\"identifier\""), std::string::npos) << content("drawn/summary.json");
    const cli::ProgramResult reference = exec(
        "attila", "system", "reference",
        {"env", "MESA_LOADER_DRIVER_OVERRIDE=kms_swrast", "GALLIUM_DRIVER=llvmpipe", paths::glFeatures(), "borders"});
    ASSERT_EQ(reference.status, 0) << reference.out << reference.err;
    ASSERT_NE(reference.out.find("llvmpipe"), std::string::npos) << reference.out;
    constexpr int kDifference = 3;
    EXPECT_EQ(shareAlike(readPng(file("drawn/frame0000.png")), readPng(file("reference/frame0000.png")), kDifference),
              1.0);
}

INSTANTIATE_TEST_SUITE_P(Mesas, AdrenoBordersTest,
                         testing::Combine(testing::Values("a630", "a650"), testing::Values("22.3.6", "25.0.7")),
                         kNameOfSetting);

}  // namespace
}  // namespace cyclorama
