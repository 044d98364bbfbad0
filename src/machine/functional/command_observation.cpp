// SPDX-License-Identifier: MIT
#include "machine/functional/command_observation.h"

#include <utility>
#include <variant>

#include "machine/values/observed_work.h"

namespace cyclorama::machine {

CommandObservation::CommandObservation(RunObserver* observer, mem::AddressSpace& memory, const func::TileSizes& tiles)
    : observer_(observer), log_(observer, memory, tiles) {
    if (observer_ != nullptr) observer_->machine(observedWork());
}

void CommandObservation::startSource(const WorkCounters& counters) {
    if (std::exchange(watched_, static_cast<bool>(log_)) || !watched_) return;
    log_.restart();
    sampled_ = counters;
}

const gpu::DrawState& CommandObservation::begin(const gpu::Command& command, const gpu::DrawState& state, uint32_t draw,
                                                const WorkCounters& counters) {
    operation_ = log_.start(command, state, draw, std::nullopt);
    // Of writes that it ended.
    sample(counters);
    if (std::holds_alternative<gpu::Present>(command.operation)) {
        // The frame ends with it.
        log_.end(*operation_, std::nullopt);
        sample(counters);
    }
    if (!operation_ || !std::holds_alternative<gpu::Draw>(command.operation)) return state;
    counted_ = state;
    log_.countWork(*operation_, *counted_);
    return *counted_;
}

void CommandObservation::end(const WorkCounters& counters) {
    counted_.reset();
    if (const auto number = std::exchange(operation_, std::nullopt)) log_.end(*number, std::nullopt);
    sample(counters);
}

ObservedDraw CommandObservation::draw() const {
    if (!operation_ || !(observer_->watchesState() || observer_->watchesTargets())) return {};
    return {.observer = observer_, .operation = *operation_};
}

void CommandObservation::sample(const WorkCounters& counters) {
    if (!log_.takeEnded()) return;
    observer_->sample({.counters = workSince(sampled_, counters)});
    sampled_ = counters;
}

}  // namespace cyclorama::machine
