// SPDX-License-Identifier: MIT
#include "families/adreno/pc/tessellation_control.h"

#include <algorithm>
#include <array>

#include "families/adreno/pc/stage_memory.h"

namespace cyclorama::adreno {
namespace {

func::TessellationMode modeOf(const DrawOperands& operands, const RegisterValues& registers) {
    // By the number in the packet and the register; reserved ones are taken as the first.
    constexpr std::array kDomains = {func::TessellationDomain::Quads, func::TessellationDomain::Triangles,
                                     func::TessellationDomain::Isolines, func::TessellationDomain::Quads};
    constexpr std::array kSpacings = {func::TessellationSpacing::Equal, func::TessellationSpacing::Equal,
                                      func::TessellationSpacing::FractionalOdd,
                                      func::TessellationSpacing::FractionalEven};
    constexpr std::array kOutputs = {func::TessellationOutput::Points, func::TessellationOutput::Lines,
                                     func::TessellationOutput::ClockwiseTriangles,
                                     func::TessellationOutput::CounterTriangles};
    return {.domain = kDomains[operands.initiator.patch()],
            .spacing = kSpacings[registers.field("PC_TESS_CNTL/SPACING"_field)],
            .output = kOutputs[registers.field("PC_TESS_CNTL/OUTPUT"_field)]};
}

/// Isolines give lines, whatever kind of triangles is asked for.
func::TessellationMode consistent(func::TessellationMode mode, bool turned) {
    if (turned && mode.output == func::TessellationOutput::ClockwiseTriangles)
        mode.output = func::TessellationOutput::CounterTriangles;
    else if (turned && mode.output == func::TessellationOutput::CounterTriangles)
        mode.output = func::TessellationOutput::ClockwiseTriangles;
    const bool lines = mode.domain == func::TessellationDomain::Isolines;
    if (mode.output != func::TessellationOutput::Points && lines != (mode.output == func::TessellationOutput::Lines))
        mode.output = lines ? func::TessellationOutput::Lines : func::TessellationOutput::CounterTriangles;
    return mode;
}

}  // namespace

TessellationControl TessellationControl::of(const DrawOperands& operands, uint32_t vertices,
                                            const PrimitiveControl& control, const RegisterValues& registers) {
    const size_t bytes = (registers.read("PC_HS_INPUT_SIZE"_reg.word()) & 0x7ff) * StageMemory::kUnitBytes;
    const size_t byMemory = bytes == 0 ? StageHeader::kMostPrimitives : StageMemory::kBytes / bytes;
    const size_t piece =
        operands.subdrawIndices == 0 ? StageHeader::kMostPrimitives : operands.subdrawIndices / vertices;
    return {.mode = consistent(modeOf(operands, registers), control.turnsPatches),
            .mostPatches = std::clamp<size_t>(byMemory, 1, StageHeader::kMostPrimitives),
            .piecePatches = std::max<size_t>(piece, 1)};
}

}  // namespace cyclorama::adreno
