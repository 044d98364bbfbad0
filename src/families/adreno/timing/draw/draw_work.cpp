// SPDX-License-Identifier: MIT
#include "families/adreno/timing/draw/draw_work.h"

#include <bit>
#include <span>

#include "families/adreno/observation/shown_targets.h"
#include "families/adreno/timing/draw/draw_vertices.h"
#include "families/adreno/timing/draw/linked_vertices.h"

namespace cyclorama::adreno {

bool DrawWork::bind(const ProgramSettings& settings) {
    claimFindings();
    open_ = draw_->open(memory_, *context_);
    if (open_ == nullptr) return false;
    if (!open_->empty) takeState(settings);
    open_->recorded.reset();
    return true;
}

void DrawWork::takeState(const ProgramSettings& settings) {
    const RegisterValues& registers = draw_->registers();
    vertexProgram_.emplace(*this, open_->vertex, drawDemand(registers, open_->vertex), settings);
    if (open_->lastStage() != LastStage::Vertex) stages_.emplace(*draw_, *open_, memory_, *this, settings);
    FragmentDraw* const fragments = open_->fragments.get();
    if (fragments == nullptr) return;
    if (StageBinding* const binding = fragments->binding())
        fragmentProgram_.emplace(*this, *binding, drawDemand(registers, *binding), settings);
    raster_.emplace(*open_, fragmentProgram_ ? &*fragmentProgram_ : nullptr);
    output_.emplace(*open_);
    const RenderTargets& targets = fragments->targets();
    for (const ColorTarget& target : targets.colors) compressed_.add(target.surface.view);
    compressed_.add(targets.depth.depth.view);
}

uint64_t DrawWork::preambleSteps() const {
    uint64_t steps = open_->vertex.preambleSteps;
    if (stages_) steps += stages_->preambleSteps();
    if (fragmentProgram_) steps += fragmentProgram_->binding().preambleSteps;
    return steps;
}

bool DrawWork::testsLate() const {
    if (!raster_) return false;
    const RenderTargets& targets = open_->fragments->targets();
    return (targets.depth.tests() && !targets.testsEarly) || open_->fragments->feedsDepthsBack();
}

void DrawWork::beginVertices() {
    if (stages_)
        vertices_ = std::make_unique<LinkedVertices>(*stages_, *vertexProgram_, memory_);
    else
        vertices_ = std::make_unique<DrawVertices>(*draw_, *open_, *vertexProgram_, memory_);
}

DrawWork::Made DrawWork::make(WaveMaker* maker) {
    if (dropped() || open_->empty) return {};
    claimFindings();
    if (!vertices_) beginVertices();
    WaveMaker::Made made = (maker != nullptr ? maker : vertices_.get())->next();
    if (made.maker != nullptr) return {.maker = makers_.emplace_back(std::move(made.maker)).get()};
    if (made.wave == nullptr) return {};
    // Those that rectangles become.
    const size_t each = open_->shape.primitive == InputPrimitive::Rectangles ? 2 : 1;
    draw_->countPrimitives(*open_, each * made.wave->primitives.size());
    if (made.wave->part) ++made.wave->part->running;
    if (!made.wave->leaves()) held_ += made.wave->recordBytes;
    return {.wave = vertexWaves_.emplace_back(std::move(made.wave)).get()};
}

bool DrawWork::atEnd(const WaveMaker* maker) const {
    if (dropped() || open_->empty) return true;
    return maker != nullptr ? maker->atEnd() : vertices_ && vertices_->atEnd();
}

uint32_t DrawWork::roomForNext(const WaveMaker* maker) const {
    if (atEnd(maker)) return 0;
    if (maker != nullptr || vertices_) return (maker != nullptr ? maker : vertices_.get())->roomForNext();
    return stages_ ? stages_->partBytes(0) : recordBytesOf(*vertexProgram_, *open_);
}

void DrawWork::forget(const VertexWave& wave) {
    std::erase_if(vertexWaves_, [&wave](const auto& each) { return each.get() == &wave; });
}

void DrawWork::forget(const WaveMaker& maker) {
    std::erase_if(makers_, [&maker](const auto& each) { return each.get() == &maker; });
}

OutputStep DrawWork::output(VertexWave& wave) {
    claimFindings();
    OutputStep step;
    if (open_->streamout) open_->streamout->report(&step.lines);
    if (wave.stage() == ShaderStage::Geometry) {
        step.fibers = wave.fibers();
        assemble(wave);
    } else {
        PrimitiveBatch batch = wave.batchOf(wave.records(), wave.primitives);
        RectangleExpansion rectangles;
        if (open_->shape.primitive == InputPrimitive::Rectangles) batch = rectangles.expand(open_->primitives, batch);
        write(batch);
    }
    if (open_->streamout) open_->streamout->report(nullptr);
    for (const LineAccess& line : step.lines.lines()) step.bytes += static_cast<uint64_t>(std::popcount(line.bytes));
    return step;
}

void DrawWork::assemble(VertexWave& wave) {
    const VertexWave::Results& results = wave.results();
    StreamPrimitives made;
    const size_t end = results.first + results.count;
    stages_->geometry->stage.assemble(results.batch->records, wave.part->ids, results.batch->nextFiber, end, made);
    results.batch->nextFiber = end;
    draw_->counters().count(PipelineStatistic::GeometryPrimitives, made.primitives.size());
    for (size_t first = 0; first < made.primitives.size();) {
        const std::span<const Primitive> run = made.runFrom(first);
        write({.words = wave.records(), .primitives = run, .stream = made.streams[first]});
        if (made.streams[first] == open_->control.rasterStream)
            wave.primitives.insert(wave.primitives.end(), run.begin(), run.end());
        first += run.size();
    }
    draw_->countPrimitives(*open_, wave.primitives.size());
}

void DrawWork::write(const PrimitiveBatch& batch) {
    if (open_->streamout) open_->streamout->write(open_->primitives, batch);
}

TargetCaching DrawWork::caching(CcuTarget target) const {
    const RegisterValues& registers = draw_->registers();
    const uint32_t halvings = target == CcuTarget::Color ? registers.field("RB_CCU_CNTL/COLOR_CACHE_SIZE"_field)
                                                         : registers.field("RB_CCU_CNTL/DEPTH_CACHE_SIZE"_field);
    return {.halvings = static_cast<uint8_t>(halvings), .compressed = &compressed_};
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
