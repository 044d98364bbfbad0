// SPDX-License-Identifier: MIT
#pragma once
// The sixteen logic operations between the stored bits of a shaded colour and those in the render target.

#include <cstddef>
#include <cstdint>
#include <span>

#include "func/types.h"

namespace cyclorama::func {

/// Combines one word. Source is what the shader wrote, destination what the render target holds.
constexpr uint64_t logicOperation(LogicOperation operation, uint64_t source, uint64_t destination) {
    switch (operation) {
        case LogicOperation::Clear:
            return 0;
        case LogicOperation::And:
            return source & destination;
        case LogicOperation::AndReverse:
            return source & ~destination;
        case LogicOperation::Copy:
            return source;
        case LogicOperation::AndInverted:
            return ~source & destination;
        case LogicOperation::Noop:
            return destination;
        case LogicOperation::Xor:
            return source ^ destination;
        case LogicOperation::Or:
            return source | destination;
        case LogicOperation::Nor:
            return ~(source | destination);
        case LogicOperation::Equivalent:
            return ~(source ^ destination);
        case LogicOperation::Invert:
            return ~destination;
        case LogicOperation::OrReverse:
            return source | ~destination;
        case LogicOperation::CopyInverted:
            return ~source;
        case LogicOperation::OrInverted:
            return ~source | destination;
        case LogicOperation::Nand:
            return ~(source & destination);
        case LogicOperation::Set:
            return ~uint64_t{0};
    }
    return source;
}

/// Combines bytes in place: `source` holds what the shader wrote before and the result after. Requires spans of equal
/// size, a multiple of 8.
using LogicFunction = void (*)(std::span<std::byte> source, std::span<const std::byte> destination);

/// The function for an operation, to be chosen when the state changes.
LogicFunction selectLogicFunction(LogicOperation operation);

}  // namespace cyclorama::func
