// SPDX-License-Identifier: MIT
// The family of tests/families/toy, through the interfaces that every family has: a triangle in both machines, and the
// program with this family in its registry.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/run_program.h"
#include "families/registry.h"
#include "families/toy/findings.h"
#include "families/toy/isa.h"
#include "families/toy/stream.h"
#include "machine/configuration/rules/configuration_rules.h"
#include "sim/error.h"
#include "support/paths.h"

namespace cyclorama::toy {
namespace {

constexpr uint32_t kTarget = 0x00400000;
constexpr uint32_t kVertices = 0x00001000;
constexpr uint32_t kVertexProgram = 0x00002000;
constexpr uint32_t kPixelProgram = 0x00003000;
constexpr uint32_t kSize = 16;
constexpr uint32_t kBackground = 0xff604020;

struct Vertex {
    std::array<float, 4> position;
    std::array<float, 4> color;
};

/// A corner at a place in the window, in pixels from its upper left.
Vertex corner(float x, float y) {
    constexpr float kHalf = kSize / 2.0f;
    return {.position = {x / kHalf - 1.0f, 1.0f - y / kHalf, 0.0f, 1.0f}, .color = {0.1f, 0.2f, 0.6f, 1.0f}};
}

constexpr uint32_t pair(uint32_t low, uint32_t high) { return low | high << 16; }

/// Writes all that a triangle with its right angle in the upper left corner needs. The pixel program doubles colours.
void prepareTriangle(StreamWriter& stream) {
    const std::array vertices{corner(0.0f, 0.0f), corner(15.5f, 0.0f), corner(0.0f, 15.5f)};
    const Operand position{Bank::Input, 0};
    const Operand color{Bank::Input, 1};
    const std::array vertexProgram{
        encode({.opcode = Opcode::Mov, .result = {Bank::Output, 0}, .sources = {position}}),
        encode({.opcode = Opcode::Mov, .result = {Bank::Output, 1}, .sources = {color}, .end = true})};
    const std::array pixelProgram{
        encode({.opcode = Opcode::Add, .result = {Bank::Output, 1}, .sources = {color, color}, .end = true})};
    stream.writeMemory(kVertices, std::as_bytes(std::span(vertices)));
    stream.writeMemory(kVertexProgram, std::as_bytes(std::span(vertexProgram)));
    stream.writeMemory(kPixelProgram, std::as_bytes(std::span(pixelProgram)));
    stream.write(Register::TargetAddress, kTarget);
    stream.write(Register::TargetSize, pair(kSize, kSize));
    stream.write(Register::ViewportOrigin, pair(0, 0));
    stream.write(Register::ViewportSize, pair(kSize, kSize));
    stream.write(Register::ClearColor, kBackground);
    stream.write(Register::VertexAddress, kVertices);
    stream.write(Register::VertexStride, sizeof(Vertex));
    stream.write(Register::VertexProgram, kVertexProgram);
    stream.write(Register::PixelProgram, kPixelProgram);
}

void drawFrame(StreamWriter& stream, uint32_t triangles = 1) {
    stream.write(Register::Clear);
    for (uint32_t i = 0; i < triangles; ++i) stream.write(Register::Draw, 3);
    stream.write(Register::Present);
}

/// The centre of pixel (x, y) is inside of the long edge, from (15.5, 0) to (0, 15.5), where x + 0.5 + y + 0.5 < 15.5;
/// none lies on an edge. Inside, 255 times 0.2, 0.4 and 1.2, the last clamped to 1.
std::vector<uint8_t> expectedPixels() {
    std::vector<uint8_t> pixels;
    for (uint32_t y = 0; y < kSize; ++y)
        for (uint32_t x = 0; x < kSize; ++x) {
            const std::array<uint8_t, 4> inside{51, 102, 255, 255};
            const std::array<uint8_t, 4> outside{0x20, 0x40, 0x60, 255};
            const auto& pixel = x + y <= 14 ? inside : outside;
            pixels.insert(pixels.end(), pixel.begin(), pixel.end());
        }
    return pixels;
}

machine::Configuration chip() {
    auto configuration =
        machine::Configuration::fromFile(paths::source("tests/families/toy/toy.ini"), families::defaultConfiguration());
    EXPECT_EQ(configuration.family(), "toy");
    machine::check(configuration);
    return configuration;
}

enum class Mode : uint8_t { Functional, Timing, TimingAwake };

struct Outcome final : machine::FrameSink {
    void present(const machine::PresentedFrame& frame) override { frames.push_back(frame); }
    void dump(const std::string&, const func::Picture&) override {}

    std::vector<std::string_view> findingNames() const {
        std::vector<std::string_view> names;
        for (const sim::Finding& finding : findings.all()) names.push_back(finding.kind.identifier);
        return names;
    }

    std::vector<machine::PresentedFrame> frames;
    sim::Findings findings;
    std::optional<uint64_t> cycles;
};

class ToyTest : public cli::ProgramTest {
  protected:
    template <typename Write>
    std::string streamFile(Write&& write) const {
        std::string path = file("stream.cyc").string();
        workload::GzipFileOutput output(path);
        StreamWriter stream(output);
        write(stream);
        output.close();
        return path;
    }
    std::string triangleFile(uint32_t triangles = 1) const {
        return streamFile([&](StreamWriter& stream) {
            prepareTriangle(stream);
            drawFrame(stream, triangles);
        });
    }
    /// Opens a stream by the registry and runs it, in one step.
    static void execute(const std::string& path, Mode mode, Outcome& outcome,
                        const machine::Configuration& configuration = chip()) {
        const auto workload = family::openWorkload(families::all(), path);
        family::RunRequest request{
            .configuration = configuration, .timing = {}, .frames = outcome, .findings = outcome.findings};
        if (mode != Mode::Functional) request.timing.emplace().sleeping = mode == Mode::Timing;
        const std::unique_ptr<family::WorkloadRun> run = workload->start(request);
        run->advance();
        outcome.cycles = run->finish();
    }
    /// In steps: `next` says how far each goes, from where the last one ended.
    template <typename Next>
    static std::vector<machine::RunPause::Place> executeInSteps(const std::string& path, Mode mode, Outcome& outcome,
                                                                Next next) {
        const machine::Configuration configuration = chip();
        const auto workload = family::openWorkload(families::all(), path);
        machine::RunPause pause;
        family::RunRequest request{.configuration = configuration,
                                   .timing = {},
                                   .frames = outcome,
                                   .findings = outcome.findings,
                                   .observer = nullptr,
                                   .pause = &pause};
        if (mode != Mode::Functional) request.timing.emplace().sleeping = mode == Mode::Timing;
        const std::unique_ptr<family::WorkloadRun> run = workload->start(request);
        std::vector<machine::RunPause::Place> places;
        for (pause.set(next(pause.place())); !run->advance(); pause.set(next(pause.place())))
            places.push_back(pause.place());
        outcome.cycles = run->finish();
        return places;
    }
    cli::ProgramResult runWithToy(const std::vector<std::string>& arguments) const {
        return cli::runProgram(folder(), arguments, {}, paths::programWithToy());
    }
};

TEST_F(ToyTest, DrawsAKnownTriangleInBothMachines) {
    const std::string path = triangleFile();
    for (const Mode mode : {Mode::Functional, Mode::Timing, Mode::TimingAwake}) {
        Outcome outcome;
        execute(path, mode, outcome);
        ASSERT_EQ(outcome.frames.size(), 1u);
        EXPECT_EQ(outcome.frames[0].picture.width, kSize);
        EXPECT_EQ(outcome.frames[0].picture.rgba, expectedPixels());
        EXPECT_TRUE(outcome.findingNames().empty());
        EXPECT_EQ(outcome.cycles.has_value(), mode != Mode::Functional);
    }
}

// Every packet takes a cycle. The triangle touches 36 quads, those with i + j <= 7, of which the one pixel pipe takes
// one a cycle.
TEST_F(ToyTest, TakesNoFewerCyclesThanItsPipesAllow) {
    constexpr uint64_t kPackets = 15;
    constexpr uint64_t kQuads = 36;
    Outcome one;
    Outcome awake;
    Outcome two;
    execute(triangleFile(), Mode::Timing, one);
    execute(triangleFile(), Mode::TimingAwake, awake);
    execute(triangleFile(2), Mode::Timing, two);
    EXPECT_EQ(one.cycles, awake.cycles);
    EXPECT_GE(*one.cycles, kPackets + kQuads);
    EXPECT_GE(*two.cycles, *one.cycles + kQuads);
    EXPECT_LT(*two.cycles, 2 * *one.cycles);
}

constexpr uint64_t kNever = machine::RunPause::kNever;

TEST_F(ToyTest, StandsStillAfterFramesAndDraws) {
    const std::string path = streamFile([](StreamWriter& stream) {
        prepareTriangle(stream);
        for (uint32_t frame = 0; frame < 2; ++frame) drawFrame(stream, 2);
    });
    for (const Mode mode : {Mode::Functional, Mode::Timing}) {
        Outcome whole;
        execute(path, mode, whole);
        Outcome byDraws;
        const auto draws = executeInSteps(path, mode, byDraws, [](const machine::RunPause::Place& place) {
            return machine::RunPause::Place{.frames = kNever, .draws = place.draws + 1, .cycles = kNever};
        });
        ASSERT_EQ(draws.size(), 4u);
        for (size_t i = 0; i < draws.size(); ++i) {
            EXPECT_EQ(draws[i].draws, i + 1);
            EXPECT_EQ(draws[i].frames, i / 2);
        }
        EXPECT_EQ(byDraws.cycles, whole.cycles);
        Outcome byFrames;
        const auto frames = executeInSteps(path, mode, byFrames, [](const machine::RunPause::Place& place) {
            return machine::RunPause::Place{.frames = place.frames + 1, .draws = kNever, .cycles = kNever};
        });
        ASSERT_GE(frames.size(), 1u);
        EXPECT_EQ(frames[0].frames, 1u);
        EXPECT_EQ(frames[0].draws, 2u);
        EXPECT_EQ(byFrames.frames.at(1).picture.rgba, expectedPixels());
        EXPECT_EQ(byFrames.cycles, whole.cycles);
    }
}

TEST_F(ToyTest, StandsStillInAnyCycleWithoutChangingTime) {
    const std::string path = triangleFile(2);
    for (const Mode mode : {Mode::Timing, Mode::TimingAwake}) {
        Outcome whole;
        execute(path, mode, whole);
        Outcome steps;
        const auto places = executeInSteps(path, mode, steps, [](const machine::RunPause::Place& place) {
            return machine::RunPause::Place{.frames = kNever, .draws = kNever, .cycles = place.cycles + 1};
        });
        EXPECT_EQ(steps.cycles, whole.cycles);
        // One place a cycle, but for the last, which ends the run.
        ASSERT_EQ(places.size(), *whole.cycles - 1);
        for (size_t i = 0; i < places.size(); ++i) EXPECT_EQ(places[i].cycles, i + 1);
        EXPECT_EQ(steps.frames.at(0).picture.rgba, expectedPixels());
        EXPECT_EQ(steps.frames.at(0).cycles, whole.frames.at(0).cycles);
    }
}

TEST_F(ToyTest, FindsWritesThatTheChipDoesNotTake) {
    const std::string path = streamFile([](StreamWriter& stream) {
        prepareTriangle(stream);
        stream.write(99, 1);
        stream.write(Register::TargetAddress, kTarget + 4);
        drawFrame(stream);
    });
    for (const Mode mode : {Mode::Functional, Mode::Timing}) {
        Outcome outcome;
        execute(path, mode, outcome);
        ASSERT_EQ(outcome.findings.all().size(), 2u);
        const sim::Finding& unknown = outcome.findings.all()[0];
        EXPECT_EQ(unknown.kind.identifier, findings::kUnknownRegister.identifier);
        // Behind a header of 8 bytes, three writes of 8 + 96, 8 + 16 and 8 + 8, and nine of 8.
        EXPECT_EQ(unknown.place, "packet 12 at offset 224");
        EXPECT_EQ(unknown.detail, "register 99");
        const sim::Finding& value = outcome.findings.all()[1];
        EXPECT_EQ(value.kind.identifier, findings::kRegisterValue.identifier);
        EXPECT_EQ(value.detail, "TARGET_ADDRESS = 0x00400004");
        EXPECT_EQ(outcome.frames.at(0).picture.rgba, expectedPixels());
    }
}

TEST_F(ToyTest, LeavesOutADrawWithoutAProgram) {
    const std::string path = streamFile([](StreamWriter& stream) {
        prepareTriangle(stream);
        stream.write(Register::PixelProgram, kVertices);
        drawFrame(stream);
    });
    for (const Mode mode : {Mode::Functional, Mode::Timing}) {
        Outcome outcome;
        execute(path, mode, outcome);
        EXPECT_EQ(outcome.findingNames(), std::vector{findings::kProgram.identifier});
        EXPECT_EQ(outcome.frames.at(0).picture.rgba[0], 0x20);
    }
}

TEST_F(ToyTest, SkipsFramesAndStopsAfterThem) {
    const std::string path = streamFile([](StreamWriter& stream) {
        prepareTriangle(stream);
        for (uint32_t frame = 0; frame < 4; ++frame) drawFrame(stream);
    });
    machine::Configuration configuration = chip();
    configuration.set("SIMULATOR.StartFrame=1");
    configuration.set("SIMULATOR.SimFrames=2");
    for (const Mode mode : {Mode::Functional, Mode::Timing}) {
        Outcome outcome;
        execute(path, mode, outcome, configuration);
        ASSERT_EQ(outcome.frames.size(), 2u);
        EXPECT_EQ(outcome.frames[0].index, 1u);
        EXPECT_EQ(outcome.frames[0].picture.rgba, expectedPixels());
        EXPECT_EQ(outcome.frames[1].index, 2u);
    }
}

TEST_F(ToyTest, RefusesAStreamThatIsCutOff) {
    workload::MemoryOutput output;
    StreamWriter stream(output);
    stream.write(Register::Clear);
    stream.writeMemory(0, std::vector<std::byte>(8));
    constexpr size_t kHeader = 8;
    for (size_t size = 0; size < output.bytes.size(); ++size) {
        const auto readAll = [&] {
            StreamReader reader(std::span(output.bytes).first(size), "stream");
            while (reader.next()) {
            }
        };
        if (size == kHeader || size == kHeader + 8)
            EXPECT_NO_THROW(readAll()) << size;
        else
            EXPECT_THROW(readAll(), sim::Error) << size;
    }
}

TEST(ToyInstructions, AreDecodedAsTheyAreEncoded) {
    for (const OpcodeRow& row : kOpcodes) {
        const Fields fields{.opcode = row.opcode,
                            .result = {Bank::Temporary, 3},
                            .sources = {Operand{Bank::Input, 1}, Operand{Bank::Temporary, 2}, Operand{Bank::Output, 0}},
                            .mask = 5,
                            .clamp = true,
                            .end = true};
        const auto instruction = decode(encode(fields));
        ASSERT_TRUE(instruction) << row.name;
        EXPECT_EQ(instruction->operation, row.operation);
        EXPECT_EQ(isa::operationInfo(row.operation).sources, row.sources);
        EXPECT_EQ(instruction->destination.bank, isa::RegisterBank::Temporary);
        EXPECT_EQ(instruction->destination.index, 3);
        EXPECT_EQ(instruction->destination.writeMask, 5);
        EXPECT_TRUE(instruction->destination.saturate);
        EXPECT_TRUE(instruction->end);
        EXPECT_EQ(instruction->sources[0].bank, isa::RegisterBank::Input);
        EXPECT_EQ(disassemble(encode(fields)).substr(0, row.name.size() + 3), std::string(row.name) + " t3");
    }
    EXPECT_FALSE(decode(kOpcodes.size()));
    EXPECT_FALSE(decode(encode({.result = {static_cast<Bank>(3), 0}})));
    EXPECT_EQ(disassemble(63), "unknown");
}

TEST(ToyRegisters, AreInTheOrderOfTheirNumbers) {
    for (uint32_t number = 0; number < kRegisters.size(); ++number)
        EXPECT_EQ(static_cast<uint32_t>(findRegister(number)->reg), number);
    EXPECT_EQ(findRegister(static_cast<uint32_t>(kRegisters.size())), nullptr);
}

using ProgramWithToy = ToyTest;

TEST_F(ProgramWithToy, RunsInBothModes) {
    const std::string stream = triangleFile();
    const std::string chipFile = paths::source("tests/families/toy/toy.ini");
    for (const std::string mode : {"functional", "timing"}) {
        const auto result = runWithToy({"run", stream, "--config", chipFile, "--mode", mode, "--out", mode});
        ASSERT_EQ(result.status, 0) << result.err;
    }
    EXPECT_EQ(content("functional/frame0000.png"), content("timing/frame0000.png"));
    Outcome outcome;
    execute(stream, Mode::Timing, outcome);
    EXPECT_EQ(nlohmann::json::parse(content("timing/summary.json")).at("cycles"), *outcome.cycles);
}

TEST_F(ProgramWithToy, NamesTheStreamAmongItsWorkloads) {
    EXPECT_NE(runWithToy({"run", "--help"}).out.find("a command stream of the toy GPU"), std::string::npos);
    const auto dumped = runWithToy({"dump", triangleFile()});
    ASSERT_EQ(dumped.status, 0) << dumped.err;
    EXPECT_NE(dumped.out.find("TARGET_SIZE = 0x00100010"), std::string::npos) << dumped.out;
}

TEST_F(ProgramWithToy, IsTheOnlyOneThatReadsTheStream) {
    expectRefusal({"run", triangleFile()}, "offset 4: a capture of the GPU family Toy; what can be read is");
}

}  // namespace
}  // namespace cyclorama::toy
