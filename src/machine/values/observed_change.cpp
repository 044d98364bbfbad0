// SPDX-License-Identifier: MIT
#include "machine/values/observed_change.h"

#include <algorithm>

namespace cyclorama::machine {

namespace {

bool isFor(const ObservedChange::Effect& effect, const LimitCause& cause) {
    const auto names = [](const std::vector<uint32_t>& units, uint32_t unit) {
        return std::ranges::find(units, unit) != units.end();
    };
    if (!names(effect.units, cause.unit)) return false;
    if (!effect.through.empty() && !names(effect.through, cause.through)) return false;
    if ((effect.onlyFull && !cause.full) || (effect.onlyAtFullRate && !cause.atFullRate)) return false;
    return effect.inLarger == 0 || (effect.inLarger & cause.inLarger) != 0;
}

}  // namespace

double savedPart(const ObservedChange& change, const LimitCause& cause) {
    const auto effect = std::ranges::find_if(change.effects, [&](const auto& each) { return isFor(each, cause); });
    return effect == change.effects.end() ? 0 : effect->saved;
}

}  // namespace cyclorama::machine
