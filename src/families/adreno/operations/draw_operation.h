// SPDX-License-Identifier: MIT
#pragma once
// The work of a draw packet.

#include <string>
#include <utility>

#include "families/adreno/operations/chip_operation.h"
#include "families/adreno/pc/draw_operands.h"

namespace cyclorama::adreno {

class DrawOperation final : public ChipOperation {
  public:
    DrawOperation(Pipeline& pipeline, std::string place, const DrawOperands& operands)
        : ChipOperation(pipeline, std::move(place)), operands_(operands) {}

    const DrawOperands& operands() const { return operands_; }
    gpu::WorkKind kind() const override { return gpu::WorkKind::Draw; }

  protected:
    void run(Execution& execution) const override;

  private:
    void draw(Execution& execution) const;

    DrawOperands operands_;
};

}  // namespace cyclorama::adreno
