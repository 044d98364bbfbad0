// SPDX-License-Identifier: MIT
// Runs whose outputs cannot all be written: what can be is there, and the first reason is reported.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "families/registry.h"
#include "report/schema.h"
#include "results/temporary_folder.h"
#include "session/machine_choice.h"
#include "session/session.h"
#include "sim/error.h"
#include "support/paths.h"

namespace cyclorama::session {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Presents three frames of one pixel, and fails then if it is to.
class ThreeFrames final : public family::Workload {
  public:
    explicit ThreeFrames(std::string failure = "") : failure_(std::move(failure)) {}

    std::unique_ptr<family::WorkloadRun> start(const family::RunRequest& request) override {
        return std::make_unique<Run>(request, failure_);
    }
    void dump(std::ostream& /*out*/) override {}

  private:
    class Run final : public family::WorkloadRun {
      public:
        Run(const family::RunRequest& request, std::string failure) : request_(request), failure_(std::move(failure)) {}

        bool advance() override {
            for (uint32_t frame = 0; frame < 3; ++frame)
                request_.frames.present(
                    {.index = frame, .picture = {.width = 1, .height = 1, .rgba = {1, 2, 3, 255}}, .cycles = {}});
            if (!failure_.empty()) throw std::runtime_error(failure_);
            return true;
        }
        std::optional<uint64_t> finish() override { return std::nullopt; }
        mem::AddressSpace* memory() override { return nullptr; }
        std::vector<machine::Counted> counted() const override { return {}; }
        std::string describeUnits() const override { return ""; }

      private:
        const family::RunRequest request_;
        std::string failure_;
    };

    std::string failure_;
};

/// Files that grow beyond a size fail as on a full disk while it lives.
class SmallFiles {
  public:
    explicit SmallFiles(rlim_t bytes) : ignored_(signal(SIGXFSZ, SIG_IGN)) {
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit small{.rlim_cur = bytes, .rlim_max = before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
    }
    ~SmallFiles() {
        setrlimit(RLIMIT_FSIZE, &before_);
        signal(SIGXFSZ, ignored_);
    }
    SmallFiles(const SmallFiles&) = delete;
    SmallFiles& operator=(const SmallFiles&) = delete;

  private:
    void (*ignored_)(int);
    rlimit before_{};
};

class FullDisk : public testing::Test {
  protected:
    SessionOptions options(bool report = false) const {
        const Chips chips{.families = families::all(), .folder = paths::source("chips")};
        return {.workload = "three frames",
                .configuration = resolve({}, chips, MachineUse::Untimed).configuration,
                .folder = folder_.path().string(),
                .printOutcome = false,
                .report = report};
    }
    /// What is written to a file of that name is refused as by a full disk.
    void fill(const std::string& name) const { std::filesystem::create_symlink("/dev/full", folder_.path() / name); }
    bool has(const std::string& name) const { return std::filesystem::is_regular_file(folder_.path() / name); }
    std::string content(const std::string& name) const {
        std::ifstream in(folder_.path() / name);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    /// The text of the error that leaves a run; empty without one.
    static std::string errorOf(Session& session, family::Workload& workload) {
        try {
            session.run(workload);
            return "";
        } catch (const std::exception& error) {
            return error.what();
        }
    }
    static std::string errorOf(SessionOptions settings, family::Workload& workload) {
        Session session(std::move(settings));
        return errorOf(session, workload);
    }

    results::TemporaryFolder folder_;
};

TEST_F(FullDisk, PictureThatCannotBeWrittenIsReportedWithItsFile) {
    fill("frame0001.png");
    ThreeFrames workload;
    EXPECT_THAT(errorOf(options(), workload), HasSubstr("frame0001.png: cannot be written: No space left on device"));
}

TEST_F(FullDisk, PictureThatCannotBeWrittenLeavesTheOtherOutputs) {
    fill("frame0001.png");
    ThreeFrames workload;
    EXPECT_NE(errorOf(options(true), workload), "");
    EXPECT_TRUE(has("frame0000.png"));
    EXPECT_TRUE(has("frame0002.png"));
    EXPECT_TRUE(has(std::string(report::kReportFile)));
    EXPECT_THAT(content("summary.json"), HasSubstr("No space left on device"));
    EXPECT_THAT(content("summary.json"), HasSubstr("frame0002.png"));
    EXPECT_THAT(content("summary.json"), Not(HasSubstr("\"image\": \"frame0001.png\"")));
}

TEST_F(FullDisk, SummaryThatCannotBeWrittenIsReportedAfterThePictures) {
    fill("summary.json");
    ThreeFrames workload;
    EXPECT_THAT(errorOf(options(), workload), HasSubstr("summary.json: cannot be written: No space left on device"));
    EXPECT_TRUE(has("frame0002.png"));
}

TEST_F(FullDisk, ReportThatCannotBeWrittenIsRemovedAndReported) {
    ThreeFrames workload;
    Session session(options(true));
    std::string error;
    {
        // Less than the report's schema and configuration; pictures and the summary take less.
        const SmallFiles small(16 << 10);
        error = errorOf(session, workload);
    }
    EXPECT_THAT(error, HasSubstr(std::string(report::kReportFile)));
    EXPECT_FALSE(has(std::string(report::kReportFile)));
    EXPECT_TRUE(has("frame0002.png"));
    EXPECT_THAT(content("summary.json"), HasSubstr(std::string(report::kReportFile)));
}

TEST_F(FullDisk, RunThatFailsReportsItsOwnReasonFirst) {
    fill("frame0001.png");
    ThreeFrames workload("the workload ends early");
    testing::internal::CaptureStderr();
    EXPECT_EQ(errorOf(options(), workload), "the workload ends early");
    EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("frame0001.png: cannot be written"));
    EXPECT_THAT(content("summary.json"), HasSubstr("the workload ends early"));
}

}  // namespace
}  // namespace cyclorama::session
