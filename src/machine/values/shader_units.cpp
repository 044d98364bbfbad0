// SPDX-License-Identifier: MIT
#include "machine/values/shader_units.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace cyclorama::machine {

namespace {

/// The last level that can be sampled: the driver need not give the others an address.
uint32_t lastSampledLevel(const func::TextureState& state, uint32_t last) {
    if (state.minFilter <= func::FilterMode::Linear) return std::min(state.minLevel, last);
    const float byLod = std::ceil(std::max(state.maxLod, 0.0f));
    return byLod < static_cast<float>(last) ? std::max(static_cast<uint32_t>(byLod), state.minLevel) : last;
}

/// Calls see(address, bytes) for each level and face of a texture.
template <typename See>
void forEachImage(const func::PreparedTexture& texture, See see) {
    const func::SurfaceTexture* surface = texture.surface.get();
    const uint32_t faces = texture.state.mode == func::TextureMode::CubeMap ? func::kCubeFaces : 1;
    const uint32_t last = surface != nullptr ? lastSampledLevel(texture.state, surface->lastLevel())
                                             : std::min(texture.state.maxLevel, texture.lastLevel);
    for (uint32_t level = texture.state.minLevel; level <= last; ++level) {
        for (uint32_t face = 0; face < faces; ++face) {
            if (surface == nullptr) {
                see(texture.state.address[level][face], texture.layout.levelBytes(level));
                continue;
            }
            const func::SurfaceLevel& image = surface->level(level);
            see(image.address[face], uint64_t{image.sliceStride} * (image.depth - 1) + image.sliceBytes);
        }
    }
}

}  // namespace

void TextureUnits::update(const gpu::Textures& textures, uint32_t samplers) {
    samplers_ = samplers & static_cast<uint32_t>((uint64_t{1} << gpu::kTextureUnits) - 1);
    for (uint32_t rest = samplers_; rest != 0; rest &= rest - 1) {
        const auto unit = static_cast<uint32_t>(std::countr_zero(rest));
        const gpu::TextureDescriptor& descriptor = textures.descriptor(unit);
        if (units_[unit].texture && units_[unit].descriptor.same(descriptor)) continue;
        if (units_[unit].texture && units_[unit].texture->state == *descriptor)
            units_[unit].descriptor = descriptor;
        else
            units_[unit] = prepared(descriptor);
    }
}

TextureUnits::Unit TextureUnits::prepared(const gpu::TextureDescriptor& descriptor) {
    for (const Unit& kept : kept_)
        if (kept.texture && kept.descriptor.same(descriptor)) return kept;
    Unit& oldest = kept_[nextKept_++ % kept_.size()];
    oldest = {descriptor, std::make_shared<const func::PreparedTexture>(*descriptor, settings_)};
    return oldest;
}

bool TextureUnits::anyCompressed() const {
    for (uint32_t rest = samplers_; rest != 0; rest &= rest - 1) {
        const auto unit = static_cast<uint32_t>(std::countr_zero(rest));
        if (units_[unit].texture->state.compression != func::TextureCompression::None) return true;
    }
    return false;
}

bool TextureUnits::reach(func::Address address, uint64_t bytes) const {
    bool reached = false;
    for (uint32_t rest = samplers_; rest != 0; rest &= rest - 1)
        forEachImage(*units_[static_cast<size_t>(std::countr_zero(rest))].texture,
                     [&](func::Address image, uint64_t imageBytes) {
                         reached = reached || (image < address + bytes && address < image + imageBytes);
                     });
    return reached;
}

uint64_t TextureUnits::imagesOutOfMemory(const mem::AddressSpace& memory) const {
    uint64_t images = 0;
    if (memory.mappings() == nullptr) return images;
    for (uint32_t rest = samplers_; rest != 0; rest &= rest - 1)
        forEachImage(
            *units_[static_cast<size_t>(std::countr_zero(rest))].texture,
            [&](func::Address image, uint64_t imageBytes) { images += memory.contains(image, imageBytes) ? 0 : 1; });
    return images;
}

void ShaderUnits::startDraw(const gpu::DrawState& state, bool memoryChanged) {
    state_ = &state;
    if (memoryChanged && textures_->anyCompressed()) blocks_.clear();
}

void ShaderUnits::sample(const isa::SampleRequest& request) {
    samples_ += static_cast<uint64_t>(std::popcount(request.active & request.executing));
    if (request.sampler >= gpu::kTextureUnits) {
        for (float* component : request.result)
            for (int lane = 0; lane < request.lanes; ++lane)
                if ((request.executing >> lane & 1) != 0) component[lane] = 0.0f;
        ++faults_.unsupported;
        return;
    }
    const func::TextureLanes lanes{
        .operation = request.operation,
        .grouping = request.quads ? func::LaneGrouping::Quads : func::LaneGrouping::Single,
        .count = static_cast<uint32_t>(request.lanes),
        .active = request.executing,
        .operand = {request.coordinate[0], request.coordinate[1], request.coordinate[2], request.parameter},
        .gradientX = {request.gradientX[0], request.gradientX[1], request.gradientX[2]},
        .gradientY = {request.gradientY[0], request.gradientY[1], request.gradientY[2]},
        .reference = request.reference};
    func::sampleQuads((*textures_)[request.sampler], memory_->windows(), blocks_, lanes, request.result, faults_);
}

func::AttributeStream attributeStream(const gpu::VertexInput& input, uint32_t attribute) {
    func::AttributeStream stream;
    if (attribute >= func::kVertexAttributes) return stream;
    stream.defaultValue = input.attributeDefault[attribute];
    const uint32_t source = input.attributeStream[attribute];
    if (source >= gpu::kVertexStreams) return stream;
    const gpu::VertexStream& from = input.streams[source];
    stream.active = true;
    stream.address = from.address;
    stream.stride = from.stride;
    stream.format = from.format;
    stream.components = from.components;
    stream.d3d9ColorOrder = from.d3d9ColorOrder;
    return stream;
}

void ShaderUnits::load(const isa::AttributeRequest& request) {
    const func::AttributeStream stream = attributeStream(*state_->input, request.stream);
    for (int lane = 0; lane < request.lanes; ++lane) {
        if ((request.executing >> lane & 1) == 0) continue;
        const auto index = std::bit_cast<uint32_t>(request.index[lane]);
        const func::Vec4 value = func::loadAttribute(stream, textures_->settings(), memory_->windows(), index, faults_);
        for (uint32_t c = 0; c < isa::kComponents; ++c) request.result[c][lane] = value[c];
    }
}

void ShaderUnits::resetCounts() {
    faults_ = {};
    samples_ = 0;
}

void ConstantBank::update(const gpu::DrawState& state) {
    const gpu::ShaderStage& vertex = state.stages[gpu::Stage::Vertex];
    const gpu::ShaderStage& fragment = state.stages[gpu::Stage::Fragment];
    indexed_ = vertex.program->resources.relativeConstants || fragment.program->resources.relativeConstants;
    if (!indexed_) return;
    if (!bank_.empty() && vertex_.same(vertex.constants) && fragment_.same(fragment.constants)) return;
    vertex_ = vertex.constants;
    fragment_ = fragment.constants;
    bank_.assign(vertex_->begin(), vertex_->end());
    bank_.insert(bank_.end(), fragment_->begin(), fragment_->end());
}

isa::ExecutionContext makeContext(const gpu::ShaderStage& stage, gpu::Denormals denormals, const ConstantBank& bank,
                                  ShaderUnits& units) {
    isa::ExecutionContext context;
    context.constants = *stage.constants;
    context.relativeConstants = bank.all();
    context.sampler = &units;
    context.attributes = &units;
    context.issues = stage.issues;
    context.flushesDenormals = denormals == gpu::Denormals::FlushedToZero;
    return context;
}

}  // namespace cyclorama::machine
