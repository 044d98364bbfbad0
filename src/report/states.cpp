// SPDX-License-Identifier: MIT
#include "report/states.h"

#include <utility>

namespace cyclorama::report {

using machine::StateRow;

void States::write(uint32_t operation, std::span<const machine::StateRows> parts) {
    if (given_.size() > kMostGiven) given_.clear();
    for (const machine::StateRows& rows : parts) {
        const auto [place, isNew] = given_.try_emplace(rows, 0);
        if (isNew) place->second = partOf(*rows);
        operationPart_.run(operation, place->second);
    }
}

uint32_t States::partOf(std::span<const StateRow> rows) {
    std::vector<uint32_t> states;
    for (const StateRow& row : rows) {
        const auto [place, isNew] = numbers_.try_emplace(row, static_cast<uint32_t>(numbers_.size()));
        if (isNew) state_.run(place->second, row.topic, row.name, row.value);
        states.push_back(place->second);
    }
    const auto [place, isNew] = parts_.try_emplace(std::move(states), static_cast<uint32_t>(parts_.size()));
    if (!isNew) return place->second;
    part_.run(place->second);
    for (const uint32_t state : place->first) partState_.run(place->second, state);
    return place->second;
}

}  // namespace cyclorama::report
