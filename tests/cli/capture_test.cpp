// SPDX-License-Identifier: MIT
// The bundled capture of examples/gles_scene, which Mesa 22.3.6 submitted for a GC2000: `run` draws its frame, `dump`
// decodes it. Its cycles are those of a golden run; what else a timed run says is asked of a smaller capture.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>
#include <vector>

#include "cli/run_program.h"
#include "families/attila/trace/attila_trace_writer.h"
#include "families/vivante/capture/vivante_capture_writer.h"
#include "family/capture/capture_replay.h"
#include "support/paths.h"
#include "workload/capture_header.h"

namespace cyclorama::cli {
namespace {

class BundledCapture : public ProgramTest {
  protected:
    static std::string capture() { return paths::source("examples/gles_scene/gc2000.cyc"); }
};

TEST_F(BundledCapture, DrawsItsFrame) {
    const ProgramResult result = run({"run", capture(), "--out", "first"});
    ASSERT_EQ(result.status, 0) << result.err;
    const auto summary = nlohmann::json::parse(content("first/summary.json"));
    ASSERT_EQ(summary.at("frames").size(), 1u);
    for (const auto& finding : summary.at("findings"))
        EXPECT_EQ(finding.at("severity"), "slow") << finding.at("identifier");
    // A picture with so much in it does not compress to a few bytes.
    EXPECT_GT(content("first/frame0000.png").size(), 50'000u);
    ASSERT_EQ(run({"run", capture(), "--out", "second"}).status, 0);
    EXPECT_EQ(content("first/frame0000.png"), content("second/frame0000.png"));
}

using SmallCapture = ProgramTest;

TEST_F(SmallCapture, TakesTimeForTheSameFrame) {
    const std::string capture = paths::source("tests/golden/captures/medley-gc2000.cyc");
    ASSERT_EQ(run({"run", capture, "--out", "drawn"}).status, 0);
    const ProgramResult result = run({"run", capture, "--mode", "timing", "--out", "timed"});
    ASSERT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(content("timed/frame0000.png"), content("drawn/frame0000.png"));
    const auto summary = nlohmann::json::parse(content("timed/summary.json"));
    const auto drawn = nlohmann::json::parse(content("drawn/summary.json"));
    EXPECT_EQ(summary.at("findings"), drawn.at("findings"));
    const auto& frame = summary.at("frames").at(0);
    EXPECT_GT(frame.at("cycles"), 100'000);
    uint64_t spent = 0;
    for (const auto& [activity, cycles] : frame.at("activities").items()) spent += cycles.get<uint64_t>();
    // All but the cycle of power-on.
    EXPECT_EQ(spent + 1, frame.at("cycles"));
    for (const char* const unit : {"CommandProcessor", "StreamerLoader", "ColorWrite", "TextureUnit", "ResolveEngine"})
        EXPECT_TRUE(frame.at("memory").contains(unit)) << unit;
    EXPECT_NE(result.err.find("TextureUnit"), std::string::npos) << result.err;
}

TEST_F(SmallCapture, IsLimitedByTheConfiguration) {
    const std::string capture = paths::source("tests/golden/captures/medley-gc2000.cyc");
    const auto framesOf = [&](const std::vector<std::string>& settings) {
        std::vector<std::string> arguments{"run", capture, "--out", "limited"};
        for (const std::string& setting : settings) arguments.insert(arguments.end(), {"--set", setting});
        EXPECT_EQ(run(arguments).status, 0);
        return nlohmann::json::parse(content("limited/summary.json")).at("frames").size();
    };
    const size_t all = framesOf({});
    ASSERT_GE(all, 1u);
    EXPECT_EQ(framesOf({"SIMULATOR.SimFrames=1"}), 1u);
    EXPECT_EQ(framesOf({"SIMULATOR.StartFrame=1"}), all - 1);

    ASSERT_EQ(run({"run", capture, "--mode", "timing", "--out", "stopped", "--set", "SIMULATOR.SimFrames=0", "--set",
                   "SIMULATOR.SimCycles=5000"})
                  .status,
              0);
    const auto stopped = nlohmann::json::parse(content("stopped/summary.json"));
    EXPECT_EQ(stopped.at("cycles"), 5000);
    EXPECT_TRUE(stopped.at("frames").empty());
}

/// A capture of a submission that does nothing, but is said to have left `left` in a buffer.
void recordNothing(const std::filesystem::path& path, std::byte left) {
    using namespace workload;
    GzipFileOutput output(path.string());
    vivante::VivanteCaptureWriter writer(output,
                                         {.name = "GC2000", .model = 0x2000, .revision = 0x5108, .pixelPipes = 2});
    std::vector<std::byte> buffer(4096);
    writer.map(0, 0x01000000, 7, buffer);
    constexpr std::array<uint32_t, 2> kNop{3u << 27, 0};
    writer.submit(0, 0x00100000, false, std::as_bytes(std::span(kNop)));
    buffer[9] = left;
    writer.executed(std::array<uint64_t, 1>{7});
    output.close();
}

using ReplayTest = ProgramTest;

TEST_F(ReplayTest, FindsWhatASubmissionLeftElse) {
    for (const std::string mode : {"functional", "timing"}) {
        recordNothing(file("same.cyc"), std::byte{0});
        ProgramResult result = run({"run", "same.cyc", "--gpu", "gc2000", "--mode", mode, "--out", "same-" + mode});
        EXPECT_EQ(result.status, 0) << result.err;
        EXPECT_EQ(result.err.find(family::kReplayDiffers.identifier), std::string::npos) << result.err;
        recordNothing(file("other.cyc"), std::byte{1});
        result = run({"run", "other.cyc", "--gpu", "gc2000", "--mode", mode, "--out", "other-" + mode});
        EXPECT_EQ(result.status, 0) << result.err;
        EXPECT_NE(result.err.find("submission 0: buffer 7"), std::string::npos) << result.err;
        const auto summary = nlohmann::json::parse(content("other-" + mode + "/summary.json"));
        ASSERT_EQ(summary.at("findings").size(), 1u);
        EXPECT_EQ(summary.at("findings").at(0).at("identifier"), family::kReplayDiffers.identifier);
    }
}

TEST_F(ReplayTest, DocumentsItsFinding) {
    const std::string text = results::contentOf(paths::source("docs/reference/findings.md"));
    const std::string row = fmt::format("| `{}` | {} | {} | {} |", family::kReplayDiffers.identifier,
                                        sim::name(family::kReplayDiffers.severity), family::kReplayDiffers.sentence,
                                        family::kReplayDiffers.hint);
    EXPECT_NE(text.find(row), std::string::npos) << row;
}

using ForeignCapture = ProgramTest;

TEST_F(ForeignCapture, IsRefusedByItsFamilyOrVersion) {
    const auto write = [&](const std::string& name, const workload::CaptureSchema& schema) {
        workload::GzipFileOutput output(file(name).string());
        workload::writeCaptureHeader(output, schema);
        output.close();
    };
    write("foreign.cyc", {.tag = "Xyz"});
    write("newer.cyc", {.tag = "Viv", .version = 200});
    for (const std::string command : {"run", "dump"}) {
        const ProgramResult foreign = run({command, "foreign.cyc"});
        EXPECT_EQ(foreign.status, 2);
        EXPECT_NE(
            foreign.err.find("foreign.cyc:offset 4: a capture of the GPU family Xyz; what can be read is an ATTILA"),
            std::string::npos)
            << foreign.err;
        const ProgramResult newer = run({command, "newer.cyc"});
        EXPECT_EQ(newer.status, 2);
        EXPECT_NE(newer.err.find("newer.cyc:offset 7: the capture has version 200"), std::string::npos) << newer.err;
    }
}

TEST_F(BundledCapture, IsDecodedByName) {
    const ProgramResult result = run({"dump", capture()});
    ASSERT_EQ(result.status, 0) << result.err;
    for (const char* const part : {"capture of a GC2000", "LOAD_STATE", "PA.W_CLIP_LIMIT", "DRAW_PRIMITIVES"})
        EXPECT_NE(result.out.find(part), std::string::npos) << part;
}

}  // namespace
}  // namespace cyclorama::cli
