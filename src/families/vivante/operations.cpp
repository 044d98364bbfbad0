// SPDX-License-Identifier: MIT
#include "families/vivante/operations.h"

#include <fmt/format.h>

#include <memory>

#include "families/vivante/combine_planes.h"
#include "machine/values/machine_findings.h"
#include "machine/values/operation_context.h"

namespace cyclorama::vivante {

std::string Operation::describe() const {
    const auto* planes = std::get_if<CombinePlanes>(&value_);
    if (planes == nullptr) return "state";
    return fmt::format("YUV tiler: {}x{} to {:#010x}", planes->width, planes->height,
                       planes->destination.address.bits());
}

Operation::WaitsFor Operation::waitsFor() const {
    return std::holds_alternative<TrailingState>(value_) ? WaitsFor::Nothing : WaitsFor::Batch;
}

void Operation::apply(machine::OperationContext& context) const {
    const auto* planes = std::get_if<CombinePlanes>(&value_);
    if (planes == nullptr) return;
    context.memoryWritten();
    if (const sim::FindingKind* problem =
            machine::findingOf(combinePlanes(*planes, context.surfaces(), context.memory())))
        context.report(*problem);
}

gpu::Operation operation(const Operation::Value& value) { return std::make_shared<const Operation>(value); }

}  // namespace cyclorama::vivante
