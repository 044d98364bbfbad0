// SPDX-License-Identifier: MIT
#pragma once
// A family's own operations, found again in the vocabulary.

#include <variant>

#include "gpu/command.h"

namespace cyclorama::gpu {

/// The alternative `T` of a family's operation of class `Own`, whose value() is a variant; null for every other
/// operation.
template <typename Own, typename T>
const T* getIf(const Operation& operation) {
    const auto* family = std::get_if<FamilyOperationPointer>(&operation);
    const auto* own = family == nullptr ? nullptr : dynamic_cast<const Own*>(family->get());
    return own == nullptr ? nullptr : std::get_if<T>(&own->value());
}

}  // namespace cyclorama::gpu
