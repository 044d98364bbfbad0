// SPDX-License-Identifier: MIT
#include "families/adreno/checks/state_copies.h"

#include <fmt/format.h>

#include <span>

#include "families/adreno/checks/check_findings.h"
#include "families/adreno/checks/setting.h"
#include "families/adreno/surface/surface_format.h"

namespace cyclorama::adreno {
namespace {

using CopyCondition = bool (*)(const RegisterValues& registers, uint32_t index);

bool isAlwaysCompared(const RegisterValues&, uint32_t) { return true; }
bool hasSampleLocations(const RegisterValues& registers, uint32_t) {
    return registers.flag("GRAS_SAMPLE_CONFIG/LOCATION_ENABLE"_field);
}
/// Programs' results are the same for formats that differ in their tiles alone: Turnip writes luma planes by such a
/// pair (vulkan/tu_clear_blit.cc, r3d_dst).
bool differsForPrograms(const RegisterValues& registers, uint32_t index) {
    const SurfaceFormat* const target =
        findSurfaceFormat(registers.field("RB_MRT[].BUF_INFO/COLOR_FORMAT"_field, index));
    const SurfaceFormat* const result = findSurfaceFormat(registers.field("SP_FS_MRT[].REG/COLOR_FORMAT"_field, index));
    return target == nullptr || result == nullptr || target->bits != result->bits || target->kind != result->kind;
}
bool hasColorTarget(const RegisterValues& registers, uint32_t index) {
    return index < registers.field("RB_FS_OUTPUT_CNTL1/MRT"_field) &&
           registers.field("RB_MRT[].CONTROL/COMPONENT_ENABLE"_field, index) != 0 &&
           differsForPrograms(registers, index);
}
/// Programs may give a second colour that blending does not use.
bool usesSecondColor(const RegisterValues& registers, uint32_t) {
    return registers.flag("RB_FS_OUTPUT_CNTL0/DUAL_COLOR_IN_ENABLE"_field);
}
/// Drivers turn RB's test on alone where some chips need it for the bounds (Mesa: fd6_zsa.cc, tu_pipeline.cc,
/// depth_bounds_require_depth_test_quirk).
bool hasNoDepthBounds(const RegisterValues& registers, uint32_t) {
    return !registers.flag("RB_DEPTH_CNTL/Z_BOUNDS_ENABLE"_field);
}

/// Only the last stage before the rasterizer has outputs in VPC; for others PC's stride is unset, and VPC's value
/// stale.
bool isGeometryStageLast(const RegisterValues& registers, uint32_t) {
    return registers.flag("SP_GS_CONFIG/ENABLED"_field);
}
bool isDomainStageLast(const RegisterValues& registers, uint32_t) {
    return registers.flag("SP_DS_CONFIG/ENABLED"_field) && !registers.flag("SP_GS_CONFIG/ENABLED"_field);
}
bool isVertexStageLast(const RegisterValues& registers, uint32_t) {
    return !registers.flag("SP_DS_CONFIG/ENABLED"_field) && !registers.flag("SP_GS_CONFIG/ENABLED"_field);
}

struct Copy {
    Setting first, second;
    uint32_t count = 1;  ///< members of arrays
    CopyCondition isCompared = isAlwaysCompared;
    bool mayLack = false;  ///< drivers write one of the two alone where the chip looks at it
};

// Pairs that Mesa writes alike (fd6_emit.cc, fd6_program.cc, fd6_gmem.cc, tu_cmd_buffer.cc, tu_pipeline.cc,
// tu_shader.cc).

constexpr Copy kGeometryCopies[] = {
    {"GRAS_RAS_MSAA_CNTL/SAMPLES", "RB_RAS_MSAA_CNTL/SAMPLES"},
    {"GRAS_BIN_CONTROL/BINW", "RB_BIN_CONTROL/BINW"},
    {"GRAS_BIN_CONTROL/BINH", "RB_BIN_CONTROL/BINH"},
    {"GRAS_SAMPLE_CONFIG/LOCATION_ENABLE", "RB_SAMPLE_CONFIG/LOCATION_ENABLE"},
    {"GRAS_SAMPLE_LOCATION_0", "RB_SAMPLE_LOCATION_0", 1, hasSampleLocations},
    {"PC_RASTER_CNTL/DISCARD", "VPC_UNKNOWN_9107/RASTER_DISCARD"},
    {"PC_POLYGON_MODE/MODE", "VPC_POLYGON_MODE/MODE"},
    {"PC_SO_STREAM_CNTL/STREAM_ENABLE", "VPC_SO_STREAM_CNTL/STREAM_ENABLE", 1, isAlwaysCompared, true},
    {"PC_VS_OUT_CNTL/STRIDE_IN_VPC", "VPC_VS_PACK/STRIDE_IN_VPC", 1, isVertexStageLast},
    {"PC_DS_OUT_CNTL/STRIDE_IN_VPC", "VPC_DS_PACK/STRIDE_IN_VPC", 1, isDomainStageLast},
    {"PC_GS_OUT_CNTL/STRIDE_IN_VPC", "VPC_GS_PACK/STRIDE_IN_VPC", 1, isGeometryStageLast},
    {"PC_MULTIVIEW_CNTL", "VFD_MULTIVIEW_CNTL"},
};

constexpr Copy kFragmentCopies[] = {
    {"GRAS_RAS_MSAA_CNTL/SAMPLES", "SP_TP_RAS_MSAA_CNTL/SAMPLES"},
    {"GRAS_DEST_MSAA_CNTL", "RB_DEST_MSAA_CNTL"},
    {"GRAS_DEST_MSAA_CNTL", "SP_TP_DEST_MSAA_CNTL"},
    {"GRAS_SAMPLE_CONFIG/LOCATION_ENABLE", "SP_TP_SAMPLE_CONFIG/LOCATION_ENABLE"},
    {"GRAS_SAMPLE_LOCATION_0", "SP_TP_SAMPLE_LOCATION_0", 1, hasSampleLocations},
    {"GRAS_CNTL/IJ_PERSP_PIXEL", "RB_RENDER_CONTROL0/IJ_PERSP_PIXEL"},
    {"GRAS_CNTL/IJ_PERSP_CENTROID", "RB_RENDER_CONTROL0/IJ_PERSP_CENTROID"},
    {"GRAS_CNTL/IJ_PERSP_SAMPLE", "RB_RENDER_CONTROL0/IJ_PERSP_SAMPLE"},
    {"GRAS_CNTL/IJ_LINEAR_PIXEL", "RB_RENDER_CONTROL0/IJ_LINEAR_PIXEL"},
    {"GRAS_CNTL/IJ_LINEAR_CENTROID", "RB_RENDER_CONTROL0/IJ_LINEAR_CENTROID"},
    {"GRAS_CNTL/IJ_LINEAR_SAMPLE", "RB_RENDER_CONTROL0/IJ_LINEAR_SAMPLE"},
    {"GRAS_CNTL/COORD_MASK", "RB_RENDER_CONTROL0/COORD_MASK"},
    {"GRAS_SAMPLE_CNTL/PER_SAMP_MODE", "RB_SAMPLE_CNTL/PER_SAMP_MODE"},
    {"GRAS_LRZ_PS_INPUT_CNTL/SAMPLEID", "RB_RENDER_CONTROL1/SAMPLEID"},
    {"GRAS_LRZ_PS_INPUT_CNTL/FRAGCOORDSAMPLEMODE", "RB_RENDER_CONTROL1/FRAGCOORDSAMPLEMODE"},
    {"GRAS_LRZ_CNTL/ENABLE", "RB_LRZ_CNTL/ENABLE"},
    {"GRAS_SU_DEPTH_PLANE_CNTL/Z_MODE", "RB_DEPTH_PLANE_CNTL/Z_MODE"},
    {"GRAS_SU_DEPTH_BUFFER_INFO/DEPTH_FORMAT", "RB_DEPTH_BUFFER_INFO/DEPTH_FORMAT"},
    {"GRAS_SU_DEPTH_CNTL/Z_TEST_ENABLE", "RB_DEPTH_CNTL/Z_TEST_ENABLE", 1, hasNoDepthBounds, true},
    {"GRAS_SU_STENCIL_CNTL/STENCIL_ENABLE", "RB_STENCIL_CONTROL/STENCIL_ENABLE", 1, isAlwaysCompared, true},
    {"HLSQ_FS_CNTL_0/THREADSIZE", "SP_FS_CTRL_REG0/THREADSIZE"},
    {"HLSQ_FS_CNTL_0/VARYINGS", "SP_FS_CTRL_REG0/VARYING"},
    {"RB_BLEND_CNTL/ENABLE_BLEND", "SP_BLEND_CNTL/ENABLE_BLEND"},
    {"RB_BLEND_CNTL/DUAL_COLOR_IN_ENABLE", "SP_BLEND_CNTL/DUAL_COLOR_IN_ENABLE"},
    {"RB_BLEND_CNTL/ALPHA_TO_COVERAGE", "SP_BLEND_CNTL/ALPHA_TO_COVERAGE"},
    {"RB_FS_OUTPUT_CNTL0/DUAL_COLOR_IN_ENABLE", "SP_FS_OUTPUT_CNTL0/DUAL_COLOR_IN_ENABLE", 1, usesSecondColor},
    {"RB_FS_OUTPUT_CNTL1/MRT", "SP_FS_OUTPUT_CNTL1/MRT"},
    {"RB_RENDER_COMPONENTS", "SP_FS_RENDER_COMPONENTS"},
    {"RB_SRGB_CNTL", "SP_SRGB_CNTL"},
    {"RB_MRT[].BUF_INFO/COLOR_FORMAT", "SP_FS_MRT[].REG/COLOR_FORMAT", 8, hasColorTarget},
    {"RB_WINDOW_OFFSET", "SP_TP_WINDOW_OFFSET"},
    {"RB_WINDOW_OFFSET", "SP_WINDOW_OFFSET"},
};

constexpr Copy kDispatchCopies[] = {
    {"HLSQ_CS_CNTL_0", "SP_CS_CNTL_0", 1, isAlwaysCompared, true},
    {"HLSQ_CS_CNTL_1", "SP_CS_CNTL_1", 1, isAlwaysCompared, true},
    {"HLSQ_CS_CNTL_1/THREADSIZE", "SP_CS_CTRL_REG0/THREADSIZE"},
    {"HLSQ_CS_CTRL_REG1", "SP_CS_CTRL_REG1", 1, isAlwaysCompared, true},
    {"HLSQ_CS_BINDLESS_BASE[].DESCRIPTOR", "SP_CS_BINDLESS_BASE[].DESCRIPTOR", 5, isAlwaysCompared, true},
};

OptionalIssue firstDisagreement(std::span<const Copy> copies, const RegisterValues& registers,
                                const std::function<bool(uint32_t)>& isWritten) {
    for (const Copy& copy : copies)
        for (uint32_t i = 0; i < copy.count; ++i) {
            if (!copy.isCompared(registers, i)) continue;
            const bool hasFirst = isWritten(copy.first.offset(i));
            const bool hasSecond = isWritten(copy.second.offset(i));
            if (hasFirst != hasSecond && !copy.mayLack) {
                const uint32_t offset = hasFirst ? copy.second.offset(i) : copy.first.offset(i);
                return Issue{.kind = &findings::kStaleRegister, .detail = gpuRegisters().name(offset)};
            }
            const uint32_t first = copy.first.of(registers, i);
            const uint32_t second = copy.second.of(registers, i);
            if (first == second || !hasFirst || !hasSecond) continue;
            return Issue{
                .kind = &findings::kDisagreeingCopies,
                .detail = fmt::format("{} is {:#x}, {} is {:#x}{}", copy.first.name(), first, copy.second.name(),
                                      second, copy.count > 1 ? fmt::format(", index {}", i) : "")};
        }
    return std::nullopt;
}

}  // namespace

void forEachCopiedRegister(const std::function<void(uint32_t)>& call) {
    for (const std::span<const Copy> copies :
         {std::span<const Copy>(kGeometryCopies), std::span<const Copy>(kFragmentCopies),
          std::span<const Copy>(kDispatchCopies)})
        for (const Copy& copy : copies)
            for (uint32_t i = 0; i < copy.count; ++i) {
                call(copy.first.offset(i));
                call(copy.second.offset(i));
            }
}

OptionalIssue disagreeingCopies(const RegisterValues& registers, CopyUse use,
                                const std::function<bool(uint32_t)>& isWritten) {
    if (use == CopyUse::Dispatch) return firstDisagreement(kDispatchCopies, registers, isWritten);
    OptionalIssue geometry = firstDisagreement(kGeometryCopies, registers, isWritten);
    if (geometry || use == CopyUse::Binning) return geometry;
    return firstDisagreement(kFragmentCopies, registers, isWritten);
}

}  // namespace cyclorama::adreno
