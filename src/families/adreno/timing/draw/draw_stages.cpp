// SPDX-License-Identifier: MIT
#include "families/adreno/timing/draw/draw_stages.h"

#include <algorithm>

namespace cyclorama::adreno {
namespace {

/// Room that a part takes at least; an estimate.
constexpr size_t kLeastPartBytes = 1024;

ShaderProgram programOf(const DrawOperation& operation, StageBinding& binding, PacketWork& work,
                        const ProgramSettings& settings) {
    return {work, binding, drawDemand(operation.registers(), binding), settings};
}

uint32_t bytesOf(size_t primitives, size_t each) {
    return static_cast<uint32_t>(std::max(primitives * each, kLeastPartBytes));
}

LinkRegisters linksOf(const OpenDraw& draw, const RegisterValues& registers) {
    return draw.hull ? LinkRegisters::beforeHull(registers) : LinkRegisters::beforeGeometry(registers);
}

}  // namespace

DrawStages::Patches::Patches(const DrawOperation& operation, OpenDraw& draw, const GpuMemory& memory, PacketWork& work,
                             const ProgramSettings& settings)
    : hullProgram(programOf(operation, *draw.hull, work, settings)),
      domainProgram(programOf(operation, *draw.domain, work, settings)),
      control(TessellationControl::of(operation.operands(), draw.shape.vertices, draw.control, operation.registers())),
      hull(*draw.hull, operation.registers(), LinkRegisters::beforeHull(operation.registers()), operation.counters()),
      factors(control.mode.domain, operation.registers(), memory),
      domain(*draw.domain, operation.registers(), draw.outputs, operation.counters(), draw.geometry.has_value()) {}

DrawStages::Geometry::Geometry(const DrawOperation& operation, OpenDraw& draw, const LinkRegisters& links,
                               PacketWork& work, const ProgramSettings& settings)
    : program(programOf(operation, *draw.geometry, work, settings)),
      stage(*draw.geometry, operation.registers(), draw.outputs, draw.control, links, operation.counters()) {}

DrawStages::DrawStages(const DrawOperation& itsOperation, OpenDraw& its, const GpuMemory& memory, PacketWork& work,
                       const ProgramSettings& settings)
    : operation(itsOperation),
      draw(its),
      vertices(its.vertex, its.inputs, linksOf(its, itsOperation.registers()), itsOperation.counters()) {
    const RegisterValues& registers = operation.registers();
    if (its.hull) {
        patches.emplace(itsOperation, its, memory, work, settings);
        primitiveBytes_ = (registers.read("PC_HS_INPUT_SIZE"_reg.word()) & 0x7ff) * StageMemory::kUnitBytes;
    }
    if (its.geometry) {
        const LinkRegisters links = patches ? patches->domain.links() : LinkRegisters::beforeGeometry(registers);
        geometry.emplace(itsOperation, its, links, work, settings);
    }
    if (!patches) primitiveBytes_ = geometry->stage.inputBytes();
}

uint64_t DrawStages::preambleSteps() const {
    uint64_t steps = 0;
    for (const std::optional<StageBinding>* const binding : {&draw.hull, &draw.domain, &draw.geometry})
        if (*binding) steps += (*binding)->preambleSteps;
    return steps;
}

size_t DrawStages::mostPrimitives(PatchPlaces* places) const {
    return places != nullptr ? places->most() : geometry->stage.mostPrimitives();
}

uint32_t DrawStages::partBytes(size_t primitives) const { return bytesOf(primitives, primitiveBytes_); }

uint32_t DrawStages::linkedBytes(size_t primitives) const { return bytesOf(primitives, geometry->stage.inputBytes()); }

}  // namespace cyclorama::adreno
