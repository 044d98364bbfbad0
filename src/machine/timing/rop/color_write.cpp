#include "machine/timing/rop/color_write.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "func/formats/color_format.h"
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

/// The bytes of a sample that a mask of its bits touches.
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
    settings.cache.client = mem::Client::ColorWrite;
    return settings;
}

ColorWrite::ColorWrite(sim::Simulation& simulation, sim::DomainId domain, WorkPools& pools, mem::AddressSpace& space,
                       const RopSettings& settings)
    : RopUnit(simulation, domain, fmt::format("ColorWrite{}", settings.unit), fmt::format("CW-SU{}", settings.unit),
              pools, space, settings),
      blended_(simulation.statistics(),
               {fmt::format("BlendedFragments_CW-SU{}", settings.unit), "fragments", "Fragments that were blended."}),
      logicOperated_(simulation.statistics(), {fmt::format("LogicOpFragments_CW-SU{}", settings.unit), "fragments",
                                               "Fragments that went through the logic operation."}) {
    writers_.reserve(gpu::kRenderTargets);
}

RopCache::Buffer ColorWrite::buffer(const gpu::DrawState& state) const {
    return {.address = state.color.targets[0].address,
            .stateAddress = state.color.stateAddress,
            .compression = state.color.compression};
}

uint32_t ColorWrite::bytesPerSample(const gpu::DrawState& state) const {
    const func::ColorFormat* format = func::findColorFormat(state.color.targets[0].color.format);
    return format == nullptr ? 4 : format->bytesPerSample;
}

void ColorWrite::configure(const gpu::DrawState& state) {
    writers_.clear();
    mapWriter_.reset();
    blendedTargets_ = 0;
    logicOperation_ = state.color.targets[0].color.logicOperationEnabled;
    clearFormat_ = state.color.targets[0].color.format;
    clearColor_ = state.color.clearColor;
    firstFormat_ = func::findColorFormat(clearFormat_, state.color.targets[0].color.conversion);
    writesFirstTarget_ = !state.color.targets[0].color.writeMask.none();
    for (uint32_t t = 0; t < gpu::kRenderTargets; ++t) {
        const gpu::RenderTarget& from = state.color.targets[t];
        const func::ColorFormat* format = func::findColorFormat(from.color.format, from.color.conversion);
        Target& to = targets()[t];
        to = {.active = from.enabled && !from.color.writeMask.none() && format != nullptr};
        if (format == nullptr) continue;
        to.address = from.address;
        if (to.active || t == 0) to.surface = surfaces().color(state, t);
        to.bytesPerSample = format->bytesPerSample;
        if (!to.active) continue;
        func::ColorTargetState target = from.color;
        target.samples = state.multisampling.samplesPerPixel();
        if (tiled()) {
            configureTiled(t, target, from.storage);
            if (!to.active) continue;
            writerOf_[t] = static_cast<uint32_t>(writers_.size() - 1);
            if (from.color.blend.enabled) ++blendedTargets_;
            continue;
        }
        to.readsDestination = from.color.blend.enabled || (t == 0 && logicOperation_);
        to.writeMasks = writeMasks(bytesOf(format->writeBits(from.color.writeMask)), format->bytesPerSample);
        if (t == 0 && map_ != nullptr && map_->mode() == FragmentMapMode::Color) mapWriter_.emplace(target);
        writerOf_[t] = static_cast<uint32_t>(writers_.size());
        writers_.emplace_back(target);
        if (from.color.blend.enabled) ++blendedTargets_;
    }
    if (const auto& layout = targets()[0].surface.layout; map_ != nullptr && layout != nullptr)
        map_->resize(layout->parameters().width, layout->parameters().height);
}

void ColorWrite::configureTiled(uint32_t number, const func::ColorTargetState& target,
                                const gpu::BufferStorage& storage) {
    Target& to = targets()[number];
    placeTiled(to, number, storage);
    if (!to.active) return;
    const func::ColorWriter& writer = writers_.emplace_back(target, to.surface.layout->quad());
    to.readsDestination = writer.readsDestination();
    to.sampleBytes = bytesOf(func::findColorFormat(target.format, target.conversion)->writeBits(target.writeMask));
}

void ColorWrite::fillCleared(std::span<std::byte> bytes) { func::fillColor(bytes, clearFormat_, clearColor_); }

void ColorWrite::operate(Stamp& stamp, QuadInFlight& quad) {
    for (uint32_t i = 0, t = firstTarget(); i < activeTargets(); ++i, t = targetAfter(t)) {
        const Target& to = target(t);
        if (!to.surface.valid) continue;
        std::array<std::array<float, func::kQuadFragments>, 4> color;
        const QuadVectors& shaded = pools().quadColors[t][stamp.quad];
        for (uint32_t f = 0; f < func::kQuadFragments; ++f)
            for (uint32_t c = 0; c < 4; ++c) color[c][f] = shaded[f][c];
        const std::array<const float*, 4> components{color[0].data(), color[1].data(), color[2].data(),
                                                     color[3].data()};
        if (tiled() && stamp.coverage != 0) openTiles(to, stamp.offset[t]);
        if (t == 0 && mapWriter_) noteColor(stamp, quad, components);
        const uint8_t quadrant =
            func::ditherQuadrant(static_cast<uint32_t>(quad.quad.x), static_cast<uint32_t>(quad.quad.y));
        writers_[writerOf_[t]].write(to.surface.bytes, {.offsets = {&stamp.offset[t], 1},
                                                        .coverage = {&stamp.coverage, 1},
                                                        .color = components,
                                                        .quadrants = {&quadrant, 1}});
        if (t == 0 && tiled() && map_ != nullptr && map_->mode() == FragmentMapMode::Color)
            map_->noteColor(quad, shownColor(to.surface.bytes.subspan(stamp.offset[t], to.bytesPerSample)));
    }
    blended_.add(uint64_t{blendedTargets_} * func::kQuadFragments);
    if (logicOperation_ && target(0).active) logicOperated_.add(func::kQuadFragments);
}

void ColorWrite::noteColor(const Stamp& stamp, const QuadInFlight& quad, const std::array<const float*, 4>& color) {
    std::array<std::byte, size_t{func::kMaxQuadSamples} * func::kMaxSampleBytes> place;
    const std::span<std::byte> bytes = std::span(place).first(mapWriter_->quadBytes());
    std::ranges::copy(target(0).surface.bytes.subspan(stamp.offset[0], bytes.size()), bytes.begin());
    const uint32_t start = 0;
    const uint32_t covered = ~0u >> (func::kMaxQuadSamples - func::kQuadFragments * samples());
    mapWriter_->write(bytes, {.offsets = {&start, 1}, .coverage = {&covered, 1}, .color = color});
    map_->noteColor(quad, shownColor(bytes.first(target(0).bytesPerSample)));
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

void ColorWrite::leave(sim::Cycle cycle, Stamp& stamp) {
    if (tiled()) samplesPassed_ += static_cast<uint64_t>(std::popcount(stamp.coverage));
    if (map_ != nullptr && writesFirstTarget_) map_->note(pools().quads[stamp.quad], cycle);
    leaveLast(cycle, stamp.quad);
}

void ColorWrite::leaveLast(sim::Cycle, QuadId quad) { pools().dropQuad(quad); }

}  // namespace cyclorama::machine::timing
