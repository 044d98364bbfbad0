// SPDX-License-Identifier: MIT
#include "families/adreno/timing/texel_groups.h"

#include <algorithm>
#include <bit>

#include "families/adreno/timing/line_accesses.h"

namespace cyclorama::adreno {
namespace {

/// The last ones are the likeliest.
void addOnce(std::vector<uint64_t>& numbers, uint64_t number) {
    if (std::find(numbers.rbegin(), numbers.rend(), number) == numbers.rend()) numbers.push_back(number);
}

}  // namespace

TexelGrouping::TexelGrouping(const TexelGroupShape& shape)
    : laneShift_(static_cast<uint32_t>(std::countr_zero(shape.lanes))),
      lineShift_(static_cast<uint32_t>(std::countr_zero(shape.lineBytes))) {}

void TexelGrouping::collectIn(TexelGroups& groups) {
    groups_ = &groups;
    groups.groups.clear();
    groups.lines.clear();
}

void TexelGrouping::begin(isa::WaveMask lanes) {
    finish();
    isa::forLanes(lanes, [&](unsigned lane) { ++collected_[lane >> laneShift_].group.lanes; });
}

void TexelGrouping::filtered(isa::WaveMask lanes, TexelFilterKind by) {
    isa::forLanes(lanes,
                  [&](unsigned lane) { ++collected_[lane >> laneShift_].group.lanesBy[static_cast<size_t>(by)]; });
}

void TexelGrouping::texels(std::span<const TexelRead> reads, uint32_t filterBytes) {
    for (const TexelRead& read : reads) {
        Collected& collected = collected_[read.lane >> laneShift_];
        collected.group.filterBytes += filterBytes;
        if (read.bytes == 0) continue;
        const uint64_t last = (read.address + read.bytes - 1) >> lineShift_;
        for (uint64_t line = read.address >> lineShift_; line <= last; ++line) addOnce(collected.lines, line);
        if (read.flag != 0) addOnce(collected.flags, read.flag / kLineBytes);
    }
}

void TexelGrouping::finish() {
    for (Collected& collected : collected_) {
        TexelGroups::Group& group = collected.group;
        if (group.lanes == 0) continue;
        group.lines = static_cast<uint32_t>(collected.lines.size());
        group.flags = static_cast<uint32_t>(collected.flags.size());
        groups_->groups.push_back(group);
        groups_->lines.insert(groups_->lines.end(), collected.lines.begin(), collected.lines.end());
        groups_->lines.insert(groups_->lines.end(), collected.flags.begin(), collected.flags.end());
        group = {};
        collected.lines.clear();
        collected.flags.clear();
    }
}

}  // namespace cyclorama::adreno
