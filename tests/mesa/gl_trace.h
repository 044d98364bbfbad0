// SPDX-License-Identifier: MIT
#pragma once
// Traces of OpenGL calls for tests, played by llvmpipe into pictures or on a simulated GPU.

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "cli/run_program.h"
#include "support/paths.h"
#include "support/pictures.h"

namespace cyclorama {

/// A binary portable pixmap with 255 as its maximum. Fails the test, and gives an empty picture, where there is none.
inline Picture readPpm(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::string form;
    Picture picture;
    int maximum = 0;
    file >> form >> picture.width >> picture.height >> maximum;
    EXPECT_TRUE(file && form == "P6" && maximum == 255) << path;
    if (!file || picture.width > 4096 || picture.height > 4096) return {};
    file.get();
    picture.rgba.resize(size_t{4} * picture.width * picture.height, 255);
    for (size_t pixel = 0; pixel < picture.rgba.size(); pixel += 4)
        file.read(reinterpret_cast<char*>(&picture.rgba[pixel]), 3);
    EXPECT_TRUE(file) << path;
    return picture;
}

/// Red, green and blue as 0xRRGGBB; from the lower left corner, as OpenGL counts.
inline uint32_t colorAt(const Picture& picture, uint32_t x, uint32_t y) {
    if (x >= picture.width || y >= picture.height) return 0xffffffff;
    const uint8_t* const pixel = &picture.rgba[4 * ((picture.height - 1 - y) * size_t{picture.width} + x)];
    return uint32_t{pixel[0]} << 16 | uint32_t{pixel[1]} << 8 | pixel[2];
}

class GlTraceTest : public cli::ProgramTest {
  protected:
    void SetUp() override {
        if (!std::filesystem::exists(player()))
            GTEST_SKIP() << "the player is not built: it needs libegl-dev, libgbm-dev";
    }
    static std::string player() {
        return (std::filesystem::path(paths::program()).parent_path() / "cyclorama-glplayer").string();
    }
    /// Plays a trace of the test's folder with llvmpipe; its frames are then in the folder `pictures`.
    cli::ProgramResult play(const std::string& trace, const std::vector<std::string>& options = {}) const {
        std::vector<std::string> arguments = {"--pictures", "pictures", trace};
        arguments.insert(arguments.end(), options.begin(), options.end());
        setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
        cli::ProgramResult result = cli::runProgram(folder(), arguments, {}, player());
        unsetenv("LIBGL_ALWAYS_SOFTWARE");
        return result;
    }
    /// The first frame of a trace of so many pixels a side, whose calls are these.
    Picture pictureOf(const std::string& calls, const std::string& encoding = "t") const {
        put("one.txt", "GLI0." + encoding + "\n#! RES 16x16\n" + calls + "\nwglSwapBuffers(1)=1\n");
        const cli::ProgramResult result = play("one.txt");
        EXPECT_EQ(result.status, 0) << result.err;
        EXPECT_EQ(result.err, "");
        return readPpm(file("pictures/frame0000.ppm"));
    }
    /// The player's message on calls that it refuses.
    std::string refusalOf(const std::string& calls) const {
        put("bad.txt", "GLI0.t\n#! RES 16x16\n" + calls + "\n");
        const cli::ProgramResult result = play("bad.txt");
        EXPECT_EQ(result.status, 2) << calls;
        const std::string name = "cyclorama-glplayer: ";
        EXPECT_TRUE(result.err.starts_with(name)) << result.err;
        return result.err.substr(std::min(name.size(), result.err.size()));
    }
    /// Buffers 0, 1, ... in a memory region each.
    void putBuffers(const std::vector<std::vector<uint8_t>>& buffers) const {
        std::string descriptors;
        std::string regions;
        const auto append = [](std::string& bytes, size_t word) {
            for (uint32_t shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(word >> shift & 0xff);
        };
        for (size_t i = 0; i < buffers.size(); ++i) {
            for (const size_t word : {i, size_t{0x1000}, buffers[i].size(), i}) append(descriptors, word);
            for (const size_t word : {i, size_t{0x1000}, buffers[i].size()}) append(regions, word);
            regions.append(buffers[i].begin(), buffers[i].end());
        }
        put("BufferDescriptors.dat", descriptors);
        put("MemoryRegions.dat", regions);
    }
};

/// The bytes of values, as a little-endian machine has them.
template <typename T>
std::vector<uint8_t> bytesOf(std::initializer_list<T> values) {
    std::vector<uint8_t> bytes;
    for (const T& value : values) {
        const auto* const start = reinterpret_cast<const uint8_t*>(&value);
        bytes.insert(bytes.end(), start, start + sizeof value);
    }
    return bytes;
}

}  // namespace cyclorama
