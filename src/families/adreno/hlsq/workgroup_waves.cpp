// SPDX-License-Identifier: MIT
#include "families/adreno/hlsq/workgroup_waves.h"

#include <algorithm>

namespace cyclorama::adreno {
namespace {

/// The three numbers of a fiber within its workgroup.
Extent3 localNumbers(uint32_t linear, const Extent3& size) {
    return {linear % size[0], linear / size[0] % size[1], linear / size[0] / size[1]};
}

void setForAll(ir3::Wave& wave, unsigned number, uint32_t value) {
    if (number >= ir3::kSharedRegisters + ir3::kSharedRegisterCount) return;
    if (number >= ir3::kSharedRegisters) {
        wave.sharedRegister(number) = value;
        return;
    }
    isa::forLanes(wave.lanes, [&](unsigned lane) { wave.setRegister(number, lane, value); });
}

void setThree(ir3::Wave& wave, unsigned first, const Extent3& values) {
    for (unsigned c = 0; c < values.size(); ++c) setForAll(wave, first + c, values[c]);
}

}  // namespace

WorkgroupWaves::WorkgroupWaves(const Grid& grid, const StageBinding& binding)
    : grid_(grid), width_(binding.shape.width) {
    const auto fibers = static_cast<unsigned>(grid.fibers());
    const unsigned count = (fibers + width_ - 1) / width_;
    for (unsigned i = 0; i < count; ++i) {
        waves_.push_back(binding.makeWave(isa::WaveMask::first(std::min(width_, fibers - i * width_))));
        setLocalNumbers(waves_.back(), i);
        setThree(waves_.back(), grid.groupCount, grid.groups);
        setThree(waves_.back(), grid.groupOffset, grid.offset);
    }
}

void WorkgroupWaves::setLocalNumbers(ir3::Wave& wave, unsigned index) const {
    isa::forLanes(wave.lanes, [&](unsigned lane) {
        const uint32_t linear = index * width_ + lane;
        const Extent3 numbers = localNumbers(linear, grid_.localSize);
        for (unsigned c = 0; c < 3; ++c)
            if (grid_.localId < ir3::kSharedRegisters) wave.setRegister(grid_.localId + c, lane, numbers[c]);
        if (grid_.linearLocalId < ir3::kSharedRegisters) wave.setRegister(grid_.linearLocalId, lane, linear);
    });
}

void WorkgroupWaves::setGroup(ir3::Wave& wave, const Extent3& group) const { setThree(wave, grid_.groupId, group); }

Extent3 groupNumbers(const Grid& grid, uint64_t linear) {
    return {static_cast<uint32_t>(linear % grid.groups[0]) + grid.offset[0],
            static_cast<uint32_t>(linear / grid.groups[0] % grid.groups[1]) + grid.offset[1],
            static_cast<uint32_t>(linear / grid.groups[0] / grid.groups[1]) + grid.offset[2]};
}

}  // namespace cyclorama::adreno
