// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "families/adreno/operations/draw_operation.h"

namespace cyclorama::adreno {

/// A packet's draw, if it has time, or the part of it that has none; neither of other packets.
struct PacketDraw {
    std::shared_ptr<const DrawOperation> timed;
    std::string_view untimedPart;
    /// DrawOperation::lrzState() of one that has.
    std::vector<uint32_t> lrz;

    static PacketDraw of(const gpu::Operation& packet) {
        const auto* const work = std::get_if<gpu::FamilyOperationPointer>(&packet);
        if (work == nullptr) return {};
        auto operation = std::dynamic_pointer_cast<const DrawOperation>(*work);
        if (operation == nullptr) return {};
        const std::string_view part = operation->unopenedPart();
        if (!part.empty()) return {.timed = nullptr, .untimedPart = part, .lrz = {}};
        std::vector<uint32_t> lrz = operation->lrzState();
        return {.timed = std::move(operation), .untimedPart = {}, .lrz = std::move(lrz)};
    }
};

}  // namespace cyclorama::adreno
