// SPDX-License-Identifier: MIT
// Targets as an observer of draws is shown them: pixels before a draw and behind it, in memory and on the chip.

#include "families/adreno/observation/shown_targets.h"

#include <map>
#include <stdexcept>

#include "adreno/fragment/render_bench.h"

namespace cyclorama::adreno {
namespace {

using machine::ImagePart;
using test::RenderBench;

constexpr uint32_t kEdge = RenderBench::kSize;

using Pixel = std::vector<uint8_t>;

/// Keeps what it is shown, a picture for each target.
class Watching final : public machine::OperationContext, public machine::RunObserver {
  public:
    struct Shown {
        bool after = false;
        std::string aspect;
        uint64_t address = 0;
        std::vector<ImagePart> parts;
    };

    gpu::PixelCounts* countPixels(const machine::ObservedSurface& /*surface*/) override { return &counts_; }
    machine::ObservedDraw observedDraw() override { return {.observer = this, .operation = 7}; }

    bool watchesTargets() const override { return true; }
    void state(uint32_t /*operation*/, std::span<const machine::StateRows> /*parts*/) override {}
    bool wantsBefore(const machine::ObservedTarget& /*target*/, const ImagePart& /*part*/) override {
        return wantsBefore_;
    }
    void show(uint32_t operation, bool after, const machine::ObservedTarget& target,
              const machine::ShownParts& parts) override {
        EXPECT_EQ(operation, 7u);
        const std::string aspect(target.aspect);
        const size_t channels = aspect == "depth" ? 1 : 4;
        const std::vector<std::vector<uint8_t>> pixels = parts.pixels();
        ASSERT_EQ(pixels.size(), parts.places.size());
        for (size_t part = 0; part < pixels.size(); ++part) {
            const ImagePart& place = parts.places[part];
            ASSERT_EQ(pixels[part].size(), size_t{place.width} * place.height * channels);
            for (uint32_t i = 0; i < place.width * place.height; ++i) {
                const auto first = pixels[part].begin() + static_cast<std::ptrdiff_t>(i * channels);
                pixels_[{aspect, place.x + i % place.width, place.y + i / place.width}] = {
                    first, first + static_cast<std::ptrdiff_t>(channels)};
            }
        }
        shown_.push_back({.after = after, .aspect = aspect, .address = target.address, .parts = parts.places});
    }

    void wantBefore(bool wanted) { wantsBefore_ = wanted; }
    std::vector<Shown> takeShown() { return std::exchange(shown_, {}); }
    Pixel at(const std::string& aspect, uint32_t x, uint32_t y) const { return pixels_.at({aspect, x, y}); }

    const gpu::DrawState& state() const override { throw std::logic_error("no state"); }
    mem::AddressSpace& memory() override { throw std::logic_error("no memory"); }
    machine::Surfaces& surfaces() override { throw std::logic_error("no surfaces"); }
    const func::TextureUnitSettings& textures() const override { throw std::logic_error("no textures"); }
    void memoryWritten() override {}
    void contentsSet(gpu::Buffer /*buffer*/) override {}
    machine::FrameSink& frames() override { throw std::logic_error("no frames"); }
    uint32_t countPicture() override { return 0; }
    void report(const sim::FindingKind& /*kind*/) override {}

  private:
    gpu::PixelCounts counts_{2 * kEdge, 2 * kEdge};
    bool wantsBefore_ = false;
    std::vector<Shown> shown_;
    std::map<std::tuple<std::string, uint32_t, uint32_t>, Pixel> pixels_;
};

struct ShownBench : RenderBench {
    ShownBench() : RenderBench(1, GpuGeneration::A6xxGen3) {
        colorTarget(0, 0x30);
        program(test::colorProgram(1.0f, 0.5f, 0.0f, 1.0f));
        context = &watching;
    }
    Watching watching;
};

/// The upper left triangle, with legs of 16 pixels.
const std::vector<test::TestVertex> kCorner{{-1, -1, 0.5f, 1}, {-0.5f, -1, 0.5f, 1}, {-1, -0.5f, 0.5f, 1}};

TEST(ShownTargets, AreTheTilesThatADrawWrote) {
    ShownBench bench;
    bench.draw(PrimitiveTopology::Triangles, kCorner);
    const auto shown = bench.watching.takeShown();
    ASSERT_EQ(shown.size(), 1u);
    EXPECT_TRUE(shown[0].after);
    EXPECT_EQ(shown[0].aspect, "colour");
    EXPECT_EQ(shown[0].address, RenderBench::kColor);
    EXPECT_EQ(shown[0].parts, (std::vector<ImagePart>{{.x = 0, .y = 0, .width = 32, .height = 32}}));
    EXPECT_EQ(bench.watching.at("colour", 3, 3), (Pixel{255, 128, 0, 255}));
    EXPECT_EQ(bench.watching.at("colour", 20, 3), (Pixel{0, 0, 0, 0}));
}

TEST(ShownTargets, AreShownBeforeADrawWhereTheObserverWants) {
    ShownBench bench;
    ASSERT_TRUE(bench.memory.store(RenderBench::kColor + 4 * 50, uint32_t{0xff0000ff}));
    bench.watching.wantBefore(true);
    bench.draw(PrimitiveTopology::Triangles, kCorner);
    const auto shown = bench.watching.takeShown();
    ASSERT_EQ(shown.size(), 2u);
    EXPECT_FALSE(shown[0].after);
    EXPECT_EQ(shown[0].parts, (std::vector<ImagePart>{{.x = 0, .y = 0, .width = kEdge, .height = kEdge}}));
    EXPECT_EQ(bench.watching.at("colour", 50, 0), (Pixel{255, 0, 0, 255}));
}

TEST(ShownTargets, ShowDepthsAsGreyWhereTheyAreWritten) {
    for (const DepthFormat format : {DepthFormat::Unorm16, DepthFormat::Unorm24Stencil8, DepthFormat::Float32}) {
        ShownBench bench;
        bench.depthTarget(format);
        bench.set("RB_DEPTH_CNTL/Z_TEST_ENABLE"_field, 1);
        bench.set("RB_DEPTH_CNTL/ZFUNC"_field, 7);
        bench.drawAll(0.2f);
        EXPECT_EQ(bench.watching.takeShown().size(), 1u);
        bench.set("RB_DEPTH_CNTL/Z_WRITE_ENABLE"_field, 1);
        bench.drawAll(0.2f);
        EXPECT_EQ(bench.watching.takeShown().size(), 2u);
        EXPECT_EQ(bench.watching.at("depth", 40, 40), (Pixel{51}));
    }
}

TEST(ShownTargets, ShowTheMeanOfSamples) {
    ShownBench bench;
    bench.samples(2);
    // A left edge at x = 4.5 covers two of the four samples of a column.
    bench.draw(PrimitiveTopology::Triangles, {{4.5f / 32 - 1, -1, 0, 1}, {3, -1, 0, 1}, {4.5f / 32 - 1, 5, 0, 1}});
    EXPECT_EQ(bench.watching.at("colour", 4, 0), (Pixel{128, 64, 0, 128}));
}

TEST(ShownTargets, HaveBinsAtTheirPlaceInTheImage) {
    ShownBench bench;
    bench.set("RB_BIN_CONTROL/BUFFERS_LOCATION"_field, 0);
    bench.set("RB_BIN_CONTROL/BINW"_field, 1);
    bench.set("RB_BIN_CONTROL/BINH"_field, 2);
    bench.set("RB_WINDOW_OFFSET"_reg, 32 << 16 | 32);
    bench.set("GRAS_SC_WINDOW_SCISSOR_TL"_reg, 32 << 16 | 32);
    bench.watching.wantBefore(true);
    bench.drawAll();
    const auto shown = bench.watching.takeShown();
    ASSERT_EQ(shown.size(), 2u);
    const std::vector<ImagePart> bin{{.x = 32, .y = 32, .width = 32, .height = 32}};
    EXPECT_EQ(shown[0].parts, bin);
    EXPECT_EQ(shown[1].parts, bin);
    EXPECT_EQ(shown[1].address, RenderBench::kColor);
    EXPECT_EQ(bench.watching.at("colour", 63, 63), (Pixel{255, 128, 0, 255}));
    EXPECT_EQ(bench.picture(), std::vector<uint32_t>(size_t{kEdge} * kEdge));
}

}  // namespace
}  // namespace cyclorama::adreno
