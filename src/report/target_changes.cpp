// SPDX-License-Identifier: MIT
#include "report/target_changes.h"

#include <utility>

#include "machine/values/picture.h"

namespace cyclorama::report {

TargetChanges::Known* TargetChanges::know(const TargetName& name) {
    if (const auto found = known_.find(name); found != known_.end()) return &found->second;
    const uint32_t channels = channelsOf(name.aspect);
    const auto number = tables_->add(size_t{name.width} * name.height * channels);
    if (!number) return nullptr;
    Known& known = known_[name];
    known.number = *number;
    known.image = std::make_shared<TargetImage>(name.width, name.height, channels);
    tables_->describe(*number, name);
    return &known;
}

std::vector<machine::ImagePart> TargetChanges::partsOf(Known& known, const TargetName& name, bool after,
                                                       const gpu::PixelCounts* counts) const {
    const machine::ImagePart whole{.x = 0, .y = 0, .width = name.width, .height = name.height};
    if (!after)
        return std::exchange(known.readAt, others_) == others_ ? std::vector<machine::ImagePart>{} : std::vector{whole};
    if (counts == nullptr) return {whole};
    std::vector<machine::ImagePart> written = machine::writtenParts(*counts, whole);
    if (written.empty() || std::exchange(known.isWritten, true)) return written;
    return {whole};
}

void TargetChanges::look(const machine::TargetsMoment& moment, const gpu::PixelCounts* counts) {
    if (moment.kind != gpu::WorkKind::Draw && moment.kind != gpu::WorkKind::Clear) return;
    const bool tests = moment.kind == gpu::WorkKind::Draw;
    for (const Target& target : targetsOf(moment.state, moment.surfaces, tests)) {
        Known* const known = know(target.name);
        if (known == nullptr) continue;
        tables_->use(moment.operation, known->number);
        const func::PixelLayoutParameters& layout = target.surface.layout->parameters();
        TargetForm form{.samples = layout.samples,
                        .sampleBytes = layout.bytesPerSample,
                        .color = target.format,
                        .order = machine::rowOrder(moment.state)};
        if (target.name.aspect == "depth") {
            form.depth = machine::depthStencilFormat(moment.state);
            form.sampleBytes = func::bytesPerSample(*form.depth);
        }
        const TargetReader reader(target.surface, form.sampleBytes);
        std::vector<StoredPart> parts;
        size_t bytes = 0;
        for (const machine::ImagePart& part : partsOf(*known, target.name, moment.after, counts)) {
            parts.push_back(reader.read(part));
            bytes += parts.back().bytes;
        }
        if (parts.empty()) continue;
        background_->add(
            [tables = tables_, operation = moment.operation, after = moment.after, number = known->number,
             image = known->image, form,
             parts = std::move(parts)] { tables->change(operation, after, number, image->update(form, parts)); },
            bytes);
    }
}

}  // namespace cyclorama::report
