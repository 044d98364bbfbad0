// SPDX-License-Identifier: MIT
#include "families/adreno/operations/picture_pass.h"

#include "families/adreno/gras/lrz_control.h"
#include "families/adreno/registers/registers.h"

namespace cyclorama::adreno {

PassKind passKindOf(const RegisterValues& registers) {
    constexpr uint32_t kInGmem = 0;
    if (isBinningPass(registers)) return PassKind::Binning;
    return registers.field("RB_BIN_CONTROL/BUFFERS_LOCATION"_field) == kInGmem ? PassKind::Bin : PassKind::Direct;
}

gpu::Pass picturePassOf(const RegisterValues& registers) {
    const PassKind kind = passKindOf(registers);
    if (kind != PassKind::Bin) return {.kind = kind == PassKind::Binning ? "binning" : "direct"};
    return {.kind = "bin",
            .area = gpu::Pass::Area{.x = registers.field("RB_WINDOW_OFFSET/X"_field),
                                    .y = registers.field("RB_WINDOW_OFFSET/Y"_field),
                                    .width = registers.field("RB_BIN_CONTROL/BINW"_field),
                                    .height = registers.field("RB_BIN_CONTROL/BINH"_field)}};
}

}  // namespace cyclorama::adreno
