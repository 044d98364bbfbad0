// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "machine/values/run_observer.h"

namespace cyclorama::machine {

/// The numbers that draws have in their frames, as the machine reports them.
class DrawNumbers final : public RunObserver {
  public:
    std::vector<uint32_t> numbers;

  private:
    void started(uint32_t /*number*/, const StartedOperation& operation) override {
        if (operation.draw) numbers.push_back(*operation.draw);
    }
};

}  // namespace cyclorama::machine
