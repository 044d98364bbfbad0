// SPDX-License-Identifier: MIT
#include "gpu/command.h"

#include "gpu/draw_state.h"

namespace cyclorama::gpu {

const DrawState& CommandSource::state() const {
    static const DrawState kNone;
    return kNone;
}

}  // namespace cyclorama::gpu
