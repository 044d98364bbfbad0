// SPDX-License-Identifier: MIT
#pragma once
// An X server of a test's own, whose picture the test reads.

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "results/temporary_folder.h"
#include "support/pictures.h"

namespace cyclorama {

/// DISPLAY names it for as long as it lives. Xvfb has to be installed.
class VirtualScreen {
  public:
    VirtualScreen() {
        std::array<int, 2> number{};
        EXPECT_EQ(pipe(number.data()), 0);
        const std::string descriptor = std::to_string(number[1]);
        process_ = fork();
        if (process_ == 0) {
            const int nowhere = open("/dev/null", O_WRONLY);
            dup2(nowhere, STDERR_FILENO);
            execlp("Xvfb", "Xvfb", "-displayfd", descriptor.c_str(), "-screen", "0", "640x480x24", "-fbdir",
                   folder_.path().c_str(), "-nolisten", "tcp", nullptr);
            _exit(127);
        }
        close(number[1]);
        // The number, and the end of its line.
        std::string said;
        for (char c = 0; ::read(number[0], &c, 1) == 1 && c != '\n';) said += c;
        close(number[0]);
        EXPECT_FALSE(said.empty()) << "Xvfb has not started";
        setenv("DISPLAY", (":" + said).c_str(), 1);
    }
    ~VirtualScreen() {
        unsetenv("DISPLAY");
        kill(process_, SIGTERM);
        waitpid(process_, nullptr, 0);
    }
    VirtualScreen(const VirtualScreen&) = delete;
    VirtualScreen& operator=(const VirtualScreen&) = delete;

    /// The top left part of the screen, opaque. It may change while it is read.
    Picture read(uint32_t width, uint32_t height) const {
        // A file of xwd: words from the highest byte on, the colours of the palette, then rows of blue, green and red.
        const std::string file = results::contentOf(folder_.path() / "Xvfb_screen0");
        const auto word = [&](size_t index) {
            uint32_t value = 0;
            for (size_t byte = 0; byte < 4; ++byte)
                value = value << 8 | static_cast<uint8_t>(file.at(4 * index + byte));
            return value;
        };
        constexpr size_t kHeaderBytes = 0, kRowBytes = 12, kColors = 19, kColorBytes = 12;
        const size_t start = word(kHeaderBytes) + word(kColors) * kColorBytes;
        Picture picture{.width = width, .height = height, .rgba = std::vector<uint8_t>(size_t{width} * height * 4)};
        for (size_t y = 0; y < height; ++y)
            for (size_t x = 0; x < width; ++x) {
                const size_t from = start + y * word(kRowBytes) + 4 * x;
                uint8_t* const to = &picture.rgba[4 * (y * width + x)];
                for (size_t c = 0; c < 3; ++c) to[c] = static_cast<uint8_t>(file.at(from + 2 - c));
                to[3] = 0xff;
            }
        return picture;
    }

  private:
    results::TemporaryFolder folder_;
    pid_t process_ = -1;
};

}  // namespace cyclorama
