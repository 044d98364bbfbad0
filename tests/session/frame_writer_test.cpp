// SPDX-License-Identifier: MIT
// Frames on their way into files.

#include "session/frame_writer.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "results/temporary_folder.h"
#include "sim/error.h"

namespace cyclorama::session {
namespace {

machine::PresentedFrame frameOf(uint32_t index) {
    return {
        .index = index, .picture = {.width = 1, .height = 1, .rgba = std::vector<uint8_t>(4, 9)}, .cycles = index * 10};
}

TEST(FrameWriter, MoreFramesThanMayWaitAreAllWrittenInOrder) {
    const results::TemporaryFolder folder;
    FrameWriter writer({.folder = results::OutputFolder(folder.path())});
    for (uint32_t index = 0; index < 40; ++index) writer.present(frameOf(index));
    writer.finish();
    const std::vector<results::FrameSummary> frames = writer.frames();
    ASSERT_EQ(frames.size(), 40U);
    for (uint32_t index = 0; index < 40; ++index) {
        EXPECT_EQ(frames[index].index, index);
        EXPECT_EQ(frames[index].cycles, index * 10);
        EXPECT_TRUE(std::filesystem::exists(folder.path() / frames[index].image)) << frames[index].image;
    }
}

TEST(FrameWriter, NextFrameFollowsTheLastOne) {
    FrameWriter writer({});
    EXPECT_EQ(writer.nextFrame(), 0U);
    writer.present(frameOf(7));
    EXPECT_EQ(writer.nextFrame(), 8U);
}

TEST(FrameWriter, WantsPicturesOnlyForFiles) {
    const results::TemporaryFolder folder;
    EXPECT_FALSE(FrameWriter({}).wantsPictures());
    EXPECT_FALSE(FrameWriter({.folder = results::OutputFolder(folder.path()), .pictures = false}).wantsPictures());
    EXPECT_TRUE(FrameWriter({.folder = results::OutputFolder(folder.path())}).wantsPictures());
}

TEST(FrameWriter, DumpsAreWrittenWithoutPicturesOfFrames) {
    const results::TemporaryFolder folder;
    FrameWriter writer({.folder = results::OutputFolder(folder.path()), .pictures = false});
    writer.dump("depth", frameOf(0).picture);
    writer.present(frameOf(0));
    writer.finish();
    EXPECT_EQ(writer.frames().at(0).image, "");
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "depth.png"));
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "frame0000.png"));
}

TEST(FrameWriter, FirstOfSeveralFailuresIsReportedAfterAllFrames) {
    const results::TemporaryFolder folder;
    for (const char* name : {"frame0001.png", "frame0002.png"}) std::filesystem::create_directory(folder.path() / name);
    FrameWriter writer({.folder = results::OutputFolder(folder.path())});
    for (uint32_t index = 0; index < 4; ++index) writer.present(frameOf(index));
    try {
        writer.finish();
        FAIL() << "two pictures could not be written";
    } catch (const sim::Error& error) {
        EXPECT_NE(std::string(error.what()).find("frame0001.png"), std::string::npos) << error.what();
    }
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "frame0003.png"));
}

}  // namespace
}  // namespace cyclorama::session
