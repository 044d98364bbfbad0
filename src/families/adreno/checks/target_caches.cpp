// SPDX-License-Identifier: MIT
#include "families/adreno/checks/target_caches.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "families/adreno/checks/cache_events.h"
#include "families/adreno/checks/check_findings.h"
#include "families/adreno/memory/gpu_memory.h"

namespace cyclorama::adreno {
namespace {

std::string describePlace(MemoryClient unit, const CachePlace& place) {
    if (place.depth || unit == MemoryClient::Blit) return std::string(name(unit));
    return fmt::format("{} as target {}, layer {}", name(unit), place.target, place.layer);
}

}  // namespace

void TargetCaches::event(uint32_t number) {
    const bool writesBack = number == cache_events::kDepthFlush || number == cache_events::kColorFlush;
    const bool drops = number == cache_events::kDepthInvalidate || number == cache_events::kColorInvalidate;
    if (!writesBack && !drops) return;
    const bool depth = number == cache_events::kDepthFlush || number == cache_events::kDepthInvalidate;
    for (auto& [address, all] : images_) {
        if (drops) {
            std::erase_if(all, [&](const Lines& lines) { return lines.place.depth == depth && !lines.changed; });
            continue;
        }
        for (Lines& lines : all)
            if (lines.place.depth == depth) lines.changed = false;
    }
    std::erase_if(images_, [](const auto& image) { return image.second.empty(); });
}

OptionalIssue TargetCaches::conflict(const std::vector<Lines>& all, const ImageUse& image, const CachePlace& place,
                                     bool reads) {
    for (const Lines& lines : all) {
        const bool own = lines.place == place;
        if (own ? !(reads && lines.stale) : !lines.changed) continue;
        const std::string use = describePlace(image.unit, place);
        const std::string detail =
            own ? fmt::format("{:#x}: {}, whose cache has what was there before", image.address, use)
                : fmt::format("{:#x}: {}, then {}", image.address, describePlace(lines.unit, lines.place), use);
        return Issue{.kind = &findings::kTargetChanged, .detail = detail};
    }
    return std::nullopt;
}

OptionalIssue TargetCaches::use(const ImageUse& image, const CachePlace& place, bool reads, bool writes) {
    if (!reads && !writes) return std::nullopt;
    if (images_.size() >= kMostImages) images_.clear();
    std::vector<Lines>& all = images_[image.address];
    OptionalIssue issue = conflict(all, image, place, reads);
    auto own = std::ranges::find(all, place, &Lines::place);
    if (own == all.end()) own = all.insert(all.end(), {.place = place});
    own->unit = image.unit;
    own->stale = false;
    own->changed |= writes;
    for (Lines& lines : all) {
        if (lines.place == place) continue;
        // Reported once, and nothing is known of what becomes of them.
        if (issue) lines.changed = false;
        lines.stale |= writes;
    }
    return issue;
}

OptionalIssue TargetCaches::useLayers(const ImageUse& image, const CachePlace& place, uint64_t pitch) {
    if (pitch == 0) return std::nullopt;
    const uint64_t end = image.address + image.bytes;
    for (auto known = images_.upper_bound(image.address); known != images_.end() && known->first < end; ++known) {
        const uint64_t offset = known->first - image.address;
        if (offset % pitch != 0) continue;
        ImageUse layer = image;
        layer.address = known->first;
        CachePlace there = place;
        there.layer = static_cast<uint32_t>(offset / pitch);
        if (OptionalIssue issue = conflict(known->second, layer, there, false)) {
            for (Lines& lines : known->second) lines.changed = false;
            return issue;
        }
    }
    return std::nullopt;
}

}  // namespace cyclorama::adreno
