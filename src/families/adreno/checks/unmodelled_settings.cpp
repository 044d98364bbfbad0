// SPDX-License-Identifier: MIT
#include "families/adreno/checks/unmodelled_settings.h"

#include <fmt/format.h>

#include "families/adreno/checks/check_findings.h"
#include "families/adreno/checks/setting.h"

namespace cyclorama::adreno {
namespace {

constexpr Setting kUnmodelledSettings[] = {
    "GRAS_SU_CONSERVATIVE_RAS_CNTL/CONSERVATIVERASEN",
    "GRAS_SU_CONSERVATIVE_RAS_CNTL/INNERCONSERVATIVERASEN",
    "GRAS_SU_PATH_RENDERING_CNTL/LINELENGTHEN",
    "GRAS_SC_CNTL/ROTATION",
    "PC_PRIMITIVE_CNTL_5/LINELENGTHEN",
    "PC_VISIBILITY_OVERRIDE/OVERRIDE",
    "RB_FSR_CONFIG/PIPELINE_FSR_ENABLE",
    "RB_FSR_CONFIG/ATTACHMENT_FSR_ENABLE",
    "RB_FSR_CONFIG/PRIMITIVE_FSR_ENABLE",
    "RB_RENDER_CNTL/CONSERVATIVERASEN",
    "RB_RENDER_CNTL/INNERCONSERVATIVERASEN",
    "RB_RENDER_CONTROL1/FOVEATION",
    "RB_RENDER_CONTROL1/LINELENGTHEN",
    "SP_FS_PREFETCH_CNTL/WRITE_COLOR_TO_OUTPUT",
};

}  // namespace

void forEachUnmodelledRegister(const std::function<void(uint32_t)>& call) {
    for (const Setting& setting : kUnmodelledSettings) call(setting.offset());
}

OptionalIssue unmodelledSetting(const RegisterValues& registers) {
    for (const Setting& setting : kUnmodelledSettings)
        if (const uint32_t value = setting.of(registers); value != 0)
            return Issue{.kind = &findings::kUnmodelledSetting,
                         .detail = fmt::format("{} is {:#x}", setting.name(), value)};
    return std::nullopt;
}

}  // namespace cyclorama::adreno
