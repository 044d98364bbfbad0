// SPDX-License-Identifier: MIT
#include "machine/values/draw_in_flight.h"

#include <algorithm>
#include <bit>
#include <variant>

#include "func/texture/texture_access.h"
#include "func/texture/texture_attribute.h"
#include "isa/program.h"
#include "machine/configuration/settings.h"
#include "machine/values/vertex_fetch.h"

namespace cyclorama::machine {

namespace {

/// Indices that are read to find a draw's vertices; for more, all vertices from the streams' start on count as read.
constexpr uint32_t kIndicesRead = 1u << 20;

constexpr func::Address kEndOfAddresses = func::Address::fromBits(~uint64_t{0});

/// Largest distance of the vertices of a draw from the start of their stream, in bytes.
constexpr uint64_t kLongestStream = uint64_t{1} << 32;

struct Entries {
    uint32_t first = 0;
    uint32_t last = 0;
    bool known = true;
};

/// The entries of a stream that all vertices of an instance use together.
Entries entriesOf(const mem::AddressSpace& memory, const gpu::VertexInput& input) {
    if (!input.indexed) return {.first = input.start, .last = input.start + (input.count - 1)};
    if (input.count > kIndicesRead) return {.first = 0, .last = 0, .known = false};
    const bool anyRestarts = restarts(input);
    Entries entries{.first = ~0u, .last = 0};
    for (uint32_t i = 0; i < input.count; ++i) {
        const std::optional<uint32_t> fetched = fetchIndex(memory, input, i);
        if (anyRestarts && isRestart(input, fetched)) continue;
        const uint32_t index = fetched.value_or(0);
        entries.first = std::min(entries.first, index);
        entries.last = std::max(entries.last, index);
    }
    // All of them may be restarts.
    entries.first = std::min(entries.first, entries.last);
    return entries;
}

bool loadsAttributes(const isa::Program& program) {
    return std::ranges::any_of(program.instructions,
                               [](const isa::Instruction& i) { return i.operation == isa::Operation::LoadAttribute; });
}

}  // namespace

DrawInFlight::DrawInFlight(const Configuration& configuration, mem::AddressSpace& memory)
    : memory_(&memory),
      surfaces_(memory, tileSizes(configuration.rasterization)),
      textures_(textureUnitSettings(configuration)),
      pipelined_(configuration.commandProcessor.pipelinedBatchRendering) {}

void DrawInFlight::start(const gpu::DrawState& state) {
    state_ = pipelined_ ? &state : nullptr;
    geometryEnded_ = false;
    measured_ = false;
}

void DrawInFlight::pass(const gpu::Operation& operation) {
    using WaitsFor = gpu::FamilyOperation::WaitsFor;
    if (std::holds_alternative<gpu::Draw>(operation)) return;
    WaitsFor waitsFor = WaitsFor::Batch;
    if (const auto* family = std::get_if<gpu::FamilyOperationPointer>(&operation))
        waitsFor = (*family)->waitsFor();
    else if (const auto* write = std::get_if<gpu::WriteMemory>(&operation); write != nullptr && !write->waitForBatch)
        waitsFor = WaitsFor::Nothing;
    if (waitsFor == WaitsFor::Geometry) geometryEnded_ = true;
    if (waitsFor == WaitsFor::Batch) ended();
}

DrawInFlight::Use DrawInFlight::useOf(const gpu::WriteMemory& write) {
    if (state_ == nullptr || write.data.empty()) return Use::None;
    if (!measured_) measure();
    const func::Address begin = write.address;
    const func::Address end = begin + write.data.size();
    Use use = Use::None;
    for (const Range& range : ranges_)
        if (range.begin < end && begin < range.end && !(range.geometry && geometryEnded_))
            use = std::max(use, range.certain ? Use::Certain : Use::Possible);
    return use;
}

void DrawInFlight::measure() {
    measured_ = true;
    ranges_.clear();
    addTextures();
    addBuffers();
    if (state_->input->count != 0) addVertices();
}

void DrawInFlight::add(func::Address address, uint64_t bytes, bool geometry) {
    ranges_.push_back({.begin = address, .end = address + bytes, .certain = true, .geometry = geometry});
}

void DrawInFlight::addTextures() {
    uint32_t rest = (state_->stages[gpu::Stage::Vertex].program->resources.samplers |
                     state_->stages[gpu::Stage::Fragment].program->resources.samplers) &
                    static_cast<uint32_t>((uint64_t{1} << gpu::kTextureUnits) - 1);
    for (; rest != 0; rest &= rest - 1) {
        const func::PreparedTexture texture(state_->textures[static_cast<size_t>(std::countr_zero(rest))], textures_);
        const uint32_t faces = texture.state.mode == func::TextureMode::CubeMap ? func::kCubeFaces : 1;
        const uint32_t lastLevel = std::min({texture.state.maxLevel, texture.lastLevel, func::kTextureLevels - 1});
        for (uint32_t level = std::min(texture.state.minLevel, lastLevel); level <= lastLevel; ++level)
            for (uint32_t face = 0; face < faces; ++face)
                add(texture.state.address[level][face], texture.layout.levelBytes(level));
    }
}

void DrawInFlight::addBuffers() {
    for (uint32_t target = 0; target < gpu::kRenderTargets; ++target) {
        const gpu::RenderTarget& to = state_->color->targets[target];
        if (!to.enabled || to.color.writeMask.none()) continue;
        const MappedSurface surface = surfaces_.color(*state_, target);
        if (surface.valid) add(to.address, surface.bytes.size());
    }
    if (!state_->depthStencil->depthTest && !state_->depthStencil->stencilTest) return;
    const MappedSurface surface = surfaces_.depthStencil(*state_);
    if (surface.valid) add(state_->depthBuffer->address, surface.bytes.size());
}

void DrawInFlight::addVertices() {
    const gpu::VertexInput& input = *state_->input;
    if (input.indexed) {
        const gpu::VertexStream& indices = input.streams[input.indexStream % gpu::kVertexStreams];
        const uint64_t bytes = func::streamFormatBytes(indices.format);
        add(indices.address + input.start * bytes, input.count * bytes, true);
    }
    const Entries all = entriesOf(*memory_, input);
    const bool fragmentsLoad = loadsAttributes(*state_->stages[gpu::Stage::Fragment].program);
    const bool loads = fragmentsLoad || loadsAttributes(*state_->stages[gpu::Stage::Vertex].program);
    for (const uint32_t source : input.attributeStream) {
        if (source >= gpu::kVertexStreams) continue;
        const gpu::VertexStream& stream = input.streams[source];
        Entries entries = all;
        if (stream.instancesPerEntry != 0)
            entries = {.first = 0, .last = (std::max(input.instances, 1u) - 1) / stream.instancesPerEntry};
        const uint64_t bytes = uint64_t{func::streamFormatBytes(stream.format)} * stream.components;
        const uint64_t begin = uint64_t{stream.stride} * entries.first;
        const uint64_t end = uint64_t{stream.stride} * entries.last + bytes;
        if (!entries.known || end > kLongestStream) {
            ranges_.push_back({.begin = {}, .end = kEndOfAddresses, .certain = false, .geometry = !fragmentsLoad});
            continue;
        }
        ranges_.push_back(
            {.begin = stream.address + begin, .end = stream.address + end, .certain = true, .geometry = true});
        // A program may load any entry.
        if (loads)
            ranges_.push_back(
                {.begin = stream.address, .end = kEndOfAddresses, .certain = false, .geometry = !fragmentsLoad});
    }
}

}  // namespace cyclorama::machine
