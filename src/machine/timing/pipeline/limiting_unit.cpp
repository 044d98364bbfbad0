// SPDX-License-Identifier: MIT
#include "machine/timing/pipeline/limiting_unit.h"

#include <algorithm>
#include <ranges>
#include <utility>

namespace cyclorama::machine::timing {

namespace {

/// Null if no unit has work.
const sim::Box* slowestOf(const std::vector<const sim::Box*>& units) {
    const auto has = [](sim::Backlog backlog) {
        return [backlog](const sim::Box* unit) { return unit->backlog() == backlog; };
    };
    const auto full = std::ranges::find_if(units.rbegin(), units.rend(), has(sim::Backlog::Full));
    if (full != units.rend()) return *full;
    const auto working = std::ranges::find_if(units, has(sim::Backlog::Some));
    return working == units.end() ? nullptr : *working;
}

template <typename Units>
void append(std::vector<const sim::Box*>& boxes, const Units& units) {
    for (const auto& unit : units) boxes.push_back(unit.get());
}

}  // namespace

LimitingUnit::LimitingUnit(const CommandProcessor& commandProcessor, const DrawPipeline& pipeline,
                           const mem::MemoryController& memory)
    : commandProcessor_(&commandProcessor),
      distributor_(&pipeline.distributor),
      memory_(&memory),
      engines_{&pipeline.dac} {
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
    for (const auto& unit : pipeline.shaders.textureUnits) textureUnits_.push_back(unit.get());
    for (const auto& unit : pipeline.shaders.shaders) shaders_.push_back(unit.get());
    groups_.resize(3);
    append(groups_[0], pipeline.shaders.shaders);
    append(groups_[1], pipeline.pixels.depthTests);
    append(groups_[2], pipeline.pixels.colorWrites);
}

bool LimitingUnit::isFull(const sim::Box& unit) const {
    const auto group = std::ranges::find_if(
        groups_, [&unit](const Boxes& each) { return std::ranges::find(each, &unit) != each.end(); });
    const auto full = [](const sim::Box* each) { return each->backlog() == sim::Backlog::Full; };
    return group == groups_.end() ? full(&unit) : std::ranges::all_of(*group, full);
}

Pace LimitingUnit::paceOf(const sim::Box& unit) const {
    Pace pace{.unit = &unit, .through = &unit, .full = isFull(unit)};
    while (const sim::Box* const next = pace.unit->holdup()) pace.through = std::exchange(pace.unit, next);
    pace.atFullRate = pace.unit->atFullRate();
    const auto texture = std::ranges::find(textureUnits_, pace.through);
    if (texture != textureUnits_.end()) pace.inLarger = (*texture)->cache().inLarger();
    const auto shader = std::ranges::find(shaders_, pace.unit);
    if (shader == shaders_.end()) return pace;
    pace.full = pace.full && isFull(*pace.unit);
    if (!(*shader)->executes()) pace.through = distributor_;
    return pace;
}

Pace LimitingUnit::find() const {
    using State = CommandProcessor::State;
    const State state = commandProcessor_->state();
    if (state == State::MemoryWrite || state == State::MemoryPreload || state == State::MemoryRead)
        return {.unit = memory_, .through = commandProcessor_};
    const bool drawing = state == State::Drawing || state == State::EndGeometry || state == State::EndFragment;
    if (!drawing)
        if (const sim::Box* const engine = slowestOf(engines_)) return paceOf(*engine);
    const Boxes& fragments = distributor_->fragments.testsEarly() ? fragmentsTestedEarly_ : fragmentsTestedLate_;
    const sim::Box* const ofFragments = slowestOf(fragments);
    const bool isFull = ofFragments != nullptr && ofFragments->backlog() == sim::Backlog::Full;
    if (ofFragments != nullptr && (isFull || commandProcessor_->geometryIsAhead())) return paceOf(*ofFragments);
    if (const sim::Box* const ofGeometry = slowestOf(geometry_)) return paceOf(*ofGeometry);
    return paceOf(ofFragments != nullptr ? *ofFragments : *commandProcessor_);
}

}  // namespace cyclorama::machine::timing
