// SPDX-License-Identifier: MIT
#pragma once
// Small scenes in window coordinates and tiled memory, as Vivante's front end asks for them: commands with their state,
// executed over a flat address space that the test looks into. The timing machine executes each of them as well, as a
// GC2000, on memory of the same content, and must leave the same bytes behind and find the same.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "families/registry.h"
#include "families/vivante/chip/dialect.h"
#include "gpu/command.h"
#include "gpu/draw_state.h"
#include "machine/functional/functional_machine.h"
#include "machine/timing/timing_machine.h"
#include "machine/values/frame_sink.h"
#include "machine/values/picture.h"
#include "support/paths.h"
#include "support/shader_program.h"

namespace cyclorama::machine {

inline constexpr uint32_t kColorBuffer = 0x10000000;
inline constexpr uint32_t kDepthBuffer = 0x20000000;
inline constexpr uint32_t kColorStatus = 0x30000000;
inline constexpr uint32_t kDepthStatus = 0x31000000;
inline constexpr uint32_t kVertices = 0x40000000;
inline constexpr uint32_t kIndices = 0x48000000;
inline constexpr uint32_t kLinear = 0x90000000;
inline constexpr uint32_t kQueries = 0xa0000000;

inline constexpr std::array kWindowBuffers{kColorBuffer, kDepthBuffer, kColorStatus, kDepthStatus,
                                           kVertices,    kIndices,     kLinear,      kQueries};

inline gpu::SurfaceLayout rows(func::Tiling tiling, uint32_t stride) {
    gpu::SurfaceLayout storage;
    storage.tiling = tiling;
    storage.stride = stride;
    return storage;
}

/// One command with its state.
class SingleCommand final : public gpu::CommandSource {
  public:
    SingleCommand(const gpu::DrawState& state, gpu::Operation operation)
        : state_(&state), operation_(std::move(operation)) {}
    std::optional<gpu::Command> next(const gpu::MemoryReader&) override {
        if (!operation_) return std::nullopt;
        return gpu::Command{.operation = *std::exchange(operation_, std::nullopt), .position = {}, .cost = {}};
    }
    const gpu::DrawState& state() const override { return *state_; }

  private:
    const gpu::DrawState* state_;
    std::optional<gpu::Operation> operation_;
};

inline std::vector<std::string_view> identifiers(const sim::Findings& findings) {
    std::vector<std::string_view> all;
    for (const sim::Finding& finding : findings.all()) all.push_back(finding.kind.identifier);
    std::ranges::sort(all);
    return all;
}

/// The timing machine of a chip, with memory of its own.
class TimedTwin {
  public:
    explicit TimedTwin(FrameSink& frames)
        : memory_(mem::FlatAddressSpace{}),
          configuration_(Configuration::preset("gc2000", paths::source("chips"), families::defaultConfiguration())),
          machine_(family::topologyOf(families::all(), configuration_), configuration_, {}, frames, findings_) {
        for (const uint32_t buffer : kWindowBuffers) memory_.mappings()->mapZeros(buffer, 16u << 20);
    }

    void takeOver(const mem::AddressSpace& memory) {
        for (const uint32_t buffer : kWindowBuffers)
            std::ranges::copy(*memory.span(buffer, kCompared), memory_.span(buffer, kCompared)->begin());
    }
    void run(const gpu::DrawState& state, const gpu::Operation& operation) {
        SingleCommand source(state, operation);
        machine_.run(source, memory_);
    }
    void compare(const mem::AddressSpace& memory) const {
        for (const uint32_t buffer : kWindowBuffers) {
            const auto expected = *memory.span(buffer, kCompared);
            const auto actual = *memory_.span(buffer, kCompared);
            const auto [at, other] = std::ranges::mismatch(expected, actual);
            EXPECT_EQ(at, expected.end()) << "the machines differ at " << std::hex << buffer + (at - expected.begin());
        }
    }
    const sim::Findings& findings() const { return findings_; }

  private:
    /// Bytes that are compared of each buffer; scenes are small.
    static constexpr uint32_t kCompared = 1u << 20;

    mem::AddressSpace memory_;
    Configuration configuration_;
    sim::Findings findings_;
    TimingMachine machine_;
};

/// Positions in clip space and a colour.
struct WindowVertexData {
    func::Vec4 position{0, 0, 0, 1};
    func::Vec4 color{1, 1, 1, 1};
};

/// Runs commands at once; `state` is what the next one finds. Positions are in pixels, y downwards, w = 1, depth 0
/// to 1.
class WindowScene final : public FrameSink {
  public:
    WindowScene(uint32_t width, uint32_t height, func::Tiling tiling = func::Tiling::SuperTiled, uint32_t samples = 1)
        : width_(width),
          height_(height),
          memory_(mem::FlatAddressSpace{}),
          machine_({}, {.threads = 2, .dialect = vivante::dialect()}, *this, findings, memory_),
          twin_(*this) {
        const uint32_t across = samples > 1 ? 2 : 1;
        const uint32_t down = samples / across;
        for (const uint32_t buffer : kWindowBuffers) memory_.mappings()->mapZeros(buffer, 16u << 20);
        state.raster.edit().surfaceWidth = width;
        state.raster.edit().surfaceHeight = height;
        // Clip space is the window, its depth from 0 to 1.
        state.raster.edit().depthRange.zeroToOne = true;
        state.raster.edit().frontFace = func::FaceOrientation::CounterClockwise;
        state.multisampling = {.enabled = samples > 1, .samples = samples};
        state.stages[gpu::Stage::Vertex].program = assembled("mov o0, i0\nmov o1, i1 <- end");
        state.stages[gpu::Stage::Fragment].program = assembled("mov o1, i1 <- end");
        state.fragmentInputs[1] = true;
        state.input.edit().indexed = false;
        state.hierarchicalZ = false;
        for (uint32_t stream : {0u, 1u}) {
            state.input.edit().attributeStream[stream] = stream;
            state.input.edit().streams[stream] = {.address = kVertices + stream * 16,
                                                  .stride = sizeof(WindowVertexData),
                                                  .format = func::StreamFormat::Float32,
                                                  .components = 4};
        }
        gpu::RenderTarget& target = state.color.edit().targets[0];
        target.enabled = true;
        target.address = kColorBuffer;
        target.color.format = func::Format::B8G8R8A8Unorm;
        const uint32_t padded = (width * across + 63) / 64 * 64;
        target.storage = rows(tiling, padded * 4);
        state.depthBuffer.edit().address = kDepthBuffer;
        state.depthBuffer.edit().storage = target.storage;
        sampleWidth_ = width * across;
        sampleHeight_ = height * down;
    }

    gpu::DrawState state;
    sim::Findings findings;

    void run(gpu::Operation operation) {
        twin_.takeOver(memory_);
        twin_.run(state, operation);
        SingleCommand source(state, std::move(operation));
        machine_.run(source);
        twin_.compare(memory_);
        EXPECT_EQ(identifiers(twin_.findings()), identifiers(findings));
    }
    void draw(const std::vector<WindowVertexData>& vertices,
              func::PrimitiveType primitive = func::PrimitiveType::Triangles) {
        ASSERT_TRUE(memory_.write(state.input->streams[0].address, std::as_bytes(std::span(vertices))));
        state.input.edit().primitive = primitive;
        state.input.edit().count = static_cast<uint32_t>(vertices.size());
        run(gpu::Draw{});
    }
    std::vector<WindowVertexData> rectangle(float x0, float y0, float x1, float y1,
                                            const func::Vec4& color = {1, 1, 1, 1}, float z = 0.5f) const {
        return {{{x0, y0, z, 1}, color}, {{x1, y0, z, 1}, color}, {{x1, y1, z, 1}, color},
                {{x0, y0, z, 1}, color}, {{x1, y1, z, 1}, color}, {{x0, y1, z, 1}, color}};
    }
    gpu::Surface target(uint32_t index = 0) const {
        const gpu::RenderTarget& t = state.color->targets[index];
        return {.address = t.address,
                .storage = t.storage,
                .format = t.color.format,
                .width = sampleWidth_,
                .height = sampleHeight_};
    }
    gpu::Surface depth() const {
        return {.address = state.depthBuffer->address,
                .storage = state.depthBuffer->storage,
                .format = state.raster->depthBits == 16 ? func::Format::Depth16 : func::Format::Stencil8Depth24,
                .width = sampleWidth_,
                .height = sampleHeight_};
    }
    gpu::Surface linear(func::Format format = func::Format::B8G8R8A8Unorm) const {
        return {.address = kLinear,
                .storage = rows(func::Tiling::Linear, width_ * 4),
                .format = format,
                .width = width_,
                .height = height_};
    }
    /// The target resolved to a linear image: 0xRRGGBB by pixel, rows from the top.
    func::Picture resolved() {
        run(gpu::Resolve{.source = target(),
                         .destination = linear(),
                         .width = width_,
                         .height = height_,
                         .averageX = sampleWidth_ / width_,
                         .averageY = sampleHeight_ / height_});
        const auto picture = readPicture(memory_, linear());
        EXPECT_TRUE(picture.has_value());
        return picture.value_or(func::Picture{});
    }
    static uint32_t pixel(const func::Picture& picture, uint32_t x, uint32_t y) {
        const size_t at = (size_t{y} * picture.width + x) * 4;
        return uint32_t{picture.rgba.at(at)} << 16 | uint32_t{picture.rgba[at + 1]} << 8 | picture.rgba[at + 2];
    }
    static uint32_t count(const func::Picture& picture, uint32_t color) {
        uint32_t found = 0;
        for (uint32_t y = 0; y < picture.height; ++y)
            for (uint32_t x = 0; x < picture.width; ++x) found += pixel(picture, x, y) == color;
        return found;
    }
    mem::AddressSpace& memory() { return memory_; }
    const FunctionalMachine& machine() const { return machine_; }
    void present(const PresentedFrame&) override {}
    void dump(const std::string&, const func::Picture&) override {}

  private:
    uint32_t width_;
    uint32_t height_;
    uint32_t sampleWidth_ = 0;
    uint32_t sampleHeight_ = 0;
    mem::AddressSpace memory_;
    FunctionalMachine machine_;
    TimedTwin twin_;
};

}  // namespace cyclorama::machine
