// SPDX-License-Identifier: MIT
#include "reduce/reducer.h"

#include <algorithm>
#include <string>
#include <utility>

#include "reduce/minimize.h"
#include "sim/error.h"

namespace cyclorama::reduce {
namespace {

/// The number of runs is used up.
struct RunsUsedUp {};

}  // namespace

Reducer::Result Reducer::reduce(std::vector<std::byte> bytes) {
    result_ = {.bytes = std::move(bytes)};
    progress_ = {};
    try {
        size_t before = 0;
        do {
            before = result_.bytes.size();
            round();
            ++progress_.round;
        } while (result_.bytes.size() < before - before / 100);
    } catch (const RunsUsedUp&) {
        result_.complete = false;
    }
    return std::move(result_);
}

void Reducer::round() {
    for (const Level level : kLevels) reduceLevel(level);
}

void Reducer::reduceLevel(Level level) {
    // The capture views the bytes, which each success replaces in the result alone.
    const std::vector<std::byte> whole = result_.bytes;
    const std::unique_ptr<Capture> capture = settings_.takeApart(whole);
    progress_.level = level;
    progress_.units = capture->units(level);
    progress_.unitsLeft = progress_.units;
    minimize(progress_.units, [&](const std::vector<bool>& kept) {
        std::vector<std::byte> candidate = capture->with(level, kept);
        // Pieces of contents have headers of their own.
        const bool holds = candidate.size() <= result_.bytes.size() && test(candidate);
        if (holds) {
            result_.bytes = std::move(candidate);
            progress_.unitsLeft = static_cast<size_t>(std::ranges::count(kept, true));
        }
        progress_.tries = result_.runs + result_.known;
        progress_.bytes = result_.bytes.size();
        settings_.report(progress_);
        return holds;
    });
}

/// Not so where the run ended before something that is malformed.
bool Reducer::canBeTakenApart(std::span<const std::byte> candidate) const {
    try {
        return settings_.takeApart(candidate) != nullptr;
    } catch (const sim::Error&) {
        return false;
    }
}

bool Reducer::test(std::span<const std::byte> candidate) {
    const std::string hash = hashOf(candidate);
    if (const std::optional<bool> known = journal_.find(hash)) {
        ++result_.known;
        return *known;
    }
    if (settings_.mostRuns && result_.runs >= *settings_.mostRuns) throw RunsUsedUp{};
    const bool holds = settings_.holds(candidate) && canBeTakenApart(candidate);
    ++result_.runs;
    journal_.add(hash, holds);
    return holds;
}

}  // namespace cyclorama::reduce
