// SPDX-License-Identifier: MIT
#pragma once
// The event BLIT: loads a bin of an image into GMEM, stores it to memory, resolves its samples there, or clears it in
// GMEM.

#include "families/adreno/operations/chip_operation.h"

namespace cyclorama::adreno {

/// Moves what the registers describe.
void gmemBlit(Execution& execution);

class GmemBlit final : public ChipOperation {
  public:
    using ChipOperation::ChipOperation;
    gpu::WorkKind kind() const override { return gpu::WorkKind::Resolve; }

  protected:
    void run(Execution& execution) const override { gmemBlit(execution); }
};

}  // namespace cyclorama::adreno
