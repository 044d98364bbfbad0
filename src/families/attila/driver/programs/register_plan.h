// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "virgl/tgsi/program.h"

namespace cyclorama::attila {

/// Registers of the shaders for the temporaries of a program: those that are never needed at once share one. What a
/// loop uses is needed throughout that loop.
class RegisterPlan {
  public:
    explicit RegisterPlan(const virgl::tgsi::TgsiProgram& program);

    /// "r3", of a temporary that the program names.
    std::string name(int32_t temporary) const;
    /// Registers that are taken, from the first on.
    uint32_t count() const { return count_; }

  private:
    std::vector<uint32_t> registers_;
    uint32_t count_ = 0;
};

}  // namespace cyclorama::attila
