// SPDX-License-Identifier: MIT
#include "families/adreno/timing/draw/draw_raster.h"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

#include "families/adreno/timing/draw/target_lines.h"
#include "machine/values/fragment_quads.h"

namespace cyclorama::adreno {
namespace {

/// Triangles of a list; as many as the functional machine takes where the depths that they leave change what is
/// rejected after them.
constexpr size_t kMostListed = size_t{1} << 16;
constexpr size_t kMostFedBack = 4096;

FragmentStages untracedStages(const FragmentDraw& draw) {
    FragmentStages stages = draw.stages();
    stages.trace = nullptr;
    return stages;
}

}  // namespace

DrawRaster::DrawRaster(OpenDraw& draw, ShaderProgram* program)
    : draw_(draw),
      program_(program),
      list_(draw.fragments->list()),
      stages_(untracedStages(*draw.fragments)),
      setup_(stages_.raster, draw.primitives),
      ends_(stages_.pixels),
      tracer_(nullptr, list_, stages_.raster.samples),
      output_(stages_.targets, stages_.control.results, {stages_.places, stages_.geometry, stages_.targets.depth},
              tracer_),
      early_(stages_,
             program == nullptr ? FragmentBatch::kQuads : program->binding().shape.width / func::kQuadFragments,
             output_, ends_, tracer_) {
    if (program != nullptr) grouping_.emplace(program->texels());
    if (stages_.lrz == nullptr) return;
    lrz_.emplace(*stages_.lrz, list_, stages_.raster.samples, ends_, tracer_);
    lrz_->report(lrzLines_.addresses());
}

/// Copies the records that the primitives refer to: they stay as long as their triangles.
void DrawRaster::take(const VertexWave& wave) {
    const uint32_t stride = draw_.primitives.layout.stride;
    const uint32_t vertices = draw_.primitives.verticesPerPrimitive();
    constexpr uint32_t kNew = ~0u;
    std::vector<uint32_t> places(wave.records().size() / std::max(stride, 1u), kNew);
    std::vector<uint32_t> words;
    primitives_ = wave.primitives;
    uint32_t next = 0;
    for (Primitive& primitive : primitives_)
        for (uint32_t& vertex : std::span(primitive.vertices).first(vertices)) {
            uint32_t& place = places[vertex];
            if (place == kNew) {
                place = next++;
                const auto record = wave.records().begin() + static_cast<std::ptrdiff_t>(size_t{vertex} * stride);
                words.insert(words.end(), record, record + stride);
            }
            vertex = place;
        }
    PrimitiveBatch batch = wave.batchOf(words, primitives_);
    if (draw_.shape.primitive == InputPrimitive::Rectangles) batch = rectangles_.expand(draw_.primitives, batch);
    batch.words = {list_.records.keep(batch.words), batch.words.size()};
    setup_.begin(batch);
}

std::optional<DrawRaster::SetUp> DrawRaster::setUpNext() {
    const size_t triangles = list_.size();
    const size_t parts = list_.parts.size();
    if (!setup_.next(list_)) return std::nullopt;
    return SetUp{.triangles = static_cast<uint32_t>(list_.size() - triangles), .clipped = list_.parts.size() != parts};
}

bool DrawRaster::listIsFull() const {
    return list_.size() >= (draw_.fragments->feedsDepthsBack() ? kMostFedBack : kMostListed);
}

void DrawRaster::endList() {
    draw_.fragments->endList(fedBack_.addresses());
    nextTriangle_ = 0;
}

void DrawRaster::startTriangle() {
    const uint8_t viewport = list_.triangles[nextTriangle_].viewport;
    if (viewport_ != viewport) {
        constexpr func::PixelRectangle kAllPixels{.minX = 0, .minY = 0, .maxX = kMostPixels, .maxY = kMostPixels};
        source_.emplace(rasterState(stages_.raster, viewport), func::TileSizes{}, func::QuadParts::Coverage,
                        kAllPixels);
        viewport_ = viewport;
    }
    triangle_[0] = list_.setups[nextTriangle_];
    source_->start({.triangles = triangle_, .first = static_cast<uint32_t>(nextTriangle_)},
                   {.first = 0, .step = 1, .height = kMostPixels}, lrz_ ? &*lrz_ : nullptr);
    rasterizing_ = true;
    hasQuads_ = source_->next(quads_);
}

DrawRaster::Step DrawRaster::rasterizeNext() {
    Step step;
    if (!rasterizing_) startTriangle();
    step.lrz = std::exchange(lrzLines_, {});
    if (hasQuads_) {
        step.tiles = tilesOf(quads_);
        const bool packs = early_.take(quads_);
        noteTests(step);
        while (packs && early_.packer().pack()) step.waves.push_back(takeWave());
        hasQuads_ = source_->next(quads_);
    }
    if (hasQuads_) return step;
    rasterizing_ = false;
    ++nextTriangle_;
    step.triangles = 1;
    return step;
}

uint32_t DrawRaster::tilesOf(const func::QuadBatch& quads) {
    constexpr int32_t kTileWidth = 8;
    constexpr int32_t kTileHeight = 4;
    std::array<std::pair<int32_t, int32_t>, FragmentBatch::kQuads> tiles{};
    for (uint32_t q = 0; q < quads.quads; ++q) tiles[q] = {quads.x[q] / kTileWidth, quads.y[q] / kTileHeight};
    const auto end = tiles.begin() + quads.quads;
    std::sort(tiles.begin(), end);
    return static_cast<uint32_t>(std::unique(tiles.begin(), end) - tiles.begin());
}

void DrawRaster::noteTests(Step& step) const {
    if (!testsEarly()) return;
    const FragmentBatch& batch = early_.quads();
    const DepthTarget& target = stages_.targets.depth;
    step.tested = machine::countSamples(std::span(batch.covered).first(batch.quads), stages_.raster.samples);
    step.passed = machine::countSamples(std::span(batch.live).first(batch.quads), stages_.raster.samples);
    for (const TargetSurface* const surface : {&target.depth, &target.separateStencil}) {
        addPixels(stages_.places, *surface, batch, batch.covered, step.depthReads);
        if (target.writes) addPixels(stages_.places, *surface, batch, batch.live, step.depthWrites);
    }
}

std::unique_ptr<RenderWave> DrawRaster::takeWave() {
    FragmentBatch& packed = early_.packer().wave();
    auto wave = std::make_unique<RenderWave>(packed);
    packed.quads = 0;
    if (program_ == nullptr) return wave;
    wave->group = std::make_unique<FragmentGroup>(*program_, *stages_.shading, *wave, *grouping_);
    shaded_ += wave->group->shaded();
    return wave;
}

std::unique_ptr<RenderWave> DrawRaster::lastWave() { return early_.packer().wave().quads == 0 ? nullptr : takeWave(); }

FragmentCounts DrawRaster::counts() const {
    FragmentCounts counts{.samplesPassed = output_.samplesPassed(), .shaded = shaded_ + early_.passedProgram()};
    if (lrz_) counts.lrz = lrz_->counts();
    return counts;
}

}  // namespace cyclorama::adreno
