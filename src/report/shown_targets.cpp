// SPDX-License-Identifier: MIT
#include "report/shown_targets.h"

#include <algorithm>
#include <string>

namespace cyclorama::report {
namespace {

TargetName nameOf(const machine::ObservedTarget& target) {
    return {.aspect = std::string(target.aspect),
            .address = target.address,
            .width = target.width,
            .height = target.height,
            .format = target.format,
            .number = target.number};
}

bool hasSize(const TargetName& name) { return name.width != 0; }

}  // namespace

void ShownTargets::start(gpu::WorkKind kind) {
    if (kind != gpu::WorkKind::Draw && kind != gpu::WorkKind::Flush) ++others_;
    if (kind != gpu::WorkKind::Draw && kind != gpu::WorkKind::Write) current_.clear();
}

ShownTargets::Known* ShownTargets::know(const TargetName& name) {
    if (const auto found = known_.find(name); found != known_.end()) return &found->second;
    const uint32_t channels = channelsOf(name.aspect);
    const auto number = tables_->add(uint64_t{name.width} * name.height * channels);
    if (!number) return nullptr;
    Known& known = known_[name];
    known = {.number = *number,
             .width = name.width,
             .height = name.height,
             .image = std::make_shared<TargetImage>(name.width, name.height, channels)};
    if (hasSize(name)) tables_->describe(*number, name);
    return &known;
}

std::vector<machine::ImagePart> ShownTargets::wantedParts(bool after, const machine::ObservedTarget& target,
                                                          const gpu::PixelCounts* counts) {
    Known* const known = know(nameOf(target));
    if (known == nullptr) return {};
    const machine::ImagePart whole{.x = 0, .y = 0, .width = target.width, .height = target.height};
    if (!after)
        return std::exchange(known->readAt, others_) == others_ ? std::vector<machine::ImagePart>{}
                                                                : std::vector{whole};
    if (counts == nullptr) return {whole};
    std::vector<machine::ImagePart> written = machine::writtenParts(*counts, whole);
    if (written.empty() || std::exchange(known->isWritten, true)) return written;
    return {whole};
}

bool ShownTargets::wantsBefore(const machine::ObservedTarget& target, const machine::ImagePart& part) {
    const std::pair asked(nameOf(target), part);
    const auto isAsked = [&](const auto& each) {
        return each.second == asked.second && !(each.first < asked.first) && !(asked.first < each.first);
    };
    if (std::ranges::any_of(current_, isAsked)) return false;
    current_.push_back(asked);
    return true;
}

void ShownTargets::show(uint32_t operation, bool after, const machine::ObservedTarget& target,
                        const machine::ShownParts& parts) {
    Known* const known = know(nameOf(target));
    if (known == nullptr) return;
    tables_->use(operation, known->number);
    if (parts.places.empty()) return;
    const uint64_t before = uint64_t{known->width} * known->height;
    for (const machine::ImagePart& place : parts.places) {
        known->width = std::max(known->width, place.x + place.width);
        known->height = std::max(known->height, place.y + place.height);
    }
    tables_->grow((uint64_t{known->width} * known->height - before) * channelsOf(target.aspect));
    background_->add([tables = tables_, operation, after, number = known->number, image = known->image,
                      parts] { tables->change(operation, after, number, image->update(parts.places, parts.pixels())); },
                     parts.bytes);
}

void ShownTargets::finish() {
    for (const auto& [name, known] : known_) {
        if (hasSize(name)) continue;
        TargetName sized = name;
        sized.width = known.width;
        sized.height = known.height;
        tables_->describe(known.number, sized);
    }
}

}  // namespace cyclorama::report
