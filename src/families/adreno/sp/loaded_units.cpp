// SPDX-License-Identifier: MIT
#include "families/adreno/sp/loaded_units.h"

namespace cyclorama::adreno {

void LoadedUnits::invalidate(uint32_t command) {
    constexpr Field kStates[kShaderStages] = {
        "HLSQ_INVALIDATE_CMD/VS_STATE"_field, "HLSQ_INVALIDATE_CMD/HS_STATE"_field,
        "HLSQ_INVALIDATE_CMD/DS_STATE"_field, "HLSQ_INVALIDATE_CMD/GS_STATE"_field,
        "HLSQ_INVALIDATE_CMD/FS_STATE"_field, "HLSQ_INVALIDATE_CMD/CS_STATE"_field};
    for (size_t stage = 0; stage < kShaderStages; ++stage) {
        if (kStates[stage].of(command) == 0) continue;
        stages[stage].textures.edit().drop();
        stages[stage].samplers.edit().drop();
    }
    if ("HLSQ_INVALIDATE_CMD/CS_IBO"_field.of(command) != 0) compute.images.edit().drop();
    if ("HLSQ_INVALIDATE_CMD/GFX_IBO"_field.of(command) != 0) graphics.images.edit().drop();
}

}  // namespace cyclorama::adreno
