// SPDX-License-Identifier: MIT
#pragma once
// Small scenes for the functional machine, written directly in the vocabulary: a list of commands, each with the state
// at that moment, and what comes of running it.

#include <gtest/gtest.h>

#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "families/attila/operations/operations.h"
#include "families/registry.h"
#include "gpu/command.h"
#include "gpu/draw_state.h"
#include "machine/functional/functional_machine.h"
#include "machine/timing/timing_machine.h"
#include "support/shader_program.h"

namespace cyclorama::machine {

/// Position and colour as they are; everything else is left out.
inline constexpr std::string_view kPassVertex = "mov o0, i0\nmov o1, i1 <- end";
inline constexpr std::string_view kPassColor = "mov o1, i1 <- end";

inline constexpr uint32_t kVertexAddress = 0x00100000;
inline constexpr uint32_t kIndexAddress = 0x00080000;
inline constexpr uint32_t kTextureAddress = 0x01000000;
inline constexpr uint32_t kColorAddress = 0x00400000;
inline constexpr uint32_t kDepthAddress = 0x00600000;

inline constexpr func::Vec4 kRed{1, 0, 0, 1};
inline constexpr func::Vec4 kGreen{0, 1, 0, 1};
inline constexpr func::Vec4 kBlue{0, 0, 1, 1};
inline constexpr func::Vec4 kWhite{1, 1, 1, 1};

struct Vertex {
    func::Vec4 position{0, 0, 0, 1};
    func::Vec4 color = kWhite;
};

/// Red, green, blue of a picture's pixel, counted from the lower left corner, as 0xRRGGBB.
inline uint32_t pixel(const func::Picture& picture, uint32_t x, uint32_t y) {
    const size_t at = (size_t{picture.height - 1 - y} * picture.width + x) * 4;
    return uint32_t{picture.rgba.at(at)} << 16 | uint32_t{picture.rgba[at + 1]} << 8 | picture.rgba[at + 2];
}

inline uint32_t count(const func::Picture& picture, uint32_t color) {
    uint32_t found = 0;
    for (uint32_t y = 0; y < picture.height; ++y)
        for (uint32_t x = 0; x < picture.width; ++x) found += pixel(picture, x, y) == color;
    return found;
}

/// Results of a run.
struct Outcome : FrameSink {
    void present(const PresentedFrame& frame) override { frames.push_back(frame); }
    void dump(const std::string& name, const func::Picture& picture) override { dumps.emplace_back(name, picture); }

    const func::Picture& picture() const { return frames.at(0).picture; }
    /// How often a kind of finding was made.
    uint64_t found(const sim::FindingKind& kind) const {
        for (const sim::Finding& finding : findings.all())
            if (finding.kind.identifier == kind.identifier) return finding.count;
        return 0;
    }

    std::vector<PresentedFrame> frames;
    std::vector<std::pair<std::string, func::Picture>> dumps;
    sim::Findings findings;
    WorkCounters counters;
};

/// A list of commands. `state` is what the next command finds.
class Scene final {
  public:
    enum class Start { Cleared, PowerOn };

    /// A surface of this size, its viewport all of it, colours passed through, no depth test; the buffers are cleared
    /// at the start, or left to what they hold at power-on.
    explicit Scene(uint32_t width = 64, uint32_t height = 64, Start start = Start::Cleared) {
        state.raster.edit().surfaceWidth = state.raster.edit().viewport.width = width;
        state.raster.edit().surfaceHeight = state.raster.edit().viewport.height = height;
        state.stages[gpu::Stage::Vertex].program = assembled(kPassVertex);
        state.stages[gpu::Stage::Fragment].program = assembled(kPassColor);
        state.fragmentInputs[1] = true;
        state.color.edit().targets[0].enabled = true;
        state.color.edit().targets[0].address = kColorAddress;
        state.depthBuffer.edit().address = kDepthAddress;
        state.input.edit().indexed = false;
        for (uint32_t stream : {0u, 1u}) {
            state.input.edit().attributeStream[stream] = stream;
            state.input.edit().streams[stream] = {.address = kVertexAddress + stream * 16,
                                                  .stride = sizeof(Vertex),
                                                  .format = func::StreamFormat::Float32,
                                                  .components = 4};
        }
        if (start == Start::PowerOn) return;
        command(gpu::ClearColor{});
        command(gpu::ClearDepthStencil{});
    }

    gpu::DrawState state;

    Scene& command(gpu::Operation operation) {
        entries_.push_back({std::move(operation), state});
        return *this;
    }
    template <typename T>
    Scene& write(func::Address address, const std::vector<T>& values, bool waitForBatch = true) {
        const auto bytes = std::as_bytes(std::span(values));
        data_.emplace_back(bytes.begin(), bytes.end());
        return command(gpu::WriteMemory{.address = address, .data = data_.back(), .waitForBatch = waitForBatch});
    }
    /// Writes vertices to where the state's streams are and draws them.
    Scene& draw(const std::vector<Vertex>& vertices) {
        write(state.input->streams[0].address, vertices);
        state.input.edit().count = static_cast<uint32_t>(vertices.size());
        return command(gpu::Draw{});
    }
    /// Draws with indices of 32 bits, from where the state's index stream is.
    Scene& drawIndexed(const std::vector<Vertex>& vertices, const std::vector<uint32_t>& indices) {
        write(kVertexAddress, vertices);
        write(kIndexAddress, indices);
        useIndices();
        state.input.edit().count = static_cast<uint32_t>(indices.size());
        return command(gpu::Draw{});
    }
    void useIndices(func::StreamFormat format = func::StreamFormat::Uint32) {
        state.input.edit().indexed = true;
        state.input.edit().indexStream = 2;
        state.input.edit().streams[2] = {.address = kIndexAddress, .stride = 0, .format = format, .components = 1};
    }
    Scene& present() { return command(gpu::Present{}); }

    void vertexProgram(std::string_view text) { state.stages[gpu::Stage::Vertex].program = assembled(text); }
    void fragmentProgram(std::string_view text) { state.stages[gpu::Stage::Fragment].program = assembled(text); }
    /// Unit 0 becomes an image of `size` x `size` texels of 8-bit RGBA, nearest filter, at kTextureAddress.
    func::TextureState& texture(uint32_t log2Size) {
        func::TextureState& texture = state.textures.edit(0);
        texture.enabled = true;
        texture.width = texture.height = 1u << log2Size;
        texture.depth = 1;
        texture.log2Width = texture.log2Height = log2Size;
        texture.maxLevel = 0;
        texture.wrapS = texture.wrapT = func::WrapMode::Repeat;
        texture.address[0][0] = kTextureAddress;
        return texture;
    }
    void depthTest(func::CompareFunction function) {
        state.depthStencil.edit().depthTest = true;
        state.depthStencil.edit().depthFunction = function;
    }

    /// A position in pixels from the lower left corner.
    func::Vec4 at(float x, float y, float z = 0.0f) const {
        return {2.0f * x / static_cast<float>(state.raster->viewport.width) - 1.0f,
                2.0f * y / static_cast<float>(state.raster->viewport.height) - 1.0f, z, 1.0f};
    }
    /// Two triangles that cover pixels x0 <= x < x1, y0 <= y < y1, counterclockwise.
    std::vector<Vertex> rectangle(float x0, float y0, float x1, float y1, const func::Vec4& color = kWhite,
                                  float z = 0.0f) const {
        return {{at(x0, y0, z), color}, {at(x1, y0, z), color}, {at(x1, y1, z), color},
                {at(x0, y0, z), color}, {at(x1, y1, z), color}, {at(x0, y1, z), color}};
    }
    /// All of the surface, where the viewport is.
    std::vector<Vertex> everything(const func::Vec4& color = kWhite, float z = 0.0f) const {
        return rectangle(0, 0, static_cast<float>(state.raster->viewport.width),
                         static_cast<float>(state.raster->viewport.height), color, z);
    }

    std::unique_ptr<Outcome> run(const FunctionalMachine::Options& options = {.threads = 1},
                                 const Configuration& configuration = {}) const {
        auto outcome = std::make_unique<Outcome>();
        Source source(entries_);
        FunctionalMachine machine(configuration, options, *outcome, outcome->findings);
        machine.run(source);
        outcome->counters = machine.counters();
        return outcome;
    }
    /// The same through the timing machine; `cycles` becomes what the run took.
    std::unique_ptr<Outcome> runTimed(const TimingMachine::Options& options = {},
                                      const Configuration& configuration = {}, uint64_t* cycles = nullptr) const {
        auto outcome = std::make_unique<Outcome>();
        Source source(entries_);
        TimingMachine machine(family::topologyOf(families::all(), configuration), configuration, options, *outcome,
                              outcome->findings);
        machine.run(source);
        if (cycles != nullptr) *cycles = machine.cycles();
        return outcome;
    }
    /// The first frame, of a scene without findings.
    func::Picture picture(const FunctionalMachine::Options& options = {.threads = 1},
                          const Configuration& configuration = {}) const {
        const auto outcome = run(options, configuration);
        for (const sim::Finding& finding : outcome->findings.all()) ADD_FAILURE() << finding.kind.identifier;
        return outcome->picture();
    }

  private:
    struct Entry {
        gpu::Operation operation;
        gpu::DrawState state;
    };
    class Source final : public gpu::CommandSource {
      public:
        explicit Source(const std::deque<Entry>& entries) : entries_(&entries) {}
        std::optional<gpu::Command> next(const gpu::MemoryReader&) override {
            if (at_ == entries_->size()) return std::nullopt;
            const Entry& entry = (*entries_)[at_];
            state_ = entry.state;
            return gpu::Command{.operation = entry.operation, .position = {.ordinal = at_++}, .cost = {}};
        }
        const gpu::DrawState& state() const override { return state_; }

      private:
        const std::deque<Entry>* entries_;
        gpu::DrawState state_;
        size_t at_ = 0;
    };

    std::deque<Entry> entries_;
    std::deque<std::vector<std::byte>> data_;
};

}  // namespace cyclorama::machine
