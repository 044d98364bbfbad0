// SPDX-License-Identifier: MIT
#include "families/attila/operations/operations.h"

#include <fmt/format.h>

#include "families/attila/operations/pictures.h"
#include "families/attila/registers/address_word.h"
#include "families/attila/registers/registers.h"
#include "machine/values/blitter.h"
#include "machine/values/machine_findings.h"
#include "machine/values/operation_context.h"
#include "sim/overloaded.h"

namespace cyclorama::attila {

namespace {

const char* name(gpu::Buffer buffer) { return buffer == gpu::Buffer::Color ? "colour" : "depth and stencil"; }

void applyBlit(machine::OperationContext& context) {
    context.memoryWritten();
    const machine::BlitResult result =
        machine::blit(context.state(), context.surfaces(), context.textures(), context.memory());
    if (result.unsupported || result.outOfRange != 0) context.report(machine::findings::kBlit);
    if (result.convertsNothing) context.report(machine::findings::kBlitFormat);
}

void applyDump(machine::OperationContext& context, DumpBuffer::Content content) {
    const machine::MappedSurface surface = dumpedSurface(content, context.state(), context.surfaces());
    if (surface.valid)
        dump(content, context.state(), surface, context.countPicture(), context.frames());
    else
        context.report(invalidBuffer(content));
}

}  // namespace

std::string Operations::describe(const Value& value) {
    return std::visit(
        sim::Overloaded{[](const SetState& set) {
                            return fmt::format("write of register {} index {}",
                                               registerInfo(static_cast<Register>(set.reg)).name, set.index);
                        },
                        [](const LoadProgram& load) {
                            return fmt::format("load of {} bytes of program at {:#010x}", load.bytes,
                                               wordOf(load.address));
                        },
                        [](const Blit&) { return std::string("blit"); },
                        [](const BlockState& state) {
                            constexpr std::array kActions{"save", "restore", "reset"};
                            return fmt::format("{} of the block states of the {} buffer",
                                               kActions[static_cast<size_t>(state.action)], name(state.buffer));
                        },
                        [](const DumpBuffer&) { return std::string("dump of a buffer"); },
                        [](const EndOfInitialization&) { return std::string("end of initialization"); }},
        value);
}

gpu::WorkKind Operations::kind(const Value& value) {
    return std::visit(sim::Overloaded{[](const SetState&) { return gpu::WorkKind::State; },
                                      [](const LoadProgram&) { return gpu::WorkKind::Load; },
                                      [](const Blit&) { return gpu::WorkKind::Blit; },
                                      [](const BlockState&) { return gpu::WorkKind::Other; },
                                      [](const DumpBuffer&) { return gpu::WorkKind::Other; },
                                      [](const EndOfInitialization&) { return gpu::WorkKind::State; }},
                      value);
}

gpu::FamilyOperation::WaitsFor Operations::waitsFor(const Value& value) {
    using WaitsFor = gpu::FamilyOperation::WaitsFor;
    if (std::holds_alternative<SetState>(value)) return WaitsFor::Nothing;
    const auto* load = std::get_if<LoadProgram>(&value);
    return load != nullptr && load->target != LoadProgram::Target::Unified ? WaitsFor::Geometry : WaitsFor::Batch;
}

void Operations::apply(const Value& value, machine::OperationContext& context) {
    if (std::holds_alternative<Blit>(value)) {
        applyBlit(context);
    } else if (const auto* dumped = std::get_if<DumpBuffer>(&value)) {
        applyDump(context, dumped->content);
    } else if (const auto* blocks = std::get_if<BlockState>(&value)) {
        if (blocks->action != BlockState::Action::Save) context.contentsSet(blocks->buffer);
    }
}

}  // namespace cyclorama::attila
