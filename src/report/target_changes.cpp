// SPDX-License-Identifier: MIT
#include "report/target_changes.h"

#include <fmt/format.h>

#include <span>
#include <string>
#include <utility>

#include "machine/values/picture.h"

namespace cyclorama::report {

/// What a moment finds changed in the memory of a target.
struct TargetChanges::Change {
    uint32_t operation;
    bool after;
    uint32_t target;
    std::shared_ptr<TargetImage> image;
    TargetForm form;
    MemoryChange memory;
};

TargetChanges::TargetChanges(const ReportFile& file)
    : target_(file, "INSERT INTO targets VALUES (?, ?, ?, ?, ?, ?)"),
      change_(file, "INSERT INTO target_changes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      operationTarget_(file, "INSERT OR IGNORE INTO operation_targets VALUES (?, ?)"),
      background_(&file.background) {}

TargetChanges::Known& TargetChanges::know(const TargetName& name) {
    const auto [place, isNew] = known_.try_emplace(name);
    Known& known = place->second;
    if (!isNew) return known;
    known.number = static_cast<uint32_t>(known_.size() - 1);
    known.image = std::make_shared<TargetImage>(name.width, name.height);
    kept_ += size_t{name.width} * name.height * kChannels;
    const std::string title = name.aspect == "colour" ? fmt::format("colour {} at {:#010x}", name.number, name.address)
                                                      : fmt::format("{} at {:#010x}", name.aspect, name.address);
    target_.run(known.number, title, name.aspect, name.width, name.height, name.format);
    return known;
}

void TargetChanges::look(const machine::TargetsMoment& moment) {
    if (moment.kind != gpu::WorkKind::Draw && moment.kind != gpu::WorkKind::Clear) return;
    const bool tests = moment.kind == gpu::WorkKind::Draw;
    for (Target& target : targetsOf(moment.state, moment.surfaces, tests)) {
        const bool isNew = !known_.contains(target.name);
        // Nothing but operations writes a target that is known: each has been looked at behind it.
        if (!moment.after && !isNew) continue;
        if (isNew && kept_ > kMostKept) continue;
        Known& known = know(target.name);
        operationTarget_.run(moment.operation, known.number);
        std::optional<MemoryChange> memory = known.memory.follow(target.surface);
        if (!memory) continue;
        const size_t bytes = memory->content.size() + memory->changed.size();
        const bool isDepth = target.name.aspect == "depth";
        Change change{
            .operation = moment.operation,
            .after = moment.after,
            .target = known.number,
            .image = known.image,
            .form = {.layout = std::move(target.surface.layout),
                     .color = target.format,
                     .depth = isDepth ? std::optional(machine::depthStencilFormat(moment.state)) : std::nullopt,
                     .order = machine::rowOrder(moment.state)},
            .memory = std::move(*memory)};
        background_->add([this, change = std::move(change)] { write(change); }, bytes);
    }
}

void TargetChanges::write(const Change& change) {
    const ImageDifference difference = change.image->update(change.form, change.memory);
    if (difference.empty()) return;
    change_.runNow(changes_++, change.operation, change.target, change.after ? 1 : 0, difference.left, difference.top,
                   difference.right - difference.left, difference.bottom - difference.top,
                   deflater_.deflated(std::as_bytes(std::span(difference.pixels))));
}

}  // namespace cyclorama::report
