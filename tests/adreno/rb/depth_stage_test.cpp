// SPDX-License-Identifier: MIT
// The depth test where nothing else is tested changes the same bytes and leaves the same samples as the general one.

#include "families/adreno/rb/depth_stage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <random>
#include <utility>
#include <vector>

#include "families/adreno/gras/raster_control.h"
#include "func/raster/window_triangle.h"

namespace cyclorama::adreno {
namespace {

constexpr uint32_t kSize = 40;
constexpr uint32_t kLayers = 2;

/// A number of a format in surface_format.cpp.
uint32_t surfaceNumber(DepthFormat format) {
    return format == DepthFormat::Unorm16 ? 0x15 : format == DepthFormat::Float32 ? 0x4a : 0xa0;
}

/// Triangles over a window of kSize pixels each way, whose first pixel in the target is (-8, -8), and a target.
struct StageBench {
    StageBench(DepthFormat format, uint32_t samples, TileMode tiles, std::mt19937& generator) : random_(generator) {
        control.samples = samples;
        for (uint32_t s = 0; s < samples; ++s) control.samplePlaces[s] = {.x = 0.25 + 0.125 * s, .y = 0.75 - 0.25 * s};
        for (WindowViewport& viewport : control.viewports) {
            viewport.transform.scale[2] = 1.0f;
            viewport.scissor = {.minX = 0, .minY = 0, .maxX = kSize, .maxY = kSize};
        }
        for (int i = 0; i < 12; ++i) triangle();
        target.format = format;
        target.depth.view = SurfaceView({.format = findSurfaceFormat(surfaceNumber(format)),
                                         .tileMode = tiles,
                                         .width = kSize - 8,
                                         .height = kSize - 8,
                                         .layers = kLayers,
                                         .samples = samples,
                                         .pitch = 64 * uint64_t{samples} * 4,
                                         .layerPitch = 64 * 64 * uint64_t{samples} * 4});
        // Words near those that are tested, so that all outcomes occur.
        bytes.resize(target.depth.view.extent() / 4 * 4);
        for (size_t at = 0; at < bytes.size(); at += 4) {
            const uint32_t word = func::depthWord(wordsOf(format), real(0.0, 1.0)) | random() << 24;
            std::memcpy(&bytes[at], &word, 4);
        }
    }

    void triangle() {
        const auto corner = [&] {
            return func::WindowVertex{.x = real(-20, 60), .y = real(-20, 60), .z = real(-0.2, 1.2), .inverseW = 1.0};
        };
        func::SetupTriangle setup = func::setupWindowTriangle({corner(), corner(), corner()}, rasterState(control, 0));
        if (func::cullTriangle(setup, func::CullMode::None)) return;
        setup.depthOffset = real(-0.1, 0.1);
        list.setups.push_back(setup);
        list.triangles.push_back({.layer = static_cast<uint16_t>(random() % kLayers)});
    }
    double real(double least, double most) { return std::uniform_real_distribution<double>(least, most)(random_); }
    uint32_t random() { return static_cast<uint32_t>(random_()); }

    /// Quads anywhere, some of them outside of the target, with any samples.
    FragmentBatch scattered() {
        FragmentBatch batch;
        batch.quads = 1 + random() % FragmentBatch::kQuads;
        for (uint32_t q = 0; q < batch.quads; ++q) {
            batch.x[q] = static_cast<int32_t>(random() % (kSize / 2) * 2);
            batch.y[q] = static_cast<int32_t>(random() % (kSize / 2) * 2);
            batch.triangle[q] = random() % static_cast<uint32_t>(list.size());
            batch.live[q] = random() & ((1u << (4 * control.samples)) - 1);
        }
        return batch;
    }
    /// All quads of a block of 8x8 pixels, in any order.
    FragmentBatch block() {
        std::vector<uint32_t> order(16);
        for (uint32_t q = 0; q < order.size(); ++q) order[q] = q;
        std::ranges::shuffle(order, random_);
        const auto left = static_cast<int32_t>(random() % (kSize / 8) * 8);
        const auto top = static_cast<int32_t>(random() % (kSize / 8) * 8);
        const uint32_t number = random() % static_cast<uint32_t>(list.size());
        FragmentBatch batch;
        batch.quads = 16;
        for (uint32_t q = 0; q < batch.quads; ++q) {
            batch.x[q] = left + static_cast<int32_t>(order[q] % 4 * 2);
            batch.y[q] = top + static_cast<int32_t>(order[q] / 4 * 2);
            batch.triangle[q] = number;
            batch.live[q] = (1u << (4 * control.samples)) - 1;
        }
        return batch;
    }

    struct Outcome {
        std::vector<uint32_t> live;
        std::vector<std::byte> bytes;
        bool operator==(const Outcome&) const = default;
    };
    /// `plain`: by the test for depth alone, where the state allows it.
    Outcome test(FragmentBatch batch, const func::DepthStencilState& state, bool plain) {
        std::vector<std::byte> copy = bytes;
        DepthTarget tested = target;
        tested.depth.bytes = copy;
        tested.tester = func::DepthStencilTester(state);
        tested.writes = tested.tester.writes();
        if (plain) tested.plainTest = state.depthFunction;
        const FragmentGeometry geometry(control, list);
        testDepthStencil({.places = {.list = list, .left = 8, .top = 8, .samplesPerPixel = control.samples},
                          .geometry = geometry,
                          .target = tested},
                         batch);
        return {.live = {batch.live.begin(), batch.live.begin() + batch.quads}, .bytes = std::move(copy)};
    }

    RasterControl control;
    RasterList list;
    DepthTarget target;
    std::vector<std::byte> bytes;

  private:
    std::mt19937& random_;
};

TEST(DepthStage, TestOfDepthAloneIsTheGeneralOne) {
    using enum func::CompareFunction;
    constexpr std::array kFunctions = {Never, Less, Equal, LessEqual, Greater, NotEqual, GreaterEqual, Always};
    std::mt19937 random(3);
    uint64_t passed = 0;
    uint64_t failed = 0;
    for (const DepthFormat format : {DepthFormat::Unorm16, DepthFormat::Unorm24Stencil8, DepthFormat::Float32})
        for (const uint32_t samples : {1u, 2u, 4u})
            for (const TileMode tiles : {TileMode::Linear, TileMode::Bin, TileMode::Tiled})
                for (int round = 0; round < 40; ++round) {
                    StageBench bench(format, samples, tiles, random);
                    const FragmentBatch batch = round % 2 == 0 ? bench.scattered() : bench.block();
                    func::DepthStencilState state;
                    state.depthTest = true;
                    state.depthFunction = kFunctions[random() % kFunctions.size()];
                    state.depthWrite = random() % 4 != 0;
                    const StageBench::Outcome quick = bench.test(batch, state, true);
                    ASSERT_EQ(quick, bench.test(batch, state, false))
                        << "format " << static_cast<int>(format) << ", " << samples << " samples, tiles "
                        << static_cast<int>(tiles) << ", round " << round;
                    for (uint32_t q = 0; q < batch.quads; ++q) {
                        passed += std::popcount(quick.live[q]) != 0 ? 1 : 0;
                        failed += quick.live[q] != batch.live[q] ? 1 : 0;
                    }
                }
    EXPECT_GT(passed, 1000u);
    EXPECT_GT(failed, 1000u);
}

}  // namespace
}  // namespace cyclorama::adreno
