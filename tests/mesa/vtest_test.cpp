// SPDX-License-Identifier: MIT
// Mesa's virpipe driver, on X11 and without a display: programs on the ATTILA GPU by the vtest socket.

#include <errno.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <filesystem>
#include <string>
#include <system_error>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "device/protocol/unique_fd.h"
#include "mesa/virgl_program.h"
#include "mesa/virtual_screen.h"
#include "support/pictures.h"

namespace cyclorama {
namespace {

class VtestTest : public VirglProgramTest {
  protected:
    static std::vector<std::string> scene(const std::string& out) {
        return {paths::glesScene(), "--frames", "2", "--width", "160", "--height", "120", "--out", out};
    }
    void expectSameScene(const std::string& one, const std::string& other) const {
        for (const char* const frame : {"/frame0000.png", "/frame0001.png"})
            EXPECT_EQ(content(one + frame), content(other + frame)) << other << frame;
    }
    /// Pictures of a window at the top left of the screen, of which at least one is as the program drew it.
    static bool anyIsAmong(const std::vector<Picture>& seen, const std::filesystem::path& frames) {
        return std::ranges::any_of(std::filesystem::directory_iterator(frames), [&](const auto& entry) {
            return entry.path().extension() == ".png" && std::ranges::count(seen, readPng(entry.path())) > 0;
        });
    }
};

class VtestMesaTest : public VtestTest, public testing::WithParamInterface<std::string> {
    const std::string& mesa() const override { return GetParam(); }
};

constexpr uint32_t kGears = 300;  // pixels of the window's edges
constexpr size_t kLooks = 20;     // at the window, with a frame between two of them

/// The files of a folder in the order in which they are written from now on.
class WrittenFiles {
  public:
    explicit WrittenFiles(const std::filesystem::path& folder) : events_(inotify_init1(IN_CLOEXEC)) {
        EXPECT_GE(inotify_add_watch(events_.get(), folder.c_str(), IN_CLOSE_WRITE | IN_MOVED_TO), 0);
    }

    /// Waits for the next one; its name.
    std::string next() {
        while (names_.empty()) take();
        std::string name = std::move(names_.front());
        names_.pop_front();
        return name;
    }

  private:
    void take() {
        std::array<char, 4096> events{};
        const ssize_t bytes = read(events_.get(), events.data(), events.size());
        if (bytes <= 0) throw std::system_error(errno, std::generic_category(), "inotify");
        for (size_t at = 0; at < static_cast<size_t>(bytes);) {
            inotify_event event{};
            std::memcpy(&event, &events[at], sizeof event);
            // The name ends with zeros.
            names_.emplace_back(&events[at + sizeof event]);
            at += sizeof event + event.len;
        }
    }

    device::UniqueFd events_;
    std::deque<std::string> names_;
};

TEST_P(VtestMesaTest, DrawsTheSamePictureByTheSocketAndByTheNode) {
    if (paths::glesScene().empty()) GTEST_SKIP() << "gles_scene is not built: it needs libgles2-mesa-dev";
    for (const bool socket : {false, true}) {
        const cli::ProgramResult result =
            exec(socket ? std::vector<std::string>{"--vtest"} : std::vector<std::string>{},
                 scene(socket ? "socket" : "node"));
        ASSERT_EQ(result.status, 0) << result.out << result.err;
        EXPECT_NE(result.out.find("ATTILA"), std::string::npos) << result.out;
        EXPECT_EQ(result.err.find("virgl-"), std::string::npos) << result.err;
    }
    EXPECT_FALSE(content("node/frame0001.png").empty());
    expectSameScene("node", "socket");
}

TEST_P(VtestMesaTest, ServesSeveralProgramsAtOnce) {
    if (paths::glesScene().empty()) GTEST_SKIP() << "gles_scene is not built: it needs libgles2-mesa-dev";
    std::string both;
    for (const char* const out : {"first", "second"}) {
        for (const std::string& word : scene(out)) both += word + " ";
        both += "& ";
    }
    const cli::ProgramResult result = exec({"--vtest"}, {"sh", "-c", both + "wait"});
    ASSERT_EQ(result.status, 0) << result.out << result.err;
    EXPECT_EQ(result.err.find("virgl-"), std::string::npos) << result.err;
    EXPECT_FALSE(content("first/frame0001.png").empty());
    expectSameScene("first", "second");
}

TEST_P(VtestMesaTest, ListsWhatItOffersToGlx) {
    if (!installed("Xvfb")) GTEST_SKIP() << "Xvfb is not there (package xvfb)";
    if (!installed("glxinfo")) GTEST_SKIP() << "glxinfo is not there (package mesa-utils)";
    const VirtualScreen screen;
    const cli::ProgramResult result = exec({"--vtest"}, {"glxinfo", "-B"});
    EXPECT_EQ(result.status, 0) << result.out << result.err;
    EXPECT_NE(result.out.find("direct rendering: Yes"), std::string::npos) << result.out << result.err;
    EXPECT_NE(result.out.find("OpenGL renderer string: virgl (virgl (ATTILA"), std::string::npos) << result.out;
}

/// Programs with a window of gears: GLX and OpenGL, and EGL and OpenGL ES.
class VtestGears : public VtestTest, public testing::WithParamInterface<std::tuple<std::string, std::string>> {
  protected:
    const std::string& mesa() const override { return std::get<1>(GetParam()); }
    static const std::string& program() { return std::get<0>(GetParam()); }
};

TEST_P(VtestGears, ShowsThemInAWindowAndReplaysThem) {
    if (!installed("Xvfb")) GTEST_SKIP() << "Xvfb is not there (package xvfb)";
    if (!installed(program())) GTEST_SKIP() << program() << " is not there (package mesa-utils)";
    const VirtualScreen screen;
    std::filesystem::create_directory(file("live"));
    WrittenFiles written(file("live"));
    cli::ProgramResult result;
    std::thread runner([&] {
        result = exec({"--vtest", "--out", "live", "--record", "gears.agp.gz"},
                      {"sh", "-c", "echo $$ >pid; exec " + program()});
        put("live/over", "");
    });
    std::vector<Picture> seen;
    for (std::string name = written.next(); name != "over"; name = written.next()) {
        if (!name.ends_with(".png")) continue;
        Picture picture = screen.read(kGears, kGears);
        if (std::ranges::none_of(picture.rgba, [](uint8_t c) { return c != 0 && c != 0xff; })) continue;
        seen.push_back(std::move(picture));
        // The program has no end of its own.
        if (seen.size() == kLooks) kill(std::atoi(content("pid").c_str()), SIGTERM);
    }
    runner.join();
    EXPECT_EQ(result.status, 128 + SIGTERM) << result.out << result.err;
    EXPECT_EQ(result.err.find("virgl-"), std::string::npos) << result.err;
    const Picture first = readPng(file("live/frame0000.png"));
    EXPECT_EQ(first.width, kGears);
    EXPECT_EQ(first.height, kGears);
    ASSERT_FALSE(seen.empty());
    EXPECT_TRUE(anyIsAmong(seen, file("live"))) << seen.size() << " pictures of the window";
    const cli::ProgramResult replayed =
        run({"run", "gears.agp.gz", "--gpu", "attila", "--frames", "3", "--out", "replayed"});
    ASSERT_EQ(replayed.status, 0) << replayed.err;
    EXPECT_EQ(content("replayed/frame0002.png"), content("live/frame0002.png"));
}

INSTANTIATE_TEST_SUITE_P(Programs, VtestGears,
                         testing::Combine(testing::Values("glxgears", "es2gears_x11"), testing::ValuesIn(kVirglMesas)),
                         kNameOfSetting);
INSTANTIATE_TEST_SUITE_P(Mesas, VtestMesaTest, testing::ValuesIn(kVirglMesas), kNameOfSetting);

}  // namespace
}  // namespace cyclorama
