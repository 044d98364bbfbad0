// SPDX-License-Identifier: MIT
// `cyclorama cut`: some frames of a trace draw as they do in the whole.

#include <gtest/gtest.h>

#include <cstdlib>

#include "cli/run_program.h"
#include "support/paths.h"

namespace cyclorama::cli {
namespace {

class CutCommand : public ProgramTest {
  protected:
    void writeScene(const std::string& name, int frames) const {
        const std::string command = paths::attilaScene() + " '" + file(name).string() + "' --frames " +
                                    std::to_string(frames) + " --width 64 --height 48";
        ASSERT_EQ(std::system(command.c_str()), 0);
    }
    std::string frame(const std::string& folder, int number) const {
        const std::string digits = std::to_string(number);
        return content(folder + "/frame" + std::string(4 - digits.size(), '0') + digits + ".png");
    }
};

TEST_F(CutCommand, FramesDrawTheSameInBothMachines) {
    writeScene("all.agp.gz", 4);
    ASSERT_EQ(run({"run", "all.agp.gz", "--out", "all"}).status, 0);
    for (const int first : {1, 2}) {
        const std::string name = "from" + std::to_string(first);
        const ProgramResult result = run({"cut", "all.agp.gz", std::to_string(first), "3", name + ".agp.gz"});
        ASSERT_EQ(result.status, 0) << result.err;
        for (const std::string mode : {"functional", "timing"}) {
            const std::string out = name + mode;
            const ProgramResult drawn = run({"run", name + ".agp.gz", "--mode", mode, "--out", out});
            ASSERT_EQ(drawn.status, 0) << drawn.err;
            EXPECT_EQ(drawn.err.find("finding"), std::string::npos) << drawn.err;
            for (int number = 0; number < 4; ++number) {
                const bool within = number >= first && number < 3;
                EXPECT_EQ(std::filesystem::exists(file(out + "/frame000" + std::to_string(number) + ".png")), within);
                if (within) {
                    EXPECT_TRUE(frame(out, number) == frame("all", number)) << out << ", frame " << number;
                }
            }
        }
    }
    EXPECT_TRUE(frame("all", 1) != frame("all", 2)) << "the scene stands still: the test shows nothing";
}

TEST_F(CutCommand, FramesFromTheStartAreTheirTransactionsAlone) {
    writeScene("all.agp.gz", 2);
    ASSERT_EQ(run({"cut", "all.agp.gz", "0", "1", "first.agp.gz"}).status, 0);
    const std::string all = run({"dump", "all.agp.gz"}).out;
    const std::string first = run({"dump", "first.agp.gz"}).out;
    // Behind the header, which says how many frames there are.
    const std::string transactions = first.substr(first.find("  number"));
    EXPECT_NE(all.find(transactions.substr(0, transactions.size() / 2)), std::string::npos);
    EXPECT_LT(first.size(), all.size());
}

TEST_F(CutCommand, RefusesWhatIsNotThere) {
    writeScene("all.agp.gz", 2);
    expectRefusal({"cut", "all.agp.gz", "1", "3", "out.agp.gz"}, "has 2 frames, not 3");
    EXPECT_FALSE(std::filesystem::exists(file("out.agp.gz")));
    expectRefusal({"cut", "all.agp.gz", "1", "1", "out.agp.gz"}, "FROM must be less than TO");
    expectRefusal({"cut", "all.agp.gz", "0", "1", "all.agp.gz"}, "is the workload itself");
    expectRefusal({"cut", "missing", "0", "1", "out.agp.gz"}, "missing");
    const std::string capture = paths::source("examples/gles_scene/gc2000.cyc");
    put("out.cyc", "a file of the user's");
    expectRefusal({"cut", capture, "1", "2", "out.cyc"}, "has the frames 0 to 0");
    EXPECT_EQ(content("out.cyc"), "a file of the user's");
}

TEST_F(CutCommand, FramesOfCapturesDrawTheSameInBothMachines) {
    const std::string all = paths::source("tests/golden/captures/medley-gc2000.cyc");
    ASSERT_EQ(run({"run", all, "--out", "all"}).status, 0);
    EXPECT_TRUE(frame("all", 0) != frame("all", 1)) << "the frames are the same: the test shows nothing";
    for (const int number : {0, 1}) {
        const std::string name = "only" + std::to_string(number) + ".cyc";
        const ProgramResult result = run({"cut", all, std::to_string(number), std::to_string(number + 1), name});
        ASSERT_EQ(result.status, 0) << result.err;
        for (const std::string mode : {"functional", "timing"}) {
            const std::string out = name + mode;
            const ProgramResult drawn = run({"run", name, "--mode", mode, "--out", out});
            ASSERT_EQ(drawn.status, 0) << drawn.err;
            EXPECT_TRUE(frame(out, number) == frame("all", number)) << out;
            EXPECT_FALSE(std::filesystem::exists(file(out + "/frame000" + std::to_string(1 - number) + ".png")));
        }
    }
    // Frames keep their numbers, so what was cut can be cut again.
    ASSERT_EQ(run({"cut", "only1.cyc", "1", "2", "again.cyc"}).status, 0);
    ASSERT_EQ(run({"run", "again.cyc", "--out", "again"}).status, 0);
    EXPECT_TRUE(frame("again", 1) == frame("all", 1));
    expectRefusal({"cut", "only1.cyc", "0", "1", "out.cyc"}, "has the frames 1 to 1");
}

TEST_F(CutCommand, FramesOfVulkanCapturesDrawTheSame) {
    const std::string all = paths::source("examples/vulkan_scene/a630.cyc");
    ASSERT_EQ(run({"run", all, "--out", "all"}).status, 0);
    ASSERT_EQ(run({"cut", all, "0", "1", "first.cyc"}).status, 0);
    const ProgramResult first = run({"run", "first.cyc", "--out", "first"});
    ASSERT_EQ(first.status, 0) << first.err;
    EXPECT_EQ(first.err.find("replay-differs"), std::string::npos) << first.err;
    EXPECT_TRUE(frame("first", 0) == frame("all", 0));
}

}  // namespace
}  // namespace cyclorama::cli
