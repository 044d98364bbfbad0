// SPDX-License-Identifier: MIT
#pragma once
// A driver before a functional machine, for tests: surfaces, programs and draws in few words.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "device/execution/simulated_executor.h"
#include "families/attila/driver/chip_model.h"
#include "families/attila/driver/draw/renderer.h"
#include "families/attila/driver/textures/surface_form.h"
#include "families/attila/trace/attila_trace_reader.h"
#include "func/formats/half_float.h"
#include "sim/error.h"
#include "virgl/protocol/refusal.h"
#include "virgl/tgsi/parser.h"

namespace cyclorama::attila::test {

using Rgba = std::array<uint8_t, 4>;
using HalfColor = std::array<uint16_t, 4>;
inline constexpr uint32_t kFormsEdge = 32;

inline constexpr const char* kPassVertex =
    "VERT\nDCL IN[0]\nDCL IN[1]\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\n  0: MOV OUT[0], IN[0]\n"
    "  1: MOV OUT[1], IN[1]\n  2: END\n";
inline constexpr const char* kPassFragment =
    "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n  0: MOV OUT[0], IN[0]\n  1: END\n";
inline constexpr const char* kFourTimes =
    "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n"
    "IMM[0] FLT32 {0x40800000, 0x40800000, 0x40800000, 0x40800000}\n"
    "  0: MUL OUT[0], IN[0], IMM[0]\n  1: END\n";
inline constexpr const char* kSampled =
    "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL SAMP[0]\n"
    "  0: TEX OUT[0], IN[0], SAMP[0], 2D\n  1: END\n";

struct Corner {
    std::array<float, 4> position;
    std::array<float, 4> value;
};

/// Keeps the transactions that it passes on.
class KeepingContext final : public device::JobContext {
  public:
    explicit KeepingContext(std::unique_ptr<device::JobContext> inner) : inner_(std::move(inner)) {}
    void map(uint64_t address, int memory, uint64_t bytes) override { inner_->map(address, memory, bytes); }
    void unmap(uint64_t address, uint64_t bytes) override { inner_->unmap(address, bytes); }
    device::JobResult execute(const device::GpuJob& job) override {
        const auto trace = job.streams.front().copy;
        AttilaTraceReader reader(trace, "kept");
        while (const auto record = reader.next()) {
            if (const auto* write = std::get_if<RegisterWrite>(&record->transaction)) writes.push_back(*write);
            if (const auto* command = std::get_if<CommandWrite>(&record->transaction))
                commands.push_back(command->command);
            if (const auto* write = std::get_if<MemoryWrite>(&record->transaction);
                write && write->data.size() % 256 == 0) {
                vertexBytes += write->data.size();
                if (write->locked) lockedBytes += write->data.size();
            }
            if (const auto* write = std::get_if<MemoryWrite>(&record->transaction))
                for (const std::byte byte : write->data) memoryHash = memoryHash * 31 + std::to_integer<uint32_t>(byte);
        }
        return inner_->execute(job);
    }
    uint64_t samplesPassed() const override { return inner_->samplesPassed(); }
    /// Values that were written to a register, one after the other.
    std::vector<uint32_t> valuesOf(Register reg) const {
        std::vector<uint32_t> values;
        for (const RegisterWrite& write : writes)
            if (write.reg == reg) values.push_back(write.value.asUint());
        return values;
    }

    uint64_t count(ControlCommand command) const {
        return static_cast<uint64_t>(std::ranges::count(commands, command));
    }

    std::vector<RegisterWrite> writes;
    std::vector<ControlCommand> commands;
    /// Bytes of writes in whole lines, and those of them that wait for draws.
    uint64_t vertexBytes = 0, lockedBytes = 0;
    /// Hash of all bytes that were written to memory.
    uint32_t memoryHash = 0;

  private:
    std::unique_ptr<device::JobContext> inner_;
};

/// A driver before a functional machine, both of one configuration.
class FormsDriver {
  public:
    explicit FormsDriver(const std::vector<std::string>& settings = {}) : configuration_(configured(settings)) {
        renderer.attach(context);
        state.blend = std::make_shared<virgl::Blend>();
        state.depthStencilAlpha = std::make_shared<virgl::DepthStencilAlpha>();
        state.rasterizer = std::make_shared<virgl::RasterizerState>();
        // 31 is R32G32B32A32_FLOAT.
        state.vertexElements = std::make_shared<virgl::VertexElements>(
            virgl::VertexElements{{.offset = 0, .format = 31}, {.offset = 16, .format = 31}});
        state.viewport = {.scale = {kFormsEdge / 2.0f, kFormsEdge / 2.0f, 0.5f},
                          .offset = {kFormsEdge / 2.0f, kFormsEdge / 2.0f, 0.5f}};
        useProgram(virgl::Stage::Vertex, kPassVertex);
        useProgram(virgl::Stage::Fragment, kPassFragment);
    }

    std::shared_ptr<virgl::Resource> texture(virgl::Format format, uint32_t samples = 0) {
        return make({.target = virgl::Target::Texture2D,
                     .format = format,
                     .width = kFormsEdge,
                     .height = kFormsEdge,
                     .samples = samples});
    }
    std::shared_ptr<virgl::Resource> make(const virgl::ResourceDescription& description) {
        auto made = std::make_shared<virgl::Resource>();
        made->description = description;
        made->storage = renderer.makeStorage(description);
        return made;
    }
    static std::shared_ptr<virgl::AttachmentView> surfaceOf(const std::shared_ptr<virgl::Resource>& resource) {
        return std::make_shared<virgl::AttachmentView>(
            virgl::AttachmentView{.resource = resource, .format = resource->description.format});
    }
    void target(const std::shared_ptr<virgl::Resource>& color, const std::shared_ptr<virgl::Resource>& depth = {}) {
        state.colorBuffers[0] = surfaceOf(color);
        state.depthBuffer = depth ? surfaceOf(depth) : nullptr;
    }
    void useProgram(virgl::Stage stage, const char* text) {
        state.stage(stage).shader = std::make_shared<virgl::Shader>(
            virgl::Shader{.stage = stage, .program = virgl::tgsi::parse(text), .number = ++programs_});
    }
    void sample(const std::shared_ptr<virgl::Resource>& from) {
        state.stage(virgl::Stage::Fragment).views[0] = std::make_shared<virgl::SamplerView>(
            virgl::SamplerView{.resource = from, .format = from->description.format});
        state.stage(virgl::Stage::Fragment).samplers[0] = std::make_shared<virgl::Sampler>();
        useProgram(virgl::Stage::Fragment, kSampled);
    }
    void addToTarget() {
        auto blend = std::make_shared<virgl::Blend>();
        blend->targets[0].enabled = true;
        blend->targets[0].destinationColor = blend->targets[0].destinationAlpha = func::BlendFactor::One;
        state.blend = blend;
    }
    void clear(const func::Vec4& color, uint32_t buffers = virgl::kClearColor0, double depth = 1) {
        renderer.clear(state, {.buffers = buffers, .color = color, .depth = depth});
    }
    void draw(const std::vector<Corner>& corners, virgl::Primitive primitive = virgl::Primitive::Triangles) {
        const auto bytes = std::as_bytes(std::span(corners));
        const auto size = static_cast<uint32_t>(bytes.size());
        auto buffer = make({.width = size});
        renderer.upload(*buffer, {.box = {.width = size, .height = 1, .depth = 1}}, bytes, {});
        state.vertexBuffers[0] = {.stride = sizeof(Corner), .offset = 0, .resource = buffer};
        renderer.draw(state, {.primitive = primitive, .count = static_cast<uint32_t>(corners.size())});
    }
    /// Covers the left of the view to the middle of column 10.
    void drawLeft(const std::array<float, 4>& value, float z = 0) {
        constexpr float kX = 10.5f / (kFormsEdge / 2.0f) - 1;
        draw({{{-9, 0, z, 1}, value}, {{kX, -5, z, 1}, value}, {{kX, 5, z, 1}, value}});
    }
    void drawWhole(const std::array<float, 4>& value, float z = 0) {
        draw({{{-1, -1, z, 1}, value}, {{3, -1, z, 1}, value}, {{-1, 3, z, 1}, value}});
    }
    template <typename Texel>
    Texel texel(virgl::Resource& resource, uint32_t x, uint32_t y) {
        Texel read{};
        renderer.download(resource, {.box = {.x = x, .y = y, .width = 1, .height = 1, .depth = 1}},
                          std::as_writable_bytes(std::span(&read, 1)),
                          {.stride = sizeof read, .sliceStride = sizeof read});
        return read;
    }
    void put(virgl::Resource& resource, uint32_t x, uint32_t y, const Rgba& value) {
        renderer.upload(resource, {.box = {.x = x, .y = y, .width = 1, .height = 1, .depth = 1}},
                        std::as_bytes(std::span(value)), {.stride = sizeof value, .sliceStride = sizeof value});
    }
    void multisample(bool on) {
        auto raster = std::make_shared<virgl::RasterizerState>();
        raster->multisample = on;
        state.rasterizer = raster;
    }
    /// To one sample a pixel, as Mesa does it for windows.
    std::shared_ptr<virgl::Resource> resolved(const std::shared_ptr<virgl::Resource>& from) {
        auto to = texture(from->description.format);
        blit(from, to);
        return to;
    }
    void blit(const std::shared_ptr<virgl::Resource>& from, const std::shared_ptr<virgl::Resource>& to) {
        const bool depth = from->description.format == virgl::Format::Z24S8;
        renderer.blit({.from = {.resource = from,
                                .format = from->description.format,
                                .width = kFormsEdge,
                                .height = kFormsEdge,
                                .depth = 1},
                       .to = {.resource = to,
                              .format = to->description.format,
                              .width = kFormsEdge,
                              .height = kFormsEdge,
                              .depth = 1},
                       .mask = depth ? virgl::kBlitDepth | virgl::kBlitStencil : virgl::kBlitColors});
    }
    std::vector<std::byte> texels(virgl::Resource& resource) {
        std::vector<std::byte> read(size_t{kFormsEdge} * kFormsEdge * 4);
        renderer.download(resource, {.box = {.width = kFormsEdge, .height = kFormsEdge, .depth = 1}}, read,
                          {.stride = kFormsEdge * 4, .sliceStride = read.size()});
        return read;
    }
    bool foundNothing() const { return findings_.all().empty(); }

  private:
    static machine::Configuration configured(const std::vector<std::string>& settings) {
        machine::Configuration configuration;
        for (const std::string& setting : settings) configuration.set(setting);
        return configuration;
    }

    sim::Findings findings_;
    machine::Configuration configuration_;
    AttilaChipModel chip_;
    device::SimulatedExecutor executor_{chip_, configuration_, findings_};
    uint64_t programs_ = 0;

  public:
    KeepingContext context{executor_.makeContext()};
    Renderer renderer{configuration_};
    virgl::State state;
};

inline constexpr Rgba kOpaqueRed = {255, 0, 0, 255};
inline constexpr std::array<float, 4> kRedValue = {1, 0, 0, 1};

}  // namespace cyclorama::attila::test
