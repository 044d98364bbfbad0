// SPDX-License-Identifier: MIT
#pragma once
// The state of draws of the vocabulary, as rows for people.

#include <span>
#include <vector>

#include "gpu/draw_state.h"
#include "machine/values/state_rows.h"

namespace cyclorama::machine {

/// All that a draw of that state depends on, without units that are switched off.
std::vector<StateRow> rowsOf(const gpu::DrawState& state);

/// The same rows of one draw after the other, a part for each topic. Parts that have not changed are the same.
class StateParts {
  public:
    std::span<const StateRows> of(const gpu::DrawState& state);

  private:
    std::vector<StateRows> parts_;
};

}  // namespace cyclorama::machine
