// SPDX-License-Identifier: MIT
#include "machine/timing/rop/color_write.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "func/formats/color_format.h"
#include "machine/values/fragment_tests.h"
#include "sim/fault.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

namespace {

func::BlockCompression algorithmOf(ColorCompression compression) {
    switch (compression) {
        case ColorCompression::HiLo:
            return func::BlockCompression::HiloTwoLevels;
        case ColorCompression::EnhancedHiLo:
            return func::BlockCompression::HiloReordered;
        case ColorCompression::Msaa:
            return func::BlockCompression::Msaa;
    }
    throw sim::Fault("a compression algorithm for colours that does not exist");
}

/// The bytes of a sample that a mask of its bits touches, one bit each.
uint32_t bytesOf(uint64_t bits) {
    uint32_t bytes = 0;
    for (uint32_t b = 0; b < 8; ++b)
        if ((bits >> (b * 8) & 0xff) != 0) bytes |= 1u << b;
    return bytes;
}

}  // namespace

RopSettings colorWriteSettings(const ColorWriteParameters& p, const func::TileSizes& tiles, uint32_t units,
                               uint32_t unit) {
    RopSettings settings = ropSettings(p, tiles, units, unit);
    settings.operationRate = p.blendRate;
    settings.operationLatency = p.blendLatency;
    settings.cache.algorithm = algorithmOf(p.compressionAlgorithm);
    return settings;
}

ColorWrite::ColorWrite(sim::Simulation& simulation, sim::DomainId domain, QuadPool& quads, const RopMemory& contents,
                       const RopSettings& settings)
    : RopUnit(simulation, domain, fmt::format("ColorWrite{}", settings.unit), fmt::format("CW-SU{}", settings.unit),
              quads, contents, settings),
      quads_(&quads),
      blended_(simulation.statistics(),
               {fmt::format("BlendedFragments_CW-SU{}", settings.unit), "fragments", "Fragments that were blended."}),
      logicOperated_(simulation.statistics(), {fmt::format("LogicOpFragments_CW-SU{}", settings.unit), "fragments",
                                               "Fragments that went through the logic operation."}) {
    writers_.reserve(gpu::kRenderTargets);
}

BlockStateBackend::Buffer ColorWrite::buffer(const gpu::DrawState& state) const {
    return {.address = state.color->targets[0].address,
            .stateAddress = state.color->stateAddress,
            .compression = state.color->compression};
}

uint32_t ColorWrite::bytesPerSample(const gpu::DrawState& state) const {
    const func::ColorTargetState& target = state.color->targets[0].color;
    const func::ColorFormat* format = func::findColorFormat(target.format, target.conversion);
    return format == nullptr ? 4 : format->bytesPerSample;
}

void ColorWrite::configure(const gpu::DrawState& state) {
    writers_.clear();
    mapWriter_.reset();
    blendedTargets_ = 0;
    pixels_ = state.pixels;
    trace_ = state.trace;
    logicOperation_ = state.color->targets[0].color.logicOperationEnabled;
    clearFormat_ = state.color->targets[0].color.format;
    clearColor_ = state.color->clearColor;
    firstFormat_ = func::findColorFormat(clearFormat_, state.color->targets[0].color.conversion);
    writesFirstTarget_ = !state.color->targets[0].color.writeMask.none();
    for (uint32_t t = 0; t < gpu::kRenderTargets; ++t) configureTarget(state, t);
    if (const auto& layout = targets()[0].surface.layout; map_ != nullptr && layout != nullptr)
        map_->resize(layout->parameters().width, layout->parameters().height);
}

void ColorWrite::configureTarget(const gpu::DrawState& state, uint32_t number) {
    const gpu::RenderTarget& from = state.color->targets[number];
    const func::ColorFormat* format = func::findColorFormat(from.color.format, from.color.conversion);
    RopTarget& to = targets()[number];
    to = {.active = from.enabled && !from.color.writeMask.none() && format != nullptr};
    if (format == nullptr) return;
    to.address = from.address;
    to.bytesPerSample = format->bytesPerSample;
    if (to.active || number == 0) to.surface = surfaces().color(state, number);
    if (!to.active) return;
    func::ColorTargetState target = from.color;
    target.samples = state.multisampling.samplesPerPixel();
    const bool tileStatus = targets().metadata() == BufferMetadata::TileStatus;
    if (tileStatus) {
        useTileStatus(to, number, from.storage);
        if (!to.active) return;
    } else if (number == 0 && mapShowsColor()) {
        mapWriter_.emplace(target);
    }
    writerOf_[number] = static_cast<uint32_t>(writers_.size());
    const auto& writer =
        writers_.emplace_back(target, to.surface.layout == nullptr ? func::QuadShape{} : to.surface.layout->quad());
    // Block states: only the first target's logic operation makes its quads read.
    to.readsDestination =
        tileStatus ? writer.readsDestination() : from.color.blend.enabled || (number == 0 && logicOperation_);
    to.setSampleBytes(bytesOf(format->writeBits(from.color.writeMask)));
    if (from.color.blend.enabled) ++blendedTargets_;
}

void ColorWrite::fillCleared(std::span<std::byte> bytes) { func::fillColor(bytes, clearFormat_, clearColor_); }

void ColorWrite::operate(RopQuad& quad, QuadInFlight& inFlight) {
    for (uint32_t i = 0, t = targets().first(); i < targets().active(); ++i, t = targets().after(t)) {
        const RopTarget& to = targets()[t];
        if (!to.surface.valid) continue;
        std::array<std::array<float, func::kQuadFragments>, 4> color;
        const QuadVectors& shaded = quads_->color(t, quad.quad);
        for (uint32_t f = 0; f < func::kQuadFragments; ++f)
            for (uint32_t c = 0; c < 4; ++c) color[c][f] = shaded[f][c];
        const std::array<const float*, 4> components{color[0].data(), color[1].data(), color[2].data(),
                                                     color[3].data()};
        if (quad.coverage != 0) to.fillPendingTiles(quad.offset[t]);
        if (t == 0 && mapWriter_) recordColor(quad, inFlight, components);
        const uint8_t quadrant =
            func::ditherQuadrant(static_cast<uint32_t>(inFlight.quad.x), static_cast<uint32_t>(inFlight.quad.y));
        const std::optional<TracedSamples> look = trace_ != nullptr ? lookAt(*trace_, quad, inFlight, t) : std::nullopt;
        writers_[writerOf_[t]].write(to.surface.bytes, {.offsets = {&quad.offset[t], 1},
                                                        .coverage = {&quad.coverage, 1},
                                                        .color = components,
                                                        .quadrants = {&quadrant, 1}});
        if (look)
            trace_->report(inFlight.triangle,
                           colorWriteText(t, shaded[*trace_->fragmentOf(inFlight.quad.x, inFlight.quad.y)],
                                          followedSamples(*trace_, inFlight, quad.coverage), *look));
        if (t == 0 && !mapWriter_ && mapShowsColor())
            map_->recordColor(inFlight, shownColor(to.surface.bytes.subspan(quad.offset[t], to.bytesPerSample)));
    }
    blended_.add(uint64_t{blendedTargets_} * func::kQuadFragments);
    if (logicOperation_ && targets()[0].active) logicOperated_.add(func::kQuadFragments);
}

void ColorWrite::recordColor(const RopQuad& quad, const QuadInFlight& inFlight,
                             const std::array<const float*, 4>& color) {
    std::array<std::byte, size_t{func::kMaxQuadSamples} * func::kMaxSampleBytes> place;
    const std::span<std::byte> bytes = std::span(place).first(mapWriter_->quadBytes());
    std::ranges::copy(targets()[0].surface.bytes.subspan(quad.offset[0], bytes.size()), bytes.begin());
    const uint32_t start = 0;
    const uint32_t covered = ~0u >> (func::kMaxQuadSamples - func::kQuadFragments * samples());
    mapWriter_->write(bytes, {.offsets = {&start, 1}, .coverage = {&covered, 1}, .color = color});
    map_->recordColor(inFlight, shownColor(bytes.first(targets()[0].bytesPerSample)));
}

uint32_t ColorWrite::shownColor(std::span<const std::byte> stored) const {
    func::SampleBytes sample{};
    std::ranges::copy(stored, sample.data.begin());
    func::ColorLanes shown;
    firstFormat_->unpack(sample, 1, shown);
    uint32_t value = 0;
    for (uint32_t c = 0; c < 3; ++c)
        value |= static_cast<uint32_t>(std::lround(func::clampToUnit(shown.component[c][0]) * 255.0f)) << (8 * c);
    return value;
}

void ColorWrite::leave(sim::Cycle cycle, const RopQuad& quad) {
    samplesPassed_ += static_cast<uint64_t>(std::popcount(quad.coverage));
    const QuadInFlight& inFlight = (*quads_)[quad.quad];
    if (pixels_ != nullptr)
        pixels_->add(gpu::FragmentEnd::Written, inFlight.quad.x, inFlight.quad.y,
                     liveFragments(quad.coverage, samples()));
    if (trace_ != nullptr && followedSamples(*trace_, inFlight, quad.coverage) != 0) trace_->finish(inFlight.triangle);
    if (map_ != nullptr && writesFirstTarget_) map_->note(inFlight, cycle);
    leaveLast(cycle, quad.quad);
}

void ColorWrite::leaveLast(sim::Cycle, QuadId quad) { quads_->drop(quad); }

}  // namespace cyclorama::machine::timing
