// SPDX-License-Identifier: MIT
#include "machine/functional/vertex_stage.h"

#include <bit>
#include <optional>

#include "func/formats/color_format.h"
#include "machine/values/vertex_fetch.h"

namespace cyclorama::machine {

namespace {

/// The attributes of vertices that reach a picture.
uint32_t usedOutputs(const gpu::DrawState& state) {
    const uint32_t pointSize = state.pointsAndLines.pointSizeAttribute;
    uint32_t used = state.stages[gpu::Stage::Fragment].program->resources.inputsRead | 1u << func::kPositionAttribute;
    if (pointSize < func::kVertexAttributes) used |= 1u << pointSize;
    // Faces select between the two.
    if (state.raster->twoSidedColor) used |= 1u << func::kBackColorAttribute | 1u << func::kBackSecondaryColorAttribute;
    return used;
}

}  // namespace

void VertexStage::startDraw(const gpu::DrawState& state, const isa::ExecutionContext& context, const Options& options) {
    state_ = &state;
    options_ = options;
    options_.attributesByShader |= state.input->loadedByShader;
    givenUp_ = false;
    context_ = context;
    context_.quads = false;
    context_.branchGranularity = 1;
    context_.memory = &programMemory_;
    outputsUsed_ = usedOutputs(state);
}

void VertexStage::resetCounts() {
    shaded_ = 0;
    instructions_ = 0;
    faults_ = {};
    programMemory_.resetCounts();
}

uint32_t VertexStage::index(uint32_t position) {
    if (!state_->input->indexed) return state_->input->start + position;
    const std::optional<uint32_t> value = fetchIndex(*memory_, *state_->input, position);
    if (!value) ++faults_.outOfRange;
    return value.value_or(0);
}

void VertexStage::shade(std::span<const uint32_t> positions, uint32_t instance) {
    indices_.clear();
    slots_.clear();
    unique_.clear();
    for (const uint32_t position : positions) indices_.push_back(index(position));
    slotOfIndex_.assign(indices_, slots_, unique_);
    vertices_.resize(unique_.size());
    const std::span<const uint32_t> unique = unique_;
    for (uint32_t first = 0; first < unique.size() && !givenUp_; first += isa::kMaxLanes) {
        const size_t lanes = std::min<size_t>(isa::kMaxLanes, unique.size() - first);
        shadeGroup(unique.subspan(first, lanes), first, instance);
    }
}

void VertexStage::shadeGroup(std::span<const uint32_t> indices, uint32_t firstSlot, uint32_t instance) {
    const isa::Program& program = *state_->stages[gpu::Stage::Vertex].program;
    group_.start(program, static_cast<int>(indices.size()));
    loadInputs(indices, instance);
    LaneTrace traced(state_->trace);
    if (state_->trace != nullptr) follow(indices, instance, traced);
    context_.tracer = traced ? &traced : nullptr;
    const isa::ExecutionResult result = isa::execute(program, group_, context_);
    if (result.status != isa::ExecutionStatus::Finished) ++faults_.brokenPrograms;
    shaded_ += indices.size();
    instructions_ += result.laneInstructions;
    givenUp_ = result.status == isa::ExecutionStatus::StepLimit || instructions_ > options_.instructions;
    storeOutputs(firstSlot, static_cast<uint32_t>(indices.size()));
}

void VertexStage::follow(std::span<const uint32_t> indices, uint32_t instance, LaneTrace& traced) {
    for (size_t lane = 0; lane < indices.size(); ++lane)
        if (state_->trace->followsVertex(indices[lane])) traced.followVertex(static_cast<int>(lane), instance);
    if (traced) traced.begin(*state_->stages[gpu::Stage::Vertex].program, group_);
}

void VertexStage::loadInputs(std::span<const uint32_t> indices, uint32_t instance) {
    const isa::Program& program = *state_->stages[gpu::Stage::Vertex].program;
    for (uint32_t rest = program.resources.inputsRead; rest != 0; rest &= rest - 1) {
        const auto input = static_cast<uint32_t>(std::countr_zero(rest));
        isa::VectorRegister& to = group_.inputOf(program, input);
        for (size_t lane = 0; lane < indices.size(); ++lane) {
            func::Vec4 value;
            if (!fetchVertexInput(*memory_, *state_->input, options_.attributesByShader, input, indices[lane], instance,
                                  value))
                ++faults_.outOfRange;
            isa::ThreadGroup::set(to, static_cast<int>(lane), value);
        }
    }
}

void VertexStage::storeOutputs(uint32_t firstSlot, uint32_t count) {
    const isa::Program& program = *state_->stages[gpu::Stage::Vertex].program;
    const std::span<func::VertexAttributes> out = std::span(vertices_).subspan(firstSlot, count);
    for (uint32_t a = 0; a < func::kVertexAttributes; ++a) {
        if ((outputsUsed_ >> a & 1) == 0) continue;
        const isa::VectorRegister& from = group_.outputOf(program, a);
        for (size_t lane = 0; lane < count; ++lane)
            out[lane][a] = {from[0].lane[lane], from[1].lane[lane], from[2].lane[lane], from[3].lane[lane]};
    }
    if (options_.colors == gpu::VertexColors::Unclamped || (outputsUsed_ >> func::kColorAttribute & 1) == 0) return;
    for (func::VertexAttributes& vertex : out)
        for (float& component : vertex[func::kColorAttribute]) component = func::clampToUnit(component);
}

}  // namespace cyclorama::machine
