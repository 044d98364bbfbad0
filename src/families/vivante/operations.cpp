// SPDX-License-Identifier: MIT
#include "families/vivante/operations.h"

#include <fmt/format.h>

#include "families/vivante/combine_planes.h"
#include "machine/values/machine_findings.h"
#include "machine/values/operation_context.h"

namespace cyclorama::vivante {

std::string Operations::describe(const Value& value) {
    const auto* planes = std::get_if<CombinePlanes>(&value);
    if (planes == nullptr) return "state";
    return fmt::format("YUV tiler: {}x{} to {:#010x}", planes->width, planes->height,
                       planes->destination.address.bits());
}

gpu::WorkKind Operations::kind(const Value& value) {
    return std::holds_alternative<CombinePlanes>(value) ? gpu::WorkKind::Resolve : gpu::WorkKind::State;
}

gpu::FamilyOperation::WaitsFor Operations::waitsFor(const Value& value) {
    using WaitsFor = gpu::FamilyOperation::WaitsFor;
    return std::holds_alternative<TrailingState>(value) ? WaitsFor::Nothing : WaitsFor::Batch;
}

void Operations::apply(const Value& value, machine::OperationContext& context) {
    const auto* planes = std::get_if<CombinePlanes>(&value);
    if (planes == nullptr) return;
    context.memoryWritten();
    if (const sim::FindingKind* problem =
            machine::findingOf(combinePlanes(*planes, context.surfaces(), context.memory())))
        context.report(*problem);
}

}  // namespace cyclorama::vivante
