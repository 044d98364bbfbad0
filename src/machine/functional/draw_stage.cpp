// SPDX-License-Identifier: MIT
#include "machine/functional/draw_stage.h"

#include <algorithm>
#include <span>

#include "func/raster/clipping.h"
#include "func/raster/primitive_assembly.h"
#include "gpu/pixel_counts.h"
#include "machine/configuration/settings.h"
#include "machine/values/draw_preparation.h"
#include "machine/values/machine_findings.h"

namespace cyclorama::machine {

namespace {

/// Primitives that are assembled before their fragments are drawn: bounds the memory of a draw of any size.
constexpr uint32_t kChunkPrimitives = 8192;

/// Rows of a worker's bands; even, so that no quad is shared.
constexpr int32_t kBandRows = 32;
static_assert(kBandRows % gpu::PixelCounts::kTile == 0, "a tile of counts belongs to one worker");

/// Pixels below which waking the other workers costs more than it gives.
constexpr int64_t kParallelPixels = 32768;

bool isFan(func::PrimitiveType type) {
    return type == func::PrimitiveType::TriangleFan || type == func::PrimitiveType::LineFan;
}

}  // namespace

DrawStage::Settings drawSettings(const Configuration& configuration) {
    return {.attributesByShader = configuration.shader.vertexAttributeLoadFromShader,
            .recursiveTraversal = configuration.rasterization.recursiveMode,
            .groupTriangles = configuration.rasterization.batchSize,
            .textures = textureUnitSettings(configuration)};
}

DrawStage::DrawStage(Options options, WorkerPool& workers, mem::AddressSpace& memory, Surfaces& surfaces,
                     sim::Findings& findings)
    : attributesByShader_(options.settings.attributesByShader),
      recursiveTraversal_(options.settings.recursiveTraversal),
      options_(std::move(options)),
      findings_(&findings),
      memory_(&memory),
      surfaces_(&surfaces),
      pool_(workers),
      textures_(options_.settings.textures),
      vertexStage_(memory),
      vertexUnits_(memory, textures_),
      preparation_(options_.dialect) {
    for (uint32_t worker = 0; worker < pool_.workers(); ++worker)
        fragmentStages_.push_back(std::make_unique<FragmentStage>(memory, textures_));
    context_.dialect = options_.dialect;
    context_.tiles = surfaces.tiles();
    context_.groupTriangles = options_.settings.groupTriangles;
    if (context_.dialect.traversal == gpu::TraversalGroups::SingleTriangle) {
        recursiveTraversal_ = true;
        context_.groupTriangles = 1;
    }
}

bool DrawStage::draw(const gpu::DrawState& state, std::string_view place) {
    if (!prepare(state, place)) return false;
    ++counters_.draws;
    drawInstances();
    collect(place);
    return true;
}

void DrawStage::drawInstances() {
    const gpu::VertexInput& input = *state_.input;
    if (func::primitiveCount(input.primitive, input.count) == 0) return;
    carried_.clear();
    tooLong_ = !work_.takeVertices(uint64_t{input.count} * input.instances);
    if (tooLong_) return;
    findRuns(*memory_, input, runs_);
    for (uint32_t instance = 0; instance < input.instances; ++instance)
        for (size_t run = 0; run < runs_.size(); ++run)
            drawRun(runs_[run], instance, run + 1 == runs_.size() && instance + 1 == input.instances);
}

void DrawStage::drawRun(const VertexRun& run, uint32_t instance, bool lastOfDraw) {
    const uint32_t primitives = func::primitiveCount(state_.input->primitive, run.count);
    for (uint32_t first = 0; first < primitives; first += std::min(kChunkPrimitives, primitives - first)) {
        if (tooLong_ || givenUp_) return;
        const uint32_t last = first + std::min(kChunkPrimitives, primitives - first);
        drawPrimitives(run, first, last, instance, last == primitives && lastOfDraw);
    }
}

bool DrawStage::prepare(const gpu::DrawState& state, std::string_view place) {
    if (const sim::FindingKind* problem = drawProblem(state, context_.dialect)) {
        findings_->report(*problem, place);
        return false;
    }
    if (leavesAttributesOut(state, attributesByShader_)) findings_->report(findings::kAttributesNotLoaded, place);
    state_ = state;
    preparation_.complete(state_);
    if (inWindow()) windowPrimitives_.startDraw(state_);
    if (!prepareTargets(state_, place)) return false;

    textures_.update(state_.textures, state_.stages[gpu::Stage::Vertex].program->resources.samplers |
                                          state_.stages[gpu::Stage::Fragment].program->resources.samplers);
    constants_.update(state_);
    vertexUnits_.startDraw(state_, texturesStale_);
    work_ = DrawBudget(state_, options_.drawWorkLimit);
    tooLong_ = false;
    givenUp_ = false;
    vertexStage_.startDraw(
        state_, makeContext(state_.stages[gpu::Stage::Vertex], context_.dialect.denormals, constants_, vertexUnits_),
        {.attributesByShader = attributesByShader_,
         .colors = context_.dialect.vertexColors,
         .instructions = work_.vertexInstructions()});
    context_.fragmentInstructions = work_.fragmentInstructions();
    for (auto& stage : fragmentStages_) stage->startDraw(context_, texturesStale_);
    texturesStale_ = false;
    findings_->report(findings::kTextureFetch, place, {}, textures_.imagesOutOfMemory(*memory_));
    const bool feedback = readsItsTargets();
    if (feedback) findings_->report(findings::kFeedback, place);
    // A program is then given up at the same place with any number of threads.
    serial_ = feedback || work_.fragmentsLoop();
    return true;
}

bool DrawStage::prepareTargets(const gpu::DrawState& state, std::string_view place) {
    context_.state = &state_;
    context_.constants = &constants_;
    context_.earlyTest = state.earlyZ && !state.fragmentWritesDepth;
    // The frames are the same; quads that fail are not shaded.
    if (context_.dialect.earlyTests == gpu::EarlyTests::WhereHarmless &&
        !state.stages[gpu::Stage::Fragment].program->resources.storesMemory)
        context_.earlyTest = testsCanComeFirst(state);
    context_.depthStencil = func::DepthStencilTester(*state.depthStencil);
    if (context_.depthStencil.enabled()) {
        context_.depthSurface = surfaces_->depthStencil(state);
        if (context_.depthSurface.valid) {
            context_.depthStencil = func::DepthStencilTester(*state.depthStencil, context_.depthSurface.layout->quad());
        } else {
            findings_->report(findings::kDepthBuffer, place);
            context_.depthStencil = func::DepthStencilTester(func::DepthStencilState{});
        }
    }
    context_.outputs.clear();
    for (uint32_t target = 0; target < gpu::kRenderTargets; ++target) {
        const gpu::RenderTarget& renderTarget = state.color->targets[target];
        if (!renderTarget.enabled || renderTarget.color.writeMask.none()) continue;
        const MappedSurface surface = surfaces_->color(state, target);
        if (surface.valid)
            context_.outputs.push_back(
                {target, surface, func::ColorWriter(renderTarget.color, surface.layout->quad())});
        else
            findings_->report(findings::kTarget, place);
    }
    return true;
}

bool DrawStage::readsItsTargets() const {
    return std::ranges::any_of(context_.outputs, [&](const ColorOutput& output) {
        return textures_.reach(state_.color->targets[output.target].address, output.surface.bytes.size());
    });
}

void DrawStage::drawPrimitives(const VertexRun& run, uint32_t first, uint32_t last, uint32_t instance,
                               bool lastOfDraw) {
    // The positions that these primitives use follow each other, but for the centre of a fan.
    const func::PrimitiveType type = state_.input->primitive;
    const func::AssembledPrimitive begin = func::assemblePrimitive(type, first);
    const uint32_t firstPosition =
        isFan(type) ? begin.vertices[1]
                    : *std::min_element(begin.vertices.begin(), begin.vertices.begin() + begin.count);
    const uint32_t endPosition = func::verticesNeeded(type, last - 1);
    positions_.clear();
    if (isFan(type)) positions_.push_back(run.first);
    for (uint32_t position = firstPosition; position < endPosition; ++position)
        positions_.push_back(run.first + (position < run.count ? position : 0));
    vertexStage_.shade(positions_, instance);
    givenUp_ = vertexStage_.givenUp();
    if (givenUp_) return;
    setupTriangles(first, last, firstPosition);
    if (!lastOfDraw) carryIncompleteGroup();
    drawFragments();
}

void DrawStage::setupTriangles(uint32_t first, uint32_t last, uint32_t firstPosition) {
    const func::PrimitiveType type = state_.input->primitive;
    const bool fan = isFan(type);
    list_.clear();
    backVertices_.clear();
    windowPrimitives_.clear();
    resumeIncompleteGroup();
    const auto entry = [&](uint32_t position) {
        if (!fan) return position - firstPosition;
        return position == 0 ? 0 : position - firstPosition + 1;
    };
    for (uint32_t primitive = first; primitive < last; ++primitive) {
        auto positions = func::assemblePrimitive(type, primitive).vertices;
        for (uint32_t v = func::primitiveVertices(type); v < 3; ++v) positions[v] = positions[0];
        const std::array<uint32_t, 3> entries{entry(positions[0]), entry(positions[1]), entry(positions[2])};
        if (inWindow()) {
            const auto slots = vertexStage_.slots();
            addWindowPrimitive(primitive, {slots[entries[0]], slots[entries[1]], slots[entries[2]]});
            continue;
        }
        const auto indices = vertexStage_.indices();
        if (func::isDegenerate(indices[entries[0]], indices[entries[1]], indices[entries[2]])) continue;
        const auto slots = vertexStage_.slots();
        addTriangle({slots[entries[0]], slots[entries[1]], slots[entries[2]]});
    }
    counters_.triangles += last - first;
}

void DrawStage::resumeIncompleteGroup() {
    resumed_.clear();
    std::swap(resumed_, carried_);
    for (const Carried& carried : resumed_) {
        list_.add(carried.triangle, {&carried.vertices[0], &carried.vertices[1], &carried.vertices[2]},
                  &carried.vertices[2]);
    }
}

void DrawStage::carryIncompleteGroup() {
    const size_t complete = list_.size() - list_.size() % context_.groupTriangles;
    for (size_t t = complete; t < list_.size(); ++t) {
        const func::TriangleVertices& from = list_.vertices[t];
        carried_.push_back({list_.triangles[t], {*from[0], *from[1], *from[2]}});
    }
    list_.shorten(complete);
}

void DrawStage::addTriangle(const std::array<uint32_t, 3>& slots) {
    func::TriangleVertices vertices{&vertexStage_.vertex(slots[0]), &vertexStage_.vertex(slots[1]),
                                    &vertexStage_.vertex(slots[2])};
    const func::Vec4& p0 = (*vertices[0])[func::kPositionAttribute];
    const func::Vec4& p1 = (*vertices[1])[func::kPositionAttribute];
    const func::Vec4& p2 = (*vertices[2])[func::kPositionAttribute];
    if (state_.clipping.frustum && func::trivialReject(p0, p1, p2, state_.raster->depthRange.zeroToOne)) return;
    func::SetupTriangle triangle = func::setupTriangle(p0, p1, p2, *state_.raster);
    if (func::cullTriangle(triangle, state_.raster->cullMode)) return;
    if (state_.raster->twoSidedColor && triangle.area < 0.0) {
        auto& back = *backVertices_.emplace_back(std::make_unique<std::array<func::VertexAttributes, 3>>());
        for (size_t v = 0; v < 3; ++v) {
            back[v] = *vertices[v];
            func::selectFaceColors(triangle.area, back[v]);
            vertices[v] = &back[v];
        }
    }
    list_.add(triangle, vertices, vertices[2]);
}

void DrawStage::addWindowPrimitive(uint32_t primitive, const std::array<uint32_t, 3>& slots) {
    const func::PrimitiveType type = state_.input->primitive;
    const uint32_t count = func::primitiveVertices(type);
    if (count == 3 && func::isDegenerate(slots[0], slots[1], slots[2])) return;
    std::array<WindowPrimitives::Vertex, 3> vertices{};
    for (uint32_t v = 0; v < count; ++v) vertices[v] = &vertexStage_.vertex(slots[v]);
    windowPrimitives_.add(std::span(vertices).first(count),
                          func::provokingVertex(type, primitive, state_.provokingVertexLast), list_);
}

void DrawStage::drawFragments() {
    counters_.trianglesRasterized += list_.size();
    limitWork();
    if (list_.triangles.empty()) return;
    if (!context_.outputs.empty() || context_.depthStencil.enabled()) options_.beforeFragments();
    if (!recursiveTraversal_) {
        fragmentStages_[0]->drawScanLines(list_);
        givenUp_ = fragmentStages_[0]->givenUp();
        return;
    }
    int64_t pixels = 0;
    for (const func::SetupTriangle& triangle : list_.triangles) {
        const func::PixelRectangle& box = triangle.bounds;
        pixels += int64_t{std::max(box.maxX - box.minX, 0)} * std::max(box.maxY - box.minY, 0) / 2;
    }
    if (serial_ || pool_.workers() == 1 || pixels < kParallelPixels) {
        const auto rows = static_cast<int32_t>((state_.raster->surfaceHeight + 1) & ~1u);
        fragmentStages_[0]->draw(list_, {.first = 0, .step = 1, .height = std::max(rows, kBandRows)});
        givenUp_ = fragmentStages_[0]->givenUp();
        return;
    }
    pool_.run([this](uint32_t worker) {
        fragmentStages_[worker]->draw(list_, {.first = static_cast<int32_t>(worker),
                                              .step = static_cast<int32_t>(pool_.workers()),
                                              .height = kBandRows});
    });
}

/// Drops the triangles that there is no work left for.
void DrawStage::limitWork() {
    size_t affordable = 0;
    while (affordable < list_.size() && work_.takeTriangle(list_.triangles[affordable])) ++affordable;
    if (affordable == list_.size()) return;
    tooLong_ = true;
    list_.shorten(affordable);
}

void DrawStage::collect(std::string_view place) {
    if (vertexStage_.instructions() > work_.vertexInstructions() ||
        fragmentStages_[0]->counters().shaderInstructions > work_.fragmentInstructions())
        tooLong_ = true;
    findings_->report(findings::kDrawWork, place, {}, tooLong_ ? 1 : 0);
    counters_.vertices += vertexStage_.shaded();
    counters_.shaderInstructions += vertexStage_.instructions();
    func::TextureFaults faults = vertexUnits_.faults();
    uint64_t broken = vertexStage_.faults().brokenPrograms;
    findings_->report(findings::kVertexFetch, place, {}, vertexStage_.faults().outOfRange);
    counters_.textureSamples += vertexUnits_.samples();
    uint64_t memoryFaults = vertexStage_.memoryFaults();
    vertexStage_.resetCounts();
    vertexUnits_.resetCounts();
    for (auto& stage : fragmentStages_) {
        counters_ += stage->counters();
        counters_.textureSamples += stage->textureSamples();
        faults += stage->faults();
        broken += stage->brokenPrograms();
        memoryFaults += stage->memoryFaults();
        stage->resetCounts();
    }
    findings_->report(findings::kTextureFetch, place, {}, faults.outOfRange);
    findings_->report(findings::kTexture, place, {}, faults.unsupported);
    findings_->report(findings::kProgramMemory, place, {}, memoryFaults);
    // Counted by draws: how many groups of threads it takes depends on the number of workers.
    findings_->report(findings::kProgram, place, {}, broken != 0 ? 1 : 0);
}

}  // namespace cyclorama::machine
