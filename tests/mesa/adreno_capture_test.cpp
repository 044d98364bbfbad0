// SPDX-License-Identifier: MIT
// Work of Mesa's drivers on an Adreno chip, recorded and replayed without them: each buffer and picture to the bit.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/run_program.h"
#include "mesa/mesa_is_there.h"
#include "support/paths.h"

namespace cyclorama {
namespace {

/// A version of Mesa.
class AdrenoReplayTest : public cli::ProgramTest, public testing::WithParamInterface<std::string> {
  protected:
    void SetUp() override {
        if (!mesaHasTurnip(GetParam()))
            GTEST_SKIP() << "Mesa " << GetParam() << " with Turnip is not there; scripts/setup/mesa builds it";
    }
    void expectOk(const std::vector<std::string>& arguments) const {
        const cli::ProgramResult result = run(arguments);
        EXPECT_EQ(result.status, 0) << result.err;
    }
    void record(const std::vector<std::string>& program) const {
        std::vector<std::string> arguments = {"exec",    "--gpu",    "a630",     "--mesa", GetParam(), "--display",
                                              "320x240", "--record", "made.cyc", "--out",  "made",     "--"};
        arguments.insert(arguments.end(), program.begin(), program.end());
        expectOk(arguments);
        expectOk({"run", "made.cyc", "--out", "again"});
        const std::string summary = content("again/summary.json");
        EXPECT_EQ(summary.find("\"identifier\""), std::string::npos) << summary;
    }
};

TEST_P(AdrenoReplayTest, ShowsTheSamePictures) {
    if (!installed("kmscube")) GTEST_SKIP() << "kmscube is not installed (Debian: kmscube)";
    record({"env", "FD_MESA_DEBUG=gmem", "kmscube", "-c", "3"});
    for (const std::string frame : {"/frame0000.png", "/frame0001.png"}) {
        EXPECT_FALSE(content("made" + frame).empty());
        EXPECT_EQ(content("made" + frame), content("again" + frame)) << frame;
    }
}

TEST_P(AdrenoReplayTest, LeavesTheSameBytes) {
    if (paths::vulkanTransfer().empty()) GTEST_SKIP() << "Vulkan's library is not installed (Debian: libvulkan-dev)";
    record({paths::vulkanTransfer(), "copy", "blits", "passes"});
}

size_t countOf(const std::string& text, const std::string& part) {
    size_t count = 0;
    for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++count;
    return count;
}

// Mesa's own tool sees the packets that are printed here, and what the file has is enough to execute it.
TEST_P(AdrenoReplayTest, WritesFilesThatMesaReads) {
    const std::filesystem::path cffdump = mesaPrefix("25.0.7") / "bin/cffdump";
    if (!std::filesystem::exists(cffdump)) GTEST_SKIP() << "scripts/setup/mesa 25.0.7 builds cffdump";
    if (paths::vulkanTransfer().empty()) GTEST_SKIP() << "Vulkan's library is not installed (Debian: libvulkan-dev)";
    expectOk({"exec", "--gpu", "a660", "--mesa", GetParam(), "--record", "made.rd", "--out", "made", "--", "env",
              "TU_DEBUG=gmem", paths::vulkanTransfer(), "fill", "sizes", "300", "200"});
    const cli::ProgramResult mesas = cli::runProgram(file(""), {"--no-color", "made.rd"}, {}, cffdump.string());
    ASSERT_EQ(mesas.status, 0) << mesas.err;
    const cli::ProgramResult own = run({"dump", "made.rd"});
    ASSERT_EQ(own.status, 0) << own.err;
    // Buffers that are called again are printed once here.
    for (const std::string packet : {"CP_BLIT", "CP_INDIRECT_BUFFER", "CP_SET_VISIBILITY_OVERRIDE"}) {
        EXPECT_GT(countOf(own.out, ": " + packet + " ("), 0u) << packet;
        EXPECT_EQ(countOf(mesas.out, "opcode: " + packet + " ("), countOf(own.out, ": " + packet + " (")) << packet;
    }
    expectOk({"run", "made.rd", "--out", "again"});
    EXPECT_EQ(content("again/summary.json").find("\"identifier\""), std::string::npos) << content("again/summary.json");
}

INSTANTIATE_TEST_SUITE_P(Mesas, AdrenoReplayTest, testing::Values("22.3.6", "25.0.7"), kNameOfSetting);

}  // namespace
}  // namespace cyclorama
