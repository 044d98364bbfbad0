// SPDX-License-Identifier: MIT
#include "machine/timing/topology/limiting_unit.h"

#include <algorithm>
#include <ranges>
#include <utility>

namespace cyclorama::machine::timing {

namespace {

/// Null where no unit has work.
const sim::Box* paceIn(const std::vector<const sim::Box*>& units) {
    const auto has = [](sim::Backlog backlog) {
        return [backlog](const sim::Box* unit) { return unit->backlog() == backlog; };
    };
    const auto full = std::ranges::find_if(units.rbegin(), units.rend(), has(sim::Backlog::Full));
    if (full != units.rend()) return *full;
    const auto working = std::ranges::find_if(units, has(sim::Backlog::Some));
    return working == units.end() ? nullptr : *working;
}

/// The unit, or what it waits for in the end.
const sim::Box& causeOf(const sim::Box& unit) {
    const sim::Box* cause = &unit;
    while (const sim::Box* const next = cause->holdup()) cause = next;
    return *cause;
}

template <typename Units>
void append(std::vector<const sim::Box*>& boxes, const Units& units) {
    for (const auto& unit : units) boxes.push_back(unit.get());
}

}  // namespace

LimitingUnit::LimitingUnit(const CommandProcessor& commandProcessor, const DrawPipeline& pipeline,
                           const mem::MemoryController& memory, std::vector<const sim::Box*> engines)
    : commandProcessor_(&commandProcessor),
      distributor_(&pipeline.distributor),
      memory_(&memory),
      engines_(std::move(engines)) {
    const Streamer& streamer = pipeline.geometry.streamer;
    geometry_ = {&streamer.fetch()};
    for (uint32_t i = 0; i < streamer.loaders(); ++i) geometry_.push_back(&streamer.loader(i));
    geometry_.insert(geometry_.end(), {&streamer.commit(), &pipeline.geometry.assembly, &pipeline.geometry.clipper});
    const Boxes raster{&pipeline.raster.setup, &pipeline.raster.traversal, &pipeline.raster.hierarchicalZ};
    const Boxes interpolation{&pipeline.raster.interpolator, &pipeline.distributor};
    fragmentsTestedEarly_ = fragmentsTestedLate_ = raster;
    append(fragmentsTestedEarly_, pipeline.pixels.depthTests);
    for (Boxes* path : {&fragmentsTestedEarly_, &fragmentsTestedLate_}) {
        path->insert(path->end(), interpolation.begin(), interpolation.end());
        append(*path, pipeline.shaders.shaders);
    }
    append(fragmentsTestedLate_, pipeline.pixels.depthTests);
    for (Boxes* path : {&fragmentsTestedEarly_, &fragmentsTestedLate_}) append(*path, pipeline.pixels.colorWrites);
    engines_.push_back(&pipeline.dac);
}

const sim::Box& LimitingUnit::find() const {
    using State = CommandProcessor::State;
    const State state = commandProcessor_->state();
    if (state == State::MemoryWrite || state == State::MemoryPreload || state == State::MemoryRead) return *memory_;
    const bool drawing = state == State::Drawing || state == State::EndGeometry || state == State::EndFragment;
    if (!drawing)
        if (const sim::Box* const engine = paceIn(engines_)) return causeOf(*engine);
    const Boxes& fragments = distributor_->fragments.testsEarly() ? fragmentsTestedEarly_ : fragmentsTestedLate_;
    const sim::Box* const ofFragments = paceIn(fragments);
    const bool isFull = ofFragments != nullptr && ofFragments->backlog() == sim::Backlog::Full;
    if (ofFragments != nullptr && (isFull || commandProcessor_->geometryIsAhead())) return causeOf(*ofFragments);
    if (const sim::Box* const ofGeometry = paceIn(geometry_)) return causeOf(*ofGeometry);
    return ofFragments != nullptr ? causeOf(*ofFragments) : *commandProcessor_;
}

}  // namespace cyclorama::machine::timing
