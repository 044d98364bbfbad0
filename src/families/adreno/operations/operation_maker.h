// SPDX-License-Identifier: MIT
#pragma once
// Interface through which packets start work: makes operations of the chip's blocks from the present state.

#include <cstdint>
#include <string>

#include "families/adreno/hlsq/grid.h"
#include "families/adreno/pc/draw_operands.h"
#include "gpu/command.h"

namespace cyclorama::adreno {

/// `place` is the packet's: "CP_EXEC_CS at 0x100000000". Operations must not outlive the maker.
class OperationMaker {
  public:
    virtual ~OperationMaker() = default;
    virtual gpu::Operation draw(std::string place, const DrawOperands& operands) = 0;
    /// `groups`: workgroups in each direction.
    virtual gpu::Operation dispatch(std::string place, const Extent3& groups) = 0;
    /// The numbers of workgroups are three words at `address`; `localSize` is that of a workgroup, in invocations.
    virtual gpu::Operation dispatchIndirectly(std::string place, uint64_t address, const Extent3& localSize) = 0;
    virtual gpu::Operation scaleBlit(std::string place) = 0;
    virtual gpu::Operation blitGmem(std::string place) = 0;
    virtual gpu::Operation clearLrz(std::string place) = 0;
    /// Without an operation: draws that follow note the bins that they reach.
    virtual void beginBinning(std::string place) = 0;
    virtual gpu::Operation endBinning(std::string place) = 0;
};

}  // namespace cyclorama::adreno
