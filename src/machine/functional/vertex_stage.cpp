#include "machine/functional/vertex_stage.h"

#include <bit>

#include "func/color_format.h"
#include "func/texture_attribute.h"

namespace cyclorama::machine {

void VertexStage::startDraw(const gpu::DrawState& state, const isa::ExecutionContext& context, bool attributesByShader,
                            uint64_t instructions) {
    state_ = &state;
    instructionLimit_ = instructions;
    givenUp_ = false;
    context_ = context;
    context_.quads = false;
    context_.jumpGroup = 1;
    byShader_ = attributesByShader || state.input.loadedByShader;
}

void VertexStage::resetCounts() {
    shaded_ = 0;
    instructions_ = 0;
    faults_ = {};
}

uint32_t VertexStage::index(uint32_t position) {
    const gpu::VertexInput& input = state_->input;
    if (!input.indexed) return input.start + position;
    const gpu::VertexStream& stream = input.streams[input.indexStream % gpu::kVertexStreams];
    const uint32_t bytes = func::streamFormatBytes(stream.format);
    // Indices are packed: the stride of an index stream has no effect (ATTILA: StreamerFetch).
    const uint32_t address = stream.address + (input.start + position) * bytes;
    uint32_t value = 0;
    if (!memory_->read(address, std::as_writable_bytes(std::span(&value, 1)).first(bytes))) ++faults_.outOfRange;
    return value;
}

func::Vec4 VertexStage::attribute(uint32_t attribute, uint32_t index, uint32_t instance) {
    const gpu::VertexInput& input = state_->input;
    func::Vec4 value = input.attributeDefault[attribute];
    const uint32_t source = input.attributeStream[attribute];
    if (source >= gpu::kVertexStreams) return value;
    const gpu::VertexStream& stream = input.streams[source];
    const uint32_t entry = stream.instancesPerEntry == 0 ? index : instance / stream.instancesPerEntry;
    const uint32_t bytes = func::streamFormatBytes(stream.format);
    const uint32_t components = std::min<uint32_t>(stream.components, isa::kComponents);
    const auto data = memory_->span(stream.address + stream.stride * entry, uint64_t{bytes} * components);
    if (!data) {
        ++faults_.outOfRange;
        std::fill_n(value.begin(), components, 0.0f);
    } else {
        for (uint32_t c = 0; c < components; ++c)
            value[c] = func::convertStreamComponent(stream.format, data->data() + size_t{c} * bytes);
    }
    if (stream.d3d9ColorOrder) std::swap(value[0], value[2]);
    return value;
}

void VertexStage::shade(std::span<const uint32_t> positions, uint32_t instance) {
    indices_.clear();
    slots_.clear();
    unique_.clear();
    slotOfIndex_.clear();
    for (const uint32_t position : positions) {
        const uint32_t vertex = index(position);
        const auto [entry, added] = slotOfIndex_.try_emplace(vertex, static_cast<uint32_t>(unique_.size()));
        if (added) unique_.push_back(vertex);
        indices_.push_back(vertex);
        slots_.push_back(entry->second);
    }
    vertices_.resize(unique_.size());
    const std::span<const uint32_t> unique = unique_;
    for (uint32_t first = 0; first < unique.size() && !givenUp_; first += isa::kMaxLanes) {
        const size_t lanes = std::min<size_t>(isa::kMaxLanes, unique.size() - first);
        shadeGroup(unique.subspan(first, lanes), first, instance);
    }
}

void VertexStage::shadeGroup(std::span<const uint32_t> indices, uint32_t firstSlot, uint32_t instance) {
    const isa::Program& program = *state_->vertex.program;
    const auto lanes = static_cast<int>(indices.size());
    group_.start(program, lanes);
    for (uint32_t rest = program.resources.inputsRead; rest != 0; rest &= rest - 1) {
        const auto input = static_cast<uint32_t>(std::countr_zero(rest));
        for (int lane = 0; lane < lanes; ++lane) {
            const uint32_t vertex = indices[static_cast<size_t>(lane)];
            func::Vec4 value = state_->input.attributeDefault[input];
            // Attribute 0 carries the bits of index and instance (ATTILA: StreamerLoader, attribute load bypass).
            if (byShader_ && input == 0)
                value = {std::bit_cast<float>(vertex), std::bit_cast<float>(instance), 0.0f, 0.0f};
            else if (!byShader_)
                value = attribute(input, vertex, instance);
            group_.setInput(lane, input, value);
        }
    }
    const isa::ExecutionResult result = isa::execute(program, group_, context_);
    if (result.status != isa::ExecutionStatus::Finished) ++faults_.brokenPrograms;
    shaded_ += indices.size();
    instructions_ += result.laneInstructions;
    givenUp_ = result.status == isa::ExecutionStatus::StepLimit || instructions_ > instructionLimit_;

    for (int lane = 0; lane < lanes; ++lane) {
        func::VertexAttributes& out = vertices_[firstSlot + static_cast<uint32_t>(lane)];
        for (uint32_t a = 0; a < func::kVertexAttributes; ++a) out[a] = group_.output(lane, a);
        for (float& component : out[func::kColorAttribute]) component = func::clampToUnit(component);
    }
}

}  // namespace cyclorama::machine
