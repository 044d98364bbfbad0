// SPDX-License-Identifier: MIT
#pragma once
// Execution of a family's own operations for their values.

#include "gpu/family_operation.h"
#include "machine/values/operation_context.h"

namespace cyclorama::machine {

/// The base of every family's operations; gpu::FamilyOperation is as much of it as the vocabulary knows.
class ExecutableOperation : public gpu::FamilyOperation {
  public:
    /// Executes the operation for its values, without time. Empty for operations that only take time.
    virtual void apply(OperationContext& context) const = 0;
};

/// Executes an operation that came with the commands. Throws std::bad_cast for one that a machine cannot execute, which
/// no family makes.
inline void execute(const gpu::FamilyOperation& operation, OperationContext& context) {
    dynamic_cast<const ExecutableOperation&>(operation).apply(context);
}

}  // namespace cyclorama::machine
