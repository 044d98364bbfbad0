// SPDX-License-Identifier: MIT
// Streams of the virgl protocol, word by word, before a machine that lists what it is asked for.

#include "virgl/host.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <deque>

#include "device/objects/executor.h"
#include "virgl/logging_renderer.h"

namespace cyclorama::virgl {
namespace {

using test::RendererLog;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

class NoExecution final : public device::JobContext {
  public:
    void map(uint64_t, int, uint64_t) override {}
    void unmap(uint64_t, uint64_t) override {}
    device::JobResult execute(const device::GpuJob&) override { return device::JobResult::Done; }
};

constexpr uint32_t kContext = 3;

class HostTest : public testing::Test {
  protected:
    HostTest() {
        host_.attach(execution_, [this](const sim::FindingKind& kind, std::string_view place, std::string_view detail) {
            findings_.push_back(fmt::format("{}: {}: {}", kind.identifier, place, detail));
        });
        log_.calls.clear();
    }

    void makeTexture(uint32_t number, uint32_t width = 4, uint32_t height = 2) {
        memory_.resize(4096);
        host_.createResource({number},
                             {.target = Target::Texture2D, .format = Format::Bgra8, .width = width, .height = height},
                             {.keep = nullptr, .bytes = memory_});
    }
    /// One command: its number, its kind of object, its words.
    static std::vector<uint32_t> command(Command number, uint32_t kind, const std::vector<uint32_t>& words) {
        std::vector<uint32_t> made = {static_cast<uint32_t>(number) | kind << 8 |
                                      static_cast<uint32_t>(words.size()) << 16};
        made.insert(made.end(), words.begin(), words.end());
        return made;
    }
    void run(const std::vector<std::vector<uint32_t>>& commands) {
        std::vector<uint32_t> stream;
        for (const auto& each : commands) stream.insert(stream.end(), each.begin(), each.end());
        host_.execute({kContext}, stream);
    }
    static std::vector<uint32_t> shader(uint32_t handle, Stage stage, const std::string& text) {
        std::vector<uint32_t> words = {handle, static_cast<uint32_t>(stage), static_cast<uint32_t>(text.size() + 1), 1,
                                       0};
        const size_t first = words.size();
        words.resize(first + text.size() / 4 + 1);
        std::memcpy(&words[first], text.c_str(), text.size());
        return command(Command::CreateObject, static_cast<uint32_t>(ObjectKind::Shader), words);
    }
    static std::vector<uint32_t> draw(uint32_t count) {
        return command(Command::Draw, 0, {7, count, 4, 0, 1, 0, 0, 0, 0, 0, ~0u, 0});
    }

    RendererLog log_;
    std::vector<std::byte> memory_;
    std::vector<std::string> findings_;
    NoExecution execution_;
    /// What the host's clock says next, and then each time that it is asked.
    std::deque<uint64_t> times_;
    Host host_{std::make_unique<test::LoggingRenderer>(log_), [this] {
                   const uint64_t time = times_.at(0);
                   times_.pop_front();
                   return time;
               }};
};

TEST_F(HostTest, Clears) {
    const auto depth = std::bit_cast<std::array<uint32_t, 2>>(0.5);
    run({command(Command::Clear, 0, {5, 0, std::bit_cast<uint32_t>(0.25f), 0, 0, depth[0], depth[1], 0})});
    EXPECT_THAT(log_.calls, ElementsAre("clear 5 0.25 0.5"));
    EXPECT_THAT(findings_, ElementsAre());
}

TEST_F(HostTest, BindsStateAndDraws) {
    makeTexture(1);
    run({shader(10, Stage::Vertex, "VERT\n  0: END\n"), shader(11, Stage::Fragment, "FRAG\n  0: END\n"),
         command(Command::BindShader, 0, {10, 0}), command(Command::BindShader, 0, {11, 1}),
         command(Command::CreateObject, static_cast<uint32_t>(ObjectKind::Surface), {12, 1, 1, 0, 0}),
         command(Command::SetFramebuffer, 0, {1, 0, 12}),
         command(Command::CreateObject, static_cast<uint32_t>(ObjectKind::DepthStencilAlpha),
                 {13, 1 | 2 | 1 << 2 | 1 << 8 | 4 << 9, 0, 0, std::bit_cast<uint32_t>(0.5f)}),
         command(Command::BindObject, static_cast<uint32_t>(ObjectKind::DepthStencilAlpha), {13}),
         command(Command::SetConstants, 0, {0, 0, 5, 6, 7, 8}), draw(9)});
    EXPECT_THAT(findings_, ElementsAre());
    EXPECT_THAT(log_.calls, ElementsAre("draw 9 from 7"));
    EXPECT_EQ(log_.drawn.colorBuffers[0]->resource->id, 1u);
    EXPECT_TRUE(log_.drawn.depthStencilAlpha->depthTest);
    EXPECT_EQ(log_.drawn.depthStencilAlpha->depthFunction, func::CompareFunction::Less);
    EXPECT_EQ(log_.drawn.depthStencilAlpha->alphaFunction, func::CompareFunction::Greater);
    EXPECT_EQ(log_.drawn.stage(Stage::Vertex).constants, (std::vector<uint32_t>{5, 6, 7, 8}));
}

// The later draws of several at once have their number behind the other words.
TEST_F(HostTest, DrawsSeveralOneByOne) {
    std::vector<uint32_t> second = draw(6);
    second[0] += 2 << 16;
    second.insert(second.end(), {0, 1});
    std::vector<uint32_t> inMemory = second;
    inMemory[0] += 6 << 16;
    inMemory.insert(inMemory.end(), 6, 0);
    run({shader(10, Stage::Vertex, "VERT\n  0: END\n"), shader(11, Stage::Fragment, "FRAG\n  0: END\n"),
         command(Command::BindShader, 0, {10, 0}), command(Command::BindShader, 0, {11, 1}), draw(3), second,
         inMemory});
    EXPECT_THAT(log_.calls, ElementsAre("draw 3 from 7", "draw 6 from 7"));
    EXPECT_THAT(findings_, ElementsAre(HasSubstr("draws whose arguments are in memory")));
}

TEST_F(HostTest, FillsAPartOfATextureWithATexel) {
    makeTexture(1, 8, 4);
    run({command(Command::ClearTexture, 0, {1, 0, 2, 1, 0, 3, 2, 1, 0x11223344, 0, 0, 0})});
    EXPECT_THAT(log_.calls, ElementsAre("upload 1 3x2 at 2,1 first 68 stride 0"));
    EXPECT_THAT(findings_, ElementsAre());
    run({command(Command::ClearTexture, 0, {1, 0, 2, 1, 0, 3, 2, 1})});
    EXPECT_THAT(findings_, ElementsAre(HasSubstr("CLEAR_TEXTURE at word 0: a clear with a part of a texel")));
    run({command(Command::ClearTexture, 0, {1, 0, 6, 1, 0, 3, 2, 1, 0, 0, 0, 0})});
    EXPECT_THAT(findings_.back(), HasSubstr("a box that leaves the resource"));
}

TEST(VirglCapabilities, SayThatSurfacesDecideOfSrgbAndThatTexturesAreFilled) {
    const std::vector<std::byte> bytes = encode(Capabilities{}, kCapabilitySet);
    // offsetof(virgl_caps_v2, capability_bits), VIRGL_CAP_SRGB_WRITE_CONTROL, VIRGL_CAP_CLEAR_TEXTURE (Mesa 24.0:
    // virgl_hw.h).
    constexpr size_t kBits = 392;
    uint32_t bits = 0;
    ASSERT_GE(bytes.size(), kBits + sizeof bits);
    std::memcpy(&bits, &bytes[kBits], sizeof bits);
    EXPECT_EQ(bits, 1u << 15 | 1u << 30);
}

TEST_F(HostTest, TakesProgramsInParts) {
    const std::string text = "VERT\n  0: END\n";
    std::vector<uint32_t> first = shader(10, Stage::Vertex, text);
    std::vector<uint32_t> words(first.begin() + 1, first.end());
    std::vector<uint32_t> second = {10, 0, 8u | 1u << 31, 1, 0};
    second.insert(second.end(), words.begin() + 7, words.end());
    words.resize(7);
    constexpr auto kShader = static_cast<uint32_t>(ObjectKind::Shader);
    run({command(Command::CreateObject, kShader, words), command(Command::CreateObject, kShader, second),
         command(Command::BindShader, 0, {10, 0})});
    EXPECT_THAT(findings_, ElementsAre());
    second[2] = 4u | 1u << 31;
    run({command(Command::CreateObject, kShader, words), command(Command::CreateObject, kShader, second)});
    EXPECT_THAT(findings_, ElementsAre(HasSubstr("CREATE_OBJECT at word 8: a part of a program that does not follow")));
}

TEST_F(HostTest, RefusesWhatIsMalformedByCommandAndPlace) {
    makeTexture(1);
    const auto refused = [&](const std::vector<std::vector<uint32_t>>& commands) {
        findings_.clear();
        run(commands);
        return findings_.size() == 1 ? findings_.front() : fmt::format("{} findings", findings_.size());
    };
    const std::vector<uint32_t> fine = command(Command::SetStencilReference, 0, {1});
    EXPECT_EQ(refused({fine, command(Command::SetViewport, 0, {0, 1})}),
              "virgl-stream-refused: SET_VIEWPORT_STATE at word 2: the command is too short");
    EXPECT_EQ(refused({fine, {200}}), "virgl-stream-refused: command 200 at word 2: the protocol has no such command");
    EXPECT_EQ(refused({{4 | 9 << 16, 0}}),
              "virgl-stream-refused: SET_VIEWPORT_STATE at word 0: the command leaves the stream");
    EXPECT_THAT(refused({draw(3)}), HasSubstr("a draw without programs"));
    EXPECT_THAT(refused({command(Command::BindObject, 1, {77})}), HasSubstr("77 is no object of the kind"));
    EXPECT_THAT(refused({command(Command::SetSubContext, 0, {5})}), HasSubstr("no sub-context 5"));
    EXPECT_THAT(refused({command(Command::SetFramebuffer, 0, {9, 0})}), HasSubstr("9 colour buffers"));
    constexpr auto kSurface = static_cast<uint32_t>(ObjectKind::Surface);
    EXPECT_THAT(refused({command(Command::CreateObject, kSurface, {12, 8, 1, 0, 0})}), HasSubstr("no resource 8"));
    EXPECT_THAT(refused({command(Command::CreateObject, kSurface, {12, 1, 1, 3, 0})}), HasSubstr("a level"));
    EXPECT_THAT(refused({command(Command::CopyRegion, 0, {1, 0, 2, 0, 0, 1, 0, 0, 0, 0, 3, 1, 1})}),
                HasSubstr("leaves the resource"));
    // Two slices of one; and a side whose end 32 bits do not hold.
    EXPECT_THAT(refused({command(Command::Blit, 0, {15, 0, 0, 1, 0, 1, 0, 0, 0, 1, 1, 2, 1, 0, 1, 0, 0, 0, 1, 1, 1})}),
                HasSubstr("a blit that leaves its texture"));
    EXPECT_THAT(
        refused({command(Command::Blit, 0, {15, 0, 0, 1, 0, 1, 2, 0, 0, 0x7fffffff, 1, 1, 1, 0, 1, 0, 0, 0, 1, 1, 1})}),
        HasSubstr("a blit that leaves its texture"));
    EXPECT_TRUE(log_.calls.empty());
}

TEST_F(HostTest, TakesBlitsBeyondTheEdges) {
    makeTexture(1);
    run({command(Command::Blit, 0, {15, 0, 0, 1, 0, 1, 0, 0, 0, 9, 1, 1, 1, 0, 1, ~0u, 0, 0, 77, 1, 1})});
    EXPECT_THAT(log_.calls, Contains("blit 77"));
    EXPECT_THAT(findings_, ElementsAre());
}

TEST_F(HostTest, ContinuesAfterWhatItCannotDo) {
    log_.refusal = "stippled polygons";
    run({shader(10, Stage::Vertex, "VERT\n  0: END\n"),
         shader(11, Stage::Fragment, "FRAG\n  0: END\n"),
         command(Command::BindShader, 0, {10, 0}),
         command(Command::BindShader, 0, {11, 1}),
         draw(3),
         {static_cast<uint32_t>(43)},
         command(Command::Clear, 0, {4, 0, 0, 0, 0, 0, 0, 0})});
    EXPECT_THAT(findings_, ElementsAre(HasSubstr("virgl-command-not-done: DRAW_VBO"),
                                       HasSubstr("TRANSFER3D at word 39: this host does not offer the command")));
    EXPECT_THAT(findings_[0], HasSubstr("stippled polygons"));
    EXPECT_THAT(log_.calls, ElementsAre("clear 4 0 0"));
}

TEST_F(HostTest, DistinguishesTheLimitsOfTheGpuFromThoseOfItsDriver) {
    log_.refusal = "masks of samples";
    log_.beyondGpu = true;
    run({shader(10, Stage::Vertex, "VERT\n  0: END\n"), shader(11, Stage::Fragment, "FRAG\n  0: END\n"),
         command(Command::BindShader, 0, {10, 0}), command(Command::BindShader, 0, {11, 1}), draw(3),
         command(Command::Clear, 0, {4, 0, 0, 0, 0, 0, 0, 0})});
    EXPECT_THAT(findings_, ElementsAre(HasSubstr("virgl-beyond-gpu: DRAW_VBO")));
    EXPECT_THAT(findings_[0], HasSubstr("masks of samples"));
    EXPECT_THAT(log_.calls, ElementsAre("clear 4 0 0"));
}

TEST_F(HostTest, ReportsAProgramThatItRefusedWhereItIsDrawnWith) {
    run({shader(10, Stage::Vertex, "VERT\nDCL BUFFER[0]\n  0: END\n"), command(Command::BindShader, 0, {10, 0}),
         draw(3)});
    EXPECT_THAT(findings_, ElementsAre(HasSubstr("CREATE_OBJECT"),
                                       HasSubstr("a program that was refused: TGSI line 2: the register file BUFFER")));
}

TEST_F(HostTest, TransfersWhatFits) {
    makeTexture(1);
    memory_[16] = std::byte{9};
    const Region region{.box = {.x = 1, .y = 1, .width = 3, .height = 1, .depth = 1}};
    host_.transfer({.resource = {1}, .region = region, .offset = 16});
    host_.transfer({.resource = {1}, .toHost = false, .region = region});
    EXPECT_THAT(log_.calls, ElementsAre("upload 1 3x1 at 1,1 first 9 stride 16", "download 1"));
    EXPECT_EQ(memory_[0], std::byte{0x5a});
    host_.transfer({.resource = {1}, .region = {.box = {.x = 2, .y = 1, .width = 3, .height = 1, .depth = 1}}});
    host_.transfer({.resource = {1}, .region = region, .offset = 4090});
    host_.transfer({.resource = {7}, .region = region});
    EXPECT_THAT(findings_, ElementsAre(HasSubstr("TRANSFER_TO_HOST: a box that leaves the resource"),
                                       HasSubstr("leaves the program's memory"), HasSubstr("no resource 7")));
}

TEST_F(HostTest, RefusesResourcesThatCannotBe) {
    const auto refused = [&](const ResourceDescription& description) {
        findings_.clear();
        host_.createResource({5}, description, {});
        return findings_.size() == 1 ? findings_.front() : "none";
    };
    const ResourceDescription fine{.target = Target::Texture2D, .format = Format::Bgra8, .width = 4, .height = 4};
    EXPECT_EQ(refused(fine), "none");
    ResourceDescription other = fine;
    other.width = 0;
    EXPECT_THAT(refused(other), HasSubstr("without a size"));
    other = fine;
    other.lastLevel = 3;
    EXPECT_THAT(refused(other), HasSubstr("levels below one texel"));
    other = fine;
    other.format = static_cast<Format>(200);
    EXPECT_EQ(refused(other), "virgl-command-not-done: RESOURCE_CREATE: textures of format 200");
    other = fine;
    other.layers = 3;
    EXPECT_THAT(refused(other), HasSubstr("a texture with layers"));
}

TEST_F(HostTest, CountsTheSamplesOfQueries) {
    makeTexture(1);
    constexpr auto kQuery = static_cast<uint32_t>(ObjectKind::Query);
    const auto result = [&](size_t offset) { return std::to_integer<uint32_t>(memory_[offset + 8]); };
    run({shader(10, Stage::Vertex, "VERT\n  0: END\n"), shader(11, Stage::Fragment, "FRAG\n  0: END\n"),
         command(Command::BindShader, 0, {10, 0}), command(Command::BindShader, 0, {11, 1}),
         command(Command::CreateObject, kQuery, {20, 0, 8, 1}), command(Command::CreateObject, kQuery, {21, 1, 40, 1}),
         draw(5), command(Command::BeginQuery, 0, {20}), draw(7)});
    EXPECT_TRUE(log_.drawn.countsSamples);
    run({command(Command::BeginQuery, 0, {21}), draw(9), command(Command::EndQuery, 0, {20}), draw(3)});
    EXPECT_TRUE(log_.drawn.countsSamples);
    EXPECT_EQ(memory_[8], std::byte{1});
    EXPECT_EQ(result(8), 16u);
    run({command(Command::EndQuery, 0, {21}), draw(3)});
    EXPECT_FALSE(log_.drawn.countsSamples);
    // Whether one passed, not how many.
    EXPECT_EQ(result(40), 1u);
    EXPECT_THAT(findings_, ElementsAre());
    // Begun anew.
    run({command(Command::BeginQuery, 0, {21}), command(Command::EndQuery, 0, {21})});
    EXPECT_EQ(result(40), 0u);
}

TEST_F(HostTest, AnswersQueriesOfTimeByTheClock) {
    makeTexture(1);
    constexpr auto kQuery = static_cast<uint32_t>(ObjectKind::Query);
    const auto result = [&](size_t offset) {
        uint64_t value = 0;
        std::memcpy(&value, &memory_[offset + 8], sizeof value);
        return value;
    };
    // Kinds of virgl_query.c: 2 is a time, 4 what went by, 11 may count samples.
    times_ = {1000, 1700, 2500};
    run({command(Command::CreateObject, kQuery, {20, 2, 8, 1}), command(Command::CreateObject, kQuery, {21, 4, 40, 1}),
         command(Command::CreateObject, kQuery, {22, 11, 72, 1}), command(Command::BeginQuery, 0, {21}),
         command(Command::EndQuery, 0, {20}), command(Command::EndQuery, 0, {21}),
         command(Command::BeginQuery, 0, {22})});
    EXPECT_EQ(result(8), 1700u);
    EXPECT_EQ(result(40), 1500u);
    EXPECT_TRUE(times_.empty()) << "a query that counts samples asks for no time";
    EXPECT_THAT(findings_, Each(HasSubstr("virgl-time-of-host")));
}

TEST_F(HostTest, LeavesOutWhatAQueryRulesOut) {
    makeTexture(1);
    constexpr auto kQuery = static_cast<uint32_t>(ObjectKind::Query);
    const std::vector<uint32_t> whole = {1, 0, 1, 0, 0, 0, 4, 2, 1};
    const auto blit = [&](bool conditional) {
        std::vector<uint32_t> words = {0xfu | (conditional ? 1u << 11 : 0), 0, 0};
        for (int side = 0; side < 2; ++side) words.insert(words.end(), whole.begin(), whole.end());
        return command(Command::Blit, 0, words);
    };
    run({shader(10, Stage::Vertex, "VERT\n  0: END\n"), shader(11, Stage::Fragment, "FRAG\n  0: END\n"),
         command(Command::BindShader, 0, {10, 0}), command(Command::BindShader, 0, {11, 1}),
         command(Command::CreateObject, kQuery, {20, 0, 8, 1}), command(Command::BeginQuery, 0, {20}),
         command(Command::EndQuery, 0, {20}), command(Command::SetRenderCondition, 0, {20, 0, 0}), draw(4),
         command(Command::Clear, 0, {4, 0, 0, 0, 0, 0, 0, 0}), blit(true)});
    EXPECT_THAT(log_.calls, ElementsAre());
    run({blit(false), command(Command::SetRenderCondition, 0, {20, 1, 0}), draw(4),
         command(Command::SetRenderCondition, 0, {0, 0, 0}), draw(5)});
    EXPECT_THAT(log_.calls, ElementsAre("blit 4", "draw 4 from 7", "draw 5 from 7"));
    EXPECT_THAT(findings_, ElementsAre());
}

TEST_F(HostTest, AnswersQueriesOfOtherKindsWithAFinding) {
    makeTexture(1);
    constexpr auto kQuery = static_cast<uint32_t>(ObjectKind::Query);
    run({command(Command::CreateObject, kQuery, {20, 5, 8, 1}), command(Command::BeginQuery, 0, {20}),
         command(Command::EndQuery, 0, {20})});
    EXPECT_EQ(memory_[8], std::byte{1});
    EXPECT_EQ(memory_[16], std::byte{0});
    EXPECT_THAT(findings_, ElementsAre("virgl-query-not-counted: END_QUERY: queries of kind 5"));
    run({command(Command::CreateObject, kQuery, {21, 0, 4090, 1}), command(Command::EndQuery, 0, {21})});
    EXPECT_THAT(findings_.back(), HasSubstr("leaves its buffer"));
    run({command(Command::SetRenderCondition, 0, {99, 0, 0})});
    EXPECT_THAT(findings_.back(), HasSubstr("99 is no query"));
}

TEST_F(HostTest, PresentsAndForgets) {
    makeTexture(1);
    host_.present({1});
    EXPECT_THAT(log_.calls, ElementsAre("present 1", "download 1"));
    host_.retireResource(1);
    host_.present({1});
    EXPECT_THAT(findings_, ElementsAre(HasSubstr("no resource 1")));
}

}  // namespace
}  // namespace cyclorama::virgl
