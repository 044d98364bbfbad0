#pragma once
// The eight comparisons of depth, stencil, alpha and texels.

#include "func/types.h"

namespace cyclorama::func {

/// True if `value FUNCTION reference` holds.
template <typename Value>
constexpr bool compare(CompareFunction function, Value value, Value reference) {
    switch (function) {
        case CompareFunction::Never:
            return false;
        case CompareFunction::Always:
            return true;
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
    }
    return true;
}

}  // namespace cyclorama::func
