// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "families/adreno/operations/draw_operation.h"

namespace cyclorama::adreno {

/// A packet's draw; null of other packets.
struct PacketDraw {
    std::shared_ptr<const DrawOperation> draw;
    /// DrawOperation::lrzState().
    std::vector<uint32_t> lrz;

    static PacketDraw of(const gpu::Operation& packet) {
        const auto* const work = std::get_if<gpu::FamilyOperationPointer>(&packet);
        if (work == nullptr) return {};
        auto operation = std::dynamic_pointer_cast<const DrawOperation>(*work);
        if (operation == nullptr) return {};
        std::vector<uint32_t> lrz = operation->lrzState();
        return {.draw = std::move(operation), .lrz = std::move(lrz)};
    }
};

}  // namespace cyclorama::adreno
