// SPDX-License-Identifier: MIT
// Mistakes of a driver: each finding once, and draws that ask for anything end in reasonable time.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <functional>
#include <limits>
#include <random>
#include <string>

#include "machine/functional_scene.h"
#include "machine/values/machine_findings.h"

namespace cyclorama::machine {
namespace {

constexpr uint32_t kHuge = std::numeric_limits<uint32_t>::max();
/// Beyond both memories' default sizes, 256 and 128 MiB.
constexpr uint32_t kOutside = 0x70000000;
constexpr std::string_view kEndless = "mov o1, i1\njmp true, -1";

struct FindingCase {
    sim::FindingKind kind;
    uint64_t count;
    std::function<void(Scene&)> provoke;
    /// A parameter that has to be set; empty for none.
    std::string_view setting = {};

    Configuration configuration() const {
        Configuration configuration = families::defaultConfiguration();
        if (!setting.empty()) configuration.set(setting);
        return configuration;
    }
};

void sampleAll(Scene& scene) {
    scene.fragmentProgram("tex o1, i1, t0 <- end");
    scene.draw(scene.rectangle(0, 0, 8, 8));
}

void blitAll(Scene& scene) {
    scene.state.blit = {.width = 64, .height = 64, .destinationAddress = kTextureAddress, .destinationLog2Width = 6};
}

const std::vector<FindingCase>& findingCases() {
    static const std::vector<FindingCase> kCases{
        {findings::kNoProgram, 1,
         [](Scene& scene) {
             scene.state.stages[gpu::Stage::Fragment].program = nullptr;
             scene.command(gpu::Draw{});
         }},
        {findings::kAttributesNotLoaded, 1, [](Scene& scene) { scene.draw(scene.everything()); },
         "FRAGMENTSHADER.VertexAttributeLoadFromShader=TRUE"},
        {findings::kPrimitive, 1,
         [](Scene& scene) {
             scene.state.input.edit().primitive = func::PrimitiveType::LineStrip;
             scene.draw(scene.everything());
         }},
        {findings::kSamples, 1,
         [](Scene& scene) {
             scene.state.multisampling = {.enabled = true, .samples = 5};
             scene.draw(scene.everything());
         }},
        {findings::kTarget, 2,
         [](Scene& scene) {
             scene.state.color.edit().targets[1].enabled = true;
             scene.state.color.edit().targets[1].color.format = func::Format::Luminance8;
             scene.state.color.edit().targets[2].enabled = true;
             scene.state.color.edit().targets[2].address = (256u << 20) - 64;
             scene.draw(scene.everything());
         }},
        {findings::kDepthBuffer, 1,
         [](Scene& scene) {
             scene.depthTest(func::CompareFunction::Less);
             scene.state.depthBuffer.edit().address = kOutside;
             scene.draw(scene.everything());
         }},
        // Three vertices, each with an attribute outside.
        {findings::kVertexFetch, 3,
         [](Scene& scene) {
             scene.state.input.edit().streams[1].address = kOutside;
             scene.state.input.edit().count = 3;
             scene.command(gpu::Draw{});
         }},
        // 64 fragments with one texel each, and 16 beside the diagonal that only help the others' derivatives.
        {findings::kTextureFetch, 80,
         [](Scene& scene) {
             scene.texture(0).address[0][0] = kOutside;
             sampleAll(scene);
         }},
        // 16 quads, and the 4 on the diagonal twice.
        {findings::kTexture, 20,
         [](Scene& scene) {
             scene.texture(4).width = 40000;
             sampleAll(scene);
         }},
        {findings::kProgram, 1,
         [](Scene& scene) {
             scene.fragmentProgram("mov o1, i1");
             scene.draw(scene.everything());
         }},
        {findings::kDrawWork, 1,
         [](Scene& scene) {
             scene.state.input.edit().count = kHuge;
             scene.state.input.edit().instances = kHuge;
             scene.command(gpu::Draw{});
         }},
        {findings::kWrite, 1,
         [](Scene& scene) {
             scene.write(0x8fffffff, std::vector<uint32_t>{1, 2});
         }},
        {findings::kBlit, 1,
         [](Scene& scene) {
             blitAll(scene);
             scene.state.blit.x = 500;
             scene.command(attila::operation(attila::Blit{}));
         }},
        {findings::kBlitFormat, 1,
         [](Scene& scene) {
             blitAll(scene);
             scene.state.color.edit().targets[0].color.format = func::Format::Rgba16Float;
             scene.command(attila::operation(attila::Blit{}));
         }},
        {findings::kFeedback, 1,
         [](Scene& scene) {
             scene.texture(6).address[0][0] = kColorAddress;
             sampleAll(scene);
         }},
        {findings::kWriteDuringDraw, 2,
         [](Scene& scene) {
             scene.texture(3);
             sampleAll(scene);
             const std::vector<uint32_t> texel{0};
             scene.write(kTextureAddress + 252, texel, false);
             scene.write(kTextureAddress + 256, texel, false);
             scene.write(kColorAddress, texel, false);
             scene.write(kTextureAddress, texel, true);
             scene.write(kTextureAddress, texel, false);
         }},
        // One load for each vertex.
        {findings::kProgramMemory, 3,
         [](Scene& scene) {
             isa::Instruction load{.operation = isa::Operation::Load};
             load.type = isa::DataType::Unsigned32;
             load.sources[0].bank = load.sources[1].bank = isa::RegisterBank::Constant;
             load.sources[1].index = 1;
             load.destination = {.bank = isa::RegisterBank::Temporary, .writeMask = 1};
             std::vector<isa::Instruction> instructions = scene.state.stages[gpu::Stage::Vertex].program->instructions;
             instructions.insert(instructions.begin(), load);
             scene.state.stages[gpu::Stage::Vertex].program =
                 std::make_shared<const isa::Program>(isa::makeProgram(instructions));
             scene.state.stages[gpu::Stage::Vertex].constants.edit()[0].fill(std::bit_cast<float>(kOutside));
             scene.draw({{scene.at(0, 0)}, {scene.at(8, 0)}, {scene.at(0, 8)}});
         }},
        {findings::kResolve, 1,
         [](Scene& scene) {
             gpu::Resolve resolve;
             resolve.averageX = 3;
             scene.command(resolve);
         }},
        {findings::kResolveMemory, 1,
         [](Scene& scene) { scene.command(gpu::CopyMemory{.source = kOutside, .bytes = 4}); }},
    };
    return kCases;
}

TEST(FunctionalFindings, EachIsMadeOnceAndAlone) {
    for (const FindingCase& finding : findingCases()) {
        for (const uint32_t threads : {1u, 3u}) {
            Scene scene;
            finding.provoke(scene);
            const auto outcome = scene.run({.threads = threads}, finding.configuration());
            const auto& all = outcome->findings.all();
            ASSERT_EQ(all.size(), 1u) << finding.kind.identifier;
            EXPECT_EQ(all[0].kind.identifier, finding.kind.identifier);
            EXPECT_EQ(all[0].count, finding.count) << finding.kind.identifier;
            EXPECT_TRUE(all[0].place.starts_with("frame 0, draw ")) << all[0].place;
        }
    }
}

/// True for findings on work that the stages of the timing machine do not do.
bool functionalAlone(const sim::FindingKind& kind) {
    return kind.identifier == findings::kProgramMemory.identifier || kind.identifier == findings::kResolve.identifier ||
           kind.identifier == findings::kResolveMemory.identifier;
}

/// A driver's mistakes show in the timing machine as well: the same findings at the same places. The counts of reads
/// depend on how threads are packed.
TEST(TimingFindings, AreThoseOfTheFunctionalMachine) {
    for (const FindingCase& finding : findingCases()) {
        if (functionalAlone(finding.kind)) continue;
        Scene scene;
        finding.provoke(scene);
        const auto functional = scene.run({.threads = 1}, finding.configuration());
        const auto timed = scene.runTimed({}, finding.configuration());
        ASSERT_EQ(timed->findings.all().size(), 1u) << finding.kind.identifier;
        const sim::Finding& found = timed->findings.all()[0];
        EXPECT_EQ(found.kind.identifier, finding.kind.identifier);
        EXPECT_EQ(found.place, functional->findings.all().at(0).place) << finding.kind.identifier;
    }
}

TEST(TimingFindings, EndDrawsThatTakeTooLong) {
    // Triangles beyond what one draw may do are dropped; programs that loop are ended; the next draw is drawn.
    Scene scene;
    std::vector<Vertex> layers;
    for (int i = 0; i < 40; ++i)
        for (const Vertex& vertex : scene.everything(kRed)) layers.push_back(vertex);
    scene.draw(layers);
    scene.present();
    const auto limited = scene.runTimed({.drawWorkLimit = 400000});
    EXPECT_EQ(limited->found(findings::kDrawWork), 1u);
    EXPECT_EQ(limited->found(findings::kDrawWork),
              scene.run({.threads = 1, .drawWorkLimit = 400000})->found(findings::kDrawWork));
    EXPECT_EQ(count(limited->picture(), 0xff0000), 64u * 64u);

    Scene endless;
    endless.fragmentProgram(kEndless);
    endless.draw(endless.everything(kRed));
    endless.fragmentProgram(kPassColor);
    endless.draw(endless.rectangle(0, 0, 8, 8, kGreen));
    endless.present();
    uint64_t cycles = 0;
    const auto timed = endless.runTimed({}, {}, &cycles);
    EXPECT_EQ(timed->found(findings::kProgram), 1u);
    EXPECT_EQ(count(timed->picture(), 0x00ff00), 64u);
    EXPECT_EQ(count(timed->picture(), 0xff0000), 0u);
    EXPECT_LT(cycles, 200000u);

    Scene endlessVertices;
    endlessVertices.vertexProgram("mov o0, i0\njmp true, -1");
    endlessVertices.draw(endlessVertices.everything(kRed));
    endlessVertices.present();
    EXPECT_EQ(endlessVertices.runTimed()->found(findings::kProgram), 1u);
}

/// Vertices and indices before a restart are as much in flight as those after the last one, and as much drawn.
TEST(TimingFindings, RestartedDrawsAreInFlightAsAWhole) {
    Scene scene;
    scene.state.input.edit().restartIndex = 0xffffffff;
    std::vector<Vertex> vertices = scene.rectangle(0, 0, 16, 16);
    for (const Vertex& vertex : scene.rectangle(32, 32, 48, 48)) vertices.push_back(vertex);
    scene.drawIndexed(vertices, {0, 1, 2, 3, 4, 5, 0xffffffff, 0xffffffff, 7, 0xffffffff, 6, 7, 8, 9, 10, 11});
    const std::vector<Vertex> other(1, vertices[7]);
    scene.write(kVertexAddress, other, false);
    scene.write(kIndexAddress, std::vector<uint32_t>{6}, false);
    scene.present();
    const auto functional = scene.run();
    const auto timed = scene.runTimed();
    for (const auto* outcome : {functional.get(), timed.get()}) {
        EXPECT_EQ(outcome->found(findings::kWriteDuringDraw), 2u);
        EXPECT_EQ(count(outcome->picture(), 0xffffff), 2u * 16 * 16);
    }
}

/// A draw within its work, that goes on for longer than a driver waits.
TEST(TimingFindings, EndDrawsAtTheLimitOfCycles) {
    Scene scene;
    scene.write(kVertexAddress, scene.everything(kRed));
    scene.state.input.edit().count = 6;
    scene.state.input.edit().instances = 300;
    scene.command(gpu::Draw{});
    scene.present();
    uint64_t all = 0;
    uint64_t limited = 0;
    EXPECT_TRUE(scene.runTimed({}, {}, &all)->findings.all().empty());
    EXPECT_EQ(scene.runTimed({.drawCycleLimit = 2000}, {}, &limited)->found(findings::kDrawWork), 1u);
    EXPECT_LT(limited, all / 2);
}

TEST(FunctionalFindings, AllOfThemAreTested) {
    for (const sim::FindingKind& kind : findings::kAll) {
        // This machine executes all operations.
        if (kind.identifier == findings::kOperation.identifier) continue;
        // Need surfaces with tile status: tests/machine/window_draw_test.cpp.
        if (kind.identifier == findings::kTileStatusInvalid.identifier) continue;
        if (kind.identifier == findings::kTileStatusCount.identifier) continue;
        EXPECT_EQ(std::ranges::count(findingCases(), kind.identifier,
                                     [](const FindingCase& tested) { return tested.kind.identifier; }),
                  1)
            << kind.identifier;
    }
}

TEST(FunctionalFindings, BuffersOutsideOfMemoryAreNeitherClearedNorShown) {
    Scene scene;
    scene.state.color.edit().targets[0].address = kOutside;
    scene.state.depthBuffer.edit().address = kOutside;
    scene.command(gpu::ClearColor{}).command(gpu::ClearDepthStencil{}).present();
    scene.command(attila::operation(attila::DumpBuffer{attila::DumpBuffer::Content::Depth}));
    scene.command(attila::operation(attila::Blit{}));
    const auto outcome = scene.run();
    EXPECT_EQ(outcome->found(findings::kTarget), 2u);
    EXPECT_EQ(outcome->found(findings::kDepthBuffer), 2u);
    EXPECT_EQ(outcome->found(findings::kBlit), 1u);
    ASSERT_EQ(outcome->frames.size(), 1u);
    EXPECT_TRUE(outcome->picture().rgba.empty());
    EXPECT_TRUE(outcome->dumps.empty());
}

// A draw before its depth test is wrong leaves the test out; before its target is wrong it still writes depth.
TEST(TimingFindings, BuffersOutsideOfMemoryAreNeitherClearedNorShown) {
    Scene scene;
    scene.state.color.edit().targets[0].address = kOutside;
    scene.state.depthBuffer.edit().address = kOutside;
    scene.command(gpu::ClearColor{}).command(gpu::ClearDepthStencil{}).present();
    const auto outcome = scene.runTimed();
    EXPECT_EQ(outcome->found(findings::kTarget), 2u);
    EXPECT_EQ(outcome->found(findings::kDepthBuffer), 1u);
    EXPECT_TRUE(outcome->picture().rgba.empty());
}

TEST(FunctionalFindings, WhatIsLeftOfADrawIsDrawn) {
    Scene scene;
    scene.depthTest(func::CompareFunction::Never);
    scene.state.depthBuffer.edit().address = kOutside;
    scene.draw(scene.everything(kRed)).present();
    EXPECT_EQ(count(scene.run()->picture(), 0xff0000), 64u * 64);

    Scene depthOnly;
    depthOnly.depthTest(func::CompareFunction::Less);
    depthOnly.state.color.edit().targets[0].address = kOutside;
    depthOnly.draw(depthOnly.everything(kRed, 0.0f));
    depthOnly.command(attila::operation(attila::DumpBuffer{attila::DumpBuffer::Content::Depth}));
    EXPECT_EQ(count(depthOnly.run()->dumps.at(0).second, 0x7fffff), 64u * 64);
}

TEST(FunctionalEndless, FragmentProgramsEndTheirDraw) {
    Scene scene;
    scene.draw(scene.rectangle(0, 0, 32, 64, kGreen));
    scene.fragmentProgram(kEndless);
    scene.draw(scene.everything(kRed));
    scene.fragmentProgram(kPassColor);
    scene.draw(scene.rectangle(48, 0, 64, 64, kBlue)).present();
    const auto outcome = scene.run({.threads = 1});
    EXPECT_EQ(outcome->found(findings::kProgram), 1u);
    EXPECT_EQ(count(outcome->picture(), 0x00ff00), 32u * 64);
    EXPECT_EQ(count(outcome->picture(), 0xff0000), 0u);
    EXPECT_EQ(count(outcome->picture(), 0x0000ff), 16u * 64);
    EXPECT_EQ(scene.run({.threads = 3})->picture().rgba, outcome->picture().rgba);
}

TEST(FunctionalEndless, VertexProgramsEndTheirDraw) {
    Scene scene;
    scene.vertexProgram("mov o0, i0\nmov o1, i1\njmp true, -1");
    scene.draw(scene.everything(kRed)).present();
    const auto outcome = scene.run();
    EXPECT_EQ(outcome->found(findings::kProgram), 1u);
    EXPECT_EQ(count(outcome->picture(), 0xff0000), 0u);
}

/// Each fragment goes round as often as its column says.
constexpr std::string_view kLoop = R"(
    setpgt p0, r0.x, i0.x
    jmp p0, 3
    add r0.x, r0.x, 1.0
    jmp true, -3
    mov o1, i1 <- end)";

TEST(FunctionalWork, LoopsThatEndAreDrawn) {
    Scene scene;
    scene.fragmentProgram(kLoop);
    scene.draw(scene.everything(kRed)).present();
    const auto outcome = scene.run({.threads = 3});
    EXPECT_TRUE(outcome->findings.all().empty());
    EXPECT_EQ(count(outcome->picture(), 0xff0000), 64u * 64);
}

TEST(FunctionalWork, LoopsAreLimitedByWhatTheyExecute) {
    Scene scene;
    scene.fragmentProgram(kLoop);
    scene.draw(scene.everything(kRed)).present();
    const auto whole = scene.run();
    const auto limited =
        scene.run({.threads = 1, .limits = {}, .drawWorkLimit = whole->counters.shaderInstructions / 2});
    EXPECT_EQ(limited->found(findings::kDrawWork), 1u);
    EXPECT_GT(count(limited->picture(), 0xff0000), 20u * 64);
    EXPECT_LT(count(limited->picture(), 0xff0000), 44u * 64);
    EXPECT_EQ(scene.run({.threads = 3, .limits = {}, .drawWorkLimit = whole->counters.shaderInstructions / 2})
                  ->picture()
                  .rgba,
              limited->picture().rgba);
}

// 64 x 64 pixels, twice, with a program of one instruction: each layer takes some 90000 units.
TEST(FunctionalWork, LayersBeyondTheLimitAreLeftOut) {
    Scene scene;
    std::vector<Vertex> layers;
    const std::array<func::Vec4, 4> colors{kRed, kGreen, kBlue, kWhite};
    for (const func::Vec4& color : colors) {
        const std::vector<Vertex> layer = scene.everything(color);
        layers.insert(layers.end(), layer.begin(), layer.end());
    }
    scene.draw(layers).present();
    const auto limited = scene.run({.threads = 1, .limits = {}, .drawWorkLimit = 200000});
    EXPECT_EQ(limited->found(findings::kDrawWork), 1u);
    EXPECT_EQ(count(limited->picture(), 0x00ff00), 64u * 64);
    EXPECT_EQ(scene.run({.threads = 3, .limits = {}, .drawWorkLimit = 200000})->picture().rgba,
              limited->picture().rgba);
    EXPECT_TRUE(scene.run({.threads = 1, .limits = {}, .drawWorkLimit = 400000})->findings.all().empty());
}

// That these end is what they hold; CTest gives up on one that does not.

TEST(FunctionalHostile, CountsOfAnySizeEnd) {
    for (const bool indexed : {false, true}) {
        for (const auto& [vertices, instances] :
             {std::pair{kHuge, kHuge}, {kHuge, 1u}, {3u, kHuge}, {0u, kHuge}, {2u, kHuge}, {kHuge, 0u}}) {
            Scene scene;
            scene.useIndices();
            scene.state.input.edit().indexed = indexed;
            scene.state.input.edit().streams[2].address = kOutside;
            scene.state.input.edit().start = 5;
            scene.state.input.edit().count = vertices;
            scene.state.input.edit().instances = instances;
            scene.command(gpu::Draw{}).present();
            const auto outcome = scene.run({.threads = 1, .limits = {}, .drawWorkLimit = uint64_t{1} << 28});
            EXPECT_EQ(outcome->found(findings::kDrawWork), vertices >= 3 && instances > 0 ? 1u : 0u);
            EXPECT_EQ(outcome->counters.vertices, 0u);
        }
    }
}

// All indices outside of memory read as zero: every vertex is the same one, every triangle degenerate.
TEST(FunctionalHostile, ManyIndicesOutsideOfMemoryAreCounted) {
    Scene scene;
    scene.useIndices();
    scene.state.input.edit().streams[2].address = kOutside;
    scene.state.input.edit().count = 300000;
    scene.command(gpu::Draw{});
    const auto outcome = scene.run();
    EXPECT_EQ(outcome->found(findings::kVertexFetch), 300000u);
    EXPECT_EQ(outcome->counters.trianglesRasterized, 0u);
}

/// The same picture and the same findings with one thread and with three.
void expectSameWithThreads(Scene& scene, uint64_t drawWorkLimit, const std::string& what) {
    const auto serial = scene.run({.threads = 1, .limits = {}, .drawWorkLimit = drawWorkLimit});
    const auto parallel = scene.run({.threads = 3, .limits = {}, .drawWorkLimit = drawWorkLimit});
    EXPECT_EQ(serial->picture().rgba, parallel->picture().rgba) << what;
    ASSERT_EQ(serial->findings.all().size(), parallel->findings.all().size()) << what;
    for (size_t f = 0; f < serial->findings.all().size(); ++f)
        EXPECT_EQ(serial->findings.all()[f].count, parallel->findings.all()[f].count)
            << what << ": " << serial->findings.all()[f].kind.identifier;
}

TEST(FunctionalHostile, SizesOfAnyKindEndTheSameWithAnyThreads) {
    constexpr int32_t kLeast = std::numeric_limits<int32_t>::min();
    constexpr int32_t kMost = std::numeric_limits<int32_t>::max();
    const std::vector<std::function<void(gpu::DrawState&)>> changes{
        [](auto& state) { state.raster.edit().viewport = {.x = kLeast, .y = kLeast, .width = kHuge, .height = kHuge}; },
        [](auto& state) { state.raster.edit().viewport = {.x = kMost, .y = kMost, .width = kHuge, .height = kHuge}; },
        [](auto& state) { state.raster.edit().viewport = {.x = 0, .y = 0, .width = 0, .height = 0}; },
        [](auto& state) {
            state.raster.edit().scissor = {.enabled = true, .x = kLeast, .y = kMost, .width = kHuge, .height = kHuge};
        },
        [](auto& state) {
            state.raster.edit().scissor = {.enabled = true, .x = kMost, .y = kLeast, .width = kHuge, .height = 0};
        },
        [](auto& state) { state.raster.edit().surfaceWidth = state.raster.edit().surfaceHeight = 0; },
        [](auto& state) { state.raster.edit().surfaceWidth = 0; },
        [](auto& state) { state.raster.edit().surfaceWidth = state.raster.edit().surfaceHeight = kHuge; },
        [](auto& state) { state.raster.edit().surfaceWidth = kHuge; },
        [](auto& state) { state.raster.edit().surfaceHeight = 0x80000000; },
        [](auto& state) { state.input.edit().streams[0].stride = kHuge; },
        [](auto& state) { state.input.edit().streams[0].components = kHuge; },
        [](auto& state) { state.input.edit().streams[0].instancesPerEntry = kHuge; },
        [](auto& state) { state.input.edit().attributeStream.fill(kHuge); },
        [](auto& state) { state.input.edit().start = kHuge; },
        [](auto& state) { state.blit = {.x = kHuge, .y = 1, .width = kHuge, .height = kHuge}; },
        [](auto& state) { state.blit = {.xOffset = kHuge, .yOffset = kHuge, .width = kHuge, .height = kHuge}; },
        [](auto& state) {
            state.blit = {.width = kHuge,
                          .height = kHuge,
                          .destinationLog2Width = kHuge,
                          .destinationBlocking = func::TextureBlocking::Framebuffer};
        },
    };
    for (size_t change = 0; change < changes.size(); ++change) {
        for (const auto blocking : {func::TextureBlocking::Texture, func::TextureBlocking::Framebuffer}) {
            Scene scene;
            const std::vector<Vertex> square = scene.everything();
            changes[change](scene.state);
            scene.state.blit.destinationBlocking = blocking;
            scene.depthTest(func::CompareFunction::Less);
            scene.draw(square);
            scene.command(gpu::ClearColor{})
                .command(gpu::ClearDepthStencil{})
                .command(attila::operation(attila::Blit{}));
            for (const auto content : {attila::DumpBuffer::Content::Color, attila::DumpBuffer::Content::Stencil})
                scene.command(attila::operation(attila::DumpBuffer{content}));
            scene.present();
            expectSameWithThreads(scene, FunctionalMachine::Options{}.drawWorkLimit, fmt::format("change {}", change));
        }
    }
}

TEST(FunctionalHostile, PositionsOfAnyValueEnd) {
    std::mt19937 random(11);
    const std::array<float, 12> values{0.0f,
                                       -0.0f,
                                       1.0f,
                                       -1.0f,
                                       0.3f,
                                       1e30f,
                                       -1e30f,
                                       1e-40f,
                                       std::numeric_limits<float>::infinity(),
                                       -std::numeric_limits<float>::infinity(),
                                       std::numeric_limits<float>::quiet_NaN(),
                                       std::numeric_limits<float>::max()};
    for (const bool clipping : {true, false}) {
        Scene scene;
        scene.state.clipping.frustum = clipping;
        scene.depthTest(func::CompareFunction::LessEqual);
        std::vector<Vertex> vertices(3000);
        for (Vertex& vertex : vertices)
            for (float& component : vertex.position) component = values[random() % values.size()];
        scene.draw(vertices).present();
        EXPECT_EQ(scene.run({.threads = 1})->picture().rgba, scene.run({.threads = 3})->picture().rgba);
    }
}

/// Sets a few fields of a state to whatever comes.
void scramble(gpu::DrawState& state, std::mt19937& random) {
    const auto any = [&] {
        constexpr std::array kValues{0u, 1u, 2u, 3u, 63u, 4096u, 0x00400000u, 0x0fffffffu, 0x80000000u, kHuge};
        return random() % 3 == 0 ? static_cast<uint32_t>(random()) : kValues[random() % kValues.size()];
    };
    const auto small = [&](uint32_t limit) { return static_cast<uint32_t>(random() % limit); };
    const std::vector<std::function<void()>> changes{
        [&] { state.raster.edit().viewport.x = static_cast<int32_t>(any()); },
        [&] { state.raster.edit().viewport.height = any(); },
        [&] {
            state.raster.edit().scissor = {small(2) == 0, static_cast<int32_t>(any()), 3, any(), any()};
        },
        [&] { state.raster.edit().surfaceWidth = small(300); },
        [&] { state.raster.edit().surfaceHeight = any(); },
        [&] {
            state.multisampling = {small(2) == 0, any()};
        },
        [&] {
            state.multisampling = {true, 1u << small(5)};
        },
        [&] { state.color.edit().targets[small(8)].address = any(); },
        [&] { state.color.edit().targets[small(8)].enabled = small(2) == 0; },
        [&] { state.color.edit().targets[small(8)].color.format = static_cast<func::Format>(small(40)); },
        [&] { state.depthBuffer.edit().address = any(); },
        [&] { state.depthStencil.edit().depthTest = true; },
        [&] { state.depthStencil.edit().stencilTest = true; },
        [&] { state.input.edit().primitive = static_cast<func::PrimitiveType>(small(9)); },
        [&] { state.input.edit().count = any(); },
        [&] { state.input.edit().instances = any(); },
        [&] { state.input.edit().start = any(); },
        [&] { state.input.edit().indexed = small(2) == 0; },
        [&] { state.input.edit().indexStream = any(); },
        [&] { state.input.edit().loadedByShader = small(2) == 0; },
        [&] { state.input.edit().streams[small(3)].address = any(); },
        [&] { state.input.edit().streams[small(3)].stride = any(); },
        [&] { state.input.edit().streams[small(3)].components = any(); },
        [&] { state.input.edit().streams[small(3)].format = static_cast<func::StreamFormat>(small(14)); },
        [&] { state.textures.edit(0).width = any(); },
        [&] { state.textures.edit(0).log2Height = small(20); },
        [&] { state.textures.edit(0).address[0][0] = any(); },
        [&] { state.textures.edit(0).maxLevel = any(); },
        [&] { state.textures.edit(0).format = static_cast<func::Format>(small(40)); },
        [&] { state.textures.edit(0).compression = static_cast<func::TextureCompression>(small(9)); },
        [&] { state.textures.edit(0).blocking = static_cast<func::TextureBlocking>(small(2)); },
        [&] { state.textures.edit(0).mode = static_cast<func::TextureMode>(small(4)); },
        [&] { state.blit.x = any(); },
        [&] { state.blit.width = any(); },
        [&] { state.blit.destinationAddress = any(); },
        [&] { state.blit.destinationLog2Width = any(); },
        [&] { state.blit.destinationBlocking = static_cast<func::TextureBlocking>(small(2)); },
    };
    for (uint32_t change = 0; change < 6; ++change) changes[small(static_cast<uint32_t>(changes.size()))]();
}

// Whatever the state, a run ends, stays within its memory (for the sanitizers to see) and does not depend on threads.
TEST(FunctionalHostile, ScrambledStatesEndTheSameWithAnyThreads) {
    std::mt19937 random(5);
    for (int round = 0; round < 150; ++round) {
        Scene scene;
        scene.write(kVertexAddress, scene.rectangle(3, 5, 61, 40));
        scene.texture(5);
        scene.fragmentProgram("tex r0, i1, t0\nadd o1, r0, i1 <- end");
        scene.state.input.edit().count = 6;
        scramble(scene.state, random);
        if (uint64_t{scene.state.raster->surfaceWidth} * scene.state.raster->surfaceHeight > 1u << 21) continue;
        scene.command(gpu::Draw{}).command(attila::operation(attila::Blit{})).command(gpu::ClearColor{});
        scene.command(gpu::ClearDepthStencil{}).command(gpu::Draw{}).present();
        scene.command(attila::operation(attila::DumpBuffer{attila::DumpBuffer::Content::Depth}));
        expectSameWithThreads(scene, 1u << 23, fmt::format("round {}", round));
    }
}

}  // namespace
}  // namespace cyclorama::machine
