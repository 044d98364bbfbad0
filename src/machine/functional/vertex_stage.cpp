#include "machine/functional/vertex_stage.h"

#include <bit>
#include <optional>

#include "func/color_format.h"
#include "machine/vertex_fetch.h"

namespace cyclorama::machine {

void VertexStage::startDraw(const gpu::DrawState& state, const isa::ExecutionContext& context, bool attributesByShader,
                            uint64_t instructions) {
    state_ = &state;
    instructionLimit_ = instructions;
    givenUp_ = false;
    context_ = context;
    context_.quads = false;
    context_.jumpGroup = 1;
    context_.memory = &programMemory_;
    byShader_ = attributesByShader || state.input.loadedByShader;
}

void VertexStage::resetCounts() {
    shaded_ = 0;
    instructions_ = 0;
    faults_ = {};
    programMemory_.resetCounts();
}

uint32_t VertexStage::index(uint32_t position) {
    const std::optional<uint32_t> value = fetchIndex(*memory_, state_->input, position);
    if (!value) ++faults_.outOfRange;
    return value.value_or(0);
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
            func::Vec4 value;
            if (!fetchVertexInput(*memory_, state_->input, byShader_, input, vertex, instance, value))
                ++faults_.outOfRange;
            isa::ThreadGroup::set(group_.inputOf(program, input), lane, value);
        }
    }
    const isa::ExecutionResult result = isa::execute(program, group_, context_);
    if (result.status != isa::ExecutionStatus::Finished) ++faults_.brokenPrograms;
    shaded_ += indices.size();
    instructions_ += result.laneInstructions;
    givenUp_ = result.status == isa::ExecutionStatus::StepLimit || instructions_ > instructionLimit_;

    for (int lane = 0; lane < lanes; ++lane) {
        func::VertexAttributes& out = vertices_[firstSlot + static_cast<uint32_t>(lane)];
        for (uint32_t a = 0; a < func::kVertexAttributes; ++a)
            out[a] = isa::ThreadGroup::get(group_.outputOf(program, a), lane);
        if (state_->raster.viewportTransform) continue;
        for (float& component : out[func::kColorAttribute]) component = func::clampToUnit(component);
    }
}

}  // namespace cyclorama::machine
