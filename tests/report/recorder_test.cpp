// SPDX-License-Identifier: MIT
// Reports of small scenes: the same run with and without, and rows that agree with each other and with the run.

#include "report/recorder.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <array>
#include <filesystem>
#include <map>
#include <sstream>

#include "families/attila/isa/codec.h"
#include "machine/functional_scene.h"
#include "machine/values/run_observer.h"
#include "report/database.h"
#include "report/schema.h"
#include "sim/error.h"
#include "support/shader_program.h"

namespace cyclorama::report {
namespace {

/// The bytes that a zlib stream holds.
std::vector<uint8_t> inflated(std::span<const std::byte> stream, size_t bytes) {
    std::vector<uint8_t> content(bytes);
    auto length = static_cast<uLongf>(bytes);
    EXPECT_EQ(uncompress(content.data(), &length, reinterpret_cast<const Bytef*>(stream.data()),
                         static_cast<uLong>(stream.size())),
              Z_OK);
    EXPECT_EQ(length, bytes);
    return content;
}

using machine::kBlue;
using machine::kGreen;
using machine::kRed;
using machine::Scene;

/// A frame of three rectangles in front of and behind each other, and a flush.
Scene threeDraws() {
    Scene scene;
    scene.depthTest(func::CompareFunction::Less);
    const auto draw = [&](uint32_t number, const std::vector<machine::Vertex>& vertices) {
        for (const uint32_t stream : {0u, 1u})
            scene.state.input.edit().streams[stream].address = machine::kVertexAddress + number * 0x1000 + stream * 16;
        scene.draw(vertices);
    };
    draw(0, scene.everything(kBlue, 0.5f));
    draw(1, scene.rectangle(8, 8, 40, 40, kRed, 0.0f));
    scene.command(gpu::Marker{.endOfFrame = false, .message = "behind"});
    draw(2, scene.rectangle(20, 20, 60, 60, kGreen, 0.75f));
    scene.command(gpu::FlushCache{.buffer = gpu::Buffer::Color});
    scene.present();
    return scene;
}

class RecorderTest : public testing::Test {
  protected:
    ~RecorderTest() override { std::filesystem::remove_all(folder_); }

    void SetUp() override { std::filesystem::create_directories(folder_); }

    /// The report of a run of threeDraws().
    Database record(const std::string& mode) {
        Recorder recorder({.file = folder_ / kReportFile,
                           .workload = "three draws",
                           .mode = mode,
                           .configuration = configuration_,
                           .findings = findings_});
        if (mode == "timing") {
            outcome_ = threeDraws().runTimed({.observer = &recorder}, configuration_, &cycles_);
        } else {
            outcome_ = threeDraws().run({.threads = 1, .observer = &recorder}, configuration_);
        }
        recorder.finish({.cycles = mode == "timing" ? std::optional(cycles_) : std::nullopt});
        return Database::openForReading(folder_ / kReportFile);
    }

    static int64_t number(const Database& report, std::string_view sql) {
        Statement statement(report, sql);
        EXPECT_TRUE(statement.next()) << sql;
        EXPECT_FALSE(statement.isNull(0)) << sql;
        return statement.integer(0);
    }
    static std::vector<std::string> texts(const Database& report, std::string_view sql) {
        std::vector<std::string> rows;
        Statement statement(report, sql);
        while (statement.next()) rows.push_back(statement.text(0));
        return rows;
    }

    /// A target's content behind an operation.
    static std::vector<uint8_t> content(const Database& report, std::string_view aspect, int64_t operation) {
        std::vector<uint8_t> image(size_t{64} * 64 * 4);
        Statement change(report,
                         "SELECT x, y, c.width, c.height, difference FROM target_changes c JOIN targets t ON t.id = "
                         "c.target WHERE aspect = ? AND operation <= ? ORDER BY c.id");
        change.query(aspect, operation);
        while (change.next()) {
            const auto x = static_cast<size_t>(change.integer(0));
            const auto y = static_cast<size_t>(change.integer(1));
            const auto width = static_cast<size_t>(change.integer(2));
            const auto height = static_cast<size_t>(change.integer(3));
            const std::vector<uint8_t> pixels = inflated(change.blob(4), width * height * 4);
            for (size_t row = 0; row < height; ++row)
                for (size_t i = 0; i < width * 4; ++i)
                    image[((y + row) * 64 + x) * 4 + i] ^= pixels[row * width * 4 + i];
        }
        return image;
    }

    std::filesystem::path folder_ =
        std::filesystem::path(testing::TempDir()) /
        ("report_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    machine::Configuration configuration_;
    sim::Findings findings_;
    std::unique_ptr<machine::Outcome> outcome_;
    uint64_t cycles_ = 0;
};

/// Does not watch, and may be told nothing but what a machine counts.
class Sleeper final : public machine::RunObserver {
  public:
    Sleeper() { setWatching(false); }

    void command(const machine::TakenCommand&) override { ++told; }
    void started(uint32_t, const machine::StartedOperation&) override { ++told; }
    void sample(const machine::RunSample&) override { ++told; }
    uint64_t nextSample() const override { return 0; }
    void traffic(std::span<const mem::MemoryFootprint::Block>) override { ++told; }

    uint32_t told = 0;
};

TEST_F(RecorderTest, AnObserverThatDoesNotWatchGetsNoTargets) {
    Sleeper sleeper;
    uint64_t cycles = 0;
    threeDraws().runTimed({.observer = &sleeper}, configuration_, &cycles);
    threeDraws().run({.threads = 1, .observer = &sleeper}, configuration_);
    EXPECT_EQ(sleeper.told, 0u);
    EXPECT_GT(cycles, 0u);
}

TEST_F(RecorderTest, ChangesNothingInARun) {
    const auto run = [](machine::RunObserver* observer) {
        std::ostringstream frames, batches, windows;
        uint64_t cycles = 0;
        const auto outcome = threeDraws().runTimed(
            {.statistics = {.frames = &frames, .batches = &batches, .windows = &windows, .windowCycles = 500},
             .observer = observer},
            {}, &cycles);
        return std::tuple(cycles, frames.str(), batches.str(), windows.str(), outcome->picture().rgba);
    };
    Recorder recorder({.file = folder_ / kReportFile,
                       .workload = "three draws",
                       .mode = "timing",
                       .configuration = configuration_,
                       .findings = findings_});
    EXPECT_TRUE(run(&recorder) == run(nullptr));
    recorder.finish({});
}

TEST_F(RecorderTest, NamesTheOperationsOfBothMachinesAlike) {
    constexpr std::string_view kKinds = "SELECT kind || coalesce(' ' || draw, '') FROM operations ORDER BY id";
    const std::vector<std::string> timed = texts(record("timing"), kKinds);
    EXPECT_EQ(timed, (std::vector<std::string>{"clear", "clear", "write", "draw 0", "write", "draw 1", "write",
                                               "draw 2", "flush", "present"}));
    EXPECT_EQ(texts(record("functional"), kKinds), timed);
}

TEST_F(RecorderTest, NumbersPassesOverPictures) {
    Recorder recorder({.file = folder_ / kReportFile,
                       .workload = "passes",
                       .mode = "functional",
                       .configuration = configuration_,
                       .findings = findings_});
    const gpu::Pass left{.kind = "bin", .area = gpu::Pass::Area{.x = 0, .y = 0, .width = 32, .height = 64}};
    gpu::Pass right = left;
    right.area->x = 32;
    const auto operations = [&recorder](std::initializer_list<std::optional<gpu::Pass>> passes) {
        for (const std::optional<gpu::Pass>& pass : passes)
            recorder.end(recorder.start({.kind = gpu::WorkKind::Draw, .pass = pass}), {});
    };
    operations({gpu::Pass{.kind = "binning"}, gpu::Pass{.kind = "binning"}, left, std::nullopt, left, right, left});
    recorder.endFrame({.number = 0, .image = {}});
    operations({left, std::nullopt});
    recorder.endFrame({.number = 1, .image = {}});
    recorder.finish({});
    const Database report = Database::openForReading(folder_ / kReportFile);
    EXPECT_EQ(texts(report, "SELECT coalesce(pass, '-') FROM operations ORDER BY id"),
              (std::vector<std::string>{"0", "0", "1", "-", "1", "2", "3", "4", "-"}));
    EXPECT_EQ(
        texts(report,
              "SELECT frame || ' ' || kind || coalesce(' ' || x || ' ' || y || ' ' || width || ' ' || height, '') "
              "FROM passes ORDER BY id"),
        (std::vector<std::string>{"0 binning", "0 bin 0 0 32 64", "0 bin 32 0 32 64", "0 bin 0 0 32 64",
                                  "1 bin 0 0 32 64"}));
}

TEST_F(RecorderTest, SharesOutAllTime) {
    const Database report = record("timing");
    EXPECT_EQ(number(report, "SELECT min(share_first_cycle) FROM operations"), 0);
    EXPECT_EQ(number(report, "SELECT sum(share_end_cycle - share_first_cycle) = max(share_end_cycle) FROM operations"),
              1);
    EXPECT_EQ(number(report,
                     "SELECT count(*) FROM operations WHERE end_cycle <= first_cycle OR share_end_cycle < "
                     "end_cycle OR end_cycle IS NULL"),
              0);
    EXPECT_EQ(number(report, "SELECT count(*) FROM operations WHERE (kind = 'draw') <> (fragments_cycle IS NOT NULL)"),
              0);
    // Slices are all time of the frames, which is all time of the run.
    EXPECT_EQ(number(report, "SELECT sum(end_cycle - first_cycle) FROM slices"), static_cast<int64_t>(cycles_));
    EXPECT_EQ(number(report, "SELECT sum(end_cycle - first_cycle) FROM frames"), static_cast<int64_t>(cycles_));
    EXPECT_EQ(number(report, "SELECT value FROM meta WHERE key = 'cycles'"), static_cast<int64_t>(cycles_));
}

TEST_F(RecorderTest, CountsTheSameByOperationSliceAndFrame) {
    const Database report = record("timing");
    EXPECT_GE(number(report, "SELECT count(*) FROM slices"), 3);
    constexpr std::string_view kFrame =
        "SELECT sum(value) FROM frame_counters JOIN counters ON id = counter WHERE kind = 'sum'";
    const int64_t all = number(report, kFrame);
    EXPECT_GT(all, 0);
    EXPECT_EQ(number(report, "SELECT sum(value) FROM slice_counters JOIN counters ON id = counter WHERE kind = 'sum'"),
              all);
    // Counts behind the last operation belong to no operation.
    EXPECT_LE(
        number(report, "SELECT sum(value) FROM operation_counters JOIN counters ON id = counter WHERE kind = 'sum'"),
        all);
    EXPECT_EQ(number(report,
                     "SELECT sum(value) FROM operation_counters JOIN counters ON id = counter WHERE name = "
                     "'Batches_CP'"),
              3);
    // The states of the command processor are the share's time but for a few cycles.
    EXPECT_EQ(number(report,
                     "SELECT count(*) FROM operations o WHERE share_end_cycle - share_first_cycle - "
                     "(SELECT sum(value) FROM operation_counters JOIN counters ON id = counter WHERE operation "
                     "= o.id AND activity IS NOT NULL) NOT BETWEEN 0 AND 4"),
              0);
    EXPECT_GT(number(report,
                     "SELECT sum(value) FROM operation_counters JOIN counters ON id = counter WHERE client = "
                     "'ColorWrite' AND direction = 'write'"),
              0);
}

TEST_F(RecorderTest, HasAllCountersAsOneTidyTable) {
    for (const char* mode : {"functional", "timing"}) {
        const Database report = record(mode);
        for (const std::string span : {"frame", "operation", "slice"}) {
            const std::string rows = " FROM statistics WHERE span = '" + span + "'";
            EXPECT_EQ(number(report, "SELECT count(*)" + rows),
                      number(report, "SELECT count(*) FROM " + span + "_counters"))
                << mode << ' ' << span;
            EXPECT_EQ(number(report, "SELECT total(value)" + rows + " AND kind = 'sum'"),
                      number(report, "SELECT total(value) FROM " + span +
                                         "_counters JOIN counters ON id = counter "
                                         "WHERE kind = 'sum'"))
                << mode << ' ' << span;
        }
        EXPECT_EQ(number(report, "SELECT count(*) FROM statistics WHERE unit = '' OR name = ''"), 0) << mode;
        EXPECT_EQ(number(report, "SELECT count(DISTINCT draw) FROM statistics WHERE span = 'operation'"), 3) << mode;
    }
}

TEST_F(RecorderTest, CountsTheInstructionsOfPrograms) {
    for (const char* mode : {"functional", "timing"}) {
        const Database report = record(mode);
        EXPECT_EQ(texts(report, "SELECT stage FROM programs ORDER BY id"),
                  (std::vector<std::string>{"vertex", "fragment"}));
        EXPECT_EQ(number(report,
                         "SELECT count(*) FROM operation_programs JOIN operations o ON o.id = operation WHERE draw IS "
                         "NOT NULL"),
                  6);
        EXPECT_EQ(number(report, "SELECT count(*) FROM operation_programs"), 6);
        const std::vector<std::string> listing =
            texts(report, "SELECT text FROM program_instructions WHERE program = 0 ORDER BY instruction");
        EXPECT_EQ(listing, attila::listInstructions(*assembled(machine::kPassVertex))) << mode;
        EXPECT_EQ(number(report,
                         "SELECT count(*) FROM programs WHERE instructions <> (SELECT count(*) FROM "
                         "program_instructions WHERE program = id)"),
                  0);
        // Three draws of six vertices; the programs have no jumps.
        EXPECT_EQ(number(report,
                         "SELECT count(*) FROM program_instructions JOIN programs ON id = program WHERE stage = "
                         "'vertex' AND (threads < 18 OR issues = 0)"),
                  0);
    }
    const Database report = record("functional");
    EXPECT_EQ(number(report, "SELECT sum(threads) FROM program_instructions"),
              number(report,
                     "SELECT sum(value) FROM frame_counters JOIN counters ON id = counter WHERE name = "
                     "'ShaderInstructions'"));
}

TEST_F(RecorderTest, SaysWhatUnitsDidAndWaitedForAndWhichSetThePace) {
    const Database report = record("timing");
    EXPECT_EQ(number(report,
                     "SELECT count(*) FROM slice_units WHERE busy > awake OR awake > cycles OR busy + waiting > "
                     "cycles"),
              0);
    EXPECT_EQ(number(report, "SELECT count(*) FROM units WHERE name = 'TriangleSetup' AND kind = 'TriangleSetup'"), 1);
    EXPECT_GT(number(report,
                     "SELECT sum(busy) FROM operation_units JOIN units ON id = unit WHERE name = "
                     "'TriangleSetup'"),
              0);
    EXPECT_GT(number(report, "SELECT count(*) FROM wait_reasons JOIN slice_waits ON id = reason"), 0);
    EXPECT_EQ(number(report, "SELECT count(*) FROM wait_reasons WHERE sentence GLOB '*[0-9]*'"), 0);
    EXPECT_EQ(number(report, "SELECT sum(cycles) FROM slice_limits"), static_cast<int64_t>(cycles_));
    EXPECT_EQ(number(report, "SELECT count(*) FROM operation_limits WHERE cause NOT IN (SELECT id FROM limit_causes)"),
              0);
    EXPECT_EQ(number(report,
                     "SELECT count(*) FROM operations WHERE share_end_cycle - share_first_cycle <> coalesce((SELECT "
                     "sum(cycles) FROM operation_limits WHERE operation = id), 0)"),
              0);
}

TEST_F(RecorderTest, ReportsHowFullQueuesWere) {
    const Database report = record("timing");
    EXPECT_EQ(number(report,
                     "SELECT count(*) FROM slice_queues JOIN slices s ON s.id = slice JOIN queues q ON q.id = queue "
                     "WHERE most > capacity OR sum > most * (end_cycle - first_cycle) OR sum < most OR full_cycles > "
                     "end_cycle - first_cycle"),
              0);
    for (const char* column : {"sum", "full_cycles"})
        EXPECT_LE(number(report, std::string("SELECT sum(") + column + ") FROM operation_queues"),
                  number(report, std::string("SELECT sum(") + column + ") FROM slice_queues"));
    EXPECT_EQ(texts(report,
                    "SELECT DISTINCT q.name || ' of ' || capacity FROM queues q JOIN units u ON u.id = unit "
                    "WHERE u.kind LIKE '%Shader%' ORDER BY q.id"),
              (std::vector<std::string>{
                  fmt::format("threads of {}", static_cast<uint32_t>(configuration_.vectorShader.threads)),
                  fmt::format("registers of {}", static_cast<uint32_t>(configuration_.vectorShader.resources))}));
    // Each processor counts registers in each cycle: the looks find as many, but for what happens between them.
    const int64_t counted = number(report,
                                   "SELECT sum(value) FROM frame_counters JOIN counters ON id = counter WHERE name "
                                   "GLOB 'UsedResources_ShF-*'");
    const int64_t seen =
        number(report, "SELECT sum(sum) FROM slice_queues JOIN queues ON id = queue WHERE name = 'registers'");
    EXPECT_GT(counted, 0);
    EXPECT_NEAR(static_cast<double>(seen), static_cast<double>(counted), 0.2 * static_cast<double>(counted));
}

TEST_F(RecorderTest, EstimatesWhatChangesSave) {
    const Database report = record("timing");
    EXPECT_EQ(number(report,
                     "SELECT count(*) FROM changes JOIN change_settings ON change = id WHERE setting = "
                     "'GPU.MemoryClock=1000'"),
              1);
    EXPECT_GT(number(report, "SELECT count(*) FROM change_effects"), 0);
    EXPECT_EQ(number(report,
                     "SELECT count(*) FROM change_effects WHERE saved <= 0 OR saved > 1 OR change NOT IN (SELECT id "
                     "FROM changes) OR cause NOT IN (SELECT id FROM limit_causes)"),
              0);
    // Half of the channels' cycles.
    EXPECT_EQ(number(report,
                     "SELECT sum(2 * cycles * saved) FROM change_settings JOIN change_effects USING (change) JOIN "
                     "operation_limits USING (cause) WHERE setting = 'GPU.MemoryClock=1000'"),
              number(report,
                     "SELECT sum(cycles) FROM operation_limits JOIN limit_causes c ON c.id = cause JOIN units u ON "
                     "u.id = c.unit WHERE u.name LIKE 'ChannelScheduler.%'"));
}

TEST_F(RecorderTest, KnowsWhoReadAndWroteWhichMemory) {
    const Database report = record("timing");
    for (const auto& [column, direction] : {std::pair("read", "read"), std::pair("written", "write")})
        EXPECT_EQ(
            texts(report, std::string("SELECT client || ' ' || sum(") + column + ") FROM memory_blocks WHERE " +
                              column + " > 0 GROUP BY client ORDER BY client"),
            texts(report, std::string("SELECT client || ' ' || CAST(sum(value) AS INTEGER) FROM frame_counters JOIN "
                                      "counters ON id = counter WHERE client IS NOT NULL AND direction = '") +
                              direction + "' GROUP BY client ORDER BY client"))
            << direction;
    EXPECT_EQ(number(report, "SELECT count(*) FROM memory_blocks WHERE address % 4096 <> 0 OR read + written = 0"), 0);
    // The colour buffer of 64x64 pixels of 4 bytes is four blocks, which nobody else writes.
    const int64_t color = number(report, "SELECT min(surface) FROM pixel_counts");
    const std::string inTarget = fmt::format(" address >= {} AND address < {}", color, color + 64 * 64 * 4);
    EXPECT_EQ(texts(report, "SELECT DISTINCT client FROM memory_blocks WHERE written > 0 AND" + inTarget),
              std::vector<std::string>{"ColorWrite"});
    EXPECT_EQ(number(report, "SELECT count(DISTINCT address) FROM memory_blocks WHERE" + inTarget), 4);
}

TEST_F(RecorderTest, BanksAddUpToTheirChannels) {
    const Database report = record("timing");
    for (const auto& [column, counter] :
         {std::pair("hits", "RowHit"), std::pair("misses", "RowMiss"), std::pair("activates", "DDRActiveCommands"),
          std::pair("read", "ReadBytes"), std::pair("written", "WriteBytes")}) {
        const std::vector<std::string> channels =
            texts(report, fmt::format("SELECT '{}_Sched' || channel || ' ' || sum({}) FROM dram_banks GROUP BY channel "
                                      "HAVING sum({}) > 0 ORDER BY channel",
                                      counter, column, column));
        EXPECT_FALSE(channels.empty()) << column;
        EXPECT_EQ(channels, texts(report, fmt::format("SELECT name || ' ' || CAST(sum(value) AS INTEGER) FROM "
                                                      "frame_counters JOIN counters ON id = counter WHERE name GLOB "
                                                      "'{}_Sched*' GROUP BY name ORDER BY name",
                                                      counter)))
            << column;
    }
    const machine::GddrMemoryParameters& memory = configuration_.gddrMemory;
    EXPECT_EQ(number(report, "SELECT count(*) FROM dram_banks") / number(report, "SELECT count(*) FROM frames"),
              memory.channels * memory.banksPerChannel);
    EXPECT_EQ(number(report, "SELECT count(*) FROM dram_banks WHERE misses < activates - 1 OR conflicts > activates"),
              0);
}

TEST_F(RecorderTest, ReportsForWhatThreadsWaitAtInstructions) {
    constexpr std::string_view kAll =
        "SELECT sum(turn_cycles + result_cycles + texture_cycles + output_cycles) FROM program_instructions";
    const Database report = record("timing");
    const int64_t waits = number(report, kAll);
    EXPECT_GT(waits, 0);
    // All threads could wait all the time.
    EXPECT_LE(waits, number(report, "SELECT sum(capacity) FROM queues WHERE name = 'threads'") *
                         static_cast<int64_t>(cycles_));
    // There are no textures, and threads end at their last instruction.
    EXPECT_EQ(number(report, "SELECT sum(texture_cycles) FROM program_instructions"), 0);
    EXPECT_EQ(number(report,
                     "SELECT sum(output_cycles) FROM program_instructions WHERE instruction < (SELECT "
                     "instructions - 1 FROM programs WHERE id = program)"),
              0);
    EXPECT_EQ(number(record("functional"), kAll), 0);
}

TEST_F(RecorderTest, ShowsTheTargetsStepByStep) {
    for (const char* mode : {"functional", "timing"}) {
        const Database report = record(mode);
        const int64_t first = number(report, "SELECT id FROM operations WHERE draw = 0");
        const int64_t last = number(report, "SELECT id FROM operations WHERE draw = 2");
        EXPECT_EQ(content(report, "colour", last), outcome_->picture().rgba) << mode;
        const std::vector<uint8_t> blue = content(report, "colour", first);
        for (size_t i = 0; i < blue.size(); i += 4)
            ASSERT_EQ((std::array{blue[i], blue[i + 1], blue[i + 2], blue[i + 3]}),
                      (std::array<uint8_t, 4>{0, 0, 255, 255}));
        EXPECT_EQ(number(report,
                         "SELECT c.x * 1000000 + c.y * 10000 + c.width * 100 + c.height FROM target_changes c JOIN "
                         "operations o ON o.id = operation JOIN targets t ON t.id = target WHERE draw = 1 AND "
                         "aspect = 'colour'"),
                  8 * 1000000 + 24 * 10000 + 32 * 100 + 32);
        // The third is hidden by the first.
        EXPECT_EQ(number(report,
                         "SELECT count(*) FROM target_changes JOIN operations o ON o.id = operation WHERE draw "
                         "= 2"),
                  0);
    }
}

TEST_F(RecorderTest, LeavesOutTimeWhereThereIsNone) {
    const Database report = record("functional");
    EXPECT_EQ(number(report,
                     "SELECT count(*) FROM operations WHERE first_cycle IS NOT NULL OR end_cycle IS NOT NULL OR "
                     "share_first_cycle IS NOT NULL"),
              0);
    for (const char* table : {"slices", "units", "clocks", "slice_units", "wait_reasons", "queues", "slice_queues",
                              "memory_blocks", "dram_banks", "cache_blocks"})
        EXPECT_EQ(number(report, std::string("SELECT count(*) FROM ") + table), 0) << table;
    EXPECT_EQ(number(report,
                     "SELECT value FROM operation_counters JOIN counters c ON c.id = counter JOIN operations o "
                     "ON o.id = operation WHERE name = 'Fragments' AND draw = 1"),
              32 * 32);
    EXPECT_EQ(texts(report, "SELECT value FROM meta WHERE key = 'mode'"), std::vector<std::string>{"functional"});
}

TEST_F(RecorderTest, KeepsCommandsAndLabels) {
    const Database report = record("functional");
    EXPECT_EQ(number(report, "SELECT count(*) FROM commands"), 10 + 1);
    EXPECT_EQ(texts(report, "SELECT text FROM commands JOIN operations o ON o.id = operation WHERE draw = 1"),
              std::vector<std::string>{"draw: 6 vertices: triangles"});
    EXPECT_EQ(texts(report, "SELECT text FROM labels JOIN operations ON labels.id = label WHERE draw = 2"),
              std::vector<std::string>{"behind"});
    EXPECT_EQ(number(report, "SELECT count(*) FROM operations WHERE draw < 2 AND label IS NOT NULL"), 0);
}

TEST_F(RecorderTest, FindsTheOperationsOfFindings) {
    constexpr sim::FindingKind kKind{
        .identifier = "test", .severity = sim::Severity::Slow, .sentence = "S.", .hint = "H."};
    Recorder recorder({.file = folder_ / kReportFile,
                       .workload = "",
                       .mode = "functional",
                       .configuration = configuration_,
                       .findings = findings_});
    const gpu::Command draw{.operation = gpu::Draw{}, .position = {}, .cost = {}};
    for (int i = 0; i < 3; ++i) {
        recorder.command({.command = draw, .kind = gpu::WorkKind::Draw, .title = "d"});
        const uint32_t operation = recorder.start({.kind = gpu::WorkKind::Draw, .title = "d"});
        if (i != 1) findings_.report(kKind, "place", "detail", 2);
        recorder.end(operation, std::nullopt);
        recorder.sample({});
    }
    recorder.finish({.findings = findings_.all()});
    const Database report = Database::openForReading(folder_ / kReportFile);
    EXPECT_EQ(texts(report, "SELECT operation || ': ' || count FROM finding_places ORDER BY operation"),
              (std::vector<std::string>{"0: 2", "2: 2"}));
    EXPECT_EQ(texts(report, "SELECT identifier || severity || place || detail || count FROM findings"),
              std::vector<std::string>{"testslowplacedetail4"});
}

TEST_F(RecorderTest, KeepsTargetsThatAreShownPartByPart) {
    constexpr machine::ObservedTarget kTarget{.aspect = "colour", .address = 0x1000, .format = "RGBA", .number = 0};
    constexpr machine::ImagePart kFirst{.x = 0, .y = 0, .width = 2, .height = 1};
    constexpr machine::ImagePart kBelow{.x = 1, .y = 1, .width = 2, .height = 1};
    Recorder recorder({.file = folder_ / kReportFile,
                       .workload = "",
                       .mode = "functional",
                       .configuration = configuration_,
                       .findings = findings_});
    const auto start = [&](gpu::WorkKind kind) { return recorder.start({.kind = kind, .title = ""}); };
    const auto show = [&](uint32_t operation, bool after, const machine::ImagePart& part, uint8_t value) {
        recorder.show(operation, after, kTarget, {.places = {part}, .bytes = 8, .pixels = [value] {
                                                      return std::vector<std::vector<uint8_t>>(
                                                          1, std::vector<uint8_t>(8, value));
                                                  }});
    };
    const auto end = [&](uint32_t operation) {
        recorder.end(operation, std::nullopt);
        recorder.sample({});
    };
    const uint32_t first = start(gpu::WorkKind::Draw);
    EXPECT_TRUE(recorder.wantsBefore(kTarget, kFirst));
    EXPECT_FALSE(recorder.wantsBefore(kTarget, kFirst));
    show(first, false, kFirst, 3);
    show(first, true, kFirst, 5);
    end(first);
    end(start(gpu::WorkKind::Resolve));
    const uint32_t second = start(gpu::WorkKind::Draw);
    EXPECT_TRUE(recorder.wantsBefore(kTarget, kFirst));
    show(second, false, kFirst, 5);
    show(second, true, kBelow, 9);
    const auto rows = std::make_shared<const std::vector<machine::StateRow>>(
        std::vector<machine::StateRow>{{.topic = "pass", .name = "kind", .value = "rendering"}});
    recorder.state(first, std::vector{rows});
    recorder.state(second, std::vector{rows});
    end(second);
    recorder.finish({});
    const Database report = Database::openForReading(folder_ / kReportFile);
    EXPECT_EQ(texts(report,
                    "SELECT operation || ' ' || moment || ' ' || x || ' ' || y || ' ' || width || ' ' || height FROM "
                    "target_changes ORDER BY id"),
              (std::vector<std::string>{"0 0 0 0 2 1", "0 1 0 0 2 1", "2 1 1 1 2 1"}));
    EXPECT_EQ(texts(report, "SELECT name || ' ' || width || ' ' || height || ' ' || channels FROM targets"),
              std::vector<std::string>{"colour 0 at 0x00001000 3 2 4"});
    Statement difference(report, "SELECT difference FROM target_changes WHERE id = 1");
    ASSERT_TRUE(difference.next());
    EXPECT_EQ(inflated(difference.blob(0), 8), std::vector<uint8_t>(8, 3 ^ 5));
    EXPECT_EQ(number(report, "SELECT count(*) FROM state_parts"), 1);
    EXPECT_EQ(texts(report, "SELECT operation || value FROM operation_states JOIN states ON id = state ORDER BY 1"),
              (std::vector<std::string>{"0rendering", "2rendering"}));
}

TEST_F(RecorderTest, RefusesAFileThatCannotBeWritten) {
    EXPECT_THROW(Recorder({.file = folder_ / "none" / kReportFile,
                           .workload = "",
                           .mode = "functional",
                           .configuration = configuration_,
                           .findings = findings_}),
                 sim::Error);
}

}  // namespace
}  // namespace cyclorama::report
