// SPDX-License-Identifier: MIT
// A whole session on one simulated GPU: a Wayland compositor of Debian, and a client that draws with Mesa's EGL or
// Vulkan.

#include <gtest/gtest.h>
#include <png.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "cli/run_program.h"
#include "mesa/mesa_is_there.h"
#include "support/pictures.h"

namespace cyclorama {
namespace {

/// The pixels of a picture, row by row from the top.
std::vector<uint32_t> pixelsOf(const std::filesystem::path& path) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    EXPECT_NE(png_image_begin_read_from_file(&image, path.c_str()), 0) << path << ": " << image.message;
    image.format = PNG_FORMAT_RGBA;
    std::vector<uint32_t> pixels(size_t{image.width} * image.height);
    EXPECT_NE(png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr), 0) << path;
    return pixels;
}

/// The user and the group that own nothing (Debian: base-passwd).
constexpr uid_t kNobody = 65534;

/// A chip by its preset, and what the driver calls it.
struct SessionChip {
    std::string preset;
    std::string renderer;
};

void PrintTo(const SessionChip& chip, std::ostream* out) { *out << chip.preset; }

class SessionTest : public cli::ProgramTest, public testing::WithParamInterface<std::tuple<SessionChip, std::string>> {
  protected:
    void SetUp() override {
        if (!mesaHasWayland(mesa()))
            GTEST_SKIP() << "Mesa " << mesa() << " with Wayland is not there; scripts/setup/mesa " << mesa()
                         << " builds it";
        for (const char* const program : {"cage", "glmark2-es2-wayland", "glmark2-es2-drm", "vkcube-wayland"})
            if (!installed(program))
                GTEST_SKIP() << program << " is not there (scripts/setup/install_dependencies programs)";
    }

    static SessionChip chip() { return std::get<0>(GetParam()); }
    static std::string mesa() { return std::get<1>(GetParam()); }

    /// Runs the program as a user who is not root: cage refuses to run as that one. Where the test is root, that user
    /// has the test's folder, and may open root's files all the same.
    cli::ProgramResult exec(const std::string& out, const std::vector<std::string>& command) const {
        const bool root = geteuid() == 0;
        std::vector<std::string> arguments;
        if (root) {
            EXPECT_EQ(chown(folder().c_str(), kNobody, kNobody), 0);
            const std::string nobody = std::to_string(kNobody);
            arguments = {"--reuid",
                         nobody,
                         "--regid",
                         nobody,
                         "--clear-groups",
                         "--inh-caps=+dac_override",
                         "--ambient-caps=+dac_override",
                         paths::program()};
        }
        const std::vector<std::string> options = {"exec",      "--gpu",   chip().preset, "--mesa", mesa(),
                                                  "--display", "320x240", "--out",       out,      "--"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        arguments.insert(arguments.end(), command.begin(), command.end());
        return cli::runProgram(folder(), arguments, {}, root ? "/usr/bin/setpriv" : paths::program());
    }

    /// A session of cage, which shows one client on the whole display. X11 clients there are none: what would be their
    /// server is never started.
    cli::ProgramResult session(const std::string& out, const std::vector<std::string>& cage,
                               const std::vector<std::string>& client) const {
        std::vector<std::string> command = {"env",
                                            "XDG_RUNTIME_DIR=" + folder().string(),
                                            "LIBSEAT_BACKEND=builtin",
                                            "SEATD_VTBOUND=0",
                                            "WLR_LIBINPUT_NO_DEVICES=1",
                                            "WLR_XWAYLAND=/bin/false",
                                            "cage"};
        command.insert(command.end(), cage.begin(), cage.end());
        command.emplace_back("--");
        command.insert(command.end(), client.begin(), client.end());
        return exec(out, command);
    }

    /// Nothing was found but that glmark2's vertices are laid out in a slow way, session or not.
    void expectNothingFound(const std::string& out) const {
        const auto summary = nlohmann::json::parse(content(out + "/summary.json"));
        for (const auto& finding : summary.at("findings"))
            EXPECT_EQ(finding.at("identifier"), "access-not-16-byte-aligned") << finding;
    }

    /// The number of a session's frames that show the picture.
    size_t framesWith(const std::string& out, const std::vector<uint32_t>& picture) const {
        size_t count = 0;
        for (const auto& entry : std::filesystem::directory_iterator(file(out)))
            if (entry.path().extension() == ".png" && pixelsOf(entry.path()) == picture) ++count;
        return count;
    }

    void expectSession(const cli::ProgramResult& result, const std::string& out,
                       const std::vector<uint32_t>& picture) const {
        ASSERT_EQ(result.status, 0) << result.out << result.err;
        EXPECT_NE(result.out.find("GL_RENDERER:    " + chip().renderer), std::string::npos) << result.out;
        expectNothingFound(out);
        EXPECT_GE(framesWith(out, picture), 2u) << result.err;
    }
};

// The scene is a filtered picture that stands still, the same to the bit on the bare display and under the compositor.
// Turned by half, the display cannot show the client's own buffer: the compositor draws it with the GPU.
TEST_P(SessionTest, ShowsAClient) {
    const cli::ProgramResult bare = exec("bare", {"glmark2-es2-drm", "--size", "160x120", "-b", "effect2d:nframes=3"});
    ASSERT_EQ(bare.status, 0) << bare.out << bare.err;
    std::vector<uint32_t> picture = pixelsOf(file("bare/frame0001.png"));
    ASSERT_EQ(picture.size(), 320u * 240u);
    // A sign in several colours on a white ground.
    const auto drawn = std::ranges::count_if(picture, [&](uint32_t pixel) { return pixel != picture.front(); });
    EXPECT_GT(drawn, 320 * 240 / 10);

    const std::vector<std::string> client = {"glmark2-es2-wayland", "-s", "320x240", "-b", "effect2d:nframes=8"};
    expectSession(session("upright", {}, client), "upright", picture);
    const std::vector<uint32_t> upright = picture;
    std::ranges::reverse(picture);
    ASSERT_NE(picture, upright);
    expectSession(session("turned", {"-r", "-r"}, client), "turned", picture);
}

/// A chip that Vulkan draws on.
class VulkanSessionTest : public SessionTest {
  protected:
    static constexpr size_t kFrames = 100;

    /// The pictures of a session of vkcube, in which each frame turns the cube by the same angle, without those before
    /// its first.
    std::vector<Picture> cubes(const std::string& out, size_t frames, const std::string& driver,
                               const std::vector<std::string>& settings) const {
        std::vector<std::string> client = {"env"};
        client.insert(client.end(), settings.begin(), settings.end());
        client.insert(client.end(), {"vkcube-wayland", "--c", std::to_string(frames)});
        const cli::ProgramResult result = session(out, {}, client);
        EXPECT_EQ(result.status, 0) << result.out << result.err;
        EXPECT_NE((result.out + result.err).find("Selected GPU 0: " + driver), std::string::npos) << result.out;
        EXPECT_EQ(content(out + "/summary.json").find("\"identifier\""), std::string::npos) << result.err;
        std::vector<std::filesystem::path> files;
        for (const auto& entry : std::filesystem::directory_iterator(file(out)))
            if (entry.path().extension() == ".png") files.push_back(entry.path());
        std::ranges::sort(files);
        std::vector<Picture> pictures;
        for (const std::filesystem::path& path : files) {
            Picture picture = readPng(path);
            if (isDrawn(picture)) pictures.push_back(std::move(picture));
        }
        return pictures;
    }
    /// False for one colour.
    static bool isDrawn(const Picture& picture) {
        for (size_t at = 0; at < picture.rgba.size(); ++at)
            if (picture.rgba[at] != picture.rgba[at % 4]) return true;
        return false;
    }
};

// The cube as Mesa's lavapipe draws it in such a session, frame by frame. That one's last frames may not be shown any
// more. Of 25.0.7 alone: the freedreno of 22.3.6, with which the compositor draws, submits on a thread of its own even
// what others wait for (Mesa: freedreno_ringbuffer_sp.c, enqueue_submit_list), so that the display may show a buffer
// before the work in it is submitted, and frames come twice or late.
TEST_P(VulkanSessionTest, ShowsTheCubeOfLavapipe) {
    const std::filesystem::path lavapipe = "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json";
    if (!std::filesystem::exists(lavapipe)) GTEST_SKIP() << "no " << lavapipe << " (Debian: mesa-vulkan-drivers)";
    const std::vector<Picture> ours = cubes("ours", kFrames, chip().renderer, {});
    const std::vector<Picture> reference =
        cubes("lavapipe", kFrames + 5, "llvmpipe",
              {"VK_ICD_FILENAMES=" + lavapipe.string(), "VK_DRIVER_FILES=" + lavapipe.string()});
    EXPECT_GE(ours.size(), kFrames - 3);
    constexpr int kDifference = 2;
    constexpr double kShare = 0.999;
    size_t at = 0;
    for (size_t frame = 0; frame < ours.size(); ++frame) {
        while (at < reference.size() && shareAlike(ours[frame], reference[at], kDifference) < kShare) ++at;
        ASSERT_LT(at, reference.size()) << "frame " << frame << " is none of lavapipe's";
    }
}

INSTANTIATE_TEST_SUITE_P(Chips, VulkanSessionTest,
                         testing::Combine(testing::Values(SessionChip{"a630", "Turnip Adreno (TM) 630"}),
                                          testing::Values("25.0.7")),
                         kNameOfSetting);

INSTANTIATE_TEST_SUITE_P(Chips, SessionTest,
                         testing::Combine(testing::Values(SessionChip{"gc7000l", "Vivante GC7000"},
                                                          SessionChip{"a630", "FD630"}),
                                          testing::Values("22.3.6", "25.0.7")),
                         kNameOfSetting);

}  // namespace
}  // namespace cyclorama
