// SPDX-License-Identifier: MIT
#include "families/adreno/timing/draw_work.h"

#include "families/adreno/observation/shown_targets.h"

namespace cyclorama::adreno {

bool DrawWork::bind(const ProgramSettings& settings) {
    claimFindings();
    open_ = draw_->open(memory_, *context_);
    if (open_ == nullptr) return false;
    if (open_->empty) return true;
    const RegisterValues& registers = draw_->registers();
    vertexProgram_.emplace(*this, open_->vertex, drawDemand(registers, open_->vertex), settings);
    FragmentDraw* const fragments = open_->fragments.get();
    if (fragments == nullptr) return true;
    if (StageBinding* const binding = fragments->binding())
        fragmentProgram_.emplace(*this, *binding, drawDemand(registers, *binding), settings);
    raster_.emplace(*open_, fragmentProgram_ ? &*fragmentProgram_ : nullptr);
    output_.emplace(*open_);
    return true;
}

uint64_t DrawWork::preambleSteps() const {
    uint64_t steps = open_->vertex.preambleSteps;
    if (fragmentProgram_) steps += fragmentProgram_->binding().preambleSteps;
    return steps;
}

bool DrawWork::testsLate() const {
    if (!raster_) return false;
    const RenderTargets& targets = open_->fragments->targets();
    return (targets.depth.tests() && !targets.testsEarly) || open_->fragments->feedsDepthsBack();
}

VertexWave* DrawWork::nextVertices() {
    if (dropped() || open_->empty) return nullptr;
    claimFindings();
    if (!vertices_) vertices_.emplace(*draw_, *open_, *vertexProgram_, memory_);
    std::unique_ptr<VertexWave> wave = vertices_->next();
    if (wave == nullptr) return nullptr;
    draw_->countPrimitives(*open_, wave->primitives.size());
    return vertexWaves_.emplace_back(std::move(wave)).get();
}

uint32_t DrawWork::waveBytes() const {
    return open_->vertex.shape.width * open_->outputs.layout.stride * static_cast<uint32_t>(sizeof(uint32_t));
}

uint8_t DrawWork::halvings(CcuTarget target) const {
    const RegisterValues& registers = draw_->registers();
    return static_cast<uint8_t>(target == CcuTarget::Color ? registers.field("RB_CCU_CNTL/COLOR_CACHE_SIZE"_field)
                                                           : registers.field("RB_CCU_CNTL/DEPTH_CACHE_SIZE"_field));
}

void DrawWork::showBefore() {
    if (open_->fragments == nullptr) return;
    showTargetsBefore(context_->observedDraw(), draw_->registers(), open_->fragments->targets(),
                      open_->fragments->raster().reach());
}

void DrawWork::giveUp() {
    if (vertexProgram_) (fragmentProgram_ ? *fragmentProgram_ : *vertexProgram_).report(ir3::WaveStatus::StepLimit);
}

void DrawWork::close() {
    OpenDrawCounts counts;
    if (raster_) {
        raster_->endList();
        counts.clipped = raster_->clipped();
        counts.fragments = raster_->counts();
        const FragmentCounts output = output_->counts();
        counts.fragments.samplesPassed += output.samplesPassed;
        counts.fragments.readUndefined = output.readUndefined;
    }
    draw_->close(*open_, counts, *context_);
}

}  // namespace cyclorama::adreno
