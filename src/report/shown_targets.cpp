// SPDX-License-Identifier: MIT
#include "report/shown_targets.h"

#include <algorithm>
#include <string>

namespace cyclorama::report {
namespace {

TargetName sizelessName(const machine::ObservedTarget& target) {
    return {.aspect = std::string(target.aspect),
            .address = target.address,
            .format = target.format,
            .number = target.number};
}

}  // namespace

ShownTargets::Known* ShownTargets::know(const TargetName& name) {
    if (const auto found = known_.find(name); found != known_.end()) return &found->second;
    const auto number = tables_->add(0);
    if (!number) return nullptr;
    return &known_
                .try_emplace(name, Known{.number = *number,
                                         .image = std::make_shared<TargetImage>(0, 0, channelsOf(name.aspect))})
                .first->second;
}

bool ShownTargets::wantsBefore(const machine::ObservedTarget& target, const machine::ImagePart& part) {
    const std::pair asked(sizelessName(target), part);
    const auto isAsked = [&](const auto& each) {
        return each.second == asked.second && !(each.first < asked.first) && !(asked.first < each.first);
    };
    if (std::ranges::any_of(current_, isAsked)) return false;
    current_.push_back(asked);
    return true;
}

void ShownTargets::show(uint32_t operation, bool after, const machine::ObservedTarget& target,
                        machine::ShownParts parts) {
    Known* const known = know(sizelessName(target));
    if (known == nullptr) return;
    tables_->use(operation, known->number);
    if (parts.places.empty()) return;
    const uint64_t before = uint64_t{known->width} * known->height;
    for (const machine::ImagePart& place : parts.places) {
        known->width = std::max(known->width, place.x + place.width);
        known->height = std::max(known->height, place.y + place.height);
    }
    tables_->grow((uint64_t{known->width} * known->height - before) * channelsOf(target.aspect));
    const size_t bytes = parts.bytes;
    background_->add(
        [tables = tables_, operation, after, number = known->number, image = known->image, parts = std::move(parts)] {
            tables->change(operation, after, number, image->update(parts.places, parts.pixels()));
        },
        bytes);
}

void ShownTargets::finish() {
    for (const auto& [name, known] : known_) {
        TargetName sized = name;
        sized.width = known.width;
        sized.height = known.height;
        tables_->describe(known.number, sized);
    }
}

}  // namespace cyclorama::report
