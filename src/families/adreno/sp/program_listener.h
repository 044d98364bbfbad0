// SPDX-License-Identifier: MIT
#pragma once
// Hears of the programs that stages execute.

#include <memory>
#include <string_view>

#include "families/adreno/sp/program_cache.h"

namespace cyclorama::adreno {

class ProgramListener {
  public:
    virtual ~ProgramListener() = default;
    /// A stage, "FS", is about to execute a program, with half registers in full ones or apart.
    virtual void programBound(const std::shared_ptr<const CachedProgram>& cached, bool mergedRegisters,
                              std::string_view stage) = 0;
};

}  // namespace cyclorama::adreno
