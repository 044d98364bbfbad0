// SPDX-License-Identifier: MIT
#include "families/adreno/timing/programs/texel_groups.h"

#include <bit>
#include <utility>

#include "families/adreno/surface/compressed_size.h"
#include "families/adreno/timing/lines/line_accesses.h"

namespace cyclorama::adreno {

TexelGrouping::TexelGrouping(const TexelGroupShape& shape)
    : laneShift_(static_cast<uint32_t>(std::countr_zero(shape.lanes))),
      lineShift_(static_cast<uint32_t>(std::countr_zero(shape.lineBytes))) {}

void TexelGrouping::collectIn(TexelGroups& groups) {
    groups_ = &groups;
    groups.groups.clear();
    groups.lines.clear();
    groups.blocks.clear();
}

void TexelGrouping::begin(isa::WaveMask lanes) {
    finish();
    isa::forLanes(lanes, [&](unsigned lane) { ++collected_[lane >> laneShift_].group.lanes; });
}

void TexelGrouping::filtered(isa::WaveMask lanes, TexelFilterKind by) {
    isa::forLanes(lanes,
                  [&](unsigned lane) { ++collected_[lane >> laneShift_].group.lanesBy[static_cast<size_t>(by)]; });
}

void TexelGrouping::texels(std::span<const TexelRead> reads, const TexelForm& form) {
    for (const TexelRead& read : reads) {
        Collected& collected = collected_[read.lane >> laneShift_];
        collected.group.filterBytes += form.filterBytes;
        if (read.bytes == 0) continue;
        const uint64_t last = (read.address + read.bytes - 1) >> lineShift_;
        for (uint64_t line = read.address >> lineShift_; line <= last; ++line) collected.lines.add(line);
        if (read.flag == 0) continue;
        // Texels beside each other are in the same block.
        const uint64_t block = read.address / kCompressedBlockBytes;
        if (read.flag == collected.lastFlag && block == collected.lastBlock) continue;
        collected.lastFlag = read.flag;
        collected.lastBlock = block;
        collected.flags.add(read.flag / kLineBytes);
        if (form.compressed != nullptr) addBlock({.number = block, .format = form.compressed});
    }
}

void TexelGrouping::addBlock(const TexelGroups::Block& block) {
    if (groups_->blocks.empty() || groups_->blocks.back().number != block.number) groups_->blocks.push_back(block);
}

void TexelGrouping::finish() {
    const auto append = [this](DistinctNumbers& numbers) {
        groups_->lines.insert(groups_->lines.end(), numbers.numbers().begin(), numbers.numbers().end());
        const auto count = static_cast<uint32_t>(numbers.numbers().size());
        numbers.clear();
        return count;
    };
    for (Collected& collected : collected_) {
        TexelGroups::Group& group = collected.group;
        if (group.lanes == 0) continue;
        groups_->groups.push_back(std::exchange(group, {}));
        groups_->groups.back().lines = append(collected.lines);
        groups_->groups.back().flags = append(collected.flags);
        collected.lastFlag = collected.lastBlock = 0;
    }
}

}  // namespace cyclorama::adreno
