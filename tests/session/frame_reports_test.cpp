// SPDX-License-Identifier: MIT
// The report of a single frame of a run, against that frame in a report of the whole run.

#include "session/frame_reports.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "families/registry.h"
#include "report/database.h"
#include "report/schema.h"
#include "results/temporary_folder.h"
#include "session/machine_choice.h"
#include "session/session.h"
#include "support/paths.h"

namespace cyclorama::session {
namespace {

struct Case {
    std::string gpu;
    std::string capture;
    RunMode mode = RunMode::Functional;
};

void PrintTo(const Case& tested, std::ostream* out) {
    *out << tested.capture << (tested.mode == RunMode::Timing ? ", timed" : "");
}

constexpr uint32_t kReported = 1;

/// Has the frame kReported reported, as the window of exec does.
class Reporter final : public machine::FrameSink {
  public:
    Reporter(machine::FrameSink& kept, FrameReports& reports) : kept_(kept), reports_(reports) {}

    void present(const machine::PresentedFrame& frame) override {
        kept_.present(frame);
        EXPECT_EQ(reports_.watches(), frame.index == kReported);
        if (reports_.recording()) folder_ = reports_.end(frame);
        if (frame.index + 1 == kReported) reports_.begin(kReported);
    }
    void dump(const std::string& name, const func::Picture& picture) override { kept_.dump(name, picture); }

    const std::filesystem::path& folder() const { return folder_; }

  private:
    machine::FrameSink& kept_;
    FrameReports& reports_;
    std::filesystem::path folder_;
};

std::vector<std::string> rows(const report::Database& report, const std::string& sql) {
    std::vector<std::string> texts;
    report::Statement statement(report, sql);
    while (statement.next()) texts.push_back(statement.isNull(0) ? "-" : statement.text(0));
    return texts;
}

/// The target's content in the end, by its name.
std::map<std::string, std::vector<uint8_t>> contents(const report::Database& report) {
    std::map<std::string, std::vector<uint8_t>> targets;
    report::Statement change(report,
                             "SELECT t.name, t.width, t.height, t.channels, x, y, c.width, c.height, difference FROM "
                             "target_changes c JOIN targets t ON t.id = c.target ORDER BY c.id");
    while (change.next()) {
        const auto number = [&](int column) { return static_cast<size_t>(change.integer(column)); };
        const size_t pixel = number(3);
        std::vector<uint8_t>& image = targets[fmt::format("{} {}x{}", change.text(0), number(1), number(2))];
        image.resize(number(1) * number(2) * pixel);
        const std::span<const std::byte> stream = change.blob(8);
        const size_t line = number(6) * pixel;
        std::vector<uint8_t> difference(line * number(7));
        auto bytes = static_cast<uLongf>(difference.size());
        EXPECT_EQ(uncompress(difference.data(), &bytes, reinterpret_cast<const Bytef*>(stream.data()),
                             static_cast<uLong>(stream.size())),
                  Z_OK);
        for (size_t i = 0; i < difference.size(); ++i)
            image[((number(5) + i / line) * number(1) + number(4)) * pixel + i % line] ^= difference[i];
    }
    return targets;
}

class FrameReportsTest : public testing::TestWithParam<Case> {
  protected:
    SessionOptions options(const std::string& name) const {
        const Chips chips{.families = families::all(), .folder = paths::source("chips")};
        const MachineUse use = GetParam().mode == RunMode::Timing ? MachineUse::Timed : MachineUse::Untimed;
        return {.workload = GetParam().capture,
                .mode = GetParam().mode,
                .configuration = resolve({.gpu = GetParam().gpu}, chips, use).configuration,
                .folder = (folder_.path() / name).string(),
                .printOutcome = false};
    }

    /// Runs the capture, of which one frame is reported. The folder of its report.
    std::filesystem::path runReported() {
        SessionOptions settings = options("some");
        settings.frameReportFolder = [&](uint32_t frame) { return folder_.path() / fmt::format("frame {}", frame); };
        Session session(std::move(settings));
        const family::RunRequest request = session.request();
        Reporter reporter(request.frames, *session.frameReports());
        const std::unique_ptr<family::Workload> workload = family::openWorkload(families::all(), file());
        Session::Outcome outcome;
        {
            const auto run = workload->start({.configuration = request.configuration,
                                              .timing = request.timing,
                                              .frames = reporter,
                                              .findings = request.findings,
                                              .observer = request.observer});
            run->advance();
            outcome = session.end(*run);
        }
        session.finish(std::move(outcome));
        return reporter.folder();
    }

    void runWhole(bool report) const {
        SessionOptions settings = options(report ? "whole" : "none");
        settings.report = report;
        Session session(std::move(settings));
        session.run(*family::openWorkload(families::all(), file()));
    }

    std::string file() const { return paths::source("tests/golden/captures/" + GetParam().capture + ".cyc"); }

    results::TemporaryFolder folder_;
};

TEST_P(FrameReportsTest, HoldWhatTheReportOfTheRunSaysOfTheFrame) {
    const std::filesystem::path folder = runReported();
    ASSERT_FALSE(folder.empty());
    runWhole(true);
    const auto one = report::Database::openForReading(folder / report::kReportFile);
    const auto whole = report::Database::openForReading(folder_.path() / "whole" / report::kReportFile);
    const auto same = [&](const std::string& sql, bool some) {
        const std::vector<std::string> expected = rows(whole, sql);
        EXPECT_EQ(rows(one, sql), expected) << sql;
        if (some) {
            EXPECT_FALSE(expected.empty()) << sql;
        }
    };
    const bool timed = GetParam().mode == RunMode::Timing;
    const std::string ofFrame = " WHERE frame = (SELECT id FROM frames WHERE number = 1) ";
    const std::string ofOperations = " JOIN operations o ON o.id = operation " + ofFrame;
    same("SELECT json_array(first_cycle, end_cycle, width, height, image) FROM frames WHERE number = 1", true);
    same(
        "SELECT json_array(kind, title, draw, ordinal, offset, first_cycle, fragments_cycle, end_cycle, "
        "share_end_cycle) FROM operations" +
            ofFrame + "ORDER BY id",
        true);
    same("SELECT json_array(name, value) FROM frame_counters JOIN counters ON id = counter" + ofFrame + "ORDER BY id",
         true);
    // The first share begins with the frame, in the report of the run where the operation before ended.
    same("SELECT counters FROM operation_amounts" + ofOperations + "ORDER BY o.id LIMIT -1 OFFSET 1", true);
    same("SELECT share_first_cycle FROM operations" + ofFrame + "ORDER BY id LIMIT -1 OFFSET 1", true);
    same("SELECT json_array(topic, name, s.value) FROM operation_states JOIN states s ON s.id = state" + ofOperations +
             "ORDER BY o.id, topic, name, s.value",
         true);
    same(
        "SELECT json_array(surface, x, y, width, height, rejected_early, killed, rejected_late, written, helpers) "
        "FROM pixel_counts" +
            ofOperations + "ORDER BY o.id",
        true);
    same(
        "SELECT json_array(o.ordinal, stage, instructions) FROM operation_programs JOIN programs p ON "
        "p.id = program" +
            ofOperations + "ORDER BY o.id, stage",
        true);
    same("SELECT json_array(identifier, sum(p.count)) FROM finding_places p JOIN findings f ON f.id = finding" +
             ofOperations + "GROUP BY identifier ORDER BY identifier",
         false);
    same("SELECT json_array(first_cycle, end_cycle, counters) FROM slices JOIN slice_amounts ON slice = id" + ofFrame +
             "ORDER BY id",
         timed);
    same("SELECT json_array(first_cycle, unit, busy, awake, cycles) FROM slices JOIN slice_units ON slice = id" +
             ofFrame + " AND awake != 0 ORDER BY id, unit",
         timed);
    same("SELECT json_array(address, client, read, written) FROM memory_blocks" + ofFrame + "ORDER BY address, client",
         timed);
    same("SELECT json_array(address, cache, hits, misses) FROM cache_blocks" + ofFrame + "ORDER BY address, cache",
         timed);
    for (const auto& [cache, unit] : {std::pair("texture", "FC64_TU-"), std::pair("texture, second level", "FC_TU-"),
                                      std::pair("depth and stencil", "FC_ZST-"), std::pair("colour", "FC_CW-")})
        for (const auto& [column, counter] : {std::pair("hits", "Hits"), std::pair("misses", "MissOK")})
            EXPECT_EQ(rows(one, fmt::format("SELECT coalesce(sum({}), 0) FROM cache_blocks WHERE cache = '{}'", column,
                                            cache)),
                      rows(one, fmt::format("SELECT CAST(coalesce(sum(value), 0) AS INTEGER) FROM frame_counters JOIN "
                                            "counters ON id = counter WHERE name GLOB '{}Fetch_{}*' OR name GLOB "
                                            "'{}Alloc_{}*'",
                                            counter, unit, counter, unit)))
                << cache << ", " << column;
    EXPECT_EQ(rows(one, "SELECT value FROM meta WHERE key = 'cycles'"),
              rows(whole, "SELECT CAST(end_cycle - first_cycle AS TEXT) FROM frames WHERE number = 1 AND end_cycle"));
    same("SELECT json_array(channel, bank, read, written, activates, conflicts, hits, misses) FROM dram_banks" +
             ofFrame + "ORDER BY channel, bank",
         timed);
    EXPECT_EQ(rows(one, "SELECT number FROM frames"), std::vector<std::string>{"1"});
    const auto expected = contents(whole);
    const auto found = contents(one);
    EXPECT_FALSE(found.empty());
    for (const auto& [name, image] : found) EXPECT_TRUE(image == expected.at(name)) << name;
    EXPECT_EQ(results::contentOf(folder / "frame0001.png"), results::contentOf(folder_.path() / "whole/frame0001.png"));
    EXPECT_EQ(results::contentOf(folder / "config.ini"), results::contentOf(folder_.path() / "whole/config.ini"));
}

TEST_P(FrameReportsTest, ChangeNothingInTheRun) {
    runReported();
    runWhole(false);
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path() / "none")) {
        const std::string name = entry.path().filename();
        EXPECT_EQ(results::contentOf(folder_.path() / "some" / name), results::contentOf(entry.path())) << name;
    }
}

INSTANTIATE_TEST_SUITE_P(Captures, FrameReportsTest,
                         testing::Values(Case{"gc2000", "medley-gc2000", RunMode::Functional},
                                         Case{"gc2000", "medley-gc2000", RunMode::Timing},
                                         Case{"gc7000l", "medley-gc7000l", RunMode::Functional},
                                         Case{"gc7000l", "medley-gc7000l", RunMode::Timing}));

}  // namespace
}  // namespace cyclorama::session
