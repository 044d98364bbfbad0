// SPDX-License-Identifier: MIT
#pragma once
// The count of samples that passed all tests (event ZPASS_DONE).

#include <string>

#include "families/adreno/pipeline/chip_operation.h"

namespace cyclorama::adreno {

/// Stores the count, of 64 bits, at RB_SAMPLE_COUNT_ADDR where RB_SAMPLE_COUNT_CONTROL asks for it.
class SampleCountEvent final : public ChipOperation {
  public:
    using ChipOperation::ChipOperation;

  protected:
    void run(Execution& execution) const override;
};

}  // namespace cyclorama::adreno
