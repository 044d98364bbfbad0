// SPDX-License-Identifier: MIT
#pragma once
// The draws of a binning pass: their primitives are set up as for drawing, and only the bins that they reach are noted,
// and the depths of the LRZ buffer that they leave.

#include <cstdint>
#include <optional>

#include "families/adreno/gras/lrz_stage.h"
#include "families/adreno/gras/primitive_setup.h"
#include "families/adreno/operations/chip_operation.h"
#include "families/adreno/vpc/primitives.h"

namespace cyclorama::adreno {

/// The pass is one that asks which bins primitives reach.
bool isBinningPass(const RegisterValues& registers);

class BinningSink final : public PrimitiveSink {
  public:
    /// `execution` outlives it. `counts` where each primitive that comes is one that the draw's input makes.
    BinningSink(Execution& execution, bool counts);
    ~BinningSink() override;

    void beginDraw(const PrimitiveDraw& draw) override;
    void take(const PrimitiveBatch& batch) override;
    void endDraw() override;

  private:
    /// Notes the bins of a primitive that is set up.
    void noteBins();

    Execution& execution_;
    RasterControl control_;
    std::optional<LrzDraw> lrz_;
    std::optional<LrzStage> lrzStage_;
    std::optional<PrimitiveSetup> setup_;
    RasterList list_;
    uint32_t primitives_ = 0;
};

}  // namespace cyclorama::adreno
