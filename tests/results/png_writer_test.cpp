// SPDX-License-Identifier: MIT
#include "results/png_writer.h"

#include <gtest/gtest.h>
#include <png.h>

#include <vector>

#include "results/temporary_folder.h"
#include "sim/error.h"

namespace cyclorama::results {
namespace {

struct ReadPicture {
    uint32_t width = 0;
    uint32_t height = 0;
    bool hasAlpha = false;
    std::vector<uint8_t> rgba;
};

ReadPicture readPng(const std::filesystem::path& path) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    EXPECT_NE(png_image_begin_read_from_file(&image, path.c_str()), 0) << image.message;
    ReadPicture picture{.width = image.width,
                        .height = image.height,
                        .hasAlpha = (image.format & PNG_FORMAT_FLAG_ALPHA) != 0,
                        .rgba = {}};
    image.format = PNG_FORMAT_RGBA;
    picture.rgba.resize(PNG_IMAGE_SIZE(image));
    EXPECT_NE(png_image_finish_read(&image, nullptr, picture.rgba.data(), 0, nullptr), 0) << image.message;
    return picture;
}

std::vector<uint8_t> pixels(uint32_t width, uint32_t height, bool opaque) {
    std::vector<uint8_t> rgba;
    for (uint32_t i = 0; i < width * height; ++i) {
        for (uint32_t c = 0; c < 4; ++c) {
            rgba.push_back(c == 3 && opaque ? 255 : static_cast<uint8_t>(i * 37 + c * 91 + (i >> 3)));
        }
    }
    return rgba;
}

TEST(PngWriter, KeepsEveryPixel) {
    const TemporaryFolder folder;
    for (const bool opaque : {true, false}) {
        const std::vector<uint8_t> rgba = pixels(33, 17, opaque);
        writePng(folder.path() / "a.png", {33, 17, rgba});
        const ReadPicture read = readPng(folder.path() / "a.png");
        EXPECT_EQ(read.width, 33u);
        EXPECT_EQ(read.height, 17u);
        EXPECT_EQ(read.hasAlpha, !opaque);
        EXPECT_EQ(read.rgba, rgba);
    }
}

TEST(PngWriter, GivesTheSameBytesForTheSamePicture) {
    const TemporaryFolder folder;
    const std::vector<uint8_t> rgba = pixels(64, 64, true);
    writePng(folder.path() / "a.png", {64, 64, rgba});
    writePng(folder.path() / "b.png", {64, 64, rgba});
    EXPECT_EQ(contentOf(folder.path() / "a.png"), contentOf(folder.path() / "b.png"));
}

TEST(PngWriter, RefusesWhatIsNoPicture) {
    const TemporaryFolder folder;
    const std::vector<uint8_t> rgba(16);
    EXPECT_THROW(writePng(folder.path() / "a.png", {0, 4, {}}), sim::Error);
    EXPECT_THROW(writePng(folder.path() / "a.png", {2, 3, rgba}), sim::Error);
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "a.png"));
    EXPECT_THROW(writePng("/dev/full", {2, 2, rgba}), sim::Error);
    EXPECT_THROW(writePng(folder.path() / "none" / "a.png", {2, 2, rgba}), sim::Error);
}

TEST(PngWriter, NamesFrames) {
    EXPECT_EQ(frameFileName(0), "frame0000.png");
    EXPECT_EQ(frameFileName(123), "frame0123.png");
    EXPECT_EQ(frameFileName(12345), "frame12345.png");
}

}  // namespace
}  // namespace cyclorama::results
