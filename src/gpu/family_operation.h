// SPDX-License-Identifier: MIT
#pragma once
// Operations that one family alone has. They travel among the commands of the vocabulary: every machine can name one
// and ask what it waits for. How machines execute one: machine/values/executable_operation.h; its time: the family's
// command front.

#include <cstdint>
#include <optional>
#include <string>

#include "gpu/pass.h"
#include "gpu/work_kind.h"

namespace cyclorama::gpu {

class FamilyOperation {
  public:
    virtual ~FamilyOperation() = default;

    /// A few words for findings, traces and listings: the operation and its operands.
    virtual std::string describe() const = 0;
    virtual WorkKind kind() const { return WorkKind::Other; }
    /// The pass over a picture that the operation is part of; empty if none.
    virtual std::optional<Pass> pass() const { return std::nullopt; }
    /// The part of the draw before that has to be done when the operation starts.
    enum class WaitsFor : uint8_t { Nothing, Geometry, Batch };
    virtual WaitsFor waitsFor() const { return WaitsFor::Batch; }
};

}  // namespace cyclorama::gpu
