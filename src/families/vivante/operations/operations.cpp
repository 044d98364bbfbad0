// SPDX-License-Identifier: MIT
#include "families/vivante/operations/operations.h"

#include <fmt/format.h>

#include <optional>

#include "families/vivante/operations/combine_planes.h"
#include "machine/values/machine_findings.h"
#include "machine/values/operation_context.h"

namespace cyclorama::vivante {
namespace {

struct Description {
    std::string operator()(const TrailingState&) const { return "state"; }
    std::string operator()(const CombinePlanes& planes) const {
        return fmt::format("YUV tiler: {}x{} to {:#010x}", planes.width, planes.height,
                           planes.destination.address.bits());
    }
    std::string operator()(const engine2d::Drawing& drawing) const {
        static constexpr std::array kNames{"clear", "lines", "blit", "stretched blit"};
        return fmt::format("2D {}: {} to {:#010x}", kNames[static_cast<size_t>(drawing.kind)],
                           drawing.rectangles.size(), drawing.destination.planes[0].address);
    }
    std::string operator()(const engine2d::FilterBlit& blit) const {
        return fmt::format("2D {} filter blit: {}x{} to {:#010x}", blit.vertical ? "vertical" : "horizontal",
                           blit.window.width(), blit.window.height(), blit.destination.planes[0].address);
    }
};

struct Kind {
    gpu::WorkKind operator()(const TrailingState&) const { return gpu::WorkKind::State; }
    gpu::WorkKind operator()(const CombinePlanes&) const { return gpu::WorkKind::Resolve; }
    gpu::WorkKind operator()(const engine2d::Drawing& drawing) const {
        switch (drawing.kind) {
            case engine2d::Drawing::Kind::Clear:
                return gpu::WorkKind::Fill;
            case engine2d::Drawing::Kind::Line:
                return gpu::WorkKind::Draw;
            default:
                return gpu::WorkKind::Blit;
        }
    }
    gpu::WorkKind operator()(const engine2d::FilterBlit&) const { return gpu::WorkKind::Blit; }
};

struct Execution {
    machine::OperationContext& context;

    std::optional<machine::ResolveResult> operator()(const TrailingState&) const { return std::nullopt; }
    std::optional<machine::ResolveResult> operator()(const CombinePlanes& planes) const {
        return combinePlanes(planes, context.surfaces(), context.memory());
    }
    std::optional<machine::ResolveResult> operator()(const engine2d::Drawing& drawing) const {
        return engine2d::draw(drawing, context.memory());
    }
    std::optional<machine::ResolveResult> operator()(const engine2d::FilterBlit& blit) const {
        return engine2d::filterBlit(blit, context.memory());
    }
};

}  // namespace

std::string Operations::describe(const Value& value) { return std::visit(Description{}, value); }

gpu::WorkKind Operations::kind(const Value& value) { return std::visit(Kind{}, value); }

gpu::FamilyOperation::WaitsFor Operations::waitsFor(const Value& value) {
    using WaitsFor = gpu::FamilyOperation::WaitsFor;
    return std::holds_alternative<TrailingState>(value) ? WaitsFor::Nothing : WaitsFor::Batch;
}

void Operations::apply(const Value& value, machine::OperationContext& context) {
    const auto result = std::visit(Execution{context}, value);
    if (!result) return;
    context.memoryWritten();
    if (const sim::FindingKind* problem = machine::findingOf(*result)) context.report(*problem);
}

}  // namespace cyclorama::vivante
