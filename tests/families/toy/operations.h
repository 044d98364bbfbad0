// SPDX-License-Identifier: MIT
#pragma once
// The one operation that this family has beside those of the vocabulary.

#include <memory>
#include <string>

#include "families/toy/registers.h"
#include "gpu/command.h"
#include "machine/values/executable_operation.h"

namespace cyclorama::toy {

/// A register was written; the draw state already holds the value. It takes time and computes nothing.
class SetRegister final : public machine::ExecutableOperation {
  public:
    explicit SetRegister(const RegisterInfo& info) : info_(&info) {}

    std::string describe() const override { return "write of " + std::string(info_->name); }
    gpu::WorkKind kind() const override { return gpu::WorkKind::State; }
    WaitsFor waitsFor() const override { return WaitsFor::Batch; }
    void apply(machine::OperationContext&) const override {}

  private:
    const RegisterInfo* info_;
};

}  // namespace cyclorama::toy
