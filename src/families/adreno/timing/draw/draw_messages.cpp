// SPDX-License-Identifier: MIT
#include "families/adreno/timing/draw/draw_messages.h"

#include <fmt/format.h>

namespace cyclorama::adreno {

std::string describe(const DrawMessage& message) { return fmt::format("draw {}", message.work->number); }

std::string describe(const PrimitiveMessage& message) {
    if (message.wave == nullptr) return fmt::format("the end of draw {}", message.work->number);
    return fmt::format("{} primitives of draw {}", message.wave->primitives.size(), message.work->number);
}

std::string describe(const RenderMessage& message) {
    switch (message.kind) {
        case RenderMessage::Kind::Begin:
            return fmt::format("draw {}", message.work->number);
        case RenderMessage::Kind::End:
            return fmt::format("the end of draw {}", message.work->number);
        default:
            return fmt::format("{} quads of draw {}", message.wave->batch.quads, message.work->number);
    }
}

std::string describe(const DepthMessage& message) { return fmt::format("tests of {} samples", message.samples); }

}  // namespace cyclorama::adreno
