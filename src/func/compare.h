// SPDX-License-Identifier: MIT
#pragma once
// The eight comparisons of depth, stencil, alpha and texels.

#include "func/types.h"

namespace cyclorama::func {

/// True if `value FUNCTION reference` holds. Of vectors (lanes/vectors.h) the mask of the lanes where it does.
template <typename Value>
[[gnu::always_inline]] constexpr auto compare(CompareFunction function, Value value, Value reference) {
    using Result = decltype(value < reference);
    switch (function) {
        case CompareFunction::Never:
            return Result{};
        case CompareFunction::Less:
            return value < reference;
        case CompareFunction::LessEqual:
            return value <= reference;
        case CompareFunction::Equal:
            return value == reference;
        case CompareFunction::GreaterEqual:
            return value >= reference;
        case CompareFunction::Greater:
            return value > reference;
        case CompareFunction::NotEqual:
            return value != reference;
        case CompareFunction::Always:
            break;
    }
    return Result{} == Result{};
}

}  // namespace cyclorama::func
