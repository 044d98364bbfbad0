// The bundled capture of examples/gles_scene, which Mesa 22.3.6 submitted for a GC2000: `run` draws its frame, `dump`
// decodes it.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/run_program.h"

namespace cyclorama::cli {
namespace {

class BundledCapture : public ProgramTest {
  protected:
    static std::string capture() { return CYCLORAMA_SOURCE_DIR "/examples/gles_scene/gc2000.cyc"; }
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

TEST_F(BundledCapture, TakesTimeForTheSameFrame) {
    ASSERT_EQ(run({"run", capture(), "--out", "drawn"}).status, 0);
    const ProgramResult result = run({"run", capture(), "--mode", "timing", "--out", "timed"});
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

TEST_F(BundledCapture, IsDecodedByName) {
    const ProgramResult result = run({"dump", capture()});
    ASSERT_EQ(result.status, 0) << result.err;
    for (const char* const part : {"capture of a GC2000", "LOAD_STATE", "PA.W_CLIP_LIMIT", "DRAW_PRIMITIVES"})
        EXPECT_NE(result.out.find(part), std::string::npos) << part;
}

}  // namespace
}  // namespace cyclorama::cli
