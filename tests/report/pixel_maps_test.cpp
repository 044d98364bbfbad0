// SPDX-License-Identifier: MIT
// Counts of fragments by pixel: known numbers of small scenes, the same for both machines and any number of threads,
// and the same sums as the machines' own counters.

#include "report/pixel_maps.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <numeric>

#include "machine/functional_scene.h"
#include "report/database.h"
#include "report/recorder.h"
#include "report/schema.h"

namespace cyclorama::report {
namespace {

using gpu::FragmentEnd;
using machine::kBlue;
using machine::kGreen;
using machine::kRed;
using machine::Scene;

constexpr size_t kEnds = gpu::kFragmentEnds;

/// The counts of an operation, all over its surface, rows from the top.
struct CountedOperation {
    size_t width = 0;
    std::array<std::vector<uint32_t>, kEnds> counts;

    uint32_t at(FragmentEnd end, size_t x, size_t y) const { return counts[static_cast<size_t>(end)][y * width + x]; }
    uint64_t sum(FragmentEnd end) const {
        const std::vector<uint32_t>& all = counts[static_cast<size_t>(end)];
        return std::accumulate(all.begin(), all.end(), uint64_t{0});
    }
    /// Early, killed, late, written, helpers.
    std::array<uint64_t, kEnds> sums() const {
        std::array<uint64_t, kEnds> result{};
        for (size_t end = 0; end < kEnds; ++end) result[end] = sum(static_cast<FragmentEnd>(end));
        return result;
    }
    std::vector<uint32_t> covered() const {
        std::vector<uint32_t> all(counts[0].size());
        for (const FragmentEnd end : {FragmentEnd::Early, FragmentEnd::Killed, FragmentEnd::Late, FragmentEnd::Written})
            for (size_t i = 0; i < all.size(); ++i) all[i] += counts[static_cast<size_t>(end)][i];
        return all;
    }
    bool operator==(const CountedOperation&) const = default;
};

CountedOperation countedOperation(const Statement& row) {
    const auto number = [&](int column) { return static_cast<size_t>(row.integer(column)); };
    CountedOperation counted{.width = number(0), .counts = {}};
    for (auto& counts : counted.counts) counts.resize(number(0) * number(1));
    const size_t x = number(2), y = number(3), width = number(4), height = number(5), bytes = number(6);
    std::vector<size_t> ends;
    for (size_t end = 0; end < kEnds; ++end)
        if (row.integer(8 + static_cast<int>(end)) != 0) ends.push_back(end);
    std::vector<uint8_t> content(width * height * bytes * ends.size());
    auto length = static_cast<uLongf>(content.size());
    const std::span<const std::byte> stream = row.blob(7);
    EXPECT_EQ(uncompress(content.data(), &length, reinterpret_cast<const Bytef*>(stream.data()),
                         static_cast<uLong>(stream.size())),
              Z_OK);
    EXPECT_EQ(length, content.size());
    size_t at = 0;
    for (size_t line = 0; line < height; ++line)
        for (const size_t end : ends)
            for (size_t i = 0; i < width; ++i, at += bytes)
                counted.counts[end][(y + line) * counted.width + x + i] =
                    bytes == 1 ? content[at] : content[at] | uint32_t{content[at + 1]} << 8;
    for (size_t end = 0; end < kEnds; ++end)
        EXPECT_EQ(counted.sum(static_cast<FragmentEnd>(end)), number(8 + static_cast<int>(end)));
    return counted;
}

class PixelMapsTest : public testing::Test {
  protected:
    ~PixelMapsTest() override { std::filesystem::remove_all(folder_); }

    void SetUp() override { std::filesystem::create_directories(folder_); }

    /// The counts of the draws of a run without time on so many threads; with time for none.
    std::map<int64_t, CountedOperation> record(const Scene& scene, uint32_t threads) {
        Recorder recorder({.file = folder_ / kReportFile,
                           .workload = "scene",
                           .mode = threads == 0 ? "timing" : "functional",
                           .configuration = configuration_,
                           .findings = findings_});
        if (threads == 0)
            scene.runTimed({.observer = &recorder}, configuration_);
        else
            scene.run({.threads = threads, .observer = &recorder}, configuration_);
        recorder.finish({});
        std::map<int64_t, CountedOperation> draws;
        const Database report = Database::openForReading(folder_ / kReportFile);
        Statement row(
            report,
            "SELECT surface_width, surface_height, x, y, width, height, bytes, counts, rejected_early, killed, "
            "rejected_late, written, helpers, draw FROM pixel_counts JOIN operations ON id = operation");
        while (row.next()) draws.emplace(row.integer(13), countedOperation(row));
        return draws;
    }
    /// A sum of counters of that name in the report of the last run.
    int64_t counter(const std::string& name) {
        const Database report = Database::openForReading(folder_ / kReportFile);
        Statement sum(report, "SELECT sum(value) FROM frame_counters JOIN counters ON id = counter WHERE name LIKE '" +
                                  name + "'");
        EXPECT_TRUE(sum.next());
        EXPECT_FALSE(sum.isNull(0)) << name;
        return sum.integer(0);
    }

    std::filesystem::path folder_ =
        std::filesystem::path(testing::TempDir()) /
        ("pixels_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    machine::Configuration configuration_;
    sim::Findings findings_;
};

/// A rectangle behind half of another, and one without anything in front, of an odd width and place.
Scene depthScene(bool early) {
    Scene scene;
    scene.state.earlyZ = early;
    scene.depthTest(func::CompareFunction::Less);
    scene.draw(scene.rectangle(0, 0, 32, 64, kBlue, 0.0f));
    scene.draw(scene.rectangle(16, 8, 48, 24, kRed, 0.5f));
    scene.draw(scene.rectangle(5, 40, 12, 43, kGreen, -0.5f));
    scene.present();
    return scene;
}

TEST_F(PixelMapsTest, DistinguishesRejectionsBeforeAndAfterTheProgram) {
    for (const bool early : {true, false})
        for (const uint32_t threads : {0u, 1u}) {
            const auto draws = record(depthScene(early), threads);
            ASSERT_EQ(draws.size(), 3U);
            EXPECT_EQ(draws.at(0).sums(), (std::array<uint64_t, kEnds>{0, 0, 0, 32 * 64, draws.at(0).sums()[4]}));
            const uint64_t rejected = 16 * 16;
            EXPECT_EQ(draws.at(1).sum(early ? FragmentEnd::Early : FragmentEnd::Late), rejected);
            EXPECT_EQ(draws.at(1).sum(early ? FragmentEnd::Late : FragmentEnd::Early), 0U);
            EXPECT_EQ(draws.at(1).sum(FragmentEnd::Written), 16U * 16);
            // Rows from the top of a surface of 64, whose places count from the bottom.
            const FragmentEnd end = early ? FragmentEnd::Early : FragmentEnd::Late;
            EXPECT_EQ(draws.at(1).at(end, 16, 63 - 8), 1U);
            EXPECT_EQ(draws.at(1).at(end, 31, 63 - 23), 1U);
            EXPECT_EQ(draws.at(1).at(end, 31, 63 - 24), 0U);
            EXPECT_EQ(draws.at(1).at(FragmentEnd::Written, 32, 63 - 8), 1U);
            EXPECT_EQ(draws.at(2).sum(FragmentEnd::Written), 7U * 3);
        }
}

TEST_F(PixelMapsTest, CountsHelpersOfQuads) {
    Scene scene;
    scene.draw(scene.rectangle(4, 4, 8, 8));
    scene.draw({{scene.at(5, 5), kRed},
                {scene.at(6, 5), kRed},
                {scene.at(6, 6), kRed},
                {scene.at(5, 5), kRed},
                {scene.at(6, 6), kRed},
                {scene.at(5, 6), kRed}});
    scene.present();
    for (const uint32_t threads : {0u, 1u}) {
        const auto draws = record(scene, threads);
        // Two triangles: in the two quads on the diagonal either has the fragments that the other helps with.
        EXPECT_EQ(draws.at(0).sums(), (std::array<uint64_t, kEnds>{0, 0, 0, 16, 8}));
        EXPECT_EQ(draws.at(1).sums(), (std::array<uint64_t, kEnds>{0, 0, 0, 1, 3}));
        EXPECT_EQ(draws.at(1).at(FragmentEnd::Written, 5, 63 - 5), 1U);
        EXPECT_EQ(draws.at(1).at(FragmentEnd::Helper, 4, 63 - 4), 1U);
        EXPECT_EQ(draws.at(1).at(FragmentEnd::Helper, 5, 63 - 5), 0U);
    }
}

TEST_F(PixelMapsTest, CountsFragmentsThatTheirProgramKills) {
    Scene scene;
    scene.state.earlyZ = false;
    scene.depthTest(func::CompareFunction::Less);
    scene.fragmentProgram("add r0.x, i0.x, -32.0\nkil r0.xxxx\nmov o1, i1 <- end");
    scene.draw(scene.everything(kRed, 0.0f)).draw(scene.everything(kGreen, 0.5f)).present();
    for (const uint32_t threads : {0u, 1u}) {
        const auto draws = record(scene, threads);
        EXPECT_EQ(draws.at(0).sum(FragmentEnd::Killed), 32U * 64);
        EXPECT_EQ(draws.at(0).sum(FragmentEnd::Written), 32U * 64);
        EXPECT_EQ(draws.at(1).sum(FragmentEnd::Late), 32U * 64);
        EXPECT_EQ(draws.at(1).at(FragmentEnd::Killed, 31, 10), 1U);
        EXPECT_EQ(draws.at(1).at(FragmentEnd::Late, 32, 10), 1U);
    }
}

/// Triangles all over the place, with as many samples a pixel.
Scene manyTriangles(uint32_t samples, bool early) {
    Scene scene(200, 150);
    scene.state.earlyZ = early;
    scene.state.multisampling = {.enabled = samples > 1, .samples = samples};
    scene.state.raster.edit().scissor = {.enabled = true, .x = 11, .y = 7, .width = 180, .height = 131};
    scene.depthTest(func::CompareFunction::Less);
    uint32_t random = 1;
    const auto next = [&random](uint32_t below) {
        random = random * 1664525 + 1013904223;
        return static_cast<float>((random >> 8) % below);
    };
    for (int draw = 0; draw < 4; ++draw) {
        std::vector<machine::Vertex> vertices;
        for (int v = 0; v < 3 * 40; ++v)
            vertices.push_back({scene.at(next(200), next(150), next(100) / 100.0f - 0.5f), kRed});
        scene.draw(vertices);
    }
    scene.present();
    return scene;
}

TEST_F(PixelMapsTest, AgreesBetweenMachinesAndThreads) {
    for (const uint32_t samples : {1u, 4u})
        for (const bool early : {true, false}) {
            const Scene scene = manyTriangles(samples, early);
            const auto timed = record(scene, 0);
            const auto one = record(scene, 1);
            EXPECT_EQ(record(scene, 3), one) << samples << " samples";
            ASSERT_EQ(timed.size(), 4U);
            EXPECT_EQ(timed, one) << samples << " samples, " << (early ? "early" : "late");
        }
}

TEST_F(PixelMapsTest, AddsUpToTheCountersOfTheMachines) {
    for (const bool early : {true, false}) {
        const Scene scene = manyTriangles(1, early);
        const auto sum = [](const std::map<int64_t, CountedOperation>& draws, std::initializer_list<FragmentEnd> ends) {
            uint64_t all = 0;
            for (const auto& [draw, counts] : draws)
                for (const FragmentEnd end : ends) all += counts.sum(end);
            return static_cast<int64_t>(all);
        };
        const auto all = {FragmentEnd::Early, FragmentEnd::Killed, FragmentEnd::Late, FragmentEnd::Written};
        const auto functional = record(scene, 2);
        EXPECT_EQ(sum(functional, all), counter("Fragments"));
        EXPECT_EQ(sum(functional, {FragmentEnd::Killed, FragmentEnd::Late, FragmentEnd::Written}),
                  counter("FragmentsShaded"));
        const auto timed = record(scene, 0);
        EXPECT_EQ(sum(timed, all), counter("InputFragments_HZ") - counter("OutsideTriangleFragments_HZ") -
                                       counter("OutsideViewportFragments_HZ") - 4 * 4);  // four last quads
        EXPECT_EQ(sum(timed, {FragmentEnd::Written}), counter("PassedFragments_ZST%"));
    }
}

TEST_F(PixelMapsTest, CountsNoFurtherThanTheyCan) {
    gpu::PixelCounts counts(3, 2);
    for (int i = 0; i < 70000; ++i) counts.add(FragmentEnd::Written, 2, 0, 0xf);
    counts.add(FragmentEnd::Written, 4, 0, 0xf);
    counts.add(FragmentEnd::Written, 0, -2, 0xf);
    const std::span<const uint16_t> tile = counts.tile(FragmentEnd::Written, 0, 0);
    ASSERT_EQ(tile.size(), size_t{gpu::PixelCounts::kTile} * gpu::PixelCounts::kTile);
    EXPECT_EQ(tile[2], gpu::PixelCounts::kMost);
    EXPECT_EQ(tile[gpu::PixelCounts::kTile + 2], gpu::PixelCounts::kMost);
    EXPECT_EQ(std::ranges::count(tile, 0), static_cast<std::ptrdiff_t>(tile.size()) - 2);
    EXPECT_TRUE(counts.tile(FragmentEnd::Early, 0, 0).empty());
}

TEST_F(PixelMapsTest, KeepsLargeCountsInTwoBytes) {
    Database database = Database::create(folder_ / kReportFile);
    database.execute(kSchema);
    Background background;
    PixelMaps maps({.database = database, .background = background});
    gpu::PixelCounts* const counts = maps.start(7, {.width = 100, .height = 40, .order = func::RowOrder::BottomFirst});
    ASSERT_NE(counts, nullptr);
    EXPECT_EQ(maps.start(7, {.width = 100, .height = 40}), nullptr);
    for (int i = 0; i < 300; ++i) counts->add(FragmentEnd::Killed, 60, 34, 1);
    counts->add(FragmentEnd::Helper, 20, 38, 8);
    ASSERT_NE(maps.start(8, {.width = 1, .height = 1}), nullptr);
    maps.finish();
    background.finish();
    Statement row(database,
                  "SELECT surface_width, surface_height, x, y, width, height, bytes, counts, rejected_early, killed, "
                  "rejected_late, written, helpers, operation FROM pixel_counts");
    ASSERT_TRUE(row.next());
    EXPECT_EQ(row.integer(13), 7);
    EXPECT_EQ((std::array{row.integer(2), row.integer(3), row.integer(4), row.integer(5), row.integer(6)}),
              (std::array<int64_t, 5>{21, 0, 40, 6, 2}));
    const CountedOperation counted = countedOperation(row);
    EXPECT_EQ(counted.at(FragmentEnd::Killed, 60, 5), 300U);
    EXPECT_EQ(counted.at(FragmentEnd::Helper, 21, 0), 1U);
    // Nothing was counted in the other.
    EXPECT_FALSE(row.next());
}

}  // namespace
}  // namespace cyclorama::report
