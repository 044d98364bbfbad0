// SPDX-License-Identifier: MIT
#pragma once
// The waves of a grid's workgroups, with the registers that they start with.

#include <cstdint>
#include <vector>

#include "families/adreno/hlsq/grid.h"
#include "families/adreno/isa/wave.h"
#include "families/adreno/sp/stage_binding.h"

namespace cyclorama::adreno {

class WorkgroupWaves {
  public:
    /// Both outlive it.
    WorkgroupWaves(const Grid& grid, const StageBinding& binding);

    /// Waves of a workgroup.
    unsigned count() const { return static_cast<unsigned>(waves_.size()); }
    /// A wave of a workgroup, by its place in it, as it starts but for the workgroup's number.
    const ir3::Wave& wave(unsigned index) const { return waves_[index]; }
    /// Gives a wave the number of its workgroup.
    void setGroup(ir3::Wave& wave, const Extent3& group) const;

  private:
    void setLocalNumbers(ir3::Wave& wave, unsigned index) const;

    const Grid& grid_;
    const unsigned width_;
    std::vector<ir3::Wave> waves_;
};

/// The three numbers of a workgroup: the grid's are counted along x, then y, then z.
Extent3 groupNumbers(const Grid& grid, uint64_t linear);

}  // namespace cyclorama::adreno
