// SPDX-License-Identifier: MIT
// A run as a whole: what its folder holds when it succeeds, stops early or fails.

#include "session/session.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "families/registry.h"
#include "results/output_file.h"
#include "results/temporary_folder.h"
#include "sim/error.h"

namespace cyclorama::session {
namespace {

func::Picture pictureOf(uint8_t shade) { return {.width = 2, .height = 1, .rgba = std::vector<uint8_t>(8, shade)}; }

/// Presents frames, and then ends, or fails with a reason.
class ShownFrames final : public family::Workload {
  public:
    ShownFrames(uint32_t frames, std::string failure) : frames_(frames), failure_(std::move(failure)) {}

    std::unique_ptr<family::WorkloadRun> start(const family::RunRequest& request) override {
        return std::make_unique<Run>(*this, request);
    }
    void dump(std::ostream&) override {}

  private:
    class Run final : public family::WorkloadRun {
      public:
        Run(const ShownFrames& shown, const family::RunRequest& request) : shown_(shown), request_(request) {}

        bool advance() override {
            while (next_ < shown_.frames_) {
                if (request_.pause != nullptr && request_.pause->due()) return false;
                request_.frames.present({.index = next_++, .picture = pictureOf(1), .cycles = {}});
                if (request_.pause != nullptr) request_.pause->endFrame();
                if (request_.pause != nullptr &&
                    request_.pause->take({.operation = gpu::Present{}, .position = {}, .cost = {}}, {}))
                    return false;
            }
            if (!shown_.failure_.empty()) throw sim::Error("", "", shown_.failure_);
            return true;
        }
        std::optional<uint64_t> finish() override { return std::nullopt; }
        mem::AddressSpace* memory() override { return nullptr; }
        std::vector<machine::Counted> counted() const override { return {}; }
        std::string describeUnits() const override { return ""; }

      private:
        const ShownFrames& shown_;
        family::RunRequest request_;
        uint32_t next_ = 0;
    };

    uint32_t frames_;
    std::string failure_;
};

class SessionTest : public testing::Test {
  protected:
    SessionOptions options() const {
        return {.workload = "shown",
                .configuration = families::defaultConfiguration(),
                .folder = (folder_.path() / "out").string(),
                .printOutcome = false};
    }
    static void run(SessionOptions options, uint32_t frames, std::string failure = "") {
        ShownFrames workload(frames, std::move(failure));
        Session(std::move(options)).run(workload);
    }
    std::string file(const std::string& name) const { return folder_.path() / "out" / name; }
    nlohmann::json summary() const { return nlohmann::json::parse(results::contentOf(file("summary.json"))); }

    results::TemporaryFolder folder_;
};

TEST_F(SessionTest, WritesConfigurationPicturesAndSummary) {
    run(options(), 2);
    EXPECT_EQ(machine::Configuration::fromFile(file("config.ini"), families::defaultConfiguration()),
              families::defaultConfiguration());
    EXPECT_TRUE(std::filesystem::exists(file("frame0001.png")));
    EXPECT_EQ(summary().at("workload"), "shown");
    EXPECT_EQ(summary().at("mode"), "functional");
    EXPECT_EQ(summary().at("frames").size(), 2U);
    EXPECT_EQ(summary().at("frames").at(1).at("image"), "frame0001.png");
    EXPECT_TRUE(summary().at("cycles").is_null());
    EXPECT_FALSE(summary().contains("error"));
}

TEST_F(SessionTest, WithoutPicturesCountsFrames) {
    SessionOptions settings = options();
    settings.pictures = false;
    run(std::move(settings), 2);
    EXPECT_FALSE(std::filesystem::exists(file("frame0000.png")));
    EXPECT_EQ(summary().at("frames").size(), 2U);
    EXPECT_TRUE(summary().at("frames").at(0).at("image").is_null());
}

TEST_F(SessionTest, WithoutFolderWritesNothing) {
    SessionOptions settings = options();
    settings.folder.reset();
    run(std::move(settings), 2);
    EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(SessionTest, FailedRunKeepsItsFramesAndTheReason) {
    EXPECT_THROW(run(options(), 1, "the stream ends too early"), sim::Error);
    EXPECT_EQ(summary().at("error"), "the stream ends too early");
    EXPECT_EQ(summary().at("frames").size(), 1U);
    EXPECT_TRUE(std::filesystem::exists(file("frame0000.png")));
}

TEST_F(SessionTest, StoppedRunPrintsThePlaceAndEnds) {
    SessionOptions settings = options();
    settings.stop = stopPlaceOf("frame=2", false);
    testing::internal::CaptureStdout();
    run(std::move(settings), 5);
    const std::string text = testing::internal::GetCapturedStdout();
    EXPECT_TRUE(text.starts_with("at frame 2, draw 0, command 0: ")) << text;
    EXPECT_NE(text.find("\n2 frames and 0 draws are done\n"), std::string::npos) << text;
    EXPECT_EQ(summary().at("frames").size(), 2U);
}

TEST_F(SessionTest, PlaceAfterTheEndIsReported) {
    SessionOptions settings = options();
    settings.stop = stopPlaceOf("frame=9", false);
    testing::internal::CaptureStderr();
    run(std::move(settings), 2);
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "the run ended before frame=9\n");
}

TEST_F(SessionTest, FolderThatIsAFileIsRefused) {
    results::writeFile(folder_.path() / "out", "");
    EXPECT_THROW(Session{options()}, sim::Error);
}

TEST_F(SessionTest, PictureThatCannotBeWrittenFailsTheRun) {
    std::filesystem::create_directories(file("frame0001.png"));
    try {
        run(options(), 3);
        FAIL() << "frame0001.png is a folder";
    } catch (const sim::Error& error) {
        EXPECT_NE(std::string(error.what()).find("frame0001.png"), std::string::npos) << error.what();
    }
    EXPECT_TRUE(std::filesystem::exists(file("frame0002.png"))) << "the frames after it are written";
}

TEST_F(SessionTest, TakenPortIsRefused) {
    SessionOptions first = options();
    first.serve = 0;
    testing::internal::CaptureStderr();
    const Session session(std::move(first));
    const std::string address = testing::internal::GetCapturedStderr();
    const std::string port = address.substr(address.rfind(':') + 1);
    SessionOptions second = options();
    second.serve = static_cast<uint16_t>(std::stoul(port));
    try {
        const Session other(std::move(second));
        FAIL() << "two pages on port " << port;
    } catch (const sim::Error& error) {
        EXPECT_NE(std::string(error.what()).find("is taken"), std::string::npos) << error.what();
    }
}

TEST_F(SessionTest, UntimedRequestHasNoTimingAndTimedOneHasItsSwitches) {
    Session functional(options());
    EXPECT_FALSE(functional.request().timing);
    EXPECT_EQ(functional.request().pause, nullptr);
    SessionOptions settings = options();
    settings.mode = RunMode::Timing;
    settings.sleeping = false;
    settings.stop = stopPlaceOf("cycle=7", true);
    Session timed(std::move(settings));
    const family::RunRequest request = timed.request();
    ASSERT_TRUE(request.timing);
    EXPECT_FALSE(request.timing->sleeping);
    ASSERT_NE(request.pause, nullptr);
    EXPECT_EQ(request.pause->nextCycle(), 7U);
}

}  // namespace
}  // namespace cyclorama::session
