// SPDX-License-Identifier: MIT
#include "func/raster/clipping.h"

namespace cyclorama::func {

uint32_t frustumOutcode(const Vec4& position, bool zeroToOne) {
    const auto [x, y, z, w] = position;
    const float distances[6] = {w + x, w - x, w + y, w - y, zeroToOne ? z : w + z, w - z};
    uint32_t outcode = 0;
    for (uint32_t plane = 0; plane < 6; ++plane) {
        if (!(distances[plane] >= 0.0f)) {
            outcode |= 1u << plane;
        }
    }
    return outcode;
}

bool trivialReject(const Vec4& v0, const Vec4& v1, const Vec4& v2, bool zeroToOne) {
    return (frustumOutcode(v0, zeroToOne) & frustumOutcode(v1, zeroToOne) & frustumOutcode(v2, zeroToOne)) != 0;
}

}  // namespace cyclorama::func
