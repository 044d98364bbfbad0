// SPDX-License-Identifier: MIT
#include "families/adreno/checks/register_checks.h"

#include <fmt/format.h>

#include "families/adreno/checks/check_findings.h"
#include "families/adreno/checks/protected_registers.h"
#include "families/adreno/checks/unmodelled_settings.h"

namespace cyclorama::adreno {
namespace {

using Needed = bool (*)(const RegisterValues& registers, uint32_t index);

bool always(const RegisterValues&, uint32_t) { return true; }
bool hasFragmentProgram(const RegisterValues& registers, uint32_t) {
    return registers.flag("SP_FS_CONFIG/ENABLED"_field);
}
bool rasterizes(const RegisterValues& registers, uint32_t) { return !registers.flag("PC_RASTER_CNTL/DISCARD"_field); }
bool usesViewport(const RegisterValues& registers, uint32_t index) {
    return rasterizes(registers, index) && !registers.flag("GRAS_CL_CNTL/VP_XFORM_DISABLE"_field);
}
bool restarts(const RegisterValues& registers, uint32_t) {
    return registers.flag("PC_PRIMITIVE_CNTL_0/PRIMITIVE_RESTART"_field);
}
bool decodes(const RegisterValues& registers, uint32_t index) {
    return index < registers.field("VFD_CONTROL_0/DECODE_CNT"_field);
}
bool fetches(const RegisterValues& registers, uint32_t index) {
    for (uint32_t i = 0; i < registers.field("VFD_CONTROL_0/DECODE_CNT"_field); ++i)
        if (registers.field("VFD_DECODE[].INSTR/IDX"_field, i) == index) return true;
    return false;
}
/// Mesa gives all buffers the size 0 at first, so that nothing is fetched from where another process had them
/// (a6xx/fd6_emit.cc, fd6_emit_static_regs; 22.3.6: fd6_emit.c).
bool fetchesBytes(const RegisterValues& registers, uint32_t index) {
    return registers.read("VFD_FETCH[].SIZE"_reg.word(index)) != 0 && fetches(registers, index);
}
bool inSysmem(const RegisterValues& registers) { return registers.field("RB_BIN_CONTROL/BUFFERS_LOCATION"_field) != 0; }
/// RB_RENDER_COMPONENTS alone leaves targets out that are not there (Mesa: a6xx/fd6_emit.cc, build_prog_fb_rast).
bool hasTarget(const RegisterValues& registers, uint32_t index) {
    const uint32_t components = registers.word("RB_RENDER_COMPONENTS"_reg) >> (4 * index) & 0xf;
    return index < registers.field("RB_FS_OUTPUT_CNTL1/MRT"_field) &&
           (registers.field("RB_MRT[].CONTROL/COMPONENT_ENABLE"_field, index) & components) != 0;
}
bool blends(const RegisterValues& registers, uint32_t index) {
    return hasTarget(registers, index) && registers.flag("RB_MRT[].CONTROL/BLEND"_field, index);
}
bool hasTargetInMemory(const RegisterValues& registers, uint32_t index) {
    return hasTarget(registers, index) && inSysmem(registers);
}
bool testsDepth(const RegisterValues& registers, uint32_t) {
    return registers.flag("RB_DEPTH_CNTL/Z_TEST_ENABLE"_field);
}
bool testsDepthInMemory(const RegisterValues& registers, uint32_t index) {
    return testsDepth(registers, index) && inSysmem(registers) &&
           registers.field("RB_DEPTH_BUFFER_INFO/DEPTH_FORMAT"_field) != 0;
}
bool testsStencil(const RegisterValues& registers, uint32_t) {
    return registers.flag("RB_STENCIL_CONTROL/STENCIL_ENABLE"_field);
}

/// Registers that work reads under a condition; of arrays, each member by itself.
struct Dependence {
    Register reg;
    uint32_t words = 1;
    uint32_t count = 1;
    Needed needed = always;
};

constexpr Dependence kDrawDependences[] = {
    {"VFD_CONTROL_0"_reg},
    {"VFD_DECODE[].INSTR"_reg, 2, 32, decodes},
    {"VFD_DEST_CNTL[].INSTR"_reg, 1, 32, decodes},
    {"VFD_FETCH[].SIZE"_reg, 1, 32, fetches},
    {"VFD_FETCH[].BASE"_reg, 2, 32, fetchesBytes},
    {"VFD_FETCH[].STRIDE"_reg, 1, 32, fetchesBytes},
    {"PC_PRIMITIVE_CNTL_0"_reg},
    {"PC_RESTART_INDEX"_reg, 1, 1, restarts},
    {"SP_VS_CTRL_REG0"_reg},
    {"SP_VS_CONFIG"_reg},
    {"SP_VS_INSTRLEN"_reg},
    {"SP_VS_OBJ_START"_reg, 2},
    {"GRAS_CL_CNTL"_reg},
    {"GRAS_CL_VPORT[].XOFFSET"_reg, 6, 1, usesViewport},
    {"GRAS_SU_CNTL"_reg, 1, 1, rasterizes},
    {"GRAS_SC_SCREEN_SCISSOR[].TL"_reg, 2, 1, rasterizes},
    {"GRAS_SC_VIEWPORT_SCISSOR[].TL"_reg, 2, 1, rasterizes},
    {"GRAS_SC_WINDOW_SCISSOR_TL"_reg, 2, 1, rasterizes},
};
/// Registers that draws with fragments read, beside those of all draws.
constexpr Dependence kFragmentDependences[] = {
    {"SP_FS_CONFIG"_reg},
    {"SP_FS_CTRL_REG0"_reg, 1, 1, hasFragmentProgram},
    {"SP_FS_INSTRLEN"_reg, 1, 1, hasFragmentProgram},
    {"SP_FS_OBJ_START"_reg, 2, 1, hasFragmentProgram},
    {"RB_BIN_CONTROL"_reg},
    {"RB_RENDER_CNTL"_reg},
    {"RB_RAS_MSAA_CNTL"_reg},
    {"RB_FS_OUTPUT_CNTL0"_reg},
    {"RB_FS_OUTPUT_CNTL1"_reg},
    {"RB_RENDER_COMPONENTS"_reg},
    {"RB_MRT[].CONTROL"_reg, 1, 8, hasTarget},
    {"RB_MRT[].BLEND_CONTROL"_reg, 1, 8, blends},
    {"RB_MRT[].BUF_INFO"_reg, 1, 8, hasTarget},
    {"RB_MRT[].PITCH"_reg, 4, 8, hasTargetInMemory},
    {"RB_DEPTH_CNTL"_reg},
    {"RB_DEPTH_BUFFER_INFO"_reg, 1, 1, testsDepth},
    {"RB_DEPTH_BUFFER_PITCH"_reg, 4, 1, testsDepthInMemory},
    {"RB_STENCIL_CONTROL"_reg},
    {"RB_STENCIL_INFO"_reg, 1, 1, testsStencil},
    {"RB_STENCILREF"_reg, 3, 1, testsStencil},
};
constexpr Dependence kDispatchDependences[] = {
    {"SP_CS_CTRL_REG0"_reg},    {"SP_CS_CONFIG"_reg},      {"SP_CS_INSTRLEN"_reg},
    {"SP_CS_OBJ_START"_reg, 2}, {"HLSQ_CS_NDRANGE_0"_reg}, {"HLSQ_CS_CNTL_0"_reg},
};

OptionalIssue firstStale(std::span<const Dependence> dependences, const RegisterChecks& checks,
                         const RegisterValues& registers) {
    for (const Dependence& dependence : dependences)
        for (uint32_t i = 0; i < dependence.count; ++i) {
            if (!dependence.needed(registers, i)) continue;
            for (uint32_t word = 0; word < dependence.words; ++word) {
                const uint32_t offset = dependence.reg.word(i) + word;
                if (!checks.isWritten(offset))
                    return Issue{.kind = &findings::kStaleRegister, .detail = gpuRegisters().name(offset)};
            }
        }
    return std::nullopt;
}

}  // namespace

RegisterChecks::RegisterChecks(const Chip& chip) : marks_(kRegisterCount) {
    const auto mark = [&](std::span<const RegisterRange> ranges, Marks with) {
        for (const RegisterRange& range : ranges)
            for (uint32_t offset = range.first; offset <= range.last; ++offset) marks_[offset] |= with;
    };
    mark(protectedRegisters(chip), kProtected);
    mark(unbankedRegisters(), kUnbanked);
    const auto markCompared = [this](uint32_t offset) { marks_[offset] |= kCompared; };
    forEachCopiedRegister(markCompared);
    forEachUnmodelledRegister(markCompared);
}

void RegisterChecks::beginSubmission() {
    for (const uint32_t offset : written_) marks_[offset] &= static_cast<uint8_t>(~kWritten);
    written_.clear();
    inFlight_ = false;
}

void RegisterChecks::remember(uint32_t offset) {
    marks_[offset] |= kWritten;
    written_.push_back(offset);
}

OptionalIssue RegisterChecks::examine(uint32_t offset, uint32_t now, uint32_t value) const {
    if ((marks_[offset] & kProtected) != 0)
        return Issue{.kind = &findings::kProtectedRegister, .detail = gpuRegisters().name(offset)};
    if (!inFlight_ || now == value) return std::nullopt;
    return Issue{.kind = &findings::kUnbankedWrite,
                 .detail = fmt::format("{}: {:#x}, before {:#x}", gpuRegisters().name(offset), value, now)};
}

OptionalIssue RegisterChecks::draw(const RegisterValues& registers, bool binning) {
    if (OptionalIssue stale = firstStale(kDrawDependences, *this, registers)) return stale;
    if (binning) return compare(registers, CopyUse::Binning);
    if (!rasterizes(registers, 0)) return compare(registers, CopyUse::Binning);
    if (OptionalIssue stale = firstStale(kFragmentDependences, *this, registers)) return stale;
    return compare(registers, CopyUse::Fragments);
}

OptionalIssue RegisterChecks::dispatch(const RegisterValues& registers) {
    if (OptionalIssue stale = firstStale(kDispatchDependences, *this, registers)) return stale;
    return compare(registers, CopyUse::Dispatch);
}

OptionalIssue RegisterChecks::compare(const RegisterValues& registers, CopyUse use) {
    if (!settingsChanged_ && comparedFor_ == use) return std::nullopt;
    settingsChanged_ = false;
    comparedFor_ = use;
    if (use != CopyUse::Dispatch)
        if (OptionalIssue unmodelled = unmodelledSetting(registers)) return unmodelled;
    return disagreeingCopies(registers, use, [this](uint32_t offset) { return isWritten(offset); });
}

}  // namespace cyclorama::adreno
