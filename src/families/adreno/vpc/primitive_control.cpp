// SPDX-License-Identifier: MIT
#include "families/adreno/vpc/primitive_control.h"

namespace cyclorama::adreno {
namespace {

/// Views that are drawn. Chips of the first generations have no mask: the register stays zero.
uint32_t viewsOf(uint32_t control, uint32_t mask) {
    if ("PC_MULTIVIEW_CNTL/ENABLE"_field.of(control) == 0) return 1;
    const auto views = static_cast<uint32_t>("PC_MULTIVIEW_CNTL/VIEWS"_field.of(control));
    const uint32_t all = static_cast<uint32_t>((uint64_t{1} << views) - 1);
    return mask == 0 ? all : all & mask;
}

}  // namespace

PrimitiveControl PrimitiveControl::of(const RegisterValues& registers) {
    PrimitiveControl control;
    if (registers.field("PC_PRIMITIVE_CNTL_0/PRIMITIVE_RESTART"_field) != 0)
        control.restartIndex = registers.read("PC_RESTART_INDEX"_reg.word());
    control.provokingLast = registers.field("PC_PRIMITIVE_CNTL_0/PROVOKING_VTX_LAST"_field) != 0;
    control.turnsPatches = registers.flag("PC_PRIMITIVE_CNTL_0/D3D_VERTEX_ORDERING"_field);
    control.discards = registers.field("PC_RASTER_CNTL/DISCARD"_field) != 0;
    control.rasterStream = registers.field("PC_RASTER_CNTL/STREAM"_field);
    const uint32_t multiview = registers.read("PC_MULTIVIEW_CNTL"_reg.word());
    const bool several = "PC_MULTIVIEW_CNTL/ENABLE"_field.of(multiview) != 0;
    {
        // Drivers write the mask where the chip has it.
        const ReadRecording unrecorded(registers, nullptr);
        control.views = viewsOf(multiview, registers.read("PC_MULTIVIEW_MASK"_reg.word()));
    }
    control.positionPerView = several && "PC_MULTIVIEW_CNTL/DISABLEMULTIPOS"_field.of(multiview) == 0;
    // Turnip 25.0.7 leaves it out for programs that feed their outputs back alone.
    const ReadRecording unrecorded(registers, nullptr);
    control.primitiveIdLocation = registers.field("VPC_CNTL_0/PRIMIDLOC"_field);
    control.viewIdLocation = registers.field("VPC_CNTL_0/VIEWIDLOC"_field);
    return control;
}

}  // namespace cyclorama::adreno
