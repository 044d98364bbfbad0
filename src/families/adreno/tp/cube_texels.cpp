// SPDX-License-Identifier: MIT
#include "families/adreno/tp/cube_texels.h"

#include <algorithm>

namespace cyclorama::adreno {

CubeTexel seamlessTexel(const CubeTexel& texel, int32_t size) {
    const auto inside = [size](int32_t place) { return static_cast<uint32_t>(place) < static_cast<uint32_t>(size); };
    if (inside(texel.x) && inside(texel.y)) return texel;
    if (size <= 0) return {texel.face, func::kOutside, func::kOutside};
    if (!inside(texel.x) && !inside(texel.y)) {
        return {texel.face, std::clamp(texel.x, 0, size - 1), std::clamp(texel.y, 0, size - 1)};
    }
    const auto middle = [size](int32_t place) { return (static_cast<float>(place) + 0.5f) / static_cast<float>(size); };
    const CubePlace place = cubePlaceOf(directionOf({texel.face, middle(texel.x), middle(texel.y)}));
    const auto number = [size](float coordinate) {
        return std::clamp(static_cast<int32_t>(coordinate * static_cast<float>(size)), 0, size - 1);
    };
    return {place.face, number(place.s), number(place.t)};
}

}  // namespace cyclorama::adreno
